// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.TableEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableCheckTest {
  private final Map<TableId, List<TableColumn>> tables = new HashMap<>();
  private final Map<TableId, TableEngine> engines = new HashMap<>();
  private final List<TableId> asked = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private List<Problem> check(String topics, String map) {
    return check(topics, map, Map.of());
  }

  private List<Problem> check(String topics, String map, Map<String, String> others) {
    Map<String, String> properties = new HashMap<>(others);
    properties.put("topic.to.table.map", map);
    return check(topics, properties);
  }

  private List<Problem> check(String topics, String key, String value, String... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put(key, value);
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    return check(topics, properties);
  }

  private List<Problem> check(String topics, Map<String, String> others) {
    Map<String, String> properties = new HashMap<>(others);
    properties.put("clickhouse.hosts", "ch1");
    properties.put("clickhouse.database", "shop");
    properties.put("topics", topics);
    SinkConfig config = SinkConfig.quiet(properties);
    List<Problem> problems = new ArrayList<>();
    Catalog catalog =
        new Catalog() {
          @Override
          public List<TableColumn> columns(TableId table) {
            asked.add(table);
            return tables.getOrDefault(table, List.of());
          }

          @Override
          public Optional<TableEngine> engine(TableId table) {
            return Optional.ofNullable(engines.get(table));
          }

          @Override
          public List<String> tables(String database) {
            return tables.keySet().stream()
                .filter(table -> table.database().equals(database))
                .map(TableId::table)
                .toList();
          }
        };
    new TableCheck(config, config.hosts().get(0), catalog, warnings::add).run(problems::add);
    return problems;
  }

  private void table(String database, String name, TableColumn... columns) {
    tables.put(new TableId(database, name), List.of(columns));
  }

  private static TableColumn column(String name, String type, DefaultKind kind) {
    return new TableColumn(name, type, kind);
  }

  @Test
  void findsNothingToSayOfTablesThatCanBeWritten() {
    table("shop", "orders", column("id", "Int64", DefaultKind.NONE));
    table("other", "clicks", column("id", "Nullable(String)", DefaultKind.DEFAULT));
    assertThat(check("orders,clicks", "clicks=other.clicks")).isEmpty();
  }

  @Test
  void attachesAMissingTableToTheTopicsWithAStatementThatCreatesIt() {
    table("shop", "customers", column("id", "Int64", DefaultKind.NONE));
    assertThat(check("or`ders", ""))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.key()).isEqualTo("topics");
              assertThat(problem.message())
                  .contains(
                      "table 'or`ders' of database 'shop', to which topic 'or`ders' goes",
                      "on ch1:9000",
                      "user 'default'",
                      "CREATE TABLE `shop`.`or\\`ders` (")
                  .doesNotContain("CREATE DATABASE", "Did you mean");
            });
  }

  @Test
  void onlyWarnsOfATableThatIsMissingBesideOthers() {
    table("shop", "orders", column("id", "Int64", DefaultKind.NONE));
    assertThat(check("orders,clicks,views", "views=web.views")).isEmpty();
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(
            "missing on ch1:9000 or not visible to user 'default'",
            "shop.clicks (topic 'clicks' goes there), web.views (topic 'views' goes there)",
            "Create the tables")
        .doesNotContain("orders");
  }

  @Test
  void refusesToStartWhenEveryTableIsMissing() {
    assertThat(check("orders,clicks", "")).hasSize(2);
    assertThat(warnings).isEmpty();
  }

  @Test
  void attachesAMissingTableToTheMapWhenItIsNamedThere() {
    assertThat(check("orders", "orders=archive.orders"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.key()).isEqualTo("topic.to.table.map");
              assertThat(problem.message()).contains("CREATE DATABASE `archive`");
            });
  }

  @Test
  void attachesAMissingTableToTheKeyThatRoutesToIt() {
    assertThat(check("orders", "table.name.format", "raw_${topic}"))
        .extracting(Problem::key)
        .containsExactly("table.name.format");
    assertThat(check("orders", "topic.to.table.regex", "o(.*)=raw.$1"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.key()).isEqualTo("topic.to.table.regex");
              assertThat(problem.message()).contains("table 'rders' of database 'raw'");
            });
  }

  @Test
  void leavesTablesThatDependOnTheRecordToTheTask() {
    assertThat(check("orders", "table.name.format", "${topic}_${header:tenant}")).isEmpty();
    assertThat(asked).isEmpty();
  }

  private void changeTable(String engine, String full) {
    table(
        "shop",
        "orders",
        column("id", "UInt32", DefaultKind.NONE),
        column("_version", "UInt64", DefaultKind.NONE),
        column("is_deleted", "UInt8", DefaultKind.NONE));
    engines.put(new TableId("shop", "orders"), new TableEngine(engine, full, 0));
  }

  @Test
  void findsNothingToSayOfATableThatReplacesByTheColumnsTheConnectorFills() {
    changeTable("ReplacingMergeTree", "ReplacingMergeTree(_version, is_deleted) ORDER BY id");
    assertThat(check("orders", "tombstones", "delete")).isEmpty();
    assertThat(check("orders", "cdc.format", "debezium")).isEmpty();
    changeTable(
        "ReplicatedReplacingMergeTree",
        "ReplicatedReplacingMergeTree('/t/{shard}', '{replica}', _version, is_deleted) ORDER BY id");
    assertThat(check("orders", "tombstones", "delete")).isEmpty();
  }

  @Test
  void refusesAnEngineThatKeepsDeletedRowsButLetsChangeEventsBeALog() {
    changeTable("MergeTree", "MergeTree ORDER BY (id, f(x))");
    assertThat(check("orders", "tombstones", "delete"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.key()).isEqualTo("tombstones");
              assertThat(problem.message()).contains("ReplacingMergeTree(_version, is_deleted)");
            });
    assertThat(check("orders", "cdc.format", "debezium")).isEmpty();
    assertThat(check("orders", "")).isEmpty();
  }

  @Test
  void refusesAnEngineThatGoesByOtherColumns() {
    changeTable("ReplacingMergeTree", "ReplacingMergeTree(`ver`, del) ORDER BY id");
    assertThat(check("orders", "cdc.format", "debezium"))
        .extracting(Problem::key)
        .containsExactly("delete.version.column", "delete.flag.column");
    assertThat(
            check(
                "orders",
                "cdc.format",
                "debezium",
                "delete.version.column",
                "",
                "delete.flag.column",
                "del"))
        .isEmpty();
  }

  @Test
  void refusesChangeColumnsThatAreMissingOrOfAnotherType() {
    table("shop", "orders", column("id", "UInt32", DefaultKind.NONE));
    assertThat(check("orders", "tombstones", "delete"))
        .extracting(Problem::key)
        .containsExactly("delete.flag.column");
    assertThat(check("orders", "cdc.format", "debezium")).isEmpty();
    table(
        "shop",
        "orders",
        column("_version", "Int64", DefaultKind.NONE),
        column("is_deleted", "Bool", DefaultKind.NONE));
    assertThat(check("orders", "cdc.format", "debezium"))
        .extracting(Problem::key)
        .containsExactly("delete.flag.column", "delete.version.column");
  }

  @Test
  void suggestsTheTableThatWasProbablyMeant() {
    table("shop", "orders", column("id", "Int64", DefaultKind.NONE));
    assertThat(check("ordres", ""))
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.message()).contains("Did you mean table 'orders'?"));
  }

  @Test
  void asksOnceForATableThatSeveralTopicsShare() {
    assertThat(check("a,b", "a=t,b=t"))
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).contains("topics 'a', 'b' go"));
    assertThat(asked).containsExactly(new TableId("shop", "t"));
  }

  @Test
  void namesColumnsWhoseTypeCannotBeWritten() {
    table(
        "shop",
        "orders",
        column("id", "Int64", DefaultKind.NONE),
        column("state", "AggregateFunction(sum, Int64)", DefaultKind.NONE));
    assertThat(check("orders", ""))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.key()).isEqualTo("topics");
              assertThat(problem.message())
                  .contains("table `shop`.`orders`", "`state`", "AggregateFunction(sum, Int64)")
                  .doesNotContain("`id`");
            });
  }

  @Test
  void doesNotMindTheTypeOfAColumnThatIsNeverWritten() {
    table(
        "shop",
        "orders",
        column("id", "Int64", DefaultKind.NONE),
        column("m", "AggregateFunction(sum, Int64)", DefaultKind.MATERIALIZED),
        column("a", "AggregateFunction(sum, Int64)", DefaultKind.ALIAS));
    assertThat(check("orders", "")).isEmpty();
  }

  @Test
  void spellsOutAFewColumnsOfManyOnly() {
    TableColumn[] columns = new TableColumn[1_000];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column("c" + i, "AggregateFunction(sum, Int64)", DefaultKind.NONE);
    }
    table("shop", "wide", columns);
    assertThat(check("wide", ""))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .contains("`c4`", "and 995 more")
                    .doesNotContain("`c5`"));
  }

  @Test
  void attachesAMissingColumnToTheKeyThatNamesIt() {
    table(
        "shop",
        "orders",
        column("_offset", "Int64", DefaultKind.NONE),
        column("_key", "String", DefaultKind.MATERIALIZED));
    Map<String, String> columns =
        Map.of("kafka.columns.offset", "_ofset", "kafka.columns.key", "_key");
    List<Problem> problems = check("orders", "", columns);
    assertThat(problems)
        .extracting(Problem::key)
        .containsExactly("kafka.columns.key", "kafka.columns.offset");
    assertThat(problems.get(1).message())
        .contains(
            "`shop`.`orders` has no column '_ofset'",
            "Did you mean column '_offset'?",
            "ADD COLUMN `_ofset`");
    assertThat(check("orders", "", Map.of("kafka.columns.offset", "_offset"))).isEmpty();
  }
}
