// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The type that a value has in a Dynamic column. It depends on the kind, never on how large a
 * number is or what a text looks like, except where only a wider type holds the value: so that a
 * field's type does not change from record to record. Objects are JSON. A list is an Array of its
 * elements' type, or of Dynamic where they differ.
 */
final class DynamicTypes {
  private static final String JSON = "JSON";
  private static final String ARRAY_OF_DYNAMIC = "Array(Dynamic)";

  /** Of a list without values: nothing tells its type. */
  private static final String ARRAY_OF_NOTHING = "Array(Nullable(String))";

  private static final int MAX_SCALE = 76;

  /** Of lists in lists; each level is a type of its own, of which a column has few. */
  private static final int MAX_DEPTH = 32;

  private static final String DEEPEST = "Array(".repeat(MAX_DEPTH);

  private final ClickHouseType owner;

  /** Names made of names, so that a value costs no new one. */
  private final Map<String, String> arrays = new HashMap<>();

  private final String[] narrowDecimals = new String[39];
  private final String[] wideDecimals = new String[MAX_SCALE + 1];

  DynamicTypes(ClickHouseType owner) {
    this.owner = owner;
  }

  /** Null for a value that is null; the schema is null when there is none. */
  String of(Object value, Schema schema) {
    if (value == null) {
      return null;
    }
    SourceKind kind = schema == null ? SourceKind.of(value) : SourceKind.of(schema);
    return switch (kind) {
      case INT8, INT16, INT32, INT64 -> "Int64";
      case FLOAT32, FLOAT64 -> "Float64";
      case BOOLEAN -> "Bool";
      case STRING, BYTES -> "String";
      case BIG_INTEGER -> integer((BigInteger) value);
      case DECIMAL -> decimal((BigDecimal) value);
      case VARIABLE_DECIMAL -> decimal(VariableDecimal.of((Struct) value));
      case DATE, EPOCH_DAYS -> "Date32";
      case TIMESTAMP, EPOCH_MILLIS -> "DateTime64(3, 'UTC')";
      case EPOCH_MICROS -> "DateTime64(6, 'UTC')";
      case EPOCH_NANOS -> "DateTime64(9, 'UTC')";
      case TIME_OF_DAY, TIME_MILLIS -> "Time64(3)";
      case TIME_MICROS -> "Time64(6)";
      case TIME_NANOS -> "Time64(9)";
      case MAP, STRUCT -> JSON;
      case LIST -> array((List<?>) value, schema == null ? null : schema.valueSchema());
      case UNION -> branch((Struct) value);
      case OTHER -> throw refuse("there is no conversion between the two types");
    };
  }

  private String branch(Struct union) {
    Field branch = UnionStructs.branch(union);
    return branch == null ? null : of(StructFields.value(union, branch), branch.schema());
  }

  private String integer(BigInteger value) {
    int bits = value.bitLength();
    boolean positive = value.signum() >= 0;
    if (bits < 64) {
      return "Int64";
    } else if (bits == 64 && positive) {
      return "UInt64";
    } else if (bits < 128) {
      return "Int128";
    } else if (bits == 128 && positive) {
      return "UInt128";
    } else if (bits < 256) {
      return "Int256";
    } else if (bits == 256 && positive) {
      return "UInt256";
    }
    throw refuse("out of range of the widest integers");
  }

  private String decimal(BigDecimal value) {
    int scale = Math.max(0, value.scale());
    long whole = (long) value.precision() - value.scale();
    if (scale > MAX_SCALE || whole + scale > MAX_SCALE) {
      throw refuse("the decimal has more than " + MAX_SCALE + " digits");
    }
    if (scale < narrowDecimals.length && whole + scale < narrowDecimals.length) {
      return name(narrowDecimals, 38, scale);
    }
    return name(wideDecimals, MAX_SCALE, scale);
  }

  private static String name(String[] names, int precision, int scale) {
    if (names[scale] == null) {
      names[scale] = "Decimal(" + precision + ", " + scale + ")";
    }
    return names[scale];
  }

  private String array(List<?> list, Schema elementSchema) {
    String type = null;
    boolean nulls = false;
    for (Object element : list) {
      String elementType = of(element, elementSchema);
      if (elementType == null) {
        nulls = true;
      } else if (type == null) {
        type = elementType;
      } else if (!type.equals(elementType)) {
        return ARRAY_OF_DYNAMIC;
      }
    }
    if (type == null) {
      return ARRAY_OF_NOTHING;
    }
    if (type.startsWith(DEEPEST)) {
      throw refuse("its lists are nested more than " + MAX_DEPTH + " levels deep");
    }
    boolean composite = type.equals(JSON) || type.startsWith("Array(");
    if (composite && nulls) {
      return ARRAY_OF_DYNAMIC;
    }
    String array = arrays.get(type);
    if (array == null) {
      array = composite ? "Array(" + type + ")" : "Array(Nullable(" + type + "))";
      arrays.put(type, array);
    }
    return array;
  }

  private Rejection refuse(String reason) {
    return new Rejection(
        owner.name(), reason, "Use a String column, or convert the field with a transform.");
  }
}
