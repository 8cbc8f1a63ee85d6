// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.config.KeyGroups.KeyGroup;
import io.blockhouse.connect.table.TableRouter;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys that say which table a record goes to. */
final class RoutingKeys {
  static final String MAP_CONFIG = "topic.to.table.map";
  static final String MAP_DEFAULT = "";
  private static final String MAP_DOC =
      "Tables for topics, as a comma-separated list of topic=table or topic=database.table. Goes"
          + " before topic.to.table.regex and table.name.format. A table is written as for"
          + " table.name.format, without quotes.";

  static final String REGEX_CONFIG = "topic.to.table.regex";
  static final String REGEX_DEFAULT = "";
  private static final String REGEX_DOC =
      "Tables for topics by pattern, as a comma-separated list of regex=table or"
          + " regex=database.table. The first of Java's regular expressions that matches the whole"
          + " name of the topic decides; a topic that none matches goes by table.name.format. A table"
          + " is written as for table.name.format, and may also hold $1, or ${1} before a digit, for"
          + " what a group captured: (\\w+)\\.(\\w+)=$1.$2 takes the part before the dot as the"
          + " database. A comma parts entries, so write one that belongs to a regex as \\x2C; of"
          + " several '=' the last parts the regex from the table.";

  static final String FORMAT_CONFIG = "table.name.format";
  static final String FORMAT_DEFAULT = "${topic}";
  private static final String FORMAT_DOC =
      "The table of every topic that neither topic.to.table.map nor topic.to.table.regex names, as"
          + " table or database.table. ${topic} stands for the topic's name after all transforms,"
          + " ${header:NAME} for a header, ${field:path} for a field of the value (parts of the path"
          + " are parted by dots; with cdc.format=debezium it begins at the envelope, as in"
          + " ${field:source.table}), $$ for a dollar sign. The first dot that is written here parts"
          + " the database from the table; a dot that comes out of a placeholder is part of the"
          + " name. A record that lacks the header or field, or has an empty one, is refused. Headers"
          + " and fields must be text, integers or booleans; set header.converter to"
          + " org.apache.kafka.connect.storage.StringConverter, because Connect's default takes text"
          + " for numbers and dates. Each value is a table of its own, whose name logs and errors"
          + " show, so use only fields with few values.";

  private RoutingKeys() {}

  static void define(KeyGroup group) {
    group
        .key(
            MAP_CONFIG,
            Type.LIST,
            MAP_DEFAULT,
            Syntax.ofList("topic=table or topic=database.table", TableRouter::checkMap))
        .shown("Tables for topics", Width.LONG, Importance.MEDIUM, MAP_DOC)
        .key(
            REGEX_CONFIG,
            Type.LIST,
            REGEX_DEFAULT,
            Syntax.ofList("regex=table or regex=database.table", TableRouter::checkPatterns))
        .shown("Tables for patterns of topics", Width.LONG, Importance.MEDIUM, REGEX_DOC)
        .key(
            FORMAT_CONFIG,
            Type.STRING,
            FORMAT_DEFAULT,
            Syntax.ofText("table or database.table", TableRouter::checkFormat))
        .shown("Table of other topics", Width.LONG, Importance.MEDIUM, FORMAT_DOC);
  }
}
