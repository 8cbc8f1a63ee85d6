// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UuidConversionTest {
  private final TestTable table = TestTable.of("v UUID");

  @Test
  void readsTextInBothCasesAndSixteenBytes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      UUID uuid = new UUID(random.nextLong(), random.nextLong());
      String text = uuid.toString();
      ByteBuffer bytes =
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .flip();
      for (Object form :
          new Object[] {
            text,
            text.toUpperCase(Locale.ROOT),
            bytes.array(),
            bytes,
            bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN)
          }) {
        assertThat(table.row(Map.of("v", form))).as("seed %d", seed).containsExactly(text);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00112233445566778899aabbccddeeff",
        "{0112233-4455-6677-8899-aabbccddeeff}",
        "00112233-4455-6677-8899-aabbccddeefg",
        "00112233_4455-6677-8899-aabbccddeeff",
        "0011223-34455-6677-8899-aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeef\u0661",
        "00112233-4455-6677-8899-aabbccddeef@",
        "00112233-4455-6677-8899-aabbccddeef`",
        "00112233-4455-6677-8899-aabbccddeef/",
        "00112233-4455-6677-8899-aabbccddeef:",
        "00112233-4455-6677-8899-aabbccddeef\u0141"
      })
  void refusesOtherText(String text) {
    assertThat(table.refusal(Map.of("v", text))).contains("the text is not a UUID");
  }

  @Test
  void refusesOtherLengths() {
    assertThat(table.refusal(Map.of("v", new byte[15]))).contains("not 16 bytes");
    assertThat(table.refusal(Map.of("v", ByteBuffer.allocate(17)))).contains("not 16 bytes");
  }
}
