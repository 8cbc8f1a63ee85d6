// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails the test during which a shared server ended by itself, with the server's last output. */
public final class SharedServersCheck implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) {
    SharedServers.requireAlive();
  }
}
