// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

/**
 * What is wrong with a configuration and what to do about it.
 *
 * @param key the key to which Connect attaches the message
 * @param message a full sentence; never holds a password or a setting's value
 */
record Problem(String key, String message) {
  /** The text a user sees: Connect's summary of all errors does not repeat the key by itself. */
  String text() {
    return key + ": " + message;
  }
}
