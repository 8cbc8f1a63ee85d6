// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.table.InsertTarget;
import io.blockhouse.connect.table.OpenInsert;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableEngine;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in for ClickHouse where a test needs faults at exact moments. Tables have UInt64 columns;
 * the rows of an INSERT become visible when it is answered, or when a test says that the answer was
 * lost.
 */
final class FakeServer implements InsertTarget {
  /** The moments at which a fault can strike. */
  enum Moment {
    DESCRIBE,
    OPEN,
    WRITE,
    END,
    AWAIT
  }

  /** Decides at each moment: null for no fault. */
  interface Faults {
    WireException at(Moment moment, TableId table);
  }

  final Map<TableId, List<TableColumn>> tables = new HashMap<>();
  final Map<TableId, List<Long>> stored = new LinkedHashMap<>();
  final List<Integer> batchSizes = new ArrayList<>();
  final Set<String> tokens = new HashSet<>();
  final Map<TableId, Integer> opened = new HashMap<>();

  /** INSERTs whose final block was sent. */
  final Map<TableId, Integer> ended = new HashMap<>();

  /** The columns that each INSERT listed. */
  final List<List<String>> listed = new ArrayList<>();

  Faults faults = (moment, table) -> null;

  /** Whether a fault at AWAIT strikes after the rows were stored. */
  boolean storesBeforeLostAnswer;

  /** Answers are held back while set: await returns false. */
  boolean slow;

  /** Asked each time that an answer is waited for: whether it has not come by then. */
  BooleanSupplier notYet = () -> false;

  /** Whether tokens are remembered. */
  boolean deduplicates;

  /** Tokens of what is stored, by table. */
  private final Set<String> storedTokens = new HashSet<>();

  /** Rows that the server refuses; a batch with one of them is not stored. */
  final Set<Long> refused = new HashSet<>();

  /** What becomes of an INSERT that was complete when its connection broke. */
  enum Fate {
    NOT_STORED,
    STORED,
    STORED_LATER
  }

  Supplier<Fate> abandoned = () -> Fate.NOT_STORED;
  private final List<Runnable> late = new ArrayList<>();

  /** INSERTs that were under way are stored. */
  void land() {
    late.forEach(Runnable::run);
    late.clear();
  }

  private int rowsInHand;
  int connectionLimit = 4;

  /** DDL that came, and with which it is refused unless null. */
  final List<String> statements = new ArrayList<>();

  WireException ddlFailure;
  int inUse;

  void createTable(TableId id, TableColumn... columns) {
    tables.put(id, List.of(columns));
    stored.putIfAbsent(id, new ArrayList<>());
  }

  /** Rows of the INSERT that a block was last written to. */
  int rowsInHand() {
    return rowsInHand;
  }

  List<Long> rows(TableId id) {
    return stored.get(id);
  }

  private void strike(Moment moment, TableId table) {
    WireException fault = faults.at(moment, table);
    if (fault != null) {
      throw fault;
    }
  }

  @Override
  public List<TableColumn> describe(TableId table, Deadline deadline) {
    strike(Moment.DESCRIBE, table);
    return tables.getOrDefault(table, List.of());
  }

  /** Only adds columns, whose type is UInt64 here whatever the statement says. */
  @Override
  public List<List<String>> query(String sql, List<Setting> settings, Deadline deadline) {
    if (sql.startsWith("SELECT")) {
      return List.of();
    }
    statements.add(sql);
    if (ddlFailure != null) {
      throw ddlFailure;
    }
    TableId table = null;
    Matcher names = Pattern.compile("`([^`]+)`").matcher(sql);
    names.find();
    String database = names.group(1);
    names.find();
    table = new TableId(database, names.group(1));
    List<TableColumn> columns = new ArrayList<>(tables.getOrDefault(table, List.of()));
    while (names.find()) {
      columns.add(new TableColumn(names.group(1), "UInt64", TableColumn.DefaultKind.NONE));
    }
    createTable(table, columns.toArray(TableColumn[]::new));
    return List.of();
  }

  @Override
  public Optional<TableEngine> engine(TableId table, Deadline deadline) {
    return Optional.of(new TableEngine("MergeTree", "MergeTree", deduplicates ? 100 : 0));
  }

