// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import io.blockhouse.wire.ServerInfo;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the settings of a query in the form that the server's revision wants. */
final class SettingsWriter {
  /** Flag "important": a server that does not know the name refuses the query (code 115). */
  private static final int IMPORTANT = 1;

  private SettingsWriter() {}

  static void write(ByteSink out, List<Setting> settings, ServerInfo server) {
    boolean asStrings = Revision.SETTINGS_AS_STRINGS.isIn(server.revision());
    for (Setting setting : settings) {
      if (asStrings) {
        writeString(out, setting.name());
        out.writeVarInt(setting.required() ? IMPORTANT : 0);
        writeString(out, setting.value());
      } else {
        writeLegacy(out, setting, server);
      }
    }
    out.writeVarInt(0);
  }

  private static void writeLegacy(ByteSink out, Setting setting, ServerInfo server) {
    LegacySetting form = LegacySetting.of(setting.name());
    if (form == null) {
      if (setting.required()) {
        throw new ProtocolException(
            "Setting "
                + setting.name()
                + " is required here, and is none of those known of ClickHouse "
                + version(server)
                + ": drop the option that needs it, set it in the server's user profile if it is"
                + " there, or upgrade the server.");
      }
      return;
    }
    writeString(out, setting.name());
    if (form == LegacySetting.VARINT) {
      out.writeVarInt(number(setting, server));
    } else {
      writeString(out, setting.value());
    }
  }

  private static long number(Setting setting, ServerInfo server) {
    try {
      return Long.parseUnsignedLong(setting.value());
    } catch (NumberFormatException e) {
      throw new ProtocolException(
          "Setting "
              + setting.name()
              + " must be a whole number for ClickHouse "
              + version(server)
              + ", which takes it in binary.");
    }
  }

  private static String version(ServerInfo server) {
    return server.majorVersion() + "." + server.minorVersion() + "." + server.patchVersion();
  }

  private static void writeString(ByteSink out, String text) {
    out.writeString(text.getBytes(StandardCharsets.UTF_8));
  }
}
