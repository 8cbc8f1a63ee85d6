// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class CaseOptionsTest {
  private static final TableFacts PLAIN = new TableFacts(Set.of("id", "_offset"), "", "", "id");

  private static PluginOptions plugin(String... options) {
    ArrayNode configs = CaseReader.JSON.createArrayNode();
    for (String option : options) {
      String[] nameAndWords = option.split("=");
      ArrayNode words =
          configs
              .addObject()
              .putObject("value")
              .put("name", nameAndWords[0])
              .putArray("recommended_values");
      if (nameAndWords.length > 1) {
        List.of(nameAndWords[1].split(",")).forEach(words::add);
      }
    }
    return PluginOptions.of(CaseReader.JSON.createObjectNode().set("configs", configs));
  }

  private static Map<String, String> options(
      Map<String, String> overrides, TableFacts tables, PluginOptions plugin) {
    return CaseOptions.of(file(overrides, List.of()), tables, plugin);
  }

  private static CaseFile file(Map<String, String> overrides, List<String> requires) {
    CaseRecord record =
        new CaseRecord(
            new TopicPartition("t", 0),
            0,
            0,
            Format.STRING,
            "k".getBytes(StandardCharsets.UTF_8),
            Format.JSON,
            null,
            Map.of());
    return new CaseFile(
        "C1",
        List.of(),
        Map.of(),
        List.of("t"),
        overrides,
        requires,
        List.of(record),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void translatesNamesAndWords() {
    Map<String, String> options =
        options(
            Map.of(
                "unknown.fields", "skip",
                "topic2table", "a=b",
                "buffer.rows", "10",
                "errors.tolerance", "all",
                "clickhouse.settings.max_threads", "1"),
            PLAIN,
            plugin("unknown.fields=ignore,fail", "topic.to.table.map", "batch.max.rows"));
    assertThat(options)
        .containsOnly(
            Map.entry("unknown.fields", "ignore"),
            Map.entry("topic.to.table.map", "a=b"),
            Map.entry("batch.max.rows", "10"),
            Map.entry("errors.tolerance", "all"),
            Map.entry("clickhouse.settings.max_threads", "1"));
  }

  @Test
  void asksForThoseMetadataColumnsThatTheTableHas() {
    assertThat(options(Map.of("kafka.metadata", "true"), PLAIN, plugin("kafka.columns.offset")))
        .containsOnly(Map.entry("kafka.columns.offset", "_offset"));
  }

  @Test
  void takesTheColumnsOfChangesFromTheEngineUnlessTheCaseNamesThem() {
    TableFacts replacing =
        TableFacts.of(Set.of(), "ReplacingMergeTree(ver, gone) ORDER BY (pk, x)", "pk, x");
    PluginOptions plugin =
        plugin(
            "tombstones=ignore,fail,delete",
            "delete.version.column",
            "delete.flag.column",
            "delete.key.column");
    assertThat(
            options(
                Map.of("delete.enabled", "true", "delete.flag.column", "dead"), replacing, plugin))
        .containsOnly(
            Map.entry("tombstones", "delete"),
            Map.entry("delete.version.column", "ver"),
            Map.entry("delete.flag.column", "dead"),
            Map.entry("delete.key.column", "pk"));
  }

  @Test
  void namesTheTableFromAHeaderOrAField() {
    PluginOptions plugin = plugin("table.name.format");
    assertThat(options(Map.of("table.from", "header:to"), PLAIN, plugin))
        .containsEntry("table.name.format", "${header:to}");
    assertThat(options(Map.of("table.from", "x_${topic}"), PLAIN, plugin))
        .containsEntry("table.name.format", "x_${topic}");
  }

  @Test
  void saysWhichOptionOrWordThePluginLacks() {
    PluginOptions plugin = plugin("tombstones=ignore,fail");
    assertThatThrownBy(() -> options(Map.of("exactly.once", "true"), PLAIN, plugin))
        .isInstanceOf(UnplayableCaseException.class)
        .hasMessage("option delivery.guarantee is not there yet");
    assertThatThrownBy(() -> options(Map.of("delete.enabled", "true"), PLAIN, plugin))
        .hasMessageContaining("not there yet");
    assertThatThrownBy(() -> CaseOptions.of(file(Map.of(), List.of("debezium")), PLAIN, plugin))
        .hasMessage("option cdc.format is not there yet");
  }

  @Test
  void writesTheServersExceptionPacket() {
    InsertFault fault = InsertFault.parse("inserts fail 3 times with an error (252), then work");
    assertThat(fault).isEqualTo(new InsertFault(3, 252));
    byte[] packet = fault.packet();
    assertThat(packet).startsWith(2, 252, 0, 0, 0, 13, 'D', 'B').endsWith(0, 0);
    assertThat(InsertFault.parse("connections are cut 2 times").packet()).isEmpty();
    assertThatThrownBy(() -> InsertFault.parse("the moon is full"))
        .isInstanceOf(UnplayableCaseException.class);
  }

  @Test
  void keepsTheDigitsOfNumbers() throws JsonProcessingException {
    String text = "{\"a\":1234567890.123456789012345678,\"b\":18446744073709551616,\"c\":1.50}";
    assertThat(
            new String(Format.JSON.bytes(CaseReader.JSON.readTree(text)), StandardCharsets.UTF_8))
        .isEqualTo(text);
  }
}
