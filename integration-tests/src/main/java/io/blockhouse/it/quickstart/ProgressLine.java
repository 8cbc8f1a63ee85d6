// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** One line that is redrawn on a terminal, and a line a second elsewhere. */
final class ProgressLine {
  private static final int WINDOW_SAMPLES = 6; // five seconds

  private final PrintStream out;
  private final boolean terminal;
  private final long total;
  private final long startNanos = System.nanoTime();
  private final Deque<Sample> window = new ArrayDeque<>();

  ProgressLine(PrintStream out, boolean terminal, long total) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
    window.add(new Sample(startNanos, 0));
  }

  void show(long produced, long delivered) {
    long now = System.nanoTime();
    double rate = rate(new Sample(now, delivered));
    String line =
        String.format(
            Locale.ROOT,
            "  %5.1f s   produced %,d   delivered %,d of %,d   %,.0f rows/s",
            (now - startNanos) / 1e9,
            produced,
            delivered,
            total,
            rate);
    out.print(terminal ? "\r" + line + "\u001b[K" : line + "\n");
    out.flush();
  }

  /** Rows a second over the window: they arrive in batches, and a second may see none. */
  private double rate(Sample latest) {
    window.addLast(latest);
    if (window.size() > WINDOW_SAMPLES) {
      window.removeFirst();
    }
    Sample oldest = window.getFirst();
    return (latest.delivered - oldest.delivered)
        / Math.max(1e-3, (latest.nanos - oldest.nanos) / 1e9);
  }

  private record Sample(long nanos, long delivered) {}

  /** Leaves the line as it stands. */
  void end() {
    if (terminal) {
      out.println();
    }
  }
}
