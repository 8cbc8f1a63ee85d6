// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.ledger.Claim;
import io.blockhouse.connect.ledger.KeeperMapLedger;
import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.ledger.LedgerKey;
import io.blockhouse.connect.table.ConnectionPool;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The ledger on a real KeeperMap table. */
@ExtendWith(SharedServersCheck.class)
class LedgerIT {
  private static final int ROUNDS = 20;
  private static final int RIVALS = 8;

  private final String database = "ledger_" + ProcessHandle.current().pid();
  private final TableId table = new TableId(database, "claims");
  private final List<ConnectionPool> pools = new ArrayList<>();

  @BeforeEach
  void createDatabase() {
    SharedServers.clickHouse().query("CREATE DATABASE " + database);
  }

  @AfterEach
  void dropDatabase() {
    pools.forEach(ConnectionPool::close);
    SharedServers.clickHouse().query("DROP DATABASE " + database);
  }

  private KeeperMapLedger ledger() {
    ClickHouseServer server = SharedServers.clickHouse();
    ConnectionPool pool =
        new ConnectionPool(
            List.of(
                ConnectionOptions.builder()
                    .host(server.host())
                    .port(server.nativePort())
                    .user(server.user())
                    .password(server.password())
                    .build()),
            1,
            new Random(1),
            () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    pools.add(pool);
    return new KeeperMapLedger(table, pool);
  }

  private LedgerKey key(String topic, int partition) {
    return new LedgerKey("c|1\\", "0", topic, partition, new TableId("db", "t'a`b"));
  }

  private static Claim claim(long from, long to) {
    return new Claim(
        UUID.randomUUID().toString(),
        from,
        to,
        from,
        to - 1,
        1_700_000_000_000L,
        Claim.UNKNOWN,
        to - from,
        List.of("a'b", "c"),
        Map.of("a'b,c", 9_007_199_254_740_993L),
        UUID.randomUUID().toString());
  }

  private static Deadline soon() {
    return Deadline.afterMs(30_000);
  }

  @Test
  void claimComesBackAsItWasMade() {
    KeeperMapLedger ledger = ledger();
    LedgerKey key = key("to|pic", 3);
    assertThat(ledger.read(List.of(key), soon())).isEmpty();
    Claim first = claim(0, 10);
    assertThat(move(ledger, key, null, first)).isTrue();
    assertThat(ledger.read(List.of(key), soon()).get(key).claim()).isEqualTo(first);
    Claim second = claim(10, 25);
    assertThat(move(ledger, key, first, second)).isTrue();
    Ledger.Entry entry = ledger.read(List.of(key), soon()).get(key);
    assertThat(entry.claim()).isEqualTo(second);
    assertThat(entry.ageMs()).isBetween(0L, 30_000L);
    assertThat(move(ledger, key, first, claim(10, 30))).isFalse();
    assertThat(move(ledger, key, null, claim(0, 5))).isFalse();
    assertThat(ledger.read(List.of(key), soon()).get(key).claim()).isEqualTo(second);
  }

  @Test
  void claimThatIsTakenOverKeepsItsAgeAndCannotBeMovedByItsFormerOwner() throws Exception {
    KeeperMapLedger ledger = ledger();
    ledger.prepare(soon());
    List<LedgerKey> keys = List.of(key("over", 0), key("over", 1));
    Claim mine = claim(0, 10);
    Claim done = claim(0, 5);
    assertThat(move(ledger, keys.get(0), null, mine)).isTrue();
    assertThat(move(ledger, keys.get(1), null, done)).isTrue();
    Map<LedgerKey, Ledger.Entry> before = ledger.read(keys, soon());
    Thread.sleep(20);
    Claim theirs = mine.takenOver("other");
    ledger.advance(
        List.of(
            new Ledger.Move(keys.get(0), mine, theirs),
            new Ledger.Move(keys.get(1), done, claim(5, 9))),
        soon());
    Map<LedgerKey, Ledger.Entry> after = ledger.read(keys, soon());
    assertThat(after.get(keys.get(0)).claim()).isEqualTo(theirs);
    assertThat(theirs.token()).isEqualTo(mine.id());
    assertThat(after.get(keys.get(0)).claimedAtMs())
        .isEqualTo(before.get(keys.get(0)).claimedAtMs());
    assertThat(after.get(keys.get(1)).claimedAtMs())
        .isGreaterThan(before.get(keys.get(1)).claimedAtMs());
    assertThat(move(ledger, keys.get(0), mine, mine.firstPart("part", 5, Map.of()))).isFalse();
  }

  private static boolean move(Ledger ledger, LedgerKey key, Claim previous, Claim next) {
    return ledger.advance(List.of(new Ledger.Move(key, previous, next)), soon()).get(0).holds(next);
  }

  @Test
  void oneLostMoveOfManyDoesNotTakeTheOthersAlong() {
    KeeperMapLedger ledger = ledger();
    ledger.prepare(soon());
    List<LedgerKey> keys = IntStream.range(0, 60).mapToObj(i -> key("many", i)).toList();
    List<Ledger.Move> first =
        keys.stream().map(key -> new Ledger.Move(key, null, claim(0, 10))).toList();
    List<Ledger.Outcome> made = ledger.advance(first, soon());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(made.get(i).holds(first.get(i).next())).isTrue();
    }
    Claim rival = claim(10, 12);
    assertThat(move(ledger, keys.get(7), first.get(7).next(), rival)).isTrue();
    List<Ledger.Move> second =
        first.stream()
            .map(move -> new Ledger.Move(move.key(), move.next(), claim(10, 20)))
            .toList();
    List<Ledger.Outcome> moved = ledger.advance(second, soon());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(moved.get(i).holds(i == 7 ? rival : second.get(i).next()))
          .as("key %d", i)
          .isTrue();
    }
  }

  @Test
  void oneOfEightRivalsMovesTheClaimAndItsVersionRisesByOneEachRound() throws Exception {
    KeeperMapLedger reader = ledger();
    reader.prepare(soon());
    LedgerKey key = key("rivals", 0);
    Claim current = claim(0, 1);
    assertThat(move(reader, key, null, current)).isTrue();
    List<KeeperMapLedger> rivals = IntStream.range(0, RIVALS).mapToObj(i -> ledger()).toList();
    ExecutorService threads = Executors.newFixedThreadPool(RIVALS);
    try {
      for (int round = 1; round <= ROUNDS; round++) {
        Claim previous = current;
        List<Claim> claims = new ArrayList<>();
        List<Future<Boolean>> answers = new ArrayList<>();
        for (KeeperMapLedger rival : rivals) {
          Claim claim = claim(previous.to(), previous.to() + 1);
          claims.add(claim);
          answers.add(threads.submit(() -> move(rival, key, previous, claim)));
        }
        List<Claim> winners = new ArrayList<>();
        for (int i = 0; i < RIVALS; i++) {
          if (answers.get(i).get(60, TimeUnit.SECONDS)) {
            winners.add(claims.get(i));
          }
        }
        assertThat(winners).as("round %d", round).hasSize(1);
        current = winners.get(0);
        assertThat(reader.read(List.of(key), soon()).get(key).claim()).isEqualTo(current);
        assertThat(
                SharedServers.clickHouse()
                    .query("SELECT _version FROM " + table + " WHERE topic = 'rivals'")
                    .strip())
            .isEqualTo(Integer.toString(round));
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
