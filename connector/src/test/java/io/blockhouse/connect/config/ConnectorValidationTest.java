// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ConnectorValidationTest {
  private static final String PASSWORD = "correct-horse-battery";

  private static Map<String, String> properties(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("name", "test");
    properties.put("topics", "clicks");
    properties.put("clickhouse.password", PASSWORD);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }

  /** Messages by key; checks on the way that none of them shows the password. */
  private static Map<String, List<String>> errors(Config config) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (ConfigValue value : config.configValues()) {
      assertThat(value.toString()).doesNotContain(PASSWORD);
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  private static Map<String, List<String>> validateAgainst(int port, String... more) {
    Map<String, String> properties = properties(more);
    properties.put("clickhouse.hosts", "127.0.0.1:" + port);
    return errors(ConnectorValidation.validate(properties));
  }

  private static String only(Map<String, List<String>> errors, String key) {
    assertThat(errors).containsOnlyKeys(key);
    assertThat(errors.get(key)).hasSize(1);
    return errors.get(key).get(0);
  }

  @Test
  void refusesAMisspeltKeyAndStillChecksTheRest() {
    List<SinkConfig> checked = new ArrayList<>();
    Config config =
        ConnectorValidation.validate(
            properties("clickhouse.hosts", "ch1", "clickhouse.pasword", PASSWORD),
            parsed -> {
              checked.add(parsed);
              return List.of();
            });
    assertThat(only(errors(config), "clickhouse.pasword"))
        .isEqualTo(
            "clickhouse.pasword: there is no such option, so it would have no effect. Did you mean"
                + " clickhouse.password? Rename it, or remove it.");
    assertThat(checked).hasSize(1);
  }

  @Test
  void attachesEachStaticProblemToItsKeyAndDoesNotConnect() {
    Map<String, List<String>> errors =
        errors(
            ConnectorValidation.validate(
                properties(
                    "clickhouse.hosts", "http://ch1:8123",
                    "batch.max.rows", "0",
                    "buffer.max.bytes", "10000",
                    "clickhouse.settings.async_insert", "1"),
                config -> {
                  throw new AssertionError("must not connect");
                }));
    assertThat(errors)
        .containsOnlyKeys(
            "clickhouse.hosts",
            "batch.max.rows",
            "buffer.max.bytes",
            "clickhouse.settings.async_insert");
    errors.forEach(
        (key, messages) -> {
          assertThat(messages).hasSize(1);
          assertThat(messages.get(0)).startsWith(key + ": ");
        });
  }

  @Test
  void saysOnceThatAValueCannotBeReadAndSkipsItsRules() {
    assertThat(
            only(
                errors(
                    ConnectorValidation.validate(
                        properties("clickhouse.hosts", "ch1", "buffer.max.bytes", "lots"))),
                "buffer.max.bytes"))
        .contains("Not a number of type LONG");
  }

  @Test
  void missingHostsAreOneProblem() {
    assertThat(only(errors(ConnectorValidation.validate(properties())), "clickhouse.hosts"))
        .contains("Missing required configuration");
  }

  @Test
  void everyKeyHasAValueInTheAnswer() {
    Config config =
        ConnectorValidation.validate(properties("clickhouse.hosts", "ch1"), parsed -> List.of());
    assertThat(config.configValues())
        .extracting(ConfigValue::name)
        .containsExactlyInAnyOrderElementsOf(SinkConfig.definition().names());
    assertThat(errors(config)).isEmpty();
  }

  @Test
  void attachesAProblemOfAnotherKeyAtThatKey() {
    assertThat(
            only(
                errors(
                    ConnectorValidation.validate(
                        properties("clickhouse.hosts", "ch1"),
                        config -> List.of(new Problem("topics", "no table")))),
                "topics"))
        .isEqualTo("topics: no table");
  }

  @Test
  void saysWhichHostCannotBeReachedAndWhatToCheck() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertThat(only(validateAgainst(closed), "clickhouse.hosts"))
        .contains("127.0.0.1:" + closed, "connecting failed", "check", "native TCP port");
  }

  @Test
  void namesEveryHostThatCannotBeReached() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    Map<String, List<String>> errors =
        errors(
            ConnectorValidation.validate(
                properties("clickhouse.hosts", "127.0.0.1:" + closed + ",localhost:" + closed)));
    assertThat(errors.get("clickhouse.hosts"))
        .hasSize(2)
        .anyMatch(message -> message.contains("127.0.0.1:" + closed))
        .anyMatch(message -> message.contains("localhost:" + closed));
  }

  @Test
  void saysThatANameIsUnknown() {
    assertThat(
            only(
                errors(
                    ConnectorValidation.validate(
                        properties("clickhouse.hosts", "no-such-host.invalid"))),
                "clickhouse.hosts"))
        .containsAnyOf("the name no-such-host.invalid is not known", "did not end within");
  }

  @ParameterizedTest
  @CsvSource({
    "516, clickhouse.password, refused the login of user 'default' (error 516)",
    "193, clickhouse.password, refused the login",
    "194, clickhouse.password, refused the login",
    "192, clickhouse.user, knows no user 'default'",
    "81, clickhouse.database, CREATE DATABASE `default`",
    "202, clickhouse.hosts, ClickHouse error 202"
  })
  void attachesTheServersRefusalToTheKeyThatMendsIt(int code, String key, String advice)
      throws IOException {
    try (HelloServer server = HelloServer.refusing(code, "server text with " + PASSWORD)) {
      assertThat(only(validateAgainst(server.port()), key))
          .contains(advice, "127.0.0.1:" + server.port())
          .doesNotContain("server text");
    }
  }

  @Test
  void recognisesAServerThatSpeaksHttp() throws IOException {
    byte[] answer = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (HelloServer server = HelloServer.answering(answer)) {
      assertThat(only(validateAgainst(server.port()), "clickhouse.hosts"))
          .contains("not in ClickHouse's native protocol", "tcp_port");
    }
  }

  @Test
  void blamesNeitherPortNorTlsOnceTheHandshakeIsThrough() throws IOException {
    try (HelloServer server = HelloServer.outOfStep()) {
      assertThat(only(validateAgainst(server.port()), "clickhouse.hosts"))
          .contains("127.0.0.1:" + server.port() + " let the user in", "see the server's log")
          .doesNotContain("native protocol", "tcp_port", "TLS", "..");
    }
  }

  @Test
  void givesUpOnAServerThatNeverAnswers() throws IOException {
    try (HelloServer server = HelloServer.silent()) {
      long start = System.nanoTime();
      assertThat(
              only(
                  validateAgainst(server.port(), "clickhouse.connect.timeout.ms", "300"),
                  "clickhouse.hosts"))
          .contains("127.0.0.1:" + server.port(), "HTTP port");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void boundsTheWaitForManyServersThatNeverAnswer() throws IOException {
    try (HelloServer first = HelloServer.silent();
        HelloServer second = HelloServer.silent();
        HelloServer third = HelloServer.silent()) {
      String hosts =
          Stream.of(first, second, third)
              .map(server -> "127.0.0.1:" + server.port())
              .collect(Collectors.joining(","));
      long start = System.nanoTime();
      Map<String, List<String>> errors =
          errors(
              ConnectorValidation.validate(
                  properties("clickhouse.hosts", hosts),
                  config -> new ConnectionCheck(config, 400, 600).problems()));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      assertThat(errors).containsOnlyKeys("clickhouse.hosts");
      assertThat(errors.get("clickhouse.hosts"))
          .hasSize(2)
          .noneMatch(message -> message.contains("127.0.0.1:" + third.port()));
    }
  }
}
