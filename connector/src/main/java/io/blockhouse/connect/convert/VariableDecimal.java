// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Struct;

/** Reads Debezium's VariableScaleDecimal: scale and unscaled value in each record. */
final class VariableDecimal {
  private VariableDecimal() {}

  static BigDecimal of(Struct struct) {
    Object value = struct.get("value");
    byte[] unscaled;
    if (value instanceof ByteBuffer buffer) {
      unscaled = new byte[buffer.remaining()];
      buffer.get(buffer.position(), unscaled);
    } else {
      unscaled = (byte[]) value;
    }
    return new BigDecimal(new BigInteger(unscaled), struct.getInt32("scale"));
  }
}
