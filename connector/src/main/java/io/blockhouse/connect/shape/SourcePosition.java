// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import io.blockhouse.connect.convert.ObjectFields;
import io.blockhouse.connect.error.ConversionException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Where a source's log says that a change happened: one kind for each kind of source. */
enum SourcePosition {
  /** PostgreSQL: the log sequence number, 64 bits. */
  LSN {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "lsn");
    }

    @Override
    long read(Object source) {
      return number(source, "lsn");
    }
  },
  /**
   * SQL Server and Db2: of the commit, because a snapshot may see a later log position than that of
   * a change which is committed only afterwards. Three numbers in hexadecimal digits, {@code
   * 00000027:00000758:0003}, into 24, 24 and 16 bits: a virtual log file's number, the position in
   * it in blocks of 512 bytes (24 bits are 8 GiB), and the slot in the block.
   */
  COMMIT_LSN {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "commit_lsn") || ObjectFields.has(source, "change_lsn");
    }

    @Override
    long read(Object source) {
      String field = ObjectFields.get(source, "commit_lsn") == null ? "change_lsn" : "commit_lsn";
      String[] parts = text(source, field).split(":", -1);
      if (parts.length != 3) {
        throw unreadable(field);
      }
      return hex(parts[0], 24, field) << 40
          | hex(parts[1], 24, field) << 16
          | hex(parts[2], 16, field);
    }
  },
  /** Oracle: the system change number, of the commit for the same reason. */
  SCN {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "commit_scn") || ObjectFields.has(source, "scn");
    }

    @Override
    long read(Object source) {
      boolean committed = ObjectFields.get(source, "commit_scn") != null;
      return number(source, committed ? "commit_scn" : "scn");
    }
  },
  /**
   * MySQL and MariaDB: the number at the end of the binary log file's name (32 bits) and the
   * position in it (32 bits).
   */
  BINARY_LOG {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "file") && ObjectFields.has(source, "pos");
    }

    @Override
    long read(Object source) {
      String file = text(source, "file");
      long fileNumber = digits(file.substring(file.lastIndexOf('.') + 1), "file");
      long position = number(source, "pos");
      if (fileNumber >>> 32 != 0) {
        throw unreadable("file");
      }
      if (position >>> 32 != 0) {
        throw unreadable("pos");
      }
      return fileNumber << 32 | position;
    }
  },
  /** A position in a log that is one file. */
  POSITION {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "pos");
    }

    @Override
    long read(Object source) {
      return number(source, "pos");
    }
  },
  /** MySQL and MariaDB without a file name: the number of the transaction, last in the GTID. */
  GTID {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "gtid");
    }

    @Override
    long read(Object source) {
      String gtid = text(source, "gtid");
      int end = gtid.lastIndexOf(':');
      return digits(gtid.substring((end < 0 ? gtid.lastIndexOf('-') : end) + 1), "gtid");
    }
  },
  /** Any other: the time of the change at the source, in milliseconds since 1970. */
  TIME {
    @Override
    boolean isIn(Object source) {
      return ObjectFields.has(source, "ts_ms");
    }

    @Override
    long read(Object source) {
      return number(source, "ts_ms");
    }
  };

  static final String ALL_FIELDS = "lsn, commit_lsn, change_lsn, scn, file and pos, gtid, ts_ms";

  private static final SourcePosition[] KINDS = values();

  /** The first kind whose fields are there, null or not; null when none is. */
  static SourcePosition of(Object source) {
    for (SourcePosition kind : KINDS) {
      if (kind.isIn(source)) {
        return kind;
      }
    }
    return null;
  }

  abstract boolean isIn(Object source);

  /**
   * The position as unsigned bits.
   *
   * @throws ConversionException when it is null or cannot be read; without the value
   */
  abstract long read(Object source);

  private static Object present(Object source, String field) {
    Object value = ObjectFields.get(source, field);
    if (value == null) {
      throw new ConversionException(
          "The Debezium event's `source."
              + field
              + "`, from which its version is taken, is null. Set cdc.version=offset to take the"
              + " offset in the topic instead.");
    }
    return value;
  }

  private static String text(Object source, String field) {
    if (present(source, field) instanceof String text) {
      return text;
    }
    throw unreadable(field);
  }

  private static long number(Object source, String field) {
    Object value = present(source, field);
    long number = -1;
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      number = ((Number) value).longValue();
    } else if (value instanceof String text) {
      return digits(text, field);
    } else if (value instanceof BigDecimal decimal && decimal.scale() == 0) {
      return digits(decimal.unscaledValue().toString(), field);
    } else if (value instanceof BigInteger integer) {
      return digits(integer.toString(), field);
    }
    if (number < 0) {
      throw unreadable(field);
    }
    return number;
  }

  /** Decimal digits of an unsigned 64-bit number. */
  private static long digits(String text, String field) {
    boolean plain = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!plain) {
      throw unreadable(field);
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException tooLarge) {
      throw unreadable(field);
    }
  }

  private static long hex(String text, int bits, String field) {
    try {
      long number = Long.parseUnsignedLong(text, 16);
      if (number >>> bits == 0) {
        return number;
      }
    } catch (NumberFormatException noDigits) {
      // Refused below, without the exception's text: it quotes the value.
    }
    throw unreadable(field);
  }

  private static ConversionException unreadable(String field) {
    return new ConversionException(
        "The Debezium event's `source."
            + field
            + "` cannot be made a version: it is not of the form its database gives it, or too"
            + " large to keep its order in 64 bits. Set cdc.version=offset to take the offset in"
            + " the topic instead.");
  }
}
