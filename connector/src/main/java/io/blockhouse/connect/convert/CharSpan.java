// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/** Characters in somebody else's array; one is reused, so that reading text makes no String. */
final class CharSpan implements CharSequence {
  private char[] chars;
  private int offset;
  private int length;

  /** Keeps the array. */
  CharSpan of(char[] source, int from, int count) {
    chars = source;
    offset = from;
    length = count;
    return this;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public char charAt(int index) {
    return chars[offset + index];
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return new String(chars, offset + from, to - from);
  }

  @Override
  public String toString() {
    return new String(chars, offset, length);
  }
}
