// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.process.FreePorts;
import io.blockhouse.it.process.ServerFailedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * ClickHouse's official image, by Testcontainers, on a local Docker engine.
 *
 * <p>This way has not been run by the authors' builds, which have no Docker engine: it compiles
 * against Testcontainers and follows its documentation.
 */
public final class DockerClickHouse implements ClickHouseServer {
  /** For the extra configuration: the server is its own Keeper and has KeeperMap tables. */
  public static final String KEEPER_CONFIG =
      """
      <keeper_server>
        <tcp_port>9181</tcp_port>
        <server_id>1</server_id>
        <log_storage_path>/var/lib/clickhouse/coordination/log</log_storage_path>
        <snapshot_storage_path>/var/lib/clickhouse/coordination/snapshots</snapshot_storage_path>
        <raft_configuration>
          <server><id>1</id><hostname>127.0.0.1</hostname><port>9234</port></server>
        </raft_configuration>
      </keeper_server>
      <zookeeper><node><host>127.0.0.1</host><port>9181</port></node></zookeeper>
      <keeper_map_path_prefix>/keeper_map</keeper_map_path_prefix>
      """;

  private static final int NATIVE = 9000;
  private static final int HTTP = 8123;
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(60);

  // Fixed: a random mapping would change when the container is started again.
  private final int nativePort = FreePorts.next();
  private final int httpPort = FreePorts.next();
  private final GenericContainer<?> container;

  /** A container to be started; {@code extraConfig} as in {@link LocalClickHouse}. */
  public DockerClickHouse(String extraConfig) {
    container =
        new GenericContainer<>(DockerImageName.parse(BuildLayout.clickHouseImage()))
            .withEnv("CLICKHOUSE_USER", user())
            .withEnv("CLICKHOUSE_PASSWORD", password())
            .withExposedPorts(NATIVE, HTTP)
            .withCopyToContainer(
                Transferable.of("<clickhouse>" + extraConfig + "</clickhouse>"),
                "/etc/clickhouse-server/config.d/blockhouse.xml")
            .withCreateContainerCmdModifier(
                command ->
                    command
                        .getHostConfig()
                        .withPortBindings(bind(nativePort, NATIVE), bind(httpPort, HTTP)))
            .waitingFor(Wait.forHttp("/ping").forPort(HTTP));
  }

  @Override
  public void start() {
    if (container.getContainerId() == null) {
      container.start();
      return;
    }
    container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
    awaitAnswer();
  }

  @Override
  public void stop() {
    container.getDockerClient().stopContainerCmd(container.getContainerId()).exec();
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
  public String host() {
    return container.getHost();
  }

  @Override
  public int nativePort() {
    return nativePort;
  }

  @Override
  public int httpPort() {
    return httpPort;
  }

  @Override
  public String user() {
    return "blockhouse";
  }

  @Override
  public String password() {
    return "docker-secret";
  }

  @Override
  public String describe() {
    return "Docker, " + BuildLayout.clickHouseImage();
  }

  private void awaitAnswer() {
    long deadline = System.nanoTime() + RESTART_TIMEOUT.toNanos();
    while (!http().answers()) {
      if (System.nanoTime() > deadline) {
        throw new ServerFailedException("ClickHouse did not come back: " + container.getLogs());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerFailedException("interrupted while ClickHouse starts", e);
      }
    }
  }

  private static PortBinding bind(int hostPort, int containerPort) {
    return new PortBinding(
        Ports.Binding.bindIpAndPort("127.0.0.1", hostPort), new ExposedPort(containerPort));
  }
}
