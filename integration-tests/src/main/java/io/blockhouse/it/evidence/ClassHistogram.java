// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/** Live objects of a JVM by class, the largest first: told in lines of output. */
record ClassHistogram(String type, long objects, long bytes) {
  private static final String MARK = "class";
  private static final int SHOWN = 8;

  /** Measures this JVM and prints. */
  static void print() {
    try {
      String histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      histogram
          .lines()
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields.length >= 4 && fields[0].matches("\\d+:"))
          .limit(SHOWN)
          .forEach(
              fields ->
                  System.out.println(String.join("\t", MARK, fields[3], fields[1], fields[2])));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<ClassHistogram> parse(List<String> lines) {
    List<ClassHistogram> classes = new ArrayList<>();
    for (String line : lines) {
      String[] fields = line.split("\t");
      if (fields[0].equals(MARK)) {
        classes.add(
            new ClassHistogram(fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3])));
      }
    }
    return classes;
  }
}
