// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import java.util.List;
import java.util.Locale;

/**
 * How a real server is obtained. {@code -Dblockhouse.it.servers=external|docker|local} (or the
 * environment's BLOCKHOUSE_IT_SERVERS) says which; without it: external where an address is given,
 * else Docker where an engine answers, else local.
 *
 * <p>External servers are named by {@code -Dblockhouse.it.clickhouse.host} (with {@code
 * .nativePort}, {@code .httpPort}, {@code .user}, {@code .password}) and {@code
 * -Dblockhouse.it.kafka.bootstrap}.
 */
public enum ServerWay {
  EXTERNAL,
  DOCKER,
  LOCAL;

  public static final String PROPERTY = "blockhouse.it.servers";
  private static final String VARIABLE = "BLOCKHOUSE_IT_SERVERS";

  /**
   * The ways to try for a server, in order; {@code addressProperty} gives the external one's
   * address. More than one only when nothing was asked for: an engine may answer and have no image.
   */
  static List<ServerWay> candidates(String addressProperty) {
    boolean addressGiven = System.getProperty(addressProperty) != null;
    String wanted =
        System.getProperty(PROPERTY, System.getenv().getOrDefault(VARIABLE, "auto"))
            .toLowerCase(Locale.ROOT);
    return switch (wanted) {
      case "external" -> {
        if (!addressGiven) {
          throw new IllegalArgumentException(
              PROPERTY + "=external needs an address: set -D" + addressProperty);
        }
        yield List.of(EXTERNAL);
      }
      case "docker" -> List.of(DOCKER);
      case "local" -> List.of(LOCAL);
      case "auto" -> {
        if (addressGiven) {
          yield List.of(EXTERNAL);
        }
        yield DockerEngine.answers() ? List.of(DOCKER, LOCAL) : List.of(LOCAL);
      }
      default ->
          throw new IllegalArgumentException(
              PROPERTY + " must be external, docker, local or auto, not " + wanted);
    };
  }
}
