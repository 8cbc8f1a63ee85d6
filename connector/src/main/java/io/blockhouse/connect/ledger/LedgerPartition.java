// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

/**
 * A topic partition of one connector in one epoch, whatever tables it feeds.
 *
 * @param connector the connector's name in Connect
 * @param epoch {@code ledger.epoch}
 * @param topic of the original records
 * @param partition of the original records
 */
public record LedgerPartition(String connector, String epoch, String topic, int partition) {}
