// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The encoding in the plainest words: whole columns from lists of values, no marks, no buffers.
 * Values are String, byte[] for fixed widths, null, List for arrays, tuples, vectors and map
 * entries, and {@link Choice}.
 */
final class ReferenceEncoder {
  /** A value of a Variant or Dynamic, with the number of its type. */
  record Choice(int member, Object value) {}

  /** What the Dynamics of the tests hold, in the order of registration. */
  static final List<ClickHouseType> DYNAMIC_TYPES =
      List.of(
          ClickHouseType.parse("String"),
          ClickHouseType.parse("Int64"),
          ClickHouseType.parse("Array(LowCardinality(String))"),
          ClickHouseType.parse("Tuple(a UInt8, b String)"));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ReferenceEncoder() {}

  static byte[] encode(ClickHouseType type, List<Object> values) {
    ReferenceEncoder encoder = new ReferenceEncoder();
    encoder.prefix(type, values);
    encoder.body(type, values);
    return encoder.out.toByteArray();
  }

  private void prefix(ClickHouseType type, List<Object> values) {
    switch (type.family()) {
      case NULLABLE -> prefix(type.element(), filled(type.element(), values));
      case ARRAY, NESTED -> prefix(type.element(), flat(values));
      case MAP -> {
        prefix(type.key(), nth(flat(values), 0));
        prefix(type.value(), nth(flat(values), 1));
      }
      case TUPLE -> {
        for (int i = 0; i < type.elements().size(); i++) {
          prefix(type.elements().get(i), nth(values, i));
        }
      }
      case LOW_CARDINALITY, JSON -> number(1, Long.BYTES);
      case VARIANT -> {
        number(0, Long.BYTES);
        for (int i = 0; i < type.members().size(); i++) {
          prefix(type.members().get(i), chosen(values, i));
        }
      }
      case DYNAMIC -> {
        number(3, Long.BYTES);
        List<Integer> used = used(values);
        varInt(used.size());
        used.forEach(member -> text(DYNAMIC_TYPES.get(member).name()));
        used.forEach(member -> prefix(DYNAMIC_TYPES.get(member), chosen(values, member)));
      }
      default -> {
        // The others have none.
      }
    }
  }

  private void body(ClickHouseType type, List<Object> values) {
    switch (type.family()) {
      case NULLABLE -> {
        values.forEach(value -> out.write(value == null ? 1 : 0));
        body(type.element(), filled(type.element(), values));
      }
      case ARRAY, NESTED -> {
        offsets(values);
        body(type.element(), flat(values));
      }
      case MAP -> {
        offsets(values);
        body(type.key(), nth(flat(values), 0));
        body(type.value(), nth(flat(values), 1));
      }
      case TUPLE -> {
        for (int i = 0; i < type.elements().size(); i++) {
          body(type.elements().get(i), nth(values, i));
        }
        out.writeBytes("0".repeat(type.elements().isEmpty() ? values.size() : 0).getBytes());
      }
      case LOW_CARDINALITY -> lowCardinality(type.element(), values);
      case VARIANT -> {
        values.forEach(value -> out.write(value == null ? 255 : ((Choice) value).member()));
        for (int i = 0; i < type.members().size(); i++) {
          body(type.members().get(i), chosen(values, i));
        }
      }
      case DYNAMIC -> {
        List<Integer> used = used(values);
        for (Object value : values) {
          out.write(value == null ? used.size() : used.indexOf(((Choice) value).member()));
        }
        used.forEach(member -> body(DYNAMIC_TYPES.get(member), chosen(values, member)));
      }
      case QBIT -> planes(type, values);
      default -> {
        for (Object value : values) {
          if (value instanceof String text) {
            text(text);
          } else {
            out.writeBytes((byte[]) value);
          }
        }
      }
    }
  }

