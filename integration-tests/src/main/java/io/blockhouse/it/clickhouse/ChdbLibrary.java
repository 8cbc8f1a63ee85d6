// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.process.LogTail;
import io.blockhouse.it.process.ServerFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The ClickHouse engine as a shared library (about 570 MB), fetched once from npm into the cache
 * folder.
 *
 * <p>A lock file lets one build fetch while others wait, and the library appears under its final
 * name by a rename, so a broken download is never taken for a good one.
 */
final class ChdbLibrary {
  private static final int FETCH_MINUTES = 15;

  private ChdbLibrary() {}

  /** The library's path; fetches it when the cache has none. */
  static synchronized Path resolve() {
    String npmPackage = npmPackage();
    Path folder =
        BuildLayout.cache()
            .resolve("chdb")
            .resolve(BuildLayout.chdbVersion())
            .resolve(npmPackage.substring(npmPackage.indexOf('/') + 1));
    Path library = folder.resolve("libchdb.so");
    if (Files.exists(library)) {
      return library;
    }
    Folders.create(folder);
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !Files.exists(library)) {
        fetch(npmPackage + "@" + BuildLayout.chdbVersion(), npmPackage, library);
      }
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fetch(String spec, String npmPackage, Path library) throws IOException {
    Path work = library.resolveSibling("fetch-" + UUID.randomUUID());
    System.out.println(
        "Fetching ClickHouse (" + spec + ", about 570 MB unpacked) into " + library.getParent());
    try {
      Path log = Folders.create(work).resolve("npm.log");
      npmInstall(spec, work, log);
      Path fetched = work.resolve("node_modules").resolve(npmPackage).resolve("libchdb.so");
      if (!Files.exists(fetched)) {
        throw new ServerFailedException(
            spec + " does not contain libchdb.so; npm said:\n" + LogTail.read(log, 20));
      }
      Files.move(fetched, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(work);
    }
  }

  private static void npmInstall(String spec, Path work, Path log) throws IOException {
    ProcessBuilder npm =
        new ProcessBuilder(
            "npm",
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefix",
            work.toString(),
            spec);
    npm.redirectErrorStream(true).redirectOutput(log.toFile());
    Process process;
    try {
      process = npm.start();
    } catch (IOException e) {
      throw new ServerFailedException(
          "npm is needed to fetch ClickHouse and cannot be run ("
              + e.getMessage()
              + "): install"
              + " npm, or start Docker, or name a server with -Dblockhouse.it.clickhouse.host",
          e);
    }
    try {
      if (!process.waitFor(FETCH_MINUTES, TimeUnit.MINUTES)) {
        throw new ServerFailedException("npm did not finish within " + FETCH_MINUTES + " minutes");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while npm fetches ClickHouse", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new ServerFailedException(
          "npm could not fetch " + spec + ":\n" + LogTail.read(log, 20));
    }
  }

  private static String npmPackage() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    String cpu =
        switch (processor) {
          case "amd64", "x86_64" -> "x64";
          case "aarch64", "arm64" -> "arm64";
          default -> null;
        };
    if (cpu != null && system.contains("linux")) {
      return "@chdb/lib-linux-" + cpu + "-gnu";
    }
    if (cpu != null && system.contains("mac")) {
      return "@chdb/lib-darwin-" + cpu;
    }
    throw new ServerFailedException(
        "there is no ClickHouse library for "
            + system
            + " on "
            + processor
            + ": use Docker, or name a server with -Dblockhouse.it.clickhouse.host");
  }
}
