// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** All states of a model, breadth first: so the way to the first fault found is a shortest one. */
final class StateSpace {
  private static final int WORDS = ModelWorld.WORDS;

  /** Far above what any test needs; a state takes about 60 bytes. */
  private static final int MAX_STATES = 8_000_000;

  private final ClaimModel model;
  private long[] states = new long[WORDS << 16];
  private int[] parents = new int[1 << 16];

  /** For each state, the one that follows when nothing fails any more. */
  private int[] calmNext = new int[1 << 16];

  private int[] table = new int[1 << 18];
  private int size;

  private int calmRank;

  StateSpace(ClaimModel model) {
    this.model = model;
  }

  int size() {
    return size;
  }

  /** Visits everything; null, or what is wrong and how it came about. */
  String explore() {
    add(new ModelWorld().key(), -1);
    for (int at = 0; at < size; at++) {
      ModelWorld world = world(at);
      String violation = model.violation(world);
      if (violation != null) {
        return violation + "\n" + trace(at);
      }
      expand(at, world);
    }
    return stuck();
  }

  private void expand(int at, ModelWorld world) {
    calmNext[at] = -1;
    calmRank = Integer.MAX_VALUE;
    model.steps(
        world,
        (name, owner, after) -> {
          int rank = model.calmRank(world, name, owner);
          int index = add(after.key(), at);
          if (rank < calmRank) {
            calmRank = rank;
            calmNext[at] = index;
          }
        });
  }

  /** Whether from every state one owner that has no faults comes to the end. */
  private String stuck() {
    byte[] known = new byte[size];
    int[] path = new int[1_000];
    for (int start = 0; start < size; start++) {
      int length = 0;
      int at = start;
      while (known[at] == 0 && !model.isComplete(world(at))) {
        if (length == path.length || calmNext[at] < 0) {
          return "no way to the end\n" + trace(start) + "\nthen\n" + calmTrace(start);
        }
        path[length++] = at;
        at = calmNext[at];
      }
      known[at] = 1;
      while (length > 0) {
        known[path[--length]] = 1;
      }
    }
    return null;
  }

  private String calmTrace(int start) {
    StringBuilder text = new StringBuilder();
    int at = start;
    for (int i = 0; i < 30 && at >= 0; i++) {
      text.append("  ").append(world(at)).append('\n');
      at = calmNext[at];
    }
    return text.toString();
  }

  private ModelWorld world(int at) {
    return ModelWorld.of(Arrays.copyOfRange(states, at * WORDS, (at + 1) * WORDS));
  }

  private String trace(int to) {
    List<String> lines = new ArrayList<>();
    for (int at = to; at >= 0; at = parents[at]) {
      lines.add("  " + nameOfStep(parents[at], at) + ": " + world(at));
    }
    Collections.reverse(lines);
    return String.join("\n", lines);
  }

  private String nameOfStep(int from, int to) {
    if (from < 0) {
      return "start";
    }
    String[] found = {"?"};
    model.steps(
        world(from),
        (name, owner, after) -> {
          if (index(after.key()) == to) {
            found[0] = owner == ModelWorld.NOBODY ? name : name + " (" + (char) ('A' + owner) + ")";
          }
        });
    return found[0];
  }

  private int add(long[] key, int parent) {
    int slot = slot(key);
    if (table[slot] != 0) {
      return table[slot] - 1;
    }
    if (size == MAX_STATES) {
      throw new IllegalStateException("more than " + MAX_STATES + " states");
    }
    if (size == parents.length) {
      states = Arrays.copyOf(states, states.length * 2);
      parents = Arrays.copyOf(parents, size * 2);
      calmNext = Arrays.copyOf(calmNext, size * 2);
    }
    System.arraycopy(key, 0, states, size * WORDS, WORDS);
    parents[size] = parent;
    table[slot] = ++size;
    if (size * 2 > table.length) {
      rehash();
    }
    return size - 1;
  }

  private int index(long[] key) {
    return table[slot(key)] - 1;
  }

  private void rehash() {
    table = new int[table.length * 2];
    for (int at = 0; at < size; at++) {
      table[slot(Arrays.copyOfRange(states, at * WORDS, (at + 1) * WORDS))] = at + 1;
    }
  }

  private int slot(long[] key) {
    long hash = 0;
    for (long word : key) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    int slot = (int) hash & table.length - 1;
    while (table[slot] != 0 && !isAt(table[slot] - 1, key)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  private boolean isAt(int at, long[] key) {
    for (int word = 0; word < WORDS; word++) {
      if (states[at * WORDS + word] != key[word]) {
        return false;
      }
    }
    return true;
  }
}
