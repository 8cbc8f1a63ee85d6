// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts text that is not empty and holds no control character, which the server refuses. */
final class PlainText implements ConfigDef.Validator {
  @Override
  public void ensureValid(String name, Object value) {
    if (value == null) {
      return;
    }
    String text = (String) value;
    if (text.isEmpty()) {
      throw new ConfigException(name + ": must not be empty; leave the key out for its default");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new ConfigException(name + ": must not hold control characters such as line ends");
    }
  }

  @Override
  public String toString() {
    return "not empty";
  }
}
