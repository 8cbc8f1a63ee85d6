// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.Claim;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The claim protocol with everything that can happen to it: what two owners, the ledger and the
 * server do, one step at a time, in any order. What claims say is computed by {@link Claim} itself;
 * the rest is written down here once more, as short as it goes.
 */
final class ClaimModel {
  /** A rule of the protocol that a test leaves out, to see that the model misses it. */
  enum Rule {
    COMPARE_AND_SET,
    SAME_TOKEN,
    CLAIM_AFTER_ACK,
    REPLAY,
    STORED_AHEAD,
    ALL_GROUPS_SETTLED,
    TAKE_OVER,
    NO_PARTS_IN_DOUBT,
    NO_WHOLE_BESIDE_PART,
    REPORTS_CONFIRMED
  }

  /**
   * The partition.
   *
   * @param count how many rows
   * @param secondGroup bits of those that go to the second column group
   * @param bad bits of those that the server refuses, always
   * @param mayPass whether the server may also refuse blocks that would pass another time
   * @param drops whether owners may drop what is in hand though they live on
   * @param late how many INSERTs without an owner may be under way at a time
   */
  record Topic(int count, int secondGroup, int bad, boolean mayPass, boolean drops, int late) {}

  /** Takes a state that may come next. */
  interface Steps {
    void step(String name, int owner, ModelWorld after);
  }

  /** Steps of an owner that has no faults. */
  private static final List<String> CALM =
      List.of(
          "assigned",
          "report confirmed",
          "commit",
          "load",
          "claimed",
          "lost",
          "claim",
          "ledger moves",
          "answer",
          "send",
          "take apart",
          "close");

  private final Topic topic;
  private final Rule omitted;

  /** {@code omitted} may be null. */
  ClaimModel(Topic topic, Rule omitted) {
    this.topic = topic;
    this.omitted = omitted;
  }

  private boolean holds(Rule rule) {
    return rule != omitted;
  }

  /** What is wrong with a state, null if nothing is. */
  String violation(ModelWorld world) {
    if (world.doubled != 0) {
      return "a row is stored twice";
    }
    if ((world.stored & topic.bad()) != 0) {
      return "a refused row is stored";
    }
    int below = (1 << world.committed) - 1;
    if ((below & ~(world.stored | world.deadLetters)) != 0) {
      return "a row was committed that is neither stored nor reported";
    }
    if ((world.deadLetters & ~topic.bad()) != 0) {
      return "a good row is reported";
    }
    return null;
  }

  boolean isComplete(ModelWorld world) {
    return world.committed == topic.count();
  }

  /** Which step is next when nothing fails and the other owner does nothing: the lowest. */
  int calmRank(ModelWorld world, String name, int owner) {
    int rank = CALM.indexOf(name);
    boolean ours = owner == world.rightful || world.rightful == ModelWorld.NOBODY;
    if (name.equals("ledger moves")) {
      return world.rightful == ModelWorld.NOBODY ? Integer.MAX_VALUE : rank;
    }
    return rank < 0 || !ours ? Integer.MAX_VALUE : rank;
  }

  void steps(ModelWorld world, Steps steps) {
    for (int o = 0; o < 2; o++) {
      ModelOwner owner = world.owners[o];
      if (owner.active) {
        leave(world, o, steps);
        report(world, o, steps);
        commit(world, o, steps);
        if (owner.closed) {
          claim(world, o, steps);
          send(world, o, steps);
        } else if (!owner.read) {
          load(world, o, steps);
        } else {
          close(world, o, steps);
        }
      } else if (world.rightful != o) {
        ModelWorld after = world.copy();
        after.rightful = o;
        after.owners[o].active = true;
        after.owners[o].position = world.committed;
        steps.step("assigned", o, after);
      }
    }
    land(world, steps);
  }

  /** A crash, or everything in hand is dropped because the table may have changed. */
  private void leave(ModelWorld world, int o, Steps steps) {
    ModelWorld crashed = world.copy();
    abandon(crashed, o);
    crashed.owners[o] = new ModelOwner();
    if (world.rightful == o) {
      crashed.rightful = ModelWorld.NOBODY;
    }
    withAndWithoutMove("crash", o, world.owners[o].next, crashed, steps);
    if (world.owners[o].closed && topic.drops()) {
      ModelWorld dropped = world.copy();
      drop(dropped, o);
      withAndWithoutMove("drop", o, world.owners[o].next, dropped, steps);
    }
  }

