// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import io.blockhouse.connect.config.SinkConfig;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.ledger.Claim;
import io.blockhouse.connect.ledger.KeeperMapLedger;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.ledger.LedgerPartition;
import io.blockhouse.connect.table.ConnectionPool;
import io.blockhouse.wire.Deadline;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/** Makes the ledger follow offsets that a user has altered. */
final class LedgerReset {
  private LedgerReset() {}

  /** An offset of null forgets what the ledger has of the partition. */
  static void alter(SinkConfig config, Map<TopicPartition, Long> offsets) {
    try (ConnectionPool pool =
        new ConnectionPool(
            config.hosts().stream().map(config::connectionOptions).toList(),
            1,
            new Random(),
            () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()))) {
      KeeperMapLedger ledger = new KeeperMapLedger(config.ledgerTable(), pool);
      Deadline deadline = Deadline.afterMs(config.requestTimeoutMs());
      offsets.forEach((partition, offset) -> alter(ledger, config, partition, offset, deadline));
    } catch (LedgerException e) {
      throw ErrorPolicy.ledgerFailure(e);
    }
  }

  private static void alter(
      KeeperMapLedger ledger,
      SinkConfig config,
      TopicPartition partition,
      Long offset,
      Deadline deadline) {
    LedgerPartition known =
        new LedgerPartition(
            config.connectorName(), config.ledgerEpoch(), partition.topic(), partition.partition());
    if (offset == null) {
      ledger.forget(known, deadline);
    } else {
      ledger.settle(known, Claim.settled(UUID.randomUUID().toString(), offset), deadline);
    }
  }
}
