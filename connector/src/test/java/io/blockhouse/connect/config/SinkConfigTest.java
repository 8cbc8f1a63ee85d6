// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.convert.ChangeColumns;
import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.KafkaField;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.convert.TimestampUnit;
import io.blockhouse.connect.convert.UnavailableValue;
import io.blockhouse.connect.convert.ValueFormat;
import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.shape.DebeziumShape;
import io.blockhouse.connect.shape.PlainShape;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Compression;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Setting;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkConfigTest {
  private static final String PASSWORD = "correct-horse-battery";

  private static SinkConfig config(String... keysAndValues) {
    return SinkConfig.quiet(properties(keysAndValues));
  }

  private static Map<String, String> properties(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("clickhouse.hosts", "ch1");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void hostsAloneGiveEveryDocumentedDefault() {
    SinkConfig config = config();
    assertThat(config.hosts()).containsExactly(new HostPort("ch1", 9000));
    assertThat(config.database()).isEqualTo("default");
    assertThat(config.user()).isEqualTo("default");
    assertThat(config.connectTimeoutMs()).isEqualTo(10_000);
    assertThat(config.requestTimeoutMs()).isEqualTo(30_000);
    assertThat(config.userSettings()).isEmpty();
    assertThat(config.router().tableOf("t")).contains(new TableId("default", "t"));
    assertThat(config.batchMaxRows()).isEqualTo(1_000_000);
    assertThat(config.batchMaxBytes()).isEqualTo(67_108_864);
    assertThat(config.batchLingerMs()).isEqualTo(1_000);
    assertThat(config.blockMaxRows()).isEqualTo(65_536);
    assertThat(config.blockMaxBytes()).isEqualTo(8_388_608);
    assertThat(config.bufferMaxBytes()).isEqualTo(134_217_728);
    assertThat(config.connectionsMax()).isEqualTo(4);
    assertThat(config.nullAsDefault()).isFalse();
    assertThat(config.failOnUnknownFields()).isFalse();
    assertThat(config.conversionOptions()).isEqualTo(new ConversionOptions(false, false));
    assertThat(config.namedColumns()).isEmpty();
    assertThat(config.recordShape()).isInstanceOf(PlainShape.class);
    assertThat(config.recordShape().read(tombstone())).isNull();
    assertThat(config.changeColumns()).isEqualTo(ChangeColumns.NONE);
    assertThat(config.retryBackoffMs()).isEqualTo(500);
    assertThat(config.retryBackoffMaxMs()).isEqualTo(30_000);
    assertThat(config.retryTimeoutMs()).isEqualTo(-1);
    assertThat(config.taskIndex()).isZero();
    assertThat(config.connectorName()).isEmpty();
    assertThat(config.topics()).isEmpty();
    assertThat(config.unknownKeys()).isEmpty();
    ConnectionOptions options = config.connectionOptions(config.hosts().get(0));
    assertThat(options.compression()).isEqualTo(Compression.LZ4);
    assertThat(options.compressionLevel()).isEqualTo(1);
    assertThat(options.chunkBytes()).isEqualTo(131_072);
    assertThat(options.connectTimeoutMs()).isEqualTo(10_000);
    assertThat(options.database()).isEqualTo("default");
  }

  @Test
  void everyKeyReachesItsGetter() {
    SinkConfig config =
        config(
            "name", "clicks-sink",
            "topics", "a, b,a",
            "blockhouse.task.index", "3",
            "clickhouse.hosts", "ch1, ch2:9001 ,[::1]:9002,ch1:9000",
            "clickhouse.database", "shop",
            "clickhouse.user", "writer",
            "clickhouse.compression", "zstd",
            "clickhouse.compression.level", "7",
            "clickhouse.compression.chunk.bytes", "262144",
            "clickhouse.connect.timeout.ms", "11",
            "clickhouse.request.timeout.ms", "12",
            "topic.to.table.map", "a=t, b=other.u",
            "topic.to.table.regex", "e(\\d)=e_$1, .*x=y",
            "table.name.format", "raw.${topic}",
            "batch.max.rows", "13",
            "batch.max.bytes", "14",
            "batch.linger.ms", "15",
            "block.max.rows", "16",
            "block.max.bytes", "5000",
            "buffer.max.bytes", "10000",
            "connections.max", "17",
            "null.as.default", "true",
            "unknown.fields", "fail",
            "tombstones", "fail",
            "retry.backoff.ms", "18",
            "retry.backoff.max.ms", "19",
            "retry.timeout.ms", "20");
    assertThat(config.connectorName()).isEqualTo("clicks-sink");
    assertThat(config.topics()).containsExactly("a", "b");
    assertThat(config.taskIndex()).isEqualTo(3);
    assertThat(config.hosts())
        .containsExactly(
            new HostPort("ch1", 9000), new HostPort("ch2", 9001), new HostPort("::1", 9002));
    ConnectionOptions options = config.connectionOptions(config.hosts().get(2));
    assertThat(options.host()).isEqualTo("::1");
    assertThat(options.port()).isEqualTo(9002);
    assertThat(options.database()).isEqualTo("shop");
    assertThat(options.user()).isEqualTo("writer");
    assertThat(options.compression()).isEqualTo(Compression.ZSTD);
    assertThat(options.compressionLevel()).isEqualTo(7);
    assertThat(options.chunkBytes()).isEqualTo(262_144);
    assertThat(options.connectTimeoutMs()).isEqualTo(11);
    assertThat(config.requestTimeoutMs()).isEqualTo(12);
    assertThat(config.router().tableOf("a")).contains(new TableId("shop", "t"));
    assertThat(config.router().tableOf("b")).contains(new TableId("other", "u"));
    assertThat(config.router().tableOf("e1")).contains(new TableId("shop", "e_1"));
    assertThat(config.router().tableOf("c.d")).contains(new TableId("raw", "c.d"));
    assertThat(config.batchMaxRows()).isEqualTo(13);
    assertThat(config.batchMaxBytes()).isEqualTo(14);
    assertThat(config.batchLingerMs()).isEqualTo(15);
    assertThat(config.blockMaxRows()).isEqualTo(16);
    assertThat(config.blockMaxBytes()).isEqualTo(5_000);
    assertThat(config.bufferMaxBytes()).isEqualTo(10_000);
    assertThat(config.connectionsMax()).isEqualTo(17);
    assertThat(config.nullAsDefault()).isTrue();
    assertThat(config.failOnUnknownFields()).isTrue();
    assertThatThrownBy(() -> config.recordShape().read(tombstone()))
        .isInstanceOf(ConversionException.class);
    assertThat(config.retryBackoffMs()).isEqualTo(18);
    assertThat(config.retryBackoffMaxMs()).isEqualTo(19);
    assertThat(config.retryTimeoutMs()).isEqualTo(20);
  }

  @Test
  void whatValuesAreReachesTheConversionOptions() {
    SinkConfig config =
        config(
            "value.format", "raw",
            "value.column", "v",
            "timestamp.unit", "micros",
            "kafka.columns.topic", "_t",
            "kafka.columns.partition", "_p",
            "kafka.columns.offset", "_o",
            "kafka.columns.timestamp", "_ts",
            "kafka.columns.key", "_k",
            "kafka.columns.headers", "_h");
    assertThat(config.conversionOptions())
        .isEqualTo(
            new ConversionOptions(
                false,
                false,
                ValueFormat.RAW,
                "v",
                TimestampUnit.MICROS,
                Map.of(
                    KafkaField.TOPIC, "_t",
                    KafkaField.PARTITION, "_p",
                    KafkaField.OFFSET, "_o",
                    KafkaField.TIMESTAMP, "_ts",
                    KafkaField.KEY, "_k",
                    KafkaField.HEADERS, "_h")));
    assertThat(config.namedColumns()).hasSize(7).containsEntry("kafka.columns.timestamp", "_ts");
  }

  @Test
  void refusesDebeziumsPlaceholderInItsEnvelopesUnlessToldToStoreIt() {
    assertThat(config().conversionOptions().unavailable()).isEqualTo(UnavailableValue.STORE);
    assertThat(config("cdc.format", "debezium").conversionOptions().unavailable())
        .isEqualTo(UnavailableValue.FAIL);
    assertThat(
            config("cdc.format", "debezium", "cdc.unavailable.value", "store")
                .conversionOptions()
                .unavailable())
        .isEqualTo(UnavailableValue.STORE);
  }

  @Test
  void oneColumnCannotTakeTwoThings() {
    assertThatThrownBy(() -> config("value.column", "x", "kafka.columns.key", "x"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("kafka.columns.key")
        .hasMessageContaining("already taken by value.column");
    assertThatThrownBy(() -> config("value.format", "xml"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("auto, json, csv, tsv, raw");
  }

  @Test
  void changesFillTheConfiguredColumns() {
    assertThat(config("tombstones", "delete").changeColumns())
        .isEqualTo(new ChangeColumns("is_deleted", "_version"));
    SinkConfig config =
        config("cdc.format", "debezium", "delete.flag.column", "gone", "delete.version.column", "");
    assertThat(config.changeColumns()).isEqualTo(new ChangeColumns("gone", ""));
    assertThat(config.recordShape()).isInstanceOf(DebeziumShape.class);
  }

  @Test
  void refusesOneColumnForTwoThings() {
    assertThatThrownBy(() -> config("tombstones", "delete", "delete.version.column", "is_deleted"))
        .hasMessageContaining("delete.version.column: column 'is_deleted' is already taken by");
    assertThatThrownBy(() -> config("cdc.format", "debezium", "kafka.columns.offset", "_version"))
        .hasMessageContaining("already taken by delete.version.column");
    assertThat(config("kafka.columns.offset", "_version").deletesRows()).isFalse();
  }

  @Test
  void aTombstoneCanDeleteByItsPlainKey() {
    RowSource row =
        config("tombstones", "delete", "delete.key.column", "id").recordShape().read(tombstone());
    assertThat(row.isDelete()).isTrue();
    assertThat(row.value()).isEqualTo(Map.of("id", "k"));
  }

  private static SinkRecord tombstone() {
    return new SinkRecord("t", 0, null, "k", null, null, 0);
  }

  @Test
  void userSettingsAreSentAsRequiredInTheOrderOfTheirNames() {
    assertThat(
            config(
                    "clickhouse.settings.max_threads", "2",
                    "clickhouse.settings.insert_quorum", " 3 ")
                .userSettings())
        .containsExactly(
            Setting.required("insert_quorum", "3"), Setting.required("max_threads", "2"));
  }

  @Test
  void aKeyWithoutAValueGetsItsDefault() {
    assertThat(config("batch.max.rows", null, "clickhouse.password", null).batchMaxRows())
        .isEqualTo(1_000_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clickhouse.hosts         | ''         | name at least one server as host or host:port",
        "clickhouse.hosts         | ch1,,ch2   | an entry is empty",
        "clickhouse.hosts         | ch1:x      | the port of 'ch1:x' is not a number",
        "clickhouse.database      | ''         | must not be empty",
        "clickhouse.user          | ''         | must not be empty",
        "clickhouse.compression   | rar        | 'rar' is not one of lz4, zstd, none",
        "clickhouse.compression.level | 0      | must be from 1 to 22",
        "clickhouse.compression.level | 23     | must be from 1 to 22",
        "clickhouse.compression.chunk.bytes | 16383 | must be from 16384 to 16777216",
        "clickhouse.compression.chunk.bytes | 16777217 | must be from 16384 to 16777216",
        "clickhouse.connect.timeout.ms | 0     | must be from 1 to 2147483647",
        "clickhouse.request.timeout.ms | 0     | must be from 1 to 2147483647",
        "topic.to.table.map       | a          | is not of the form topic=table",
        "topic.to.table.map       | a=t,a=u    | topic 'a' is named twice",
        "topic.to.table.regex     | a{1,3}=t   | write one that belongs to a regex as",
        "topic.to.table.regex     | (a=t       | is not one of Java's: Unclosed group",
        "table.name.format        | ''         | names no table",
        "table.name.format        | ${tpoic}   | has ${tpoic}, which is none of ${topic}",
        "cdc.format               | canal      | 'canal' is not one of none, debezium",
        "cdc.version              | time       | 'time' is not one of source, offset",
        "delete.flag.column       | ''         | must not be empty",
        "batch.max.rows           | 0          | 0 is not allowed; it must be from 1 to 1000000000",
        "batch.max.rows           | 1000000001 | must be from 1 to 1000000000",
        "batch.max.rows           | many       | Not a number of type INT",
        "batch.max.bytes          | 0          | must be at least 1",
        "batch.linger.ms          | -1         | must be from 0 to 120000",
        "batch.linger.ms          | 120001     | must be from 0 to 120000",
        "block.max.rows           | 0          | must be from 1 to 16777216",
        "block.max.bytes          | 4095       | must be from 4096 to 536870912",
        "buffer.max.bytes         | 8191       | must be at least 8192",
        "connections.max          | 0          | must be from 1 to 64",
        "connections.max          | 65         | must be from 1 to 64",
        "null.as.default          | yes        | Expected value to be either true or false",
        "unknown.fields           | warn       | 'warn' is not one of ignore, fail",
        "tombstones               | drop       | 'drop' is not one of ignore, fail, delete",
        "retry.backoff.ms         | 0          | must be from 1 to 2147483647",
        "retry.backoff.max.ms     | 0          | must be from 1 to 2147483647",
        "retry.timeout.ms         | -2         | must be at least -1"
      })
  void refusesAValueNamingTheKeyAndWhatIsAllowed(String key, String value, String reason) {
    assertThatThrownBy(() -> config(key, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(reason);
  }

  @Test
  void refusesControlCharactersThatTheServerWouldRefuse() {
    assertThatThrownBy(() -> config("clickhouse.user", "a\nb"))
        .hasMessageContaining("clickhouse.user: must not hold control characters");
  }

  @Test
  void refusesToBeWithoutHosts() {
    assertThatThrownBy(() -> SinkConfig.quiet(Map.of()))
        .hasMessageContaining("Missing required configuration \"clickhouse.hosts\"");
  }

  @ParameterizedTest
  @CsvSource({
    "buffer.max.bytes, 16777215, is less than 2 x block.max.bytes (block.max.bytes is 8388608)",
    "block.max.bytes, 67108865, is less than 2 x block.max.bytes",
    "clickhouse.request.timeout.ms, 9999, is less than clickhouse.connect.timeout.ms",
    "retry.backoff.max.ms, 499, is less than retry.backoff.ms",
    "retry.backoff.ms, 30001, is less than retry.backoff.ms (retry.backoff.ms is 30001)",
    "retry.timeout.ms, 499, else the time is up before the first repetition"
  })
  void refusesTwoKeysThatContradict(String key, String value, String reason) {
    assertThatThrownBy(() -> config(key, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "buffer.max.bytes, 16777216",
    "block.max.bytes, 67108864",
    "clickhouse.request.timeout.ms, 10000",
    "retry.backoff.max.ms, 500",
    "retry.timeout.ms, 500",
    "retry.timeout.ms, 0",
    "batch.max.rows, 10"
  })
  void acceptsTheLastValueThatDoesNotContradict(String key, String value) {
    assertThat(config(key, value).hosts()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "async_insert, only when its rows are in the table",
    "wait_for_async_insert, only when its rows are in the table",
    "min_insert_block_size_rows, one part",
    "min_insert_block_size_bytes, one part",
    "use_strict_insert_block_limits, one part",
    "insert_deduplicate, token",
    "insert_deduplication_token, token",
    "deduplicate_insert, token",
    "deduplicate_blocks_in_dependent_materialized_views, token",
    "keeper_map_strict_mode, KeeperMap"
  })
  void refusesSettingsThatDeliveryRestsOnAndSaysWhy(String setting, String reason) {
    assertThatThrownBy(() -> config("clickhouse.settings." + setting, "1"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("clickhouse.settings." + setting + ": ")
        .hasMessageContaining(reason)
        .hasMessageContaining("remove the key");
  }

  @Test
  void refusesWhatCannotBeASettingsName() {
    assertThatThrownBy(() -> config("clickhouse.settings.max threads", "1"))
        .hasMessageContaining("'max threads' is not the name of a setting");
    assertThatThrownBy(() -> config("clickhouse.settings.", "1"))
        .hasMessageContaining("'' is not the name of a setting");
  }

  @Test
  void passwordAppearsInNoTextOfTheConfiguration() {
    PrintStream before = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    SinkConfig config;
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      config = new SinkConfig(properties("clickhouse.password", PASSWORD));
    } finally {
      System.setErr(before);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8))
        .contains("clickhouse.password")
        .doesNotContain(PASSWORD);
    assertThat(config.toString()).doesNotContain(PASSWORD);
    assertThat(config.values().toString()).doesNotContain(PASSWORD);
    assertThat(config.connectionOptions(config.hosts().get(0)).toString()).doesNotContain(PASSWORD);
  }

  @Test
  void passwordAppearsInNoRefusal() {
    assertThatThrownBy(
            () ->
                config(
                    "clickhouse.password",
                    PASSWORD,
                    "clickhouse.hosts",
                    "default:" + PASSWORD + "@ch1",
                    "buffer.max.bytes",
                    "0"))
        .hasMessageNotContaining(PASSWORD);
  }
}
