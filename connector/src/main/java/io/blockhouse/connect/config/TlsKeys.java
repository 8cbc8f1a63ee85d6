// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static io.blockhouse.connect.config.SinkConfigDef.TLS_CA_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.TLS_CERT_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.TLS_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.TLS_KEY_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.TLS_VERIFY_CONFIG;

import io.blockhouse.wire.InvalidTlsOptionException;
import io.blockhouse.wire.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** What the {@code clickhouse.tls} keys say together. Reads the files that they name. */
final class TlsKeys {
  private final Map<String, ?> values;
  private final List<Problem> problems = new ArrayList<>();

  private TlsKeys(Map<String, ?> values) {
    this.values = values;
  }

  /** {@code values} are parsed; keys whose value was refused are left out. */
  static List<Problem> problems(Map<String, ?> values) {
    TlsKeys keys = new TlsKeys(values);
    keys.check();
    return keys.problems;
  }

  /** The options, from values without {@link #problems}; null when TLS is off. */
  static TlsOptions options(Map<String, ?> values) {
    TlsKeys keys = new TlsKeys(values);
    if (keys.isOff()) {
      return null;
    }
    try {
      return TlsOptions.builder()
          .ca(keys.pem(TLS_CA_CONFIG))
          .cert(keys.pem(TLS_CERT_CONFIG))
          .key(keys.pem(TLS_KEY_CONFIG))
          .verify(keys.verifies())
          .build();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(TLS_CONFIG + ": " + e.getMessage()); // a file changed meanwhile
    }
  }

  private boolean isOff() {
    return !Boolean.TRUE.equals(values.get(TLS_CONFIG));
  }

  private boolean verifies() {
    return !Boolean.FALSE.equals(values.get(TLS_VERIFY_CONFIG));
  }

  private void check() {
    if (!values.containsKey(TLS_CONFIG)) {
      return; // its own value was refused, and whether the others count depends on it
    }
    if (isOff()) {
      for (String key : new String[] {TLS_CA_CONFIG, TLS_CERT_CONFIG, TLS_KEY_CONFIG}) {
        if (!text(key).isEmpty()) {
          add(key, "it has no effect without TLS. Set " + TLS_CONFIG + " to true, or remove it");
        }
      }
      if (!verifies()) {
        add(
            TLS_VERIFY_CONFIG,
            "it has no effect without TLS. Set " + TLS_CONFIG + " to true, or remove it");
      }
      return;
    }
    if (!verifies() && !text(TLS_CA_CONFIG).isEmpty()) {
      add(
          TLS_CA_CONFIG,
          "it has no effect while " + TLS_VERIFY_CONFIG + " is false. Remove one of the two keys");
    }
    // One by one, so that each key gets its own message.
    if (isReadable(TLS_CA_CONFIG)) {
      tryOut(TlsOptions.builder().ca(pem(TLS_CA_CONFIG)));
    }
    boolean certReadable = isReadable(TLS_CERT_CONFIG);
    boolean keyReadable = isReadable(TLS_KEY_CONFIG);
    if (certReadable && keyReadable) {
      tryOut(TlsOptions.builder().cert(pem(TLS_CERT_CONFIG)).key(pem(TLS_KEY_CONFIG)));
    }
  }

  private boolean isReadable(String key) {
    try {
      pem(key);
      return true;
    } catch (IllegalArgumentException e) {
      add(key, e.getMessage());
      return false;
    }
  }

  private void tryOut(TlsOptions.Builder options) {
    try {
      options.build();
    } catch (InvalidTlsOptionException e) {
      add(TLS_CONFIG + "." + e.option(), e.reason());
    }
  }

  private void add(String key, String message) {
    problems.add(new Problem(key, message));
  }

  /** Null when the key is not set. */
  private String pem(String key) {
    String text = text(key);
    return text.isEmpty() ? null : PemText.read(text);
  }

  private String text(String key) {
    Object value = values.get(key);
    if (value instanceof Password secret) {
      return secret.value().strip();
    }
    return value == null ? "" : value.toString().strip();
  }
}
