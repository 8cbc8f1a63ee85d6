// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.wire.block.ReferenceEncoder.Choice;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random rows, random failures in the middle of them, many blocks; compared with a model. */
class RandomRollbackTest {
  private static final String[] TYPES = {
    "UInt8",
    "Int16",
    "Int32",
    "Int64",
    "UUID",
    "FixedString(3)",
    "String",
    "Nullable(String)",
    "Nullable(Int64)",
    "Nullable(FixedString(5))",
    "Array(String)",
    "Array(Int32)",
    "Array(Nullable(UUID))",
    "Array(Array(Nullable(String)))",
    "Array(Array(Array(UInt16)))",
    "Int256",
    "Tuple()",
    "Tuple(UInt8, Int64)",
    "Tuple(a String, b Tuple(c Nullable(String), d UInt8))",
    "Nullable(Tuple(UInt8, String))",
    "Array(Tuple(UInt8, LowCardinality(String)))",
    "Map(String, UInt16)",
    "Map(LowCardinality(String), Array(LowCardinality(Nullable(String))))",
    "Nested(a UInt8, b Array(String))",
    "LowCardinality(String)",
    "LowCardinality(UInt8)",
    "LowCardinality(Nullable(FixedString(2)))",
    "Array(LowCardinality(Nullable(String)))",
    "Variant(String, UInt64)",
    "Variant(Array(String), LowCardinality(String), UInt8)",
    "Array(Variant(String, Tuple(UInt8, String)))",
    "Dynamic",
    "Array(Dynamic)",
    "JSON",
    "Nullable(JSON)",
    "Array(JSON)",
    "QBit(Float32, 5)",
    "QBit(BFloat16, 16)",
    "Array(QBit(Float64, 1))"
  };

  private static final int BLOCKS = 40;
  private static final int ATTEMPTS_PER_BLOCK = 60;

  /** Stands for whatever stops a row: thrown between any two calls. */
  private static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private int callsLeft;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsExactlyTheCompletedRows(boolean narrow) {
    System.out.println("RandomRollbackTest seed " + seed + (narrow ? ", narrow" : ""));
    Block block = narrow ? Blocks.narrow(TYPES) : Blocks.of(TYPES);
    int rolledBack = 0;
    for (int b = 0; b < BLOCKS; b++) {
      List<List<Object>> model = new ArrayList<>();
      for (int i = 0; i < TYPES.length; i++) {
        model.add(new ArrayList<>());
      }
      boolean[] needed = new boolean[TYPES.length];
      Arrays.fill(needed, !narrow);
      for (int attempt = 0; attempt < ATTEMPTS_PER_BLOCK; attempt++) {
        List<Object> row = new ArrayList<>();
        // Of a full row every column gets its value, of a sparse one those that are not left out.
        int leaveOutPercent = random.nextBoolean() ? 0 : 10 + random.nextInt(91);
        boolean[] leftOut = new boolean[TYPES.length];
        for (int i = 0; i < TYPES.length; i++) {
          ClickHouseType type = block.column(i).type();
          leftOut[i] = random.nextInt(100) < leaveOutPercent;
          row.add(leftOut[i] ? ReferenceEncoder.zero(type) : randomValue(type));
        }
        callsLeft = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(300);
        try {
          if (leaveOutPercent == 0) {
            block.catchUp();
            appendRow(block, row);
          } else {
            appendSparseRow(block, row, leftOut);
          }
          block.endRow();
          for (int i = 0; i < TYPES.length; i++) {
            model.get(i).add(row.get(i));
            needed[i] |= !leftOut[i];
          }
        } catch (Interrupted | LateColumnException e) {
          block.rollbackRow();
          rolledBack++;
        }
      }
      compare(block, model, needed);
      block.reset();
      assertThat(block.sizeBytes()).isZero();
      if (random.nextInt(5) == 0) {
        block.trim();
      }
    }
    assertThat(rolledBack).as("seed %d", seed).isGreaterThan(BLOCKS);
  }

  private void compare(Block block, List<List<Object>> model, boolean[] needed) {
    assertThat(block.retainedBytes()).isGreaterThanOrEqualTo(block.sizeBytes());
    block.seal();
    assertThat(block.rows()).isEqualTo(model.get(0).size());
    long size = 0;
    List<ColumnDefinition> sent = new ArrayList<>();
    for (int i = 0; i < TYPES.length; i++) {
      if (!needed[i]) {
        continue;
      }
      sent.add(block.definitions().get(i));
      ColumnWriter column = block.column(i);
      byte[] expected = ReferenceEncoder.encode(column.type(), model.get(i));
      assertThat(CollectingSink.bodyOf(column))
          .as("%s, seed %d", TYPES[i], seed)
          .isEqualTo(expected);
      assertThat(column.sizeBytes()).isEqualTo(expected.length);
      assertThat(column.rows()).isEqualTo(block.rows());
      size += expected.length;
    }
    if (!sent.isEmpty()) {
      assertThat(block.sentColumns()).as("seed %d", seed).isEqualTo(sent);
      assertThat(block.sizeBytes()).as("seed %d", seed).isEqualTo(size);
    }
  }

