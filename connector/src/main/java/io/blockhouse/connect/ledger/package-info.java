// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger of exactly-once delivery: which range of offsets of a topic partition is being written
 * into a table, or was written last. A row is moved by compare-and-set only, so two owners of a
 * partition never write different rows over the same offsets.
 */
package io.blockhouse.connect.ledger;
