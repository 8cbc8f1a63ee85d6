// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds which of some names are members of an object in JSON text, without converting anything. Of
 * text that is not well formed it finds something or other: the parser, which reads the same text
 * afterwards, refuses it.
 */
final class JsonFieldScan {
  /** Told of a member with one of the names. */
  @FunctionalInterface
  interface Found {
    void member(int name, boolean isNull);
  }

  private final Map<String, Integer> ordinals = new HashMap<>();

  /** The names in UTF-8: compared with the bytes, which are no String yet. */
  private final byte[][] names;

  private byte[] bytes;
  private int at;
  private int end;

  JsonFieldScan(String[] names) {
    this.names = new byte[names.length][];
    for (int i = 0; i < names.length; i++) {
      ordinals.put(names[i], i);
      this.names[i] = names[i].getBytes(StandardCharsets.UTF_8);
    }
  }

  void scan(JsonInput input, Found found) {
    bytes = input.bytes();
    at = input.start();
    end = input.end();
    while (at < end && bytes[at] != '{') {
      at++;
    }
    at++;
    while (true) {
      while (at < end && bytes[at] != '"' && bytes[at] != '}') {
        at++; // blanks, commas
      }
      if (at >= end || bytes[at] == '}') {
        break;
      }
      int from = at + 1;
      boolean escaped = skipString();
      int name = escaped ? unescaped(from, at - 1) : ordinal(from, at - 1);
      while (at < end && (bytes[at] == ':' || bytes[at] <= ' ')) {
        at++;
      }
      if (name >= 0 && at < end) {
        found.member(name, bytes[at] == 'n');
      }
      skipValue();
    }
    bytes = null;
  }

  /** From the opening quote to behind the closing one; tells whether there was a backslash. */
  private boolean skipString() {
    boolean escaped = false;
    int index = at + 1;
    while (index < end && bytes[index] != '"') {
      if (bytes[index] == '\\') {
        escaped = true;
        index++;
      }
      index++;
    }
    at = Math.min(index + 1, end);
    return escaped;
  }

  private void skipValue() {
    int depth = 0;
    while (at < end) {
      byte b = bytes[at];
      if (b == '"') {
        skipString();
      } else if (b == '{' || b == '[') {
        depth++;
        at++;
      } else if (b == '}' || b == ']') {
        if (depth == 0) {
          return; // the end of the object around it
        }
        depth--;
        at++;
      } else if (b == ',' && depth == 0) {
        return;
      } else {
        at++;
      }
    }
  }

  private int ordinal(int from, int to) {
    int length = to - from;
    for (int i = 0; i < names.length; i++) {
      byte[] name = names[i];
      if (name.length == length && matches(name, from)) {
        return i;
      }
    }
    return -1;
  }

  private boolean matches(byte[] name, int from) {
    for (int i = 0; i < name.length; i++) {
      if (name[i] != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }

  /** Rare: a name with escapes in it. */
  private int unescaped(int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    StringBuilder name = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        name.append(c);
        continue;
      }
      char escape = text.charAt(++i);
      switch (escape) {
        case 'b' -> name.append('\b');
        case 'f' -> name.append('\f');
        case 'n' -> name.append('\n');
        case 'r' -> name.append('\r');
        case 't' -> name.append('\t');
        case 'u' -> {
          int unit = hex(text, i + 1);
          if (unit < 0) {
            return -1;
          }
          name.append((char) unit);
          i += 4;
        }
        default -> name.append(escape);
      }
    }
    return ordinals.getOrDefault(name.toString(), -1);
  }

  private static int hex(String text, int from) {
    if (from + 4 > text.length()) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
