// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.config.KeyGroups.KeyGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Every key: its name, default and documentation side by side, and its bounds where it is added.
 */
public final class SinkConfigDef {
  public static final String HOSTS_CONFIG = "clickhouse.hosts";
  private static final String HOSTS_DOC =
      "The servers, as a comma-separated list of host or host:port; without a port it is 9000, with"
          + " TLS 9440. The port is the one of the native protocol (tcp_port or tcp_port_secure of the"
          + " server), not of HTTP. An IPv6 address stands in brackets. When a server fails, the next one is tried, so all of"
          + " them must hold the same tables.";

  public static final String DATABASE_CONFIG = "clickhouse.database";
  public static final String DATABASE_DEFAULT = "default";
  private static final String DATABASE_DOC =
      "The database of every table that is configured without one.";

  public static final String USER_CONFIG = "clickhouse.user";
  public static final String USER_DEFAULT = "default";
  private static final String USER_DOC = "The user who inserts; needs INSERT on the tables.";

  public static final String PASSWORD_CONFIG = "clickhouse.password";
  public static final String PASSWORD_DEFAULT = "";
  private static final String PASSWORD_DOC =
      "The user's password. The connector shows it in no log and no error. Connect's REST interface,"
          + " however, gives a stored configuration back as it was sent, so use one of the worker's"
          + " config providers. Blanks at either end are cut off by Connect.";

  public static final String TLS_CONFIG = "clickhouse.tls";
  public static final boolean TLS_DEFAULT = false;
  private static final String TLS_DOC =
      "Whether to speak TLS, on all hosts. The port is then the server's tcp_port_secure, usually"
          + " 9440.";

  public static final String TLS_CA_CONFIG = "clickhouse.tls.ca";
  public static final String TLS_CA_DEFAULT = "";
  private static final String TLS_CA_DOC =
      "The certificates of the authorities that the server's certificate may come from, in PEM: the"
          + " text itself, or the absolute path of a file, which every worker must have. A server"
          + " certificate that signed itself may stand here too. When empty, the authorities are"
          + " those of the worker's JVM.";

  public static final String TLS_CERT_CONFIG = "clickhouse.tls.cert";
  public static final String TLS_CERT_DEFAULT = "";
  private static final String TLS_CERT_DOC =
      "The certificate to show to a server that asks for one, followed by those of the authorities"
          + " in between, in PEM: the text or a path, as with clickhouse.tls.ca. Needs"
          + " clickhouse.tls.key.";

  public static final String TLS_KEY_CONFIG = "clickhouse.tls.key";
  public static final String TLS_KEY_DEFAULT = "";
  private static final String TLS_KEY_DOC =
      "The private key of clickhouse.tls.cert in PEM, not encrypted: the text, best through one of"
          + " the worker's config providers, or the path of a file that only the worker's user may"
          + " read. PKCS#8 (PRIVATE KEY), PKCS#1 (RSA PRIVATE KEY) or SEC 1 (EC PRIVATE KEY). Shown"
          + " in no log and no error.";

  public static final String TLS_VERIFY_CONFIG = "clickhouse.tls.verify";
  public static final boolean TLS_VERIFY_DEFAULT = true;
  private static final String TLS_VERIFY_DOC =
      "Whether the server's certificate must come from a trusted authority and name the host. With"
          + " false anyone who can redirect the connection can read and change all of it, the"
          + " password included.";

  public static final String COMPRESSION_CONFIG = "clickhouse.compression";
  public static final String COMPRESSION_DEFAULT = "lz4";
  private static final String COMPRESSION_DOC =
      "How blocks are compressed on the wire: lz4; zstd for fewer bytes at the cost of more work"
          + " here and on the server; or none when the network is no bottleneck and CPU is scarce."
          + " Without compression there are no checksums either.";

