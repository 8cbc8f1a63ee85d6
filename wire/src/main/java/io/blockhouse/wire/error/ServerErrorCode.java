// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

import static io.blockhouse.wire.error.ServerErrorCode.Disposition.CONFIGURATION;
import static io.blockhouse.wire.error.ServerErrorCode.Disposition.FAIL;
import static io.blockhouse.wire.error.ServerErrorCode.Disposition.RETRY;
import static io.blockhouse.wire.error.ServerErrorCode.Disposition.ROW;
import static io.blockhouse.wire.error.ServerErrorCode.Disposition.SCHEMA;
import static io.blockhouse.wire.error.ServerErrorCode.Disposition.SIZE;
import static io.blockhouse.wire.error.ServerErrorCode.Disposition.SUCCESS;

import java.util.HashMap;
import java.util.Map;

/**
 * The error codes an INSERT may meet and what each asks of the caller. Names are those of the
 * server's {@code errorCodeToName} (26.7). An Exception never proves that nothing was stored: a
 * retry keeps its deduplication token.
 *
 * <p>Looks into the server's text only where a code has two meanings; {@link ServerText} is the
 * only other class that reads it.
 */
public enum ServerErrorCode {
  // Values or rows refused, or their encoding.
  /** A text is not of the form that its type wants. */
  CANNOT_PARSE_TEXT(6, ROW),
  /** A quoted string is not closed, or lacks its quote. */
  CANNOT_PARSE_QUOTED_STRING(26, ROW),
  /** The input does not go on as its format demands. */
  CANNOT_PARSE_INPUT_ASSERTION_FAILED(27, ROW),
  /** The values of a block end too early; also seen for text cut off. */
  ATTEMPT_TO_READ_AFTER_EOF(32, ROW),
  /** A value or column is shorter than announced. */
  CANNOT_READ_ALL_DATA(33, ROW),
  /** A text is no date. */
  CANNOT_PARSE_DATE(38, ROW),
  /** A text is no date with time. */
  CANNOT_PARSE_DATETIME(41, ROW),
  /** A text is no number. */
  CANNOT_PARSE_NUMBER(72, ROW),
  /** A value does not obey its type: JSON text that cannot be read, for one. */
  INCORRECT_DATA(117, ROW),
  /** A text is no IP address. */
  CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING(441, ROW),
  /** A number is outside what a type or function takes. */
  ARGUMENT_OUT_OF_BOUND(69, ROW),
  /** An array has more elements than the server takes. */
  TOO_LARGE_ARRAY_SIZE(128, ROW),
  /** A string is longer than its FixedString, or than the server takes. */
  TOO_LARGE_STRING_SIZE(131, ROW),
  /** The arrays of one flattened Nested differ in length within a row. */
  SIZES_OF_ARRAYS_DONT_MATCH(190, ROW),
  /** A number does not fit its type. */
  VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE(321, ROW),
  /** A decimal has more digits than its type. */
  DECIMAL_OVERFLOW(407, ROW),
  /** A label or number is not among those of the Enum. */
  UNKNOWN_ELEMENT_OF_ENUM(691, ROW),
  /** An expression of the table or of a view called throwIf. */
  FUNCTION_THROW_IF_VALUE_IS_NON_ZERO(395, ROW),
  /** A row violates a CHECK constraint of the table. */
  VIOLATED_CONSTRAINT(469, ROW),
  // The columns sent do not fit the table: its schema may have changed.
  /** The block lacks a column that the table asks for. */
  NOT_FOUND_COLUMN_IN_BLOCK(10, SCHEMA),
  /** A column is named twice. */
  DUPLICATE_COLUMN(15, SCHEMA),
  /** The column list names one that the table does not have, or not any more. */
  NO_SUCH_COLUMN_IN_TABLE(16, SCHEMA),
  /** The block has another number of columns than the INSERT. */
  NUMBER_OF_COLUMNS_DOESNT_MATCH(20, SCHEMA),
  /** A column cannot be written, or not in this form. */
  ILLEGAL_COLUMN(44, SCHEMA),
  /** A column's type is another one than the table's. */
  TYPE_MISMATCH(53, SCHEMA),
  /** There is no cast from the block's type to the table's. */
  CANNOT_CONVERT_TYPE(70, SCHEMA),
  /** NULL for a column that is not Nullable. */
  CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN(349, SCHEMA),
  // The query, the table's expressions or this client are at fault; the same batch fails again.
  /** A function in an expression of the table is given a wrong type. */
  ILLEGAL_TYPE_OF_ARGUMENT(43, FAIL),
  /** The query, or an expression of the table, names something unknown. */
  UNKNOWN_IDENTIFIER(47, FAIL),
  /** The server or the table engine cannot do it. */
  NOT_IMPLEMENTED(48, FAIL),
  /** The server took a wrong turn: a bug there, or bytes that mislead it. */
  LOGICAL_ERROR(49, FAIL),
  /** The server does not know the name of a type. */
  UNKNOWN_TYPE(50, FAIL),
  // Frames or packets damaged or out of step. A damaged link is possible, a client bug likelier.
  /** A frame announces more bytes than a frame may have. */
  TOO_LARGE_SIZE_COMPRESSED(39, FAIL),
  /** A frame does not have the hash that it announces. */
  CHECKSUM_DOESNT_MATCH(40, FAIL),
  /** A frame has no method that the server knows. */
  UNKNOWN_COMPRESSION_METHOD(89, FAIL),
  /** The bytes of a frame are not what its method makes. */
  CANNOT_DECOMPRESS(271, FAIL),
  /** A frame, or a column of the table, has an unknown codec. */
  UNKNOWN_CODEC(432, FAIL),
  /** The server read a packet number that does not exist. */
  UNKNOWN_PACKET_FROM_CLIENT(99, FAIL),
  /** The server read a packet that has no place there. */
  UNEXPECTED_PACKET_FROM_CLIENT(101, FAIL),
  /** A server behind the server answered out of turn. */
  UNEXPECTED_PACKET_FROM_SERVER(102, FAIL),
  // Limits on one INSERT: a smaller batch may pass.
  /** More rows than a limit of the user allows. */
  TOO_MANY_ROWS(158, SIZE),
  /** More columns than a limit of the user allows. */
  TOO_MANY_COLUMNS(161, FAIL),
  /** More bytes than a limit of the user allows. */
  TOO_MANY_BYTES(307, SIZE),
  /** More rows or bytes than a limit of the user allows. */
  TOO_MANY_ROWS_OR_BYTES(396, SIZE),
  /** More partitions than a limit of the table allows. */
  TOO_MANY_PARTITIONS(565, FAIL),
  // What the user or an administrator must mend.
  /** A setting, an engine or a function has arguments that it does not take. */
  BAD_ARGUMENTS(36, CONFIGURATION),
  /** The query cannot be parsed. */
  SYNTAX_ERROR(62, CONFIGURATION),
  /** The server does not know a format. */
  UNKNOWN_FORMAT(73, CONFIGURATION),
  /** The query makes no sense for this table. */
  INCORRECT_QUERY(80, CONFIGURATION),
  /** The server does not know a setting. */
  UNKNOWN_SETTING(115, CONFIGURATION),
  /** There is no such table. */
  UNKNOWN_TABLE(60, CONFIGURATION),
  /** There is no such database. */
  UNKNOWN_DATABASE(81, CONFIGURATION),
  /** The user may only read. */
  READONLY(164, CONFIGURATION),
  /** There is no such user. */
  UNKNOWN_USER(192, CONFIGURATION),
  /** The password is wrong; newer servers say AUTHENTICATION_FAILED. */
  WRONG_PASSWORD(193, CONFIGURATION),
  /** The password is missing; newer servers say AUTHENTICATION_FAILED. */
  REQUIRED_PASSWORD(194, CONFIGURATION),
  /** User or password is wrong. */
  AUTHENTICATION_FAILED(516, CONFIGURATION),
  /** The user may not connect from this address. */
  IP_ADDRESS_NOT_ALLOWED(195, CONFIGURATION),
  /** The user lacks a grant. */
  ACCESS_DENIED(497, CONFIGURATION),
  /** A setting is outside what the user's profile allows. */
  SETTING_CONSTRAINT_VIOLATION(452, CONFIGURATION),
  /** The server is configured not to run such queries. */
  QUERY_NOT_ALLOWED(620, CONFIGURATION),
  /** The table cannot be written on this server, ever. */
  TABLE_IS_PERMANENTLY_READ_ONLY(774, CONFIGURATION),
  /** Deduplication was asked for where it does not work. */
  DEDUPLICATION_IS_NOT_POSSIBLE(764, CONFIGURATION),
  /** The session belongs to another client. */
  CLIENT_INFO_DOES_NOT_MATCH(702, CONFIGURATION),
  // The network, on the server's side.
  /** A connection or file of the server ended too early. */
  UNEXPECTED_END_OF_FILE(3, RETRY),
  /** The server could not read from a connection. */
  CANNOT_READ_FROM_SOCKET(95, RETRY),
  /** The server could not write to a connection. */
  CANNOT_WRITE_TO_SOCKET(96, RETRY),
  /** A connection of the server went silent. */
  SOCKET_TIMEOUT(209, RETRY),
  /** A connection of the server failed. */
  NETWORK_ERROR(210, RETRY),
  /** The server could not resolve the name of another. */
  DNS_ERROR(198, RETRY),
  /** All connections to another server are in use. */
  NO_FREE_CONNECTION(203, RETRY),
  /** No replica behind the server answers. */
  NO_AVAILABLE_REPLICA(265, RETRY),
  /** No server behind the server could be reached. */
  ALL_CONNECTION_TRIES_FAILED(279, RETRY),
  /** No shard of a Distributed table could be reached. */
  NO_REMOTE_SHARD_AVAILABLE(519, RETRY),
  // Load, time and space; most of these want a long back-off.
  /** A file of a part is missing, often for a moment only. */
  FILE_DOESNT_EXIST(107, RETRY),
  /** The query took longer than it may. */
  TIMEOUT_EXCEEDED(159, RETRY),
  /** The query runs slower than it may. */
  TOO_SLOW(160, RETRY),
  /** The server's machine has no memory left. */
  CANNOT_ALLOCATE_MEMORY(173, RETRY),
  /** The query, the user or the server has reached a memory limit. */
  MEMORY_LIMIT_EXCEEDED(241, RETRY),
  /** A limit of the workload was reached. */
  RESOURCE_LIMIT_EXCEEDED(776, RETRY),
  /** The reserved memory of the query was given to another. */
  MEMORY_RESERVATION_KILLED(777, RETRY),
  /** The memory that the query wanted to reserve was not to be had. */
  MEMORY_RESERVATION_FAILED(778, RETRY),
  /** The user's quota is used up for now. */
  QUOTA_EXCEEDED(201, RETRY),
  /** As many queries are running as may. */
  TOO_MANY_SIMULTANEOUS_QUERIES(202, RETRY),
  /** The user has as many sessions as it may. */
  USER_SESSION_LIMIT_EXCEEDED(700, RETRY),
  /** The server refuses work until it has less to do. */
  SERVER_OVERLOADED(745, RETRY),
  /** The connection has lived as long, or served as many queries, as it may. */
  TCP_CONNECTION_LIMIT_REACHED(749, RETRY),
  /** The server takes no new sessions at the moment. */
  SESSION_REFUSED(763, RETRY),
  /** The disk is full. */
  NOT_ENOUGH_SPACE(243, RETRY),
  /** The table has too many parts that wait to be merged. */
  TOO_MANY_PARTS(252, RETRY),
  // Something else holds the table, the part or the query id, or the server is going down.
  /** A query of the same id is running. */
  QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING(216, RETRY),
  /** The table is being dropped, and may be made again. */
  TABLE_IS_DROPPED(218, RETRY),
  /** The table is being attached again. */
  TABLE_IS_BEING_RESTARTED(733, RETRY),
  /** The server stopped the work, as it does when it goes down. */
  ABORTED(236, RETRY),
  /** Another query is using the session. */
  SESSION_IS_LOCKED(373, RETRY),
  /** Another operation holds the part. */
  PART_IS_TEMPORARILY_LOCKED(384, RETRY),
  /** A lock on the table was not to be had in time. */
  DEADLOCK_AVOIDED(473, RETRY),
  /** A transaction holds the part. */
  PART_IS_LOCKED(738, RETRY),
  /** Somebody killed the query, or the server is going down. */
  QUERY_WAS_CANCELLED(394, RETRY),
  /** The server took the client for gone. */
  QUERY_WAS_CANCELLED_BY_CLIENT(735, RETRY),
  /** A thread of the query was stopped. */
  THREAD_WAS_CANCELED(677, RETRY),
  // Keeper and replication.
  /** The server has no session with Keeper. */
  NO_ZOOKEEPER(225, RETRY),
  /** The replica takes no INSERTs while it has lost Keeper. */
  TABLE_IS_READ_ONLY(242, RETRY),
  /** Keeper answered with something unforeseen. */
  UNEXPECTED_ZOOKEEPER_ERROR(244, RETRY),
  /** No replica of the table is active. */
  NO_ACTIVE_REPLICAS(254, RETRY),
  /** There are fewer replicas than insert_quorum asks for. */
  TOO_FEW_LIVE_REPLICAS(285, RETRY),
  /** The INSERT before this one still waits for its quorum. */
  UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE(286, RETRY),
  /** All replicas lag behind. */
  ALL_REPLICAS_ARE_STALE(369, RETRY),
  /** All replicas are marked as lost. */
  ALL_REPLICAS_LOST(415, RETRY),
  /** The replica changed its state during the operation. */
  REPLICA_STATUS_CHANGED(416, RETRY),
  /** The replica is not the one that may do it. */
  NOT_A_LEADER(529, RETRY),
  /** A replicated table has not found its replica in Keeper yet. */
  NOT_INITIALIZED(667, RETRY),
  /** The Replicated database could not pass the statement on. */
  DATABASE_REPLICATION_FAILED(571, RETRY),
  /** Nobody knows whether the transaction was committed. */
  UNKNOWN_STATUS_OF_TRANSACTION(659, RETRY),
  /** The Replicated database could not be read consistently. */
  CANNOT_GET_REPLICATED_DATABASE_SNAPSHOT(709, RETRY),
  /** Keeper failed, or refused a change. */
  KEEPER_EXCEPTION(999, RETRY),
  /** Keeper was lost during the commit: the rows are stored or not. */
  UNKNOWN_STATUS_OF_INSERT(319, RETRY),
  // Infrastructure below the server.
  /** A call of the operating system failed. */
  SYSTEM_ERROR(425, RETRY),
  /** There was no thread to be had. */
  CANNOT_SCHEDULE_TASK(439, RETRY),
  /** The object store failed. */
  S3_ERROR(499, RETRY),
  /** A Distributed table has too much that waits to be sent. */
  DISTRIBUTED_TOO_MANY_PENDING_BYTES(574, RETRY),
  /** A test of the server made it fail. */
  FAULT_INJECTED(710, RETRY),
  /** Something was written after an earlier failure. */
  CANNOT_WRITE_AFTER_BUFFER_CANCELED(734, RETRY),
  /** The server's network library failed. */
  POCO_EXCEPTION(1000, RETRY),
  /** Something below the server failed without a code. */
  STD_EXCEPTION(1001, RETRY),
  /** The server failed and does not know with what. */
  UNKNOWN_EXCEPTION(1002, RETRY),
  // The rows are there already.
  /** Rows under the same token were stored before. */
  INSERT_WAS_DEDUPLICATED(389, SUCCESS),

