// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

/**
 * Protocol revisions at which the bytes change, as far as this client meets them: all differences
 * between servers are asked for here. What every supported server has needs no gate.
 */
public enum Revision {
  /** ClickHouse 18.16, the oldest server supported. */
  OLDEST_SUPPORTED(54412),
  /** Progress carries rows and bytes written. */
  CLIENT_WRITE_INFO(54420),
  /**
   * Settings travel as text with flags. What we announce: later revisions add nothing that an
   * INSERT needs, only fields to send and packets to skip; from 54492 on Strings would have to be
   * written differently.
   */
  SETTINGS_AS_STRINGS(54429);

  /** The revision in our Hello. */
  public static final int ANNOUNCED = SETTINGS_AS_STRINGS.number;

  private final int number;

  Revision(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** Whether a connection negotiated to {@code revision} has this. */
  public boolean isIn(int revision) {
    return revision >= number;
  }
}
