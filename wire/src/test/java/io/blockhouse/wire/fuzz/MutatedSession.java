// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.fuzz;

import java.util.List;
import java.util.Random;

/**
 * One damaged session, made from its seed alone.
 *
 * @param steps the bytes of each step, in the order of {@link RecordedSession}
 * @param compressed whether the client asks for compression, and blocks come in frames
 * @param stalls whether the server falls silent after its last byte; else it closes
 * @param partBytes the most that one read returns
 */
public record MutatedSession(byte[][] steps, boolean compressed, boolean stalls, int partBytes) {
  private static final int MAX_CHANGES = 3;

  /** Always the same session for a seed. */
  public static MutatedSession of(long seed) {
    Random random = new Random(seed);
    Mutator mutator = new Mutator(random);
    boolean compressed = random.nextBoolean();
    List<List<RecordedPacket>> packets =
        RecordedSession.of(random.nextInt(4) == 0, random.nextInt(4) == 0);
    int changes = 1 + random.nextInt(MAX_CHANGES);
    int changesOfPackets = random.nextInt(changes + 1);
    for (int i = 0; i < changesOfPackets; i++) {
      mutator.changePackets(packets);
    }
    byte[][] steps = new byte[RecordedSession.STEPS][];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = RecordedSession.bytes(packets.get(i), compressed);
    }
    for (int i = changesOfPackets; i < changes; i++) {
      int step = random.nextInt(steps.length);
      steps[step] = mutator.changeBytes(steps[step]);
    }
    boolean stalls = random.nextBoolean();
    int partBytes = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
    return new MutatedSession(steps, compressed, stalls, partBytes);
  }
}