  public static final String COMPRESSION_LEVEL_CONFIG = "clickhouse.compression.level";
  public static final int COMPRESSION_LEVEL_DEFAULT = 1;
  private static final int COMPRESSION_LEVEL_LIMIT = 22;
  private static final String COMPRESSION_LEVEL_DOC =
      "The level of zstd: higher means fewer bytes and much more CPU. Without effect on lz4 and"
          + " none.";

  public static final String COMPRESSION_CHUNK_BYTES_CONFIG = "clickhouse.compression.chunk.bytes";
  public static final int COMPRESSION_CHUNK_BYTES_DEFAULT = 128 << 10;
  private static final int COMPRESSION_CHUNK_BYTES_LEAST = 16 << 10;
  private static final int COMPRESSION_CHUNK_BYTES_LIMIT = 16 << 20;
  private static final String COMPRESSION_CHUNK_BYTES_DOC =
      "The uncompressed bytes that are compressed together. A connection holds about twice as much"
          + " heap. zstd gains from larger chunks, lz4 hardly.";

  public static final String CONNECT_TIMEOUT_MS_CONFIG = "clickhouse.connect.timeout.ms";
  public static final int CONNECT_TIMEOUT_MS_DEFAULT = 10_000;
  private static final String CONNECT_TIMEOUT_MS_DOC =
      "How long to wait for one server to accept a connection before the next one is tried.";

  public static final String REQUEST_TIMEOUT_MS_CONFIG = "clickhouse.request.timeout.ms";
  public static final int REQUEST_TIMEOUT_MS_DEFAULT = 30_000;
  private static final String REQUEST_TIMEOUT_MS_DOC =
      "How long the server may take to accept data or to answer before the attempt is given up and"
          + " repeated. Must stay well below the consumer's max.poll.interval.ms.";

  public static final String BATCH_MAX_ROWS_CONFIG = "batch.max.rows";
  public static final int BATCH_MAX_ROWS_DEFAULT = 1_000_000;

  /** The server keeps one INSERT in one part up to min_insert_block_size_rows, which is this. */
  private static final int BATCH_ROWS_LIMIT = 1_000_000_000;

  private static final String BATCH_MAX_ROWS_DOC =
      "The most rows in one INSERT, which the server stores as a whole or not at all (per"
          + " partition of the table). Does not cost heap: a batch is sent block by block while it"
          + " fills.";

  public static final String BATCH_MAX_BYTES_CONFIG = "batch.max.bytes";
  public static final long BATCH_MAX_BYTES_DEFAULT = 64L << 20;
  private static final String BATCH_MAX_BYTES_DOC =
      "The most uncompressed bytes in one INSERT. The server gathers a batch in its memory and needs"
          + " about three times as much, and takes in the next batch while it stores one. Columns of"
          + " the table for which a batch has no value are not sent, but the server fills them in:"
          + " they count an eighth of what they take there.";

  public static final String BATCH_LINGER_MS_CONFIG = "batch.linger.ms";
  public static final int BATCH_LINGER_MS_DEFAULT = 1_000;

  /** Below half of the server's default receive_timeout (300 s), after which it drops an INSERT. */
  private static final int BATCH_LINGER_LIMIT_MS = 120_000;

  private static final String BATCH_LINGER_MS_DOC =
      "How long a batch waits for more rows, counted from its first. Longer means fewer and larger"
          + " parts on the server, and later rows. The server drops an INSERT in which nothing"
          + " comes for its receive_timeout (300 s unless changed), which bounds this value. Unless"
          + " it is given, it is 5000 with delivery.guarantee=exactly-once.";

  public static final String BLOCK_MAX_ROWS_CONFIG = "block.max.rows";
  public static final int BLOCK_MAX_ROWS_DEFAULT = 65_536;

  /** 16 Mi: more than a block's byte limit lets through for any real table. */
  private static final int BLOCK_ROWS_LIMIT = 1 << 24;

  private static final String BLOCK_MAX_ROWS_DOC =
      "The most rows in one block, the unit in which a batch is sent.";

