// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import java.util.Optional;

/** Where and how to connect. Immutable; the password appears in no text made of it. */
public final class ConnectionOptions {
  /** {@code tcp_port} of a server as it is installed. */
  private static final int DEFAULT_PORT = 9000;

  /** {@code tcp_port_secure} of a server as it is installed. */
  private static final int DEFAULT_TLS_PORT = 9440;

  private static final int PORT_UNSET = Integer.MIN_VALUE;

  /*
   * Measured on JDK 17, encoding, native LZ4 and hash of one core, by chunk size (buffers of a
   * connection = twice that); MB/s of raw bytes and ratio:
   *            click events   random ints    log lines
   *   64 KiB    492  1.725     516  1.143    368  2.006
   *  128 KiB    635  1.661     718  1.224    370  1.913
   *  256 KiB    632  1.670     699  1.226    361  1.963
   *    1 MiB    611  1.677     681  1.229    356  2.001
   * Up to 64 KiB LZ4 works in a slower mode with 16-bit positions; beyond it nothing is gained but
   * heap, because it never looks back further than 64 KiB. ZSTD: 376 to 383 MB/s at 64 KiB to 1 MiB,
   * ratio 2.58 to 2.69.
   */
  private static final int DEFAULT_CHUNK_BYTES = 128 * 1024;

  /**
   * The level that servers use among themselves. Level 3 took 15 to 25 % longer for 2 to 8 % fewer
   * bytes (measured as above, at 128 KiB).
   */
  private static final int DEFAULT_COMPRESSION_LEVEL = 1;

  private static final int MAX_COMPRESSION_LEVEL = 22;
  private static final int MIN_CHUNK_BYTES = 4 * 1024;
  private static final int MAX_CHUNK_BYTES = 16 * 1024 * 1024;
  private static final int DEFAULT_CONNECT_TIMEOUT_MS = 10_000;

  private final String host;
  private final int port;
  private final String database;
  private final String user;
  private final String password;
  private final String clientName;
  private final Compression compression;
  private final int compressionLevel;
  private final int chunkBytes;
  private final int connectTimeoutMs;
  private final TlsOptions tls; // null without TLS

  private ConnectionOptions(Builder builder) {
    this.host = builder.host;
    this.port = builder.effectivePort();
    this.database = builder.database;
    this.user = builder.user;
    this.password = builder.password;
    this.clientName = builder.clientName;
    this.compression = builder.compression;
    this.compressionLevel = builder.compressionLevel;
    this.chunkBytes = builder.chunkBytes;
    this.connectTimeoutMs = builder.connectTimeoutMs;
    this.tls = builder.tls;
  }

  /** A builder with every default set, but for the host. */
  public static Builder builder() {
    return new Builder();
  }

  /** Host name or address. */
  public String host() {
    return host;
  }

  /** The native TCP port. */
  public int port() {
    return port;
  }

  /** Default database; empty for the user's own default. */
  public String database() {
    return database;
  }

  /** User name. */
  public String user() {
    return user;
  }

  String password() {
    return password;
  }

  /** The name under which the server lists this client. */
  public String clientName() {
    return clientName;
  }

  /** How blocks are compressed. */
  public Compression compression() {
    return compression;
  }

  /** The level of ZSTD, 1 to 22; without meaning for the others. */
  public int compressionLevel() {
    return compressionLevel;
  }

  /** Uncompressed bytes of one frame. */
  public int chunkBytes() {
    return chunkBytes;
  }

  /** Bound on connecting and shaking hands together. */
  public int connectTimeoutMs() {
    return connectTimeoutMs;
  }

  /** How TLS is spoken; empty when it is not. */
  public Optional<TlsOptions> tls() {
    return Optional.ofNullable(tls);
  }

  @Override
  public String toString() {
    return "ConnectionOptions{"
        + user
        + "@"
        + host
        + ":"
        + port
        + "/"
        + database
        + ", "
        + compression
        + ", chunkBytes="
        + chunkBytes
        + ", connectTimeoutMs="
        + connectTimeoutMs
        + (tls == null ? "" : ", " + tls)
        + "}";
  }

  /** Collects options; {@link #build} checks them. */
  public static final class Builder {
    private String host = "";
    private int port = PORT_UNSET;
    private String database = "";
    private String user = "default";
    private String password = "";
    private String clientName = "blockhouse";
    private Compression compression = Compression.LZ4;
    private int compressionLevel = DEFAULT_COMPRESSION_LEVEL;
    private int chunkBytes = DEFAULT_CHUNK_BYTES;
    private int connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS;
    private TlsOptions tls;

    private Builder() {}

    /** Host name or address; required. */
    public Builder host(String value) {
      this.host = value;
      return this;
    }

    /** Port; unless set 9000, and 9440 with TLS. */
    public Builder port(int value) {
      this.port = value;
      return this;
    }

    /** Default database; empty, as it is unless set, for the user's own default. */
    public Builder database(String value) {
      this.database = value;
      return this;
    }

    /** User; {@code default} unless set. */
    public Builder user(String value) {
      this.user = value;
      return this;
    }

    /** Password; empty unless set. */
    public Builder password(String value) {
      this.password = value;
      return this;
    }

    /** Client name; {@code blockhouse} unless set. */
    public Builder clientName(String value) {
      this.clientName = value;
      return this;
    }

    /** Compression; LZ4 unless set. */
    public Builder compression(Compression value) {
      this.compression = value;
      return this;
    }

    /** Level of ZSTD, 1 to 22, higher for fewer bytes and more work; 1 unless set. */
    public Builder compressionLevel(int value) {
      this.compressionLevel = value;
      return this;
    }

    /** Chunk size, 4 KiB to 16 MiB; 128 KiB unless set. */
    public Builder chunkBytes(int value) {
      this.chunkBytes = value;
      return this;
    }

    /** Turns TLS on; null, as it is unless set, leaves it off. */
    public Builder tls(TlsOptions value) {
      this.tls = value;
      return this;
    }

    /** Connect timeout, TLS and the protocol's own handshake included; 10 seconds unless set. */
    public Builder connectTimeoutMs(int value) {
      this.connectTimeoutMs = value;
      return this;
    }

    /** Throws {@link IllegalArgumentException} naming the first option that cannot be used. */
    public ConnectionOptions build() {
      check(!host.isBlank(), "host must be set");
      int effectivePort = effectivePort();
      check(effectivePort > 0 && effectivePort <= 65_535, "port must be 1 to 65535");
      check(
          compressionLevel >= 1 && compressionLevel <= MAX_COMPRESSION_LEVEL,
          "compressionLevel must be 1 to " + MAX_COMPRESSION_LEVEL);
      check(
          chunkBytes >= MIN_CHUNK_BYTES && chunkBytes <= MAX_CHUNK_BYTES,
          "chunkBytes must be " + MIN_CHUNK_BYTES + " to " + MAX_CHUNK_BYTES);
      check(connectTimeoutMs > 0, "connectTimeoutMs must be positive");
      checkText("database", database);
      checkText("user", user);
      checkText("clientName", clientName);
      return new ConnectionOptions(this);
    }

    private int effectivePort() {
      if (port != PORT_UNSET) {
        return port;
      }
      return tls == null ? DEFAULT_PORT : DEFAULT_TLS_PORT;
    }

    /** The server refuses control characters in the strings of a Hello. */
    private static void checkText(String option, String text) {
      check(
          text.chars().noneMatch(Character::isISOControl),
          option + " must not contain control characters");
    }

    private static void check(boolean valid, String message) {
      if (!valid) {
        throw new IllegalArgumentException(message);
      }
    }
  }
}
