// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.kafka.ConnectWorker;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * C89: the heap does not depend on how deep the backlog is; {@code evidence.sh backlog} at length.
 */
@ExtendWith(SharedServersCheck.class)
class FlatHeapIT {
  private static final int PARTITIONS = 12;

  /**
   * Of the heap of one drain against another's. Connect itself holds a poll of records and what it
   * has fetched ahead, 12 MB each for 12 partitions, and a collection may meet both or neither.
   */
  private static final long BAND_BYTES = 50_000_000;

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @Test
  void heapIsTheSameForAShallowAndADeepBacklogAndBothCodecs() throws InterruptedException {
    try (ConnectWorker worker =
        ConnectWorker.builder(SharedServers.kafka().bootstrapServers(), BuildLayout.logs("heap"))
            .groupId("blockhouse-heap-" + ProcessHandle.current().pid())
            .pluginPath(SharedServers.pluginPath())
            .jvmFlags("-Xmx256m")
            .offsetFlushIntervalMs(500)
            .start()) {
      // Both are more than Connect holds at a time, so both meet it when it holds most.
      long shallow = mostLiveHeap(worker, 40_000, "lz4");
      long deep = mostLiveHeap(worker, 120_000, "zstd");
      assertThat(deep - shallow).as("%d against %d", deep, shallow).isLessThan(BAND_BYTES);
    }
  }

  /** Drains a backlog of records of about 1 KB; bytes live at the worst of several collections. */
  private static long mostLiveHeap(ConnectWorker worker, int records, String codec)
      throws InterruptedException {
    try (SinkFixture sink = new SinkFixture("heap", SharedServers.clickHouse(), worker)) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, a String, b String, c Map(String, String), ts DateTime64(3)) ENGINE ="
              + " Null");
      SharedServers.topics().create(sink.topic("t"), PARTITIONS);
      for (int partition = 0; partition < PARTITIONS; partition++) {
        SharedServers.topics()
            .send(
                sink.topic("t"),
                partition,
                () ->
                    IntStream.range(0, records / PARTITIONS).mapToObj(FlatHeapIT::row).iterator());
      }
      sink.with("clickhouse.compression", codec)
          .with("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter")
          .with("value.format", "json")
          .with("consumer.override.max.poll.records", "100000");
      sink.config().remove("value.converter.schemas.enable");
      sink.start();
      long rows = (long) (records / PARTITIONS) * PARTITIONS;
      long most = 0;
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (sink.metrics().getOrDefault("RowsAcked", 0L) < rows) {
        assertThat(System.nanoTime()).as("%s", sink.metrics()).isLessThan(deadline);
        most = Math.max(most, worker.jmx().liveHeapBytes());
        TimeUnit.MILLISECONDS.sleep(200);
      }
      return Math.max(most, worker.jmx().liveHeapBytes());
    }
  }

  /** Hardly compressible: Connect's own share of the heap is bounded by compressed bytes. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder(460);
    while (text.length() < 450) {
      text.append(Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX));
    }
    return text.toString();
  }

  private static String row(int id) {
    Random random = new Random(id);
    return "{\"id\": "
        + id
        + ", \"a\": \""
        + text(random)
        + "\", \"b\": \""
        + text(random)
        + "\", \"c\": {\"k\": \"v"
        + id
        + "\"}, \"ts\": "
        + (1_700_000_000_000L + id)
        + "}";
  }
}
