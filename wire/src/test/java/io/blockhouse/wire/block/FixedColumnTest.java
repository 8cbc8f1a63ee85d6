// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.fixed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void storesLimbsLowestFirst() {
    FixedColumn column = column("UInt256");
    column.append256(1, 2, 3, 4L << 56);
    byte[] expected = new byte[32];
    expected[0] = 1;
    expected[8] = 2;
    expected[16] = 3;
    expected[31] = 4;
    assertThat(CollectingSink.bodyOf(column)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Int8, -128, 127",
    "UInt8, 0, 255",
    "Int16, -32768, 32767",
    "UInt32, 0, 4294967295",
    "Int64, -9223372036854775808, 9223372036854775807",
    "UInt64, 0, 18446744073709551615",
    "Int128, -170141183460469231731687303715884105728, 170141183460469231731687303715884105727",
    "UInt128, 0, 340282366920938463463374607431768211455",
    "'Decimal(38, 2)', -99999999999999999999999999999999999999, 99999999999999999999999999999999999999",
    "IntervalDay, -9223372036854775808, 9223372036854775807"
  })
  void storesBigIntegersUpToTheirLimits(String type, BigInteger min, BigInteger max) {
    FixedColumn column = column(type);
    int width = column.widthBytes();
    for (BigInteger value : new BigInteger[] {min, max, BigInteger.ONE}) {
      column.append(value);
    }
    byte[] bytes = CollectingSink.bodyOf(column);
    assertThat(bytes).hasSize(3 * width);
    for (int i = 0; i < 3; i++) {
      byte[] bigEndian = new byte[width + 1];
      for (int b = 0; b < width; b++) {
        bigEndian[width - b] = bytes[i * width + b];
      }
      boolean unsigned = type.startsWith("U");
      bigEndian[0] = (byte) (!unsigned && bigEndian[1] < 0 ? -1 : 0);
      assertThat(new BigInteger(bigEndian)).isEqualTo(i == 0 ? min : i == 1 ? max : BigInteger.ONE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Int8, 128",
    "Int8, -129",
    "UInt8, 256",
    "UInt8, -1",
    "UInt64, 18446744073709551616",
    "Int128, 170141183460469231731687303715884105728",
    "UInt256, -1",
    "FixedString(3), 1"
  })
  void refusesBigIntegersThatDoNotFit(String type, BigInteger value) {
    FixedColumn column = column(type);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> column.append(value))
        .withMessageContaining(type);
    assertThat(column.rows()).isZero();
  }

  @Test
  void cutsFloatsToTheirUpperHalfButKeepsNan() {
    FixedColumn column = column("BFloat16");
    column.appendBfloat16(3.14f);
    column.appendBfloat16(Float.intBitsToFloat(0x7F800001));
    column.appendBfloat16(Float.NEGATIVE_INFINITY);
    assertThat(CollectingSink.bodyOf(column)).containsExactly(0x48, 0x40, 0xC0, 0x7F, 0x80, 0xFF);
  }

  @Test
  void takesTheValuesOfASimpleAggregateFunctionAsTheyAre() {
    Block block = Blocks.of("SimpleAggregateFunction(sum, UInt64)");
    FixedColumn column = fixed(block.column(0));
    assertThat(column.type().name()).isEqualTo("UInt64");
    assertThat(block.definitions().get(0).type().name())
        .isEqualTo("SimpleAggregateFunction(sum, UInt64)");
  }

  @Test
  void refusesAVectorOfAnotherDimension() {
    QBitColumn column = Blocks.qbit(Blocks.of("QBit(Float32, 3)").column(0));
    column.elements().appendFloat(1);
    column.elements().appendFloat(2);
    assertThatIllegalArgumentException()
        .isThrownBy(column::endVector)
        .withMessageContaining("QBit(Float32, 3)");
    assertThat(column.rows()).isZero();
    column.elements().appendFloat(3);
    column.endVector();
    assertThat(column.rows()).isEqualTo(1);
  }

  /** Zero would be stored, and break later SELECTs. */
  @Test
  void takesTheLowestMemberForTheDefaultOfAnEnum() {
    FixedColumn column = column("Enum8('b' = 7, 'a' = 3)");
    column.appendDefault();
    FixedColumn wide = column("Enum16('b' = 300, 'a' = -2)");
    wide.appendDefault();
    NullableColumn nullable = Blocks.nullable(Blocks.of("Nullable(Enum8('a' = 3))").column(0));
    nullable.appendNull();
    assertThat(CollectingSink.bodyOf(column)).containsExactly(3);
    assertThat(CollectingSink.bodyOf(wide)).containsExactly(0xFE, 0xFF);
    assertThat(CollectingSink.bodyOf(nullable)).containsExactly(1, 0);
  }
}
