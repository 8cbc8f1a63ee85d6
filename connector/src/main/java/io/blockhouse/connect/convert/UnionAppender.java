// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Union structs: the branch that has a value decides, as if that value had been sent alone. */
final class UnionAppender extends ValueAppender {
  private final ValueAppender[] branches;

  /** One appender per field of the union, each into the same column. */
  UnionAppender(ValueAppender[] branches) {
    this.branches = branches;
  }

  @Override
  void append(Object value) {
    Struct union = (Struct) value;
    Field branch = UnionStructs.branch(union);
    if (branch == null) {
      appendNull();
      return;
    }
    Schema schema = branch.schema();
    Object branchValue = StructFields.value(union, branch);
    try {
      branches[branch.index()].append(branchValue);
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(branchValue, schema));
    }
  }

  @Override
  void appendNull() {
    branches[0].appendNull();
  }
}
