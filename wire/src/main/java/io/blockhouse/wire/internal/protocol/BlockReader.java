// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.ByteSource;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;

/** Reads the few blocks a writer meets: header blocks, and small results of String columns. */
final class BlockReader {
  static final int MAX_RESULT_ROWS = 100_000;

  /** Bytes of all values of a result. */
  static final int MAX_RESULT_BYTES = 16 * 1024 * 1024;

  /** Names and types of all columns of a header block; a table of 10,000 columns has 300 KB. */
  private static final int MAX_HEADER_CHARS = 4 * 1024 * 1024;

  /** Of a String object and its place in a row: a frame of zeros is a million empty values. */
  private static final int VALUE_OVERHEAD_BYTES = 64;

  private static final int MAX_COLUMNS = 100_000;
  private static final int MAX_NAME_BYTES = 64 * 1024;

  /** An Enum16 spells out all of its labels. */
  private static final int MAX_TYPE_BYTES = 1024 * 1024;

  private static final String STRING = "String";

  /** Result rows so far, with what they may still grow by. */
  static final class Result {
    private final List<List<String>> rows = new ArrayList<>();
    private int bytesLeft = MAX_RESULT_BYTES;

    List<List<String>> rows() {
      return rows;
    }
  }

  private BlockReader() {}

  /** A block without rows: names and types only. */
  static List<ColumnDefinition> readHeader(ByteSource in) {
    readBlockInfo(in);
    int columns = in.readCount(MAX_COLUMNS, "the columns of a block");
    int rows = in.readCount(Integer.MAX_VALUE, "the rows of a block");
    if (rows != 0) {
      throw new ProtocolException("The header block of an INSERT has " + rows + " rows, not 0.");
    }
    if (columns == 0) {
      throw new ProtocolException("The header block of an INSERT has no columns.");
    }
    List<ColumnDefinition> header = new ArrayList<>();
    int charsLeft = MAX_HEADER_CHARS;
    for (int i = 0; i < columns; i++) {
      String name = in.readString(Math.min(charsLeft, MAX_NAME_BYTES), "a column name");
      String type = in.readString(Math.min(charsLeft, MAX_TYPE_BYTES), "a type name");
      charsLeft = Math.max(0, charsLeft - name.length() - type.length());
      header.add(new ColumnDefinition(name, ClickHouseType.parse(name, type)));
    }
    return List.copyOf(header);
  }

  /** Adds the rows of a block to the result. */
  static void readRows(ByteSource in, Result result) {
    readBlockInfo(in);
    int columns = in.readCount(MAX_COLUMNS, "the columns of a block");
    int first = result.rows.size();
    int rows = within(in.readVarInt(), MAX_RESULT_ROWS - first, MAX_RESULT_ROWS + " rows");
    for (int c = 0; c < columns; c++) {
      String name = in.readString(MAX_NAME_BYTES, "a column name");
      String type = in.readString(MAX_TYPE_BYTES, "a type name");
      if (!type.equals(STRING)) {
        throw new ProtocolException(
            "Column `" + name + "` of a result is " + type + "; wrap it in toString().");
      }
      for (int r = 0; r < rows; r++) {
        if (c == 0) {
          result.rows.add(new ArrayList<>());
        }
        int length = within(in.readVarInt(), result.bytesLeft, MAX_RESULT_BYTES + " bytes");
        result.bytesLeft = Math.max(0, result.bytesLeft - length - VALUE_OVERHEAD_BYTES);
        result.rows.get(first + r).add(in.readText(length));
      }
    }
  }

  private static int within(long stated, int max, String bound) {
    if (stated < 0 || stated > max) {
      throw new ProtocolException(
          "The result of a query has more than " + bound + "; narrow the query.");
    }
    return (int) stated;
  }

  private static void readBlockInfo(ByteSource in) {
    while (true) {
      int field = in.readCount(Integer.MAX_VALUE, "a field of a block's info");
      switch (field) {
        case 0:
          return;
        case 1:
          in.readByte(); // is_overflows
          break;
        case 2:
          in.readInt32(); // bucket_num
          break;
        default:
          throw new ProtocolException(
              "Unknown field " + field + " in a block's info: the stream is out of step.");
      }
    }
  }
}
