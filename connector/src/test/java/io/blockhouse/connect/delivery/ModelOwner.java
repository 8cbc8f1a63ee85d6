// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/** What a task of the model knows of the one partition: the fields of {@link ClaimedPartition}. */
final class ModelOwner {
  /** What became of a column group's rows in hand. */
  static final int OPEN = 0;

  static final int SENT = 1;
  static final int DONE = 2;
  static final int REFUSED = 3;

  boolean active;
  int position;
  int doneTo;
  boolean read;
  int claim;
  boolean own;
  boolean unanswered;
  boolean closed;
  int rows;
  int next;
  final int[] groups = new int[2];
  int reported;
  int unconfirmed;

  ModelOwner copy() {
    ModelOwner copy = new ModelOwner();
    copy.active = active;
    copy.position = position;
    copy.doneTo = doneTo;
    copy.read = read;
    copy.claim = claim;
    copy.own = own;
    copy.unanswered = unanswered;
    copy.closed = closed;
    copy.rows = rows;
    copy.next = next;
    copy.groups[0] = groups[0];
    copy.groups[1] = groups[1];
    copy.reported = reported;
    copy.unconfirmed = unconfirmed;
    return copy;
  }

  void write(ModelBits bits) {
    writeAllButIds(bits);
    bits.put(claim, ModelClaims.BITS);
    bits.put(next, ModelClaims.BITS);
  }

  private void writeAllButIds(ModelBits bits) {
    bits.put(active);
    bits.put(position, 3);
    bits.put(doneTo, 3);
    bits.put(read);
    bits.put(own);
    bits.put(unanswered);
    bits.put(closed);
    bits.put(rows, 4);
    bits.put(groups[0], 2);
    bits.put(groups[1], 2);
    bits.put(reported, 4);
    bits.put(unconfirmed, 4);
  }

  /** Tells owners apart without regard to the numbers that ids happen to have. */
  long order() {
    long[] word = new long[1];
    writeAllButIds(new ModelBits(word));
    return word[0] << 24 ^ (claim >> 7) << 12 ^ (next >> 7);
  }

  static ModelOwner read(ModelBits bits) {
    ModelOwner owner = new ModelOwner();
    owner.active = bits.takeBoolean();
    owner.position = bits.take(3);
    owner.doneTo = bits.take(3);
    owner.read = bits.takeBoolean();
    owner.own = bits.takeBoolean();
    owner.unanswered = bits.takeBoolean();
    owner.closed = bits.takeBoolean();
    owner.rows = bits.take(4);
    owner.groups[0] = bits.take(2);
    owner.groups[1] = bits.take(2);
    owner.reported = bits.take(4);
    owner.unconfirmed = bits.take(4);
    owner.claim = bits.take(ModelClaims.BITS);
    owner.next = bits.take(ModelClaims.BITS);
    return owner;
  }

  int firstRow() {
    return Integer.numberOfTrailingZeros(rows);
  }

  int afterLastRow() {
    return 32 - Integer.numberOfLeadingZeros(rows);
  }

  @Override
  public String toString() {
    return active
        ? "[at "
            + position
            + " done "
            + doneTo
            + (read ? "" : " unread")
            + " claim "
            + ModelWorld.describe(claim)
            + (own ? " own" : "")
            + (unanswered ? " unanswered" : "")
            + (closed ? " closed" : "")
            + " rows "
            + Integer.toBinaryString(rows)
            + " next "
            + ModelWorld.describe(next)
            + " groups "
            + groups[0]
            + groups[1]
            + " reported "
            + Integer.toBinaryString(reported)
            + " unconfirmed "
            + Integer.toBinaryString(unconfirmed)
            + "]"
        : "[away]";
  }
}
