// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FinalBlockFinderTest {
  private final FinalBlockFinder finder = new FinalBlockFinder();

  private static byte[] emptyBlock() {
    byte[] packet = new byte[FinalBlockFinder.PACKET_BYTES];
    packet[0] = 2;
    packet[18] = (byte) 0x82;
    packet[19] = 20;
    packet[23] = 10;
    return packet;
  }

  private boolean sends(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return finder.endsInsert(all.toByteArray(), all.size());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void findsTheSecondEmptyBlockOfAnInsert() {
    assertThat(sends(text("INSERT INTO t"), emptyBlock())).isFalse();
    assertThat(sends(text("a block"))).isFalse();
    assertThat(sends(text("another"), emptyBlock())).isTrue();
    assertThat(sends(emptyBlock())).isFalse();
  }

  @Test
  void findsItInPieces() {
    assertThat(sends(text("INSERT IN"))).isFalse();
    assertThat(sends(text("TO t"), emptyBlock())).isFalse();
    byte[] last = emptyBlock();
    for (int i = 0; i < last.length - 1; i++) {
      assertThat(sends(new byte[] {last[i]})).isFalse();
    }
    assertThat(sends(new byte[] {last[last.length - 1]})).isTrue();
  }

  @Test
  void anotherStatementHasNone() {
    assertThat(sends(text("DESCRIBE TABLE t"), emptyBlock())).isFalse();
    assertThat(sends(emptyBlock())).isFalse();
  }
}
