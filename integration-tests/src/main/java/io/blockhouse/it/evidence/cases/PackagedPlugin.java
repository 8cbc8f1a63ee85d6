// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.connect.runtime.isolation.PluginClassLoader;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.sink.SinkTask;

/** The unpacked plugin in a class loader of its own, which is the one that Connect uses. */
final class PackagedPlugin {
  private final PluginClassLoader loader;

  /** {@code pluginPath} holds one folder, the plugin's. */
  PackagedPlugin(Path pluginPath) {
    try (Stream<Path> files = Files.walk(pluginPath)) {
      List<URL> jars = new ArrayList<>();
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        jars.add(jar.toUri().toURL());
      }
      loader =
          new PluginClassLoader(
              pluginPath.toUri().toURL(),
              jars.toArray(new URL[0]),
              PackagedPlugin.class.getClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  SinkConnector connector() {
    return (SinkConnector) instance(CaseConfig.CONNECTOR_CLASS);
  }

  PluginOptions options(Map<String, String> config) {
    SinkConnector connector = connector();
    return PluginOptions.of(inside(() -> connector.validate(config)));
  }

  SinkTask task(SinkConnector connector) {
    return (SinkTask) instance(connector.taskClass().getName());
  }

  private Object instance(String className) {
    return inside(
        () -> {
          Class<?> type = Class.forName(className, true, loader);
          if (type.getClassLoader() != loader) {
            throw new IllegalStateException(className + " does not come from the plugin");
          }
          return type.getDeclaredConstructor().newInstance();
        });
  }

  /** Calls the plugin as Connect does, with its class loader as the thread's. */
  <T> T inside(Callable<T> call) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return call.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
