// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import java.util.List;
import java.util.UUID;

/**
 * One click event. {@code eventTime} is text in UTC with milliseconds, as an application would send
 * it; {@code referrer} may be null.
 */
record Click(
    long eventId,
    String eventTime,
    long userId,
    UUID session,
    String url,
    String referrer,
    String country,
    long durationMs,
    double price,
    List<String> tags) {}
