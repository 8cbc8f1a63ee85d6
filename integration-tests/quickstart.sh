#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts a real Kafka broker, a real Connect worker with the packaged plugin and a real ClickHouse on
# free loopback ports, sends click events through them and checks that the table holds every one.
#
#   bash integration-tests/quickstart.sh [--rows N] [--keep]
#
#   --rows N   how many events (default 500000)
#   --keep     leave everything running until Ctrl-C, and print the addresses and the config used
#
# BLOCKHOUSE_IT_SERVERS=docker|local   how Kafka and ClickHouse are run (default: Docker where an
#                                      engine answers, else local child processes)
# BLOCKHOUSE_CACHE=DIR                 where the ClickHouse library is kept (default ~/.cache/blockhouse)
set -euo pipefail

program=quickstart
source "$(dirname "${BASH_SOURCE[0]}")/build-if-needed.sh"

exec "$java" -Xmx256m -Dblockhouse.it.home="$module" \
  -cp "$module/target/classes:$(cat "$built")" \
  io.blockhouse.it.quickstart.Quickstart "$@"
