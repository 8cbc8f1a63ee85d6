// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Where the build puts things, and the versions it was made with. */
public final class BuildLayout {
  private static final Properties BUILD = load();

  private BuildLayout() {}

  /** This module's folder: {@code -Dblockhouse.it.home}, or the working directory. */
  public static Path home() {
    return Path.of(System.getProperty("blockhouse.it.home", "")).toAbsolutePath().normalize();
  }

  /** The packaged plugin as users get it: {@code -Dblockhouse.it.plugin}, or the connector's. */
  public static Path pluginArchive() {
    String name = "blockhouse-connect-clickhouse-" + version() + ".zip";
    Path archive =
        Path.of(
                System.getProperty(
                    "blockhouse.it.plugin", home().resolve("../connector/target/" + name) + ""))
            .normalize();
    return require(archive, "the plugin archive");
  }

  /** The jars that a broker and a worker run on: Kafka and its dependencies, nothing of ours. */
  public static Path kafkaLibs() {
    return require(home().resolve("target/kafka-libs"), "the folder of Kafka's jars");
  }

  /** The jars that Keeper runs on. */
  public static Path keeperLibs() {
    return require(home().resolve("target/keeper-libs"), "the folder of Keeper's jars");
  }

  /** The jars of the oldest Connect worker that the tests run the plugin in. */
  public static Path olderConnectLibs() {
    return require(home().resolve("older-connect/target/libs"), "the folder of an older Connect");
  }

  /** Logs of a test's servers, kept after the run. */
  public static Path logs(String test) {
    return home().resolve("target/it-logs").resolve(test);
  }

  /** Data of this JVM's servers. */
  public static Path data() {
    return home().resolve("target/it-data").resolve(Long.toString(ProcessHandle.current().pid()));
  }

  /** Example configurations that users copy. */
  public static Path configExamples() {
    return require(home().resolve("../config-examples").normalize(), "the config examples");
  }

  /**
   * Downloads, which outlive {@code mvn clean}: {@code -DBLOCKHOUSE_CACHE}, the environment's
   * BLOCKHOUSE_CACHE, or {@code ~/.cache/blockhouse}.
   */
  public static Path cache() {
    String given =
        System.getProperty(
            "BLOCKHOUSE_CACHE", System.getenv().getOrDefault("BLOCKHOUSE_CACHE", ""));
    return given.isBlank()
        ? Path.of(System.getProperty("user.home"), ".cache", "blockhouse")
        : Path.of(given).toAbsolutePath();
  }

  public static String version() {
    return BUILD.getProperty("version");
  }

  public static String chdbVersion() {
    return BUILD.getProperty("chdb.version");
  }

  /** {@code -Dblockhouse.it.clickhouse.image}, or the build's. */
  public static String clickHouseImage() {
    return System.getProperty(
        "blockhouse.it.clickhouse.image", BUILD.getProperty("clickhouse.image"));
  }

  /** {@code -Dblockhouse.it.kafka.image}, or the build's. */
  public static String kafkaImage() {
    return System.getProperty("blockhouse.it.kafka.image", BUILD.getProperty("kafka.image"));
  }

  private static Path require(Path path, String what) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(
          what + " is missing: " + path + "; build first: mvn -DskipTests package");
    }
    return path;
  }

  private static Properties load() {
    try (InputStream in = BuildLayout.class.getResourceAsStream("build.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
