// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import io.blockhouse.connect.config.SinkConfig;
import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.delivery.ClaimOptions;
import io.blockhouse.connect.delivery.Delivery;
import io.blockhouse.connect.delivery.DeliveryLimits;
import io.blockhouse.connect.error.Decision;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.ledger.KeeperMapLedger;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.ledger.TableFitness;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.schema.SchemaOptions;
import io.blockhouse.connect.table.ConnectionPool;
import io.blockhouse.connect.table.InsertSettings;
import io.blockhouse.connect.table.TableRouter;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.UnsupportedCompressionException;
import io.blockhouse.wire.error.WireException;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires one task together and hands Connect's calls on to {@link Delivery}. */
public final class ClickHouseSinkTask extends SinkTask {
  private static final Logger LOG = LoggerFactory.getLogger(ClickHouseSinkTask.class);

  private SinkTaskMetrics metrics;
  private Delivery delivery;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    refuseOldRuntime();
    SinkConfig config = new SinkConfig(props);
    config
        .unknownKeys()
        .forEach((key, suggestion) -> LOG.warn("Unknown option {}: {}", key, suggestion));
    String codec = codec(config);
    metrics = new SinkTaskMetrics(ClickHouseSinkTask::clockMs);
    metrics.compressedWith(codec);
    metrics.register(config.connectorName(), config.taskIndex());
    ConnectionPool pool =
        new ConnectionPool(
            config.hosts().stream().map(config::connectionOptions).toList(),
            config.connectionsMax(),
            new Random(),
            ClickHouseSinkTask::clockMs);
    checkConnection(pool, config);
    InsertSettings settings =
        config.isExactlyOnce()
            ? InsertSettings.exactlyOnce(config.userSettings())
            : new InsertSettings(config.userSettings());
    ConversionOptions options = config.conversionOptions();
    TableRouter router = config.router();
    SchemaOptions schemaOptions = config.schemaOptions();
    delivery =
        new Delivery(
            context,
            pool,
            config.recordShape(),
            router::route,
            table ->
                new TableWriter(
                    table,
                    pool,
                    settings,
                    options,
                    new UnknownFieldLog(table, metrics),
                    schemaOptions),
            limits(config),
            config.isExactlyOnce() ? claims(pool, config) : null,
            metrics,
            ClickHouseSinkTask::clockMs,
            new Random());
    LOG.info(
        "Blockhouse {} started: ClickHouse at {}, database {}, compression {}, {}.",
        version(),
        config.hosts(),
        config.database(),
        codec,
        config.isExactlyOnce() ? "exactly once, ledger " + config.ledgerTable() : "at least once");
  }

  /** A ledger that can never work fails the task now; one that is down is waited for. */
  private static ClaimOptions claims(ConnectionPool pool, SinkConfig config) {
    KeeperMapLedger ledger = new KeeperMapLedger(config.ledgerTable(), pool);
    try {
      ledger.prepare(Deadline.afterMs(config.requestTimeoutMs()));
    } catch (LedgerException e) {
      if (ErrorPolicy.decide(e) != Decision.RETRY) {
        pool.close();
        throw ErrorPolicy.ledgerFailure(e);
      }
      LOG.warn("Delivery will wait. {}", ErrorPolicy.describe(e));
    }
    return new ClaimOptions(
        ledger,
        config.ledgerTable().toString(),
        new TableFitness(pool, config.hosts().size() > 1),
        config.connectorName(),
        config.ledgerEpoch(),
        config.ledgerMaxInDoubtMs());
  }

  /** What this plugin's class loader got: native code, or the slower fallback. */
  private static String codec(SinkConfig config) {
    try {
      return config.compression().codec();
    } catch (UnsupportedCompressionException e) {
      throw ErrorPolicy.startFailure(e);
    }
  }

  /** A wrong configuration fails the task now; a server that is down is waited for. */
  private static void checkConnection(ConnectionPool pool, SinkConfig config) {
    try {
      pool.check(Deadline.afterMs(config.connectTimeoutMs()));
    } catch (WireException e) {
      if (ErrorPolicy.decide(e) != Decision.RETRY) {
        pool.close();
        throw ErrorPolicy.startFailure(e);
      }
      LOG.warn("ClickHouse does not answer yet, delivery will wait: {}", ErrorPolicy.describe(e));
    }
  }

  /** Offsets have to be committed for the record as it was in Kafka, before transforms. */
  private static void refuseOldRuntime() {
    try {
      SinkRecord.class.getMethod("originalKafkaOffset");
    } catch (NoSuchMethodException e) {
      throw new ConnectException(
          "This Connect runtime is older than 3.6 and does not tell tasks the original offsets of"
              + " records; run the connector on Kafka Connect 3.6 or newer",
          e);
    }
  }

  private static DeliveryLimits limits(SinkConfig config) {
    return new DeliveryLimits(
        config.batchMaxRows(),
        config.batchMaxBytes(),
        config.batchLingerMs(),
        config.blockMaxRows(),
        config.blockMaxBytes(),
        config.bufferMaxBytes(),
        config.requestTimeoutMs(),
        config.retryBackoffMs(),
        config.retryBackoffMaxMs(),
        config.retryTimeoutMs());
  }

  private static long clockMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  @Override
  public void open(Collection<TopicPartition> partitions) {
    delivery.open(partitions);
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    delivery.close(partitions);
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    delivery.put(records);
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    return delivery.preCommit(currentOffsets);
  }

  @Override
  public void stop() {
    if (delivery != null) {
      delivery.stop();
    }
    if (metrics != null) {
      metrics.unregister();
    }
  }
}
