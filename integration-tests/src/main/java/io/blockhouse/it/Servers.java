// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.clickhouse.DockerClickHouse;
import io.blockhouse.it.clickhouse.ExternalClickHouse;
import io.blockhouse.it.clickhouse.Keeper;
import io.blockhouse.it.clickhouse.LocalClickHouse;
import io.blockhouse.it.clickhouse.OldClickHouse;
import io.blockhouse.it.kafka.DockerKafka;
import io.blockhouse.it.kafka.ExternalKafka;
import io.blockhouse.it.kafka.KafkaCluster;
import io.blockhouse.it.kafka.LocalKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Starts real servers in the way that was chosen ({@link ServerWay}), and prints which. */
public final class Servers {
  private Servers() {}

  /** A started ClickHouse. {@code extraConfig}: XML inside its config file, maybe empty. */
  public static ClickHouseServer clickHouse(Path data, Path logs, String extraConfig) {
    return clickHouse(data, logs, way -> extraConfig);
  }

  /** A started ClickHouse that keeps KeeperMap tables; its Keeper lives as long as this JVM. */
  public static ClickHouseServer clickHouseWithKeeper(Path data, Path logs) {
    return clickHouse(
        data,
        logs,
        way ->
            way == ServerWay.LOCAL
                ? keeper(data.resolveSibling(data.getFileName() + "-keeper"), logs)
                    .clickHouseConfig()
                : DockerClickHouse.KEEPER_CONFIG);
  }

  private static ClickHouseServer clickHouse(
      Path data, Path logs, Function<ServerWay, String> extraConfig) {
    long start = System.nanoTime();
    ClickHouseServer server =
        firstThatStarts(
            ServerWay.candidates(ExternalClickHouse.HOST_PROPERTY),
            way -> {
              ClickHouseServer candidate =
                  switch (way) {
                    case EXTERNAL -> new ExternalClickHouse();
                    case DOCKER -> new DockerClickHouse(extraConfig.apply(way));
                    case LOCAL -> new LocalClickHouse(data, logs, extraConfig.apply(way));
                  };
              candidate.start();
              return candidate;
            });
    announce("ClickHouse " + server.query("SELECT version()"), server.describe(), start);
    return server;
  }

  /** A started Keeper; there is one way only, whatever {@link ServerWay} says. */
  public static Keeper keeper(Path data, Path logs) {
    long start = System.nanoTime();
    Keeper keeper = new Keeper(data, logs);
    keeper.start();
    announce("Keeper at " + keeper.address(), "child process", start);
    return keeper;
  }

  /** A started ClickHouse 18.16; there is one way only, whatever {@link ServerWay} says. */
  public static OldClickHouse oldestClickHouse(Path data, Path logs) {
    long start = System.nanoTime();
    OldClickHouse server = new OldClickHouse(data, logs);
    server.start();
    announce("ClickHouse " + server.query("SELECT version()"), server.describe(), start);
    return server;
  }

  /** A started Kafka. */
  public static KafkaCluster kafka(Path data, Path logs) {
    long start = System.nanoTime();
    KafkaCluster cluster =
        firstThatStarts(
            ServerWay.candidates(ExternalKafka.BOOTSTRAP_PROPERTY),
            way -> {
              KafkaCluster candidate =
                  switch (way) {
                    case EXTERNAL -> new ExternalKafka();
                    case DOCKER -> new DockerKafka();
                    case LOCAL -> new LocalKafka(data, logs);
                  };
              candidate.start();
              return candidate;
            });
    announce("Kafka at " + cluster.bootstrapServers(), cluster.describe(), start);
    return cluster;
  }

  private static <T> T firstThatStarts(List<ServerWay> ways, Function<ServerWay, T> starter) {
    for (ServerWay way : ways.subList(0, ways.size() - 1)) {
      try {
        return starter.apply(way);
      } catch (RuntimeException e) {
        System.out.println(way + " was tried first and failed: " + e.getMessage());
      }
    }
    return starter.apply(ways.get(ways.size() - 1));
  }

  static void announce(String what, String how, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    System.out.println(
        String.format(Locale.ROOT, "%s (%s) answers after %.1f s", what, how, seconds));
  }
}
