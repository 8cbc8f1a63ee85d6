// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import java.util.HashMap;
import java.util.Map;

/** What happens to members of the objects at one place in a table that nothing there takes. */
final class UnknownMembers {
  /** Names whose path is kept; records with made-up names must not fill the heap. */
  private static final int MAX_PATHS = 1_000;

  private static final int MAX_NAME_CHARS = 100;

  private final String path;
  private final ClickHouseType type;
  private final boolean fail;
  private final UnknownFieldListener listener;
  private final Map<Object, String> paths = new HashMap<>();

  /** The path is the objects' place, with the column in front. */
  UnknownMembers(String path, ClickHouseType type, boolean fail, UnknownFieldListener listener) {
    this.path = path;
    this.type = type;
    this.fail = fail;
    this.listener = listener;
  }

  /** Tells the listener; or throws as the options say. */
  void report(Object name) {
    if (fail) {
      throw refuse(name);
    }
    String full = paths.get(name);
    if (full == null) {
      full = path + "." + name;
      if (paths.size() < MAX_PATHS) {
        paths.put(name, full);
      }
    }
    listener.unknownField(full);
  }

  private Rejection refuse(Object name) {
    String text = String.valueOf(name);
    return new Rejection(
        type.name(),
        "it has the member `"
            + text.substring(0, Math.min(MAX_NAME_CHARS, text.length()))
            + "`, which the type has not",
        "Add it to the type, drop it with a transform, or set unknown.fields=ignore.");
  }
}
