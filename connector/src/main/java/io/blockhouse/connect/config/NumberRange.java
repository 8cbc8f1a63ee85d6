// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Accepts whole numbers from {@code min} to {@code max}. Unlike {@link ConfigDef.Range} it is
 * silent about a value that could not be read at all, so that the user gets one message, not two.
 */
record NumberRange(long min, long max) implements ConfigDef.Validator {
  static NumberRange atLeast(long min) {
    return new NumberRange(min, Long.MAX_VALUE);
  }

  static NumberRange between(long min, long max) {
    return new NumberRange(min, max);
  }

  @Override
  public void ensureValid(String name, Object value) {
    if (value == null) {
      return;
    }
    long number = ((Number) value).longValue();
    if (number < min || number > max) {
      throw new ConfigException(name + ": " + number + " is not allowed; it must be " + this);
    }
  }

  @Override
  public String toString() {
    return max == Long.MAX_VALUE ? "at least " + min : "from " + min + " to " + max;
  }
}
