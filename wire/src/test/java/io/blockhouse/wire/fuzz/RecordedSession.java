// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.fuzz;

import io.blockhouse.wire.ScriptedPeer;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What servers were seen to send in the steps of a small session: Hello, the result of a describe,
 * the header block of an INSERT, what comes between its blocks, and the answer to it. Bytes of 26.7
 * at revision 54429 and of 18.16 at 54412 (native-protocol description).
 */
final class RecordedSession {
  static final int STEPS = 5;

  private static final String INFO = "01 00 02 ffffffff 00";
  private static final String PROGRESS = "03 01 02 00 03 04";
  private static final String PROGRESS_54412 = "03 01 02 00";
  private static final String PROFILE_INFO = "06 03 01 20 00 00 00";
  private static final String TABLE_COLUMNS = "0b 00 03 616263";
  private static final String HELLO_54412 =
      "00 0a 436c69636b486f757365 12 10 8ca903 03 555443 02 6368 01";

  private RecordedSession() {}

  /** The steps, fresh lists to be changed. */
  static List<List<RecordedPacket>> of(boolean oldest, boolean refused) {
    RecordedPacket progress = RecordedPacket.plain(oldest ? PROGRESS_54412 : PROGRESS);
    List<List<RecordedPacket>> steps = new ArrayList<>();
    steps.add(List.of(RecordedPacket.plain(oldest ? HELLO_54412 : ScriptedPeer.HELLO)));
    steps.add(
        List.of(
            RecordedPacket.data(INFO + "03 00" + column("name") + column("t") + column("kind")),
            progress,
            RecordedPacket.data(
                INFO
                    + "03 02"
                    + column("name", "id", "name")
                    + column("t", "UInt64", "Nullable(String)")
                    + column("kind", "", "DEFAULT")),
            RecordedPacket.plain(PROFILE_INFO),
            RecordedPacket.data(INFO + "00 00"),
            RecordedPacket.plain("05")));
    steps.add(
        List.of(
            RecordedPacket.plain(TABLE_COLUMNS),
            RecordedPacket.data(
                INFO
                    + "02 00"
                    + string("id")
                    + string("UInt64")
                    + string("name")
                    + string("Nullable(String)"))));
    steps.add(List.of(progress));
    RecordedPacket exception =
        RecordedPacket.plain(
            "02 f1000000"
                + string("DB::Exception")
                + string("DB::Exception: Memory limit (total) exceeded")
                + string("0. a frame\n1. another")
                + "01 01000000"
                + string("DB::Exception")
                + string("the cause")
                + string("")
                + "00");
    steps.add(List.of(progress, refused ? exception : RecordedPacket.plain("05")));
    List<List<RecordedPacket>> copy = new ArrayList<>();
    steps.forEach(step -> copy.add(new ArrayList<>(step)));
    return copy;
  }

  private static String string(String text) {
    return ScriptedPeer.hexString(text);
  }

  private static String column(String name, String... values) {
    StringBuilder hex = new StringBuilder(string(name)).append(string("String"));
    for (String value : values) {
      hex.append(string(value));
    }
    return hex.toString();
  }

  static byte[] bytes(List<RecordedPacket> step, boolean compressed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    step.forEach(packet -> packet.writeTo(out, compressed));
    return out.toByteArray();
  }
}
