// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.blockhouse.wire",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  final ArchRule dependsOnTheJdkTheCodecsAndSlf4jOnly =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.blockhouse.wire..",
              "java..",
              "javax.net.ssl..",
              "net.jpountz..",
              "com.github.luben.zstd..",
              "org.slf4j..");

  @ArchTest
  final ArchRule columnsTypesAndErrorsKnowNothingOfTheConversation =
      noClasses()
          .that()
          .resideInAnyPackage("..wire.type..", "..wire.block..", "..wire.error..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..wire.internal.protocol..", "..wire.internal.frame..");

  @ArchTest
  final ArchRule framesKnowNothingOfPackets =
      noClasses()
          .that()
          .resideInAnyPackage("..wire.internal.frame..", "..wire.internal.io..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..wire.internal.protocol..");

  @ArchTest
  final ArchRule onlyOneClassKnowsTheLz4Library =
      noClasses()
          .that()
          .doNotHaveSimpleName("Lz4ChunkCompressor")
          .and()
          .doNotHaveSimpleName("Shared")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.jpountz..");

  @ArchTest
  final ArchRule onlyOneClassKnowsTheZstdLibrary =
      noClasses()
          .that()
          .doNotHaveSimpleName("ZstdChunkCompressor")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.github.luben.zstd..");
}
