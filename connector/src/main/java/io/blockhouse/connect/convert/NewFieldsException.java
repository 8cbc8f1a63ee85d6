// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * A record has fields that no column takes yet and that shall get one first. Its row is not in the
 * block. Thrown for the first record of a kind only, never to a user.
 */
public final class NewFieldsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NewFieldsException() {
    super("the record has fields that shall get columns first", null, false, false);
  }
}
