// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.Version;
import io.blockhouse.connect.convert.ChangeColumns;
import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.ValueFormat;
import io.blockhouse.connect.schema.SchemaOptions;
import io.blockhouse.connect.shape.DebeziumShape;
import io.blockhouse.connect.shape.JsonTextShape;
import io.blockhouse.connect.shape.PlainShape;
import io.blockhouse.connect.shape.RecordShape;
import io.blockhouse.connect.shape.Tombstones;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableRouter;
import io.blockhouse.wire.Compression;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.TlsOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The configuration of a connector or a task: valid as a whole, read through typed getters. */
public final class SinkConfig extends AbstractConfig {
  /** Given by the connector to each of its tasks, not by the user. */
  public static final String TASK_INDEX_CONFIG = "blockhouse.task.index";

  private static final String NAME_CONFIG = "name";
  private static final String TOPICS_CONFIG = "topics";
  private static final String FAIL = "fail";

  private final TlsOptions tls; // null without TLS; one for all connections, which share its state
  private final List<HostPort> hosts;
  private final List<Setting> userSettings;

  /**
   * Logs the values, as Connect's users are used to, without the password.
   *
   * @throws ConfigException that names every key with an invalid value
   */
  public SinkConfig(Map<String, String> properties) {
    this(properties, true);
  }

  private SinkConfig(Map<String, String> properties, boolean log) {
    super(definition(), withoutNulls(properties), Map.of(), log);
    List<Problem> problems = new ArrayList<>(CrossFieldRules.problems(values()));
    problems.addAll(UserSettings.problems(originals()));
    if (!problems.isEmpty()) {
      throw new ConfigException(
          problems.stream().map(Problem::text).collect(Collectors.joining("; ")));
    }
    tls = TlsKeys.options(values());
    int defaultPort = tls == null ? HostPort.DEFAULT_PORT : HostPort.DEFAULT_TLS_PORT;
    hosts =
        getList(SinkConfigDef.HOSTS_CONFIG).stream()
            .map(host -> HostPort.parse(host, defaultPort))
            .distinct()
            .toList();
    userSettings = UserSettings.of(originals());
  }

  /** The same without a log line, for checks. */
  static SinkConfig quiet(Map<String, String> properties) {
    return new SinkConfig(properties, false);
  }

  /** What Connect shows and checks; a new object each time. */
  public static ConfigDef definition() {
    return SinkConfigDef.definition();
  }

  /** A key without a value counts as absent: it gets its default. */
  static Map<String, String> withoutNulls(Map<String, String> properties) {
    Map<String, String> present = new HashMap<>(properties);
    present.values().removeIf(value -> value == null);
    return present;
  }

  /** In the configured order, each once; at least one. */
  public List<HostPort> hosts() {
    return hosts;
  }

  public String database() {
    return getString(SinkConfigDef.DATABASE_CONFIG);
  }

  public String user() {
    return getString(SinkConfigDef.USER_CONFIG);
  }

  /** What a connection to one of the {@link #hosts()} needs; its text never shows the password. */
  public ConnectionOptions connectionOptions(HostPort host) {
    return connectionOptions(host, connectTimeoutMs());
  }

  ConnectionOptions connectionOptions(HostPort host, int connectTimeoutMs) {
    return ConnectionOptions.builder()
        .host(host.host())
        .port(host.port())
        .database(database())
        .user(user())
        .password(getPassword(SinkConfigDef.PASSWORD_CONFIG).value())
        .clientName("blockhouse " + Version.get())
        .compression(compression())
        .compressionLevel(getInt(SinkConfigDef.COMPRESSION_LEVEL_CONFIG))
        .chunkBytes(getInt(SinkConfigDef.COMPRESSION_CHUNK_BYTES_CONFIG))
        .connectTimeoutMs(connectTimeoutMs)
        .tls(tls)
        .build();
  }

  public Compression compression() {
    return Compression.valueOf(
        getString(SinkConfigDef.COMPRESSION_CONFIG).toUpperCase(Locale.ROOT));
  }

  public int connectTimeoutMs() {
    return getInt(SinkConfigDef.CONNECT_TIMEOUT_MS_CONFIG);
  }

  public int requestTimeoutMs() {
    return getInt(SinkConfigDef.REQUEST_TIMEOUT_MS_CONFIG);
  }

  /** What the user adds to every INSERT; none of the settings that delivery rests on. */
  public List<Setting> userSettings() {
    return userSettings;
  }

  /** A new router of records to tables; not safe for several threads. */
  public TableRouter router() {
    return new TableRouter(
        getList(RoutingKeys.MAP_CONFIG),
        getList(RoutingKeys.REGEX_CONFIG),
        getString(RoutingKeys.FORMAT_CONFIG),
        database());
  }

  /** A new reader of what row a record means; not safe for several threads. */
  public RecordShape recordShape() {
    Tombstones tombstones = tombstones();
    String keyColumn = getString(ChangeKeys.KEY_COLUMN_CONFIG);
    if (!isDebezium()) {
      return new PlainShape(tombstones, keyColumn);
    }
    RecordShape envelopes =
        "offset".equals(getString(ChangeKeys.VERSION_CONFIG))
            ? DebeziumShape.versionedByOffset(tombstones, keyColumn)
            : DebeziumShape.versionedBySource(tombstones, keyColumn);
    return conversionOptions().valueFormat() == ValueFormat.JSON
        ? new JsonTextShape(envelopes)
        : envelopes;
  }

