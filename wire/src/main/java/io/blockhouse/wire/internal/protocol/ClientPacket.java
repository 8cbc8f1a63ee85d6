// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

/** Packets of the client that this one sends. */
enum ClientPacket {
  HELLO(0),
  QUERY(1),
  DATA(2),
  PING(4);

  private final int number;

  ClientPacket(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
