// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

/**
 * A ClickHouse that the user runs, named by {@code -Dblockhouse.it.clickhouse.host} (default ports
 * 9000 and 8123, user {@code default}, no password). Its life is not ours.
 */
public final class ExternalClickHouse implements ClickHouseServer {
  public static final String HOST_PROPERTY = "blockhouse.it.clickhouse.host";

  @Override
  public String host() {
    return System.getProperty(HOST_PROPERTY);
  }

  @Override
  public int nativePort() {
    return Integer.getInteger("blockhouse.it.clickhouse.nativePort", 9000);
  }

  @Override
  public int httpPort() {
    return Integer.getInteger("blockhouse.it.clickhouse.httpPort", 8123);
  }

  @Override
  public String user() {
    return System.getProperty("blockhouse.it.clickhouse.user", "default");
  }

  @Override
  public String password() {
    return System.getProperty("blockhouse.it.clickhouse.password", "");
  }

  /** Only checks that it answers. */
  @Override
  public void start() {
    query("SELECT 1");
  }

  @Override
  public void stop() {
    throw new UnsupportedOperationException("an external ClickHouse is not ours to stop");
  }

  @Override
  public void kill() {
    throw new UnsupportedOperationException("an external ClickHouse is not ours to kill");
  }

  @Override
  public boolean isOurs() {
    return false;
  }

  @Override
  public boolean isAlive() {
    return http().answers();
  }

  @Override
  public String describe() {
    return "external, " + host() + ":" + nativePort();
  }
}
