// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Messages as 26.7 words them, values included. */
class ServerExceptionTest {
  @Test
  void namesTheViewThatFailed() {
    ServerException failure =
        new ServerException(
            6,
            "Cannot parse string 'SECRET' as UInt64: syntax error at begin of string. Note: there"
                + " are toUInt64OrZero and toUInt64OrNull functions, which returns zero/NULL instead"
                + " of throwing exception: while executing 'FUNCTION toUInt64(__table1.s :: 1) ->"
                + " toUInt64(__table1.s) UInt64 : 0': while pushing to view x.mv.");
    assertThat(failure.failedView()).contains("x.mv");
    assertThat(failure.violatedConstraint()).isEmpty();
    assertThat(failure).hasMessageNotContaining("SECRET");
  }

  @Test
  void namesTheConstraintThatIsViolated() {
    ServerException failure =
        new ServerException(
            469,
            "Constraint `od d` for table x.c (b3ebf5da-6533-4fb0-b1b9-0964c3dc6a62) is violated at"
                + " row 2. Expression: (s != 'no'). Column values: s = 'SECRET'.");
    assertThat(failure.violatedConstraint()).contains("od d");
    assertThat(failure.failedView()).isEmpty();
    assertThat(failure).hasMessageNotContaining("SECRET");
  }

  @Test
  void findsNothingInAMessageOfOtherWording() {
    ServerException failure = new ServerException(469, "A constraint was violated.");
    assertThat(failure.violatedConstraint()).isEmpty();
    assertThat(new ServerException(6, null).failedView()).isEmpty();
  }
}
