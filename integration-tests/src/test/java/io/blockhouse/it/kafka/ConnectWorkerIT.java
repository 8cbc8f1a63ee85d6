// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectWorkerIT {
  private final ConnectWorker worker = SharedServers.worker();

  @Test
  void answersWithItsVersion() {
    assertThat(worker.rest().root().path("version").asText()).startsWith("4.");
  }

  @Test
  void findsTheConnectorInTheUnpackedArchive() {
    JsonNode found = null;
    for (JsonNode plugin : worker.rest().plugins(false)) {
      if (plugin.path("class").asText().equals("io.blockhouse.connect.ClickHouseSinkConnector")) {
        found = plugin;
      }
    }
    assertThat(found).as("plugins: %s", worker.rest().plugins(false)).isNotNull();
    assertThat(found.path("version").asText()).isEqualTo(BuildLayout.version());
    assertThat(found.path("type").asText()).isEqualTo("sink");
  }

  @Test
  void showsItsBeans() {
    assertThat(worker.jmx("kafka.connect:type=connect-worker-metrics", "task-count")).hasSize(1);
    assertThat(worker.jmx().liveHeapBytes()).isBetween(1L << 20, 256L << 20);
  }

  @Test
  void saysWhatItRefuses() {
    assertThatThrownBy(() -> worker.rest().status("nobody"))
        .isInstanceOfSatisfying(
            ConnectRestException.class, e -> assertThat(e.status()).isEqualTo(404));
    assertThatThrownBy(() -> worker.rest().putConfig("broken", Map.of("connector.class", "None")))
        .isInstanceOf(ConnectRestException.class)
        .hasMessageContaining("None");
  }

  @Test
  void sharesAGroupAndComesBackAfterAKill() {
    String kafka = SharedServers.kafka().bootstrapServers();
    ConnectWorker.Builder builder =
        ConnectWorker.builder(kafka, BuildLayout.logs("group"))
            .groupId("two-workers")
            .pluginPath(SharedServers.pluginPath());
    try (ConnectWorker first = builder.name("first").build();
        ConnectWorker second = builder.name("second").build()) {
      first.start();
      second.start();
      String clusterId = first.rest().root().path("kafka_cluster_id").asText();
      assertThat(second.rest().root().path("kafka_cluster_id").asText()).isEqualTo(clusterId);
      awaitMembers("two-workers", 2);

      first.kill();
      assertThat(first.isAlive()).isFalse();
      first.start();
      assertThat(first.rest().isReady()).isTrue();
    }
  }

  @Test
  void topicsAreWrittenAndReadBack() {
    KafkaTopics topics = SharedServers.topics();
    topics.create("topics-it", 2);
    topics.send("topics-it", 1, List.of("a", "b"));
    assertThat(topics.read("topics-it", 2, Duration.ofSeconds(10)))
        .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
        .containsExactly("a", "b");
    assertThat(topics.endOffsets("topics-it").values()).containsExactlyInAnyOrder(0L, 2L);
    topics.delete("topics-it");
  }

  private static void awaitMembers(String group, int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        SharedServers.topics()
                            .admin()
                            .describeClassicGroups(List.of(group))
                            .describedGroups()
                            .get(group)
                            .get()
                            .members())
                    .hasSize(count));
  }
}
