// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.BuildLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalKafkaIT {
  @Test
  void keepsTopicsOverAKill(@TempDir Path data) {
    LocalKafka kafka = new LocalKafka(data, BuildLayout.logs("kafka-kill"));
    kafka.start();
    try (KafkaTopics topics = new KafkaTopics(kafka.bootstrapServers())) {
      topics.create("kept", 1);
      topics.send("kept", List.of("a"));
      kafka.kill();
      assertThat(kafka.isAlive()).isFalse();
      kafka.start();
      assertThat(topics.read("kept", 1, Duration.ofSeconds(30))).hasSize(1);
    }
    kafka.kill();
  }
}
