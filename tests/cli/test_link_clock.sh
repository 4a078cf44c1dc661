#!/usr/bin/env bash
# Links with a clock of their own, from the command line: the key in files, by --set, in results and
# reports; what is refused; golden, RTL and lockstep, threads, ranks where there are some, RTL at rest;
# a run that hangs says what such links hold; a slow link carries its ratio. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >t.yaml <<'END'
topology: mesh:4x4
workload: {traffic: uniform, load: 0.2}
link: {clock_ratio: 0.6}
run: {cycles: 300}
END
printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc}\n' >coded.yaml
printf 'topology: torus:4x4\nrouter: {routing: source}\nworkload: {collective: alltoall, scheme: scheduled}\n' >steps.yaml
slow=(--set link.clock_ratio=0.6)

# ---- The key.
passes 'a mapping' '.scenario.link == {clock_ratio: 0.6} and .packets.in_flight == 0' t.yaml
passes 'by --set' '.scenario.link == {clock_ratio: 1000}' t.yaml --set link.clock_ratio=1000
passes '1 is none' '.scenario | has("link") | not' t.yaml --set link.clock_ratio=1
run t.yaml
holds 'the summary' grep -q '^network  .*, 0.6 cycles of a link in one of the routers$' out
holds 'a note on the flow rate' grep -q 'a VC carries at least 0.[0-9]* of a link.s rate, all of it from depth [0-9]* on' out
run t.yaml --set run.max_age=30 --report report -q
holds 'a report' test "$rc" -eq 1
holds 'has the mapping' diff <(grep -A1 '^link:' report/scenario.yaml) <(printf 'link:\n  clock_ratio: 0.6\n')
(cd report && NOCSTEP=$nocstep sh ./repro.sh -q) >out 2>again
holds 'and is the same failure again' grep -Fxq "$(grep '^age: ' err)" again
within 60 "$nocstep" list keys --json - >out 2>err
holds 'the list of keys' grep -q '"link.clock_ratio"' out

# ---- What is refused.
bad() { # NAME TEXT PATTERN
  printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.2}\nlink: %s\nrun: {cycles: 30}\n' "$2" >bad.yaml
  refuse "$1" 2 "^bad.yaml:3:$3$" bad.yaml
}
ratio='0.001 to 1000, with up to six digits behind the point'
bad 'a ratio of 0' '{clock_ratio: 0}' "21: link.clock_ratio is '0'; it must be $ratio"
bad 'below 0' '{clock_ratio: -0.5}' "21: link.clock_ratio is '-0.5'; it must be $ratio"
bad 'too small' '{clock_ratio: 0.0009}' "21: link.clock_ratio is '0.0009'; it must be $ratio"
bad 'too large' '{clock_ratio: 1000.1}' "21: link.clock_ratio is '1000.1'; it must be $ratio"
bad 'a fraction' '{clock_ratio: 1/3}' "21: link.clock_ratio is '1/3'; it must be $ratio"
bad 'an unknown key' '{clock: 2}' "8: link.clock is an unknown key.*; it must be .*clock_ratio"
bad 'no mapping' '0.5' "7: link is '0.5'; it must be a mapping of clock_ratio"
cannot() { # NAME PATTERN ARGUMENT...
  local name=$1 pattern=$2
  shift 2
  refuse "$name" 2 "$pattern" "$@"
}
cannot 'ages' '^--set router.arbiter=age: router.arbiter does not fit: arbiter age with links that have a clock of their own; there must be' \
  t.yaml --set router.arbiter=age
cannot 'check bits' '^--set router.link_check=secded: router.link_check does not fit: link_check with links' \
  t.yaml --set router.link_check=secded
cannot 'wires that are wrong' '^--set link.clock_ratio=2: link.clock_ratio does not fit: link faults with links' \
  t.yaml --set run.link_faults.share=0.1 --set link.clock_ratio=2
cannot 'barriers' '^--set link.clock_ratio=0.6: link.clock_ratio does not fit: steps barrier with links that have a clock of their own; there must be' \
  steps.yaml --set workload.steps=barrier "${slow[@]}"
within 60 "$nocstep" rtl t.yaml >out 2>err </dev/null
rc=$?
refused 'a network as Verilog' 2 '^t.yaml:3:21: link.clock_ratio is given; it must be 1: a network as a module has one clock$'

# ---- The same run.
for file in t.yaml "$scenarios/worms_octagon_8.yaml" coded.yaml; do
  agrees_everywhere "$file" "${slow[@]}"