  private void lowCardinality(ClickHouseType element, List<Object> values) {
    if (values.isEmpty()) {
      return;
    }
    boolean nullable = element.family() == TypeFamily.NULLABLE;
    ClickHouseType type = nullable ? element.element() : element;
    List<Object> dictionary = new ArrayList<>();
    Map<String, Integer> numbers = new LinkedHashMap<>();
    if (nullable) {
      numbers.put("NULL", 0);
      dictionary.add(zero(type));
    }
    numbers.put(name(zero(type)), dictionary.size());
    dictionary.add(zero(type));
    List<Integer> keys = new ArrayList<>();
    for (Object value : values) {
      Integer number = numbers.putIfAbsent(name(value), dictionary.size());
      keys.add(number == null ? dictionary.size() : number);
      if (number == null) {
        dictionary.add(value);
      }
    }
    int code = dictionary.size() < 256 ? 0 : dictionary.size() < 65536 ? 1 : 2;
    number(0x600 + code, Long.BYTES);
    number(dictionary.size(), Long.BYTES);
    body(type, dictionary);
    number(keys.size(), Long.BYTES);
    keys.forEach(key -> number(key, 1 << code));
  }

  private static String name(Object value) {
    if (value == null) {
      return "NULL";
    }
    return value instanceof String text ? "'" + text : HexFormat.of().formatHex((byte[]) value);
  }

  /** Bit by bit: plane, vector, then the bytes of its number. */
  private void planes(ClickHouseType type, List<Object> values) {
    int bytes = (type.dimension() + 7) / 8;
    for (int plane = type.element().widthBytes() * 8 - 1; plane >= 0; plane--) {
      for (Object vector : values) {
        byte[] bits = new byte[bytes];
        for (int i = 0; i < type.dimension(); i++) {
          byte[] element = (byte[]) ((List<?>) vector).get(i);
          if ((element[plane / 8] & 1 << plane % 8) != 0) {
            bits[bytes - 1 - i / 8] |= (byte) (1 << i % 8);
          }
        }
        out.writeBytes(bits);
      }
    }
  }

  private static List<Object> flat(List<Object> lists) {
    List<Object> elements = new ArrayList<>();
    lists.forEach(list -> elements.addAll((List<?>) list));
    return elements;
  }

  private static List<Object> nth(List<Object> lists, int index) {
    List<Object> elements = new ArrayList<>();
    lists.forEach(list -> elements.add(((List<?>) list).get(index)));
    return elements;
  }

  private static List<Object> chosen(List<Object> choices, int member) {
    List<Object> values = new ArrayList<>();
    for (Object choice : choices) {
      if (choice != null && ((Choice) choice).member() == member) {
        values.add(((Choice) choice).value());
      }
    }
    return values;
  }

  private static List<Integer> used(List<Object> choices) {
    TreeSet<Integer> members = new TreeSet<>();
    for (Object choice : choices) {
      if (choice != null) {
        members.add(((Choice) choice).member());
      }
    }
    return List.copyOf(members);
  }

  private static List<Object> filled(ClickHouseType type, List<Object> values) {
    List<Object> filled = new ArrayList<>();
    values.forEach(value -> filled.add(value == null ? zero(type) : value));
    return filled;
  }

  private void offsets(List<Object> lists) {
    long end = 0;
    for (Object list : lists) {
      end += ((List<?>) list).size();
      number(end, Long.BYTES);
    }
  }

  private void number(long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >>> 8 * i));
    }
  }

  private void varInt(int value) {
    int rest = value;
    for (; rest > 127; rest /= 128) {
      out.write(rest % 128 + 128);
    }
    out.write(rest);
  }

  private void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    varInt(utf8.length);
    out.writeBytes(utf8);
  }

  static Object zero(ClickHouseType type) {
    return switch (type.family()) {
      case STRING -> "";
      case JSON -> "{}";
      case NULLABLE, VARIANT, DYNAMIC -> null;
      case LOW_CARDINALITY -> zero(type.element());
      case ARRAY, MAP, NESTED -> List.of();
      case TUPLE -> {
        List<Object> elements = new ArrayList<>();
        type.elements().forEach(element -> elements.add(zero(element)));
        yield elements;
      }
      case QBIT -> Collections.nCopies(type.dimension(), zero(type.element()));
      default -> new byte[type.widthBytes()];
    };
  }
}
