// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import io.blockhouse.it.Folders;
import io.blockhouse.it.process.LogTail;
import io.blockhouse.it.process.ServerFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * A key and a certificate for {@code localhost} and 127.0.0.1 as PEM files, made by the JDK's
 * keytool. The certificate is its own authority: a client that trusts it trusts the server.
 */
public final class SelfSignedCertificate {
  private static final String ALIAS = "server";
  private static final char[] STORE_PASSWORD = "changeit".toCharArray();
  private static final int KEYTOOL_SECONDS = 60;

  private final Path certificate;
  private final Path key;

  private SelfSignedCertificate(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** Makes both in a folder, or takes those that are there. */
  public static SelfSignedCertificate in(Path folder) {
    SelfSignedCertificate made =
        new SelfSignedCertificate(folder.resolve("server.crt"), folder.resolve("server.key"));
    if (!Files.exists(made.certificate)) {
      Folders.create(folder);
      try {
        made.make(folder.resolve("server.p12"), folder.resolve("keytool.log"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("keytool's store cannot be read", e);
      }
    }
    return made;
  }

  /** The certificate, PEM. */
  public Path certificate() {
    return certificate;
  }

  /** The private key, PEM (PKCS#8), not encrypted. */
  public Path key() {
    return key;
  }

  private void make(Path storeFile, Path log) throws IOException, GeneralSecurityException {
    runKeytool(storeFile, log);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(storeFile)) {
      store.load(in, STORE_PASSWORD);
    }
    write(key, "PRIVATE KEY", store.getKey(ALIAS, STORE_PASSWORD).getEncoded());
    write(certificate, "CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
  }

  private static void runKeytool(Path storeFile, Path log) throws IOException {
    String password = new String(STORE_PASSWORD);
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                "3650",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-ext",
                "bc:critical=ca:true",
                "-storetype",
                "PKCS12",
                "-keystore",
                storeFile.toString(),
                "-storepass",
                password)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!keytool.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new ServerFailedException("keytool failed:\n" + LogTail.read(log, 20));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while keytool works", e);
    } finally {
      keytool.destroyForcibly();
    }
  }

  private static void write(Path file, String what, byte[] der) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
  }
}
