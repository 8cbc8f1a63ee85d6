// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import com.github.luben.zstd.Zstd;
import io.blockhouse.it.process.ParentWatch;
import io.blockhouse.wire.block.Block;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.jpountz.lz4.LZ4Factory;
import org.slf4j.LoggerFactory;
import org.slf4j.impl.SimpleLogger;

/**
 * Runs a main class in a JVM of its own, to its end. Only wire and what it needs is on its class
 * path: an open jar keeps its directory on the heap, and Kafka's jars would add 7 MB.
 */
final class MeasuredJvm {
  private static final long LIMIT_MINUTES = 20;

  private static final List<Class<?>> NEEDED =
      List.of(
          MeasuredJvm.class,
          Block.class,
          LZ4Factory.class,
          Zstd.class,
          LoggerFactory.class,
          SimpleLogger.class);

  private MeasuredJvm() {}

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its output, line by line; fails with it when the JVM does. */
  static List<String> run(String maxHeap, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + maxHeap);
    command.add("-cp");
    command.add(
        NEEDED.stream().map(MeasuredJvm::origin).collect(Collectors.joining(File.pathSeparator)));
    command.add(ParentWatch.class.getName());
    command.add(main.getName());
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      CompletableFuture.delayedExecutor(LIMIT_MINUTES, TimeUnit.MINUTES)
          .execute(process::destroyForcibly);
      List<String> lines = new ArrayList<>();
      try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
        output.lines().forEach(lines::add);
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException(
            main.getSimpleName() + " ended with status " + status + ": " + lines);
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + main.getSimpleName() + " ran", e);
    }
  }
}
