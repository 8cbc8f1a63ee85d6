// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Reads the file of a case. */
public final class CaseReader {
  /** Numbers go into topics with the digits that the file gives them. */
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final JsonNode file;
  private final List<String> topics = new ArrayList<>();
  private final List<CaseRecord> records = new ArrayList<>();
  private final Map<TopicPartition, Long> nextOffsets = new HashMap<>();

  private CaseReader(JsonNode file) {
    this.file = file;
  }

  /**
   * The case.
   *
   * @throws IOException when the file can't be read or is no case
   */
  public static CaseFile read(Path path) throws IOException {
    JsonNode file = JSON.readTree(path.toFile());
    try {
      return new CaseReader(file).read();
    } catch (IllegalArgumentException e) {
      throw new IOException(path.getFileName() + " is no case: " + e.getMessage(), e);
    }
  }

  private CaseFile read() {
    for (String topic : file.path("topic").asText().split(",")) {
      if (!topic.isBlank()) {
        topics.add(topic.strip());
      }
    }
    file.path("records").forEach(node -> records.add(record(node)));
    Set<String> all = new LinkedHashSet<>(topics);
    records.forEach(record -> all.add(record.partition().topic()));
    List<Expectation> accepted = new ArrayList<>(List.of(expectation(file.path("expect"))));
    List<String> acceptedInWords = new ArrayList<>();
    for (JsonNode other : file.path("accept")) {
      if (other.isObject()) {
        accepted.add(expectation(other));
      } else {
        acceptedInWords.add(other.asText());
      }
    }
    return new CaseFile(
        required(file, "id").asText(),
        texts(file.path("ddl")),
        textMap(file.path("ddl_settings")),
        List.copyOf(all),
        textMap(file.path("connector_overrides")),
        texts(file.path("requires")),
        List.copyOf(records),
        steps(),
        accepted,
        acceptedInWords,
        each(file.path("extra_query")).stream().map(CaseReader::expectation).toList());
  }

  private CaseRecord record(JsonNode node) {
    String topic = node.path("topic").asText(topics.isEmpty() ? "" : topics.get(0));
    TopicPartition partition = new TopicPartition(topic, node.path("partition").asInt(0));
    long offset = node.path("offset").asLong(nextOffsets.getOrDefault(partition, 0L));
    nextOffsets.put(partition, offset + 1);
    JsonNode key = node.path("key");
    JsonNode value = node.path("value");
    Format keyFormat = key.isTextual() ? Format.STRING : Format.JSON;
    Format valueFormat = Format.of(node.path("valueFormat").asText("json"));
    return new CaseRecord(
        partition,
        offset,
        node.path("timestamp").asLong(0),
        keyFormat,
        isAbsent(key) ? null : keyFormat.bytes(key),
        valueFormat,
        isAbsent(value) ? null : valueFormat.bytes(value),
        textMap(node.path("headers")));
  }

  private List<CaseStep> steps() {
    List<CaseStep> steps = new ArrayList<>();
    for (JsonNode node : file.path("steps")) {
      node.properties().forEach(entry -> steps.add(step(entry.getKey(), entry.getValue())));
    }
    return steps.isEmpty() ? List.of(new CaseStep.Put(records)) : steps;
  }

  private CaseStep step(String kind, JsonNode what) {
    return switch (kind) {
      case "put" -> {
        List<CaseRecord> together = new ArrayList<>();
        what.forEach(index -> together.add(records.get(index.asInt())));
        yield new CaseStep.Put(together);
      }
      case "sql" -> new CaseStep.Sql(texts(what));
      case "restart" -> new CaseStep.Restart(!what.asText().contains("without commit"));
      case "fault" -> new CaseStep.Fault(what.asText());
      case "expect" -> new CaseStep.Expect(what.asText());
      default -> throw new IllegalArgumentException("step " + kind + " is not known");
    };
  }

  private static Expectation expectation(JsonNode node) {
    JsonNode deadLetters = node.path("dlq");
    String names = node.path("error_contains").asText();
    return new Expectation(
        node.path("query").asText(),
        node.path("rows"),
        deadLetters.isInt() ? OptionalInt.of(deadLetters.intValue()) : OptionalInt.empty(),
        names.isEmpty() ? List.of() : List.of(names.split("\\|")),
        node.path("task").asText());
  }

  private static JsonNode required(JsonNode node, String name) {
    if (isAbsent(node.path(name))) {
      throw new IllegalArgumentException("it has no " + name);
    }
    return node.path(name);
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  /** The elements of an array; a single object or text stands for an array of one. */
  private static List<JsonNode> each(JsonNode node) {
    List<JsonNode> elements = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(elements::add);
    } else if (!isAbsent(node)) {
      elements.add(node);
    }
    return elements;
  }

  private static List<String> texts(JsonNode node) {
    return each(node).stream().map(JsonNode::asText).toList();
  }

  private static Map<String, String> textMap(JsonNode node) {
    Map<String, String> map = new LinkedHashMap<>();
    node.properties()
        .forEach(
            entry -> {
              JsonNode value = entry.getValue();
              map.put(entry.getKey(), value.isContainerNode() ? value.toString() : value.asText());
            });
    return map;
  }
}
