// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import io.blockhouse.it.Folders;
import io.blockhouse.it.process.ChildProcess;
import io.blockhouse.it.process.FreePorts;
import io.blockhouse.it.process.NativeChild;
import io.blockhouse.it.process.ServerFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * ClickHouse 18.16, the oldest server supported, as a child process: Debian's package, with
 * configuration, data, ports and TLS certificate of its own.
 *
 * <p>What to know: {@code FORMAT JSONCompactColumns} does not exist, {@code TabSeparated} does;
 * types younger than 2018 (Bool, Date32, DateTime64, Map, ...) do not; the native protocol's
 * revision is 54412.
 */
public final class OldClickHouse implements ClickHouseServer {
  /** {@code -Dblockhouse.it.oldest.binary}: another place than that of Debian's package. */
  public static final String BINARY_PROPERTY = "blockhouse.it.oldest.binary";

  /**
   * {@code true} in {@code -Dblockhouse.it.oldest.required} or the environment's
   * BLOCKHOUSE_IT_OLDEST_REQUIRED: tests that need this server fail instead of being skipped.
   */
  public static final String REQUIRED_PROPERTY = "blockhouse.it.oldest.required";

  private static final String REQUIRED_VARIABLE = "BLOCKHOUSE_IT_OLDEST_REQUIRED";

  private static final String VERSION = "18.16";
  private static final String PACKAGED_BINARY = "/usr/sbin/clickhouse-server";
  private static final String USER = "blockhouse";
  private static final String PASSWORD = "local-secret";

  /** LowCardinality was an experiment then. */
  private static final String PROFILE =
      "<allow_experimental_low_cardinality_type>1</allow_experimental_low_cardinality_type>";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);

  private final Path log;
  private final Path config;
  private final SelfSignedCertificate tls;
  private final int nativePort = FreePorts.next();
  private final int securePort = FreePorts.next();
  private final int httpPort = FreePorts.next();
  private ChildProcess process;

  /** A server to be started. */
  public OldClickHouse(Path data, Path logs) {
    Path home = Folders.create(data.toAbsolutePath());
    log = logs.toAbsolutePath().resolve("clickhouse-" + VERSION + ".log");
    config = home.resolve("config.xml");
    tls = SelfSignedCertificate.in(home.resolve("tls"));
    Path users = home.resolve("users.xml");
    write(users, LocalClickHouseConfig.users(USER, PASSWORD, PROFILE));
    write(config, OldClickHouseConfig.server(home, users, tls, nativePort, securePort, httpPort));
  }

  /** Why this machine can't run it; empty when it can. */
  public static Optional<String> obstacle() {
    return Files.isExecutable(binary())
        ? Optional.empty()
        : Optional.of(
            "ClickHouse "
                + VERSION
                + " is not installed at "
                + binary()
                + ": on Debian 12 run apt-get install clickhouse-server clickhouse-common, or name"
                + " its clickhouse-server with -D"
                + BINARY_PROPERTY);
  }

  /** Whether its absence is a failure, as it is in CI. */
  public static boolean isRequired() {
    return Boolean.parseBoolean(
        System.getProperty(
            REQUIRED_PROPERTY, System.getenv().getOrDefault(REQUIRED_VARIABLE, "false")));
  }

  private static Path binary() {
    return Path.of(System.getProperty(BINARY_PROPERTY, PACKAGED_BINARY));
  }

  @Override
  public synchronized void start() {
    if (isAlive()) {
      throw new IllegalStateException("ClickHouse " + VERSION + " is running");
    }
    obstacle()
        .ifPresent(
            reason -> {
              throw new ServerFailedException(reason);
            });
    process =
        NativeChild.start(
            "ClickHouse " + VERSION, List.of(binary().toString(), "--config-file=" + config), log);
    process.awaitReady(START_TIMEOUT, http()::answers);
    String version = http().query("SELECT version()");
    if (!version.startsWith(VERSION + ".")) {
      kill();
      throw new ServerFailedException(
          binary()
              + " is ClickHouse "
              + version
              + ", not "
              + VERSION
              + "; name another with -D"
              + BINARY_PROPERTY);
    }
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

  /** Fails with its last output when it ended by itself. */
  public synchronized void requireAlive() {
    process.requireAlive();
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

  /** The native protocol inside TLS. */
  public int securePort() {
    return securePort;
  }

  /** What a client of {@link #securePort} has to trust: PEM, for localhost and 127.0.0.1. */
  public Path certificate() {
    return tls.certificate();
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
    return "local child process, " + binary();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
