// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The command line: {@code DIR [--direct] [--only C05,C10]}. */
public record CasesArguments(Path folder, boolean direct, Set<String> only) {
  static final String USAGE = "usage: evidence.sh cases DIR [--direct] [--only C05,C10]";

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static CasesArguments parse(String... args) {
    Path folder = null;
    boolean direct = false;
    Set<String> only = new TreeSet<>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--direct")) {
        direct = true;
      } else if (args[i].equals("--only")) {
        only.addAll(ids(++i < args.length ? args[i] : ""));
      } else if (folder == null && !args[i].startsWith("-")) {
        folder = Path.of(args[i]);
      } else {
        throw new IllegalArgumentException("unknown argument " + args[i] + "; " + USAGE);
      }
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          (folder == null ? "a folder of cases is needed" : folder + " is no folder")
              + "; "
              + USAGE);
    }
    return new CasesArguments(folder, direct, only);
  }

  private static List<String> ids(String text) {
    if (!text.matches("C\\d+(,C\\d+)*")) {
      throw new IllegalArgumentException(
          "--only takes cases such as C05,C10, not '" + text + "'; " + USAGE);
    }
    return List.of(text.split(","));
  }
}
