// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the tables of a case tell about the options that fit them.
 *
 * @param columns the names of all columns
 * @param versionColumn the first argument of ReplacingMergeTree, empty if there is none
 * @param flagColumn its second argument, empty if there is none
 * @param keyColumn the first column that the table is sorted by, empty if there is none
 */
record TableFacts(Set<String> columns, String versionColumn, String flagColumn, String keyColumn) {
  private static final Pattern REPLACING =
      Pattern.compile("ReplacingMergeTree\\((\\w+)(?:, (\\w+))?\\).*", Pattern.DOTALL);

  static TableFacts of(Set<String> columns, String engine, String sortingKey) {
    Matcher replacing = REPLACING.matcher(engine);
    boolean matches = replacing.matches();
    String flag = matches && replacing.group(2) != null ? replacing.group(2) : "";
    return new TableFacts(
        columns, matches ? replacing.group(1) : "", flag, sortingKey.split(",")[0].strip());
  }
}
