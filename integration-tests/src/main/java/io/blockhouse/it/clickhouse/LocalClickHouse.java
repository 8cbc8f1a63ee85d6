// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.process.ChildJvm;
import io.blockhouse.it.process.ChildProcess;
import io.blockhouse.it.process.FreePorts;
import io.blockhouse.it.process.ServerFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * ClickHouse as a child JVM with the engine's library in it ({@link ChdbLibrary}): the real TCP and
 * HTTP handlers and the real storage engines, without Docker.
 *
 * <p>Differences from a packaged server: {@code CREATE USER} is refused, Replicated tables stay
 * read-only, there is no TLS listener and no {@code system.query_log}. And where a packaged server
 * writes a line into its log, because a connection was reset while no query ran on it, this one
 * ends: it is started again at once, as a service would be. Any other end is a failure.
 */
public final class LocalClickHouse implements ClickHouseServer {
  private static final String USER = "blockhouse";
  private static final String PASSWORD = "local-secret";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);

  /** Between the engine's last words and its end; seen: 4 s on a busy machine. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

  /** Code 210 is NETWORK_ERROR (src/Common/ErrorCodes.cpp). */
  private static final Pattern ENDED_BY_RESET =
      Pattern.compile("Terminate called for uncaught exception:\\R.*Code: 210\\. ");

  /**
   * The engine is a command-line one that can listen (SYSTEM START LISTEN, since 2026) and ends
   * with its last query: so that one sleeps.
   */
  private static final String SERVE =
      "SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP;"
          + " SELECT sleepEachRow(1) FROM numbers(1000000) SETTINGS max_block_size=1,"
          + " function_sleep_max_microseconds_per_block=0 FORMAT Null";

  private final Path data;
  private final Path log;
  private final Path config;
  private final int nativePort = FreePorts.next();
  private final int httpPort = FreePorts.next();
  private final AtomicInteger endsByReset = new AtomicInteger();
  private ChildProcess process;

  /**
   * A server to be started. {@code extraConfig} is XML for inside the {@code clickhouse} element of
   * its config file, such as a {@code zookeeper} section; it may be empty.
   */
  public LocalClickHouse(Path data, Path logs, String extraConfig) {
    this(data, logs, extraConfig, "");
  }

  /** The same with settings of every user, as XML for inside the default profile. */
  public LocalClickHouse(Path data, Path logs, String extraConfig, String profile) {
    this.data = data.toAbsolutePath();
    this.log = logs.toAbsolutePath().resolve("clickhouse.log");
    this.config = this.data.resolve("config.xml");
    Folders.create(this.data);
    Path users = this.data.resolve("users.xml");
    write(config, LocalClickHouseConfig.server(users, extraConfig));
    write(users, LocalClickHouseConfig.users(USER, PASSWORD, profile));
  }

  @Override
  public synchronized void start() {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("ClickHouse is running");
    }
    Path library = ChdbLibrary.resolve();
    ChildJvm jvm =
        new ChildJvm("ClickHouse", ClickHouseLauncher.class.getName())
            // Only a shell around native code: interpreted, it starts sooner and stays small.
            .flags("-Xmx64m", "-Xint", "-XX:+UseSerialGC", "-XX:-UsePerfData")
            .flags(nativeAccess())
            .classPathOf(com.sun.jna.Native.class)
            .arguments(library.toString(), "--config-file", config.toString())
            .arguments("--path", data.resolve("store").toString())
            .arguments("--listen_host", host())
            .arguments("--tcp_port", Integer.toString(nativePort))
            .arguments("--http_port", Integer.toString(httpPort))
            .arguments("-q", SERVE);
    ChildProcess started = jvm.start(log);
    started.onEndByItself(() -> startAgainAfterReset(started));
    process = started;
    process.awaitReady(START_TIMEOUT, http()::answers);
  }

  private synchronized void startAgainAfterReset(ChildProcess ended) {
    if (process == ended && isEndedByReset()) {
      endsByReset.incrementAndGet();
      try {
        start();
        System.err.println("ClickHouse was started again: the reset of a connection had ended it");
      } catch (ServerFailedException e) {
        System.err.println(e.getMessage());
      }
    }
  }

  private boolean isEndedByReset() {
    return process.endedByItself() && process.hasSaid(ENDED_BY_RESET);
  }

  /** How often the reset of a connection ended it. */
  public int endsByReset() {
    return endsByReset.get();
  }

  @Override
  public synchronized void stop() {
    process.stop(STOP_GRACE);
  }

  @Override
  public synchronized void kill() {
    process.kill();
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /**
   * Says with the server's last output that it ended by itself, when it did; asks once more when it
   * is back after a reset.
   */
  @Override
  public String query(String sql) {
    try {
      return http().query(sql);
    } catch (UncheckedIOException e) {
      try {
        if (isBackAfterReset()) {
          return http().query(sql);
        }
        process.requireAlive();
      } catch (ServerFailedException ended) {
        ended.addSuppressed(e);
        throw ended;
      }
      throw e;
    }
  }

  /** Waits for a server that a reset has ended, or is just ending, and says whether it is back. */
  private boolean isBackAfterReset() {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    long end = System.nanoTime() + END_TIMEOUT.toNanos();
    while (System.nanoTime() < deadline) {
      synchronized (this) {
        if (process.isAlive()) {
          if (http().answers()) {
            return true;
          }
          if (System.nanoTime() > end) {
            return false;
          }
        } else if (!isEndedByReset()) {
          return false;
        }
      }
      pause();
    }
    return false;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while ClickHouse is started again", e);
    }
  }

  /** The child's process id. */
  public synchronized long pid() {
    return process.pid();
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int nativePort() {
    return nativePort;
  }

  @Override
  public int httpPort() {
    return httpPort;
  }

  @Override
  public String user() {
    return USER;
  }

  @Override
  public String password() {
    return PASSWORD;
  }

  @Override
  public String describe() {
    return "local child process, " + BuildLayout.chdbVersion();
  }

  private static List<String> nativeAccess() {
    // Known since 22, and without it 24 and later warn.
    return Runtime.version().feature() >= 22
        ? List.of("--enable-native-access=ALL-UNNAMED")
        : List.of();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
