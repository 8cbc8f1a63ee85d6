// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.type.ClickHouseType;

/**
 * Name and type of a column of a block.
 *
 * @param name unescaped
 * @param type exactly the type the server expects; nothing is cast
 */
public record ColumnDefinition(String name, ClickHouseType type) {}
