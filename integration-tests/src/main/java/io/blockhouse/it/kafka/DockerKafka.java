// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import io.blockhouse.it.BuildLayout;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Kafka's official image, by Testcontainers. Its address changes when it is started again, so a
 * killed one stays dead.
 *
 * <p>This way has not been run by the authors' builds, which have no Docker engine: it compiles
 * against Testcontainers and follows its documentation.
 */
public final class DockerKafka implements KafkaCluster {
  private final KafkaContainer container =
      new KafkaContainer(DockerImageName.parse(BuildLayout.kafkaImage()))
          .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");

  @Override
  public String bootstrapServers() {
    return container.getBootstrapServers();
  }

  @Override
  public void start() {
    container.start();
  }

  @Override
  public void stop() {
    container.stop();
  }

  @Override
  public void kill() {
    container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public boolean isAlive() {
    return container.isRunning();
  }

  @Override
  public String describe() {
    return "Docker, " + BuildLayout.kafkaImage();
  }
}
