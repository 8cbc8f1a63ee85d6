// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/** Making and deleting folder trees. */
public final class Folders {
  private Folders() {}

  public static Path create(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a tree; one that is not there, or goes meanwhile, is as good as deleted. */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }

  /** Deletes the subfolders that are named by the id of a process that is gone. */
  public static void deleteThoseOfDeadProcesses(Path parent) {
    if (!Files.exists(parent)) {
      return;
    }
    try (Stream<Path> folders = Files.list(parent)) {
      folders
          .filter(folder -> folder.getFileName().toString().matches("\\d{1,18}"))
          .filter(folder -> !isAlive(Long.parseLong(folder.getFileName().toString())))
          .forEach(Folders::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).isPresent();
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
