// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.clickhouse.LocalClickHouse;

/** The ClickHouse of a run, and what befalls it. */
final class ChaosServer implements AutoCloseable {
  private final LocalClickHouse clickHouse;

  ChaosServer(LocalClickHouse clickHouse) {
    this.clickHouse = clickHouse;
  }

  void start() {
    clickHouse.start();
  }

  void kill(Fault fault) throws InterruptedException {
    clickHouse.kill();
    Pause.ms(fault.lastsMs());
    clickHouse.start();
  }

  void stop(Fault fault) throws InterruptedException {
    clickHouse.stop();
    Pause.ms(fault.lastsMs());
    clickHouse.start();
  }

  LocalClickHouse clickHouse() {
    return clickHouse;
  }

  /** How often it ended with nobody asking it to, and was started again: each is one more fault. */
  int ownEnds() {
    return clickHouse.endsByReset();
  }

  @Override
  public void close() {
    clickHouse.kill();
  }
}
