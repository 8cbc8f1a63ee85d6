// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.SessionFuzzer;
import java.util.Locale;

/**
 * Shows that no server can make a connection of wire hang, throw anything but its own exceptions or
 * allocate without bound: plays damaged sessions, each made from its seed alone.
 */
public final class FuzzEvidence {
  /** Of one session; measured were 16 MB, for a value of the greatest length that is believed. */
  private static final long MAX_ALLOCATED_BYTES = 32L << 20;

  /** One session in so many goes over a real socket, where a stall is one. */
  private static final int LOOPBACK_EVERY = 1_000;

  private static final long PROGRESS_MS = 5_000;

  private FuzzEvidence() {}

  /** Exit status 0 when all held, 1 when not, 2 for a wrong command line. */
  public static void main(String[] args) throws InterruptedException {
    FuzzOptions options;
    try {
      options = FuzzOptions.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    System.out.printf(
        "%,d damaged server sessions, seeds from %d%n", options.iterations(), options.seed());
    System.exit(run(options) ? 0 : 1);
  }

  private static boolean run(FuzzOptions options) throws InterruptedException {
    FuzzRun run = new FuzzRun();
    Thread player = new Thread(() -> play(options, run), "fuzz");
    player.setDaemon(true); // one that hangs must not keep the JVM
    long start = System.nanoTime();
    run.begin(options.seed());
    player.start();
    boolean hangs = false;
    long shownAtMs = 0;
    while (player.isAlive() && !hangs) {
      player.join(200);
      hangs = run.currentMs() > 2 * SessionFuzzer.limitMs(true) && player.isAlive();
      long ms = (System.nanoTime() - start) / 1_000_000;
      if (ms - shownAtMs >= PROGRESS_MS) {
        shownAtMs = ms;
        System.out.printf(
            Locale.ROOT, "  %5.1f s   %,d sessions   %s%n", ms / 1e3, run.sessions(), run.ends());
      }
    }
    if (hangs) {
      System.out.println("  seed " + run.seed() + " hangs:");
      for (StackTraceElement frame : player.getStackTrace()) {
        System.out.println("    at " + frame);
      }
    }
    return report(options, run, hangs, (System.nanoTime() - start) / 1e9);
  }

  private static void play(FuzzOptions options, FuzzRun run) {
    SessionFuzzer fuzzer = new SessionFuzzer();
    for (int i = 0; i < options.iterations(); i++) {
      long seed = options.seed() + i;
      boolean loopback = i % LOOPBACK_EVERY == LOOPBACK_EVERY - 1;
      run.begin(seed);
      SessionFuzzer.Outcome outcome =
          loopback ? fuzzer.playOnLoopback(seed) : fuzzer.playInMemory(seed);
      run.end(outcome, SessionFuzzer.limitMs(loopback));
    }
  }

  private static boolean report(FuzzOptions options, FuzzRun run, boolean hangs, double seconds) {
    int hanging = run.slow() + (hangs ? 1 : 0);
    System.out.printf(Locale.ROOT, "  ends: %s%n", run.ends());
    System.out.printf(
        Locale.ROOT,
        "{\"evidence\":\"fuzz\",\"sessions\":%d,\"hangs\":%d,\"untyped\":%d,\"max_alloc_mb\":%.1f,"
            + "\"seed\":%d,\"seconds\":%.1f}%n",
        run.sessions(),
        hanging,
        run.untyped(),
        run.maxAllocatedBytes() / (double) (1 << 20),
        options.seed(),
        seconds);
    return run.sessions() == options.iterations()
        && hanging == 0
        && run.untyped() == 0
        && run.maxAllocatedBytes() <= MAX_ALLOCATED_BYTES;
  }
}
