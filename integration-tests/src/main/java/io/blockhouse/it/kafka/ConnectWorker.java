// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.process.ChildJvm;
import io.blockhouse.it.process.ChildProcess;
import io.blockhouse.it.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;

/**
 * A distributed Connect worker as a child process. It runs on Kafka's jars alone and finds plugins
 * in its {@code plugin.path}, in class loaders of their own, as users have it. Workers with the
 * same group id form one cluster.
 */
public final class ConnectWorker implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(120);
  private static final Duration STOP_GRACE = Duration.ofSeconds(30);

  private final String name;
  private final Path libs;
  private final Path log;
  private final Path propertiesFile;
  private final List<String> jvmFlags;
  private final int jmxPort = FreePorts.next();
  private final ConnectRest rest;
  private final WorkerJmx jmx = new WorkerJmx(jmxPort);
  private ChildProcess process;

  private ConnectWorker(Builder builder) {
    int port = FreePorts.next();
    name = builder.name;
    libs = builder.libs;
    jvmFlags = List.copyOf(builder.jvmFlags);
    rest = new ConnectRest("http://127.0.0.1:" + port);
    Path folder = Folders.create(builder.logs.toAbsolutePath());
    log = folder.resolve(name + ".log");
    propertiesFile = folder.resolve(name + ".properties");
    Map<String, String> properties = new TreeMap<>(builder.properties);
    properties.put("listeners", rest.url());
    KafkaJvm.writeProperties(properties, propertiesFile);
  }

  /** A worker to be; its log is kept in {@code logs}. */
  public static Builder builder(String bootstrapServers, Path logs) {
    return new Builder(bootstrapServers, logs);
  }

  /**
   * Starts it, also again after {@link #kill} or {@link #stop}; returns when it serves requests.
   */
  public synchronized ConnectWorker start() {
    if (isAlive()) {
      throw new IllegalStateException(name + " is running");
    }
    process =
        new ChildJvm(name, "org.apache.kafka.connect.cli.ConnectDistributed")
            .flags(KafkaJvm.FLAGS)
            .flags(jmxFlags())
            .flags(jvmFlags)
            .classPathFolder(libs)
            .arguments(propertiesFile.toString())
            .start(log);
    process.awaitReady(START_TIMEOUT, rest::isReady);
    return this;
  }

  public ConnectRest rest() {
    return rest;
  }

  /** An attribute of every MBean of the worker whose name matches. */
  public Map<ObjectName, Object> jmx(String pattern, String attribute) {
    return jmx.read(pattern, attribute);
  }

  public WorkerJmx jmx() {
    return jmx;
  }

  /** SIGKILL. */
  public synchronized void kill() {
    process.kill();
  }

  /** SIGTERM: tasks are stopped in an orderly way. */
  public synchronized void stop() {
    process.stop(STOP_GRACE);
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  public synchronized long pid() {
    return process.pid();
  }

  public Path log() {
    return log;
  }

  /** The last lines of its log, for messages. */
  public synchronized String lastOutput() {
    return process.lastOutput();
  }

  /** Fails with the last output when it ended by itself. */
  public synchronized void requireAlive() {
    process.requireAlive();
  }

  /** Kills it: what a test leaves behind is of no use. */
  @Override
  public synchronized void close() {
    if (process != null) {
      process.kill();
    }
  }

  private List<String> jmxFlags() {
    return List.of(
        "-Dcom.sun.management.jmxremote.port=" + jmxPort,
        "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
        "-Djava.rmi.server.hostname=127.0.0.1",
        "-Dcom.sun.management.jmxremote.authenticate=false",
        "-Dcom.sun.management.jmxremote.ssl=false");
  }

  /** Settings of a worker. */
  public static final class Builder {
    private final Path logs;
    private final Map<String, String> properties = new TreeMap<>();
    private final List<String> jvmFlags = new ArrayList<>(List.of("-Xmx256m"));
    private String name = "connect-worker";
    private Path libs = BuildLayout.kafkaLibs();

    private Builder(String bootstrapServers, Path logs) {
      this.logs = logs;
      property("bootstrap.servers", bootstrapServers);
      property("plugin.discovery", "service_load");
      property("key.converter", "org.apache.kafka.connect.storage.StringConverter");
      property("value.converter", "org.apache.kafka.connect.json.JsonConverter");
      property("value.converter.schemas.enable", "false");
      property("connector.client.config.override.policy", "All");
      property("config.storage.replication.factor", "1");
      property("offset.storage.replication.factor", "1");
      property("offset.storage.partitions", "1");
      property("status.storage.replication.factor", "1");
      property("status.storage.partitions", "1");
      // A restarted worker gets its tasks back at once instead of after five minutes.
      property("scheduled.rebalance.max.delay.ms", "0");
      groupId("blockhouse-it");
      offsetFlushIntervalMs(5_000);
    }

    /** Names log and properties file; workers of one folder need different names. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Also names the group's internal topics. */
    public Builder groupId(String value) {
      property("group.id", value);
      property("config.storage.topic", value + "-configs");
      property("offset.storage.topic", value + "-offsets");
      return property("status.storage.topic", value + "-status");
    }

    /** The folder that holds unpacked plugin archives. */
    public Builder pluginPath(Path value) {
      return property("plugin.path", value.toAbsolutePath().toString());
    }

    public Builder offsetFlushIntervalMs(long value) {
      return property("offset.flush.interval.ms", Long.toString(value));
    }

    /** Any worker property, such as {@code consumer.max.poll.records}. */
    public Builder property(String key, String value) {
      properties.put(key, value);
      return this;
    }

    /** More JVM flags; a second {@code -Xmx} wins over the default of 256 MB. */
    public Builder jvmFlags(String... values) {
      jvmFlags.addAll(List.of(values));
      return this;
    }

    /** A folder with the jars of another Connect version. */
    public Builder libs(Path value) {
      libs = value;
      return this;
    }

    public ConnectWorker build() {
      return new ConnectWorker(this);
    }

    public ConnectWorker start() {
      return build().start();
    }
  }
}