  public static final String BLOCK_MAX_BYTES_CONFIG = "block.max.bytes";
  public static final int BLOCK_MAX_BYTES_DEFAULT = 8 << 20;

  /** Room for a few rows. */
  private static final int BLOCK_BYTES_LEAST = 4 << 10;

  /** 512 MiB: a column is one array, which may double once more after this. */
  private static final int BLOCK_BYTES_LIMIT = 512 << 20;

  private static final String BLOCK_MAX_BYTES_DOC =
      "The uncompressed bytes at which a block is sent. The heap of a task is a small multiple of"
          + " it.";

  public static final String BUFFER_MAX_BYTES_CONFIG = "buffer.max.bytes";
  public static final long BUFFER_MAX_BYTES_DEFAULT = 128L << 20;
  private static final String BUFFER_MAX_BYTES_DOC =
      "The most heap that the open blocks of a task take together, over all its tables. When it is"
          + " reached, the largest batch is finished early. At least twice block.max.bytes.";

  public static final String CONNECTIONS_MAX_CONFIG = "connections.max";
  public static final int CONNECTIONS_MAX_DEFAULT = 4;

  /** An operator who needs more wants more tasks. */
  private static final int CONNECTIONS_LIMIT = 64;

  private static final String CONNECTIONS_MAX_DOC =
      "The most connections of a task, so the most batches that are on their way at the same time: a"
          + " table has one that streams, and one before it that the server is storing.";

  public static final String NULL_AS_DEFAULT_CONFIG = "null.as.default";
  public static final boolean NULL_AS_DEFAULT_DEFAULT = false;
  private static final String NULL_AS_DEFAULT_DOC =
      "What becomes of a null for a column that is neither Nullable nor has a DEFAULT: with true the"
          + " type's zero or empty value is stored, with false the record is refused.";

  public static final String UNKNOWN_FIELDS_CONFIG = "unknown.fields";
  public static final String UNKNOWN_FIELDS_DEFAULT = "ignore";
  private static final String UNKNOWN_FIELDS_DOC =
      "What becomes of a field that the table has no column for: ignore skips it and logs its name"
          + " once, fail refuses the record. With schema.evolution=add this is about fields for which no"
          + " column can be added.";

  public static final String RETRY_BACKOFF_MS_CONFIG = "retry.backoff.ms";
  public static final int RETRY_BACKOFF_MS_DEFAULT = 500;
  private static final String RETRY_BACKOFF_MS_DOC =
      "The wait before the first repetition of a failed batch; it grows with every further one.";

  public static final String RETRY_BACKOFF_MAX_MS_CONFIG = "retry.backoff.max.ms";
  public static final int RETRY_BACKOFF_MAX_MS_DEFAULT = 30_000;
  private static final String RETRY_BACKOFF_MAX_MS_DOC =
      "The longest wait between two attempts. At least retry.backoff.ms.";

  public static final String RETRY_TIMEOUT_MS_CONFIG = "retry.timeout.ms";
  public static final long RETRY_TIMEOUT_MS_DEFAULT = -1;
  private static final String RETRY_TIMEOUT_MS_DOC =
      "How long a failing batch is repeated before the task fails: -1 without limit, 0 not at all."
          + " Only failures that may pass are repeated, such as a server that restarts.";

  private SinkConfigDef() {}

  /** A new definition; the caller may change it. */
  static ConfigDef definition() {
    KeyGroups groups = new KeyGroups();
    defineConnection(groups.group("Connection"));
    RoutingKeys.define(groups.group("Routing"));
    defineBatching(groups.group("Batching"));
    defineRecords(groups.group("Records"));
    ValueKeys.defineKafkaColumns(groups.group("Kafka columns"));
    ChangeKeys.define(groups.group("Deletes and change events"));
    SchemaKeys.define(groups.group("Tables"));
    DeliveryKeys.define(groups.group("Delivery"));
    defineRetries(groups.group("Retries"));
    return groups.definition();
  }

