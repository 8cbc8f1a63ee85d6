// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConversionReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "conversion.md");

  @Test
  void publishedPageEqualsTheConversions() throws IOException {
    if (Boolean.getBoolean("conversion.reference.write")) {
      Files.createDirectories(PAGE.getParent());
      ConversionReference.main(new String[] {PAGE.toString()});
    }
    assertThat(PAGE)
        .as("run this test with -Dconversion.reference.write=true to write the page anew")
        .hasContent(ConversionReference.markdown());
  }

  /** So that a type is on the page as soon as a conversion is registered for it. */
  @ParameterizedTest
  @EnumSource(TypeFamily.class)
  void everyTypeFamilyHasAnExample(TypeFamily family) {
    String example = ConversionReference.exampleOf(family);
    assertThat(ClickHouseType.parse(example).family())
        .as("a family with arguments needs an example in ConversionReference")
        .isEqualTo(family);
  }

  @Test
  void cellsTellRefusalsFromConversions() {
    String page = ConversionReference.markdown();
    assertThat(page)
        .contains(
            "| `Int64` | yes | if it fits |",
            "| `UUID` | no | no | no | no | if it fits | if it fits | no |",
            "| `Array(Int32)` | no |");
  }
}