  @Override
  public boolean hasFreeConnection() {
    return inUse < connectionLimit;
  }

  @Override
  public long retainedBytes() {
    return 0;
  }

  @Override
  public OpenInsert open(InsertRequest request, Deadline deadline) {
    TableId table = new TableId(request.database(), request.table());
    strike(Moment.OPEN, table);
    inUse++;
    opened.merge(table, 1, Integer::sum);
    listed.add(request.columns());
    String token =
        request.settings().stream()
            .filter(setting -> setting.name().equals("insert_deduplication_token"))
            .map(Setting::value)
            .findFirst()
            .orElseThrow();
    tokens.add(token);
    return new FakeInsert(table, request.columns(), token);
  }

  @Override
  public void close() {
    inUse = 0;
  }

  private final class FakeInsert implements OpenInsert {
    private final TableId table;
    private final String token;
    private final List<ColumnDefinition> header = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();
    private boolean ended;
    private boolean answered;

    FakeInsert(TableId table, List<String> columns, String token) {
      this.table = table;
      this.token = token;
      for (TableColumn column : tables.get(table)) {
        if (columns.contains(column.name())) {
          header.add(new ColumnDefinition(column.name(), ClickHouseType.parse(column.typeName())));
        }
      }
    }

    @Override
    public List<ColumnDefinition> header() {
      return header;
    }

    @Override
    public void write(Block block, Deadline deadline) {
      ids.addAll(firstColumn(block));
      rowsInHand = ids.size();
      strike(Moment.WRITE, table);
    }

    @Override
    public void end(Deadline deadline) {
      ended = true;
      FakeServer.this.ended.merge(table, 1, Integer::sum);
      try {
        strike(Moment.END, table);
      } catch (ServerException e) {
        answered = true;
        throw e;
      }
    }

    @Override
    public boolean await(Deadline deadline) {
      if (slow || notYet.getAsBoolean()) {
        return false;
      }
      if (ids.stream().anyMatch(refused::contains)) {
        answered = true;
        throw new ServerException(
            469,
            "Constraint `positive` for table db.t (00000000-0000-0000-0000-000000000000) is"
                + " violated at row 1. Expression: (id > 0). Column values: id = SECRET.");
      }
      WireException fault = faults.at(Moment.AWAIT, table);
      if (fault == null || storesBeforeLostAnswer) {
        store();
      }
      if (fault != null) {
        throw fault;
      }
      answered = true;
      batchSizes.add(ids.size());
      inUse--;
      return true;
    }

    private void store() {
      if (ids.stream().anyMatch(refused::contains)) {
        return;
      }
      if (!deduplicates || storedTokens.add(table + " " + token)) {
        stored.get(table).addAll(ids);
      }
    }

    @Override
    public boolean finalBlockSent() {
      return ended;
    }

    @Override
    public long rawBytes() {
      return 8L * ids.size();
    }

    @Override
    public long wireBytes() {
      return 8L * ids.size();
    }

    @Override
    public void abort() {
      inUse--;
      if (ended && !answered) {
        switch (abandoned.get()) {
          case STORED -> store();
          case STORED_LATER -> late.add(this::store);
          default -> {}
        }
      }
    }
  }

  /** The values of the block's first column, which has to be a UInt64. */
  private static List<Long> firstColumn(Block block) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    block.writeTo(
        new ByteSink() {
          @Override
          public void writeByte(int value) {
            bytes.write(value);
          }

          @Override
          public void write(byte[] source, int offset, int length) {
            bytes.write(source, offset, length);
          }
        });
    ByteBuffer buffer = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    buffer.position(8); // block info: 01 00 02 ff ff ff ff 00
    readVarInt(buffer);
    int rows = readVarInt(buffer);
    readString(buffer);
    if (!readString(buffer).equals("UInt64")) {
      throw new IllegalStateException("the first column of a fake table must be UInt64");
    }
    List<Long> values = new ArrayList<>(rows);
    for (int row = 0; row < rows; row++) {
      values.add(buffer.getLong());
    }
    return values;
  }

  private static int readVarInt(ByteBuffer buffer) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = buffer.get();
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static String readString(ByteBuffer buffer) {
    byte[] bytes = new byte[readVarInt(buffer)];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
