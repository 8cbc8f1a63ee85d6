// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * How many rows, and a checksum over all values of all rows that does not depend on their order:
 * the sums of CRC-32 and of length of each row's canonical text. ClickHouse computes the same from
 * the table ({@link #SQL}), from what it stored and not from what was sent.
 */
public record RowsChecksum(long rows, long crcSum, long lengthSum) {
  /** Separates values; no text of {@link ClickEvents} contains it. */
  private static final char SEPARATOR = '|';

  /**
   * The row's canonical text in ClickHouse. A price is compared by its 64 bits, since languages
   * print floating point numbers differently; the number of tags tells ["a,b"] from ["a","b"].
   */
  static final String SQL =
      """
      count(), sum(CRC32(row)), sum(length(row)) FROM (SELECT concat(
        toString(event_id), '|', toString(event_time), '|', toString(user_id), '|',
        toString(session), '|', url, '|', ifNull(concat('=', referrer), 'null'), '|',
        country, '|', toString(duration_ms), '|', toString(reinterpretAsUInt64(price)), '|',
        toString(length(tags)), '|', arrayStringConcat(tags, ',')) AS row""";

  static final RowsChecksum NONE = new RowsChecksum(0, 0, 0);

  RowsChecksum plus(Click click) {
    byte[] text = canonical(click).getBytes(StandardCharsets.UTF_8);
    CRC32 crc = new CRC32();
    crc.update(text);
    return new RowsChecksum(rows + 1, crcSum + crc.getValue(), lengthSum + text.length);
  }

  /** Reads the result of a SELECT of {@link #SQL}. */
  static RowsChecksum parse(String tabSeparated) {
    String[] values = tabSeparated.split("\t");
    return new RowsChecksum(
        Long.parseLong(values[0]), Long.parseLong(values[1]), Long.parseLong(values[2]));
  }

  private static String canonical(Click click) {
    return new StringBuilder(256)
        .append(click.eventId())
        .append(SEPARATOR)
        .append(click.eventTime())
        .append(SEPARATOR)
        .append(click.userId())
        .append(SEPARATOR)
        .append(click.session())
        .append(SEPARATOR)
        .append(click.url())
        .append(SEPARATOR)
        .append(click.referrer() == null ? "null" : "=" + click.referrer())
        .append(SEPARATOR)
        .append(click.country())
        .append(SEPARATOR)
        .append(click.durationMs())
        .append(SEPARATOR)
        .append(Long.toUnsignedString(Double.doubleToRawLongBits(click.price())))
        .append(SEPARATOR)
        .append(click.tags().size())
        .append(SEPARATOR)
        .append(String.join(",", click.tags()))
        .toString();
  }
}
