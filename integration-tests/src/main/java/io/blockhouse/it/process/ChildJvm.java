// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A child JVM to be: flags, class path, main class, arguments. It ends with this JVM. */
public final class ChildJvm {
  private final String name;
  private final String mainClass;
  private final List<String> flags = new ArrayList<>();
  private final Set<String> classPath = new LinkedHashSet<>();
  private final List<String> arguments = new ArrayList<>();

  /** The name is for messages. */
  public ChildJvm(String name, String mainClass) {
    this.name = name;
    this.mainClass = mainClass;
    classPathOf(ParentWatch.class);
  }

  public ChildJvm flags(List<String> more) {
    flags.addAll(more);
    return this;
  }

  public ChildJvm flags(String... more) {
    return flags(List.of(more));
  }

  /** Adds every jar of a folder. */
  public ChildJvm classPathFolder(Path folder) {
    classPath.add(folder.toAbsolutePath() + File.separator + "*");
    return this;
  }

  /** Adds the jar or folder that a class of this JVM came from. */
  public ChildJvm classPathOf(Class<?> type) {
    try {
      classPath.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
      return this;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public ChildJvm arguments(List<String> more) {
    arguments.addAll(more);
    return this;
  }

  public ChildJvm arguments(String... more) {
    return arguments(List.of(more));
  }

  /** Starts it; its output goes to the end of {@code log}. */
  public ChildProcess start(Path log) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath));
    command.add(ParentWatch.class.getName());
    command.add(mainClass);
    command.addAll(arguments);
    return ChildProcess.start(name, command, log);
  }
}
