// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of cases in a folder: {@code C05.json} and so on. */
public final class CaseFolder {
  private static final String NAME = "C\\d{1,6}\\.json";

  private CaseFolder() {}

  /** Those in {@code only}, or all when it is empty, by number. */
  public static List<Path> files(Path folder, Set<String> only) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(NAME))
          .filter(file -> only.isEmpty() || only.contains(id(file)))
          .sorted(Comparator.comparingInt(file -> Integer.parseInt(id(file).substring(1))))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The case's name, from its file's. */
  public static String id(Path file) {
    return file.getFileName().toString().replace(".json", "");
  }
}
