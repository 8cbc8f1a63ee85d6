// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.wire.tls.TestIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigExamplesTest {
  private static final Path FOLDER = Path.of("..", "config-examples");

  static List<Path> examples() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void exampleIsValidAndHasNoUnknownKeys(Path file) throws IOException {
    JsonNode example = new ObjectMapper().readTree(file.toFile());
    assertThat(example.path("name").asText()).isNotEmpty();
    Map<String, String> config = new HashMap<>();
    example
        .path("config")
        .properties()
        .forEach(
            entry -> {
              assertThat(entry.getValue().isTextual()).as(entry.getKey()).isTrue();
              config.put(entry.getKey(), entry.getValue().asText());
            });
    useTestIdentity(config);

    assertThat(config)
        .containsEntry("connector.class", "io.blockhouse.connect.ClickHouseSinkConnector");
    assertThat(new SinkConfig(config).unknownKeys()).isEmpty();
    assertThat(ConnectorValidation.validate(config, parsed -> List.of()).configValues())
        .allSatisfy(value -> assertThat(value.errorMessages()).as(value.name()).isEmpty())
        .extracting(ConfigValue::name)
        .contains(SinkConfigDef.HOSTS_CONFIG);
  }

  /** The files that an example names exist on its user's workers only. */
  private static void useTestIdentity(Map<String, String> config) {
    TestIdentity identity = TestIdentity.authority("example");
    Map.of(
            SinkConfigDef.TLS_CA_CONFIG, identity.certificatePem(),
            SinkConfigDef.TLS_CERT_CONFIG, identity.certificatePem(),
            SinkConfigDef.TLS_KEY_CONFIG, identity.keyPem())
        .forEach(
            (key, pem) ->
                config.computeIfPresent(
                    key,
                    (present, path) -> {
                      assertThat(path).startsWith("/").endsWith(".pem");
                      return pem;
                    }));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void exampleIsPlainAsciiAndListedInTheReadme(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(text)).isTrue();
    assertThat(FOLDER.resolve("README.md"))
        .content()
        .contains("[" + file.getFileName() + "](" + file.getFileName() + ")");
  }

  @Test
  void folderHoldsExamples() {
    assertThat(examples()).hasSizeGreaterThanOrEqualTo(4);
  }
}
