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
      Path.of("src/test/java/io/blockhouse/wire/example/InsertTwoBlocks.java");

  @Test
  void theReadmeShowsTheExampleAsItIs() throws IOException {
    String source = Files.readString(EXAMPLE);
    String shown =
        source
            .substring(source.indexOf("// example: begin\n"), source.indexOf("    // example: end"))
            .replaceFirst("// example: begin\n", "")
            .replaceAll("(?m)^    ", "")
            .strip();
    assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + shown + "\n```");
  }
}