  private static void defineConnection(KeyGroup group) {
    group
        .key(HOSTS_CONFIG, Type.LIST, ConfigDef.NO_DEFAULT_VALUE, new HostList())
        .shown("Hosts", Width.LONG, Importance.HIGH, HOSTS_DOC)
        .key(DATABASE_CONFIG, Type.STRING, DATABASE_DEFAULT, new PlainText())
        .shown("Database", Width.MEDIUM, Importance.HIGH, DATABASE_DOC)
        .key(USER_CONFIG, Type.STRING, USER_DEFAULT, new PlainText())
        .shown("User", Width.MEDIUM, Importance.HIGH, USER_DOC)
        .key(PASSWORD_CONFIG, Type.PASSWORD, PASSWORD_DEFAULT, null)
        .shown("Password", Width.MEDIUM, Importance.HIGH, PASSWORD_DOC)
        .key(TLS_CONFIG, Type.BOOLEAN, TLS_DEFAULT, null)
        .shown("TLS", Width.SHORT, Importance.HIGH, TLS_DOC)
        .key(TLS_CA_CONFIG, Type.STRING, TLS_CA_DEFAULT, null)
        .shown("Authorities (PEM)", Width.LONG, Importance.MEDIUM, TLS_CA_DOC)
        .key(TLS_CERT_CONFIG, Type.STRING, TLS_CERT_DEFAULT, null)
        .shown("Client certificate (PEM)", Width.LONG, Importance.LOW, TLS_CERT_DOC)
        .key(TLS_KEY_CONFIG, Type.PASSWORD, TLS_KEY_DEFAULT, null)
        .shown("Client key (PEM)", Width.LONG, Importance.LOW, TLS_KEY_DOC)
        .key(TLS_VERIFY_CONFIG, Type.BOOLEAN, TLS_VERIFY_DEFAULT, null)
        .shown("Verify the server", Width.SHORT, Importance.LOW, TLS_VERIFY_DOC)
        .key(COMPRESSION_CONFIG, Type.STRING, COMPRESSION_DEFAULT, Choice.of("lz4", "zstd", "none"))
        .shown("Compression", Width.SHORT, Importance.LOW, COMPRESSION_DOC)
        .key(
            COMPRESSION_LEVEL_CONFIG,
            Type.INT,
            COMPRESSION_LEVEL_DEFAULT,
            NumberRange.between(1, COMPRESSION_LEVEL_LIMIT))
        .shown("Compression level", Width.SHORT, Importance.LOW, COMPRESSION_LEVEL_DOC)
        .key(
            COMPRESSION_CHUNK_BYTES_CONFIG,
            Type.INT,
            COMPRESSION_CHUNK_BYTES_DEFAULT,
            NumberRange.between(COMPRESSION_CHUNK_BYTES_LEAST, COMPRESSION_CHUNK_BYTES_LIMIT))
        .shown("Chunk size (bytes)", Width.SHORT, Importance.LOW, COMPRESSION_CHUNK_BYTES_DOC)
        .key(
            CONNECT_TIMEOUT_MS_CONFIG,
            Type.INT,
            CONNECT_TIMEOUT_MS_DEFAULT,
            NumberRange.between(1, Integer.MAX_VALUE))
        .shown("Connect timeout (ms)", Width.SHORT, Importance.LOW, CONNECT_TIMEOUT_MS_DOC)
        .key(
            REQUEST_TIMEOUT_MS_CONFIG,
            Type.INT,
            REQUEST_TIMEOUT_MS_DEFAULT,
            NumberRange.between(1, Integer.MAX_VALUE))
        .shown("Request timeout (ms)", Width.SHORT, Importance.MEDIUM, REQUEST_TIMEOUT_MS_DOC);
  }

