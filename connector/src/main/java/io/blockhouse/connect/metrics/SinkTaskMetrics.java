// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.metrics;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counters of one task. Written by the task's thread alone, read by JMX: plain adds with a release
 * store, so that counting costs no fence per record.
 */
public final class SinkTaskMetrics implements SinkTaskMetricsMBean {
  private static final Logger LOG = LoggerFactory.getLogger(SinkTaskMetrics.class);

  private final AtomicLong received = new AtomicLong();
  private final AtomicLong acked = new AtomicLong();
  private final AtomicLong deadLettered = new AtomicLong();
  private final AtomicLong ignored = new AtomicLong();
  private final AtomicLong open = new AtomicLong();
  private final AtomicLong released = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong batchesAcked = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final AtomicLong unknownFateBatches = new AtomicLong();
  private final AtomicLong unknownFateRows = new AtomicLong();
  private final AtomicLong claimsLost = new AtomicLong();
  private final AtomicLong claimedRowsMissing = new AtomicLong();
  private final AtomicLong rawBytes = new AtomicLong();
  private final AtomicLong wireBytes = new AtomicLong();
  private final AtomicLong unknownFields = new AtomicLong();
  private final LongSupplier clockMs;
  private volatile String codec = "";
  private volatile int lastErrorCode;
  private volatile String lastError = "";
  private volatile int claimsInDoubt;
  private volatile int blockedTables;
  private volatile long retainedBytes;
  private volatile long oldestUnackedMs = -1;
  private ObjectName name;

  /** {@code clockMs} is the monotonic clock that {@link #gauges} is called with. */
  public SinkTaskMetrics(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  /** Makes the counters visible; a name already taken (an older task still closing) is replaced. */
  public void register(String connector, int task) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName objectName =
          new ObjectName(
              "io.blockhouse:type=sink-task,connector="
                  + ObjectName.quote(connector)
                  + ",task="
                  + task);
      if (server.isRegistered(objectName)) {
        server.unregisterMBean(objectName);
      }
      server.registerMBean(this, objectName);
      name = objectName;
    } catch (JMException e) {
      // Metrics must never stop delivery; without them the task still works.
      LOG.warn("Metrics are not visible over JMX: {}", e.toString());
    }
  }

  /** Takes the counters out of JMX. */
  public void unregister() {
    if (name == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (JMException e) {
      LOG.debug("Metrics were already gone: {}", e.toString());
    }
    name = null;
  }

  private static void add(AtomicLong counter, long n) {
    counter.setRelease(counter.getPlain() + n);
  }

  /** A record appended to a block for the first time. */
  public void rowReceived() {
    add(received, 1);
    add(open, 1);
  }

  /** A record reported to the dead letter queue, the first time. */
  public void recordDeadLettered() {
    add(received, 1);
    add(deadLettered, 1);
  }

  /** An open row that the server refused was reported. */
  public void rowDeadLettered() {
    add(open, -1);
    add(deadLettered, 1);
  }

  /** A record ignored by option, the first time. */
  public void recordIgnored() {
    add(received, 1);
    add(ignored, 1);
  }

  /** A delivery of a record already in hand. */
  public void recordSkipped() {
    add(skipped, 1);
  }

  /** A batch of {@code rows} rows was acknowledged. */
  public void batchAcked(long rows, long raw, long wire) {
    add(acked, rows);
    add(open, -rows);
    add(batchesAcked, 1);
    add(rawBytes, raw);
    add(wireBytes, wire);
  }

  /** An INSERT was acknowledged, though more may have to be before its rows count as such. */
  public void batchSent(long raw, long wire) {
    add(rawBytes, raw);
    add(wireBytes, wire);
  }

  /** Open rows that are no longer this task's. */
  public void rowsReleased(long rows) {
    add(released, rows);
    add(open, -rows);
  }

  /** A failed attempt that will be repeated. */
  public void retry(int serverCode, String error) {
    add(retries, 1);
    failed(serverCode, error);
  }

  /** A failure. */
  public void failed(int serverCode, String error) {
    lastErrorCode = serverCode;
    lastError = error;
  }

  /** An INSERT of {@code rows} rows lost its answer. */
  public void fateUnknown(long rows) {
    add(unknownFateBatches, 1);
    add(unknownFateRows, rows);
  }

  /** Another task claimed a range of offsets first. */
  public void claimLost() {
    add(claimsLost, 1);
  }

  /** Rows that were claimed and no longer come from their topic. */
  public void claimedRowsMissing(long rows) {
    add(claimedRowsMissing, rows);
  }

  /** Claims that may not be stored yet. */
  public void claimsInDoubt(int now) {
    claimsInDoubt = now;
  }

  /** A field that no column takes. */
  public void unknownField() {
    add(unknownFields, 1);
  }

  /** What blocks are compressed with. */
  public void compressedWith(String name) {
    codec = name;
  }

  /** Values that are measured, not counted; {@code oldestUnacked} is a clock time or -1. */
  public void gauges(int blocked, long retained, long oldestUnacked) {
    blockedTables = blocked;
    retainedBytes = retained;
    oldestUnackedMs = oldestUnacked;
  }

  @Override
  public long getRecordsReceived() {
    return received.get();
  }

  @Override
  public long getRowsAcked() {
    return acked.get();
  }

  @Override
  public long getRecordsDeadLettered() {
    return deadLettered.get();
  }

  @Override
  public long getRecordsIgnored() {
    return ignored.get();
  }

  @Override
  public long getRowsOpen() {
    return open.get();
  }

  @Override
  public long getRowsReleased() {
    return released.get();
  }

  @Override
  public long getRecordsSkipped() {
    return skipped.get();
  }

  @Override
  public long getBatchesAcked() {
    return batchesAcked.get();
  }

  @Override
  public long getRetries() {
    return retries.get();
  }

  @Override
  public long getBatchesOfUnknownFate() {
    return unknownFateBatches.get();
  }

  @Override
  public long getRowsOfUnknownFate() {
    return unknownFateRows.get();
  }

  @Override
  public int getClaimsInDoubt() {
    return claimsInDoubt;
  }

  @Override
  public long getClaimsLost() {
    return claimsLost.get();
  }

  @Override
  public long getClaimedRowsMissing() {
    return claimedRowsMissing.get();
  }

  @Override
  public int getLastErrorCode() {
    return lastErrorCode;
  }

  @Override
  public String getLastError() {
    return lastError;
  }

  @Override
  public int getBlockedTables() {
    return blockedTables;
  }

  @Override
  public long getOldestUnackedAgeMs() {
    long since = oldestUnackedMs;
    return since < 0 ? 0 : Math.max(0, clockMs.getAsLong() - since);
  }

  @Override
  public long getRetainedBytes() {
    return retainedBytes;
  }

  @Override
  public long getRawBytes() {
    return rawBytes.get();
  }

  @Override
  public long getWireBytes() {
    return wireBytes.get();
  }

  @Override
  public String getCodec() {
    return codec;
  }

  @Override
  public long getUnknownFields() {
    return unknownFields.get();
  }
}
