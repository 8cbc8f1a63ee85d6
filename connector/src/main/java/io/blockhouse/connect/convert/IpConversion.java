// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.type.TypeFamily;
import java.nio.ByteBuffer;

/**
 * IPv4 and IPv6: the usual texts, or the bytes in network order. An IPv4 address in an IPv6 column
 * is the mapped one, ::ffff:a.b.c.d, as the server has it.
 */
final class IpConversion extends TypeConversion {
  private final FixedColumn column;
  private final boolean v4;
  private final IpText text = new IpText();
  private final CharSpan span = new CharSpan();

  /** The mapped address being made. */
  private final byte[] mapped = new byte[IpText.V6_BYTES];

  IpConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.v4 = column.type().family() == TypeFamily.IPV4;
    mapped[10] = (byte) 0xFF;
    mapped[11] = (byte) 0xFF;
  }

  @Override
  void ofText(String value) {
    read(value);
  }

  @Override
  void ofChars(char[] chars, int offset, int length) {
    read(span.of(chars, offset, length));
  }

  private void read(CharSequence value) {
    if (text.readV4(value)) {
      appendV4(text.bytes());
    } else if (!v4 && text.readV6(value)) {
      column.appendBytes(text.bytes(), 0, IpText.V6_BYTES);
    } else if (v4) {
      throw reject("the text is not an IPv4 address", "Send four numbers such as 192.0.2.1.");
    } else {
      throw reject("the text is not an IP address", "Send an address such as 2001:db8::1.");
    }
  }

  private void appendV4(byte[] address) {
    if (v4) {
      column.appendInt(
          address[0] << 24
              | (address[1] & 0xFF) << 16
              | (address[2] & 0xFF) << 8
              | address[3] & 0xFF);
    } else {
      System.arraycopy(address, 0, mapped, IpText.V6_BYTES - IpText.V4_BYTES, IpText.V4_BYTES);
      column.appendBytes(mapped, 0, IpText.V6_BYTES);
    }
  }

  @Override
  void ofBytes(byte[] value) {
    if (value.length == IpText.V4_BYTES) {
      appendV4(value);
    } else if (!v4 && value.length == IpText.V6_BYTES) {
      column.appendBytes(value, 0, value.length);
    } else {
      throw reject(
          v4 ? "not 4 bytes" : "neither 4 nor 16 bytes",
          "Send the address's bytes in network order, or its text.");
    }
  }

  @Override
  void ofBytes(ByteBuffer value) {
    byte[] copy = new byte[Math.min(value.remaining(), IpText.V6_BYTES + 1)];
    value.get(value.position(), copy);
    ofBytes(copy);
  }
}
