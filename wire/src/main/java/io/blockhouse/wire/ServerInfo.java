// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

/**
 * What the server said of itself in its Hello.
 *
 * @param revision the negotiated protocol revision: the lower of ours and the server's
 * @param timeZone the server's time zone, in which DateTime columns without a zone are displayed
 */
public record ServerInfo(
    String name,
    int majorVersion,
    int minorVersion,
    int patchVersion,
    int revision,
    String timeZone,
    String displayName) {}
