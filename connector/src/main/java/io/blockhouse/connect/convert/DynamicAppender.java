// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.DynamicColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** Dynamic: values of the type that {@link DynamicTypes} gives them; null is NULL. */
final class DynamicAppender extends ValueAppender {
  /** As many as the column can number. */
  private static final int MAX_TYPES = 255;

  private final DynamicColumn column;
  private final Schema schema;
  private final DynamicTypes types;
  private final Function<ColumnWriter, ValueAppender> compiler;
  private final Map<String, Member> members = new HashMap<>();

  private record Member(int index, ValueAppender values) {}

  /** The compiler makes appenders for values of the schema, which is null when there is none. */
  DynamicAppender(
      DynamicColumn column, Schema schema, Function<ColumnWriter, ValueAppender> compiler) {
    this.column = column;
    this.schema = schema;
    this.types = new DynamicTypes(column.type());
    this.compiler = compiler;
  }

  @Override
  void append(Object value) {
    String name = types.of(value, schema);
    if (name == null) {
      column.appendNull();
      return;
    }
    Member member = members.get(name);
    if (member == null) {
      member = register(name);
    }
    column.mark(member.index);
    member.values.append(value);
  }

  private Member register(String name) {
    if (members.size() >= MAX_TYPES || column.memberCount() >= MAX_TYPES) {
      throw new Rejection(
          column.type().name(),
          "the column has had values of " + MAX_TYPES + " types already",
          "Use a String or JSON column.");
    }
    int index = column.register(ClickHouseType.parse(column.name(), name));
    Member member = new Member(index, compiler.apply(column.member(index)));
    members.put(name, member);
    return member;
  }

  @Override
  void appendNull() {
    column.appendNull();
  }
}
