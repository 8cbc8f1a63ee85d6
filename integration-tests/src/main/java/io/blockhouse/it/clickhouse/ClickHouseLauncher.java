// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

/**
 * The main class of a child JVM that becomes a ClickHouse server: hands its arguments to the
 * library's command line and stays in it.
 *
 * <p>Never load the library into a JVM that does anything else: it brings its own threads, memory
 * limits and several hundred megabytes.
 */
public final class ClickHouseLauncher {
  /** C: {@code chdb_result * chdb_query_cmdline(int argc, char ** argv)}. */
  private static final String COMMAND_LINE = "chdb_query_cmdline";

  /** C: {@code const char * chdb_result_error(chdb_result *)}, null when all went well. */
  private static final String ERROR = "chdb_result_error";

  private ClickHouseLauncher() {}

  /** Arguments: the library's path, then ClickHouse's own arguments. */
  public static void main(String[] args) {
    com.sun.jna.NativeLibrary library = com.sun.jna.NativeLibrary.getInstance(args[0]);
    String[] command = args.clone();
    command[0] = "clickhouse";
    System.exit(run(library, command));
  }

  private static int run(com.sun.jna.NativeLibrary library, String[] command) {
    Object[] arguments = {command.length, new com.sun.jna.StringArray(command)};
    com.sun.jna.Pointer result =
        (com.sun.jna.Pointer)
            library.getFunction(COMMAND_LINE).invoke(com.sun.jna.Pointer.class, arguments);
    String error =
        result == null
            ? "no result"
            : library.getFunction(ERROR).invokeString(new Object[] {result}, false);
    System.err.println("ClickHouse's main query ended: " + error);
    return error == null ? 0 : 1;
  }
}
