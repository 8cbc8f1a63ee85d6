// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.VariantColumn;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.List;
import org.apache.kafka.connect.data.Schema;

/**
 * Variant: the member that fits the value best. Numbers, texts and times try the members in the
 * order of {@link MemberPrecedence} until one takes the value; objects and lists go to the one that
 * {@link MemberFit} says. Null is NULL.
 */
final class VariantAppender extends ValueAppender {
  private final VariantColumn column;
  private final ClickHouseType type;
  private final List<ClickHouseType> members;
  private final ValueAppender[] appenders;

  /** Of all values, or null: then each value's class decides. */
  private final Schema schema;

  /** By kind, the members in the order in which they are tried; made when first needed. */
  private final int[][] orders = new int[SourceKind.values().length][];

  /** One appender per member, all for values of the schema. */
  VariantAppender(VariantColumn column, ValueAppender[] appenders, Schema schema) {
    this.column = column;
    this.type = column.type();
    this.members = type.members();
    this.appenders = appenders;
    this.schema = schema;
  }

  @Override
  void append(Object value) {
    SourceKind kind = schema == null ? SourceKind.of(value) : SourceKind.of(schema);
    switch (kind) {
      case LIST, MAP, STRUCT, UNION -> appendComposite(value);
      default -> appendScalar(value, kind);
    }
  }

  private void appendComposite(Object value) {
    int best = -1;
    int bestFit = MemberFit.MISFIT;
    for (int i = 0; i < appenders.length; i++) {
      int fit = MemberFit.of(members.get(i), value, schema);
      // A tuple with just these names says more of an object than a map.
      boolean says = best >= 0 && members.get(i).family() == TypeFamily.TUPLE && isMap(best);
      if (fit < bestFit || fit == bestFit && says) {
        best = i;
        bestFit = fit;
      }
    }
    if (best < 0) {
      throw noMember();
    }
    column.mark(best);
    appenders[best].append(value);
  }

  private boolean isMap(int member) {
    return members.get(member).family() == TypeFamily.MAP;
  }

  /** What refuses such a value has appended nothing. */
  private void appendScalar(Object value, SourceKind kind) {
    int[] order = orders[kind.ordinal()];
    if (order == null) {
      order = MemberPrecedence.order(kind, members);
      orders[kind.ordinal()] = order;
    }
    Rejection first = null;
    for (int member : order) {
      try {
        appenders[member].append(value);
        column.mark(member);
        return;
      } catch (Rejection e) {
        first = first == null ? e : first;
      }
    }
    throw order.length == 1 ? first : noMember();
  }

  private Rejection noMember() {
    return new Rejection(
        type.name(),
        "no member of the type takes it",
        "Add a member that does, or correct the producer.");
  }

  @Override
  void appendNull() {
    column.appendNull();
  }

  /** Puts all values into one member. */
  static final class Member extends ValueAppender {
    private final VariantColumn column;
    private final int index;
    private final ValueAppender values;

    Member(VariantColumn column, int index, ValueAppender values) {
      this.column = column;
      this.index = index;
      this.values = values;
    }

    @Override
    void append(Object value) {
      column.mark(index);
      values.append(value);
    }

    @Override
    void appendNull() {
      column.appendNull();
    }
  }
}
