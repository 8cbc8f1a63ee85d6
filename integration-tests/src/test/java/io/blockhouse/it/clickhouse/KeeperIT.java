// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Servers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a ledger needs of KeeperMap: a compare-and-set that one of many wins, and that stays. */
class KeeperIT {
  private static final Map<String, String> STRICT = Map.of("keeper_map_strict_mode", "1");
  private static final int RIVALS = 8;

  private static Keeper keeper;
  private static LocalClickHouse clickHouse;

  @BeforeAll
  static void startOurOwn() {
    Path data = BuildLayout.data().resolve("keeper-it");
    keeper = Servers.keeper(data.resolve("keeper"), BuildLayout.logs("keeper"));
    clickHouse =
        new LocalClickHouse(
            data.resolve("clickhouse"), BuildLayout.logs("keeper"), keeper.clickHouseConfig());
    clickHouse.start();
    clickHouse.query(
        "CREATE TABLE ledger (key String, from Int64, to Int64, claim String)"
            + " ENGINE = KeeperMap('/keeper_it') PRIMARY KEY key");
  }

  @AfterAll
  static void killThem() {
    clickHouse.kill();
    keeper.kill();
  }

  @BeforeEach
  void oneClaim() {
    clickHouse.query("TRUNCATE TABLE ledger");
    strict("INSERT INTO ledger VALUES ('t|0', 0, 100, 'c0')");
  }

  private static void strict(String sql) {
    clickHouse.http().query(sql, STRICT);
  }

  private static void claim(int mine, int next, String claim) {
    strict(
        "ALTER TABLE ledger UPDATE from = to, to = "
            + next
            + ", claim = '"
            + claim
            + "' WHERE key = 't|0' AND to = "
            + mine);
  }

  private static String row() {
    return clickHouse.query("SELECT from, to, claim, _version FROM ledger WHERE key = 't|0'");
  }

  @Test
  void anUpdateTakesEffectOnlyFromTheExpectedValue() {
    claim(100, 106, "c1");
    assertThat(row()).isEqualTo("100\t106\tc1\t1");
    claim(100, 110, "c2");
    assertThat(row()).isEqualTo("100\t106\tc1\t1");
  }

  @Test
  void insertingAKeyThatExistsFails() {
    assertThatThrownBy(() -> strict("INSERT INTO ledger VALUES ('t|0', 0, 1, 'other')"))
        .isInstanceOfSatisfying(
            ClickHouseQueryException.class, e -> assertThat(e.code()).isEqualTo(999));
    assertThat(row()).isEqualTo("0\t100\tc0\t0");
  }

  @Test
  void ofManyConcurrentUpdatesOneTakesEffect() throws Exception {
    ExecutorService rivals = Executors.newFixedThreadPool(RIVALS);
    try {
      for (int round = 0; round < 5; round++) {
        int to = 100 + round;
        for (Future<?> done :
            rivals.invokeAll(
                IntStream.range(0, RIVALS)
                    .mapToObj(rival -> rival(to, "r" + round(to) + "-" + rival))
                    .toList())) {
          done.get();
        }
        assertThat(row())
            .matches(to + "\t" + (to + 1) + "\tr" + round(to) + "-\\d\t" + (round + 1));
      }
    } finally {
      rivals.shutdownNow();
    }
  }

  private static int round(int to) {
    return to - 100;
  }

  private static Callable<Object> rival(int to, String claim) {
    return () -> {
      try {
        claim(to, to + 1, claim);
      } catch (ClickHouseQueryException lost) {
        assertThat(lost.code()).isEqualTo(999); // Bad version
      }
      return null;
    };
  }

  @Test
  void claimsOutliveTheDeathOfBothServers() {
    claim(100, 106, "c1");
    clickHouse.kill();
    keeper.kill();
    keeper.start();
    clickHouse.start();
    assertThat(row()).isEqualTo("100\t106\tc1\t1");
    keeper.stop();
    keeper.start();
    claim(106, 107, "c2");
    assertThat(row()).isEqualTo("106\t107\tc2\t2");
  }
}
