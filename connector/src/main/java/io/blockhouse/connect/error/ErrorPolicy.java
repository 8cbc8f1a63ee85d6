// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.error;

import io.blockhouse.connect.ledger.ClaimException;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.ledger.UnfitTableException;
import io.blockhouse.connect.schema.SchemaChangeException;
import io.blockhouse.connect.table.MissingColumnException;
import io.blockhouse.connect.table.MissingTableException;
import io.blockhouse.connect.table.TableChangedException;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerErrorCode;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.UnsupportedCompressionException;
import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.error.WireException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/** The only place that says what a failure means, and the only one that words it for the user. */
public final class ErrorPolicy {
  private static final int UNKNOWN_TABLE = 60;
  private static final int UNKNOWN_DATABASE = 81;
  private static final int READONLY = 164;
  private static final int ACCESS_DENIED = 497;
  private static final int MEMORY_LIMIT_EXCEEDED = 241;

  private ErrorPolicy() {}

  /** What is to be done about a failure. */
  public static Decision decide(Throwable failure) {
    if (failure instanceof ConnectionException) {
      return Decision.RETRY;
    }
    if (failure instanceof ConversionException) {
      return Decision.RECORD;
    }
    // A table that was altered, or a link that garbles, is over with the next try or not at all.
    if (failure instanceof MissingTableException
        || failure instanceof MissingColumnException
        || failure instanceof UnsupportedTypeException
        || failure instanceof TableChangedException
        || failure instanceof ProtocolException) {
      return Decision.TABLE;
    }
    if (failure instanceof ClaimException || failure instanceof UnfitTableException) {
      return Decision.TABLE;
    }
    // A refused statement of our own says nothing about records, and concerns no other table.
    if (failure instanceof SchemaChangeException change) {
      return passes(change.serverFailure()) ? Decision.RETRY : Decision.TABLE;
    }
    if (failure instanceof LedgerException ledger) {
      return passes(ledger.wireFailure()) ? Decision.RETRY : Decision.TABLE;
    }
    if (failure instanceof ServerException server) {
      return decide(server);
    }
    return Decision.FATAL;
  }

  private static boolean passes(WireException failure) {
    return failure instanceof ConnectionException
        || failure instanceof ServerException server
            && server.errorCode().disposition() == ServerErrorCode.Disposition.RETRY;
  }

  private static Decision decide(ServerException failure) {
    if (failure.code() == UNKNOWN_TABLE || failure.code() == UNKNOWN_DATABASE) {
      return Decision.TABLE;
    }
    if (failure.failedView().isPresent()
        && failure.errorCode().disposition() != ServerErrorCode.Disposition.RETRY) {
      return Decision.VIEW;
    }
    return switch (failure.errorCode().disposition()) {
      case RETRY -> Decision.RETRY;
      case ROW -> Decision.RECORD;
      case SIZE -> Decision.SMALLER;
      case CONFIGURATION -> Decision.FATAL;
      case SUCCESS -> Decision.STORED;
      default -> Decision.TABLE;
    };
  }

  /** Whether the failure can mean that the table is no longer as it was described. */
  public static boolean tableMayHaveChanged(Throwable failure) {
    return failure instanceof TableChangedException
        || failure instanceof MissingTableException
        || failure instanceof MissingColumnException
        || failure instanceof UnsupportedTypeException
        || (failure instanceof ServerException && decide(failure) == Decision.TABLE);
  }

