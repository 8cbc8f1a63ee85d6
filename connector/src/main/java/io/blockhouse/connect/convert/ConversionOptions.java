// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * How values meet columns.
 *
 * @param nullAsDefault a null for a column that can hold none becomes the type's zero instead of an
 *     error ({@code null.as.default})
 * @param failOnUnknownFields a field that no column takes is an error instead of being reported and
 *     skipped ({@code unknown.fields=fail})
 */
public record ConversionOptions(boolean nullAsDefault, boolean failOnUnknownFields) {}
