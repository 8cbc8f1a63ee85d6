// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.wire.Setting;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of every INSERT. The pinned ones carry the delivery guarantee, so a user cannot
 * override them; each has its reason beside it. Source: src/Core/Settings.cpp of ClickHouse.
 */
public final class InsertSettings {
  /** Sent as optional: a server that lacks one of them also lacks the behaviour it switches off. */
  private static final List<Setting> PINNED =
      List.of(
          // The server squashes all blocks of an INSERT into one part: until the final empty block
          // nothing is stored, so an INSERT that breaks off leaves nothing behind.
          Setting.optional("min_insert_block_size_rows", "1000000000"),
          Setting.optional("min_insert_block_size_bytes", "0"),
          Setting.optional("use_strict_insert_block_limits", "0"),
          // On by default since 26.2: it answers before the rows are in a part of the table.
          Setting.optional("async_insert", "0"),
          // A retry under the same token is stored once where the table has a deduplication window,
          // and the views that hang on the table follow the same decision.
          Setting.optional("insert_deduplicate", "1"),
          Setting.optional("deduplicate_insert", "enable"),
          Setting.optional("deduplicate_blocks_in_dependent_materialized_views", "1"));

  private final List<Setting> user;
  private final boolean tokenRequired;

  /** {@code user} holds what the user asked for; validated not to touch the pinned ones. */
  public InsertSettings(List<Setting> user) {
    this(user, false);
  }

  private InsertSettings(List<Setting> user, boolean tokenRequired) {
    this.user = List.copyOf(user);
    this.tokenRequired = tokenRequired;
  }

  /** The same where everything rests on the token: a server that lacks it refuses the INSERT. */
  public static InsertSettings exactlyOnce(List<Setting> user) {
    return new InsertSettings(user, true);
  }

  /**
   * Settings of one INSERT. The token is always there: without one, a table with a deduplication
   * window silently drops a batch whose rows equal those of an earlier batch.
   */
  public List<Setting> withToken(String token) {
    List<Setting> settings = new ArrayList<>(PINNED.size() + user.size() + 1);
    settings.addAll(PINNED);
    settings.addAll(user);
    settings.add(new Setting("insert_deduplication_token", token, tokenRequired));
    return settings;
  }
}
