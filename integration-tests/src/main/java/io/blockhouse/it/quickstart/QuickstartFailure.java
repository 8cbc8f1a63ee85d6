// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

/** The rows did not arrive as they were produced; the message is for the user. */
final class QuickstartFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  QuickstartFailure(String message) {
    super(message);
  }
}
