// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements over ClickHouse's HTTP interface: a second way in, independent of what is tested. */
public final class ClickHouseHttp {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** All that a server still says, often for seconds, that is ending by a fatal error. */
  private static final int ABORTED = 236;

  /** 18.16 has no header for the code. */
  private static final Pattern CODE_IN_TEXT = Pattern.compile("Code: (\\d{1,9}),");

  private final URI uri;
  private final String user;
  private final String password;

  public ClickHouseHttp(String host, int port, String user, String password) {
    // wait_end_of_query: an error in the middle of a result comes as an error, not as its end.
    this.uri = URI.create("http://" + host + ":" + port + "/?wait_end_of_query=1");
    this.user = user;
    this.password = password;
  }

  /**
   * Runs a statement; the result without its last line break.
   *
   * @throws UncheckedIOException the server is not there, or is ending
   */
  public String query(String sql) {
    return query(sql, Map.of());
  }

  /** The same with parameters of the request: {@code database}, or settings by name. */
  public String query(String sql, Map<String, String> parameters) {
    StringBuilder address = new StringBuilder(uri.toString());
    parameters.forEach(
        (name, value) -> address.append('&').append(name).append('=').append(encoded(value)));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address.toString()))
            .timeout(Duration.ofMinutes(2))
            .header("X-ClickHouse-User", user)
            .header("X-ClickHouse-Key", password)
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    HttpResponse<String> response = send(request);
    if (response.statusCode() != 200) {
      int code = code(response);
      if (code == ABORTED) {
        throw new UncheckedIOException(new IOException(response.body().strip()));
      }
      throw new ClickHouseQueryException(code, response.body().strip());
    }
    return response.body().stripTrailing();
  }

  private static int code(HttpResponse<String> response) {
    Optional<String> header = response.headers().firstValue("X-ClickHouse-Exception-Code");
    if (header.isPresent()) {
      return Integer.parseInt(header.get());
    }
    Matcher inText = CODE_IN_TEXT.matcher(response.body());
    return inText.lookingAt() ? Integer.parseInt(inText.group(1)) : 0;
  }

  /** Whether the server answers this user. */
  public boolean answers() {
    try {
      return query("SELECT 1").equals("1");
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException("no answer from ClickHouse at " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while ClickHouse works", e);
    }
  }
}
