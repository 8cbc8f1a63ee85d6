// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.fuzz;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Damages sessions: packets out of their place, and bytes out of theirs. */
final class Mutator {
  /** Numbers that are no good as a length: the limits of the types they might be put into. */
  private static final byte[][] LENGTHS = {
    hex("ffffffff07"), // 2^31 - 1
    hex("8080808008"), // 2^31
    hex("ffffffff0f"), // 2^32 - 1
    hex("ffffffffffffffffff01"), // 2^64 - 1
    hex("ffffffffffffffff7f"), // 2^63 - 1
    hex("80808008"), // 16 Mi
    hex("a08d06"), // 100,000
    hex("ffffff7f"), // four bytes, also as a 32-bit number
    hex("8080808080808080808000"), // longer than any number
  };

  /** Enough to be worth compressing, and to fill a few frames. */
  private static final int MAX_RUN_BYTES = 20_000;

  private final Random random;

  Mutator(Random random) {
    this.random = random;
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  /** One change to the packets of a session. */
  void changePackets(List<List<RecordedPacket>> steps) {
    List<RecordedPacket> step = steps.get(random.nextInt(steps.size()));
    List<RecordedPacket> other = steps.get(random.nextInt(steps.size()));
    if (step.isEmpty() || other.isEmpty()) {
      return;
    }
    int at = random.nextInt(step.size());
    int otherAt = random.nextInt(other.size());
    switch (random.nextInt(6)) {
      case 0 -> {
        RecordedPacket packet = step.get(at);
        step.set(at, other.get(otherAt));
        other.set(otherAt, packet);
      }
      case 1 -> step.add(at, step.get(at));
      case 2 -> step.remove(at);
      case 3 -> step.add(at, other.get(otherAt));
      default -> {
        RecordedPacket packet = step.get(at);
        step.set(at, new RecordedPacket(packet.head(), changeBytes(packet.block())));
      }
    }
  }

  /** One change to some bytes; the array given is not changed. */
  byte[] changeBytes(byte[] bytes) {
    if (bytes.length == 0) {
      return bytes;
    }
    int at = random.nextInt(bytes.length);
    byte[] copy = bytes.clone();
    switch (random.nextInt(8)) {
      case 0 -> {
        copy[at] ^= (byte) (1 << random.nextInt(8));
        return copy;
      }
      case 1 -> {
        copy[at] = (byte) random.nextInt();
        return copy;
      }
      case 2 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 3 -> {
        byte[] noise = new byte[1 + random.nextInt(16)];
        random.nextBytes(noise);
        return splice(bytes, at, at, noise);
      }
      case 4 -> {
        int end = at + 1 + random.nextInt(Math.min(16, bytes.length - at));
        return splice(bytes, at, end, new byte[0]);
      }
      case 5 -> {
        byte[] length = LENGTHS[random.nextInt(LENGTHS.length)];
        int replaced = random.nextBoolean() ? 1 : Math.min(length.length, bytes.length - at);
        return splice(bytes, at, at + replaced, length);
      }
      case 6 -> {
        int end = at + random.nextInt(bytes.length - at) + 1;
        return splice(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      }
      default -> {
        byte[] run = new byte[1 + random.nextInt(random.nextInt(50) == 0 ? MAX_RUN_BYTES : 64)];
        Arrays.fill(run, copy[at]);
        return splice(bytes, at, at, run);
      }
    }
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] middle) {
    byte[] result = new byte[from + middle.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(bytes, to, result, from + middle.length, bytes.length - to);
    return result;
  }
}
