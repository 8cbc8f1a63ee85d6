// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts a list of at least one {@link HostPort}. */
final class HostList implements ConfigDef.Validator {
  @Override
  public void ensureValid(String name, Object value) {
    if (value == null) {
      return; // ConfigDef has already said that the key is missing
    }
    List<?> entries = (List<?>) value;
    if (entries.isEmpty()) {
      throw new ConfigException(name + ": name at least one server as host or host:port");
    }
    for (Object entry : entries) {
      try {
        HostPort.parse((String) entry, HostPort.DEFAULT_PORT); // with TLS another, no less valid
      } catch (IllegalArgumentException e) {
        throw new ConfigException(name + ": " + e.getMessage());
      }
    }
  }

  @Override
  public String toString() {
    return "host or host:port, IPv6 as [address]:port";
  }
}
