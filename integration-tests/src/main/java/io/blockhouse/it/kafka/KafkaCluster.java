// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

/** A real Kafka of one broker. Keeps address and data from {@link #start} to {@link #start}. */
public interface KafkaCluster {
  String bootstrapServers();

  /** Returns when the broker answers. */
  void start();

  /** Ends it in an orderly way. */
  void stop();

  /** SIGKILL. */
  void kill();

  /** Whether {@link #stop}, {@link #kill} and {@link #start} are ours to call. */
  boolean isOurs();

  boolean isAlive();

  /** How it was obtained, in a few words. */
  String describe();
}
