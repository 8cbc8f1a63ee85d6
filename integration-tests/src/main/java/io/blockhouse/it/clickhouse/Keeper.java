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
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What ClickHouse calls Keeper: one ZooKeeper server as a child process. Address and data stay the
 * same from {@link #start} to {@link #start}.
 */
public final class Keeper {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);
  private static final int START_ATTEMPTS = 10;
  private static final int PROBE_MS = 1_000;

  private final Path config;
  private final Path log;
  private final int port = FreePorts.next();
  private ChildProcess process;

  /** A Keeper to be started. */
  public Keeper(Path data, Path logs) {
    Path folder = Folders.create(data.toAbsolutePath());
    log = logs.toAbsolutePath().resolve("keeper.log");
    config = folder.resolve("zoo.cfg");
    // Ticks of half a second: sessions may be as short as two of them. An acknowledged write is
    // synced before its answer, whatever ends the process.
    String text =
        """
        tickTime=500
        dataDir=%s
        clientPort=%d
        clientPortAddress=127.0.0.1
        admin.enableServer=false
        4lw.commands.whitelist=ruok
        """
            .formatted(folder.resolve("store"), port);
    try {
      Files.writeString(config, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns when it answers. While it was away another process may have got its port for an
   * outgoing connection, so a start that fails is repeated.
   */
  public synchronized void start() {
    if (isAlive()) {
      throw new IllegalStateException("Keeper is running");
    }
    for (int attempt = 1; ; attempt++) {
      try {
        startOnce();
        return;
      } catch (ServerFailedException e) {
        if (attempt == START_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void startOnce() {
    process =
        new ChildJvm("Keeper", "org.apache.zookeeper.server.quorum.QuorumPeerMain")
            .flags("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1")
            .flags("-Dzookeeper.jmx.log4j.disable=true", "-Djava.awt.headless=true")
            .flags("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
            .classPathFolder(BuildLayout.keeperLibs())
            .arguments(config.toString())
            .start(log);
    process.awaitReady(START_TIMEOUT, this::answers);
  }

  /** Ends it in an orderly way. */
  public synchronized void stop() {
    process.stop(STOP_GRACE);
  }

  /** SIGKILL. */
  public synchronized void kill() {
    process.kill();
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  public String address() {
    return "127.0.0.1:" + port;
  }

  /**
   * XML for inside a local ClickHouse's config file, with a short session: a server that comes back
   * after SIGKILL must not wait for its old one.
   */
  public String clickHouseConfig() {
    return """
    <zookeeper>
      <node><host>127.0.0.1</host><port>%d</port></node>
      <session_timeout_ms>5000</session_timeout_ms>
      <operation_timeout_ms>5000</operation_timeout_ms>
    </zookeeper>
    <keeper_map_path_prefix>/keeper_map</keeper_map_path_prefix>
    """
        .formatted(port);
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), PROBE_MS);
      socket.setSoTimeout(PROBE_MS);
      socket.getOutputStream().write("ruok".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(4);
      return new String(answer, StandardCharsets.US_ASCII).equals("imok");
    } catch (IOException notYet) {
      return false;
    }
  }
}
