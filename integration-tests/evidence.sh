#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Shows one of the claims about Blockhouse by running it, and prints what it measured as one line of
# JSON at the end. Ends with a status other than 0 when the claim does not hold.
#
#   bash integration-tests/evidence.sh NAME [arguments]
#
#   memory     heap of an INSERT by its rows, and of idle tables; needs 3 GB of free memory, about
#              two minutes
#   stream [ROWS]
#              drains a topic of clicks (default 5,000,000) through a real worker at -Xmx256m in
#              batches of three sizes: rows per second and live heap
#   fuzz [--iterations N] [--seed S]
#              N damaged server sessions (default 200000) against a connection of wire: only typed
#              exceptions, no hang, bounded allocation
#   chaos [--guarantee at-least-once|exactly-once] [--seed S] [--minutes M] [--rate R]
#              feeds a topic through two real workers while ClickHouse, Keeper, workers, the
#              connector and its connections fail on a schedule made from the seed; then compares
#              the table with what was produced
#   backlog [--records N]
#              drains a backlog (default 10,000,000) through a worker at -Xmx128m, alone and beside
#              a table that is missing and a server that is down: rate and live heap
#   cases DIR [--direct] [--only C05,C10]
#              runs every Cxx.json of a folder through the packaged plugin against a real ClickHouse
#
# BLOCKHOUSE_IT_SERVERS=docker|local   how servers are run (default: Docker where an engine answers,
#                                      else local child processes)
# BLOCKHOUSE_CACHE=DIR                 where the ClickHouse library is kept (default ~/.cache/blockhouse)
# BLOCKHOUSE_EVIDENCE_HEAP=SIZE   heap of the JVM that measures (default 512m)
set -euo pipefail

program=evidence
source "$(dirname "${BASH_SOURCE[0]}")/build-if-needed.sh"

name="${1:-}"
[[ "$name" =~ ^[a-z]+$ ]] || fail "name what is to be shown, for example: evidence.sh fuzz"
shift
# The main class of 'fuzz' is FuzzEvidence.
main="io.blockhouse.it.evidence.${name^}Evidence"
[ -f "$module/target/classes/${main//.//}.class" ] || fail "there is no evidence called '$name'"

exec "$java" "-Xmx${BLOCKHOUSE_EVIDENCE_HEAP:-512m}" -Dblockhouse.it.home="$module" \
  -cp "$module/target/classes:$(cat "$built")" "$main" "$@"
