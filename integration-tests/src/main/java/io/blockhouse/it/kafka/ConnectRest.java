// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A client of a Connect worker's REST API. */
public final class ConnectRest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(95); // Connect's own is 90 s
  private static final Duration REBALANCE_TIMEOUT = Duration.ofSeconds(60);
  private static final int CONFLICT = 409;

  private final String url;

  public ConnectRest(String url) {
    this.url = url;
  }

  public String url() {
    return url;
  }

  /** Whether the worker has joined its group and serves requests. */
  public boolean isReady() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/health")).timeout(Duration.ofSeconds(5)).build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Version and cluster id. */
  public JsonNode root() {
    return call("GET", "/", null);
  }

  /** Connector plugins; with {@code all} converters, transforms and predicates too. */
  public JsonNode plugins(boolean all) {
    return call("GET", "/connector-plugins?connectorsOnly=" + !all, null);
  }

  /** Creates a connector from the JSON that users post: {@code {"name": …, "config": {…}}}. */
  public JsonNode create(String json) {
    return call("POST", "/connectors", json);
  }

  /** Creates a connector or changes its configuration. */
  public JsonNode putConfig(String name, Map<String, String> config) {
    return call("PUT", "/connectors/" + name + "/config", text(config));
  }

  /** Checks a configuration; {@code connectorClass} may be the simple name. */
  public JsonNode validate(String connectorClass, Map<String, String> config) {
    return call("PUT", "/connector-plugins/" + connectorClass + "/config/validate", text(config));
  }

  public JsonNode status(String name) {
    return call("GET", "/connectors/" + name + "/status", null);
  }

  /** Committed offsets, by topic partition. */
  public JsonNode offsets(String name) {
    return call("GET", "/connectors/" + name + "/offsets", null);
  }

  public void delete(String name) {
    call("DELETE", "/connectors/" + name, null);
  }

  /** Restarts connector and tasks. */
  public void restart(String name) {
    call("POST", "/connectors/" + name + "/restart?includeTasks=true", "");
  }

  /** Restarts connector and tasks if they have failed, and leaves those that run. */
  public void restartFailed(String name) {
    call("POST", "/connectors/" + name + "/restart?includeTasks=true&onlyFailed=true", "");
  }

  public void pause(String name) {
    call("PUT", "/connectors/" + name + "/pause", "");
  }

  /** Stops its tasks, so that its offsets may be altered. */
  public void stop(String name) {
    call("PUT", "/connectors/" + name + "/stop", "");
  }

  /** Waits until all tasks of a stopped connector are gone. */
  public void awaitStopped(String name, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      JsonNode status = status(name);
      if (status.at("/connector/state").asText().equals("STOPPED")
          && status.path("tasks").isEmpty()) {
        return;
      }
      pauseUntil(deadline, name + " does not stop: " + status);
    }
  }

  /** Alters the offset of one partition of a stopped connector; null resets it. */
  public void alterOffset(String name, String topic, int partition, Long offset) {
    call(
        "PATCH",
        "/connectors/" + name + "/offsets",
        """
        {"offsets": [{"partition": {"kafka_topic": "%s", "kafka_partition": %d}, "offset": %s}]}
        """
            .formatted(
                topic, partition, offset == null ? "null" : "{\"kafka_offset\": " + offset + "}"));
  }

  public void resume(String name) {
    call("PUT", "/connectors/" + name + "/resume", "");
  }

  /** Waits until the connector and so many tasks run; fails at once when one of them fails. */
  public void awaitRunning(String name, int tasks, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      JsonNode status = statusOrMissing(name);
      String failure = failure(status);
      if (!failure.isEmpty()) {
        throw new IllegalStateException(name + " failed: " + failure);
      }
      int running = 0;
      for (JsonNode task : status.path("tasks")) {
        running += task.path("state").asText().equals("RUNNING") ? 1 : 0;
      }
      if (running == tasks && status.at("/connector/state").asText().equals("RUNNING")) {
        return;
      }
      pauseUntil(deadline, name + " does not run " + tasks + " tasks: " + status);
    }
  }

  /** Waits until the connector or a task has failed; returns the trace. */
  public String awaitFailed(String name, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      JsonNode status = statusOrMissing(name);
      String failure = failure(status);
      if (!failure.isEmpty()) {
        return failure;
      }
      pauseUntil(deadline, name + " has not failed: " + status);
    }
  }

  /** The traces of what has failed in a status; empty when nothing has. */
  public static String failure(JsonNode status) {
    StringBuilder traces = new StringBuilder(status.at("/connector/trace").asText(""));
    for (JsonNode task : status.path("tasks")) {
      traces.append(task.path("trace").asText(""));
    }
    return traces.toString();
  }

  private JsonNode statusOrMissing(String name) {
    try {
      return status(name);
    } catch (ConnectRestException e) {
      if (e.status() == 404) { // created, but not yet seen by the herder
        return MissingNode.getInstance();
      }
      throw e;
    }
  }

  /**
   * Sends a request. While the group rebalances, or the worker has yet to read a configuration that
   * was just changed, it refuses and asks for patience, so the request is sent again.
   */
  private JsonNode call(String method, String path, String body) {
    long deadline = System.nanoTime() + REBALANCE_TIMEOUT.toNanos();
    while (true) {
      HttpResponse<String> response = send(method, path, body);
      if (response.statusCode() < 300) {
        return read(response.body());
      }
      String message = method + " " + path + ": " + response.statusCode() + " " + response.body();
      boolean momentary =
          response.statusCode() == CONFLICT
              && (response.body().contains("rebalance")
                  || response.body().contains("stale configuration"));
      if (!momentary) {
        throw new ConnectRestException(response.statusCode(), message);
      }
      pauseUntil(deadline, message);
    }
  }

  private HttpResponse<String> send(String method, String path, String body) {
    HttpRequest.BodyPublisher publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(REQUEST_TIMEOUT)
            .header("Content-Type", "application/json")
            .method(method, publisher)
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException("no answer from the Connect worker at " + url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the worker answers", e);
    }
  }

  private static JsonNode read(String body) {
    try {
      return body.isBlank() ? MissingNode.getInstance() : JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + body, e);
    }
  }

  private static String text(Map<String, String> config) {
    return JSON.valueToTree(config).toString();
  }

  private static void pauseUntil(long deadline, String problem) {
    if (System.nanoTime() > deadline) {
      throw new IllegalStateException(problem);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + problem, e);
    }
  }
}
