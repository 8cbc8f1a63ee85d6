// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

/** The faults there are. Each begins, lasts, and is over when its deed returns. */
enum FaultKind {
  KILL_CLICKHOUSE(Target.CLICKHOUSE, 500, 5_000, (stage, fault) -> stage.server().kill(fault)),
  STOP_CLICKHOUSE(Target.CLICKHOUSE, 500, 3_000, (stage, fault) -> stage.server().stop(fault)),
  TOO_MANY_PARTS(Target.CLICKHOUSE, 1_000, 5_000, (stage, fault) -> stage.table().fill(fault)),
  READ_ONLY_TABLE(Target.CLICKHOUSE, 1_000, 4_000, (stage, fault) -> stage.table().freeze(fault)),
  RENAME_TABLE(Target.CLICKHOUSE, 500, 3_000, (stage, fault) -> stage.table().hide(fault)),

  KILL_KEEPER(Target.KEEPER, 500, 5_000, (stage, fault) -> stage.keeper().kill(fault)),
  STOP_KEEPER(Target.KEEPER, 500, 3_000, (stage, fault) -> stage.keeper().stop(fault)),

  KILL_WORKER(Target.WORKER, 0, 5_000, (stage, fault) -> stage.workers().kill(fault)),
  STOP_WORKER(Target.WORKER, 0, 5_000, (stage, fault) -> stage.workers().stop(fault)),
  ADD_WORKER(Target.WORKER, 2_000, 8_000, (stage, fault) -> stage.workers().add(fault)),

  RESTART_CONNECTOR(Target.CONNECTOR, 0, 0, (stage, fault) -> stage.connector().restart()),
  PAUSE_CONNECTOR(Target.CONNECTOR, 500, 5_000, (stage, fault) -> stage.connector().pause(fault)),
  RECONFIGURE(Target.CONNECTOR, 0, 0, (stage, fault) -> stage.connector().reconfigure(fault)),
  MEMORY_LIMIT(Target.CONNECTOR, 1_000, 5_000, (stage, fault) -> stage.connector().starve(fault)),

  CUT(Target.NETWORK, 0, 0, (stage, fault) -> stage.relay().cut(fault.coin())),
  REFUSE(Target.NETWORK, 500, 3_000, (stage, fault) -> stage.relay().refuse(fault.lastsMs())),
  HALF_CLOSE(Target.NETWORK, 0, 0, (stage, fault) -> stage.relay().halfClose(fault.coin())),
  DELAY(Target.NETWORK, 1_000, 4_000, (stage, fault) -> stage.relay().delay(fault.lastsMs())),
  BLACK_HOLE(Target.NETWORK, 500, 12_000, (stage, fault) -> stage.relay().hold(fault.lastsMs())),
  LOSE_FINAL_BLOCK(
      Target.NETWORK,
      3_000,
      3_000,
      (stage, fault) ->
          stage.relay().aim(ChaosRelay.Aim.LOSE_FINAL_BLOCK, fault.lastsMs(), fault.coin())),
  LOSE_ANSWER(
      Target.NETWORK,
      3_000,
      3_000,
      (stage, fault) ->
          stage.relay().aim(ChaosRelay.Aim.LOSE_ANSWER, fault.lastsMs(), fault.coin())),
  HOLD_ANSWER(
      Target.NETWORK,
      1_000,
      12_000,
      (stage, fault) ->
          stage.relay().aim(ChaosRelay.Aim.HOLD_ANSWER, fault.lastsMs(), fault.coin()));

  private final Target target;
  private final int leastMs;
  private final int mostMs;
  private final Deed deed;

  FaultKind(Target target, int leastMs, int mostMs, Deed deed) {
    this.target = target;
    this.leastMs = leastMs;
    this.mostMs = mostMs;
    this.deed = deed;
  }

  Target target() {
    return target;
  }

  int leastMs() {
    return leastMs;
  }

  int mostMs() {
    return mostMs;
  }

  /** Does it, and undoes what does not undo itself; returns when all is as before. */
  void inflict(ChaosStage stage, Fault fault) throws InterruptedException {
    deed.inflict(stage, fault);
  }

  private interface Deed {
    void inflict(ChaosStage stage, Fault fault) throws InterruptedException;
  }
}
