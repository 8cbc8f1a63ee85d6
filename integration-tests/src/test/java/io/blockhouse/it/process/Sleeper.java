// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Does nothing for a minute; with a folder as argument, as the parent of another one. */
public final class Sleeper {
  private Sleeper() {}

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 0) {
      new ChildJvm("sleeper", Sleeper.class.getName())
          .classPathOf(Sleeper.class)
          .start(Path.of(args[0], "child.log"));
    }
    TimeUnit.MINUTES.sleep(1);
  }
}
