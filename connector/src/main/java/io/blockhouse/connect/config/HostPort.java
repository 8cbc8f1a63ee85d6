// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.regex.Pattern;

/**
 * Where a server listens for the native protocol.
 *
 * @param host a name or an address; an IPv6 address without its brackets
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) {
  /** {@code tcp_port} in the server's default configuration. */
  public static final int DEFAULT_PORT = 9000;

  /** {@code tcp_port_secure} in the server's default configuration. */
  public static final int DEFAULT_TLS_PORT = 9440;

  private static final int MAX_PORT = 65_535;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[\\w.-]+)?");

  /**
   * Reads {@code host}, {@code host:port} or {@code [IPv6]:port}.
   *
   * @param defaultPort of an entry without a port
   * @throws IllegalArgumentException saying what to write instead; quotes the text only when it
   *     cannot hold a password
   */
  static HostPort parse(String text, int defaultPort) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an entry is empty; write host or host:port");
    }
    if (text.contains("@")) {
      throw new IllegalArgumentException(
          "an entry holds '@'; give the user in clickhouse.user and the password in"
              + " clickhouse.password, and only host:port here");
    }
    if (text.contains("/")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is a URL; write host:port with the native port (usually 9000), and the database"
              + " in clickhouse.database");
    }
    return text.startsWith("[") ? parseBracketed(text, defaultPort) : parsePlain(text, defaultPort);
  }

  private static HostPort parseBracketed(String text, int defaultPort) {
    int end = text.indexOf(']');
    String address = end < 0 ? "" : text.substring(1, end);
    String rest = end < 0 ? "" : text.substring(end + 1);
    boolean portFollows = rest.isEmpty() || rest.startsWith(":");
    if (!IPV6.matcher(address).matches() || !portFollows) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an IPv6 address with a port; write it like [2001:db8::1]:9000");
    }
    return new HostPort(address, rest.isEmpty() ? defaultPort : parsePort(text, rest));
  }

  private static HostPort parsePlain(String text, int defaultPort) {
    int colon = text.indexOf(':');
    if (colon != text.lastIndexOf(':')) {
      throw new IllegalArgumentException(
          "'" + text + "' has more than one colon; put an IPv6 address in brackets, [::1]:9000");
    }
    String host = colon < 0 ? text : text.substring(0, colon);
    if (!NAME.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a host name; write host:port and part entries by commas");
    }
    return new HostPort(host, colon < 0 ? defaultPort : parsePort(text, text.substring(colon)));
  }

  /** {@code rest} begins with the colon. */
  private static int parsePort(String text, String rest) {
    String digits = rest.substring(1);
    int port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "the port of '" + text + "' is not a number from 1 to " + MAX_PORT);
    }
    return port;
  }

  /** As in the configuration: an IPv6 address stands in brackets. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
