// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.nio.charset.StandardCharsets;

/**
 * Tells from what a client sends, compressed with LZ4, when an INSERT has come to its end: the
 * second empty Data packet behind the statement. The first one says that there are no external
 * tables. A client sends either and waits, so it is always the end of what there is to read.
 */
final class FinalBlockFinder {
  /*
   *  0  packet type   1 B  2 = Data
   *  1  table name    1 B  empty
   *  2  checksum     16 B
   * 18  method        1 B  0x82 = LZ4
   * 19  size          4 B  20 = these 9 and 11 compressed bytes
   * 23  raw size      4 B  10 = block info of 8 bytes, no columns, no rows
   * 27  payload      11 B
   */
  static final int PACKET_BYTES = 38;
  private static final int METHOD_OFFSET = 18;
  private static final int RAW_SIZE_OFFSET = 23;
  private static final byte[] STATEMENT = "INSERT INTO".getBytes(StandardCharsets.US_ASCII);

  private final byte[] tail = new byte[PACKET_BYTES];
  private int matched;
  private boolean inserting;
  private int emptyBlocks;

  /** Takes the next bytes that were sent; true when they are the last of an INSERT. */
  boolean endsInsert(byte[] bytes, int length) {
    lookForStatement(bytes, length);
    shiftIn(bytes, length);
    if (!inserting || !endsWithEmptyBlock()) {
      return false;
    }
    emptyBlocks++;
    if (emptyBlocks < 2) {
      return false;
    }
    inserting = false;
    return true;
  }

  private void lookForStatement(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] == STATEMENT[matched]) {
        matched++;
      } else {
        matched = bytes[i] == STATEMENT[0] ? 1 : 0;
      }
      if (matched == STATEMENT.length) {
        matched = 0;
        inserting = true;
        emptyBlocks = 0;
      }
    }
  }

  private void shiftIn(byte[] bytes, int length) {
    int taken = Math.min(length, PACKET_BYTES);
    System.arraycopy(tail, taken, tail, 0, PACKET_BYTES - taken);
    System.arraycopy(bytes, length - taken, tail, PACKET_BYTES - taken, taken);
  }

  private boolean endsWithEmptyBlock() {
    return tail[0] == 2
        && tail[1] == 0
        && (tail[METHOD_OFFSET] & 0xFF) == 0x82
        && intAt(METHOD_OFFSET + 1) == PACKET_BYTES - METHOD_OFFSET
        && intAt(RAW_SIZE_OFFSET) == 10;
  }

  private int intAt(int offset) {
    int value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | tail[offset + i] & 0xFF;
    }
    return value;
  }
}
