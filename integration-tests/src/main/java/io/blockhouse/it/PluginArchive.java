// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks a plugin archive the way a user does: a folder in {@code plugin.path}. */
public final class PluginArchive {
  private PluginArchive() {}

  /** Unpacks afresh below {@code pluginPath} and returns {@code pluginPath}. */
  public static Path unpack(Path archive, Path pluginPath) {
    Folders.delete(pluginPath);
    Folders.create(pluginPath);
    try (InputStream in = Files.newInputStream(archive);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        write(zip, entry, pluginPath);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack " + archive, e);
    }
    return pluginPath;
  }

  private static void write(ZipInputStream zip, ZipEntry entry, Path pluginPath)
      throws IOException {
    Path target = pluginPath.resolve(entry.getName()).normalize();
    if (!target.startsWith(pluginPath.normalize())) {
      throw new IOException("an entry points outside the folder: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
    } else {
      Files.createDirectories(target.getParent());
      Files.copy(zip, target);
    }
  }
}
