// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** The last header of a name. */
final class HeaderText extends RecordText {
  private final String name;

  HeaderText(String name) {
    super("${header:" + name + "}");
    this.name = name;
  }

  @Override
  Object find(SinkRecord record) {
    Header header = record.headers().lastWithName(name);
    return header == null ? null : header.value();
  }

  @Override
  String advice() {
    return "Send the header as text, and set header.converter to"
        + " org.apache.kafka.connect.storage.StringConverter so that no text is taken for a number"
        + " or a date";
  }
}
