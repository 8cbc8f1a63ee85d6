// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.config.KeyGroups.KeyGroup;
import io.blockhouse.connect.convert.UnavailableValue;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys for records that delete or change rows. */
final class ChangeKeys {
  static final String TOMBSTONES_CONFIG = "tombstones";
  static final String TOMBSTONES_DEFAULT = "ignore";
  private static final String TOMBSTONES_DOC =
      "What becomes of a record whose value is null: ignore skips it, fail refuses it, delete writes"
          + " a row that marks the delete: the key's fields fill the columns of their names (a key"
          + " without fields fills delete.key.column), delete.flag.column is 1, and other columns"
          + " take their defaults. With delete every other row gets 0 in delete.flag.column, and all"
          + " rows the record's offset in delete.version.column, which orders the changes of a key"
          + " as long as they stay in one partition of a topic that is not created anew. Needs a"
          + " table with ENGINE = ReplacingMergeTree(version, flag) over these columns, ordered by"
          + " the key, and SELECT ... FINAL to see only what is left. With cdc.format=debezium a"
          + " tombstone only repeats the delete event before it, so ignore and delete both skip it.";

  static final String FORMAT_CONFIG = "cdc.format";
  static final String FORMAT_DEFAULT = "none";
  private static final String FORMAT_DOC =
      "The form of change events. none: the value is the row. debezium: the value is Debezium's"
          + " envelope; op c, r and u write the row in after, and d writes the one in before (or the"
          + " key, where before is null) with 1 in delete.flag.column, null fields taking the type's"
          + " zero because before often holds the key alone. m (logical messages) is skipped, t"
          + " (truncate) is refused. Columns named by delete.flag.column and delete.version.column"
          + " are filled where the table has them; a delete for a table without the flag is refused."
          + " To see only the last state, use ENGINE = ReplacingMergeTree(version, flag) and SELECT"
          + " ... FINAL.";

  static final String VERSION_CONFIG = "cdc.version";
  static final String VERSION_DEFAULT = "source";
  private static final String VERSION_DOC =
      "What fills delete.version.column with cdc.format=debezium. source: the change's position in"
          + " the source's log, as one number, by the first of these that the event's source has:"
          + " lsn (PostgreSQL) as it is; commit_lsn, else change_lsn (SQL Server, Db2), its three"
          + " parts in 24, 24 and 16 bits; commit_scn, else scn (Oracle) as it is; file and pos"
          + " (MySQL, MariaDB), the number of the file times 2^32 plus pos; pos alone; the number of"
          + " the transaction in gtid; ts_ms. A record where it is null, or does not fit, is refused."
          + " The position takes all 64 bits, so of changes of one row with the same position the"
          + " one that is written last wins: that is the one with the higher offset, except between"
          + " rows that list different columns with a DEFAULT, which travel in different INSERTs."
          + " offset: the offset in the topic, which is never the same twice, and which is right also"
          + " after a failover to a server with another log; but not after the topic was created"
          + " anew.";

  static final String UNAVAILABLE_CONFIG = "cdc.unavailable.value";
  static final String UNAVAILABLE_DEFAULT = "fail";
  private static final String UNAVAILABLE_DOC =
      "What becomes of a change in which Debezium has its placeholder __debezium_unavailable_value"
          + " (as text, bytes or array) for the value of a column, with cdc.format=debezium."
          + " PostgreSQL leaves large values that an UPDATE did not touch out of its log, unless the"
          + " table has REPLICA IDENTITY FULL. A row of ReplacingMergeTree replaces the earlier one"
          + " as a whole, so neither the placeholder nor a DEFAULT may stand for the value. fail:"
          + " the record is refused; in a delete the placeholder counts as null. store: the"
          + " placeholder is stored. Fields that no column takes do not matter.";

  static final String FLAG_COLUMN_CONFIG = "delete.flag.column";
  static final String FLAG_COLUMN_DEFAULT = "is_deleted";
  private static final String FLAG_COLUMN_DOC =
      "The UInt8 column that marks deletes with tombstones=delete or cdc.format=debezium: 1 for a"
          + " delete, 0 else. A field of this name is not read.";

  static final String VERSION_COLUMN_CONFIG = "delete.version.column";
  static final String VERSION_COLUMN_DEFAULT = "_version";
  private static final String VERSION_COLUMN_DOC =
      "The UInt64 column that orders the changes of a row with tombstones=delete or"
          + " cdc.format=debezium. A field of this name is not read. Empty when the table's version"
          + " is a field of the rows themselves.";

  static final String KEY_COLUMN_CONFIG = "delete.key.column";
  static final String KEY_COLUMN_DEFAULT = "";
  private static final String KEY_COLUMN_DOC =
      "The column that a deleted record's key fills when the key is a text, a number or another"
          + " value without fields. Empty: such a record is refused.";

  private ChangeKeys() {}

  /** Whether the connector fills columns of its own for deletes and versions. */
  static boolean fillColumns(Map<String, ?> values) {
    return "delete".equals(values.get(TOMBSTONES_CONFIG))
        || "debezium".equals(values.get(FORMAT_CONFIG));
  }

  /** Outside of Debezium's envelopes a text that looks like the placeholder is a text. */
  static UnavailableValue unavailable(AbstractConfig config) {
    boolean refused =
        "debezium".equals(config.getString(FORMAT_CONFIG))
            && "fail".equals(config.getString(UNAVAILABLE_CONFIG));
    return refused ? UnavailableValue.FAIL : UnavailableValue.STORE;
  }

  static void define(KeyGroup group) {
    group
        .key(
            TOMBSTONES_CONFIG,
            Type.STRING,
            TOMBSTONES_DEFAULT,
            Choice.of("ignore", "fail", "delete"))
        .shown("Tombstones", Width.SHORT, Importance.MEDIUM, TOMBSTONES_DOC)
        .key(FORMAT_CONFIG, Type.STRING, FORMAT_DEFAULT, Choice.of("none", "debezium"))
        .shown("Form of change events", Width.SHORT, Importance.MEDIUM, FORMAT_DOC)
        .key(VERSION_CONFIG, Type.STRING, VERSION_DEFAULT, Choice.of("source", "offset"))
        .shown("Version of a change", Width.SHORT, Importance.LOW, VERSION_DOC)
        .key(UNAVAILABLE_CONFIG, Type.STRING, UNAVAILABLE_DEFAULT, Choice.of("fail", "store"))
        .shown("Values Debezium lacks", Width.SHORT, Importance.LOW, UNAVAILABLE_DOC)
        .key(FLAG_COLUMN_CONFIG, Type.STRING, FLAG_COLUMN_DEFAULT, new PlainText())
        .shown("Column that marks deletes", Width.MEDIUM, Importance.LOW, FLAG_COLUMN_DOC)
        .key(VERSION_COLUMN_CONFIG, Type.STRING, VERSION_COLUMN_DEFAULT, null)
        .shown("Column of versions", Width.MEDIUM, Importance.LOW, VERSION_COLUMN_DOC)
        .key(KEY_COLUMN_CONFIG, Type.STRING, KEY_COLUMN_DEFAULT, null)
        .shown("Column of keys", Width.MEDIUM, Importance.LOW, KEY_COLUMN_DOC);
  }
}
