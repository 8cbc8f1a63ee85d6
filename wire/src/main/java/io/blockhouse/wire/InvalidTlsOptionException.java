// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

/**
 * One of the {@link TlsOptions} cannot be used. Names the option and what is wrong with it, and
 * never quotes what the option holds.
 */
public final class InvalidTlsOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String option;
  private final String reason;

  /** {@code reason} is a clause without a full stop, whose subject is the option. */
  public InvalidTlsOptionException(String option, String reason) {
    super("TLS option " + option + ": " + reason);
    this.option = option;
    this.reason = reason;
  }

  /** {@code ca}, {@code cert} or {@code key}. */
  public String option() {
    return option;
  }

  /** What is wrong and how to mend it, without the option's name. */
  public String reason() {
    return reason;
  }
}
