// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

/**
 * A query setting.
 *
 * @param name as in {@code system.settings}
 * @param value as text; booleans are "1" and "0"
 * @param required true: a server that does not know it refuses the query (flag "important"); false:
 *     such a server ignores it
 */
public record Setting(String name, String value, boolean required) {
  /** A setting the guarantee of the caller rests on. */
  public static Setting required(String name, String value) {
    return new Setting(name, value, true);
  }

  /** A setting that an older server may lack without harm. */
  public static Setting optional(String name, String value) {
    return new Setting(name, value, false);
  }
}
