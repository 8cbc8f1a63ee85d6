// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostLookupTest {
  private static final InetAddress[] ANSWER = {InetAddress.getLoopbackAddress()};

  @Test
  void aNameServerThatDoesNotAnswerMeetsTheDeadline() {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    HostLookup lookup =
        new HostLookup(
            host -> {
              asked.incrementAndGet();
              await(answer);
              return ANSWER;
            });
    long start = System.nanoTime();
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThatThrownBy(() -> new Dialer(lookup, "ch1", 9).dial(null, Deadline.afterMs(100)))
          .isInstanceOf(ConnectionException.class)
          .hasMessageStartingWith("ch1:9: ")
          .hasMessageContaining("not resolved within the deadline")
          .hasMessageContaining("name server");
    }
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isBetween(295L, 5_000L);
    assertThat(asked).as("attempts share the lookup that is under way").hasValue(1);
    answer.countDown();
  }

  @Test
  void asksAgainAfterAnAnswer() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HostLookup lookup =
        new HostLookup(
            host -> {
              asked.incrementAndGet();
              return ANSWER;
            });
    assertThat(lookup.addresses("ch1", Deadline.afterMs(10_000))).isEqualTo(ANSWER);
    for (int i = 0; i < 1_000 && asked.get() < 2; i++) {
      lookup.addresses("ch1", Deadline.afterMs(10_000)); // the first one is cleared away shortly
      Thread.sleep(1);
    }
    assertThat(asked.get()).isGreaterThan(1);
  }

  @Test
  void saysThatANameIsUnknown() {
    HostLookup lookup =
        new HostLookup(
            host -> {
              throw new UnknownHostException(host);
            });
    assertThatThrownBy(() -> new Dialer(lookup, "ch1", 9).dial(null, Deadline.afterMs(10_000)))
        .isInstanceOf(ConnectionException.class)
        .hasMessageContaining("cannot be resolved")
        .hasCauseInstanceOf(UnknownHostException.class);
  }

  @Test
  void anAddressIsUsedWithoutAThread() throws Exception {
    Thread self = Thread.currentThread();
    HostLookup lookup =
        new HostLookup(
            host -> {
              assertThat(Thread.currentThread()).isSameAs(self);
              return InetAddress.getAllByName(host);
            });
    for (String address : new String[] {"127.0.0.1", "::1"}) {
      assertThat(lookup.addresses(address, Deadline.afterMs(0))).hasSize(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
