// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The SQL that a page shows, so that tests run what users copy. */
final class MarkdownSql {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sql\\n(.*?)^```");

  private MarkdownSql() {}

  /** Each statement of each block, in the page's order. */
  static List<String> in(Path page) throws IOException {
    List<String> statements = new ArrayList<>();
    for (MatchResult block : BLOCK.matcher(Files.readString(page)).results().toList()) {
      for (String statement : block.group(1).split(";")) {
        if (!statement.isBlank()) {
          statements.add(statement.strip());
        }
      }
    }
    return statements;
  }
}
