// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The right to write the rows of offsets {@code [from, to)} of one topic partition into one table,
 * as one block per column group, under tokens made of the claim's id. Everything below {@code from}
 * is stored, reported or ignored.
 *
 * @param id unique; a claim that has other content has another id, and so has one that another
 *     owner has taken over
 * @param from first offset, the {@code to} of the claim before
 * @param to first offset after it
 * @param firstOffset offset of the first row; {@code to} when there are no rows
 * @param lastOffset offset of the last row, or {@link #UNKNOWN}
 * @param firstTimestamp timestamp of that record in ms, or {@link #UNKNOWN}
 * @param lastTimestamp timestamp of that record in ms, or {@link #UNKNOWN}
 * @param rows how many, or {@link #UNKNOWN}
 * @param optionalColumns the table's DEFAULT and EPHEMERAL columns by which rows were grouped
 * @param storedAhead by group: rows below that offset are stored already though they are not below
 *     {@code from}, because another group of the same claim was refused
 * @param tableUuid which table it is that has the rows; empty when that is not known, or when
 *     servers may differ in it
 */
public record Claim(
    String id,
    long from,
    long to,
    long firstOffset,
    long lastOffset,
    long firstTimestamp,
    long lastTimestamp,
    long rows,
    List<String> optionalColumns,
    Map<String, Long> storedAhead,
    String tableUuid) {
  /** Stands for what is not known. */
  public static final long UNKNOWN = -1;

  /** Between the id under which a claim was made and what tells who has taken it over since. */
  private static final char OWNER = '~';

  /** Copies list and map. */
  public Claim {
    optionalColumns = List.copyOf(optionalColumns);
    storedAhead = Map.copyOf(storedAhead);
  }

  /** That everything below {@code offset} is done, and nothing is being written. */
  public static Claim settled(String id, long offset) {
    return new Claim(
        id, offset, offset, offset, UNKNOWN, UNKNOWN, UNKNOWN, 0, List.of(), Map.of(), "");
  }

  /**
   * What the server tells the claim's blocks by. It outlives a change of owner: a block that is
   * known under it is not stored again.
   */
  public String token() {
    int owner = id.indexOf(OWNER);
    return owner < 0 ? id : id.substring(0, owner);
  }

  /**
   * The same rows under the same token, to be sent by another owner. Once the ledger has it,
   * whoever had the claim before can't take it apart any more: what they know of its fate is out of
   * date.
   */
  public Claim takenOver(String ownerId) {
    return new Claim(
        token() + OWNER + ownerId,
        from,
        to,
        firstOffset,
        lastOffset,
        firstTimestamp,
        lastTimestamp,
        rows,
        optionalColumns,
        storedAhead,
        tableUuid);
  }

  /** Whether this is {@code other}, whoever sends it. */
  public boolean isSameAs(Claim other) {
    return other != null && token().equals(other.token());
  }

  /** The first part, up to {@code middle}, as a claim of its own; {@code stored} as above. */
  public Claim firstPart(String newId, long middle, Map<String, Long> stored) {
    Map<String, Long> ahead = new HashMap<>(storedAhead);
    stored.forEach((group, offset) -> ahead.merge(group, offset, Math::max));
    return new Claim(
        newId,
        from,
        middle,
        firstOffset,
        UNKNOWN,
        firstTimestamp,
        UNKNOWN,
        UNKNOWN,
        optionalColumns,
        ahead,
        tableUuid);
  }

  /** Whether the row of a group is stored already, with an earlier claim of the same offset. */
  public boolean hasStored(String group, long offset) {
    Long below = storedAhead.isEmpty() ? null : storedAhead.get(group);
    return below != null && offset < below;
  }

  /** What is still ahead of claims that begin at {@code offset}. */
  public Map<String, Long> storedAheadOf(long offset) {
    Map<String, Long> ahead = new HashMap<>(storedAhead);
    ahead.values().removeIf(below -> below <= offset);
    return ahead;
  }
}
