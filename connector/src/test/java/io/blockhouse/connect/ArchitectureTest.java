// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.blockhouse.connect",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  final ArchRule usesThePublicPackagesOfWireOnly =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.blockhouse.wire.internal..");

  @ArchTest
  final ArchRule tablesKnowNothingOfOffsets =
      noClasses()
          .that()
          .resideInAPackage("..connect.table..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..connect.delivery..");

  @ArchTest
  final ArchRule conversionKnowsNeitherServersNorOffsets =
      noClasses()
          .that()
          .resideInAPackage("..connect.convert..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..connect.delivery..", "..connect.config..");
}
