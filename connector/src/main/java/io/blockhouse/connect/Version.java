// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build, for Connect, the server's query log and logs. */
public final class Version {
  private static final String RESOURCE = "/io/blockhouse/connect/version.properties";
  private static final String CURRENT = read();

  private Version() {}

  /** As in the name of the plugin archive. */
  public static String get() {
    return CURRENT;
  }

  private static String read() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the jar; build it with Maven");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }
}
