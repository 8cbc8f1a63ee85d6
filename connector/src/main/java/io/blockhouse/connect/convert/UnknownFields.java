// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What happens to record fields that no column takes, and to records without any that one takes.
 */
final class UnknownFields {
  /** Names told in one message. */
  private static final int MAX_NAMES = 10;

  private static final int MAX_NAME_CHARS = 100;

  private final String table;
  private final Set<String> columns = new HashSet<>();
  private final boolean fail;
  private final UnknownFieldListener listener;

  UnknownFields(TableSchema schema, boolean fail, UnknownFieldListener listener) {
    this.table = schema.id().toString();
    for (TableSchema.Column column : schema.columns()) {
      columns.add(column.name());
      String list = NestedColumns.listOf(column.name(), column.type());
      if (list != null) {
        columns.add(list);
      }
    }
    this.fail = fail;
    this.listener = listener;
  }

  String table() {
    return table;
  }

  /** The names of all columns of the table, and of the Nesteds that some are parts of. */
  Collection<String> columns() {
    return columns;
  }

  /** Whether a field that no column takes, and that shows its type, shall get a column first. */
  boolean wantsColumn(String field) {
    return listener.wantsColumn(field);
  }

  /**
   * Tells the listener of the unknown ones among the names; or throws as the options say.
   *
   * @throws NewFieldsException one of them shall get a column first
   */
  void check(Collection<String> names) {
    List<String> unknown = unknownAmong(names);
    if (unknown.stream().anyMatch(listener::wantsColumn)) {
      throw new NewFieldsException();
    }
    report(unknown, names.size());
  }

  /** The same for fields whose types their values show. */
  void check(Map<?, ?> fields) {
    List<String> unknown = unknownAmong(fields.keySet());
    for (String name : unknown) {
      if (listener.wantsColumn(name) && RecordField.showsType(fields.get(name))) {
        throw new NewFieldsException();
      }
    }
    report(unknown, fields.size());
  }

  /** The same for a record with so many fields, of which these are unknown. */
  void report(List<String> unknown, int fields) {
    if (unknown.size() == fields) {
      throw nothingKnown(fields == 0);
    }
    if (fail && !unknown.isEmpty()) {
      throw refused(unknown);
    }
    unknown.forEach(listener::unknownField);
  }

  private List<String> unknownAmong(Collection<?> names) {
    List<String> unknown = new ArrayList<>();
    for (Object name : names) {
      if (!columns.contains(name)) {
        unknown.add(String.valueOf(name));
      }
    }
    return unknown;
  }

  private ConversionException nothingKnown(boolean noFields) {
    return new ConversionException(
        (noFields ? "The record has no fields for " : "No field of the record is a column of ")
            + table
            + ". Check that its topic is routed to the right table; names are case-sensitive.");
  }

  private ConversionException refused(List<String> unknown) {
    StringBuilder names = new StringBuilder();
    for (String name : unknown.subList(0, Math.min(MAX_NAMES, unknown.size()))) {
      String shown = name.length() > MAX_NAME_CHARS ? name.substring(0, MAX_NAME_CHARS) : name;
      names.append(names.length() == 0 ? "`" : ", `").append(shown).append('`');
    }
    int more = unknown.size() - MAX_NAMES;
    return new ConversionException(
        "Table "
            + table
            + " has no column for record fields "
            + names
            + (more > 0 ? " and " + more + " more" : "")
            + ". Add the columns, drop the fields with a transform such as ReplaceField, or set"
            + " unknown.fields=ignore.");
  }
}
