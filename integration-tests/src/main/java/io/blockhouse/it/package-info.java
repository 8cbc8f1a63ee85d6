// SPDX-License-Identifier: Apache-2.0
/**
 * Real servers for tests, benchmarks and the quickstart.
 *
 * <p>Every server stands behind an interface ({@code ClickHouseServer}, {@code KafkaCluster}) and
 * is obtained in one of three ways ({@link io.blockhouse.it.ServerWay}): given by the user, run by
 * a Docker engine, or run as a child process of this JVM. Connect workers are always child
 * processes that load the packaged plugin from their {@code plugin.path}.
 */
package io.blockhouse.it;
