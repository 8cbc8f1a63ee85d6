// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConversionReferenceTest {
  /**
   * Families that wire writes and no record value reaches yet; a new conversion shortens the list.
   */
  private static final Set<TypeFamily> WITHOUT_CONVERSION =
      EnumSet.of(TypeFamily.VARIANT, TypeFamily.DYNAMIC, TypeFamily.JSON, TypeFamily.GEOMETRY);

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

  @Test
  void pageHasEveryTypeFamily() {
    List<TypeFamily> shown =
        ConversionReference.types().stream()
            .map(type -> ClickHouseType.parse(type).family())
            .toList();
    Set<TypeFamily> converted = EnumSet.complementOf(EnumSet.of(TypeFamily.NULLABLE));
    converted.removeAll(WITHOUT_CONVERSION);
    assertThat(EnumSet.copyOf(shown))
        .as("a new family with arguments needs an example in ConversionReference")
        .isEqualTo(converted);
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
