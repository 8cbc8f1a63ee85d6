// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.delivery.ClaimModel.Rule;
import io.blockhouse.connect.delivery.ClaimModel.Topic;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The claim protocol, step by step in every order: two owners of a partition, one of them perhaps
 * without knowing that it no longer is, crashes at every step, answers that get lost, statements
 * and INSERTs that take effect late or never. In no state is a row stored twice, or committed
 * though it is neither stored nor reported; and from every state an owner without faults gets to
 * the end, so that each row is stored once by then.
 *
 * <p>The server knows a block by its token and column group alone, as measured on ClickHouse 26.7.
 * Not in the model: that it forgets tokens ({@code ledger.max.in.doubt.ms} is about that), and that
 * records vanish from the topic.
 */
class ClaimProtocolModelTest {
  private static final boolean FULL = Boolean.getBoolean("test.model.full");

  static Stream<Topic> topics() {
    Stream<Topic> small =
        Stream.of(
            new Topic(3, 0b000, 0b000, true, true, 2),
            new Topic(2, 0b10, 0b01, true, true, 2),
            new Topic(3, 0b010, 0b000, false, true, 2),
            new Topic(3, 0b010, 0b001, false, false, 1));
    Stream<Topic> large =
        Stream.of(
            new Topic(4, 0b0000, 0b0000, true, true, 2),
            new Topic(3, 0b000, 0b001, false, true, 2),
            new Topic(3, 0b010, 0b001, false, true, 2),
            new Topic(3, 0b010, 0b001, true, true, 2));
    return FULL ? Stream.concat(small, large) : small;
  }

  @ParameterizedTest
  @MethodSource("topics")
  void everyOrderOfStepsStoresEachRowOnce(Topic topic) {
    assertThat(explore(topic, null)).isNull();
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void faultIsFoundWhenOneRuleIsLeftOut(Rule rule) {
    assertThat(explore(weakest(rule), rule)).isNotNull();
  }

  /** A small topic in which the rule matters. */
  private static Topic weakest(Rule rule) {
    return switch (rule) {
      case STORED_AHEAD, ALL_GROUPS_SETTLED -> new Topic(3, 0b010, 0b001, false, true, 2);
      case REPORTS_CONFIRMED -> new Topic(2, 0b00, 0b01, false, true, 2);
      default -> new Topic(2, 0b00, 0b00, true, true, 2);
    };
  }

  /** Without a crash or a fault rows are stored as well: the model is not merely stuck. */
  @Test
  void calmRunEndsWithEveryRowStored() {
    Topic topic = new Topic(1, 0, 0, false, false, 0);
    assertThat(explore(topic, null)).isNull();
    assertThat(explore(topic, Rule.CLAIM_AFTER_ACK)).contains("neither stored nor reported");
  }

  private static String explore(Topic topic, Rule omitted) {
    StateSpace space = new StateSpace(new ClaimModel(topic, omitted));
    long start = System.nanoTime();
    String fault = space.explore();
    System.out.printf(
        "%s%s: %d states in %d ms%s%n",
        topic,
        omitted == null ? "" : " without " + omitted,
        space.size(),
        (System.nanoTime() - start) / 1_000_000,
        fault == null ? "" : ", " + fault.lines().findFirst().orElse(""));
    return fault;
  }
}
