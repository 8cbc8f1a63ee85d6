// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Envelopes that are JSON text ({@code value.format=json}). Only the envelope is read here: the row
 * in it stays text, and becomes columns as any other row of JSON text does.
 */
public final class JsonTextShape implements RecordShape {
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  private final RecordShape envelopes;

  /** {@code envelopes} reads envelopes that are Maps. */
  public JsonTextShape(RecordShape envelopes) {
    this.envelopes = envelopes;
  }

  @Override
  public RowSource read(SinkRecord record) {
    Object value = record.value();
    if (!(value instanceof String || value instanceof byte[])) {
      return envelopes.read(record);
    }
    return envelopes.read(
        record.newRecord(
            record.topic(),
            record.kafkaPartition(),
            record.keySchema(),
            record.key(),
            null,
            envelope(value),
            record.timestamp(),
            record.headers()));
  }

  private static Map<String, Object> envelope(Object text) {
    try (JsonParser parser =
        text instanceof String string
            ? JSON.createParser(string)
            : JSON.createParser((byte[]) text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw refused("it is no object");
      }
      Map<String, Object> members = new HashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        members.put(name, member(parser, name, text));
      }
      if (parser.nextToken() != null) {
        throw refused("something follows the object");
      }
      return members;
    } catch (JsonProcessingException e) {
      throw refused("it is malformed at byte or character " + offset(e));
    } catch (IOException e) {
      throw new UncheckedIOException("there is no stream that could fail", e);
    }
  }

  private static long offset(JsonProcessingException e) {
    return e.getLocation() == null
        ? 0
        : Math.max(e.getLocation().getByteOffset(), e.getLocation().getCharOffset());
  }

  /** The rows as text, what else is needed as values. */
  private static Object member(JsonParser parser, String name, Object text) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.START_OBJECT && (name.equals("before") || name.equals("after"))) {
      return part(parser, text);
    }
    if (token == JsonToken.START_OBJECT && name.equals("source")) {
      return parser.readValueAs(Map.class);
    }
    if (token == JsonToken.VALUE_STRING) {
      return parser.getText();
    }
    parser.skipChildren();
    return null;
  }

  private static Object part(JsonParser parser, Object text) throws IOException {
    if (text instanceof String string) {
      int start = (int) parser.currentTokenLocation().getCharOffset();
      parser.skipChildren();
      return string.substring(start, (int) parser.currentLocation().getCharOffset());
    }
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    return Arrays.copyOfRange((byte[]) text, start, (int) parser.currentLocation().getByteOffset());
  }

  private static ConversionException refused(String reason) {
    return new ConversionException(
        "The record's value cannot be read as JSON text (value.format=json): "
            + reason
            + ". Correct the producer");
  }
}
