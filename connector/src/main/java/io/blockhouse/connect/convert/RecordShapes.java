// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;

/** Says what to do about record values that have no fields. */
final class RecordShapes {
  private RecordShapes() {}

  static ConversionException unusable(Object value, String table) {
    if (value == null) {
      return new ConversionException(
          "The record has no value (a tombstone), so it is no row of "
              + table
              + ". Set tombstones=ignore, or filter it with a transform.");
    }
    return new ConversionException(
        "A record value of source type "
            + SourceKind.describe(value, null)
            + " has no fields, so it is no row of "
            + table
            + ". Set value.converter to one that makes objects, such as"
            + " org.apache.kafka.connect.json.JsonConverter (with"
            + " value.converter.schemas.enable=false for plain JSON).");
  }
}
