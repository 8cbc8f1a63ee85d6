// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.List;

/** One thing that happens in a case. */
sealed interface CaseStep {
  /** These records are delivered together. */
  record Put(List<CaseRecord> records) implements CaseStep {}

  /** Statements are run. */
  record Sql(List<String> statements) implements CaseStep {}

  /** The task ends and another one begins: at what was committed, or as if nothing had been. */
  record Restart(boolean fromCommitted) implements CaseStep {}

  /** From now on something goes wrong between task and server. */
  record Fault(String words) implements CaseStep {}

  /** How things stand now, in words. */
  record Expect(String words) implements CaseStep {}
}