  private void appendSparseRow(Block block, List<Object> row, boolean[] leftOut) {
    block.startSparseRow();
    int first = random.nextInt(row.size());
    for (int i = 0; i < row.size(); i++) {
      int index = (first + i) % row.size();
      if (!leftOut[index]) {
        block.enter(index);
        append(block.column(index), row.get(index));
      }
    }
    call();
  }

  private void appendRow(Block block, List<Object> row) {
    // In random order: no column may rely on its neighbours.
    int first = random.nextInt(row.size());
    for (int i = 0; i < row.size(); i++) {
      int index = (first + i) % row.size();
      append(block.column(index), row.get(index));
    }
    call();
  }

  private void append(ColumnWriter column, Object value) {
    call();
    if (column instanceof NullableColumn nullable) {
      if (value == null && random.nextBoolean()) {
        nullable.appendNull();
      } else if (value == null) {
        nullable.appendDefault();
      } else {
        nullable.markPresent();
        append(nullable.values(), value);
      }
    } else if (column instanceof ArrayColumn array) {
      for (Object element : (List<?>) value) {
        append(array.elements(), element);
      }
      call();
      array.endArray();
    } else if (column instanceof MapColumn map) {
      for (Object entry : (List<?>) value) {
        append(map.keys(), ((List<?>) entry).get(0));
        append(map.values(), ((List<?>) entry).get(1));
      }
      call();
      map.endMap();
    } else if (column instanceof TupleColumn tuple) {
      for (int i = 0; i < tuple.elementCount(); i++) {
        append(tuple.element(i), ((List<?>) value).get(i));
      }
      call();
      tuple.endTuple();
    } else if (column instanceof LowCardinalityColumn low) {
      if (value == null) {
        low.appendNull();
      } else {
        append(low.values(), value);
        call();
        low.endValue();
      }
    } else if (column instanceof VariantColumn variant) {
      if (value == null) {
        variant.appendNull();
      } else {
        Choice choice = (Choice) value;
        variant.mark(choice.member());
        append(variant.member(choice.member()), choice.value());
      }
    } else if (column instanceof DynamicColumn dynamic) {
      ReferenceEncoder.DYNAMIC_TYPES.forEach(dynamic::register);
      if (value == null) {
        dynamic.appendNull();
      } else {
        Choice choice = (Choice) value;
        dynamic.mark(choice.member());
        append(dynamic.member(choice.member()), choice.value());
      }
    } else if (column instanceof JsonColumn json) {
      json.append((String) value);
    } else if (column instanceof QBitColumn vectors) {
      for (Object element : (List<?>) value) {
        append(vectors.elements(), element);
      }
      vectors.endVector();
    } else if (column instanceof StringColumn string) {
      string.append((String) value);
    } else {
      byte[] bytes = (byte[]) value;
      ((FixedColumn) column).appendBytes(bytes, 0, bytes.length);
    }
  }

  private void call() {
    if (callsLeft-- <= 0) {
      throw new Interrupted();
    }
  }

  private Object randomValue(ClickHouseType type) {
    return switch (type.family()) {
      case NULLABLE -> random.nextInt(3) == 0 ? null : randomValue(type.element());
      case ARRAY, NESTED -> randomList(random.nextInt(4), type.element());
      case MAP -> {
        List<Object> entries = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          entries.add(Arrays.asList(randomValue(type.key()), randomValue(type.value())));
        }
        yield entries;
      }
      case TUPLE -> {
        List<Object> elements = new ArrayList<>();
        type.elements().forEach(element -> elements.add(randomValue(element)));
        yield elements;
      }
      // The default is often among them, and repetitions are.
      case LOW_CARDINALITY ->
          random.nextInt(4) == 0
              ? ReferenceEncoder.zero(type.element())
              : randomValue(type.element());
      case VARIANT -> randomChoice(type.members());
      case DYNAMIC -> randomChoice(ReferenceEncoder.DYNAMIC_TYPES);
      case QBIT -> randomList(type.dimension(), type.element());
      case JSON -> "{\"a\":" + random.nextInt(1000) + "}";
      case STRING -> "é".repeat(random.nextInt(2)) + "x".repeat(random.nextInt(150));
      default -> {
        byte[] bytes = new byte[type.widthBytes()];
        random.nextBytes(bytes);
        yield bytes;
      }
    };
  }

  private List<Object> randomList(int size, ClickHouseType element) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(randomValue(element));
    }
    return elements;
  }

  private Object randomChoice(List<ClickHouseType> types) {
    int member = random.nextInt(types.size() + 1);
    return member == types.size() ? null : new Choice(member, randomValue(types.get(member)));
  }
}
