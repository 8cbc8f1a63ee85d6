// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.List;
import java.util.OptionalLong;

/** Where a case is played: Kafka, a worker and a connector, or what does the same. */
interface Stage extends AutoCloseable {
  /** Delivers records together; the connector starts with the first ones. */
  void put(List<CaseRecord> records);

  /** Ends the task and starts another one, or sends a configuration that was refused again. */
  void restart(boolean fromCommitted);

  /** Lets some time pass, in which the task works. */
  void work();

  Standing standing();

  /** The errors of all dead letters. */
  List<String> deadLetters();

  /** A figure of the running task, by the name of its MBean's attribute. */
  OptionalLong metric(String attribute);

  @Override
  void close();
}
