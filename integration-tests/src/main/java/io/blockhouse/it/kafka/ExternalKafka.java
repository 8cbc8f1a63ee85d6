// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

/** A Kafka that the user runs, named by {@code -Dblockhouse.it.kafka.bootstrap}. */
public final class ExternalKafka implements KafkaCluster {
  public static final String BOOTSTRAP_PROPERTY = "blockhouse.it.kafka.bootstrap";

  @Override
  public String bootstrapServers() {
    return System.getProperty(BOOTSTRAP_PROPERTY);
  }

  /** Only checks that it answers. */
  @Override
  public void start() {
    if (!isAlive()) {
      throw new IllegalStateException("no Kafka answers at " + bootstrapServers());
    }
  }

  @Override
  public void stop() {
    throw new UnsupportedOperationException("an external Kafka is not ours to stop");
  }

  @Override
  public void kill() {
    throw new UnsupportedOperationException("an external Kafka is not ours to kill");
  }

  @Override
  public boolean isOurs() {
    return false;
  }

  @Override
  public boolean isAlive() {
    return KafkaTopics.answers(bootstrapServers());
  }

  @Override
  public String describe() {
    return "external, " + bootstrapServers();
  }
}
