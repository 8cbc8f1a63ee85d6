// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.connect.error.ConversionException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Reads which fields a record value has, before there is a table or a column for them. Slow beside
 * the plans, which is no matter: it is asked when a table changes.
 */
public final class RecordContent {
  private RecordContent() {}

  /**
   * The fields of a value that is taken field by field; of any other the one field that {@code
   * value.column} names, or none: fields of lines have no names.
   *
   * @throws ConversionException it is JSON text and malformed
   */
  public static List<RecordField> fields(
      Object value, Schema schema, ConversionOptions options, String table) {
    if (value instanceof Struct struct) {
      return struct.schema().fields().stream()
          .map(
              field ->
                  new RecordField(field.name(), field.schema(), StructFields.value(struct, field)))
          .toList();
    }
    if (value instanceof Map<?, ?> map) {
      return RecordField.of(map);
    }
    if (RowForms.isText(value) && options.valueFormat() == ValueFormat.JSON) {
      return RecordField.of(object(value, table));
    }
    boolean hasNoNames = RowForms.isText(value) && options.valueFormat().isDelimited();
    return hasNoNames || options.valueColumn().isEmpty()
        ? List.of()
        : List.of(new RecordField(options.valueColumn(), schema, value));
  }

  private static Map<?, ?> object(Object text, String table) {
    JsonInput input = new JsonInput(table);
    input.load(text);
    try {
      JsonParser json = input.open();
      JsonTokens.next(json);
      Map<?, ?> object = (Map<?, ?>) JsonTokens.read(json);
      input.close();
      return object;
    } catch (DuplicateFieldException e) {
      throw input.duplicate(e.getMessage());
    } catch (IOException e) {
      throw input.malformed();
    }
  }
}
