// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.ColumnWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;

/**
 * Text: as it is; bytes untouched; numbers and booleans as JSON writes them, decimals in plain
 * notation; dates and times in ISO-8601; objects and arrays as compact JSON.
 */
abstract class TextConversion extends TypeConversion {
  private final JsonText json;

  /** Of a long being written, least significant digit last; 20 = a sign and 19 digits. */
  private final byte[] digits = new byte[20];

  TextConversion(ColumnWriter column, JsonText json, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.json = json;
  }

  @Override
  abstract void ofText(String value);

  @Override
  abstract void ofChars(char[] text, int offset, int length);

  abstract void ofUtf8(byte[] source, int offset, int length);

  @Override
  void ofLong(long value) {
    int index = digits.length;
    long rest = value;
    do {
      digits[--index] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    } while (rest != 0);
    if (value < 0) {
      digits[--index] = '-';
    }
    ofUtf8(digits, index, digits.length - index);
  }

  @Override
  void ofDouble(double value) {
    requireFinite(value);
    ofText(Double.toString(value));
  }

  @Override
  void ofFloat(float value) {
    requireFinite(value);
    ofText(Float.toString(value)); // its own shortest text, not that of the double
  }

  private void requireFinite(double value) {
    if (!Double.isFinite(value)) {
      throw reject(
          "NaN and infinities have no text in JSON", "Use a Float column, or send the text.");
    }
  }

  @Override
  void ofBoolean(boolean value) {
    ofText(value ? "true" : "false");
  }

  @Override
  void ofBytes(byte[] value) {
    ofUtf8(value, 0, value.length);
  }

  @Override
  abstract void ofBytes(ByteBuffer value);

  @Override
  void ofBigInteger(BigInteger value) {
    ofText(value.toString());
  }

  @Override
  void ofDecimal(BigDecimal value) {
    String text = JsonText.plain(value);
    if (text == null) {
      throw reject("the decimal has too many digits", "Correct the producer.");
    }
    ofText(text);
  }

  @Override
  void ofDay(long epochDay) {
    ofText(TemporalText.ofDay(epochDay));
  }

  @Override
  void ofInstant(long ticks, int scale) {
    ofText(TemporalText.ofInstant(ticks, scale));
  }

  @Override
  void ofTimeOfDay(long ticks, int scale) {
    String text = TemporalText.ofTimeOfDay(ticks, scale);
    if (text == null) {
      throw outOfRange("00:00:00..23:59:59.999999999");
    }
    ofText(text);
  }

  @Override
  void ofComposite(Object value, Schema schema) {
    json.write(value, schema, this);
    ofUtf8(json.array(), 0, json.length());
  }

  /** As the producer wrote it: no digit is lost. */
  @Override
  final void ofJsonFraction(JsonParser parser) throws IOException {
    ofChars(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  @Override
  final void ofJson(JsonParser parser) throws IOException {
    json.copy(parser, this);
    ofUtf8(json.array(), 0, json.length());
  }

  final Rejection malformedText() {
    return reject(
        "the text has half a surrogate pair, which UTF-8 cannot hold", "Correct the producer.");
  }
}
