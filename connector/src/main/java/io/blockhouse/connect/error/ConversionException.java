// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.error;

import org.apache.kafka.connect.errors.DataException;

/**
 * A value does not fit its column, or a record has no usable shape. Costs one record. The message
 * names columns, fields and types and what to do; it never contains the value. For the same reason
 * there is no cause: parsers' own messages quote their input.
 */
public final class ConversionException extends DataException {
  private static final long serialVersionUID = 1L;

  /** The message is the whole exception and must hold no record value. */
  public ConversionException(String message) {
    super(message);
  }
}