  /** What the owner was about to claim is still under way, or never arrives. */
  private void withAndWithoutMove(String name, int o, int move, ModelWorld after, Steps steps) {
    boolean moving = move != 0 && after.isMoving(move);
    if (moving) {
      ModelWorld without = after.copy();
      without.remove(move);
      steps.step(name + ", its claim never arrives", o, without);
    }
    if (!moving || after.orphans() <= 1) {
      steps.step(name, o, after);
    }
  }

  private void abandon(ModelWorld world, int o) {
    ModelOwner owner = world.owners[o];
    for (int group = 0; group < 2; group++) {
      if (owner.groups[group] == ModelOwner.SENT) {
        goOnAlone(world, o, group);
      }
    }
  }

  /** The INSERT of a group is stored some time, or never. */
  private boolean goOnAlone(ModelWorld world, int o, int group) {
    ModelOwner owner = world.owners[o];
    int insert = ModelWorld.insert(ModelClaims.token(owner.claim), group, rows(owner, group));
    return world.countInserts() < topic.late() && world.add(world.inserts, insert);
  }

  private void drop(ModelWorld world, int o) {
    abandon(world, o);
    ModelOwner owner = world.owners[o];
    for (int group = 0; group < 2; group++) {
      owner.unanswered |= owner.groups[group] == ModelOwner.SENT;
    }
    if (owner.rows != 0) {
      owner.position = owner.firstRow();
    }
    clear(owner);
    owner.own &= owner.next == 0 || !holds(Rule.NO_WHOLE_BESIDE_PART);
    owner.next = 0;
    owner.read = false;
  }

  private static void clear(ModelOwner owner) {
    owner.rows = 0;
    owner.groups[0] = ModelOwner.OPEN;
    owner.groups[1] = ModelOwner.OPEN;
    owner.closed = false;
  }

  private void report(ModelWorld world, int o, Steps steps) {
    for (int row = 0; row < topic.count(); row++) {
      if ((world.owners[o].unconfirmed >> row & 1) == 1) {
        ModelWorld after = world.copy();
        after.deadLetters |= 1 << row;
        after.owners[o].unconfirmed &= ~(1 << row);
        steps.step("report confirmed", o, after);
      }
    }
  }

  private void commit(ModelWorld world, int o, Steps steps) {
    if (world.rightful != o) {
      return;
    }
    for (int offset = world.committed + 1; offset <= firstUndone(world.owners[o]); offset++) {
      ModelWorld after = world.copy();
      after.committed = offset;
      steps.step("commit", o, after);
    }
  }

  private int firstUndone(ModelOwner owner) {
    int undone = owner.rows == 0 ? owner.position : owner.firstRow();
    while (owner.read && owner.rows == 0 && undone < topic.count() && isSettled(owner, undone)) {
      undone++;
    }
    return owner.unconfirmed == 0
        ? undone
        : Math.min(undone, Integer.numberOfTrailingZeros(owner.unconfirmed));
  }

  private int group(int row) {
    return topic.secondGroup() >> row & 1;
  }

  private int rows(ModelOwner owner, int group) {
    return owner.rows & (group == 1 ? topic.secondGroup() : ~topic.secondGroup());
  }

  private boolean isSettled(ModelOwner owner, int row) {
    Claim claim = ModelClaims.of(owner.claim);
    return claim != null && claim.hasStored(ModelClaims.group(group(row)), row)
        || (owner.reported >> row & 1) == 1;
  }

  private void load(ModelWorld world, int o, Steps steps) {
    if (world.owners[o].position >= topic.count()) {
      return;
    }
    ModelWorld after = world.copy();
    ModelOwner owner = after.owners[o];
    owner.own &= ModelClaims.id(owner.claim) == ModelClaims.id(world.ledger);
    owner.unanswered &= owner.own;
    owner.claim = world.ledger;
    owner.read = true;
    Claim claim = ModelClaims.of(world.ledger);
    if (claim != null) {
      boolean done = owner.position >= claim.to() || claim.to() <= owner.doneTo;
      if (done || !holds(Rule.REPLAY)) {
        owner.doneTo = Math.max(owner.doneTo, (int) claim.to());
      } else {
        replay(after, o, claim);
      }
      owner.position = Math.max(owner.position, owner.doneTo);
    }
    steps.step("load", o, after);
  }

  private void replay(ModelWorld world, int o, Claim claim) {
    ModelOwner owner = world.owners[o];
    owner.doneTo = Math.max(owner.doneTo, (int) claim.from());
    for (int row = Math.max(owner.position, owner.doneTo); row < claim.to(); row++) {
      owner.rows |= isSettled(owner, row) ? 0 : 1 << row;
    }
    owner.position = (int) claim.to();
    owner.closed = true;
    if (!owner.own && holds(Rule.TAKE_OVER)) {
      int by = world.freshOwner(ModelClaims.token(owner.claim));
      owner.next = ModelClaims.of(claim.takenOver(Integer.toString(by)));
      issue(world, o);
    } else {
      settle(world, o);
    }
  }