  /** The columns that the connector fills itself; none when rows are only ever added. */
  public ChangeColumns changeColumns() {
    return deletesRows()
        ? new ChangeColumns(
            getString(ChangeKeys.FLAG_COLUMN_CONFIG), getString(ChangeKeys.VERSION_COLUMN_CONFIG))
        : ChangeColumns.NONE;
  }

  /** Whether records can mean that a row is gone. */
  boolean deletesRows() {
    return isDebezium() || tombstones() == Tombstones.DELETE;
  }

  boolean isDebezium() {
    return "debezium".equals(getString(ChangeKeys.FORMAT_CONFIG));
  }

  private Tombstones tombstones() {
    return Tombstones.valueOf(getString(ChangeKeys.TOMBSTONES_CONFIG).toUpperCase(Locale.ROOT));
  }

  public int batchMaxRows() {
    return getInt(SinkConfigDef.BATCH_MAX_ROWS_CONFIG);
  }

  public long batchMaxBytes() {
    return getLong(SinkConfigDef.BATCH_MAX_BYTES_CONFIG);
  }

  public int batchLingerMs() {
    boolean given = originals().get(SinkConfigDef.BATCH_LINGER_MS_CONFIG) != null;
    return isExactlyOnce() && !given
        ? DeliveryKeys.EXACTLY_ONCE_LINGER_MS
        : getInt(SinkConfigDef.BATCH_LINGER_MS_CONFIG);
  }

  /** Whether rows are claimed in a ledger before they are sent. */
  public boolean isExactlyOnce() {
    return DeliveryKeys.EXACTLY_ONCE.equals(getString(DeliveryKeys.GUARANTEE_CONFIG));
  }

  /** The KeeperMap table with the claims. */
  public TableId ledgerTable() {
    return DeliveryKeys.table(getString(DeliveryKeys.LEDGER_TABLE_CONFIG), database());
  }

  /** Another one starts with an empty ledger. */
  public String ledgerEpoch() {
    return getString(DeliveryKeys.LEDGER_EPOCH_CONFIG);
  }

  /** How old a claim may be that is sent again. */
  public long ledgerMaxInDoubtMs() {
    return getLong(DeliveryKeys.MAX_IN_DOUBT_MS_CONFIG);
  }

  public int blockMaxRows() {
    return getInt(SinkConfigDef.BLOCK_MAX_ROWS_CONFIG);
  }

  public int blockMaxBytes() {
    return getInt(SinkConfigDef.BLOCK_MAX_BYTES_CONFIG);
  }

  public long bufferMaxBytes() {
    return getLong(SinkConfigDef.BUFFER_MAX_BYTES_CONFIG);
  }

  public int connectionsMax() {
    return getInt(SinkConfigDef.CONNECTIONS_MAX_CONFIG);
  }

  public boolean nullAsDefault() {
    return getBoolean(SinkConfigDef.NULL_AS_DEFAULT_CONFIG);
  }

  public boolean failOnUnknownFields() {
    return FAIL.equals(getString(SinkConfigDef.UNKNOWN_FIELDS_CONFIG));
  }

  /** How record values meet columns. */
  public ConversionOptions conversionOptions() {
    return ValueKeys.options(this, failOnUnknownFields(), changeColumns());
  }

  /** What may be done to tables. */
  public SchemaOptions schemaOptions() {
    return SchemaKeys.options(this, isExactlyOnce() ? DeliveryKeys.CREATED_TABLE_SETTINGS : "");
  }

  /** The columns that options name, by key: every table must have them. */
  Map<String, String> namedColumns() {
    ConversionOptions options = conversionOptions();
    Map<String, String> columns = new TreeMap<>();
    if (!options.valueColumn().isEmpty()) {
      columns.put(ValueKeys.VALUE_COLUMN_CONFIG, options.valueColumn());
    }
    options
        .kafkaColumns()
        .forEach((field, column) -> columns.put(ConversionOptions.keyOf(field), column));
    return columns;
  }

  public int retryBackoffMs() {
    return getInt(SinkConfigDef.RETRY_BACKOFF_MS_CONFIG);
  }

  public int retryBackoffMaxMs() {
    return getInt(SinkConfigDef.RETRY_BACKOFF_MAX_MS_CONFIG);
  }

  /** -1 = no limit, 0 = no repetition. */
  public long retryTimeoutMs() {
    return getLong(SinkConfigDef.RETRY_TIMEOUT_MS_CONFIG);
  }

  /** The name under which Connect knows the connector; empty when Connect gave none. */
  public String connectorName() {
    return original(NAME_CONFIG, "");
  }

  /** Which of the connector's tasks this is, from 0; 0 for the connector itself. */
  public int taskIndex() {
    return Integer.parseInt(original(TASK_INDEX_CONFIG, "0"));
  }

  /** Keys that look like ours and have no effect, each with a suggestion: material for warnings. */
  public Map<String, String> unknownKeys() {
    return UnknownKeys.among(originals().keySet());
  }

  /** The topics listed by name; empty when they are chosen by a pattern. */
  List<String> topics() {
    return Arrays.stream(original(TOPICS_CONFIG, "").split(","))
        .map(String::strip)
        .filter(topic -> !topic.isEmpty())
        .distinct()
        .toList();
  }

  /** Whether a transform may give records another topic, and so another table. */
  boolean mayRenameTopics() {
    return TopicRenames.possible(originals());
  }

  private String original(String key, String ifAbsent) {
    Object value = originals().get(key);
    return value == null ? ifAbsent : value.toString();
  }
}
