// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.QBitColumn;
import java.util.List;
import org.apache.kafka.connect.data.Schema;

/** QBit from lists of exactly as many numbers as it has dimensions. */
final class QBitAppender extends CompositeAppender {
  private final QBitColumn column;
  private final ValueAppender elements;
  private final Schema elementSchema;

  /** The schema, null when there is none, is only told in refusals. */
  QBitAppender(
      QBitColumn column, ValueAppender elements, Schema elementSchema, boolean nullAsDefault) {
    super(column.type(), nullAsDefault, null);
    this.column = column;
    this.elements = elements;
    this.elementSchema = elementSchema;
  }

  @Override
  void append(Object value) {
    if (!(value instanceof List<?> list)) {
      throw reject("only lists become vectors", "Send an array of numbers.");
    }
    if (list.size() != column.dimension()) {
      throw reject(
          "the list has another length than the type's " + column.dimension(),
          "Correct the producer.");
    }
    int index = 0;
    for (Object element : list) {
      try {
        appendPart(elements, element);
      } catch (Rejection e) {
        throw e.from(SourceKind.describe(element, elementSchema)).inElement(index);
      }
      index++;
    }
    column.endVector();
  }

  @Override
  void appendNull() {
    requireNullAsDefault();
    column.appendDefault();
  }
}