  /** Code 252 a second time: one INSERT touches more partitions than the server allows. */
  TOO_MANY_PARTITIONS_IN_INSERT(252, SIZE),
  /** Any code not listed here. */
  UNKNOWN(-1, FAIL);

  /** What a caller does about an error. */
  public enum Disposition {
    /** Send the same batch again, under the same token. */
    RETRY,
    /** A value or a row was refused: other rows may well pass. */
    ROW,
    /** The columns do not fit the table: read its description again. */
    SCHEMA,
    /** The batch is too much at once: a smaller one may pass. */
    SIZE,
    /** Stop until somebody has changed a setting, a grant or a table. */
    CONFIGURATION,
    /** Treat the batch as stored. */
    SUCCESS,
    /** The batch cannot pass as it is. */
    FAIL
  }

  /** How 26.7 words the other meaning of 252 (MergeTreeDataWriter.cpp). */
  private static final String TOO_MANY_PARTITIONS_TEXT =
      "Too many partitions for single INSERT block";

  private static final Map<Integer, ServerErrorCode> BY_CODE = new HashMap<>();

  static {
    for (ServerErrorCode error : values()) {
      BY_CODE.putIfAbsent(error.code, error);
    }
  }

  private final int code;
  private final Disposition disposition;

  ServerErrorCode(int code, Disposition disposition) {
    this.code = code;
    this.disposition = disposition;
  }

  /** The row of {@code code}, or {@link #UNKNOWN}; {@code serverText} may be null. */
  public static ServerErrorCode of(int code, String serverText) {
    ServerErrorCode found = BY_CODE.getOrDefault(code, UNKNOWN);
    boolean partitions =
        found == TOO_MANY_PARTS
            && serverText != null
            && serverText.contains(TOO_MANY_PARTITIONS_TEXT);
    return partitions ? TOO_MANY_PARTITIONS_IN_INSERT : found;
  }

  /** The server's name of a code; "UNKNOWN" for one not listed. */
  public static String nameOf(int code) {
    return BY_CODE.getOrDefault(code, UNKNOWN).name();
  }

  /** The number in {@code system.errors}; -1 for {@link #UNKNOWN}. */
  public int code() {
    return code;
  }

  /** What the code asks for when nothing more is known. */
  public Disposition disposition() {
    return disposition;
  }
}
