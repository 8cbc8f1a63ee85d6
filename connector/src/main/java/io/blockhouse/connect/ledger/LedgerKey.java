// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import io.blockhouse.connect.table.TableId;

/**
 * What a ledger row is about.
 *
 * @param connector the connector's name in Connect: two connectors on one topic never meet
 * @param epoch {@code ledger.epoch}: another one starts from nothing
 * @param topic of the original record
 * @param partition of the original record
 * @param table where the rows go
 */
public record LedgerKey(
    String connector, String epoch, String topic, int partition, TableId table) {

  /** The key as it is stored: the parts between bars, bars inside parts escaped. */
  public String text() {
    return String.join(
        "|",
        escaped(connector),
        escaped(epoch),
        escaped(topic),
        Integer.toString(partition),
        escaped(table.database()),
        escaped(table.table()));
  }

  private static String escaped(String part) {
    return part.replace("\\", "\\\\").replace("|", "\\|");
  }
}
