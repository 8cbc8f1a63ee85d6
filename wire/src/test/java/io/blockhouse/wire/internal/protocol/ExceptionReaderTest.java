// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.ScriptedPeer;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.internal.io.ArraySource;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ExceptionReaderTest {
  private static String exception(String codeHex, String message, String trace) {
    return codeHex
        + ScriptedPeer.hexString("DB::Exception")
        + ScriptedPeer.hexString(message)
        + ScriptedPeer.hexString(trace);
  }

  private static ArraySource source(String hex) {
    return new ArraySource(HexFormat.of().parseHex(hex));
  }

  @Test
  void readsCodeAndTextAndLeavesTheStackTraceOut() {
    ArraySource in =
        source(exception("ea030000", "DB::Exception: what it says", "x".repeat(5000)) + "00");
    ServerException e = ExceptionReader.read(in);
    assertThat(e.code()).isEqualTo(1002);
    assertThat(e.serverText()).isEqualTo("what it says");
    assertThat(in.remaining()).isZero();
  }

  @Test
  void readsNestedExceptions() {
    ArraySource in =
        source(
            exception("3c000000", "DB::Exception: outer", "")
                + "01"
                + exception("51000000", "DB::Exception: inner", "trace")
                + "00");
    ServerException e = ExceptionReader.read(in);
    assertThat(e.code()).isEqualTo(60);
    assertThat(e.serverText()).isEqualTo("outer; caused by error 81: inner");
    assertThat(in.remaining()).isZero();
  }

  @Test
  void keepsNoMoreThanAMebibyteOfAMessage() {
    ArraySource in = source(exception("01000000", "m".repeat(1_500_000), "") + "00");
    ServerException e = ExceptionReader.read(in);
    assertThat(e.serverText()).hasSize(ExceptionReader.MAX_MESSAGE_BYTES);
    assertThat(in.remaining()).isZero();
  }

  @Test
  void refusesAMessageLengthBeyondReason() {
    String head = "01000000" + ScriptedPeer.hexString("DB::Exception");
    assertThatThrownBy(() -> ExceptionReader.read(source(head + "ffffffff07")))
        .isInstanceOf(ProtocolException.class);
  }
}
