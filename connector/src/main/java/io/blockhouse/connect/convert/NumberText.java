// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The number texts that columns of floats and decimals take: those of JSON, also with a plus sign
 * or leading zeros, and NaN and the infinities. Java's parsers take more (blanks, "1d",
 * hexadecimal), which would be a surprise.
 */
final class NumberText {
  /** No double needs more than one digit above this. */
  private static final int MAX_SHORT_DIGITS = 16;

  private NumberText() {}

  static boolean isNumber(CharSequence text) {
    int index = afterSign(text, 0);
    int whole = afterDigits(text, index);
    if (whole == index) {
      return isSpecial(text, index);
    }
    index = whole;
    if (index < text.length() && text.charAt(index) == '.') {
      int fraction = afterDigits(text, index + 1);
      if (fraction == index + 1) {
        return false;
      }
      index = fraction;
    }
    if (index < text.length() && (text.charAt(index) | 0x20) == 'e') {
      int exponent = afterSign(text, index + 1);
      index = afterDigits(text, exponent);
      if (index == exponent) {
        return false;
      }
    }
    return index == text.length();
  }

  /** Whether a text that {@link #isNumber} names an infinity, so that infinity is no overflow. */
  static boolean isInfinity(String text) {
    return text.endsWith("y");
  }

  /** The shortest decimal number that is nearest to the double and to no other; it is finite. */
  static String shortest(double value) {
    String text = Double.toString(value);
    if (text.length() > MAX_SHORT_DIGITS + 1) {
      // Before Java 19 the text may have more digits than needed (JDK-4511638).
      BigDecimal exact = new BigDecimal(value);
      for (int digits = MAX_SHORT_DIGITS - 1; digits <= MAX_SHORT_DIGITS; digits++) {
        BigDecimal rounded = exact.round(new MathContext(digits));
        if (rounded.doubleValue() == value) {
          return rounded.toString();
        }
      }
    }
    return text;
  }

  private static boolean isSpecial(CharSequence text, int index) {
    String rest = text.subSequence(index, text.length()).toString();
    return rest.equals("Infinity") || index == 0 && rest.equals("NaN");
  }

  private static int afterSign(CharSequence text, int index) {
    boolean sign =
        index < text.length() && (text.charAt(index) == '-' || text.charAt(index) == '+');
    return sign ? index + 1 : index;
  }

  private static int afterDigits(CharSequence text, int from) {
    int index = from;
    while (index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9') {
      index++;
    }
    return index;
  }
}
