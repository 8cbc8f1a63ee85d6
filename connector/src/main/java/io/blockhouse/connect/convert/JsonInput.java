// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import io.blockhouse.connect.error.ConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The JSON text of one record at a time, as UTF-8, and the parser over it. The parser is one that
 * is fed: it outlives the records, so that a record costs no parser. Owned by one {@link
 * TableConversion}.
 */
final class JsonInput {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          // Names are compared with the columns' anyway; the JVM's own table would only slow it.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .build();

  private final String table;
  private final Utf8Text utf8 = new Utf8Text();
  private Object loaded;
  private byte[] bytes;
  private int start;
  private int end;

  /** Null before the first use and after a failure, which leaves it in the middle of a text. */
  private JsonParser parser;

  private ByteArrayFeeder feeder;

  /** Bytes given to the parser before this text. */
  private long fedBefore;

  JsonInput(String table) {
    this.table = table;
  }

  /**
   * Makes the value (text or bytes) the current text.
   *
   * @throws ConversionException it does not begin as an object
   */
  void load(Object value) {
    if (value == loaded) {
      return;
    }
    loaded = null;
    if (value instanceof byte[] array) {
      set(array, 0, array.length);
    } else if (value instanceof String text) {
      if (!utf8.encode(text)) {
        throw refused("its text has half a surrogate pair, which UTF-8 cannot hold");
      }
      set(utf8.array(), 0, utf8.length());
    } else {
      ByteBuffer buffer = (ByteBuffer) value;
      if (buffer.hasArray()) {
        int from = buffer.arrayOffset() + buffer.position();
        set(buffer.array(), from, from + buffer.remaining());
      } else {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(buffer.position(), copy);
        set(copy, 0, copy.length);
      }
    }
    requireObject();
    loaded = value;
  }

  private void set(byte[] source, int from, int to) {
    boolean byteOrderMark =
        to - from >= 3
            && source[from] == (byte) 0xEF
            && source[from + 1] == (byte) 0xBB
            && source[from + 2] == (byte) 0xBF;
    bytes = source;
    start = byteOrderMark ? from + 3 : from;
    end = to;
  }

  private void requireObject() {
    int at = start;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    if (at == end) {
      throw refused("it is empty");
    }
    switch (bytes[at]) {
      case '{' -> {}
      case '[' -> throw refused("it is an array, and only an object has fields");
      case '"', 't', 'f', 'n', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
          throw refused("it is a single value, and only an object has fields");
      case 0 ->
          throw refused(
              "it begins with a zero byte, as what a schema registry's serializer wrote does: use"
                  + " that registry's converter as value.converter");
      default -> throw refused("it does not begin as JSON text does");
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where the text begins in {@link #bytes}. */
  int start() {
    return start;
  }

  /** Where the text ends in {@link #bytes}. */
  int end() {
    return end;
  }

  /** A parser at the start of the text. */
  JsonParser open() throws IOException {
    if (parser == null) {
      parser = FACTORY.createNonBlockingByteArrayParser();
      feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
      fedBefore = 0;
    }
    feeder.feedInput(bytes, start, end);
    return parser;
  }

  /** After the object's end: nothing else may follow; then the text is done with. */
  void close() throws IOException {
    // Not left to the parser: it would wait for the rest of a token that is cut off.
    int at = start + (int) (parser.currentLocation().getByteOffset() - fedBefore);
    for (; at < end; at++) {
      if (!isBlank(bytes[at])) {
        throw refused("something follows the object");
      }
    }
    parser.nextToken(); // takes the blanks in
    fedBefore += end - start;
    forget();
  }

  /** After a failure, wherever it left the parser. */
  void abandon() {
    JsonParser broken = parser;
    parser = null;
    feeder = null;
    forget();
    if (broken != null) {
      try {
        broken.close();
      } catch (IOException e) {
        // There is no stream beneath that could fail.
      }
    }
  }

  private void forget() {
    loaded = null;
    bytes = null;
    utf8.trim();
  }

  /** The text cannot be parsed: says where, not what. */
  ConversionException malformed() {
    long at = parser == null ? 0 : parser.currentLocation().getByteOffset() - fedBefore;
    return refused("it is malformed at byte " + at);
  }

  ConversionException duplicate(String name) {
    return refused(
        "it has the field `"
            + (name.length() > 100 ? name.substring(0, 100) : name)
            + "` twice, and only one of the values could be stored");
  }

  private ConversionException refused(String reason) {
    return new ConversionException(
        "The record's value cannot be read as JSON text for a row of "
            + table
            + " (value.format=json): "
            + reason
            + ". Correct the producer.");
  }
}
