// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.table.TopicRouter;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts what {@link TopicRouter#parse} can read. */
final class TableMap implements ConfigDef.Validator {
  @Override
  public void ensureValid(String name, Object value) {
    if (value == null) {
      return;
    }
    List<String> entries = ((List<?>) value).stream().map(String.class::cast).toList();
    try {
      TopicRouter.parse(entries, "any");
    } catch (IllegalArgumentException e) {
      throw new ConfigException(name + ": " + e.getMessage());
    }
  }

  @Override
  public String toString() {
    return "topic=table or topic=database.table";
  }
}
