#!/usr/bin/env bash
# Flow rate: the table of docs/timing.md is what is measured, and what the closed forms there say; a run
# whose buffers do not carry the full rate says so in one line, and others say nothing.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# ---- The table.
sed -n '/^| switching | p | L /,$p' "$source_tree/docs/timing.md" >table
NOCSTEP=$nocstep within 200 "$source_tree/tests/bench/flow_rate.sh" >measured 2>err
holds 'docs/timing.md: the table is what is measured' diff table measured
# The closed forms, written once more. Prints rows that differ, and how many numbers it has seen.
awk -F ' *[|] *' 'NR == 1 { for (i = 7; i < NF; i++) { sub(/^D = /, "", $i); depth[i] = $i } }
  NR > 2 {
    flits = $5; loop = $3 + 2 + 2 * ($4 - 1); cut = $2 == "cut-through"
    full = loop + (cut ? flits - 1 : 0)
    if ($6 != full) print "full from", $0
    for (i = 7; i < NF; i++) {
      if (cut && depth[i] < flits) { if ($i != "") print "too long", $0; continue }
      packets = int(depth[i] / flits)
      time = cut ? (loop + flits - 1 - depth[i] % flits) / packets : flits * loop / depth[i]
      rate = time > flits ? flits / time : 1
      if ((rate == 1) != (depth[i] >= full) || $i != sprintf("%.3f", rate)) print "rate", i, $0
      seen++
    }
  }
  END { print seen }' table >forms
holds 'and what the closed forms say' diff forms <(echo 90)

# ---- The line.
cat >one.yaml <<'END'
topology: mesh:2x2
router: {vcs: 1, depth: 8, switching: cut-through}
workload: {traffic: uniform, load: 0.1, packet_flits: 8}
run: {cycles: 500}
END
says() { # NAME LINE ARGUMENT...: a run passes, and its summary has this line.
  local name=$1 line=$2
  shift 2
  run "$@"
  if [ "$rc" -eq 0 ] && [ "$(grep -c 'flow rate' out)" -eq 1 ] && grep -qxF "  flow rate  $line" out && [ ! -s err ]; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc, $(grep 'flow rate' out), $(head -c 200 err)"
  fi
}
silent() { # NAME ARGUMENT...: a run passes, without such a line.
  local name=$1
  shift
  run "$@"
  holds "$name" test "$rc" -eq 0 -a "$(cat out err | grep -Ec 'flow rate|^note')" -eq 0
  run "$@" --json -
  holds "$name, JSON" test "$rc" -eq 0 -a ! -s err
}
says 'one VC' "a VC carries 0.667 of a link's rate with packets of 8 flits, all of it from depth 12 on; a packet has one to take" one.yaml
says 'two VCs' "a VC carries 0.667 of a link's rate with packets of 8 flits, all of it from depth 12 on; the 2 that a packet may take carry all of it together" one.yaml --set router.vcs=2
says 'two that carry less' "a VC carries 0.400 of a link's rate, all of it from depth 5 on; the 2 that a packet may take carry 0.800 together" \
  one.yaml --set router.vcs=2 --set router.switching=wormhole --set router.depth=2
says 'a network each' "a VC carries 0.400 of a link's rate, all of it from depth 5 on; a packet has one to take" \
  one.yaml --set router.vcs=2 --set router.networks=2 --set router.switching=wormhole --set router.depth=2
says 'a class each' "a VC carries 0.400 of a link's rate, all of it from depth 5 on; a packet has one to take" \
  one.yaml --set topology=torus:4x4 --set router.vcs=2 --set router.switching=wormhole --set router.depth=2
says 'long links' "a VC carries 0.727 of a link's rate, all of it from depth 11 on; a packet has one to take" \
  one.yaml --set router.switching=wormhole --set router.link_latency=4
says 'lengths that differ' "a VC carries 0.667 of a link's rate with packets of 8 flits, all of it from depth 12 on; a packet has one to take" \
  one.yaml --set workload.packet_flits=1:0.5,8:0.5
silent 'enough' one.yaml --set router.depth=12
silent 'enough, pipeline 2' one.yaml --set router.depth=11 --set router.pipeline=2
silent 'enough, wormhole' one.yaml --set router.depth=5 --set router.switching=wormhole
run one.yaml --json -
holds 'without a summary: one line' test "$rc" -eq 0 -a "$(wc -l <err)" -eq 1
holds 'on standard error' grep -q "^note: a VC carries 0.667 of a link's rate" err
run one.yaml --set router.vcs=2 --json -
holds 'not if several VCs carry it' test ! -s err
run one.yaml -q
holds 'not when quiet' test ! -s err

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
