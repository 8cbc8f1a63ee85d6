// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

/** What a fault befalls. Faults of one target come one after the other, of several at once. */
enum Target {
  /** The server's process, and what it holds. */
  CLICKHOUSE(4_000, 10_000),
  KEEPER(8_000, 16_000),
  /** Workers' processes; one of the first two always runs. */
  WORKER(10_000, 20_000),
  /** The connector, over REST. */
  CONNECTOR(8_000, 16_000),
  /** Connections between the workers and ClickHouse. */
  NETWORK(2_000, 6_000);

  private final int leastPauseMs;
  private final int mostPauseMs;

  Target(int leastPauseMs, int mostPauseMs) {
    this.leastPauseMs = leastPauseMs;
    this.mostPauseMs = mostPauseMs;
  }

  /** Shortest time from the end of one fault to the next: long enough to get going again. */
  int leastPauseMs() {
    return leastPauseMs;
  }

  int mostPauseMs() {
    return mostPauseMs;
  }
}
