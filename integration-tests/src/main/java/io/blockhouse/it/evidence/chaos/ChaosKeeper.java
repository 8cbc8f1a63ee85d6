// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.clickhouse.Keeper;

/** The Keeper of a run. */
final class ChaosKeeper implements AutoCloseable {
  private final Keeper keeper;

  ChaosKeeper(Keeper keeper) {
    this.keeper = keeper;
  }

  void kill(Fault fault) throws InterruptedException {
    keeper.kill();
    Pause.ms(fault.lastsMs());
    keeper.start();
  }

  void stop(Fault fault) throws InterruptedException {
    keeper.stop();
    Pause.ms(fault.lastsMs());
    keeper.start();
  }

  @Override
  public void close() {
    if (keeper.isAlive()) {
      keeper.kill();
    }
  }
}
