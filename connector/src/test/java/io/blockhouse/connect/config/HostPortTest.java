// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "ch1, ch1, 9000, ch1:9000",
    "ch1.example.com:9001, ch1.example.com, 9001, ch1.example.com:9001",
    "10.0.0.7:65535, 10.0.0.7, 65535, 10.0.0.7:65535",
    "[::1], ::1, 9000, [::1]:9000",
    "[2001:db8::7]:1, 2001:db8::7, 1, [2001:db8::7]:1",
    "[fe80::1%eth0]:9000, fe80::1%eth0, 9000, [fe80::1%eth0]:9000"
  })
  void readsHostAndPort(String text, String host, int port, String canonical) {
    HostPort parsed = HostPort.parse(text, 9000);
    assertThat(parsed).isEqualTo(new HostPort(host, port));
    assertThat(parsed).hasToString(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "http://ch1:8123, is a URL",
    "ch1:9000/default, is a URL",
    "::1, has more than one colon",
    "[::1, is not an IPv6 address",
    "[::1]9000, is not an IPv6 address",
    "[ch1]:9000, is not an IPv6 address",
    "ch1:, the port of 'ch1:' is not a number",
    "ch1:0, the port of 'ch1:0' is not a number",
    "ch1:65536, is not a number from 1 to 65535",
    "ch1:native, is not a number",
    "ch1 ch2, is not a host name",
    ":9000, is not a host name"
  })
  void refusesWhatIsNoHostAndSaysWhatToWrite(String text, String reason) {
    assertThatThrownBy(() -> HostPort.parse(text, 9000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void doesNotQuoteAnEntryThatMayHoldAPassword() {
    assertThatThrownBy(() -> HostPort.parse("clickhouse://me:hunter2@ch1:9000", 9000))
        .hasMessageContaining("clickhouse.password")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void portIsTheDefaultOnlyWhereNoneIsGiven() {
    assertThat(HostPort.parse("ch1", HostPort.DEFAULT_TLS_PORT).port()).isEqualTo(9440);
    assertThat(HostPort.parse("[::1]", HostPort.DEFAULT_TLS_PORT).port()).isEqualTo(9440);
    assertThat(HostPort.parse("ch1:9000", HostPort.DEFAULT_TLS_PORT).port()).isEqualTo(9000);
  }

  @Test
  void refusesAnEmptyEntry() {
    assertThatThrownBy(() -> HostPort.parse("", 9000)).hasMessageContaining("an entry is empty");
  }
}
