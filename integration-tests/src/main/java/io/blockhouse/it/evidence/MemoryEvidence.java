// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.Servers;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Measures the two laws of memory: an INSERT needs the same heap whatever its number of rows, and
 * tables that are almost empty need almost none. Prints two tables and a line of JSON; exits with 1
 * when a law does not hold.
 */
public final class MemoryEvidence {
  private static final String DATABASE = "blockhouse_evidence";
  private static final String HEAP = "64m";
  private static final String LARGE_HEAP = "3g";
  private static final long ROWS = 10_000_000;
  private static final int MORE = 10;
  private static final int TABLES = 1_000;
  private static final long BLOCK_BYTES = 8L << 20;

  /** 100 M rows may differ from 10 M by this part. */
  private static final double FLAT_WITHIN = 0.05;

  private static final double LEAST_GAIN = 15;

  private boolean holds = true;

  private MemoryEvidence() {}

  /** Needs no arguments. */
  public static void main(String[] args) {
    boolean holds = new MemoryEvidence().run();
    System.exit(holds ? 0 : 1);
  }

  private boolean run() {
    Path folder = BuildLayout.home().resolve("target/evidence/" + ProcessHandle.current().pid());
    Folders.deleteThoseOfDeadProcesses(folder.getParent());
    ChildProcess.afterChildrenAtShutdown(() -> Folders.delete(folder));
    ClickHouseServer server =
        Servers.clickHouse(folder.resolve("clickhouse"), BuildLayout.logs("evidence"), "");
    double[] heapMb = streaming(server, folder);
    server.stop();
    double[] idleMb = idleTables();
    growth();
    double ratio = heapMb[1] / heapMb[0];
    require(Math.abs(ratio - 1) <= FLAT_WITHIN, "100 M rows need as much live heap as 10 M");
    require(idleMb[1] / idleMb[0] >= LEAST_GAIN, "idle buffers stay 15 times below a large start");
    System.out.printf(
        Locale.ROOT,
        "{\"evidence\":\"memory\",\"heap_mb_10m\":%.2f,\"heap_mb_100m\":%.2f,\"ratio\":%.3f,"
            + "\"idle_buffers_mb\":%.1f,\"idle_buffers_large_start_mb\":%.1f}%n",
        heapMb[0],
        heapMb[1],
        ratio,
        idleMb[0],
        idleMb[1]);
    return holds;
  }

  private void require(boolean law, String text) {
    System.out.println((law ? "holds: " : "DOES NOT HOLD: ") + text);
    holds &= law;
  }

  /** Largest live heap at any point of the INSERT, of 10 M and of 100 M rows. */
  private double[] streaming(ClickHouseServer server, Path folder) {
    String address = addressFile(server, Folders.create(folder).resolve("server.properties"));
    server.query("DROP DATABASE IF EXISTS " + DATABASE);
    server.query("CREATE DATABASE " + DATABASE);
    server.query(MeasuredRow.ddl(DATABASE + ".discarded", "Null"));
    server.query(MeasuredRow.ddl(DATABASE + ".stored", "MergeTree ORDER BY id"));
    MemoryTable table = new MemoryTable("One INSERT of five columns: live heap and RSS in MB");
    double small = table.add("10 M rows, streamed, -Xmx64m", insert(address, "discarded", ROWS));
    double large =
        table.add("100 M rows, streamed, -Xmx64m", insert(address, "discarded", MORE * ROWS));
    table.add("10 M rows into MergeTree, -Xmx64m", insert(address, "stored", ROWS));
    table.print();
    MemoryTable before = new MemoryTable("Before: the block as a whole, compressed in one go");
    before.add("1 M rows", MeasuredJvm.run(LARGE_HEAP, WholeInsert.class, ROWS / MORE + ""));
    before.add("10 M rows", MeasuredJvm.run(LARGE_HEAP, WholeInsert.class, ROWS + ""));
    before.print();
    String stored =
        server
            .query("SELECT " + MeasuredRow.CHECKSUM_SQL + " FROM " + DATABASE + ".stored")
            .strip();
    require(
        stored.equals(MeasuredRow.checksum(ROWS)),
        "the MergeTree table holds what was sent (rows and checksum " + stored + ")");
    server.query("DROP DATABASE " + DATABASE);
    return new double[] {small, large};
  }

  private static List<String> insert(String address, String table, long rows) {
    return MeasuredJvm.run(HEAP, StreamedInsert.class, address, DATABASE, table, rows + "");
  }

  /** In a file, because arguments of processes are for all to see. */
  private static String addressFile(ClickHouseServer server, Path file) {
    Properties address = new Properties();
    address.setProperty("host", server.host());
    address.setProperty("port", Integer.toString(server.nativePort()));
    address.setProperty("user", server.user());
    address.setProperty("password", server.password());
    try (Writer out = Files.newBufferedWriter(file)) {
      address.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }

  /** Live heap of the blocks alone: under the growth rule, and with a large start. */
  private static double[] idleTables() {
    System.out.printf(
        Locale.ROOT,
        "%n%,d column buffers (%,d tables of %d columns, 3 rows each): live heap%n",
        TABLES * IdleTables.COLUMNS,
        TABLES,
        IdleTables.COLUMNS);
    Map<String, Double> mb = new LinkedHashMap<>();
    for (String start : List.of("rule", "large")) {
      List<String> lines =
          MeasuredJvm.run(LARGE_HEAP, IdleTables.class, start, Integer.toString(TABLES));
      List<MemoryPoint> points =
          lines.stream().filter(MemoryPoint::isOne).map(MemoryPoint::parse).toList();
      mb.put(start, points.get(1).heapMb() - points.get(0).heapMb());
      System.out.printf(
          Locale.ROOT,
          "  %s: %.1f MB%n",
          start.equals("rule") ? "growth rule" : "born with room for 32 Ki values",
          mb.get(start));
      for (ClassHistogram type : ClassHistogram.parse(lines)) {
        System.out.printf(
            Locale.ROOT,
            "    %,14d B %,9d  %s%n",
            type.bytes(),
            type.objects(),
            type.type().equals("[B") ? "byte[]" : type.type());
      }
    }
    return new double[] {mb.get("rule"), mb.get("large")};
  }

  private void growth() {
    System.out.println("\nOne table growing to a full block of 8 MiB");
    for (int columns : new int[] {1, 5, IdleTables.COLUMNS}) {
      GrowthCost cost = GrowthCost.of(columns, BLOCK_BYTES);
      System.out.printf(
          Locale.ROOT,
          "  %2d columns: %.1f MB of values in %.1f MB of arrays, %.2f bytes copied for each%n",
          columns,
          cost.blockBytes() / 1e6,
          cost.retainedBytes() / 1e6,
          cost.copiedPerByte());
      require(cost.copiedPerByte() < 2, columns + " columns: fewer than two bytes copied for each");
    }
  }
}
