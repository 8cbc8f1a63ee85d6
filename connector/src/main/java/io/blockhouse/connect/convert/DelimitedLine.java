// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.TableSchema;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The fields of one line of delimited text at a time, as ClickHouse's own formats CSV and
 * TabSeparated have them: one for each column, in the order of the table. The text and its fields
 * share one array, which is used again. Owned by one {@link TableConversion}.
 */
final class DelimitedLine {
  /** A longer array, left by an unusually long line, is given back. */
  private static final int MAX_KEPT_CHARS = 1 << 20;

  private static final int MAX_NAMED_COLUMNS = 20;

  private enum Kind {
    TEXT,
    NULL,
    /** Nothing stands there, not even quotes: as if the field were absent. */
    EMPTY
  }

  private final String table;
  private final ValueFormat format;
  private final List<String> columns;

  /** Whether a field is of lists or objects, by position. */
  private final boolean[] composite;

  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder(); // reports what is none
  private final int[] starts;
  private final int[] ends;
  private final Kind[] kinds;
  private Object loaded;

  /** Fields are unescaped where they stand: that never makes them longer. */
  private char[] chars = new char[256];

  private int length;
  private int count;

  /** {@code having} are the columns that have a field. */
  DelimitedLine(String table, ValueFormat format, List<TableSchema.Column> having) {
    this.table = table;
    this.format = format;
    this.columns = having.stream().map(TableSchema.Column::name).toList();
    this.composite = new boolean[having.size()];
    for (int i = 0; i < composite.length; i++) {
      composite[i] = CompositeText.isWanted(having.get(i).type());
    }
    this.starts = new int[columns.size()];
    this.ends = new int[columns.size()];
    this.kinds = new Kind[columns.size()];
  }

  /** The columns, by the position of their field. */
  List<String> columns() {
    return columns;
  }

  /**
   * Makes the value (text or bytes) the current line.
   *
   * @throws ConversionException it is malformed, or has not one field for each column
   */
  void load(Object value) {
    if (value == loaded) {
      return;
    }
    loaded = null;
    length = decode(value);
    if (length > 0 && chars[length - 1] == '\n') {
      length--;
    }
    if (length > 0 && chars[length - 1] == '\r') {
      length--;
    }
    count = 0;
    if (format == ValueFormat.CSV) {
      splitCommas();
    } else {
      splitTabs();
    }
    if (count != columns.size()) {
      throw refused(
          "it has "
              + count
              + (count == 1 ? " field" : " fields")
              + ", and the table takes "
              + columns.size()
              + " in this order: "
              + String.join(", ", columns.subList(0, Math.min(columns.size(), MAX_NAMED_COLUMNS)))
              + (columns.size() > MAX_NAMED_COLUMNS ? ", ..." : ""));
    }
    loaded = value;
  }

  /** After the row: the next record may be the same object again. */
  void forget() {
    loaded = null;
    if (chars.length > MAX_KEPT_CHARS) {
      chars = new char[256];
    }
  }

  /** Whether the field's text is for {@link CompositeText}. */
  boolean isComposite(int position) {
    return composite[position];
  }

  boolean isEmpty(int position) {
    return kinds[position] == Kind.EMPTY;
  }

  boolean isNull(int position) {
    return kinds[position] == Kind.NULL;
  }

  String text(int position) {
    return new String(chars, starts[position], ends[position] - starts[position]);
  }

  private int decode(Object value) {
    if (value instanceof String text) {
      reserve(text.length());
      text.getChars(0, text.length(), chars, 0);
      return text.length();
    }
    ByteBuffer bytes =
        value instanceof byte[] array
            ? ByteBuffer.wrap(array)
            : ((ByteBuffer) value).asReadOnlyBuffer();
    reserve(bytes.remaining());
    try {
      CharBuffer out = CharBuffer.wrap(chars);
      utf8.reset();
      if (utf8.decode(bytes, out, true).isError()) {
        throw new CharacterCodingException();
      }
      return out.position();
    } catch (CharacterCodingException e) {
      throw refused("its bytes are not UTF-8");
    }
  }