  /** The failure and what to do, without values of records and without a full stop at the end. */
  public static String describe(Throwable failure) {
    String text = text(failure);
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static String text(Throwable failure) {
    if (failure instanceof SchemaChangeException change) {
      return change.getMessage() + advice(change);
    }
    if (failure instanceof ServerException server) {
      return server.getMessage() + advice(server);
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static String advice(SchemaChangeException failure) {
    return switch (serverCode(failure)) {
      case 0 -> "";
      case ACCESS_DENIED, READONLY ->
          ": grant the user "
              + failure.privilege()
              + " on the table, or change the table yourself and set schema.evolution and"
              + " table.create to none";
      case UNKNOWN_DATABASE -> ": create the database; only tables are created";
      default ->
          ": check the table.create options, or change the table yourself; the statement is in the"
              + " worker's log";
    };
  }

  private static String advice(ServerException failure) {
    return switch (failure.code()) {
      case UNKNOWN_TABLE -> ": create the table, or route the topic to another one";
      case UNKNOWN_DATABASE -> ": create the database, or change clickhouse.database";
      case 192, 193, 194, 516 -> ": check clickhouse.user and clickhouse.password";
      case 497 -> ": grant the user INSERT and SELECT on the table";
      case 115, 452 -> ": check the names and values under clickhouse.settings.*";
      case 252 ->
          ": the table has too many parts; larger batches (batch.max.rows, batch.linger.ms) make"
              + " fewer, and merges need time to catch up";
      case 241 ->
          ": the server ran out of memory for the query; lower batch.max.rows or batch.max.bytes";
      case 242 -> ": the table is read-only; check its replica and Keeper";
      case 469 -> ": a row violates a CHECK constraint of the table";
      default -> ": see the server's log and system.errors for its own words";
    };
  }

  /** The code of the server's answer, 0 when the failure is not the server's. */
  public static int serverCode(Throwable failure) {
    if (failure instanceof SchemaChangeException change) {
      return change.serverFailure() == null ? 0 : change.serverFailure().code();
    }
    if (failure instanceof LedgerException ledger) {
      return serverCode(ledger.wireFailure());
    }
    return failure instanceof ServerException server ? server.code() : 0;
  }

  /**
   * Whether smaller batches may help a failure that is otherwise worth a plain retry. Not when a
   * view was short of memory: then the table has stored the rows already.
   */
  public static boolean mayBeTooLarge(Throwable failure) {
    return serverCode(failure) == MEMORY_LIMIT_EXCEEDED
        && !(failure instanceof ServerException server && server.failedView().isPresent());
  }

  /** What a record is told that the server, not this connector, refused; without its values. */
  public static ConversionException refusal(TableId table, Throwable cause) {
    String constraint =
        cause instanceof ServerException server
            ? server.violatedConstraint().map(name -> " (constraint `" + name + "`)").orElse("")
            : "";
    return new ConversionException(
        "ClickHouse refuses the record for table " + table + constraint + ": " + describe(cause));
  }

  /** The exception that ends the task because a view fails on rows that its table has stored. */
  public static ConnectException viewFailure(TableId table, String rows, ServerException cause) {
    return new ConnectException(
        viewFails(table, rows, cause)
            + cause.getMessage()
            + ". Mend or drop the view, then restart the task. It will write these rows again, so"
            + " delete them first, or give the table a deduplication window (ALTER TABLE "
            + table
            + " MODIFY SETTING non_replicated_deduplication_window = 1000): with one, rows are sent"
            + " again without being doubled",
        cause);
  }

  /** The same where a token keeps the rows from being doubled. */
  public static ConnectException claimedViewFailure(
      TableId table, String rows, ServerException cause) {
    return new ConnectException(
        viewFails(table, rows, cause)
            + describe(cause)
            + ". Mend or drop the view, then restart the task and leave the rows where they are:"
            + " they are sent again under their token, which fills the view and not the table",
        cause);
  }

  private static String viewFails(TableId table, String rows, ServerException cause) {
    return "Materialized view "
        + cause.failedView().orElse("")
        + " fails on rows that table "
        + table
        + " has already stored ("
        + rows
        + "): ";
  }

  /** The exception that ends the task because of one record. */
  public static ConnectException recordFailure(SinkRecord record, ConversionException cause) {
    return new ConnectException(
        "Record at "
            + where(record)
            + " cannot be written: "
            + describe(cause)
            + ". Mend or skip the record, or set errors.tolerance=all with"
            + " errors.deadletterqueue.topic.name to set such records aside",
        cause);
  }

  /** The exception that ends the task at start because it cannot work as configured. */
  public static ConnectException startFailure(Throwable cause) {
    String what =
        cause instanceof UnsupportedCompressionException
            ? ""
            : "ClickHouse refuses the connection: ";
    return new ConnectException(what + describe(cause), cause);
  }

  /** The exception that ends the task at start because there is no ledger. */
  public static ConnectException ledgerFailure(LedgerException cause) {
    return new ConnectException(
        describe(cause) + ". Without a ledger use delivery.guarantee=at-least-once", cause);
  }

  /** The exception that ends the task because a table, or all of them, cannot be written. */
  public static ConnectException tableFailure(TableId table, Throwable cause) {
    return new ConnectException(
        "Table "
            + table
            + " cannot be written: "
            + describe(cause)
            + ". Nothing is lost. Restart the task when that is done",
        cause);
  }

  /** The exception that ends the task because retrying went on for {@code retry.timeout.ms}. */
  public static ConnectException retriesExhausted(TableId table, long ms, Throwable cause) {
    return new ConnectException(
        "Table "
            + table
            + " could not be written for "
            + ms
            + " ms (retry.timeout.ms): "
            + describe(cause),
        cause);
  }

  /** The exception that ends the task because a dead letter could not be reported. */
  public static ConnectException reportFailure(SinkRecord record, Throwable cause) {
    return new ConnectException(
        "Record at "
            + where(record)
            + " cannot be written and could not be reported either; check errors.tolerance and the"
            + " dead letter queue",
        cause);
  }

  private static String where(SinkRecord record) {
    return record.originalTopic()
        + "-"
        + record.originalKafkaPartition()
        + "-"
        + record.originalKafkaOffset();
  }
}
