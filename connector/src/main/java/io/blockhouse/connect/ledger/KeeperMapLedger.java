// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.connect.table.QueryTarget;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.error.ServerErrorCode;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ledger in a KeeperMap table, which every server of a cluster shows alike. Compare-and-set is
 * Keeper's own: with {@code keeper_map_strict_mode} an ALTER UPDATE carries the node's version, and
 * an INSERT fails if the node exists (StorageKeeperMap.cpp). The table is created when it is
 * missing.
 */
public final class KeeperMapLedger implements Ledger {
  private static final Logger LOG = LoggerFactory.getLogger(KeeperMapLedger.class);

  /** Without it, an ALTER that lost a race overwrites the winner's row. */
  private static final List<Setting> STRICT =
      List.of(Setting.required("keeper_map_strict_mode", "1"));

  /** Measured: 50 keys in one statement take 20 ms, one key 13 ms. */
  private static final int MAX_MOVES = 50;

  /** A statement must stay below the server's max_query_size, 256 KiB unless configured. */
  private static final int MAX_STATEMENT_NAMES = 100_000;

  /** ErrorCodes.cpp; says nothing to a retry policy, but something here. */
  private static final int UNKNOWN_STORAGE = 56;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final TableId table;
  private final QueryTarget target;
  private final LedgerSql sql;

  /** In that table, on the servers of {@code target}. */
  public KeeperMapLedger(TableId table, QueryTarget target) {
    this.table = table;
    this.target = target;
    this.sql = new LedgerSql(table);
  }

  /** Creates the table if it is missing, and looks whether it can be read. */
  public void prepare(Deadline deadline) {
    select(sql.read(List.of(new LedgerKey("", "", "", 0, table))), deadline);
  }

  @Override
  public Map<LedgerKey, Entry> read(Collection<LedgerKey> keys, Deadline deadline) {
    Map<String, LedgerKey> byText = new HashMap<>();
    keys.forEach(key -> byText.put(key.text(), key));
    Map<LedgerKey, Entry> entries = new HashMap<>();
    for (List<String> row : select(sql.read(keys), deadline)) {
      entries.put(byText.get(row.get(0)), entry(row));
    }
    return entries;
  }

  @Override
  public List<Outcome> advance(List<Move> moves, Deadline deadline) {
    List<Outcome> outcomes = new ArrayList<>(moves.size());
    for (int from = 0; from < moves.size(); ) {
      int to = endOfStatement(moves, from);
      outcomes.addAll(advanceTogether(moves.subList(from, to), deadline));
      from = to;
    }
    return outcomes;
  }

  private static int endOfStatement(List<Move> moves, int from) {
    int names = 0;
    int to = from;
    while (to < moves.size() && to - from < MAX_MOVES) {
      Claim next = moves.get(to).next();
      names += 300 + moves.get(to).key().text().length() * 2;
      for (String column : next.optionalColumns()) {
        names += column.length() + 4;
      }
      if (to > from && names > MAX_STATEMENT_NAMES) {
        break;
      }
      to++;
    }
    return to;
  }

  /** One transaction first; if that fails because of one of them, each by itself. */
  private List<Outcome> advanceTogether(List<Move> moves, Deadline deadline) {
    LedgerException failure = null;
    List<Move> updates = new ArrayList<>(moves);
    for (Move move : moves) {
      if (move.previous() == null) {
        updates.remove(move);
        failure = earlier(failure, attempt(sql.insert(move), deadline));
      }
    }
    if (!updates.isEmpty()) {
      failure = earlier(failure, attempt(sql.update(updates), deadline));
    }
    List<Outcome> outcomes = outcomes(moves, failure, deadline);
    if (updates.size() < 2) {
      return outcomes;
    }
    boolean again = false;
    for (Move move : updates) {
      if (outcomes.get(moves.indexOf(move)).holds(move.previous())) {
        failure = earlier(failure, attempt(sql.update(List.of(move)), deadline));
        again = true;
      }
    }
    return again ? outcomes(moves, failure, deadline) : outcomes;
  }

