// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import io.blockhouse.wire.ServerInfo;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.ByteSource;
import java.util.Set;

/** Reads the packets of the server, but for the blocks in them. */
final class PacketReader {
  private static final int MAX_HELLO_STRING_BYTES = 64 * 1024;
  private static final int MAX_TABLE_NAME_BYTES = 64 * 1024;

  /** First byte of the answer of a TLS server to what is not TLS (RFC 8446 section 5.1). */
  private static final int TLS_ALERT = 21;

  /** TableColumns spells out the default expressions of every column. */
  private static final int MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024;

  private final ByteSource in;
  private int revision = Revision.ANNOUNCED;

  PacketReader(ByteSource in) {
    this.in = in;
  }

  /**
   * Reads one packet. Data and Hello are left with their bodies unread; an Exception is thrown; of
   * all others the body is passed over. A packet that is not expected ends the connection.
   */
  ServerPacket next(Set<ServerPacket> expected) {
    long number = in.readVarInt();
    ServerPacket packet = ServerPacket.of(number);
    if (packet == ServerPacket.EXCEPTION) {
      throw ExceptionReader.read(in);
    }
    if (packet == null || !expected.contains(packet)) {
      throw unexpected(number, packet, expected);
    }
    switch (packet) {
      case PROGRESS -> skipProgress();
      case PROFILE_INFO -> skipProfileInfo();
      case TABLE_COLUMNS -> {
        in.skip(in.readCount(MAX_TABLE_NAME_BYTES, "a table name"));
        in.skip(in.readCount(MAX_DESCRIPTION_BYTES, "the description of a table"));
      }
      case DATA -> in.skip(in.readCount(MAX_TABLE_NAME_BYTES, "a table name"));
      default -> {
        // Hello is read by hello(); Pong and EndOfStream have no body.
      }
    }
    return packet;
  }

  /** Reads the body of the server's Hello; from here on its revision governs the bytes. */
  ServerInfo hello() {
    String name = in.readString(MAX_HELLO_STRING_BYTES, "the server's name");
    int major = in.readCount(Integer.MAX_VALUE, "the server's version");
    int minor = in.readCount(Integer.MAX_VALUE, "the server's version");
    int serverRevision = in.readCount(Integer.MAX_VALUE, "the server's revision");
    if (!Revision.OLDEST_SUPPORTED.isIn(serverRevision)) {
      throw new ProtocolException(
          "ClickHouse "
              + major
              + "."
              + minor
              + " (protocol revision "
              + serverRevision
              + ") is too old: 18.16 is the oldest version supported.");
    }
    String timeZone = in.readString(MAX_HELLO_STRING_BYTES, "the server's time zone");
    String displayName = in.readString(MAX_HELLO_STRING_BYTES, "the server's display name");
    int patch = in.readCount(Integer.MAX_VALUE, "the server's version");
    revision = Math.min(Revision.ANNOUNCED, serverRevision);
    return new ServerInfo(name, major, minor, patch, revision, timeZone, displayName);
  }

  private void skipProgress() {
    in.readVarInt(); // rows
    in.readVarInt(); // bytes
    in.readVarInt(); // rows in total
    if (Revision.CLIENT_WRITE_INFO.isIn(revision)) {
      in.readVarInt(); // rows written
      in.readVarInt(); // bytes written
    }
  }

  private void skipProfileInfo() {
    in.readVarInt(); // rows
    in.readVarInt(); // blocks
    in.readVarInt(); // bytes
    in.readByte(); // whether a LIMIT was applied
    in.readVarInt(); // rows before that limit
    in.readByte(); // whether they were calculated
  }

  private static ProtocolException unexpected(
      long number, ServerPacket packet, Set<ServerPacket> expected) {
    String what =
        "The server sent "
            + (packet == null ? "an unknown packet" : packet)
            + " (number "
            + Long.toUnsignedString(number)
            + "), expected was one of "
            + expected
            + ".";
    if (packet == ServerPacket.LOG) {
      return new ProtocolException(what + " Remove send_logs_level from the settings.");
    }
    if (expected.contains(ServerPacket.HELLO)) {
      return new ProtocolException(
          what
              + (number == TLS_ALERT
                  ? " This is how a TLS port answers: turn TLS on, or give the port without TLS"
                      + " (usually 9000)."
                  : " Check that the port is the native TCP port (usually 9000, with TLS 9440), not"
                      + " the HTTP port (8123)."));
    }
    return new ProtocolException(what + " The stream is out of step.");
  }
}
