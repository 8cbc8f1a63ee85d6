// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.Map;

/**
 * How far a task has come.
 *
 * @param failed whether it has ended by an error, or its configuration was refused
 * @param error the error it has ended by, or the last one it met; may be empty
 * @param uncommitted by topic partition, the first offset that is not committed; partitions of
 *     which all is committed are not in it
 */
record Standing(boolean failed, String error, Map<String, Long> uncommitted) {
  boolean isSettled() {
    return failed || uncommitted.isEmpty();
  }
}
