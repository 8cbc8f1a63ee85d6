// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.config.KeyGroups.KeyGroup;
import io.blockhouse.connect.convert.ChangeColumns;
import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.KafkaField;
import io.blockhouse.connect.convert.TimestampUnit;
import io.blockhouse.connect.convert.ValueFormat;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys that say what record values are and which columns take what is not in the value. */
public final class ValueKeys {
  public static final String VALUE_FORMAT_CONFIG = "value.format";
  public static final String VALUE_FORMAT_DEFAULT = "auto";
  private static final String VALUE_FORMAT_DOC =
      "What a record value of text or bytes is, as StringConverter and ByteArrayConverter make it:"
          + " json is the text of one JSON object, whose members go to the columns of their names"
          + " (faster than JsonConverter, and exact for every number; a member that is there twice"
          + " refuses the record); csv and tsv are one line of ClickHouse's CSV or TabSeparated, with"
          + " a field for each column in the order of the table (without those that are"
          + " MATERIALIZED, ALIAS or EPHEMERAL and those of kafka.columns.* and delete.*), where"
          + " \\N is NULL and in CSV an empty field without quotes is as one that is absent; raw"
          + " goes untouched into one column, see value.column. With auto"
          + " such a value is refused unless value.column is set. Values with fields (Struct and"
          + " Map, as JsonConverter and AvroConverter make them) are taken field by field whatever"
          + " this says.";

  public static final String VALUE_COLUMN_CONFIG = "value.column";
  private static final String VALUE_COLUMN_DOC =
      "The column for values that are stored as a whole: raw text and bytes, and numbers, booleans,"
          + " times and lists that stand where an object is expected. The table's other columns get"
          + " their defaults. Without it, text and bytes go to the only String column without a"
          + " DEFAULT, numbers, booleans and times to the only column without a DEFAULT, lists"
          + " nowhere.";

  public static final String TIMESTAMP_UNIT_CONFIG = "timestamp.unit";
  public static final String TIMESTAMP_UNIT_DEFAULT = "column";
  private static final String TIMESTAMP_UNIT_DOC =
      "What a number counts from 1970 on when it meets a column of dates or times and no schema says"
          + " that it is a time: column is the column's own unit (days for Date, seconds for"
          + " DateTime, 10^-p seconds for DateTime64(p)); any other unit holds for all columns and"
          + " allows fractions. Digits finer than the column's are cut, never rounded up. Numbers"
          + " with a logical type of Connect or Debezium have their own unit. Numbers as text are"
          + " refused: whether 20240102 is a date or a number of seconds would be a guess.";

  private static final String KAFKA_COLUMN_DOC =
      " An empty name stores it nowhere. The column must exist in every table; a field of the value"
          + " with its name is left out.";

  private ValueKeys() {}

  static void define(KeyGroup group) {
    group
        .key(
            VALUE_FORMAT_CONFIG,
            Type.STRING,
            VALUE_FORMAT_DEFAULT,
            Choice.of(VALUE_FORMAT_DEFAULT, "json", "csv", "tsv", "raw"))
        .shown("Value format", Width.SHORT, Importance.HIGH, VALUE_FORMAT_DOC)
        .key(VALUE_COLUMN_CONFIG, Type.STRING, "", null)
        .shown("Column for whole values", Width.MEDIUM, Importance.MEDIUM, VALUE_COLUMN_DOC)
        .key(
            TIMESTAMP_UNIT_CONFIG,
            Type.STRING,
            TIMESTAMP_UNIT_DEFAULT,
            Choice.of(TIMESTAMP_UNIT_DEFAULT, "seconds", "millis", "micros", "nanos"))
        .shown("Unit of bare timestamps", Width.SHORT, Importance.MEDIUM, TIMESTAMP_UNIT_DOC);
  }

  static void defineKafkaColumns(KeyGroup group) {
    for (KafkaField field : KafkaField.values()) {
      group
          .key(ConversionOptions.keyOf(field), Type.STRING, "", null)
          .shown(
              "Column for the " + field.name().toLowerCase(Locale.ROOT),
              Width.MEDIUM,
              Importance.LOW,
              docOf(field) + KAFKA_COLUMN_DOC);
    }
  }

  private static String docOf(KafkaField field) {
    return switch (field) {
      case TOPIC -> "The column for the topic a record was read from, before any transform.";
      case PARTITION -> "The column for the partition a record was read from.";
      case OFFSET ->
          "The column for the record's offset. With topic and partition it identifies the record,"
              + " so it tells rows that were delivered twice apart from rows that are alike.";
      case TIMESTAMP ->
          "The column for the record's timestamp, an instant in milliseconds. A record without one"
              + " gets the column's default.";
      case KEY ->
          "The column for the record's key, converted like a field of the value; objects become"
              + " JSON text in a String column. A record without a key gets the column's default.";
      case HEADERS ->
          "The column for the record's headers as one object, JSON text in a String column; a name"
              + " that is there several times has the list of its values.";
    };
  }

  static ConversionOptions options(
      AbstractConfig config, boolean failOnUnknownFields, ChangeColumns changes) {
    return new ConversionOptions(
        config.getBoolean(SinkConfigDef.NULL_AS_DEFAULT_CONFIG),
        failOnUnknownFields,
        ValueFormat.valueOf(upper(config, VALUE_FORMAT_CONFIG)),
        config.getString(VALUE_COLUMN_CONFIG),
        TimestampUnit.valueOf(upper(config, TIMESTAMP_UNIT_CONFIG)),
        kafkaColumns(config),
        changes,
        ChangeKeys.unavailable(config));
  }

  private static String upper(AbstractConfig config, String key) {
    return config.getString(key).toUpperCase(Locale.ROOT);
  }

  private static Map<KafkaField, String> kafkaColumns(AbstractConfig config) {
    Map<KafkaField, String> columns = new EnumMap<>(KafkaField.class);
    for (KafkaField field : KafkaField.values()) {
      String column = config.getString(ConversionOptions.keyOf(field));
      if (!column.isEmpty()) {
        columns.put(field, column);
      }
    }
    return columns;
  }
}
