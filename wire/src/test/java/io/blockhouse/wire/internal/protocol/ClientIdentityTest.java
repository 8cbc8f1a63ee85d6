// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientIdentityTest {
  @Test
  void takesTheLeadingNumbersOfAVersion() {
    assertThat(ClientIdentity.parse("1.22.3")).containsExactly(1, 22, 3);
    assertThat(ClientIdentity.parse("0.1.0-SNAPSHOT")).containsExactly(0, 1, 0);
    assertThat(ClientIdentity.parse("4")).containsExactly(4, 0, 0);
    assertThat(ClientIdentity.parse("x")).containsExactly(0, 0, 0);
    assertThat(ClientIdentity.parse(null)).containsExactly(0, 0, 0);
  }
}
