// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One line of native.jsonl: a block that a real server encoded. golden/README.md has the fields.
 */
record GoldenVector(
    String type,
    String sql,
    int rows,
    JsonNode values,
    JsonNode valuesHex,
    int version,
    JsonNode settings,
    byte[] block) {
  /** From this revision on a byte stands between type and data, which we never write. */
  static final int HAS_CUSTOM_VERSION = 54454;

  private static final String RESOURCE = "/golden/native.jsonl";

  static List<GoldenVector> all() {
    ObjectMapper json = new ObjectMapper();
    List<GoldenVector> vectors = new ArrayList<>();
    try (InputStream in = GoldenVector.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing test resource " + RESOURCE);
      }
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        JsonNode node = json.readTree(line);
        vectors.add(
            new GoldenVector(
                node.get("type").asText(),
                node.get("sql").asText(),
                node.get("rows").asInt(),
                node.get("values"),
                node.path("values_hex"),
                node.path("client_protocol_version").asInt(0),
                node.path("settings"),
                HexFormat.of().parseHex(node.get("native_hex").asText())));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return vectors;
  }

  boolean hasCustomByte() {
    return version >= HAS_CUSTOM_VERSION;
  }

  /** JSON as text, the one of its encodings that we write. */
  boolean jsonAsText() {
    return settings.path("output_format_native_write_json_as_string").asInt() == 1;
  }

  /** Dynamic without a limit on its types, the one of its encodings that we write. */
  boolean flattened() {
    return settings
            .path("output_format_native_use_flattened_dynamic_and_json_serialization")
            .asInt()
        == 1;
  }

  boolean multi() {
    return type.equals("multi");
  }

  @Override
  public String toString() {
    return type + " at " + version + ": " + sql.substring(0, Math.min(60, sql.length()));
  }
}