  private static void defineBatching(KeyGroup group) {
    group
        .key(
            BATCH_MAX_ROWS_CONFIG,
            Type.INT,
            BATCH_MAX_ROWS_DEFAULT,
            NumberRange.between(1, BATCH_ROWS_LIMIT))
        .shown("Rows in a batch", Width.SHORT, Importance.MEDIUM, BATCH_MAX_ROWS_DOC)
        .key(BATCH_MAX_BYTES_CONFIG, Type.LONG, BATCH_MAX_BYTES_DEFAULT, NumberRange.atLeast(1))
        .shown("Bytes in a batch", Width.SHORT, Importance.MEDIUM, BATCH_MAX_BYTES_DOC)
        .key(
            BATCH_LINGER_MS_CONFIG,
            Type.INT,
            BATCH_LINGER_MS_DEFAULT,
            NumberRange.between(0, BATCH_LINGER_LIMIT_MS))
        .shown("Linger (ms)", Width.SHORT, Importance.MEDIUM, BATCH_LINGER_MS_DOC)
        .key(
            BLOCK_MAX_ROWS_CONFIG,
            Type.INT,
            BLOCK_MAX_ROWS_DEFAULT,
            NumberRange.between(1, BLOCK_ROWS_LIMIT))
        .shown("Rows in a block", Width.SHORT, Importance.LOW, BLOCK_MAX_ROWS_DOC)
        .key(
            BLOCK_MAX_BYTES_CONFIG,
            Type.INT,
            BLOCK_MAX_BYTES_DEFAULT,
            NumberRange.between(BLOCK_BYTES_LEAST, BLOCK_BYTES_LIMIT))
        .shown("Bytes in a block", Width.SHORT, Importance.LOW, BLOCK_MAX_BYTES_DOC)
        .key(
            BUFFER_MAX_BYTES_CONFIG,
            Type.LONG,
            BUFFER_MAX_BYTES_DEFAULT,
            NumberRange.atLeast(2L * BLOCK_BYTES_LEAST))
        .shown("Bytes of all open blocks", Width.SHORT, Importance.MEDIUM, BUFFER_MAX_BYTES_DOC)
        .key(
            CONNECTIONS_MAX_CONFIG,
            Type.INT,
            CONNECTIONS_MAX_DEFAULT,
            NumberRange.between(1, CONNECTIONS_LIMIT))
        .shown("Connections of a task", Width.SHORT, Importance.LOW, CONNECTIONS_MAX_DOC);
  }

  private static void defineRecords(KeyGroup group) {
    Choice ignoreOrFail = Choice.of("ignore", "fail");
    group
        .key(NULL_AS_DEFAULT_CONFIG, Type.BOOLEAN, NULL_AS_DEFAULT_DEFAULT, null)
        .shown("Null as default", Width.SHORT, Importance.MEDIUM, NULL_AS_DEFAULT_DOC)
        .key(UNKNOWN_FIELDS_CONFIG, Type.STRING, UNKNOWN_FIELDS_DEFAULT, ignoreOrFail)
        .shown("Unknown fields", Width.SHORT, Importance.MEDIUM, UNKNOWN_FIELDS_DOC);
    ValueKeys.define(group);
  }

  private static void defineRetries(KeyGroup group) {
    NumberRange wait = NumberRange.between(1, Integer.MAX_VALUE);
    group
        .key(RETRY_BACKOFF_MS_CONFIG, Type.INT, RETRY_BACKOFF_MS_DEFAULT, wait)
        .shown("Backoff (ms)", Width.SHORT, Importance.LOW, RETRY_BACKOFF_MS_DOC)
        .key(RETRY_BACKOFF_MAX_MS_CONFIG, Type.INT, RETRY_BACKOFF_MAX_MS_DEFAULT, wait)
        .shown("Longest backoff (ms)", Width.SHORT, Importance.LOW, RETRY_BACKOFF_MAX_MS_DOC)
        .key(RETRY_TIMEOUT_MS_CONFIG, Type.LONG, RETRY_TIMEOUT_MS_DEFAULT, NumberRange.atLeast(-1))
        .shown("Retry timeout (ms)", Width.SHORT, Importance.MEDIUM, RETRY_TIMEOUT_MS_DOC);
  }
}