  /** A new claim ends after any row. */
  private void close(ModelWorld world, int o, Steps steps) {
    ModelOwner before = world.owners[o];
    int rows = 0;
    for (int row = before.position; row < topic.count(); row++) {
      if (isSettled(before, row)) {
        continue;
      }
      rows |= 1 << row;
      ModelWorld after = world.copy();
      ModelOwner owner = after.owners[o];
      owner.rows = rows;
      owner.position = row + 1;
      owner.closed = true;
      Claim claim = ModelClaims.of(owner.claim);
      long from = claim == null ? owner.firstRow() : claim.to();
      owner.next =
          ModelClaims.of(
              new Claim(
                  Integer.toString(world.freshToken()),
                  from,
                  owner.afterLastRow(),
                  owner.firstRow(),
                  row,
                  Claim.UNKNOWN,
                  Claim.UNKNOWN,
                  Integer.bitCount(rows),
                  List.of(),
                  claim == null ? Map.of() : claim.storedAheadOf(from),
                  ""));
      issue(after, o);
      steps.step("close", o, after);
    }
  }

  /** Asks the ledger for the next claim. */
  private boolean issue(ModelWorld world, int o) {
    ModelOwner owner = world.owners[o];
    boolean reportsMissing = holds(Rule.REPORTS_CONFIRMED) && owner.unconfirmed != 0;
    boolean inTime =
        ModelClaims.id(owner.claim) == ModelClaims.id(world.ledger) || !holds(Rule.COMPARE_AND_SET);
    return !reportsMissing
        && inTime
        && !world.isMoving(owner.next)
        && world.add(world.moves, owner.next);
  }

  private void claim(ModelWorld world, int o, Steps steps) {
    ModelOwner before = world.owners[o];
    if (before.next == 0) {
      return;
    }
    ModelWorld issued = world.copy();
    if (issue(issued, o)) {
      steps.step("claim", o, issued);
    }
    int found = ModelClaims.id(world.ledger);
    if (found == ModelClaims.id(before.next)) {
      ModelWorld after = world.copy();
      claimed(after, o);
      steps.step("claimed", o, after);
    } else if (found != ModelClaims.id(before.claim)) {
      ModelWorld after = world.copy();
      drop(after, o);
      steps.step("lost", o, after);
    }
  }

  private void claimed(ModelWorld world, int o) {
    ModelOwner owner = world.owners[o];
    Claim claim = ModelClaims.of(owner.claim);
    Claim next = ModelClaims.of(owner.next);
    boolean part = claim != null && next.from() == claim.from() && next.to() < claim.to();
    owner.own = !next.isSameAs(claim);
    owner.unanswered = false;
    owner.claim = owner.next;
    owner.next = 0;
    if (part) {
      drop(world, o);
    } else {
      settle(world, o);
    }
  }

  private void send(ModelWorld world, int o, Steps steps) {
    ModelOwner before = world.owners[o];
    if (before.next != 0) {
      return;
    }
    for (int group = 0; group < 2; group++) {
      if (rows(before, group) == 0) {
        continue;
      }
      ModelWorld after = world.copy();
      ModelOwner owner = after.owners[o];
      switch (before.groups[group]) {
        case ModelOwner.OPEN -> {
          owner.groups[group] = ModelOwner.SENT;
          settle(after, o);
          steps.step("send", o, after);
        }
        case ModelOwner.SENT -> {
          answer(after, o, group);
          steps.step("answer", o, after);
          refuseOnce(world, o, group, steps);
          loseAnswer(world, o, group, steps);
        }
        default -> {}
      }
    }
    takeApart(world, o, steps);
  }

  /**
   * The server has dealt with it, and the owner knows at once: nobody else can see whether it
   * knows, so what others do before might as well come after.
   */
  private void answer(ModelWorld world, int o, int group) {
    ModelOwner owner = world.owners[o];
    int rows = rows(owner, group);
    if ((rows & topic.bad()) == 0) {
      store(world, ModelClaims.token(owner.claim), group, rows);
      owner.groups[group] = ModelOwner.DONE;
    } else if (Integer.bitCount(rows) > 1) {
      owner.groups[group] = ModelOwner.REFUSED;
    } else {
      owner.groups[group] = ModelOwner.DONE;
      owner.reported |= rows;
      owner.unconfirmed |= rows;
    }
    settle(world, o);
  }

