// SPDX-License-Identifier: Apache-2.0

/**
 * What can go wrong, one exception for each reaction a caller may have. None of their texts holds a
 * value of a row or a password, except the server's own words in {@link
 * io.blockhouse.wire.error.ServerException}.
 */
package io.blockhouse.wire.error;
