// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpConversionTest {
  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "255.255.255.255", "203.0.113.9", "1.2.3.4"})
  void readsIpv4Text(String text) {
    assertThat(TestTable.of("v IPv4").row(Map.of("v", text))).containsExactly(text);
  }

  @ParameterizedTest
  @CsvSource({
    "::, 0:0:0:0:0:0:0:0",
    "::1, 0:0:0:0:0:0:0:1",
    "1::, 1:0:0:0:0:0:0:0",
    "2001:DB8::7, 2001:db8:0:0:0:0:0:7",
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "fe80::a:b, fe80:0:0:0:0:0:a:b",
    "::ffff:198.51.100.4, 0:0:0:0:0:ffff:c633:6404",
    "64:ff9b::192.0.2.33, 64:ff9b:0:0:0:0:c000:221",
    "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
    "198.51.100.4, 0:0:0:0:0:ffff:c633:6404"
  })
  void readsIpv6Text(String text, String groups) {
    StringBuilder padded = new StringBuilder();
    for (String group : groups.split(":")) {
      padded
          .append(padded.isEmpty() ? "" : ":")
          .append("0".repeat(4 - group.length()))
          .append(group);
    }
    TestTable table = TestTable.of("v IPv6");
    assertThat(table.row(Map.of("v", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"))).isNotEmpty();
    assertThat(table.row(Map.of("v", text))).containsExactly(padded.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "1.2.3.04",
        "1.2.3.4 ",
        " 1.2.3.4",
        "1..3.4",
        "1.2.3.",
        ".1.2.3",
        "1.2.3.-4",
        "1.2.3.4567",
        "a.b.c.d",
        "::1",
        "1.2.3.\u0664"
      })
  void refusesOtherTextForIpv4(String text) {
    assertThat(TestTable.of("v IPv4").refusal(Map.of("v", text)))
        .contains("the text is not an IPv4 address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":::",
        "1",
        "1:2",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1::2::3",
        ":1::2",
        "1:2:3:4:5:6:7:",
        "1:2:3:4::5:6:7:8",
        "12345::",
        "g::",
        "::1%eth0",
        "[::1]",
        "::1.2.3",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3.4:5",
        "1.2.3.4::",
        "::1 ",
        "::\u0661"
      })
  void refusesOtherTextForIpv6(String text) {
    assertThat(TestTable.of("v IPv6").refusal(Map.of("v", text)))
        .contains("the text is not an IP address");
  }

  @Test
  void refusesBytesOfOtherLengths() {
    assertThat(TestTable.of("v IPv4").refusal(Map.of("v", new byte[16]))).contains("not 4 bytes");
    assertThat(TestTable.of("v IPv6").refusal(Map.of("v", ByteBuffer.allocate(17))))
        .contains("neither 4 nor 16 bytes");
  }
}
