// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Behind {@link NeedsOldestServer}. */
final class OldestServerCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> obstacle = OldClickHouse.obstacle();
    if (obstacle.isEmpty() || OldClickHouse.isRequired()) {
      return ConditionEvaluationResult.enabled("");
    }
    System.out.println("Skipped: " + context.getDisplayName() + ": " + obstacle.get());
    return ConditionEvaluationResult.disabled(obstacle.get());
  }
}
