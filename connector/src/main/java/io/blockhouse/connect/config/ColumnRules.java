// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.KafkaField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No column can be named for two things. */
final class ColumnRules {
  private ColumnRules() {}

  static List<Problem> problems(Map<String, ?> values) {
    List<Problem> problems = new ArrayList<>();
    Map<String, String> keyOfColumn = new HashMap<>();
    List<String> keys = new ArrayList<>(List.of(ValueKeys.VALUE_COLUMN_CONFIG));
    if (ChangeKeys.fillColumns(values)) {
      keys.add(ChangeKeys.FLAG_COLUMN_CONFIG);
      keys.add(ChangeKeys.VERSION_COLUMN_CONFIG);
    }
    for (KafkaField field : KafkaField.values()) {
      keys.add(ConversionOptions.keyOf(field));
    }
    for (String key : keys) {
      Object column = values.get(key);
      if (column != null && !column.toString().isEmpty()) {
        String other = keyOfColumn.putIfAbsent(column.toString(), key);
        if (other != null) {
          problems.add(
              new Problem(
                  key,
                  "column '" + column + "' is already taken by " + other + ". Name another one"));
        }
      }
    }
    return problems;
  }
}
