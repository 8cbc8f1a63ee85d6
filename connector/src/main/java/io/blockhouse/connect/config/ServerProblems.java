// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.UnsupportedCompressionException;
import io.blockhouse.wire.error.WireException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** Says at which key a failed connection is to be mended, and how. */
final class ServerProblems {
  private static final int UNKNOWN_DATABASE = 81;
  private static final int UNKNOWN_USER = 192;
  private static final int WRONG_PASSWORD = 193;
  private static final int REQUIRED_PASSWORD = 194;
  private static final int AUTHENTICATION_FAILED = 516;

  private ServerProblems() {}

  /** Of a server with which the protocol was agreed on: neither port nor TLS can be wrong. */
  static Problem afterHandshake(SinkConfig config, HostPort host, WireException e) {
    if (e instanceof ServerException server) {
      return refused(config, host, server);
    }
    return atHosts(
        host
            + " let the user in, but its tables could not be looked at: "
            + ErrorPolicy.describe(e)
            + ". Try again; if it stays, see the server's log.");
  }

  /** Of a server that could not be connected to, or that did not let the user in. */
  static Problem of(SinkConfig config, HostPort host, WireException e) {
    if (e instanceof ServerException server) {
      return refused(config, host, server);
    }
    if (e instanceof UnsupportedCompressionException) {
      return new Problem(SinkConfigDef.COMPRESSION_CONFIG, e.getMessage());
    }
    if (e instanceof ProtocolException) {
      return atHosts(
          host
              + " answers, but not in ClickHouse's native protocol."
              + portAdvice(
                  config,
                  host,
                  " HTTP ports do that: give the native one (tcp_port, usually 9000, or 9440 with"
                      + " TLS), and check whether it wants TLS."));
    }
    if (e instanceof ConnectionException && isUnknownHost(e)) {
      return atHosts(
          "the name "
              + host.host()
              + " is not known. Check its spelling, and that the worker's name server knows it.");
    }
    if (isTls(e)) {
      return new Problem(
          SinkConfigDef.TLS_CONFIG,
          e.getMessage() + " TLS options are the keys " + SinkConfigDef.TLS_CONFIG + ".*.");
    }
    // The message begins with host:port and says what was tried and what to check.
    String advice =
        e.getCause() instanceof ConnectException
            ? ""
            : " An HTTP port behaves like this too: give the native one (tcp_port, usually 9000).";
    return atHosts(e.getMessage() + portAdvice(config, host, advice));
  }

  private static Problem refused(SinkConfig config, HostPort host, ServerException e) {
    switch (e.code()) {
      case UNKNOWN_DATABASE:
        return new Problem(
            SinkConfigDef.DATABASE_CONFIG,
            "there is no database '"
                + config.database()
                + "' on "
                + host
                + ", or the user may not see it. Create it with CREATE DATABASE "
                + TableCheck.quoted(config.database())
                + ", or correct the name.");
      case UNKNOWN_USER:
        return new Problem(
            SinkConfigDef.USER_CONFIG,
            host + " knows no user '" + config.user() + "'. Correct the name or create the user.");
      case WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED:
        return new Problem(
            SinkConfigDef.PASSWORD_CONFIG,
            host
                + " refused the login of user '"
                + config.user()
                + "' (error "
                + e.code()
                + "). Check clickhouse.user and clickhouse.password, and that the user may log in"
                + " from the worker's address.");
      default:
        return atHosts(
            host + " refused the check: " + e.getMessage() + ". The server's log has the details.");
    }
  }

  static Problem unexpected(HostPort host, Throwable e) {
    return atHosts(
        "checking "
            + host
            + " failed with "
            + e.getClass().getName()
            + ". The worker's log says where; please report it.");
  }

  /** {@code limitMs} is 0 when the wait was interrupted. */
  static Problem unfinished(HostPort host, int limitMs) {
    return atHosts(
        "the check of "
            + host
            + (limitMs == 0 ? " was interrupted" : " did not end within " + limitMs + " ms")
            + ". Check that the name resolves quickly on the worker and that the server answers.");
  }

  private static Problem atHosts(String message) {
    return new Problem(SinkConfigDef.HOSTS_CONFIG, message);
  }

  /** Ports of a default installation that are easily taken for the native one. */
  private static String portAdvice(SinkConfig config, HostPort host, String otherwise) {
    boolean tls = config.connectionOptions(host).tls().isPresent();
    return switch (host.port()) {
      case 8123, 8443 ->
          " Port "
              + host.port()
              + " is usually HTTP; the native port is usually 9000, or 9440 with"
              + " TLS.";
      case HostPort.DEFAULT_TLS_PORT ->
          tls
              ? otherwise
              : " Port 9440 is usually for TLS: set clickhouse.tls to true, or give the plain native"
                  + " port, usually 9000.";
      default -> otherwise;
    };
  }

  /** Whether it was TLS that failed, and not the network below it. */
  private static boolean isTls(Throwable e) {
    return e.getCause() instanceof SSLException;
  }

  private static boolean isUnknownHost(Throwable e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }
}
