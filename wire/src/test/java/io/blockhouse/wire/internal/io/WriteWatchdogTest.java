// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WriteWatchdogTest {
  private final WriteWatchdog watchdog = new WriteWatchdog();

  @Test
  void firesAtTheDeadlineAndSaysSo() throws Exception {
    CountDownLatch fired = new CountDownLatch(1);
    WriteWatchdog.Watch watch = watchdog.watch(fired::countDown);
    watch.arm(50);
    assertThat(fired.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(watch.disarm()).isTrue();
  }

  @Test
  void doesNotFireOnceDisarmed() throws Exception {
    AtomicInteger wrong = new AtomicInteger();
    WriteWatchdog.Watch first = watchdog.watch(wrong::incrementAndGet);
    first.arm(50);
    assertThat(first.disarm()).isFalse();
    // A later one on the same thread shows that the time of the first has passed.
    CountDownLatch fired = new CountDownLatch(1);
    WriteWatchdog.Watch second = watchdog.watch(fired::countDown);
    second.arm(150);
    assertThat(fired.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(wrong).hasValue(0);
  }

  @Test
  void wakesForAnEarlierDeadlineThanTheOneItWaitsFor() throws Exception {
    WriteWatchdog.Watch late = watchdog.watch(() -> {});
    late.arm(60_000);
    CountDownLatch fired = new CountDownLatch(1);
    WriteWatchdog.Watch early = watchdog.watch(fired::countDown);
    early.arm(50);
    assertThat(fired.await(3, TimeUnit.SECONDS)).isTrue();
    assertThat(late.disarm()).isFalse();
  }

  @Test
  void endsWhenNothingIsArmedAndStartsAgain() throws Exception {
    WriteWatchdog.Watch watch = watchdog.watch(() -> {});
    assertThat(watchdog.isRunning()).isFalse();
    watch.arm(60_000);
    assertThat(watchdog.isRunning()).isTrue();
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().equals("blockhouse-write-watchdog"))
                .allMatch(Thread::isDaemon))
        .isTrue();
    watch.disarm();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20_000);
    // The thread was started with a far deadline: nothing but its own look around ends it.
    while (watchdog.isRunning() && System.nanoTime() < end) {
      Thread.sleep(50);
    }
    assertThat(watchdog.isRunning()).isFalse();
    CountDownLatch fired = new CountDownLatch(1);
    watchdog.watch(fired::countDown).arm(10);
    assertThat(fired.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
