// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * One record of a case, as it stands in its topic. {@code key} and {@code value} are null where the
 * record has none, and their formats are then of no meaning.
 */
record CaseRecord(
    TopicPartition partition,
    long offset,
    long timestampMs,
    Format keyFormat,
    byte[] key,
    Format valueFormat,
    byte[] value,
    Map<String, String> headers) {}
