// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * A child process with a log file. It is killed when this JVM shuts down, and when a child that
 * nobody ended is gone, that is said at once on standard error, with its last output.
 */
public final class ChildProcess {
  /**
   * Children that run. Also keeps their standard input from being collected, and so closed, which
   * would end them ({@link ParentWatch}).
   */
  private static final Set<ChildProcess> LIVE = ConcurrentHashMap.newKeySet();

  private static final int TAIL_LINES = 40;
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(50);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(20);

  /** Ctrl-C reaches children and parent alike: wait to see whether this JVM is ending too. */
  private static final Executor A_MOMENT_LATER =
      CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS);

  /** What to do at shutdown when no child runs any more. */
  private static final List<Runnable> AFTER_CHILDREN = new CopyOnWriteArrayList<>();

  private static volatile boolean shuttingDown;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::killAll, "kill-children"));
  }

  private final String name;
  private final Process process;
  private final Path log;
  private final long logStart;
  private volatile Runnable onEndByItself = () -> {};
  private volatile boolean ending;
  private volatile boolean endReported;

  private ChildProcess(String name, Process process, Path log, long logStart) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.logStart = logStart;
  }

  /** Starts the command with its output appended to {@code log}. */
  static ChildProcess start(String name, List<String> command, Path log) {
    ChildProcess child;
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      long logStart = Files.exists(log) ? Files.size(log) : 0;
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      child = new ChildProcess(name, process, log, logStart);
    } catch (IOException e) {
      throw new ServerFailedException(name + " cannot be started: " + e.getMessage(), e);
    }
    LIVE.add(child);
    child.process.onExit().thenAcceptAsync(ended -> child.onEnd(), A_MOMENT_LATER);
    if (shuttingDown) {
      child.kill();
    }
    return child;
  }

  /** Runs at shutdown of this JVM, when its children are gone: the time to delete their data. */
  public static void afterChildrenAtShutdown(Runnable action) {
    AFTER_CHILDREN.add(action);
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public Path log() {
    return log;
  }

  /** Runs on a thread of its own, a moment after the process ended, if nobody here ended it. */
  public void onEndByItself(Runnable action) {
    onEndByItself = action;
  }

  /** Whether the process is gone and nobody here ended it. */
  public boolean endedByItself() {
    return !isAlive() && !ending;
  }

  /** Whether its output, and not an earlier process's in the same log, has such words. */
  public boolean hasSaid(Pattern words) {
    return words.matcher(LogTail.since(log, logStart)).find();
  }

  /** SIGKILL; returns when the process is gone. */
  public void kill() {
    ending = true;
    process.destroyForcibly();
    if (!awaitEnd(KILL_TIMEOUT)) {
      throw new ServerFailedException(name + " (pid " + pid() + ") survived SIGKILL");
    }
  }

  /** SIGTERM, and SIGKILL after the grace; returns when the process is gone. */
  public void stop(Duration grace) {
    ending = true;
    // Not Process.destroy(): it closes the child's standard input too, which ParentWatch takes for
    // the parent's end, and halts in the middle of an orderly stop.
    process.toHandle().destroy();
    if (!awaitEnd(grace)) {
      kill();
    }
  }

  /** Waits until the probe says yes; fails when the process ends or the time is up. */
  public void awaitReady(Duration timeout, BooleanSupplier probe) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!probe.getAsBoolean()) {
      requireAlive();
      if (System.nanoTime() > deadline) {
        throw new ServerFailedException(
            name + " did not become ready within " + timeout.toSeconds() + " s" + lastOutput());
      }
      pause();
    }
  }

  /** Fails when the process is gone and nobody here ended it. */
  public void requireAlive() {
    if (endedByItself()) {
      endReported = true;
      throw new ServerFailedException(lastWords());
    }
  }

  /** The last lines of the log, for messages. */
  public String lastOutput() {
    return "; the end of " + log + ":\n" + LogTail.read(log, TAIL_LINES);
  }

  private void onEnd() {
    LIVE.remove(this);
    if (ending || shuttingDown) {
      return;
    }
    if (!endReported) {
      System.err.println(lastWords());
    }
    onEndByItself.run();
  }

  private String lastWords() {
    return name + " ended by itself with status " + process.exitValue() + lastOutput();
  }

  private boolean awaitEnd(Duration timeout) {
    try {
      boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (ended) {
        LIVE.remove(this);
        process.getOutputStream().close();
      }
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while " + name + " ends", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PROBE_INTERVAL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while " + name + " starts", e);
    }
  }

  private static void killAll() {
    shuttingDown = true;
    LIVE.forEach(child -> child.process.destroyForcibly());
    LIVE.forEach(child -> child.awaitEnd(KILL_TIMEOUT));
    AFTER_CHILDREN.forEach(Runnable::run);
  }
}
