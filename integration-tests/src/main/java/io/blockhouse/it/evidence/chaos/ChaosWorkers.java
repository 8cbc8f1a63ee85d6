// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.kafka.ConnectRest;
import io.blockhouse.it.kafka.ConnectRestException;
import io.blockhouse.it.kafka.ConnectWorker;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The workers of a run: two, and now and then a third. */
final class ChaosWorkers implements AutoCloseable {
  private static final int WORKERS = 2;

  /** ConnectWorker kills one that has not stopped after 30 s. */
  private static final long STOP_GRACE_MS = 29_000;

  private static final int PATIENCE_MS = 120_000;

  private final List<ConnectWorker> workers;
  private final Runnable onKilled;

  /** {@code onKilled} is told when a worker is gone that could not end its tasks. */
  ChaosWorkers(String bootstrapServers, Path plugins, Path logs, Runnable onKilled) {
    this.onKilled = onKilled;
    String group = "chaos-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    workers =
        IntStream.rangeClosed(1, WORKERS + 1)
            .mapToObj(
                number ->
                    ConnectWorker.builder(bootstrapServers, logs)
                        .name("worker-" + number)
                        .groupId(group)
                        .pluginPath(plugins)
                        .offsetFlushIntervalMs(2_000)
                        // The least that the broker takes: a killed worker is missed soon.
                        .property("session.timeout.ms", "6000")
                        .property("heartbeat.interval.ms", "2000")
                        .build())
            .toList();
  }

  /** Together: each is mostly waiting. */
  void start() {
    // One creates the group's topics; the second would only collide with it.
    workers.get(0).start();
    CompletableFuture.allOf(
            workers.subList(1, WORKERS).stream()
                .map(worker -> CompletableFuture.runAsync(worker::start))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  void kill(Fault fault) throws InterruptedException {
    ConnectWorker victim = workers.get(fault.pick(WORKERS));
    victim.kill();
    onKilled.run();
    Pause.ms(fault.lastsMs());
    Pause.insist(victim::start, PATIENCE_MS);
  }

  void stop(Fault fault) throws InterruptedException {
    ConnectWorker victim = workers.get(fault.pick(WORKERS));
    stop(victim);
    Pause.ms(fault.lastsMs());
    Pause.insist(victim::start, PATIENCE_MS);
  }

  void add(Fault fault) throws InterruptedException {
    ConnectWorker third = workers.get(WORKERS);
    Pause.insist(third::start, PATIENCE_MS);
    Pause.ms(fault.lastsMs());
    stop(third);
  }

  private void stop(ConnectWorker worker) {
    long start = System.nanoTime();
    worker.stop();
    if ((System.nanoTime() - start) / 1_000_000 >= STOP_GRACE_MS) {
      System.out.println("  a worker had to be killed: it did not stop within 30 s");
      onKilled.run();
    }
  }

  /** Asks workers that run until one of them answers, and not with a refusal. */
  <T> T ask(Function<ConnectRest, T> question, long patienceMs) throws InterruptedException {
    long deadline = System.nanoTime() + patienceMs * 1_000_000;
    RuntimeException last = new IllegalStateException("no worker runs");
    while (System.nanoTime() - deadline < 0) {
      for (ConnectWorker worker : workers) {
        try {
          if (worker.isAlive()) {
            return question.apply(worker.rest());
          }
        } catch (UncheckedIOException | IllegalStateException | ConnectRestException e) {
          last = e; // it was killed, or its leader was, or it has not heard of the connector yet
        }
      }
      Pause.ms(200);
    }
    throw last;
  }

  List<Path> logs() {
    return workers.stream().map(ConnectWorker::log).toList();
  }

  @Override
  public void close() {
    workers.forEach(ConnectWorker::close);
  }
}
