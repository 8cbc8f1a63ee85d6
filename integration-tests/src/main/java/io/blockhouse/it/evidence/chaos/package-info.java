// SPDX-License-Identifier: Apache-2.0

/**
 * Faults on a seeded schedule against real servers while records flow, and a comparison of what
 * arrived with what was produced.
 */
package io.blockhouse.it.evidence.chaos;
