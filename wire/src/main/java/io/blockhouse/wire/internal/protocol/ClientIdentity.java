// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

/**
 * How the client introduces itself; the server shows it in {@code system.query_log}. Hello and
 * every Query must say the same.
 */
public record ClientIdentity(
    String clientName,
    String osUser,
    String hostName,
    int majorVersion,
    int minorVersion,
    int patchVersion) {

  /** The identity of this JVM under the given name. */
  public static ClientIdentity ofThisJvm(String clientName) {
    int[] version = parse(ClientIdentity.class.getPackage().getImplementationVersion());
    // The environment, not the resolver: asking DNS for one's own name can take seconds.
    String hostName = System.getenv().getOrDefault("HOSTNAME", "");
    return new ClientIdentity(
        clientName,
        System.getProperty("user.name", ""),
        hostName,
        version[0],
        version[1],
        version[2]);
  }

  /** The leading numbers of a version; zeros when the classes do not come from the jar. */
  static int[] parse(String version) {
    int[] numbers = new int[3];
    if (version != null) {
      String[] parts = version.split("[^0-9]+", 4);
      for (int i = 0; i < numbers.length && i < parts.length; i++) {
        numbers[i] = parts[i].isEmpty() || parts[i].length() > 6 ? 0 : Integer.parseInt(parts[i]);
      }
    }
    return numbers;
  }
}
