// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.MalformedTextException;
import io.blockhouse.wire.block.StringColumn;
import java.nio.ByteBuffer;

/** String: any bytes of any length. */
final class StringConversion extends TextConversion {
  private final StringColumn column;

  StringConversion(StringColumn column, JsonText json, boolean nullAsDefault) {
    super(column, json, nullAsDefault);
    this.column = column;
  }

  @Override
  void ofText(String value) {
    try {
      column.append(value);
    } catch (MalformedTextException e) {
      throw malformedText();
    }
  }

  @Override
  void ofChars(char[] text, int offset, int length) {
    try {
      column.append(text, offset, length);
    } catch (MalformedTextException e) {
      throw malformedText();
    }
  }

  @Override
  void ofUtf8(byte[] source, int offset, int length) {
    column.append(source, offset, length);
  }

  @Override
  void ofBytes(ByteBuffer value) {
    column.append(value);
  }
}
