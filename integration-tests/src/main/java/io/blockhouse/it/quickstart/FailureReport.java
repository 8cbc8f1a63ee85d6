// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import io.blockhouse.it.kafka.ConnectRest;

/** What a user needs to see when the rows did not arrive. */
final class FailureReport {
  private FailureReport() {}

  static String of(Stack stack, String connector) {
    StringBuilder report = new StringBuilder();
    report.append("Connector status: ").append(status(stack, connector)).append('\n');
    report.append("Connect worker").append(stack.worker().lastOutput()).append('\n');
    report.append("All logs: ").append(stack.logs());
    return report.toString();
  }

  private static String status(Stack stack, String connector) {
    try {
      var status = stack.worker().rest().status(connector);
      String trace = ConnectRest.failure(status);
      return trace.isEmpty() ? status.toString() : trace;
    } catch (RuntimeException e) {
      return "not available: " + e.getMessage();
    }
  }
}
