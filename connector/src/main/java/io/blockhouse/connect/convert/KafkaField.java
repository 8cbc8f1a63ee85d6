// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/** What a record is besides its value, and can be stored in columns ({@code kafka.columns.*}). */
public enum KafkaField {
  /** The topic the record was read from, whatever transforms have made of it. */
  TOPIC,
  /** The partition of that topic. */
  PARTITION,
  /** The offset in that partition. */
  OFFSET,
  /** The record's timestamp; records without one are like records without the field. */
  TIMESTAMP,
  /** The key; records without one are like records without the field. */
  KEY,
  /** The headers as an object: each name with its value, or the list of its values. */
  HEADERS
}
