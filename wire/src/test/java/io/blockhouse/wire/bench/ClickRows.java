// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.bench;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Click events: the ten columns of the end-to-end benchmarks, with values drawn the same way. */
final class ClickRows {
  private static final String[] COUNTRIES = {
    "DE", "FR", "US", "GB", "JP", "IN", "BR", "CA", "ES", "IT", "PL", "NL", "SE", "AU"
  };
  private static final String[] DEVICES = {"mobile", "desktop", "tablet", "tv"};
  private static final long FIRST_MS = 1_796_040_000_000L;

  private final Random random = new Random(1);
  private final String[] words = new String[2000];
  private final String[] sessions;
  private final String[] urls;
  private final String[] referrers;

  /** Draws the texts of so many rows, so that a benchmark measures appending alone. */
  ClickRows(int rows) {
    for (int i = 0; i < words.length; i++) {
      words[i] = letters(3 + random.nextInt(8));
    }
    sessions = new String[rows];
    urls = new String[rows];
    referrers = new String[rows];
    for (int row = 0; row < rows; row++) {
      sessions[row] = hex(24);
      urls[row] = url();
      referrers[row] = random.nextInt(10) < 4 ? null : url();
    }
  }

  private String letters(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private String hex(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(Character.forDigit(random.nextInt(16), 16));
    }
    return text.toString();
  }

  private String url() {
    StringBuilder text = new StringBuilder("https://www.");
    text.append(words[random.nextInt(50)]).append(".com");
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      text.append('/').append(words[random.nextInt(words.length)]);
    }
    return text.append("?id=").append(random.nextInt(1_000_000)).toString();
  }

  static Block newBlock() {
    String[][] columns = {
      {"id", "Int64"},
      {"ts", "DateTime64(3, 'UTC')"},
      {"user_id", "Int32"},
      {"session", "String"},
      {"url", "String"},
      {"referrer", "Nullable(String)"},
      {"country", "String"},
      {"device", "String"},
      {"duration_ms", "Int32"},
      {"revenue", "Float64"}
    };
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (String[] column : columns) {
      definitions.add(new ColumnDefinition(column[0], ClickHouseType.parse(column[1])));
    }
    return new Block(definitions);
  }

  /** Appends every row. */
  void appendTo(Block block) {
    FixedColumn id = (FixedColumn) block.column(0);
    FixedColumn ts = (FixedColumn) block.column(1);
    FixedColumn userId = (FixedColumn) block.column(2);
    StringColumn session = (StringColumn) block.column(3);
    StringColumn url = (StringColumn) block.column(4);
    NullableColumn referrer = (NullableColumn) block.column(5);
    StringColumn referrerText = (StringColumn) referrer.values();
    StringColumn country = (StringColumn) block.column(6);
    StringColumn device = (StringColumn) block.column(7);
    FixedColumn duration = (FixedColumn) block.column(8);
    FixedColumn revenue = (FixedColumn) block.column(9);
    for (int row = 0; row < sessions.length; row++) {
      int noise = (row * 0x9E3779B1) >>> 1;
      id.appendLong(1_000_000_000L + row);
      ts.appendLong(FIRST_MS + row * 3L + noise % 1000);
      userId.appendInt(noise % 1_000_000);
      session.append(sessions[row]);
      url.append(urls[row]);
      if (referrers[row] == null) {
        referrer.appendNull();
      } else {
        referrer.markPresent();
        referrerText.append(referrers[row]);
      }
      country.append(COUNTRIES[noise % COUNTRIES.length]);
      device.append(DEVICES[noise % DEVICES.length]);
      duration.appendInt(noise % 60_000);
      revenue.appendDouble(noise % 10_000_000 / 10_000.0);
      block.endRow();
    }
  }
}
