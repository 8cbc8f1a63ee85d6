// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * The main class of every child JVM: runs the real main class, and ends the JVM when its parent is
 * gone.
 *
 * <p>The parent holds the other end of this process's standard input and never writes to it. The
 * operating system closes that end when the parent ends, however it ends, so end of input means no
 * parent: nothing to poll, and no process id that could be taken by another process meanwhile.
 */
public final class ParentWatch {
  /** The exit status that says why. */
  public static final int PARENT_GONE = 86;

  private ParentWatch() {}

  /** Arguments: the real main class, then its own arguments. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Thread watch = new Thread(ParentWatch::haltAtEndOfInput, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    Class.forName(args[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
  }

  private static void haltAtEndOfInput() {
    // Not closed: closing descriptor 0 would hand its number to the next file that is opened.
    FileInputStream input = new FileInputStream(FileDescriptor.in);
    try {
      while (input.read() >= 0) {
        continue; // nobody is expected to write here
      }
    } catch (IOException brokenPipe) {
      System.err.println("the parent's pipe broke: " + brokenPipe.getMessage());
    }
    // Not exit(): shutdown hooks of a broker take up to minutes, and its data is of no use any
    // more.
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
