// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes a click as the schemaless JSON that goes into the topic. */
final class ClickJson {
  private final JsonFactory factory = new JsonFactory();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);

  byte[] write(Click click) {
    bytes.reset();
    try (JsonGenerator json = factory.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeNumberField("event_id", click.eventId());
      json.writeStringField("event_time", click.eventTime());
      json.writeNumberField("user_id", click.userId());
      json.writeStringField("session", click.session().toString());
      json.writeStringField("url", click.url());
      json.writeStringField("referrer", click.referrer()); // null becomes JSON's null
      json.writeStringField("country", click.country());
      json.writeNumberField("duration_ms", click.durationMs());
      json.writeNumberField("price", click.price());
      json.writeArrayFieldStart("tags");
      for (String tag : click.tags()) {
        json.writeString(tag);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
