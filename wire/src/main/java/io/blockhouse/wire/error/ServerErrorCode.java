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
  CANNOT_PARSE_TEXT(6, ROW),
  CANNOT_PARSE_QUOTED_STRING(26, ROW),
  CANNOT_PARSE_INPUT_ASSERTION_FAILED(27, ROW),
  ATTEMPT_TO_READ_AFTER_EOF(32, ROW),
  CANNOT_READ_ALL_DATA(33, ROW),
  CANNOT_PARSE_DATE(38, ROW),
  CANNOT_PARSE_DATETIME(41, ROW),
  CANNOT_PARSE_NUMBER(72, ROW),
  INCORRECT_DATA(117, ROW),
  CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING(441, ROW),
  ARGUMENT_OUT_OF_BOUND(69, ROW),
  TOO_LARGE_ARRAY_SIZE(128, ROW),
  TOO_LARGE_STRING_SIZE(131, ROW),
  SIZES_OF_ARRAYS_DONT_MATCH(190, ROW),
  VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE(321, ROW),
  DECIMAL_OVERFLOW(407, ROW),
  UNKNOWN_ELEMENT_OF_ENUM(691, ROW),
  FUNCTION_THROW_IF_VALUE_IS_NON_ZERO(395, ROW),
  VIOLATED_CONSTRAINT(469, ROW),
  // The columns sent do not fit the table: its schema may have changed.
  NOT_FOUND_COLUMN_IN_BLOCK(10, SCHEMA),
  DUPLICATE_COLUMN(15, SCHEMA),
  NO_SUCH_COLUMN_IN_TABLE(16, SCHEMA),
  NUMBER_OF_COLUMNS_DOESNT_MATCH(20, SCHEMA),
  ILLEGAL_COLUMN(44, SCHEMA),
  TYPE_MISMATCH(53, SCHEMA),
  CANNOT_CONVERT_TYPE(70, SCHEMA),
  CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN(349, SCHEMA),
  // The query, the table's expressions or this client are at fault; the same batch fails again.
  ILLEGAL_TYPE_OF_ARGUMENT(43, FAIL),
  UNKNOWN_IDENTIFIER(47, FAIL),
  NOT_IMPLEMENTED(48, FAIL),
  LOGICAL_ERROR(49, FAIL),
  UNKNOWN_TYPE(50, FAIL),
  // Frames or packets damaged or out of step. A damaged link is possible, a client bug likelier.
  TOO_LARGE_SIZE_COMPRESSED(39, FAIL),
  CHECKSUM_DOESNT_MATCH(40, FAIL),
  UNKNOWN_COMPRESSION_METHOD(89, FAIL),
  CANNOT_DECOMPRESS(271, FAIL),
  UNKNOWN_CODEC(432, FAIL),
  UNKNOWN_PACKET_FROM_CLIENT(99, FAIL),
  UNEXPECTED_PACKET_FROM_CLIENT(101, FAIL),
  UNEXPECTED_PACKET_FROM_SERVER(102, FAIL),
  // Limits on one INSERT: a smaller batch may pass.
  TOO_MANY_ROWS(158, SIZE),
  TOO_MANY_COLUMNS(161, FAIL),
  TOO_MANY_BYTES(307, SIZE),
  TOO_MANY_ROWS_OR_BYTES(396, SIZE),
  TOO_MANY_PARTITIONS(565, FAIL),
  // What the user or an administrator must mend.
  BAD_ARGUMENTS(36, CONFIGURATION),
  SYNTAX_ERROR(62, CONFIGURATION),
  UNKNOWN_FORMAT(73, CONFIGURATION),
  INCORRECT_QUERY(80, CONFIGURATION),
  UNKNOWN_SETTING(115, CONFIGURATION),
  UNKNOWN_TABLE(60, CONFIGURATION),
  UNKNOWN_DATABASE(81, CONFIGURATION),
  READONLY(164, CONFIGURATION),
  UNKNOWN_USER(192, CONFIGURATION),
  WRONG_PASSWORD(193, CONFIGURATION),
  REQUIRED_PASSWORD(194, CONFIGURATION),
  AUTHENTICATION_FAILED(516, CONFIGURATION),
  IP_ADDRESS_NOT_ALLOWED(195, CONFIGURATION),
  ACCESS_DENIED(497, CONFIGURATION),
  SETTING_CONSTRAINT_VIOLATION(452, CONFIGURATION),
  QUERY_NOT_ALLOWED(620, CONFIGURATION),
  TABLE_IS_PERMANENTLY_READ_ONLY(774, CONFIGURATION),
  DEDUPLICATION_IS_NOT_POSSIBLE(764, CONFIGURATION),
  CLIENT_INFO_DOES_NOT_MATCH(702, CONFIGURATION),
  // The network, on the server's side.
  UNEXPECTED_END_OF_FILE(3, RETRY),
  CANNOT_READ_FROM_SOCKET(95, RETRY),
  CANNOT_WRITE_TO_SOCKET(96, RETRY),
  SOCKET_TIMEOUT(209, RETRY),
  NETWORK_ERROR(210, RETRY),
  DNS_ERROR(198, RETRY),
  NO_FREE_CONNECTION(203, RETRY),
  NO_AVAILABLE_REPLICA(265, RETRY),
  ALL_CONNECTION_TRIES_FAILED(279, RETRY),
  NO_REMOTE_SHARD_AVAILABLE(519, RETRY),
  // Load, time and space; most of these want a long back-off.
  FILE_DOESNT_EXIST(107, RETRY),
  TIMEOUT_EXCEEDED(159, RETRY),
  TOO_SLOW(160, RETRY),
  CANNOT_ALLOCATE_MEMORY(173, RETRY),
  MEMORY_LIMIT_EXCEEDED(241, RETRY),
  RESOURCE_LIMIT_EXCEEDED(776, RETRY),
  MEMORY_RESERVATION_KILLED(777, RETRY),
  MEMORY_RESERVATION_FAILED(778, RETRY),
  QUOTA_EXCEEDED(201, RETRY),
  TOO_MANY_SIMULTANEOUS_QUERIES(202, RETRY),
  USER_SESSION_LIMIT_EXCEEDED(700, RETRY),
  SERVER_OVERLOADED(745, RETRY),
  TCP_CONNECTION_LIMIT_REACHED(749, RETRY),
  SESSION_REFUSED(763, RETRY),
  NOT_ENOUGH_SPACE(243, RETRY),
  TOO_MANY_PARTS(252, RETRY),
  // Something else holds the table, the part or the query id, or the server is going down.
  QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING(216, RETRY),
  TABLE_IS_DROPPED(218, RETRY),
  TABLE_IS_BEING_RESTARTED(733, RETRY),
  ABORTED(236, RETRY),
  SESSION_IS_LOCKED(373, RETRY),
  PART_IS_TEMPORARILY_LOCKED(384, RETRY),
  DEADLOCK_AVOIDED(473, RETRY),
  PART_IS_LOCKED(738, RETRY),
  QUERY_WAS_CANCELLED(394, RETRY),
  QUERY_WAS_CANCELLED_BY_CLIENT(735, RETRY),
  THREAD_WAS_CANCELED(677, RETRY),
  // Keeper and replication.
  NO_ZOOKEEPER(225, RETRY),
  TABLE_IS_READ_ONLY(242, RETRY),
  UNEXPECTED_ZOOKEEPER_ERROR(244, RETRY),
  NO_ACTIVE_REPLICAS(254, RETRY),
  TOO_FEW_LIVE_REPLICAS(285, RETRY),
  UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE(286, RETRY),
  ALL_REPLICAS_ARE_STALE(369, RETRY),
  ALL_REPLICAS_LOST(415, RETRY),
  REPLICA_STATUS_CHANGED(416, RETRY),
  NOT_A_LEADER(529, RETRY),
  NOT_INITIALIZED(667, RETRY),
  DATABASE_REPLICATION_FAILED(571, RETRY),
  UNKNOWN_STATUS_OF_TRANSACTION(659, RETRY),
  CANNOT_GET_REPLICATED_DATABASE_SNAPSHOT(709, RETRY),
  KEEPER_EXCEPTION(999, RETRY),
  UNKNOWN_STATUS_OF_INSERT(319, RETRY),
  // Infrastructure below the server.
  SYSTEM_ERROR(425, RETRY),
  CANNOT_SCHEDULE_TASK(439, RETRY),
  S3_ERROR(499, RETRY),
  DISTRIBUTED_TOO_MANY_PENDING_BYTES(574, RETRY),
  FAULT_INJECTED(710, RETRY),
  CANNOT_WRITE_AFTER_BUFFER_CANCELED(734, RETRY),
  POCO_EXCEPTION(1000, RETRY),
  STD_EXCEPTION(1001, RETRY),
  UNKNOWN_EXCEPTION(1002, RETRY),
  // The rows are there already.
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
