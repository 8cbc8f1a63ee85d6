// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import io.blockhouse.connect.convert.ObjectFields;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Debezium's envelope, as Struct or Map: {@code op} says what happened, {@code after} and {@code
 * before} hold the row, {@code source} the position of the change in the database's own log. c, r
 * and u give {@code after}; d gives {@code before}, or the key where there is none, as a delete; m
 * (a logical message) means no row; t (truncate) is refused, because leaving it out would keep rows
 * that the source no longer has.
 */
public final class DebeziumShape implements RecordShape {
  private final Tombstones tombstones;
  private final KeyRow keyRow;
  private final ToLongFunction<SinkRecord> version;
  private final RowSource row = new RowSource();

  /**
   * A shape whose versions are positions in the source's log.
   *
   * @param keyColumn takes keys that are no objects; empty for none
   */
  public static DebeziumShape versionedBySource(Tombstones tombstones, String keyColumn) {
    return new DebeziumShape(tombstones, keyColumn, new SourceVersion());
  }

  /** A shape whose versions are offsets of the topic. */
  public static DebeziumShape versionedByOffset(Tombstones tombstones, String keyColumn) {
    return new DebeziumShape(tombstones, keyColumn, SinkRecord::originalKafkaOffset);
  }

  private DebeziumShape(
      Tombstones tombstones, String keyColumn, ToLongFunction<SinkRecord> version) {
    this.tombstones = tombstones;
    this.keyRow = new KeyRow(keyColumn);
    this.version = version;
  }

  @Override
  public RowSource read(SinkRecord record) {
    Object envelope = record.value();
    if (envelope == null) {
      // It follows a delete event that has said the same, with a position.
      if (tombstones == Tombstones.FAIL) {
        throw PlainShape.refused();
      }
      return null;
    }
    if (ObjectFields.get(envelope, "op") instanceof String op) {
      switch (op) {
        case "c", "r", "u":
          return row.row(record, after(envelope), version);
        case "d":
          Object before = ObjectFields.get(envelope, "before");
          return row.delete(record, before == null ? keyRow.of(record) : before, version);
        case "m":
          return null;
        case "t":
          throw truncated();
        default:
          break;
      }
    }
    throw noEnvelope();
  }

  private static Object after(Object envelope) {
    Object after = ObjectFields.get(envelope, "after");
    if (after == null) {
      throw new ConversionException(
          "The Debezium event is a change without `after`, so it has no row. Check transforms that"
              + " remove fields, and column filters of the source connector.");
    }
    return after;
  }

  private static ConversionException truncated() {
    return new ConversionException(
        "The Debezium event says that the source table was truncated, which the connector does not"
            + " do for you. Empty the ClickHouse table yourself if it is to follow, and keep such"
            + " events out of the topic with skipped.operations=t in the source connector.");
  }

  private static ConversionException noEnvelope() {
    return new ConversionException(
        "The record is no Debezium envelope: it has no field `op` of c, r, u, d, t or m. If a"
            + " transform has unwrapped it already, set cdc.format=none; if each message holds"
            + " `schema` and `payload`, set value.converter.schemas.enable=true.");
  }
}