  private void reserve(int size) {
    if (chars.length < size) {
      chars = new char[Math.max(size, 2 * chars.length)];
    }
  }

  private void splitCommas() {
    int at = 0;
    do {
      at = skipBlanks(at);
      at = at < length && chars[at] == '"' ? quoted(at + 1) : unquoted(at);
    } while (at++ < length);
  }

  /** Returns the place of the comma behind the field, or the line's end. */
  private int quoted(int start) {
    int at = start;
    int out = start;
    while (true) {
      if (at == length) {
        throw refused("a quote is not closed");
      }
      if (chars[at] == '"') {
        at++;
        if (at == length || chars[at] != '"') {
          break;
        }
      }
      chars[out++] = chars[at++];
    }
    add(Kind.TEXT, start, out);
    at = skipBlanks(at);
    if (at < length && chars[at] != ',') {
      throw refused("something follows a closing quote at character " + at);
    }
    return at;
  }

  private int unquoted(int start) {
    int at = start;
    while (at < length && chars[at] != ',') {
      requireOneLine(chars[at++]);
    }
    int end = at;
    while (end > start && isBlank(chars[end - 1])) {
      end--;
    }
    add(end == start ? Kind.EMPTY : isNullMark(start, end) ? Kind.NULL : Kind.TEXT, start, end);
    return at;
  }

  private int skipBlanks(int from) {
    int at = from;
    while (at < length && isBlank(chars[at])) {
      at++;
    }
    return at;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private void splitTabs() {
    int at = 0;
    do {
      at = escaped(at);
    } while (at++ < length);
  }

  /** Returns the place of the tab behind the field, or the line's end. */
  private int escaped(int start) {
    int next = start + 2;
    if (next <= length && isNullMark(start, next) && (next == length || chars[next] == '\t')) {
      add(Kind.NULL, start, start);
      return next;
    }
    // Escapes in lists and objects are those of the texts in them.
    boolean verbatim = count < composite.length && composite[count];
    int at = start;
    int out = start;
    while (at < length && chars[at] != '\t') {
      char c = chars[at++];
      requireOneLine(c);
      if (c != '\\' || verbatim || at == length) {
        chars[out++] = c;
      } else if (chars[at] == 'x') {
        chars[out++] = byNumber(at + 1);
        at += 3;
      } else {
        char escape = chars[at++];
        int meant = TextEscape.of(escape);
        if (meant == TextEscape.NONE) {
          chars[out++] = '\\'; // as the server reads it
        }
        chars[out++] = meant == TextEscape.NONE ? escape : (char) meant;
      }
    }
    add(Kind.TEXT, start, out);
    return at;
  }

  private char byNumber(int at) {
    int meant = at + 1 < length ? TextEscape.ofHex(chars[at], chars[at + 1]) : TextEscape.NONE;
    if (meant == TextEscape.NONE) {
      throw refused("the escape before character " + at + " is no character of ASCII");
    }
    return (char) meant;
  }

  private boolean isNullMark(int start, int end) {
    return end - start == 2 && chars[start] == '\\' && chars[start + 1] == 'N';
  }

  private void requireOneLine(char c) {
    if (c == '\n' || c == '\r') {
      throw refused("it has several lines, and one record is one row");
    }
  }

  private void add(Kind kind, int start, int end) {
    if (count < kinds.length) {
      kinds[count] = kind;
      starts[count] = start;
      ends[count] = end;
    }
    count++;
  }

  private ConversionException refused(String reason) {
    return new ConversionException(
        "The record's value cannot be read as a line for "
            + table
            + " (value.format="
            + format.name().toLowerCase(Locale.ROOT)
            + "): "
            + reason
            + ". Correct the producer, or choose another value.format.");
  }
}