  private static LedgerException earlier(LedgerException first, LedgerException second) {
    return first == null ? second : first;
  }

  private List<Outcome> outcomes(List<Move> moves, LedgerException failure, Deadline deadline) {
    Map<LedgerKey, Entry> entries = read(moves.stream().map(Move::key).toList(), deadline);
    return moves.stream().map(move -> new Outcome(entries.get(move.key()), failure)).toList();
  }

  /** Null when the server did not object, which does not mean that anything has changed. */
  private LedgerException attempt(String statement, Deadline deadline) {
    try {
      target.query(statement, STRICT, deadline);
      return null;
    } catch (WireException e) {
      LOG.debug("A move in the ledger {} has to be read back: {}", table, e.toString());
      return failure(e);
    }
  }

  private List<List<String>> select(String query, Deadline deadline) {
    try {
      return target.query(query, List.of(), deadline);
    } catch (WireException e) {
      if (!isMissing(e)) {
        throw failure(e);
      }
    }
    try {
      target.query(sql.create(), List.of(), deadline);
      LOG.info("The ledger {} was created.", table);
      return target.query(query, List.of(), deadline);
    } catch (WireException e) {
      throw failure(e);
    }
  }

  private static boolean isMissing(WireException e) {
    return e instanceof ServerException server
        && server.errorCode() == ServerErrorCode.UNKNOWN_TABLE;
  }

  private LedgerException failure(WireException e) {
    return new LedgerException(
        "The ledger " + table + " can't be used: " + e.getMessage() + advice(e), e);
  }

  private String advice(WireException e) {
    if (!(e instanceof ServerException server)) {
      return "";
    }
    if (server.code() == UNKNOWN_STORAGE) {
      return ". The server has no KeeperMap tables; exactly-once needs one that has";
    }
    return switch (server.errorCode()) {
      case BAD_ARGUMENTS, NO_ZOOKEEPER ->
          ". Exactly-once needs ClickHouse Keeper and, in the server's configuration,"
              + " <keeper_map_path_prefix>/keeper_map</keeper_map_path_prefix>";
      case ACCESS_DENIED ->
          ". Grant it: GRANT SELECT, INSERT, ALTER UPDATE, ALTER DELETE, CREATE TABLE ON "
              + table
              + " TO the user of clickhouse.user";
      case UNKNOWN_DATABASE -> ". Create the database, or name another one in ledger.table";
      case UNKNOWN_IDENTIFIER ->
          ". The table is not one of this connector's: drop it, or name another one in ledger.table";
      default -> "";
    };
  }

  /** Partition and all its tables go on at {@code offset}; nothing below it is written again. */
  public void settle(LedgerPartition partition, Claim settled, Deadline deadline) {
    change(sql.settle(partition, settled), deadline);
  }

  /** Nothing is known of the partition any more. */
  public void forget(LedgerPartition partition, Deadline deadline) {
    change(sql.forget(partition), deadline);
  }

  private void change(String statement, Deadline deadline) {
    prepare(deadline);
    LedgerException failure = attempt(statement, deadline);
    if (failure != null) {
      throw failure;
    }
  }

  private static Entry entry(List<String> row) {
    Claim claim =
        new Claim(
            row.get(1),
            Long.parseLong(row.get(2)),
            Long.parseLong(row.get(3)),
            Long.parseLong(row.get(4)),
            Long.parseLong(row.get(5)),
            Long.parseLong(row.get(6)),
            Long.parseLong(row.get(7)),
            Long.parseLong(row.get(8)),
            json(row.get(9), new TypeReference<List<String>>() {}),
            json(row.get(10), new TypeReference<Map<String, Long>>() {}),
            row.get(11));
    long claimedAtMs = Long.parseLong(row.get(12));
    return new Entry(claim, claimedAtMs, Long.parseLong(row.get(13)) - claimedAtMs);
  }

  private static <T> T json(String text, TypeReference<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new LedgerException(
          "A row of the ledger can't be read: it was changed by hand. Restore it, or take another"
              + " ledger.epoch",
          null);
    }
  }
}
