// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import io.blockhouse.wire.ServerInfo;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.internal.io.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the packets of the client, but for the blocks in them. */
final class PacketWriter {
  /** The query_kind of a query that comes from a user, not from another server. */
  private static final int INITIAL_QUERY = 1;

  /** The interface number of native TCP. */
  private static final int INTERFACE_TCP = 1;

  /** The stage at which the server stops: it runs the query to its end. */
  private static final int STAGE_COMPLETE = 2;

  private final ByteSink out;
  private final ClientIdentity identity;

  PacketWriter(ByteSink out, ClientIdentity identity) {
    this.out = out;
    this.identity = identity;
  }

  void hello(String database, String user, String password) {
    out.writeVarInt(ClientPacket.HELLO.number());
    name();
    string(database);
    string(user);
    string(password);
  }

  void query(
      String queryId, String sql, List<Setting> settings, boolean compressed, ServerInfo server) {
    out.writeVarInt(ClientPacket.QUERY.number());
    string(queryId);
    clientInfo();
    SettingsWriter.write(out, settings, server);
    out.writeVarInt(STAGE_COMPLETE);
    out.writeVarInt(compressed ? 1 : 0);
    string(sql);
  }

  private void clientInfo() {
    out.writeByte(INITIAL_QUERY);
    string(""); // initial user: this one
    string(""); // initial query id: this one
    string("0.0.0.0:0"); // initial address: the server fills it in, but parses what it gets
    out.writeByte(INTERFACE_TCP);
    string(identity.osUser());
    string(identity.hostName());
    name();
    string(""); // quota key
    out.writeVarInt(identity.patchVersion());
  }

  private void name() {
    string(identity.clientName());
    out.writeVarInt(identity.majorVersion());
    out.writeVarInt(identity.minorVersion());
    out.writeVarInt(Revision.ANNOUNCED);
  }

  /** Everything of a Data packet that stands outside of frames. */
  void dataHeader() {
    out.writeVarInt(ClientPacket.DATA.number());
    out.writeVarInt(0); // no table name
  }

  void ping() {
    out.writeVarInt(ClientPacket.PING.number());
  }

  private void string(String text) {
    out.writeString(text.getBytes(StandardCharsets.UTF_8));
  }
}
