// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.io.IOException;

/**
 * An object in JSON text has two members of one name, and only one could be stored. Without a stack
 * trace: a topic full of bad records must not become expensive.
 */
final class DuplicateFieldException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message is the name. */
  DuplicateFieldException(String name) {
    super(name);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
