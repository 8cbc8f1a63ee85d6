// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README shows the example that is compiled here and run by an integration test. */
class ReadmeExampleTest {
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/blockhouse/wire/example/InsertRows.java");

  @Test
  void theReadmeShowsTheExampleAsItIs() throws IOException {
    assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + shown() + "\n```");
  }

  @Test
  void theExampleHasTwentyLinesAtMost() throws IOException {
    assertThat(shown().lines().filter(line -> !line.isBlank()).count()).isBetween(10L, 20L);
  }

  /** The class, without its package and imports. */
  private static String shown() throws IOException {
    String source = Files.readString(EXAMPLE);
    return source.substring(source.indexOf("\nclass ")).strip();
  }
}
