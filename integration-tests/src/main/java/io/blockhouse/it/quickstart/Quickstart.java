// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import io.blockhouse.it.BuildLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * Starts a real Kafka, a real Connect worker with the packaged plugin and a real ClickHouse, sends
 * click events through them and checks that the table holds what was produced.
 */
public final class Quickstart {
  private static final Path EXAMPLE = Path.of("clicks-json.json");
  private static final String TOPIC = "clicks";
  private static final int PARTITIONS = 4;

  /** Of its own, since the table is created afresh and the server may be a user's. */
  private static final String DATABASE = "blockhouse_quickstart";

  private final QuickstartOptions options;
  private Stack stack;
  private ExampleConfig config;
  private ClicksTable table;

  private Quickstart(QuickstartOptions options) {
    this.options = options;
  }

  /** Exits 0 when every row arrived as produced, 1 when not, 2 when the arguments are wrong. */
  public static void main(String[] args) throws InterruptedException {
    QuickstartOptions options;
    try {
      options = QuickstartOptions.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Quickstart quickstart = new Quickstart(options);
    boolean ok = quickstart.succeeds();
    if (options.keep() && quickstart.stack != null) {
      quickstart.keepRunning();
    }
    System.exit(ok ? 0 : 1);
  }

  private boolean succeeds() throws InterruptedException {
    try {
      run();
      return true;
    } catch (RuntimeException e) {
      System.out.flush();
      System.err.println("FAILED: " + e.getMessage());
      if (stack != null && config != null) {
        System.err.println(FailureReport.of(stack, config.name()));
      }
      return false;
    }
  }

  private void run() throws InterruptedException {
    stack = new Stack();
    createTable();
    stack.topics().create(TOPIC, PARTITIONS);
    startConnector();

    System.out.println("Producing " + grouped(options.rows()) + " clicks as schemaless JSON ...");
    ClickProducer producer = new ClickProducer(stack.topics().producer(), TOPIC, options.rows());
    producer.start();
    new Delivery(stack, config.name(), table, producer, options.rows()).await();

    System.out.println("\n" + table.summarySql() + "\n\n" + table.summary() + "\n");
    check(producer.checksum());
    System.out.println("OK: " + options.rows() + " rows");
  }

  private void createTable() {
    config = new ExampleConfig(BuildLayout.configExamples().resolve(EXAMPLE));
    table = new ClicksTable(stack.clickHouse(), DATABASE, TOPIC);
    table.create();
    System.out.println("\n" + table.ddl() + "\n");
  }

  private void startConnector() {
    config.override("topics", TOPIC);
    config.override(
        "clickhouse.hosts", stack.clickHouse().host() + ":" + stack.clickHouse().nativePort());
    config.override("clickhouse.database", DATABASE);
    config.override("clickhouse.user", stack.clickHouse().user());
    config.override("clickhouse.password", stack.clickHouse().password());
    System.out.println(
        "POST " + stack.worker().rest().url() + "/connectors with config-examples/" + EXAMPLE);
    System.out.println("  with these values put in:");
    config.overridden().forEach((key, value) -> System.out.println("    " + key + " = " + value));
    stack.worker().rest().create(config.json());
    int tasks = Integer.parseInt(config.get("tasks.max", "1"));
    stack.worker().rest().awaitRunning(config.name(), tasks, Duration.ofSeconds(60));
  }

  private void check(RowsChecksum produced) {
    RowsChecksum stored = table.checksum();
    System.out.println(
        String.format(
            Locale.ROOT,
            "produced %,d rows (checksum %d/%d), stored %,d rows (checksum %d/%d) in %d parts",
            produced.rows(),
            produced.crcSum(),
            produced.lengthSum(),
            stored.rows(),
            stored.crcSum(),
            stored.lengthSum(),
            table.parts()));
    if (!stored.equals(produced)) {
      throw new QuickstartFailure("the table does not hold what was produced");
    }
  }

  private void keepRunning() throws InterruptedException {
    System.out.println("\nLeft running until Ctrl-C:");
    System.out.println("  ClickHouse HTTP   http://" + address(stack.clickHouse().httpPort()));
    System.out.println("  ClickHouse native " + address(stack.clickHouse().nativePort()));
    // A throw-away server's password is of use to the user; that of a user's own server is known.
    String password = stack.clickHouse().isOurs() ? stack.clickHouse().password() : "(hidden)";
    System.out.println("    user " + stack.clickHouse().user() + ", password " + password);
    System.out.println("  Kafka             " + stack.kafka().bootstrapServers());
    System.out.println("  Connect REST      " + stack.worker().rest().url() + "/connectors");
    System.out.println("  logs              " + stack.logs());
    if (config != null) {
      System.out.println(config.shown());
    }
    new CountDownLatch(1).await();
  }

  private String address(int port) {
    return stack.clickHouse().host() + ":" + port;
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
