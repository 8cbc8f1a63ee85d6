// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** FixedString(N): at most N bytes, zeros behind a shorter value as the server itself does. */
final class FixedStringConversion extends TextConversion {
  private final FixedColumn column;

  /** Text that is being encoded, one byte per ASCII character. */
  private final byte[] ascii;

  FixedStringConversion(FixedColumn column, JsonText json, boolean nullAsDefault) {
    super(column, json, nullAsDefault);
    this.column = column;
    this.ascii = new byte[column.widthBytes()];
  }

  @Override
  void ofText(String value) {
    int length = value.length();
    requireFits(length); // UTF-8 is never shorter than the characters
    for (int index = 0; index < length; index++) {
      char c = value.charAt(index);
      if (c > 0x7F) {
        ofBytes(encode(value));
        return;
      }
      ascii[index] = (byte) c;
    }
    column.appendBytes(ascii, 0, length);
  }

  @Override
  void ofChars(char[] text, int offset, int length) {
    ofText(new String(text, offset, length));
  }

  private ByteBuffer encode(String value) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
    } catch (CharacterCodingException e) {
      throw malformedText();
    }
  }

  @Override
  void ofUtf8(byte[] source, int offset, int length) {
    requireFits(length);
    column.appendBytes(source, offset, length);
  }

  @Override
  void ofBytes(ByteBuffer value) {
    requireFits(value.remaining());
    column.appendBytes(value);
  }

  private void requireFits(int length) {
    if (length > ascii.length) {
      throw reject(
          "longer than " + ascii.length + " bytes", "Use a String column, or shorten the value.");
    }
  }
}
