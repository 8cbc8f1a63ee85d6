// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import java.util.List;
import java.util.Map;

/**
 * What stands in the brackets of a JSON type. The server applies all of it to the texts it is sent;
 * a writer needs it only to foresee a refusal.
 *
 * @param typedPaths path, dots between its keys, to the name of the type it has; in the order of
 *     the type name. The names are not interpreted: any type of the server's will do here
 * @param skippedPaths paths that are not stored
 * @param skippedPatterns regular expressions of such paths
 */
public record JsonArguments(
    Map<String, String> typedPaths, List<String> skippedPaths, List<String> skippedPatterns) {}
