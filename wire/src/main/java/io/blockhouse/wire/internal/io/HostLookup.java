// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.Deadline;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up host names within a deadline. A lookup in Java cannot be interrupted and lasts as long
 * as the resolver likes (glibc: 5 s for each server and attempt), so it runs on a daemon thread
 * that may be left behind. Whoever asks for the same name meanwhile waits for the same lookup, so
 * that a dead name server costs one thread per name and not one per attempt.
 */
final class HostLookup {
  /** The JVM's own, with its cache. */
  static final HostLookup SHARED = new HostLookup(InetAddress::getAllByName);

  /** What asks the name server. */
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  private final Resolver resolver;
  private final Map<String, FutureTask<InetAddress[]>> running = new ConcurrentHashMap<>();

  HostLookup(Resolver resolver) {
    this.resolver = resolver;
  }

  /** All addresses of the host, or null when the deadline passed first. */
  InetAddress[] addresses(String host, Deadline deadline) throws UnknownHostException {
    if (host.indexOf(':') >= 0 || host.matches("[0-9.]+")) {
      return resolver.resolve(host); // an address: nobody is asked
    }
    FutureTask<InetAddress[]> lookup = running.computeIfAbsent(host, this::start);
    try {
      return lookup.get(deadline.remainingMs(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException unknown) {
        throw unknown;
      }
      throw new IllegalStateException("Looking up a host name failed", e.getCause());
    }
  }

  private FutureTask<InetAddress[]> start(String host) {
    FutureTask<InetAddress[]> lookup = new FutureTask<>(() -> resolver.resolve(host));
    Thread thread =
        new Thread(
            () -> {
              lookup.run();
              running.remove(host, lookup);
            },
            "blockhouse-lookup");
    thread.setDaemon(true);
    thread.start();
    return lookup;
  }
}
