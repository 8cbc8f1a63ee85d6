// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The encoding in the plainest words: whole columns from lists of values, no marks, no buffers.
 * Values are String, byte[] for fixed widths, null, or List.
 */
final class ReferenceEncoder {
  private ReferenceEncoder() {}

  static byte[] encode(ClickHouseType type, List<Object> values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (type.family() == TypeFamily.NULLABLE) {
      List<Object> filled = new ArrayList<>();
      for (Object value : values) {
        out.write(value == null ? 1 : 0);
        filled.add(value == null ? zero(type.element()) : value);
      }
      out.writeBytes(encode(type.element(), filled));
    } else if (type.family() == TypeFamily.ARRAY) {
      List<Object> elements = new ArrayList<>();
      for (Object value : values) {
        elements.addAll((List<?>) value);
        for (int i = 0; i < Long.BYTES; i++) {
          out.write((int) ((long) elements.size() >>> 8 * i));
        }
      }
      out.writeBytes(encode(type.element(), elements));
    } else {
      for (Object value : values) {
        if (value instanceof String text) {
          byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
          int rest = utf8.length;
          for (; rest > 127; rest /= 128) {
            out.write(rest % 128 + 128);
          }
          out.write(rest);
          out.writeBytes(utf8);
        } else {
          out.writeBytes((byte[]) value);
        }
      }
    }
    return out.toByteArray();
  }

  private static Object zero(ClickHouseType type) {
    return type.family() == TypeFamily.STRING ? "" : new byte[type.widthBytes()];
  }
}
