// SPDX-License-Identifier: Apache-2.0
/**
 * Plays cases drawn from public reports (tables, records, expected rows) through the packaged
 * plugin, in a real worker or with its task alone, and says which pass.
 */
package io.blockhouse.it.evidence.cases;
