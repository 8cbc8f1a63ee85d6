// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.ledger.LedgerKey;
import io.blockhouse.connect.ledger.TableFitness;
import io.blockhouse.connect.table.TableId;
import org.apache.kafka.common.TopicPartition;

/**
 * What exactly-once delivery needs besides the limits of any delivery.
 *
 * @param ledger where claims are kept
 * @param ledgerTable its name, for messages
 * @param fitness looks whether tables store a block once
 * @param connector the connector's name
 * @param epoch {@code ledger.epoch}
 * @param maxInDoubtMs {@code ledger.max.in.doubt.ms}
 */
public record ClaimOptions(
    Ledger ledger,
    String ledgerTable,
    TableFitness fitness,
    String connector,
    String epoch,
    long maxInDoubtMs) {
  LedgerKey key(TopicPartition partition, TableId table) {
    return new LedgerKey(connector, epoch, partition.topic(), partition.partition(), table);
  }
}
