#!/usr/bin/env bash
# nocstep plan: the plans of algorithms on tori, beside their closed forms; who waits, and who does not;
# the tables of docs/algorithms.md; what is refused. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# plan TOPOLOGY ALGORITHM ARGUMENT...: into a.goal, and a.yaml that runs it there.
plan() {
  local topology=$1
  shift
  printf 'topology: %s\nworkload: {plan: a.goal}\n' "$topology" >a.yaml
  "$nocstep" plan "$@" --topology "$topology" --out a.goal -q >out 2>err
}

# ---- No packet ever waits: a hop of F flits takes F + 7 cycles in the network, and ports are never idle.
alone() { # COMPLETION FLITS
  echo ".plan.completion == $1 and .network_latency.mean == $2 + 7 and .network_latency.max == $2 + 7 and
    .flits.hops == .flits.delivered and .result == \"pass\""
}
for q in 2 3 4 8; do
  for flits in 16 128; do
    plan "torus:${q}x$q" cannon-aligned --bytes $((8 * flits))
    passes "cannon-aligned on $q x $q, $flits flits" "$(alone $((2 * (q - 1) * flits + 9)) $flits)" a.yaml --router ref
  done
done
for grid in 1/torus:5 2/torus:3x5 3/torus:4x4x4 3/torus:3x4x5 4/torus:3x3x3x3; do
  plan "${grid#*/}" ghost --bytes 512 --rounds 3 --compute 40
  passes "ghost on ${grid#*/}" "$(alone $((3 * (2 * ${grid%/*} * 64 + 9) + 2 * 40)) 64)" a.yaml --router ref
done

# ---- The same on RTL; one hop a message, but for those of cannon-straight.
for a in cannon summa; do
  plan torus:4x4 "$a" --bytes 200
  passes "$a in lockstep" '.lockstep.mismatches == 0 and .lockstep.bits_compared > 0 and
    .flits.hops == .flits.delivered' a.yaml --router lockstep
done
plan torus:4x4 cannon-aligned --bytes 200
passes "cannon-aligned in lockstep" ".lockstep.mismatches == 0 and $(alone $((6 * 25 + 9)) 25)" a.yaml --router lockstep
plan torus:3x3x3 ghost --bytes 200
passes "ghost in lockstep" ".lockstep.mismatches == 0 and $(alone $((6 * 25 + 9)) 25)" a.yaml --router lockstep
plan torus:3x2x2 matmul3d --bytes 200 --compute 9 --rounds 2
passes "matmul3d in lockstep" '.lockstep.mismatches == 0 and .lockstep.bits_compared > 0 and
  .flits.hops == .flits.delivered and
  .plan.completed == .plan.operations' a.yaml --router lockstep
plan torus:4x4 cannon-straight
passes "cannon-straight goes farther" '.flits.hops > .flits.delivered' a.yaml --router ref
"$nocstep" plan ghost --topology torus:3x3 --bytes 1 --out said.goal >out
holds "what a plan is, in words" grep -qx 'said.goal: ghost of 9 ranks, 36 messages of 1 bytes, [0-9]* operations' out
plan torus:3x3 ghost --bytes 1
passes "from a pipe" '.plan.messages == 36 and .flits.delivered == 36' a.yaml --router ref \
  --set workload.plan=<("$nocstep" plan ghost --topology torus:3x3 --bytes 1)

# ---- Nothing to send; lengths in packets; JSON.
plan torus:1x1 summa
passes "one rank" '.plan.messages == 0 and .result == "pass"' a.yaml --router ref
plan torus:1x2 ghost --bytes 100000
passes "long blocks" '.plan.messages == 4 and .flits.delivered == 4 * 12500' a.yaml --router ref
"$nocstep" plan summa --topology torus:4x6 --rounds 2 --out a.goal --json - >out 2>err
holds "JSON" jq -e '.schema == "nocstep.plan/1" and .algorithm == "summa" and .ranks == 24 and .bytes == 1024 and
  .rounds == 2 and .messages == 2 * 12 * (4 * 5 + 6 * 3) and .operations == 2 * .messages + 2 * 12 * 24' out
holds "as many in the file" test "$(grep -c send a.goal)" -eq "$(jq .messages out)"
"$nocstep" list algorithms >out 2>err
holds "they are listed" grep -q '^  matmul3d ' out

# ---- What the page says: in the quick tier the rows of up to 16 nodes.
tables=small rows=6
[ "${NOCSTEP_LONG:-0}" != 1 ] || tables='' rows=15
NOCSTEP=$nocstep "$source_tree/docs/algorithms.sh" $tables >tables 2>err
holds "the tables have rows" test "$(grep -c '^| .*[0-9]' tables)" -ge $rows
missing=$(grep -Fxv -f "$source_tree/docs/algorithms.md" tables)
verdict "tables of docs/algorithms.md" "$([ -z "$missing" ] && echo yes)" "$missing $(head -c 300 err)"

# ---- Refused.
no() { # PATTERN ARGUMENT...
  local pattern=$1
  shift
  within 100 "$nocstep" plan "$@" >out 2>err </dev/null
  rc=$?
  refused "$*" 2 "$pattern"
}
no "^nocstep plan: there is no algorithm 'suma' \(nearest: 'summa'\); there must be one of cannon, " suma --topology torus:4x4
no '^nocstep plan: there is no --topology; there must be --topology T$' summa
no '^--topology: column 8 of .torus:4y' cannon --topology torus:4y
no '^--topology is torus:4x3 for cannon; it must be a grid of 2 equal dimensions$' cannon --topology torus:4x3
no '^--topology is torus:4x4 for matmul3d; it must be a grid of 3 dimensions$' matmul3d --topology torus:4x4
no '^--topology is octagon:8; it must be a mesh, torus, ring or hypercube of one node a router$' ghost --topology octagon:8
no "^--bytes is '0'; it must be 1 to 1073741824$" ghost --topology ring:4 --bytes 0
no '^the plan of this algorithm needs about' ghost --topology torus:100x100x100 --rounds 1000000
no '^nowhere/a.goal: cannot be written' ghost --topology ring:4 --out nowhere/a.goal
no '^--json is a.goal, as for --out; it must be another file$' ghost --topology ring:4 --out a.goal --json a.goal

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
