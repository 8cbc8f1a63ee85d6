// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** UUID: the usual text of 36 characters in either case, or 16 bytes in the text's order. */
final class UuidConversion extends TypeConversion {
  private static final int TEXT_CHARS = 36;
  private static final int BYTES = 16;

  /**
   * Digit values by ASCII character, -1 for the others. A table, because whether a digit of a
   * random UUID is a letter is a branch that no processor predicts: with it, a text takes a quarter
   * of the time.
   */
  private static final byte[] DIGITS = new byte[128];

  static {
    for (int c = 0; c < DIGITS.length; c++) {
      DIGITS[c] = (byte) Character.digit(c, 16);
    }
  }

  private final FixedColumn column;
  private final char[] text = new char[TEXT_CHARS];

  UuidConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
  }

  @Override
  void ofText(String value) {
    if (value.length() != TEXT_CHARS) {
      throw malformed();
    }
    value.getChars(0, TEXT_CHARS, text, 0);
    appendText();
  }

  @Override
  void ofChars(char[] source, int offset, int length) {
    if (length != TEXT_CHARS) {
      throw malformed();
    }
    System.arraycopy(source, offset, text, 0, TEXT_CHARS);
    appendText();
  }

  private void appendText() {
    // 8-4-4-4-12
    long first = hex(0, 8);
    long second = hex(9, 13);
    long third = hex(14, 18);
    long fourth = hex(19, 23);
    long fifth = hex(24, TEXT_CHARS);
    boolean hyphens = text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
    if (!hyphens || (first | second | third | fourth | fifth) < 0) {
      throw malformed();
    }
    column.append128(first << 32 | second << 16 | third, fourth << 48 | fifth);
  }

  /** The value of up to 12 hexadecimal digits, or a negative number. */
  private long hex(int from, int to) {
    long value = 0;
    long invalid = 0;
    for (int index = from; index < to; index++) {
      char c = text[index];
      long digit = c < DIGITS.length ? DIGITS[c] : -1;
      invalid |= digit;
      value = value << 4 | digit;
    }
    return invalid < 0 ? -1 : value;
  }

  @Override
  void ofBytes(byte[] value) {
    ofBytes(ByteBuffer.wrap(value));
  }

  @Override
  void ofBytes(ByteBuffer value) {
    if (value.remaining() != BYTES) {
      throw reject("not 16 bytes", "Send 16 bytes, or the text of 36 characters.");
    }
    long high = value.getLong(value.position());
    long low = value.getLong(value.position() + Long.BYTES);
    boolean bigEndian = value.order() == ByteOrder.BIG_ENDIAN;
    column.append128(
        bigEndian ? high : Long.reverseBytes(high), bigEndian ? low : Long.reverseBytes(low));
  }

  private Rejection malformed() {
    return reject("the text is not a UUID", "Send 36 characters: 8-4-4-4-12 hexadecimal digits.");
  }
}
