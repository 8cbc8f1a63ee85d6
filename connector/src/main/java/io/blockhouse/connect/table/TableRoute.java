// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Where the records of one topic go. Either one table, or one for each combination of the values
 * that the name takes from records: a tree with one level per such value, so that a combination met
 * before costs a lookup per value and no text.
 */
final class TableRoute {
  /** Combinations remembered; emptied when full: a field may hold anything. */
  private static final int MAX_KNOWN = 10_000;

  private final List<Object> database;
  private final List<Object> table;
  private final RecordText[] sources;

  /** Null when the name depends on the record. */
  private final TableId fixedTable;

  private Node root = new Node();
  private int nodes;

  private static final class Node {
    Map<Object, Node> next;
    TableId table;
  }

  private TableRoute(List<Object> database, List<Object> table) {
    this.database = database;
    this.table = table;
    List<RecordText> found = new ArrayList<>();
    collect(database, found);
    collect(table, found);
    this.sources = found.toArray(RecordText[]::new);
    this.fixedTable = sources.length == 0 ? resolve(null) : null;
  }

  /** Parts are Strings and RecordTexts. */
  static TableRoute of(List<Object> database, List<Object> table) {
    return new TableRoute(database, table);
  }

  private static void collect(List<Object> parts, List<RecordText> found) {
    for (Object part : parts) {
      if (part instanceof RecordText source && !found.contains(source)) {
        found.add(source);
      }
    }
  }

  /** The table of all records of the topic; null when it depends on the record. */
  TableId fixedTable() {
    return fixedTable;
  }

  TableId table(SinkRecord record) {
    if (fixedTable != null) {
      return fixedTable;
    }
    if (nodes >= MAX_KNOWN) {
      root = new Node();
      nodes = 0;
    }
    Node node = root;
    for (RecordText source : sources) {
      node = child(node, source.value(record));
    }
    if (node.table == null) {
      node.table = resolve(record);
    }
    return node.table;
  }

  private Node child(Node node, Object value) {
    if (node.next == null) {
      node.next = new HashMap<>();
    }
    Node child = node.next.get(value);
    if (child == null) {
      child = new Node();
      node.next.put(value, child);
      nodes++;
    }
    return child;
  }

  private TableId resolve(SinkRecord record) {
    return new TableId(join(database, record), join(table, record));
  }

  private static String join(List<Object> parts, SinkRecord record) {
    StringBuilder name = new StringBuilder();
    for (Object part : parts) {
      name.append(part instanceof RecordText source ? source.value(record) : part);
    }
    return name.toString();
  }
}
