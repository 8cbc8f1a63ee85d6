// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerWayTest {
  private static final String ADDRESS = "blockhouse.it.test.address";
  private String before;

  @BeforeEach
  void rememberProperty() {
    before = System.getProperty(ServerWay.PROPERTY);
  }

  @AfterEach
  void restoreProperties() {
    System.clearProperty(ADDRESS);
    if (before == null) {
      System.clearProperty(ServerWay.PROPERTY);
    } else {
      System.setProperty(ServerWay.PROPERTY, before);
    }
  }

  @Test
  void prefersAGivenAddress() {
    System.setProperty(ServerWay.PROPERTY, "auto");
    System.setProperty(ADDRESS, "somewhere");
    assertThat(ServerWay.candidates(ADDRESS)).containsExactly(ServerWay.EXTERNAL);
  }

  @Test
  void endsWithLocalWhenNothingIsAskedFor() {
    System.setProperty(ServerWay.PROPERTY, "auto");
    assertThat(ServerWay.candidates(ADDRESS)).endsWith(ServerWay.LOCAL);
  }

  @Test
  void takesTheWayAskedForAndNoOther() {
    System.setProperty(ServerWay.PROPERTY, "Local");
    System.setProperty(ADDRESS, "somewhere");
    assertThat(ServerWay.candidates(ADDRESS)).containsExactly(ServerWay.LOCAL);
  }

  @Test
  void asksForTheAddressOfAnExternalServer() {
    System.setProperty(ServerWay.PROPERTY, "external");
    assertThatThrownBy(() -> ServerWay.candidates(ADDRESS)).hasMessageContaining(ADDRESS);
  }

  @Test
  void namesTheChoicesWhenItKnowsNoSuchWay() {
    System.setProperty(ServerWay.PROPERTY, "podman");
    assertThatThrownBy(() -> ServerWay.candidates(ADDRESS))
        .hasMessageContaining("external, docker, local or auto, not podman");
  }
}
