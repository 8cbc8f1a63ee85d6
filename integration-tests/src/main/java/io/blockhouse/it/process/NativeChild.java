// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A child process that is no JVM, so that {@link ParentWatch} can't be in it: the kernel kills it
 * when this JVM is gone, however it ended. Linux only.
 */
public final class NativeChild {
  /**
   * The kernel takes the end of the thread that forked for the end of the parent (prctl(2),
   * PR_SET_PDEATHSIG), so every child is started by this one, which lives as long as the JVM.
   */
  private static final ExecutorService FORKER =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "native-child-forker");
            thread.setDaemon(true);
            return thread;
          });

  private NativeChild() {}

  /** Starts the command; its output goes to the end of {@code log}. */
  public static ChildProcess start(String name, List<String> command, Path log) {
    List<String> bound = new ArrayList<>(List.of("setpriv", "--pdeathsig", "SIGKILL", "--"));
    bound.addAll(command);
    try {
      return FORKER.submit(() -> ChildProcess.start(name, bound, log)).get();
    } catch (ExecutionException e) {
      throw new ServerFailedException(name + " cannot be started", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while " + name + " starts", e);
    }
  }
}
