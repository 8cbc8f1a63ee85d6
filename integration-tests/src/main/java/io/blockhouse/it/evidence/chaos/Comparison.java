// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * What the table holds against what was produced.
 *
 * @param produced records that the broker acknowledged
 * @param lost of these, those without a row
 * @param duplicated rows beyond the first of their record
 * @param wrong rows with a damaged checksum, or of records never produced
 * @param duplicates the same by excuse
 * @param details the first of what is wrong
 */
record Comparison(
    long produced,
    long lost,
    long duplicated,
    long wrong,
    Duplicates duplicates,
    List<String> details) {
  static Comparison of(long[] produced, ChaosTable table, AdmittedRanges admitted) {
    long all = 0;
    for (long records : produced) {
      all += records;
    }
    long[] different = new long[produced.length];
    long duplicated = 0;
    long wrong = 0;
    List<String> details = new ArrayList<>();
    for (String line : lines(table.summary())) {
      long[] row = numbers(line);
      int partition = (int) row[0];
      if (partition >= produced.length || row[3] >= produced[partition] || row[4] > 0) {
        wrong += Math.max(row[4], 1);
        details.add("wrong rows: partition, rows, numbers, greatest number, damaged: " + line);
      }
      if (partition >= produced.length) {
        continue;
      }
      different[partition] = row[2];
      duplicated += row[1] - row[2];
    }
    long lost = 0;
    for (int partition = 0; partition < produced.length; partition++) {
      long missing = produced[partition] - different[partition];
      lost += missing;
      if (missing > 0) {
        lines(table.gaps(partition, produced[partition]))
            .forEach(gap -> details.add("lost: a range [from, to) of a partition: " + gap));
      }
    }
    Duplicates duplicates = new Duplicates();
    for (String line : lines(table.copies())) {
      long[] row = numbers(line);
      duplicates.add((int) row[0], row[1], row[2], admitted);
    }
    details.addAll(duplicates.details());
    return new Comparison(all, lost, duplicated, wrong, duplicates, details);
  }

  boolean holds(Guarantee guarantee) {
    long tooMany = guarantee == Guarantee.EXACTLY_ONCE ? duplicated : duplicates.unexcused();
    return lost == 0 && wrong == 0 && tooMany == 0;
  }

  private static List<String> lines(String result) {
    return result.isBlank() ? List.of() : result.lines().toList();
  }

  private static long[] numbers(String line) {
    String[] fields = line.split("\t");
    long[] numbers = new long[fields.length];
    for (int i = 0; i < fields.length; i++) {
      numbers[i] = Long.parseLong(fields[i]);
    }
    return numbers;
  }
}
