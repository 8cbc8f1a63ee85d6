// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The members of an Enum. The server stores any number it is sent, and fails later SELECTs when it
 * is none of these (code 691): whoever writes numbers asks {@link #contains} first.
 */
public final class EnumMembers {
  private final Map<String, Integer> valuesByLabel;
  private final Map<Integer, String> labelsByValue;

  EnumMembers(Map<String, Integer> valuesByLabel) {
    this.valuesByLabel = Collections.unmodifiableMap(new LinkedHashMap<>(valuesByLabel));
    this.labelsByValue = new HashMap<>();
    this.valuesByLabel.forEach((label, value) -> labelsByValue.put(value, label));
  }

  /** Whether a member has this number. */
  public boolean contains(int value) {
    return labelsByValue.containsKey(value);
  }

  /** The label of a number, unescaped; empty when no member has it. */
  public Optional<String> label(int value) {
    return Optional.ofNullable(labelsByValue.get(value));
  }

  /** The number of an exact label; empty when no member has it. */
  public OptionalInt value(String label) {
    Integer value = valuesByLabel.get(label);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** The lowest number: what the server fills in where there is no value. */
  public int lowest() {
    return Collections.min(valuesByLabel.values());
  }

  /** All labels in the order of the type name, unescaped. */
  public Collection<String> labels() {
    return valuesByLabel.keySet();
  }
}