done
reference t.yaml
agrees 'RTL at rest is not evaluated' t.yaml --router lockstep --skip-idle
agrees 'RTL in one place' t.yaml --rtl-at 1,1
run t.yaml --events e.sqlite -q
holds 'events' test "$rc" -eq 0
agrees 'reset in the middle' t.yaml --router lockstep --set run.reset=97
run steps.yaml --router ref "${slow[@]}" --json r.json -q
holds 'a schedule promises no times' grep -q 'clock of their own' r.json

# ---- A link carries its ratio: one sender to its neighbour, with all VCs and room enough.
cat >line.yaml <<'END'
topology: mesh:2
router: {vcs: 4, depth: 64}
workload: {traffic: permutation, permutation: pairs.txt, load: 1, packet_flits: 8}
run: {warmup: 2000, cycles: 10000, drain: false}
END
printf '1\n0\n' >pairs.txt
for share in 0.25 0.333333 0.8; do
  passes "a link of $share" "(.throughput.accepted - $share | fabs) < 0.001" line.yaml --set link.clock_ratio=$share
done
passes 'a faster one carries what routers send' '.throughput.accepted > 0.98' line.yaml --set link.clock_ratio=1.5

# ---- All is waited for, however long a link takes: 8 flits in 8000 cycles.
passes 'a slow link drains' '.result == "pass" and .packets.in_flight == 0 and .cycles > 150000' line.yaml \
  --set link.clock_ratio=0.001 --set run.warmup=0 --set run.cycles=200 --set run.drain=true

# ---- Alone, a packet takes no less than the closed form, and at most two cycles of the link and two of
# the routers more at each of six hops.
cat >alone.yaml <<'END'
topology: mesh:4x4
workload: {traffic: bit-complement, load: 0.0005, packet_flits: 1}
run: {cycles: 20000}
END
for share in 0.1 0.7 3; do
  passes "alone, $share" ".latency.mean >= .zero_load_latency and
    .latency.mean <= .zero_load_latency + 6 * (2 + 2 / $share)" alone.yaml --set link.clock_ratio=$share
done

# One hop of a single flit: ten cycles, and those of the link: 2 + 2 + 3 of its cycles, whole ones.
for pair in 0.5:20 0.7:18 3:15 0.01:314; do
  passes "the closed form, $pair" ".zero_load_latency == ${pair#*:}" line.yaml --set run.cycles=60000 \
    --set workload.load=0.0005 --set workload.packet_flits=1 --set link.clock_ratio=${pair%:*}
done

# ---- Watchdogs wait for slow links, and see a deadlock.
passes 'the slowest link' '.result == "pass" and .packets.in_flight == 0' t.yaml --router ref \
  --set link.clock_ratio=0.001 --set run.cycles=40
cat >ring.yaml <<'END'
topology: torus:6
router: {vcs: 1, depth: 2, allow_deadlock: true}
workload: {traffic: uniform, load: 0.9, packet_flits: 8}
run: {cycles: 4000}
END
run ring.yaml "${slow[@]}" --router ref
holds 'a deadlock is one' grep -q '^deadlock: ' err

# A slow link carries r flits a cycle: a long packet alone takes what the closed form says, and a sweep of an idle
# network finds nothing saturated.
echo '0,0,3,64' >long.csv
printf 'topology: mesh:4\nrouter: {depth: 64}\nworkload: {trace: long.csv}\nrun: {router: ref}\n' >long.yaml
for ratio in 0.1 0.25 0.4 0.5 0.9; do
  run long.yaml -q --set "link.clock_ratio=$ratio" --json x.json
  is "ratio $ratio: a packet of 64 flits alone" x.json '.latency.mean as $took | .zero_load_latency as $form |
    $took >= $form and $took < 1.05 * $form + 12'
done
printf 'topology: mesh:4x4\nrouter: {depth: 64}\nworkload: {traffic: uniform, packet_flits: 64}
run: {router: ref, cycles: 4000, warmup: 2000}\n' >slow.yaml
"$nocstep" sweep slow.yaml -q --set link.clock_ratio=0.1 --load 0.005:0.005:0.01 --json x.json >out 2>err
is "an idle network with slow links is not saturated" x.json '[.curves[0].points[].state] | index("saturated") == null'
is "links carry the ratio" x.json '.curves[0].capacity.links < 0.5'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