  private void store(ModelWorld world, int token, int group, int rows) {
    if (world.knows(token, group) || (rows & topic.bad()) != 0) {
      return;
    }
    world.doubled |= world.stored & rows;
    world.stored |= rows;
    if (holds(Rule.SAME_TOKEN)) {
      world.tokens |= 1 << (2 * token + group);
    }
  }

  /** The server is short of something, memory say: nothing is stored, this time. */
  private void refuseOnce(ModelWorld world, int o, int group, Steps steps) {
    if (!topic.mayPass()) {
      return;
    }
    ModelWorld after = world.copy();
    ModelOwner owner = after.owners[o];
    boolean inDoubt = !owner.own || owner.unanswered;
    owner.groups[group] =
        Integer.bitCount(rows(owner, group)) > 1 && !(inDoubt && holds(Rule.NO_PARTS_IN_DOUBT))
            ? ModelOwner.REFUSED
            : ModelOwner.OPEN;
    steps.step("refused this time", o, after);
  }

  /** The INSERT may be stored by now, may be stored later, or never. */
  private void loseAnswer(ModelWorld world, int o, int group, Steps steps) {
    ModelWorld after = world.copy();
    ModelOwner owner = after.owners[o];
    boolean alone = goOnAlone(after, o, group);
    owner.groups[group] = ModelOwner.OPEN;
    owner.unanswered = true;
    steps.step("no answer", o, after);
    if (!alone) {
      ModelWorld stored = after.copy();
      store(stored, ModelClaims.token(owner.claim), group, rows(owner, group));
      steps.step("no answer, but stored", o, stored);
    }
  }

  private boolean isOpen(ModelOwner owner, int group) {
    int state = owner.groups[group];
    boolean sentIsEnough = !holds(Rule.CLAIM_AFTER_ACK) && state == ModelOwner.SENT;
    return rows(owner, group) != 0 && state <= ModelOwner.SENT && !sentIsEnough;
  }

  private static boolean isRefused(ModelOwner owner) {
    return owner.groups[0] == ModelOwner.REFUSED || owner.groups[1] == ModelOwner.REFUSED;
  }

  /** Everything of the claim is stored or reported. */
  private void settle(ModelWorld world, int o) {
    ModelOwner owner = world.owners[o];
    if (isOpen(owner, 0) || isOpen(owner, 1) || isRefused(owner)) {
      return;
    }
    abandon(world, o);
    owner.doneTo = Math.max(owner.doneTo, (int) ModelClaims.of(owner.claim).to());
    clear(owner);
    owner.reported = 0;
    owner.unanswered = false;
  }

  /** A part of a claim that was refused is claimed instead, up to any of its rows. */
  private void takeApart(ModelWorld world, int o, Steps steps) {
    ModelOwner before = world.owners[o];
    boolean settled = !isOpen(before, 0) && !isOpen(before, 1);
    if (!isRefused(before) || holds(Rule.ALL_GROUPS_SETTLED) && !settled) {
      return;
    }
    Claim claim = ModelClaims.of(before.claim);
    Map<String, Long> stored = new HashMap<>();
    for (int group = 0; group < 2; group++) {
      boolean ahead = rows(before, group) != 0 && before.groups[group] == ModelOwner.DONE;
      if (ahead && holds(Rule.STORED_AHEAD)) {
        stored.put(ModelClaims.group(group), claim.to());
      }
    }
    for (int middle = before.firstRow() + 1; middle < before.afterLastRow(); middle++) {
      ModelWorld after = world.copy();
      after.owners[o].next =
          ModelClaims.of(claim.firstPart(Integer.toString(world.freshToken()), middle, stored));
      issue(after, o);
      steps.step("take apart", o, after);
    }
  }

  /** Statements and INSERTs arrive, whoever waits for them or not. */
  private void land(ModelWorld world, Steps steps) {
    for (int move : world.moves) {
      if (move != 0) {
        ModelWorld after = world.copy();
        after.ledger = move;
        after.remove(move);
        if (holds(Rule.COMPARE_AND_SET)) {
          // The others want a claim in its place that is gone; no claim comes twice.
          Arrays.fill(after.moves, 0);
        }
        steps.step("ledger moves", ModelWorld.NOBODY, after);
      }
    }
    for (int i = 0; i < ModelWorld.MAX_INSERTS; i++) {
      int insert = world.inserts[i];
      if (insert != 0) {
        ModelWorld after = world.copy();
        after.inserts[i] = 0;
        store(after, insert & 15, insert >> 4 & 1, insert >> 5);
        steps.step("late insert", ModelWorld.NOBODY, after);
      }
    }
  }
}
