// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads the MBeans of a worker on this machine. */
public final class WorkerJmx {
  private final int port;

  WorkerJmx(int port) {
    this.port = port;
  }

  /** An attribute of every MBean whose name matches; empty when there is none. */
  public Map<ObjectName, Object> read(String pattern, String attribute) {
    return with(
        server -> {
          Map<ObjectName, Object> values = new TreeMap<>();
          for (ObjectName name : server.queryNames(new ObjectName(pattern), null)) {
            values.put(name, server.getAttribute(name, attribute));
          }
          return values;
        });
  }

  /**
   * Bytes of heap that a full collection, made now, left in use. Read from what the collector noted
   * when it ended: by the time a current reading arrives here, a busy task has allocated tens of
   * megabytes anew.
   */
  public long liveHeapBytes() {
    return with(
        server -> {
          server.invoke(new ObjectName("java.lang:type=Memory"), "gc", null, null);
          long bytes = 0;
          for (ObjectName pool :
              server.queryNames(new ObjectName("java.lang:type=MemoryPool,name=*"), null)) {
            CompositeData afterCollection =
                (CompositeData) server.getAttribute(pool, "CollectionUsage");
            if (afterCollection != null && server.getAttribute(pool, "Type").equals("HEAP")) {
              bytes += (Long) afterCollection.get("used");
            }
          }
          return bytes;
        });
  }

  private <T> T with(Reading<T> reading) {
    String url = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi";
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(url))) {
      return reading.from(connector.getMBeanServerConnection());
    } catch (IOException e) {
      throw new UncheckedIOException("no JMX answer from the worker", e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Reading<T> {
    T from(MBeanServerConnection server) throws IOException, JMException;
  }
}
