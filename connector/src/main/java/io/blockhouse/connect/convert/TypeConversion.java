// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.type.ClickHouseType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;

/**
 * How values become values of one family of ClickHouse types, bound to one column. There is one
 * method per form in which a value can arrive, whatever box or schema it came in: this is the
 * conversion table, one class per row. A method appends exactly one value to the column or throws a
 * {@link Rejection}; what a family does not override, it refuses.
 */
abstract class TypeConversion {
  private final ColumnWriter column;
  private final boolean nullAsDefault;

  TypeConversion(ColumnWriter column, boolean nullAsDefault) {
    this.column = column;
    this.nullAsDefault = nullAsDefault;
  }

  /** A null that neither Nullable nor a DEFAULT expression takes. */
  final void ofNull() {
    if (!nullAsDefault) {
      throw refuseNull(column.type());
    }
    column.appendDefault();
  }

  static Rejection refuseNull(ClickHouseType type) {
    return new Rejection(
        type.name(),
        "it is null",
        "Make the column Nullable, give it a DEFAULT, or set null.as.default=true.");
  }

  /** Any integer of at most 64 bits. */
  void ofLong(long value) {
    throw unsupported();
  }

  void ofDouble(double value) {
    throw unsupported();
  }

  /** Widening to double is exact. */
  void ofFloat(float value) {
    ofDouble(value);
  }

  void ofBoolean(boolean value) {
    throw unsupported();
  }

  void ofText(String value) {
    throw unsupported();
  }

  /** Text that is no String yet; the array is the caller's and changes after the call. */
  void ofChars(char[] text, int offset, int length) {
    ofText(new String(text, offset, length));
  }

  void ofBytes(byte[] value) {
    throw unsupported();
  }

  /** Leaves the buffer's position as it is. */
  void ofBytes(ByteBuffer value) {
    throw unsupported();
  }

  void ofBigInteger(BigInteger value) {
    throw unsupported();
  }

  void ofDecimal(BigDecimal value) {
    throw unsupported();
  }

  /** A calendar day without zone, in days since 1970-01-01. */
  void ofDay(long epochDay) {
    throw unsupported();
  }

  /**
   * An instant.
   *
   * @param ticks since 1970-01-01T00:00:00Z, each 10^-scale seconds
   * @param scale 3, 6 or 9
   */
  void ofInstant(long ticks, int scale) {
    throw unsupported();
  }

  /**
   * A time of day.
   *
   * @param ticks since midnight, each 10^-scale seconds
   * @param scale 3, 6 or 9
   */
  void ofTimeOfDay(long ticks, int scale) {
    throw unsupported();
  }

  /**
   * A span of time; what does not know such takes the number.
   *
   * @param ticks each 10^-scale seconds
   * @param scale 6 or 9
   */
  void ofDuration(long ticks, int scale) {
    ofLong(ticks);
  }

  /** A List, Map or Struct; the schema is null when there is none. */
  void ofComposite(Object value, Schema schema) {
    throw unsupported();
  }

  /**
   * The number at which the parser stands, written with a point or an exponent. Exact unless the
   * column is a floating one.
   */
  void ofJsonFraction(JsonParser json) throws IOException {
    ofDecimal(json.getDecimalValue());
  }

  /** The object or array at whose start the parser stands; leaves it at the end. */
  void ofJson(JsonParser json) throws IOException {
    throw unsupported();
  }

  final Rejection reject(String reason, String advice) {
    return new Rejection(column.type().name(), reason, advice);
  }

  final Rejection outOfRange(String range) {
    return reject(
        "out of range " + range, "Use a column type that holds it, or correct the producer.");
  }

  final Rejection unsupported() {
    return reject(
        "there is no conversion between the two types",
        "Change the column's type, or convert the field with a transform.");
  }
}
