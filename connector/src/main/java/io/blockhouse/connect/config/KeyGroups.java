// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Builds a {@link ConfigDef} group by group; numbers the keys and names each argument's place. */
final class KeyGroups {
  private final ConfigDef definition = new ConfigDef();

  KeyGroup group(String name) {
    return new KeyGroup(name);
  }

  ConfigDef definition() {
    return definition;
  }

  /** Keys that a user interface shows together, in the order in which they were added. */
  final class KeyGroup {
    private final String name;
    private int keys;

    private KeyGroup(String name) {
      this.name = name;
    }

    /** {@code validator} may be null; one that also recommends is used for both. */
    Key key(String key, Type type, Object defaultValue, Validator validator) {
      return (displayName, width, importance, doc) -> {
        definition.define(
            key,
            type,
            defaultValue,
            validator,
            importance,
            doc,
            name,
            ++keys,
            width,
            displayName,
            validator instanceof Recommender recommender ? recommender : null);
        return this;
      };
    }
  }

  /** A key that still lacks what the user sees of it. */
  interface Key {
    KeyGroup shown(String displayName, Width width, Importance importance, String doc);
  }
}
