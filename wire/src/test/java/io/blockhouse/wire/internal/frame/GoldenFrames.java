// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Frames made by a real server (26.7.2.1); none of them came from our own encoder. */
final class GoldenFrames {
  record Golden(String method, byte[] raw, byte[] frame, String note) {}

  private GoldenFrames() {}

  static List<Golden> load() {
    List<Golden> frames = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    try (InputStream in = GoldenFrames.class.getResourceAsStream("/golden/frames.jsonl");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode node = mapper.readTree(line);
        byte[] frame = HexFormat.of().parseHex(node.get("frame_hex").asText());
        frames.add(
            new Golden(node.get("method").asText(), raw(node), frame, node.get("note").asText()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return frames;
  }

  private static byte[] raw(JsonNode node) {
    if (node.has("raw_hex")) {
      return HexFormat.of().parseHex(node.get("raw_hex").asText());
    }
    byte[] raw = new byte[node.get("raw_length").asInt()];
    if (node.has("raw_repeat")) {
      byte[] text = node.get("raw_repeat").asText().getBytes(StandardCharsets.UTF_8);
      long offset = node.get("raw_offset").asLong();
      for (int i = 0; i < raw.length; i++) {
        raw[i] = text[(int) ((offset + i) % text.length)];
      }
      return raw;
    }
    Inflater inflater = new Inflater();
    inflater.setInput(Base64.getDecoder().decode(node.get("raw_zlib_base64").asText()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      byte[] part = new byte[64 * 1024];
      while (!inflater.finished()) {
        int n = inflater.inflate(part);
        if (n == 0 && inflater.needsInput()) {
          throw new IllegalStateException("truncated golden frame");
        }
        out.write(part, 0, n);
      }
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    } finally {
      inflater.end();
    }
    return out.toByteArray();
  }
}
