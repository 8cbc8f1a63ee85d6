// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

/** The kinds of types that can be written. */
public enum TypeFamily {
  INT8,
  INT16,
  INT32,
  INT64,
  UINT8,
  UINT16,
  UINT32,
  UINT64,
  FLOAT32,
  FLOAT64,
  BOOL,
  STRING,
  FIXED_STRING,
  DATE,
  DATETIME,
  DATETIME64,
  UUID,
  NULLABLE,
  ARRAY
}
