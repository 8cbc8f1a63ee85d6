// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.tls.TestIdentity;
import io.blockhouse.wire.tls.TlsRelay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class TlsKeysTest {
  private static final TestIdentity CA = TestIdentity.authority("Test CA");
  private static final TestIdentity SERVER = CA.issue("server", "127.0.0.1");
  private static final TestIdentity CLIENT = CA.issue("client");

  @TempDir Path folder;

  private static Map<String, String> properties(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>(Map.of("clickhouse.hosts", "ch1"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static Map<String, List<String>> errors(
      Map<String, String> properties, Function<SinkConfig, List<Problem>> liveCheck) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (ConfigValue value : ConnectorValidation.validate(properties, liveCheck).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static void onlyProblem(String key, String reason, String... keysAndValues) {
    Map<String, List<String>> errors =
        errors(
            properties(keysAndValues),
            config -> {
              throw new AssertionError("must not connect");
            });
    assertThat(errors).containsOnlyKeys(key);
    assertThat(errors.get(key)).singleElement().asString().startsWith(key + ": ").contains(reason);
    assertThatThrownBy(() -> SinkConfig.quiet(properties(keysAndValues)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(reason);
  }

  @Test
  void tlsIsOffUnlessTurnedOn() {
    SinkConfig config = SinkConfig.quiet(properties());
    assertThat(config.connectionOptions(config.hosts().get(0)).tls()).isEmpty();
  }

  @Test
  void withTlsThePortIsTheOneForTls() {
    SinkConfig config =
        SinkConfig.quiet(properties("clickhouse.tls", "true", "clickhouse.hosts", "ch1,ch2:9441"));
    assertThat(config.hosts())
        .containsExactly(new HostPort("ch1", 9440), new HostPort("ch2", 9441));
    ConnectionOptions options = config.connectionOptions(config.hosts().get(0));
    assertThat(options.tls().orElseThrow().verify()).isTrue();
    assertThat(options.tls().orElseThrow().hasClientCertificate()).isFalse();
    assertThat(config.connectionOptions(config.hosts().get(1)).tls())
        .as("one for all, so that TLS sessions can be resumed")
        .containsSame(options.tls().orElseThrow());
  }

  @Test
  void readsPemFromFilesAndInline() throws IOException {
    for (boolean inline : new boolean[] {true, false}) {
      SinkConfig config =
          SinkConfig.quiet(
              properties(
                  "clickhouse.tls",
                  "true",
                  "clickhouse.tls.ca",
                  inline ? CA.certificatePem() : file("ca.pem", CA.certificatePem()),
                  "clickhouse.tls.cert",
                  inline ? CLIENT.certificatePem() : file("cert.pem", CLIENT.certificatePem()),
                  "clickhouse.tls.key",
                  inline ? CLIENT.keyPem() : file("key.pem", CLIENT.keyPem())));
      assertThat(
              config
                  .connectionOptions(config.hosts().get(0))
                  .tls()
                  .orElseThrow()
                  .hasClientCertificate())
          .isTrue();
    }
    SinkConfig unverified =
        SinkConfig.quiet(properties("clickhouse.tls", "true", "clickhouse.tls.verify", "false"));
    assertThat(unverified.connectionOptions(unverified.hosts().get(0)).tls().orElseThrow().verify())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "clickhouse.tls.ca, /no/such/ca.pem, there is no file /no/such/ca.pem on this worker",
    "clickhouse.tls.ca, ca.pem, nor an absolute path",
    "clickhouse.tls.ca, -----BEGIN CERTIFICATE-----, does not end with",
    "clickhouse.tls, maybe, Expected value to be either true or false"
  })
  void saysWhatIsWrongWithAValue(String key, String value, String reason) {
    assertThat(errors(with(key, value), config -> List.of()))
        .hasEntrySatisfying(
            key, messages -> assertThat(messages).singleElement().asString().contains(reason));
  }

  private static Map<String, String> with(String key, String value) {
    Map<String, String> properties = properties("clickhouse.tls", "true");
    properties.put(key, value);
    return properties;
  }

  @Test
  void saysWhatIsWrongWithAFile() throws IOException {
    onlyProblem(
        "clickhouse.tls.ca",
        "it holds no PEM block",
        "clickhouse.tls",
        "true",
        "clickhouse.tls.ca",
        file("empty.pem", ""));
    onlyProblem(
        "clickhouse.tls.ca",
        "there is no file",
        "clickhouse.tls",
        "true",
        "clickhouse.tls.ca",
        folder.toString());
    onlyProblem(
        "clickhouse.tls.key",
        "it is missing",
        "clickhouse.tls",
        "true",
        "clickhouse.tls.cert",
        CLIENT.certificatePem());
    onlyProblem(
        "clickhouse.tls.cert",
        "it is missing",
        "clickhouse.tls",
        "true",
        "clickhouse.tls.key",
        CLIENT.keyPem());
    onlyProblem(
        "clickhouse.tls.key",
        "not the key of the first certificate",
        "clickhouse.tls",
        "true",
        "clickhouse.tls.cert",
        CLIENT.certificatePem(),
        "clickhouse.tls.key",
        SERVER.keyPem());
  }

  @Test
  void refusesKeysThatWouldHaveNoEffect() {
    onlyProblem(
        "clickhouse.tls.ca", "no effect without TLS", "clickhouse.tls.ca", CA.certificatePem());
    onlyProblem("clickhouse.tls.verify", "no effect without TLS", "clickhouse.tls.verify", "false");
    onlyProblem(
        "clickhouse.tls.ca",
        "no effect while clickhouse.tls.verify is false",
        "clickhouse.tls",
        "true",
        "clickhouse.tls.verify",
        "false",
        "clickhouse.tls.ca",
        CA.certificatePem());
  }

  @Test
  void theKeyAppearsInNoTextNorLogNorRefusal() throws IOException {
    String secret = CLIENT.keyPem().lines().skip(1).findFirst().orElseThrow();
    PrintStream before = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    SinkConfig config;
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      config =
          new SinkConfig(
              properties(
                  "clickhouse.tls", "true",
                  "clickhouse.tls.cert", CLIENT.certificatePem(),
                  "clickhouse.tls.key", CLIENT.keyPem()));
    } finally {
      System.setErr(before);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8))
        .contains("clickhouse.tls.key")
        .doesNotContain(secret);
    assertThat(config.toString() + config.values()).doesNotContain(secret);
    assertThat(config.connectionOptions(config.hosts().get(0)).toString()).doesNotContain(secret);
    // A key that lost its first and last lines, and one that stands at the wrong option.
    for (String key : new String[] {"clickhouse.tls.key", "clickhouse.tls.ca"}) {
      for (String value : new String[] {secret, secret + "\n" + secret, CLIENT.keyPem()}) {
        assertThatThrownBy(() -> SinkConfig.quiet(with(key, value)))
            .isInstanceOf(ConfigException.class)
            .hasMessageNotContaining(secret);
      }
    }
  }

  @Test
  void validationConnectsWithTlsAndSaysWhichKeyMendsAFailure() throws IOException {
    try (HelloServer server = HelloServer.refusing(516, "no");
        TlsRelay relay =
            new TlsRelay(SERVER.serverContext(null), false, "127.0.0.1", server.port())) {
      Function<SinkConfig, List<Problem>> check = config -> new ConnectionCheck(config).problems();
      String host = "127.0.0.1:" + relay.port();
      assertThat(
              errors(
                  properties(
                      "clickhouse.hosts",
                      host,
                      "clickhouse.tls",
                      "true",
                      "clickhouse.tls.ca",
                      CA.certificatePem()),
                  check))
          .as("past TLS")
          .containsOnlyKeys("clickhouse.password");
      Map<String, List<String>> untrusted =
          errors(
              properties(
                  "clickhouse.hosts",
                  host,
                  "clickhouse.tls",
                  "true",
                  "clickhouse.tls.ca",
                  TestIdentity.authority("Other CA").certificatePem()),
              check);
      assertThat(untrusted).containsOnlyKeys("clickhouse.tls");
      assertThat(untrusted.get("clickhouse.tls"))
          .singleElement()
          .asString()
          .contains(host, "no authority that is trusted", "clickhouse.tls.*");
      Map<String, List<String>> plain = errors(properties("clickhouse.hosts", host), check);
      assertThat(plain.get("clickhouse.hosts")).singleElement().asString().contains("TLS");
    }
  }
}
