// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/**
 * What was compiled for a record schema. Converters hand out the same Schema object again and
 * again, so the last few are compared by identity; equal schemas that are other objects meet in a
 * map, whose deep hash is paid only then. Bounded: a topic can carry any number of schemas.
 */
final class SchemaCache<P> {
  /** A topic in the middle of an upgrade carries two or three versions at once. */
  private static final int RECENT = 4;

  /** Emptied when full: whoever has so many schemas has no stable few to keep. */
  private static final int MAX_SCHEMAS = 64;

  private final Function<Schema, P> compiler;
  private final Map<Schema, P> compiled = new HashMap<>();
  private final Schema[] recent = new Schema[RECENT];
  private final Object[] recentCompiled = new Object[RECENT];
  private int oldest;

  SchemaCache(Function<Schema, P> compiler) {
    this.compiler = compiler;
  }

  @SuppressWarnings("unchecked") // only P is stored
  P get(Schema schema) {
    for (int i = 0; i < RECENT; i++) {
      if (recent[i] == schema) {
        return (P) recentCompiled[i];
      }
    }
    P found = compiled.get(schema);
    if (found == null) {
      if (compiled.size() >= MAX_SCHEMAS) {
        compiled.clear();
      }
      found = compiler.apply(schema);
      compiled.put(schema, found);
    }
    recent[oldest] = schema;
    recentCompiled[oldest] = found;
    oldest = (oldest + 1) % RECENT;
    return found;
  }
}
