// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a case has to end.
 *
 * @param query its result is compared with {@code rows}; empty when nothing is to be queried
 * @param rows one JSON array a row, in order
 * @param deadLetters exactly so many, when present
 * @param errorNames one of these has to be in the task's error or in every dead letter's; may be
 *     empty
 * @param task RUNNING, FAILED, or empty when either will do
 */
record Expectation(
    String query, JsonNode rows, OptionalInt deadLetters, List<String> errorNames, String task) {}
