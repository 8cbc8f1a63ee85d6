// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.nio.file.Path;
import java.util.Locale;

/**
 * One run: records flow, faults come, both end, the connector catches up, and the table is compared
 * with what was produced.
 *
 * <p>It holds when no record is lost and no row is wrong and, exactly-once, no row is doubled; with
 * at-least-once every doubled row has to be one that a task said may be ({@link AdmittedRanges}).
 */
public final class ChaosRun {
  private static final int CATCH_UP_MS = 240_000;

  private final ChaosOptions options;

  public ChaosRun(ChaosOptions options) {
    this.options = options;
  }

  /** What a run came to; {@code line} is its result in one line of JSON. */
  public record Result(boolean holds, String line) {}

  /** Plays it on servers of its own, but for Kafka, which is given and meets no fault. */
  public Result play(String bootstrapServers, Path plugins, Path data, Path logs)
      throws InterruptedException {
    System.out.printf(
        Locale.ROOT,
        "chaos: %s, seed %d, %d s, %,d records/s; logs in %s%n",
        options.guarantee().word(),
        options.seed(),
        options.length().toSeconds(),
        options.recordsPerSecond(),
        logs);
    try (ChaosStage stage = new ChaosStage(options, bootstrapServers, plugins, data, logs)) {
      return play(stage);
    }
  }

  private Result play(ChaosStage stage) throws InterruptedException {
    stage.feeder().start();
    stage.connector().create();
    Watch watch = new Watch(stage);
    watch.start();
    long lengthMs = options.length().toMillis();
    FaultInjector injector = new FaultInjector(stage, FaultSchedule.of(options.seed(), lengthMs));
    injector.run(lengthMs);
    stage.feeder().stop();
    long start = System.nanoTime();
    boolean caughtUp = Pause.until(() -> stage.lag() == 0, CATCH_UP_MS);
    long unavailableMs = watch.longestMs();
    watch.stop();
    System.out.printf(
        Locale.ROOT,
        "  faults and feeding are over; %s after %.1f s%n",
        caughtUp ? "caught up" : "NOT caught up, " + stage.lag() + " records behind",
        (System.nanoTime() - start) / 1e9);
    Comparison comparison = stage.compare();
    comparison.details().forEach(detail -> System.out.println("  " + detail));
    injector.failures().forEach(failure -> System.out.println("  " + failure));
    watch
        .failures()
        .forEach((cause, times) -> System.out.println("  " + times + " x task failed: " + cause));
    System.out.printf(
        Locale.ROOT,
        "  ClickHouse ended by itself %d times; %d INSERTs were hit between their final block and"
            + " its answer; %s%n",
        stage.server().ownEnds(),
        stage.relay().hits(),
        comparison.duplicates());
    boolean holds =
        caughtUp && comparison.holds(options.guarantee()) && injector.failures().isEmpty();
    int faults = injector.inflicted() + stage.server().ownEnds();
    return new Result(holds, line(comparison, faults, unavailableMs));
  }

  private String line(Comparison comparison, int faults, long unavailableMs) {
    return String.format(
        Locale.ROOT,
        "{\"evidence\":\"chaos\",\"guarantee\":\"%s\",\"seed\":%d,\"faults\":%d,\"produced\":%d,"
            + "\"lost\":%d,\"duplicated\":%d,\"wrong\":%d,\"max_unavailable_s\":%.1f}",
        options.guarantee().word(),
        options.seed(),
        faults,
        comparison.produced(),
        comparison.lost(),
        comparison.duplicated(),
        comparison.wrong(),
        unavailableMs / 1e3);
  }
}
