// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.bench;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.io.OutputBuffer;
import io.blockhouse.wire.internal.io.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Frames a second, 64 KiB of clicks each, over a loopback socket whose other end discards them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class LoopbackBenchmark {
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int FRAMES = 100;

  private final byte[] raw = new byte[FRAMES * CHUNK_BYTES];
  private ServerSocket listener;
  private Transport transport;
  private OutputBuffer out;
  private FrameWriter frames;

  @Setup
  public void setUp() throws IOException {
    Block block = ClickRows.newBlock();
    new ClickRows(80_000).appendTo(block);
    block.seal();
    int[] fill = {0};
    OutputBuffer collecting =
        new OutputBuffer(
            CHUNK_BYTES,
            (source, offset, length) -> {
              int n = Math.min(length, raw.length - fill[0]);
              System.arraycopy(source, offset, raw, fill[0], n);
              fill[0] += n;
            });
    block.writeTo(collecting);
    collecting.flush();
    if (fill[0] < raw.length) {
      throw new IllegalStateException("too few rows: " + fill[0]);
    }
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread drain = new Thread(this::drain, "drain");
    drain.setDaemon(true);
    drain.start();
    Deadline deadline = Deadline.afterMs(3_600_000);
    transport = Transport.connect("127.0.0.1", listener.getLocalPort(), null, deadline);
    Lz4ChunkCompressor lz4 = Lz4ChunkCompressor.shared();
    out = new OutputBuffer(FrameWriter.frameBytes(lz4, CHUNK_BYTES), transport::write);
    frames = new FrameWriter(out, lz4, CHUNK_BYTES);
  }

  private void drain() {
    byte[] discarded = new byte[256 * 1024];
    try (Socket socket = listener.accept();
        InputStream in = socket.getInputStream()) {
      while (in.read(discarded) >= 0) {
        // the other end of the measurement
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TearDown
  public void tearDown() throws IOException {
    transport.close();
    listener.close();
  }

  @Benchmark
  @OperationsPerInvocation(FRAMES)
  public long frames() {
    frames.write(raw, 0, raw.length);
    frames.endBlock();
    out.flush();
    return out.flushedBytes();
  }
}
