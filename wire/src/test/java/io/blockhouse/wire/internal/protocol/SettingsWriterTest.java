// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.ServerInfo;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.OutputBuffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsWriterTest {
  private static final ServerInfo MODERN =
      new ServerInfo("ClickHouse", 26, 7, 2, 54429, "UTC", "ch");
  private static final ServerInfo OLD = new ServerInfo("ClickHouse", 18, 16, 1, 54412, "UTC", "ch");

  private static String written(ServerInfo server, Setting... settings) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OutputBuffer out = new OutputBuffer(1000, bytes::write);
    SettingsWriter.write(out, List.of(settings), server);
    out.flush();
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void writesTextWithFlagsToModernServers() {
    assertThat(written(MODERN, Setting.required("a", "10"), Setting.optional("b", "x")))
        .isEqualTo("\1a\1\00210" + "\1b\0\1x" + "\0");
  }

  @Test
  void writesBinaryByTypeToOldServers() {
    assertThat(
            written(
                OLD,
                Setting.optional("min_insert_block_size_rows", "300"),
                Setting.required("network_compression_method", "LZ4")))
        .isEqualTo(
            "\u001amin_insert_block_size_rows\u00ac\2"
                + "\u001anetwork_compression_method\3LZ4"
                + "\0");
  }

  @Test
  void dropsOptionalSettingsThatOldServersDoNotKnow() {
    assertThat(written(OLD, Setting.optional("use_strict_insert_block_limits", "0")))
        .isEqualTo("\0");
  }

  @Test
  void refusesRequiredSettingsThatOldServersDoNotKnow() {
    assertThatThrownBy(() -> written(OLD, Setting.required("async_insert", "0")))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("async_insert")
        .hasMessageContaining("18.16.1");
  }

  @Test
  void refusesTextWhereOldServersTakeANumber() {
    assertThatThrownBy(() -> written(OLD, Setting.optional("insert_quorum", "auto")))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("insert_quorum")
        .hasMessageNotContaining("auto");
  }
}
