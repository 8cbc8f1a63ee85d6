// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

/** A case asks for something that does not exist; the message says for what. */
final class UnplayableCaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnplayableCaseException(String message) {
    super(message);
  }
}
