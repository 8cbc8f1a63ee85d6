// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.internal.tls.TlsContext;
import java.io.IOException;
import java.net.SocketTimeoutException;

/**
 * Two streams of bytes between here and a server: a plain socket, TLS over one, or, in tests, bytes
 * in memory. Reading, writing and asking for input are one thread's; {@link #reset} and {@link
 * #close} may come from any, and end a read or write under way.
 */
public interface Link {
  /**
   * At least one byte; -1 at the end of the stream.
   *
   * @throws SocketTimeoutException when none came within {@code timeoutMs}, which is at least 1
   */
  int read(byte[] target, int offset, int length, int timeoutMs) throws IOException;

  /** Writes all of the range, however long that takes. */
  void write(byte[] source, int offset, int length) throws IOException;

  /** Whether {@link #read} would return a byte without waiting. The end is no input. */
  boolean hasInput() throws IOException;

  /** Ends the connection with RST. Does not wait. */
  void reset() throws IOException;

  /**
   * Whether the operating system sends RST when the process is killed. Links without one ignore it.
   */
  default void resetAtProcessEnd(boolean reset) throws IOException {}

  /** Ends the connection in order. */
  void close() throws IOException;

  /** What TLS is spoken with; null without TLS. */
  default TlsContext tls() {
    return null;
  }
}
