// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/** Something that can keep a topic partition from being read for a while. */
interface Gate {
  boolean isBlocked();
}
