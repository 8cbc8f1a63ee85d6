// SPDX-License-Identifier: Apache-2.0
/** Claims about Blockhouse, shown by running them: the main classes of {@code evidence.sh}. */
package io.blockhouse.it.evidence;
