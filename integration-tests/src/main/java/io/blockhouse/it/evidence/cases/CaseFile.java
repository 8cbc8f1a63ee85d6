// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One case as its file tells it.
 *
 * @param id such as C05
 * @param ddl statements that make its tables, in order; {@code SET a = b} holds for later ones
 * @param ddlSettings settings that hold from the start
 * @param topics all topics the connector reads
 * @param overrides options under the names that all sinks share; see {@link CaseOptions}
 * @param requires features without which the case makes no sense
 * @param records in the file's order
 * @param steps what happens, in order
 * @param accepted the expected end, then others that are as good
 * @param acceptedInWords ends that only a reader can judge
 * @param informative queries that are shown but decide nothing
 */
public record CaseFile(
    String id,
    List<String> ddl,
    Map<String, String> ddlSettings,
    List<String> topics,
    Map<String, String> overrides,
    List<String> requires,
    List<CaseRecord> records,
    List<CaseStep> steps,
    List<Expectation> accepted,
    List<String> acceptedInWords,
    List<Expectation> informative) {

  /** Why a worker can't play it as written, empty when it can. */
  public String onlyDirectly() {
    Set<Format> keys = new HashSet<>();
    Set<Format> values = new HashSet<>();
    for (CaseRecord record : records) {
      if (record.key() != null) {
        keys.add(record.keyFormat());
      }
      if (record.value() != null) {
        values.add(record.valueFormat());
      }
    }
    if (keys.size() > 1 || values.size() > 1) {
      return "its records need several converters";
    }
    if (steps.contains(new CaseStep.Restart(false))) {
      return "a worker that is stopped commits";
    }
    return "";
  }

  /** The format of all keys. */
  Format keyFormat() {
    return records.stream()
        .filter(record -> record.key() != null)
        .map(CaseRecord::keyFormat)
        .findFirst()
        .orElse(Format.STRING);
  }

  /** The format of all values. */
  Format valueFormat() {
    return records.stream()
        .filter(record -> record.value() != null)
        .map(CaseRecord::valueFormat)
        .findFirst()
        .orElse(Format.JSON);
  }
}
