// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import io.blockhouse.wire.Compression;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.ServerInfo;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import io.blockhouse.wire.internal.frame.ChunkCompressor;
import io.blockhouse.wire.internal.frame.FrameReader;
import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.frame.ZstdChunkCompressor;
import io.blockhouse.wire.internal.io.BlockSink;
import io.blockhouse.wire.internal.io.ByteSource;
import io.blockhouse.wire.internal.io.InputBuffer;
import io.blockhouse.wire.internal.io.OutputBuffer;
import io.blockhouse.wire.internal.io.Transport;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * The conversation with the server, step by step; what may follow what is the caller's business.
 * Owns the buffers of the connection. After any exception pass it to {@link #failed} and throw what
 * that returns. Not thread-safe, except {@link #abort()}.
 */
public final class Session {
  /**
   * Once a packet has begun to arrive its rest is a matter of the network only, and cannot be left
   * in the middle: so long may an answer overrun its deadline. Room for a few lost segments.
   */
  private static final long PACKET_REST_MS = 2_000;

  /** How long the server's reason is waited for after a failed write. */
  private static final long DRAIN_MS = 1_000;

  /** Room for the header of a Data packet in front of a frame, and for a usual Query. */
  private static final int PACKET_BYTES = 1024;

  private static final Set<ServerPacket> HELLO = EnumSet.of(ServerPacket.HELLO);
  private static final Set<ServerPacket> PONG = EnumSet.of(ServerPacket.PONG);
  private static final Set<ServerPacket> BETWEEN_BLOCKS =
      EnumSet.of(ServerPacket.PROGRESS, ServerPacket.PROFILE_INFO, ServerPacket.TABLE_COLUMNS);
  private static final Set<ServerPacket> BEFORE_HEADER =
      EnumSet.of(
          ServerPacket.PROGRESS,
          ServerPacket.PROFILE_INFO,
          ServerPacket.TABLE_COLUMNS,
          ServerPacket.DATA);
  private static final Set<ServerPacket> AFTER_BLOCKS =
      EnumSet.of(ServerPacket.PROGRESS, ServerPacket.PROFILE_INFO, ServerPacket.END_OF_STREAM);
  private static final Set<ServerPacket> RESULT =
      EnumSet.of(
          ServerPacket.PROGRESS,
          ServerPacket.PROFILE_INFO,
          ServerPacket.DATA,
          ServerPacket.END_OF_STREAM);

  private final Transport transport;
  private final boolean compressed;
  private final InputBuffer in;
  private final OutputBuffer out;
  private final ChunkCompressor compressor; // null without compression
  private final FrameReader frameReader; // null without compression
  private final FrameWriter frameWriter; // null without compression
  private final BlockSink blocks;
  private final PacketReader reader;
  private final PacketWriter writer;
  private ServerInfo server;
  private long rawBytes;
  private volatile boolean insertOpen;

  /** A session that has not shaken hands yet. */
  public Session(
      Transport transport,
      Compression compression,
      int level,
      int chunkBytes,
      ClientIdentity identity) {
    this.transport = transport;
    this.compressed = compression != Compression.NONE;
    this.compressor = compressor(compression, level);
    this.in = new InputBuffer(transport);
    if (compressed) {
      int frameBytes = FrameWriter.frameBytes(compressor, chunkBytes);
      this.out = new OutputBuffer(PACKET_BYTES + frameBytes, transport::write);
      this.frameReader = new FrameReader(in, Lz4ChunkCompressor.shared());
      this.frameWriter = new FrameWriter(out, compressor, chunkBytes);
      this.blocks = frameWriter;
    } else {
      this.out = new OutputBuffer(chunkBytes, transport::write);
      this.frameReader = null;
      this.frameWriter = null;
      this.blocks = out;
    }
    this.reader = new PacketReader(in);
    this.writer = new PacketWriter(out, identity);
  }

  private static ChunkCompressor compressor(Compression compression, int level) {
    return switch (compression) {
      case LZ4 -> Lz4ChunkCompressor.shared();
      case ZSTD -> new ZstdChunkCompressor(level);
      case NONE -> null;
    };
  }

  /** Shakes hands. */
  public ServerInfo hello(String database, String user, String password, Deadline deadline) {
    transport.begin(deadline, "shaking hands on what should be its native TCP port");
    writer.hello(database, user, password);
    out.flush();
    reader.next(HELLO);
    server = reader.hello();
    return server;
  }

  /** Sends a query and the end of its external tables, without which the server would wait. */
  public void sendQuery(String queryId, String sql, List<Setting> settings, Deadline deadline) {
    transport.begin(deadline, "sending a query");
    writer.query(queryId, sql, settings, compressed, server);
    emptyBlock();
  }

  /** Sends an INSERT query; from here on the server may hold what it would commit on a FIN. */
  public void sendInsert(String queryId, String sql, List<Setting> settings, Deadline deadline) {
    insertOpen = true;
    transport.resetAtProcessEnd(true);
    sendQuery(queryId, sql, settings, deadline);
  }

  /** Reads the answer to an INSERT query: the names and types it expects. */
  public List<ColumnDefinition> readHeader(Deadline deadline) {
    transport.begin(deadline, "waiting for the header block of an INSERT");
    while (reader.next(BEFORE_HEADER) != ServerPacket.DATA) {
      checkTime(deadline);
    }
    List<ColumnDefinition> header = BlockReader.readHeader(blockSource());
    endOfReadBlock();
    return header;
  }

  /** Reads the answer to any other query. */
  public List<List<String>> readResult(Deadline deadline) {
    transport.begin(deadline, "waiting for the result of a query");
    BlockReader.Result result = new BlockReader.Result();
    ServerPacket packet = reader.next(RESULT);
    while (packet != ServerPacket.END_OF_STREAM) {
      if (packet == ServerPacket.DATA) {
        BlockReader.readRows(blockSource(), result);
        endOfReadBlock();
      }
      checkTime(deadline);
      packet = reader.next(RESULT);
    }
    return result.rows();
  }

  /** Sends a block, looking for an early Exception before and after it. */
  public void sendBlock(Block block, Deadline deadline) {
    poll(deadline);
    transport.begin(deadline, "sending a block");
    writer.dataHeader();
    long before = blocks.rawBytes();
    block.writeTo(blocks);
    blocks.endBlock();
    rawBytes += blocks.rawBytes() - before;
    out.flush();
    poll(deadline);
  }

  /** Sends the final empty block. */
  public void sendEndOfBlocks(Deadline deadline) {
    poll(deadline);
    transport.begin(deadline, "sending the final block");
    emptyBlock();
  }

  /** Waits for EndOfStream; false when the deadline passed first, with the stream in place. */
  public boolean awaitEndOfStream(Deadline deadline) {
    transport.begin(deadline, "waiting for the answer to an INSERT");
    while (in.awaitInput(deadline)) {
      transport.begin(Deadline.afterMs(PACKET_REST_MS), "reading the answer to an INSERT");
      if (reader.next(AFTER_BLOCKS) == ServerPacket.END_OF_STREAM) {
        insertOpen = false;
        transport.resetAtProcessEnd(false);
        return true;
      }
      if (deadline.expired()) {
        return false;
      }
    }
    return false;
  }

  /** Ping and Pong. */
  public void ping(Deadline deadline) {
    transport.begin(deadline, "waiting for the answer to a ping");
    writer.ping();
    out.flush();
    reader.next(PONG);
  }

  private void poll(Deadline deadline) {
    while (in.hasInput()) {
      transport.begin(deadline.atMostMs(PACKET_REST_MS), "reading between two blocks");
      reader.next(BETWEEN_BLOCKS);
      checkTime(deadline);
    }
  }

  private void emptyBlock() {
    writer.dataHeader();
    Block.writeEmptyTo(blocks);
    blocks.endBlock();
    out.flush();
  }

  private ByteSource blockSource() {
    return compressed ? frameReader : in;
  }

  private void endOfReadBlock() {
    if (compressed) {
      frameReader.endBlock();
    }
  }

  /** Ends a wait that a server could otherwise draw out with one small packet after another. */
  private void checkTime(Deadline deadline) {
    if (deadline.expired() && !in.hasInput()) {
      throw new ConnectionException(
          transport.address() + ": the deadline passed while the server was still sending.", null);
    }
  }

  /**
   * Ends the connection after a failure and returns what to throw: the server's own reason, if it
   * can still be read after a failed write, else the failure as it is.
   */
  public RuntimeException failed(RuntimeException failure) {
    RuntimeException result = failure;
    if (transport.writeFailed() && transport.isOpen()) {
      WireException reason = drain();
      if (reason != null) {
        reason.addSuppressed(failure);
        result = reason;
      }
    }
    if (result instanceof ServerException) {
      insertOpen = false; // the server has given it up
    }
    abort();
    return result;
  }

  private WireException drain() {
    Deadline deadline = Deadline.afterMs(DRAIN_MS);
    transport.begin(deadline, "looking for the server's reason after a failed write");
    try {
      while (!deadline.expired()) {
        reader.next(BETWEEN_BLOCKS);
      }
      return null;
    } catch (ServerException e) {
      return e;
    } catch (WireException e) {
      // An alert of TLS is a reason too. Else the failed write is all that is known.
      return e.getCause() instanceof SSLException ? e : null;
    }
  }

  /** Bytes of the blocks with rows that were sent, before compression. */
  public long rawBytes() {
    return rawBytes;
  }

  /** Bytes given to the socket. */
  public long wireBytes() {
    return out.flushedBytes();
  }

  /** Capacity held for the connection's life. */
  public long retainedBytes() {
    long chunk = compressed ? frameWriter.retainedBytes() : 0;
    return in.retainedBytes() + out.retainedBytes() + chunk;
  }

  /** Whether neither side's end nor an error has closed the connection, as far as is known. */
  public boolean isOpen() {
    return transport.isOpen();
  }

  /** Whether an INSERT was begun and neither acknowledged nor refused yet. */
  public boolean insertOpen() {
    return insertOpen;
  }

  /**
   * Ends the connection, with RST if an INSERT is open and in order if not: an embedded 26.7 was
   * seen to end (SIGABRT) when a connection between two queries was reset. From any thread.
   */
  public void abort() {
    if (insertOpen) {
      transport.abort();
    } else {
      transport.close();
    }
    if (compressor != null) {
      compressor.close();
    }
  }
}
