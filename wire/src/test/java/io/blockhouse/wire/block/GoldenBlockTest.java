// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.ClickHouseType;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block that the real server encoded and whose types we support, byte for byte. */
class GoldenBlockTest {
  /** So that a shorter file, or a filter that eats too much, is seen. Raise it with the types. */
  private static final int VECTORS = 274;

  private static final int SUPPORTED_SINGLE_COLUMN = 70;
  private static final int SUPPORTED_WITH_CUSTOM_BYTE = 1;
  private static final int BLOCK_INFO_BYTES = 8;

  private static final String MULTI_SQL =
      "SELECT toUInt8(number) AS a, toString(number) AS b, toNullable(number) AS c FROM numbers(3)";

  private static Stream<GoldenVector> supported() {
    return GoldenVector.all().stream()
        .filter(vector -> !vector.multi() && type(vector).isPresent());
  }

  static Stream<GoldenVector> encodable() {
    return supported().filter(vector -> !vector.hasCustomByte());
  }

  private static Optional<ClickHouseType> type(GoldenVector vector) {
    try {
      return Optional.of(ClickHouseType.parse(vector.type()));
    } catch (UnsupportedTypeException e) {
      return Optional.empty();
    }
  }

  @Test
  void runsOverAsManyVectorsAsTheFileHolds() {
    assertThat(GoldenVector.all()).hasSize(VECTORS);
    assertThat(supported()).hasSize(SUPPORTED_SINGLE_COLUMN);
    assertThat(supported().filter(GoldenVector::hasCustomByte)).hasSize(SUPPORTED_WITH_CUSTOM_BYTE);
    assertThat(encodable()).hasSize(SUPPORTED_SINGLE_COLUMN - SUPPORTED_WITH_CUSTOM_BYTE);
  }

  @ParameterizedTest
  @MethodSource("encodable")
  void encodesAsTheServerDoes(GoldenVector vector) {
    Block block = blockFor(vector);
    for (int row = 0; row < vector.rows(); row++) {
      GoldenValues.append(vector, row, block.column(0));
      block.endRow();
    }
    block.seal();
    assertThat(encoded(block, vector)).isEqualTo(vector.block());
    assertThat(encoded(block, vector)).as("sent again").isEqualTo(vector.block());
    assertThat(block.sizeBytes()).isEqualTo(CollectingSink.bodyOf(block.column(0)).length);
  }

  @ParameterizedTest
  @MethodSource("encodable")
  void encodesTheSameWhenEveryRowWasTakenBackOnce(GoldenVector vector) {
    Block block = blockFor(vector);
    for (int row = 0; row < vector.rows(); row++) {
      GoldenValues.append(vector, vector.rows() - 1, block.column(0));
      GoldenValues.append(vector, row, block.column(0));
      block.rollbackRow();
      GoldenValues.append(vector, row, block.column(0));
      block.endRow();
    }
    block.seal();
    assertThat(encoded(block, vector)).isEqualTo(vector.block());
  }

  @Test
  void encodesSeveralColumnsInOneBlock() {
    List<GoldenVector> vectors =
        GoldenVector.all().stream()
            .filter(vector -> vector.sql().equals(MULTI_SQL) && !vector.hasCustomByte())
            .toList();
    assertThat(vectors).hasSize(1);
    GoldenVector vector = vectors.get(0);
    Block block =
        new Block(
            List.of(
                new ColumnDefinition("a", ClickHouseType.parse("UInt8")),
                new ColumnDefinition("b", ClickHouseType.parse("String")),
                new ColumnDefinition("c", ClickHouseType.parse("Nullable(UInt64)"))));
    for (int row = 0; row < vector.rows(); row++) {
      for (int i = 0; i < block.columnCount(); i++) {
        JsonNode value = vector.values().get(i).get(row);
        GoldenValues.append(block.column(i), value, ZoneOffset.UTC);
      }
      block.endRow();
    }
    block.seal();
    assertThat(CollectingSink.bytesOf(block)).isEqualTo(vector.block());
  }

  private static Block blockFor(GoldenVector vector) {
    return new Block(List.of(new ColumnDefinition("v", type(vector).orElseThrow())));
  }

  /** Version 0 has no BlockInfo. */
  private static byte[] encoded(Block block, GoldenVector vector) {
    byte[] bytes = CollectingSink.bytesOf(block);
    return vector.version() == 0
        ? Arrays.copyOfRange(bytes, BLOCK_INFO_BYTES, bytes.length)
        : bytes;
  }
}
