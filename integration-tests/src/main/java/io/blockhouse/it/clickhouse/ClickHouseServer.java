// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

/** A real ClickHouse server. Keeps address and data from {@link #start} to {@link #start}. */
public interface ClickHouseServer {
  String host();

  int nativePort();

  int httpPort();

  String user();

  String password();

  /** Returns when the server answers. */
  void start();

  /** Ends it in an orderly way. */
  void stop();

  /** SIGKILL: nothing is flushed. {@link #start} brings the same data back on the same ports. */
  void kill();

  /** Whether {@link #stop}, {@link #kill} and {@link #start} are ours to call. */
  boolean isOurs();

  boolean isAlive();

  /** How it was obtained, in a few words. */
  String describe();

  /** Runs a statement over HTTP and returns its result, in TabSeparated unless it says FORMAT. */
  default String query(String sql) {
    return http().query(sql);
  }

  /** An HTTP client of this server. */
  default ClickHouseHttp http() {
    return new ClickHouseHttp(host(), httpPort(), user(), password());
  }
}
