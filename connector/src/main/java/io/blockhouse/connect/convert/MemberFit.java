// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * How well objects and lists fit types, where a Variant has several that may take them: as well as
 * the part that fits worst. Says what a value looks like, not that every part of it is in range.
 */
final class MemberFit {
  static final int MISFIT = Integer.MAX_VALUE;

  /** JSON takes every object, so it is what is left when nothing says more of the value. */
  private static final int JSON = 20;

  /** A member that the type has not would be lost. */
  private static final int UNKNOWN_MEMBER = 40;

  private MemberFit() {}

  /** The less, the better; the schema is null when there is none. */
  static int of(ClickHouseType type, Object value, Schema schema) {
    if (value == null) {
      return takesNull(type) ? 0 : MISFIT;
    }
    SourceKind kind = schema == null ? SourceKind.of(value) : SourceKind.of(schema);
    ClickHouseType plain = MemberPrecedence.plain(type);
    return switch (kind) {
      case LIST -> ofList(plain, (List<?>) value, schema == null ? null : schema.valueSchema());
      case MAP -> ofMap(plain, (Map<?, ?>) value, schema);
      case STRUCT -> ofStruct(plain, (Struct) value);
      case UNION -> ofUnion(type, (Struct) value);
      default -> ofScalar(kind, plain);
    };
  }

  private static boolean takesNull(ClickHouseType type) {
    return switch (type.family()) {
      case NULLABLE, VARIANT, DYNAMIC, ARRAY, MAP, NESTED -> true;
      case LOW_CARDINALITY -> type.element().family() == TypeFamily.NULLABLE;
      default -> false;
    };
  }

  private static int ofScalar(SourceKind kind, ClickHouseType type) {
    return switch (type.family()) {
      case VARIANT, DYNAMIC -> MemberPrecedence.TEXT - 1;
      case ARRAY, NESTED, MAP, TUPLE, POINT, RING, LINE_STRING -> MISFIT;
      case MULTI_LINE_STRING, POLYGON, MULTI_POLYGON, GEOMETRY, QBIT -> MISFIT;
      default -> {
        int precedence = MemberPrecedence.of(kind, type);
        // A text may be a number or a time, but first of all it is a text.
        boolean parsed = isText(kind) && !isText(type.family());
        yield parsed ? MemberPrecedence.OTHER + precedence : precedence;
      }
    };
  }

  private static boolean isText(SourceKind kind) {
    return kind == SourceKind.STRING || kind == SourceKind.BYTES;
  }

  private static boolean isText(TypeFamily family) {
    return family == TypeFamily.STRING || family == TypeFamily.FIXED_STRING;
  }

  private static int ofUnion(ClickHouseType type, Struct union) {
    Field branch = UnionStructs.branch(union);
    return branch == null
        ? of(type, null, null)
        : of(type, StructFields.value(union, branch), branch.schema());
  }

  private static int ofList(ClickHouseType type, List<?> list, Schema elementSchema) {
    return switch (type.family()) {
      case ARRAY, NESTED, RING, LINE_STRING, MULTI_LINE_STRING, POLYGON, MULTI_POLYGON -> {
        int worst = 0;
        for (Object element : list) {
          worst = Math.max(worst, of(type.element(), element, elementSchema));
        }
        yield worst;
      }
      case QBIT -> list.size() == type.dimension() ? ofElements(type, list, elementSchema) : MISFIT;
      case TUPLE, POINT -> ofElements(type.elements(), list, elementSchema);
      case VARIANT, DYNAMIC -> MemberPrecedence.TEXT - 1;
      case STRING, FIXED_STRING -> MemberPrecedence.OTHER;
      default -> MISFIT;
    };
  }

  private static int ofElements(ClickHouseType vector, List<?> list, Schema elementSchema) {
    int worst = 0;
    for (Object element : list) {
      worst = Math.max(worst, of(vector.element(), element, elementSchema));
    }
    return worst;
  }

  private static int ofElements(List<ClickHouseType> types, List<?> list, Schema elementSchema) {
    if (list.size() > types.size()) {
      return MISFIT;
    }
    int worst = 0;
    for (int i = 0; i < types.size(); i++) {
      Object element = i < list.size() ? list.get(i) : null;
      worst = Math.max(worst, of(types.get(i), element, elementSchema));
    }
    return worst;
  }

  private static int ofMap(ClickHouseType type, Map<?, ?> map, Schema schema) {
    Schema valueSchema = schema == null ? null : schema.valueSchema();
    switch (type.family()) {
      case MAP -> {
        int worst = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          worst = Math.max(worst, of(type.key(), entry.getKey(), null));
          worst = Math.max(worst, of(type.value(), entry.getValue(), valueSchema));
        }
        return worst;
      }
      case TUPLE -> {
        if (type.elementNames().isEmpty()) {
          return MISFIT;
        }
        int worst = 0;
        int known = 0;
        for (int i = 0; i < type.elements().size(); i++) {
          Object part = map.get(type.elementNames().get(i));
          known += map.containsKey(type.elementNames().get(i)) ? 1 : 0;
          worst = Math.max(worst, of(type.elements().get(i), part, valueSchema));
        }
        return Math.max(worst, known < map.size() ? UNKNOWN_MEMBER : 0);
      }
      default -> {
        return ofObject(type, map.get("type"));
      }
    }
  }

  private static int ofStruct(ClickHouseType type, Struct struct) {
    List<Field> fields = struct.schema().fields();
    switch (type.family()) {
      case MAP -> {
        int worst = 0;
        for (Field field : fields) {
          worst = Math.max(worst, of(type.key(), field.name(), null));
          Object part = StructFields.value(struct, field);
          worst = Math.max(worst, of(type.value(), part, field.schema()));
        }
        return worst;
      }
      case TUPLE -> {
        if (type.elementNames().isEmpty()) {
          return MISFIT;
        }
        int worst = 0;
        int known = 0;
        for (int i = 0; i < type.elements().size(); i++) {
          Field field = struct.schema().field(type.elementNames().get(i));
          known += field == null ? 0 : 1;
          Object part = field == null ? null : StructFields.value(struct, field);
          Schema partSchema = field == null ? null : field.schema();
          worst = Math.max(worst, of(type.elements().get(i), part, partSchema));
        }
        return Math.max(worst, known < fields.size() ? UNKNOWN_MEMBER : 0);
      }
      default -> {
        Field name = struct.schema().field("type");
        return ofObject(type, name == null ? null : StructFields.value(struct, name));
      }
    }
  }

  /** The member "type" is what makes an object one of GeoJSON. */
  private static int ofObject(ClickHouseType type, Object geoName) {
    return switch (type.family()) {
      case JSON -> JSON;
      case VARIANT, DYNAMIC -> MemberPrecedence.TEXT - 1;
      case STRING, FIXED_STRING -> MemberPrecedence.OTHER;
      default -> GeoJson.takes(type.family(), geoName) ? 0 : MISFIT;
    };
  }
}
