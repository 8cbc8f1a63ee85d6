// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.bench;

import io.blockhouse.wire.internal.frame.CityHash128;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The checksum of frames. Hashes a second x {@code bytes} are bytes a second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CityHashBenchmark {
  @Param({"64", "1000", "30000", "1000000"})
  public int bytes;

  private final CityHash128 hash = new CityHash128();
  private byte[] input;

  @Setup
  public void setUp() {
    input = new byte[bytes + 16];
    new Random(1).nextBytes(input);
  }

  @Benchmark
  public long hash() {
    hash.hash(input, 16, bytes);
    return hash.low() ^ hash.high();
  }
}
