// SPDX-License-Identifier: Apache-2.0
/** Child processes that end with this JVM. */
package io.blockhouse.it.process;
