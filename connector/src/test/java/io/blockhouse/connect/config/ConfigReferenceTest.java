// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  @Test
  void publishedPageEqualsTheDefinitions() throws IOException {
    if (Boolean.getBoolean("config.reference.write")) {
      Files.createDirectories(PAGE.getParent());
      ConfigReference.main(new String[] {PAGE.toString()});
    }
    assertThat(PAGE)
        .as("run this test with -Dconfig.reference.write=true to write the page anew")
        .hasContent(ConfigReference.markdown());
  }

  @Test
  void pageNamesEveryKeyWithItsDocumentation() {
    String page = ConfigReference.markdown();
    SinkConfig.definition()
        .configKeys()
        .values()
        .forEach(key -> assertThat(page).contains("`" + key.name + "`", key.documentation));
  }
}
