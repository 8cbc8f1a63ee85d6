// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ConnectionOptionsTest {
  @Test
  void hasDefaultsForAllButTheHost() {
    ConnectionOptions options = ConnectionOptions.builder().host("h").build();
    assertThat(options.port()).isEqualTo(9000);
    assertThat(options.database()).isEmpty();
    assertThat(options.user()).isEqualTo("default");
    assertThat(options.clientName()).isEqualTo("blockhouse");
    assertThat(options.compression()).isEqualTo(Compression.LZ4);
    assertThat(options.compressionLevel()).isEqualTo(1);
    assertThat(options.chunkBytes()).isEqualTo(128 * 1024);
    assertThat(options.connectTimeoutMs()).isEqualTo(10_000);
  }

  @Test
  void portIsTheOneForTlsWithTls() {
    TlsOptions tls = TlsOptions.builder().build();
    assertThat(ConnectionOptions.builder().host("h").tls(tls).build().port()).isEqualTo(9440);
    assertThat(ConnectionOptions.builder().host("h").tls(tls).port(1).build().port()).isEqualTo(1);
    assertThat(ConnectionOptions.builder().host("h").tls(tls).build().tls()).contains(tls);
    assertThat(ConnectionOptions.builder().host("h").build().tls()).isEmpty();
  }

  @Test
  void neverShowsThePassword() {
    ConnectionOptions options =
        ConnectionOptions.builder().host("h").user("u").password("hidden-word").build();
    assertThat(options.toString()).contains("u@h:9000").doesNotContain("hidden-word");
    assertThat(options.password()).isEqualTo("hidden-word");
  }

  @Test
  void refusesWhatCannotWork() {
    Map<String, UnaryOperator<ConnectionOptions.Builder>> wrong =
        Map.of(
            "host", b -> b.host(" "),
            "port", b -> b.port(0),
            "chunkBytes", b -> b.chunkBytes(4095),
            "compressionLevel", b -> b.compressionLevel(23),
            "connectTimeoutMs", b -> b.connectTimeoutMs(0),
            "database", b -> b.database("a\nb"),
            "user", b -> b.user("a\u0000"),
            "clientName", b -> b.clientName("\t"));
    wrong.forEach(
        (option, change) ->
            assertThatThrownBy(() -> change.apply(ConnectionOptions.builder().host("h")).build())
                .as(option)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option));
  }
}
