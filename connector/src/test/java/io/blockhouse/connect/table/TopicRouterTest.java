// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRouterTest {
  @Test
  void takesTheTopicsNameAsTheTablesWithItsDots() {
    TopicRouter router = TopicRouter.parse(List.of(), "db");
    assertThat(router.route("shop.orders.v1")).isEqualTo(new TableId("db", "shop.orders.v1"));
    assertThat(router.isConfigured("shop.orders.v1")).isFalse();
  }

  @Test
  void partsAConfiguredNameAtItsFirstDot() {
    TopicRouter router =
        TopicRouter.parse(List.of("a=t", "b = shop.orders", "c.d=shop.orders.v1"), "db");
    assertThat(router.route("a")).isEqualTo(new TableId("db", "t"));
    assertThat(router.route("b")).isEqualTo(new TableId("shop", "orders"));
    assertThat(router.route("c.d")).isEqualTo(new TableId("shop", "orders.v1"));
    assertThat(router.isConfigured("c.d")).isTrue();
  }

  @Test
  void answersWithTheSameObjectForEveryRecordOfATopic() {
    TopicRouter router = TopicRouter.parse(List.of(), "db");
    assertThat(router.route("a")).isSameAs(router.route("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "=t", "a=", " = ", "a:t"})
  void refusesAnEntryWithoutTopicOrTable(String entry) {
    assertThatThrownBy(() -> TopicRouter.parse(List.of(entry), "db"))
        .hasMessageContaining("'" + entry + "' is not of the form topic=table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=.t", "a=db."})
  void refusesHalfATablesName(String entry) {
    assertThatThrownBy(() -> TopicRouter.parse(List.of(entry), "db"))
        .hasMessageContaining("lacks the database before the dot or the table after it");
  }

  @Test
  void refusesATopicThatIsNamedTwice() {
    assertThatThrownBy(() -> TopicRouter.parse(List.of("a=t", "a=u"), "db"))
        .hasMessageContaining("topic 'a' is named twice");
  }
}
