// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.config.KeyGroups.KeyGroup;
import io.blockhouse.connect.schema.SchemaOptions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys that say what may be done to tables. */
public final class SchemaKeys {
  public static final String EVOLUTION_CONFIG = "schema.evolution";
  private static final String NONE = "none";
  private static final String ADD = "add";
  private static final String EVOLUTION_DOC =
      "What becomes of a table when a record has a field that no column takes: with none nothing,"
          + " and unknown.fields says what becomes of the field; with add a column is added before"
          + " the record's row is sent (ALTER TABLE ... ADD COLUMN IF NOT EXISTS, once per new"
          + " schema, logged), whatever unknown.fields says. Columns are never dropped or changed."
          + " The type follows from the field's schema: integers, floats, booleans and text as they"
          + " are, Decimal as Decimal, dates as Date32, timestamps as DateTime64 in UTC, arrays as"
          + " Array, maps as Map, structs as String holding JSON text. Without a schema the first"
          + " value that is not null decides: Int64, Float64, Bool, String, Array of one kind, and"
          + " String holding JSON text for objects. New columns are Nullable, except Array and Map."
          + " The user needs ALTER ADD COLUMN on the table.";

  public static final String CREATE_CONFIG = "table.create";
  private static final String AUTO = "auto";
  private static final String CREATE_DOC =
      "What becomes of records whose table does not exist: with none they wait until somebody"
          + " creates it; with auto it is created from the first record (CREATE TABLE IF NOT EXISTS,"
          + " logged), with the types that schema.evolution names and the columns of"
          + " kafka.columns.*. Columns are Nullable where the schema says optional or there is no"
          + " schema, except those named by table.create.order.by, .partition.by and .engine. The"
          + " database must exist. The user needs CREATE TABLE on it.";

  public static final String ENGINE_CONFIG = "table.create.engine";
  public static final String ENGINE_DEFAULT = "MergeTree";
  private static final String ENGINE_DOC =
      "The engine of created tables, with its arguments, as in ENGINE = ...";

  public static final String ORDER_BY_CONFIG = "table.create.order.by";
  private static final String ORDER_BY_DOC =
      "The sorting key of created tables: fields or expressions, comma-separated, as in ORDER BY"
          + " (...); put names with other characters than letters, digits and underscores in"
          + " backticks. Every created table must have these fields. Without it a MergeTree table is"
          + " created with ORDER BY tuple(), so unsorted.";

  public static final String PARTITION_BY_CONFIG = "table.create.partition.by";
  private static final String PARTITION_BY_DOC =
      "The partition key of created tables, as in PARTITION BY ..., such as toYYYYMM(created)."
          + " Without it a table has one partition.";

  public static final String SETTINGS_CONFIG = "table.create.settings";
  private static final String SETTINGS_DOC =
      "Settings of created tables, comma-separated, as in SETTINGS ..., such as"
          + " non_replicated_deduplication_window = 1000, with which a batch that is sent again is"
          + " not stored again. Unless they are given, that with 10000 is used with"
          + " delivery.guarantee=exactly-once.";

  private SchemaKeys() {}

  static void define(KeyGroup group) {
    group
        .key(EVOLUTION_CONFIG, Type.STRING, NONE, Choice.of(NONE, ADD))
        .shown("Schema evolution", Width.SHORT, Importance.MEDIUM, EVOLUTION_DOC)
        .key(CREATE_CONFIG, Type.STRING, NONE, Choice.of(NONE, AUTO))
        .shown("Create tables", Width.SHORT, Importance.MEDIUM, CREATE_DOC)
        .key(ENGINE_CONFIG, Type.STRING, ENGINE_DEFAULT, new PlainText())
        .shown("Engine", Width.LONG, Importance.LOW, ENGINE_DOC)
        .key(ORDER_BY_CONFIG, Type.STRING, "", null)
        .shown("Sorting key", Width.LONG, Importance.MEDIUM, ORDER_BY_DOC)
        .key(PARTITION_BY_CONFIG, Type.STRING, "", null)
        .shown("Partition key", Width.LONG, Importance.LOW, PARTITION_BY_DOC)
        .key(SETTINGS_CONFIG, Type.STRING, "", null)
        .shown("Table settings", Width.LONG, Importance.LOW, SETTINGS_DOC);
  }

  static List<Problem> problems(Map<String, ?> values) {
    return NONE.equals(values.get(CREATE_CONFIG))
        ? UnusedKeys.problems(
            values,
            Map.of(
                ENGINE_CONFIG,
                ENGINE_DEFAULT,
                ORDER_BY_CONFIG,
                "",
                PARTITION_BY_CONFIG,
                "",
                SETTINGS_CONFIG,
                ""),
            CREATE_CONFIG + "=" + AUTO)
        : List.of();
  }

  /** {@code defaultSettings} are those of created tables for which none are given. */
  static SchemaOptions options(AbstractConfig config, String defaultSettings) {
    String settings = config.getString(SETTINGS_CONFIG).strip();
    return new SchemaOptions(
        ADD.equals(config.getString(EVOLUTION_CONFIG)),
        AUTO.equals(config.getString(CREATE_CONFIG)),
        config.getString(ENGINE_CONFIG).strip(),
        config.getString(ORDER_BY_CONFIG).strip(),
        config.getString(PARTITION_BY_CONFIG).strip(),
        settings.isEmpty() ? defaultSettings : settings);
  }
}
