// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * Reads date-time text into an instant, without allocation unless a zone with daylight saving is
 * involved:
 *
 * <pre>
 * yyyy-MM-dd                                        midnight
 * yyyy-MM-dd{T| }HH:mm[:ss[.fraction]][zone]
 * zone = Z | {+|-}hh[[:]mm] | [Region/City], the last also after one of the others
 * </pre>
 *
 * Text without zone is read in the column's zone, and in UTC where the column names none. Fraction
 * digits beyond nanoseconds are cut. An offset wins over the region behind it. Local times that a
 * zone skips or has twice are taken as java.time does: moved forward by the gap, the earlier of the
 * two. Holds the last result, so one instance serves one thread.
 */
final class DateTimeText {
  static final String ADVICE =
      "Send ISO-8601 such as 2024-04-02T03:59:00.123Z; without a zone it is read in the column's.";

  private static final String MALFORMED = "the text is not a date or date-time";
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;
  private static final int NOT_AN_OFFSET = Integer.MIN_VALUE;
  private static final int[] MONTH_DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  /** Far longer than the longest form with the longest name of a zone. */
  private static final int MAX_CHARS = 128;

  /** The text being read: an array is faster to read than a String, which may be of two kinds. */
  private final char[] text = new char[MAX_CHARS];

  /** Null when the column's zone is one that Java does not know. */
  private final ZoneId columnZone;

  private String regionName = "";
  private ZoneId region;

  private int end;
  private long epochSecond;
  private int nano;

  /** The zone of a column, as ClickHouse names it. */
  DateTimeText(String columnZone) {
    this.columnZone = zoneOf(columnZone);
  }

  private static ZoneId zoneOf(String name) {
    try {
      // normalized(): "Etc/UTC" and the like become a fixed offset, which is the fast path.
      return ZoneId.of(name).normalized();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Of the last text read. */
  long epochSecond() {
    return epochSecond;
  }

  /** Of the last text read: 0 to 999,999,999, counted forward from the second, also before 1970. */
  int nano() {
    return nano;
  }

  /** Null when the text was read; otherwise what is wrong with it, without quoting it. */
  String read(String source) {
    int length = source.length();
    if (length > MAX_CHARS) {
      return MALFORMED;
    }
    source.getChars(0, length, text, 0);
    return read(length);
  }

  /** The same of characters in an array. */
  String read(char[] source, int offset, int length) {
    if (length > MAX_CHARS) {
      return MALFORMED;
    }
    System.arraycopy(source, offset, text, 0, length);
    return read(length);
  }

  private String read(int length) {
    long day = length < 10 ? Long.MIN_VALUE : day();
    if (day == Long.MIN_VALUE) {
      return MALFORMED;
    }
    nano = 0;
    end = 10;
    int second = length == 10 ? 0 : secondOfDay(length);
    if (second < 0) {
      return MALFORMED;
    }
    long local = day * SECONDS_PER_DAY + second;
    return end == length ? inZone(local, columnZone) : withZone(length, local);
  }

  private String withZone(int length, long local) {
    int bracket = end;
    while (bracket < length && text[bracket] != '[') {
      bracket++;
    }
    ZoneId zone = null;
    if (bracket < length) {
      zone = text[length - 1] == ']' ? region(bracket + 1, length - 1) : null;
      if (zone == null) {
        return "the text names a zone that is not known";
      }
    }
    if (bracket == end) {
      return inZone(local, zone);
    }
    int offset = offset(end, bracket);
    if (offset == NOT_AN_OFFSET) {
      return MALFORMED;
    }
    epochSecond = local - offset;
    return null;
  }

  private String inZone(long local, ZoneId zone) {
    if (zone == null) {
      return "the text has no zone and the column's is not known to Java";
    }
    if (zone instanceof ZoneOffset offset) {
      epochSecond = local - offset.getTotalSeconds();
    } else {
      LocalDateTime time = LocalDateTime.ofEpochSecond(local, 0, ZoneOffset.UTC);
      epochSecond = ZonedDateTime.ofLocal(time, zone, null).toEpochSecond();
    }
    return null;
  }

  /** Remembers the last one: the records of a topic rarely name many. */
  private ZoneId region(int from, int to) {
    if (!isRegion(from, to)) {
      regionName = new String(text, from, to - from);
      region = zoneOf(regionName);
    }
    return region;
  }

  private boolean isRegion(int from, int to) {
    int length = to - from;
    if (length != regionName.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text[from + i] != regionName.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Seconds east of Greenwich, or NOT_AN_OFFSET. */
  private int offset(int from, int to) {
    char sign = text[from];
    if ((sign | 0x20) == 'z') {
      return to == from + 1 ? 0 : NOT_AN_OFFSET;
    }
    int chars = to - from;
    boolean colon = chars == 6 && text[from + 3] == ':';
    if (sign != '+' && sign != '-' || chars != 3 && chars != 5 && !colon) {
      return NOT_AN_OFFSET;
    }
    int hours = digits(from + 1, 2);
    int minutes = chars == 3 ? 0 : digits(to - 2, 2);
    int seconds = hours * 3600 + minutes * 60;
    if (hours < 0 || minutes < 0 || minutes > 59 || seconds > MAX_OFFSET_SECONDS) {
      return NOT_AN_OFFSET;
    }
    return sign == '-' ? -seconds : seconds;
  }

  /** Reads the time of day, sets nano and end; -1 when it is none. */
  private int secondOfDay(int length) {
    char separator = text[10];
    if (separator != ' ' && (separator | 0x20) != 't' || length < 16 || text[13] != ':') {
      return -1;
    }
    int hour = digits(11, 2);
    int minute = digits(14, 2);
    int second = 0;
    end = 16;
    if (length > 16 && text[16] == ':') {
      second = length < 19 ? -1 : digits(17, 2);
      end = 19;
      if (length > 19 && text[19] == '.' && !fraction(length)) {
        return -1;
      }
    }
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
      return -1;
    }
    return hour * 3600 + minute * 60 + second;
  }

  private boolean fraction(int length) {
    int index = 20;
    int unit = 100_000_000;
    for (; index < length; index++) {
      int digit = text[index] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      nano += digit * unit;
      unit /= 10; // 0 after the ninth digit: further ones are cut
    }
    end = index;
    return index > 20;
  }

  /** Days since 1970-01-01 of the first ten characters, or Long.MIN_VALUE. */
  private long day() {
    int year = digits(0, 4);
    int month = digits(5, 2);
    int day = digits(8, 2);
    boolean shape = text[4] == '-' && text[7] == '-' && year >= 0;
    if (!shape || month < 1 || month > 12 || day < 1 || day > monthDays(year, month)) {
      return Long.MIN_VALUE;
    }
    // The year begins on 1 March, so that the leap day is its last: 719,468 days from 0000-03-01.
    int marchYear = month > 2 ? year : year - 1;
    int marchMonth = (month + 9) % 12;
    long leapDays =
        Math.floorDiv(marchYear, 4) - Math.floorDiv(marchYear, 100) + Math.floorDiv(marchYear, 400);
    return 365L * marchYear + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468;
  }

  private static int monthDays(int year, int month) {
    boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : MONTH_DAYS[month - 1];
  }

  /** The value of so many ASCII digits, or -1. */
  private int digits(int from, int count) {
    int value = 0;
    for (int index = from; index < from + count; index++) {
      int digit = text[index] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
