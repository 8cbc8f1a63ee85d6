// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.wire.type.ClickHouseType;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block that the real server encoded and that we can encode, byte for byte. */
class GoldenBlockTest {
  /** So that a shorter file, or a filter that eats too much, is seen. */
  private static final int VECTORS = 274;

  private static final int ENCODED = 216;

  private static final int BLOCK_INFO_BYTES = 8;

  private static final String MULTI_SQL =
      "SELECT toUInt8(number) AS a, toString(number) AS b, toNullable(number) AS c FROM numbers(3)";

  /** Why a vector is not one of ours. */
  private static Optional<String> exclusion(GoldenVector vector) {
    String type = vector.type();
    if (vector.multi()) {
      return Optional.of("several columns: encodesSeveralColumnsInOneBlock");
    } else if (type.contains("AggregateFunction") && !type.startsWith("Simple")) {
      return Optional.of("states of functions, refused");
    } else if (type.contains("Nothing")) {
      return Optional.of("no type of a column, refused");
    } else if (vector.hasCustomByte()) {
      return Optional.of("a byte before the data that our revision does not have");
    } else if (type.contains("JSON") && !vector.jsonAsText()) {
      return Optional.of("JSON in an encoding that we do not write");
    } else if (type.contains("Dynamic") && !vector.flattened()) {
      return Optional.of("Dynamic in an encoding that we do not write");
    }
    return Optional.empty();
  }

  static Stream<GoldenVector> encodable() {
    return GoldenVector.all().stream().filter(vector -> exclusion(vector).isEmpty());
  }

  /** Everything else is compared: also LowCardinality, which we lay out as the server does. */
  @Test
  void comparesEveryVectorButThoseExcludedForAReason() {
    Map<String, Integer> excluded = new TreeMap<>();
    for (GoldenVector vector : GoldenVector.all()) {
      exclusion(vector).ifPresent(reason -> excluded.merge(reason, 1, Integer::sum));
    }
    assertThat(GoldenVector.all()).hasSize(VECTORS);
    assertThat(excluded)
        .isEqualTo(
            Map.of(
                "several columns: encodesSeveralColumnsInOneBlock", 6,
                "states of functions, refused", 5,
                "no type of a column, refused", 2,
                "a byte before the data that our revision does not have", 19,
                "JSON in an encoding that we do not write", 20,
                "Dynamic in an encoding that we do not write", 6));
    assertThat(encodable()).hasSize(ENCODED);
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
    return new Block(List.of(new ColumnDefinition("v", ClickHouseType.parse(vector.type()))));
  }

  /** Version 0 has no BlockInfo. */
  private static byte[] encoded(Block block, GoldenVector vector) {
    byte[] bytes = CollectingSink.bytesOf(block);
    return vector.version() == 0
        ? Arrays.copyOfRange(bytes, BLOCK_INFO_BYTES, bytes.length)
        : bytes;
  }
}
