// SPDX-License-Identifier: Apache-2.0
/** Real Kafka: broker, Connect workers, and clients of both. */
package io.blockhouse.it.kafka;
