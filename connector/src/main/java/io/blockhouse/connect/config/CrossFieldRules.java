// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static io.blockhouse.connect.config.SinkConfigDef.BLOCK_MAX_BYTES_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.BUFFER_MAX_BYTES_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.CONNECT_TIMEOUT_MS_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.REQUEST_TIMEOUT_MS_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.RETRY_BACKOFF_MAX_MS_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.RETRY_BACKOFF_MS_CONFIG;
import static io.blockhouse.connect.config.SinkConfigDef.RETRY_TIMEOUT_MS_CONFIG;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rules that bind two keys. A rule is skipped when one of its keys has no valid value. */
final class CrossFieldRules {
  private final Map<String, ?> values;
  private final List<Problem> problems = new ArrayList<>();

  private CrossFieldRules(Map<String, ?> values) {
    this.values = values;
  }

  /** {@code values} are parsed; keys whose value was refused are left out. */
  static List<Problem> problems(Map<String, ?> values) {
    CrossFieldRules rules = new CrossFieldRules(values);
    rules.atLeast(
        BUFFER_MAX_BYTES_CONFIG,
        2,
        BLOCK_MAX_BYTES_CONFIG,
        "one block fills while another waits for its answer");
    rules.atLeast(
        REQUEST_TIMEOUT_MS_CONFIG,
        1,
        CONNECT_TIMEOUT_MS_CONFIG,
        "a request may have to connect first");
    rules.atLeast(
        RETRY_BACKOFF_MAX_MS_CONFIG,
        1,
        RETRY_BACKOFF_MS_CONFIG,
        "the wait between attempts grows from the one to the other");
    if (rules.has(RETRY_TIMEOUT_MS_CONFIG) && rules.number(RETRY_TIMEOUT_MS_CONFIG) > 0) {
      rules.atLeast(
          RETRY_TIMEOUT_MS_CONFIG,
          1,
          RETRY_BACKOFF_MS_CONFIG,
          "else the time is up before the first repetition; write 0 for no repetition, -1 for no"
              + " limit");
    }
    rules.problems.addAll(TlsKeys.problems(values));
    rules.problems.addAll(SchemaKeys.problems(values));
    rules.problems.addAll(DeliveryKeys.problems(values));
    rules.problems.addAll(ColumnRules.problems(values));
    return rules.problems;
  }

  private void atLeast(String key, long times, String other, String why) {
    if (!has(key) || !has(other)) {
      return;
    }
    // A double is exact enough for a comparison and cannot overflow.
    if ((double) number(key) < (double) times * number(other)) {
      String bound = times == 1 ? other : times + " x " + other;
      problems.add(
          new Problem(
              key,
              number(key)
                  + " is less than "
                  + bound
                  + " ("
                  + other
                  + " is "
                  + number(other)
                  + "): "
                  + why
                  + ". Raise "
                  + key
                  + " or lower "
                  + other));
    }
  }

  private boolean has(String key) {
    return values.get(key) != null;
  }

  private long number(String key) {
    return ((Number) values.get(key)).longValue();
  }
}
