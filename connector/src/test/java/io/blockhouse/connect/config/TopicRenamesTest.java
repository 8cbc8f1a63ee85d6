// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRenamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.kafka.connect.transforms.RegexRouter",
        "org.apache.kafka.connect.transforms.TimestampRouter",
        "io.debezium.transforms.ExtractNewRecordState",
        "com.example.Own$Value"
      })
  void suspectsRoutersAndTransformsThatAreNotKafkas(String type) {
    assertThat(TopicRenames.possible(Map.of("transforms", "t", "transforms.t.type", type)))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.kafka.connect.transforms.Cast$Value",
        "org.apache.kafka.connect.transforms.ReplaceField$Value"
      })
  void trustsKafkasOtherTransforms(String type) {
    assertThat(TopicRenames.possible(Map.of("transforms", "t", "transforms.t.type", type)))
        .isFalse();
  }
}
