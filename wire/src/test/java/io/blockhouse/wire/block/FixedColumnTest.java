// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.fixed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FixedColumnTest {
  private static FixedColumn column(String type) {
    return fixed(Blocks.of(type).column(0));
  }

  @Test
  void storesLittleEndian() {
    FixedColumn shorts = column("UInt16");
    shorts.appendShort(0x0102);
    assertThat(CollectingSink.bodyOf(shorts)).containsExactly(2, 1);
    FixedColumn longs = column("Int64");
    longs.appendLong(0x0102030405060708L);
    assertThat(CollectingSink.bodyOf(longs)).containsExactly(8, 7, 6, 5, 4, 3, 2, 1);
  }

  @Test
  void keepsTheLowBitsOfWiderNumbers() {
    FixedColumn bytes = column("UInt8");
    bytes.appendByte(0x1FF);
    assertThat(CollectingSink.bodyOf(bytes)).containsExactly(0xFF);
  }

  @Test
  void keepsTheBitsOfEveryNan() {
    FixedColumn floats = column("Float32");
    floats.appendFloat(Float.intBitsToFloat(0x7FC00001));
    assertThat(CollectingSink.bodyOf(floats)).containsExactly(0x01, 0x00, 0xC0, 0x7F);
  }

  @Test
  void storesUuidsAsTwoHalves() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    FixedColumn uuids = column("UUID");
    uuids.append128(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    assertThat(CollectingSink.bodyOf(uuids))
        .containsExactly(
            0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00, 0xFF, 0xEE, 0xDD, 0xCC, 0xBB, 0xAA,
            0x99, 0x88);
  }

  @Test
  void padsFixedStringsWithZerosInAUsedBuffer() {
    Block block = Blocks.of("FixedString(3)");
    FixedColumn column = fixed(block.column(0));
    byte[] source = {9, 9, 9, 9};
    column.appendBytes(source, 0, 3);
    block.rollbackRow();
    column.appendBytes(source, 1, 1);
    ByteBuffer buffer = ByteBuffer.wrap(source).position(2);
    column.appendBytes(buffer);
    column.appendDefault();
    assertThat(CollectingSink.bodyOf(column)).containsExactly(9, 0, 0, 9, 9, 0, 0, 0, 0);
    assertThat(buffer.position()).isEqualTo(2);
    assertThat(column.rows()).isEqualTo(3);
  }

  @Test
  void refusesMoreBytesThanTheWidth() {
    FixedColumn column = column("FixedString(3)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> column.appendBytes(new byte[4], 0, 4))
        .withMessageContaining("FixedString(3)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> column.appendBytes(ByteBuffer.allocate(4)));
    assertThat(column.sizeBytes()).isZero();
  }

  @Test
  void knowsTheWidthOfEveryType() {
    assertThat(column("Bool").widthBytes()).isEqualTo(1);
    assertThat(column("Date").widthBytes()).isEqualTo(2);
    assertThat(column("DateTime").widthBytes()).isEqualTo(4);
    assertThat(column("DateTime64(3)").widthBytes()).isEqualTo(8);
    assertThat(column("UUID").widthBytes()).isEqualTo(16);
  }
}
