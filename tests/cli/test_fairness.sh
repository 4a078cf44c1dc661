#!/usr/bin/env bash
# Fairness and ages from the command line: what the sources get and the oldest packet, in results and
# summary, the same golden, RTL and in lockstep; run.max_age to the cycle; the warning about packets
# that others pass.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >u.yaml <<'END'
topology: mesh:2x2
workload: {traffic: uniform, load: 1, packet_flits: 4}
run: {warmup: 100, cycles: 200, drain: false}
END
cat >hot.yaml <<'END'
topology: mesh:8x8
workload: {traffic: hotspot, load: 0.03, packet_flits: 4, hotspot_nodes: 0, hotspot_share: 1}
run: {cycles: 30000, drain: false}
END
printf 'cycle,source,destination,flits\n0,0,3,4\n' >c.csv
printf 'topology: mesh:2x2\nworkload: {trace: c.csv}\nhost: {t_hs: 100}\n' >c.yaml
place='^(source queue|router [0-9,]+ port [0-9]+ VC [0-9]+|interface [0-9]+)$'

# ---- Results.
passes 'an even load' '(.fairness | keys == ["jain", "max", "min", "sources"] and .sources == 64 and
  .min > 0.15 and .max < 0.25 and .jain > 0.99 and .jain <= 1) and
  (.oldest | keys == ["age", "destination", "source", "where"]) and .oldest.age == .latency.max and
  .oldest.where == "interface \(.oldest.destination)"' \
  u.yaml --set topology=mesh:8x8 --set workload.load=0.2 --set run.cycles=5000 --set run.warmup=0 --set run.drain=true
passes 'a hot spot' '.fairness.sources == 64 and .fairness.min < 0.001 and .fairness.max > 0.03 and
  .fairness.jain < 0.7 and .oldest.age > 15000' hot.yaml
passes 'nobody sends' '.fairness == {sources: 0, min: 0, max: 0, jain: null} and .oldest == null' \
  u.yaml --set workload.load=0
passes 'a collective' '.fairness.sources == 16 and .fairness.jain > 0.999 and .oldest.age > 0' \
  "$scenarios/allgather_4x4_long.yaml" --router ref
passes 'a trace' '.fairness.sources == 16 and .fairness.jain < 1' "$scenarios/trace_4x4.yaml" --router ref
passes 'a multicast' '.fairness.sources == 4 and .oldest.age == .latency.max' \
  "$scenarios/multicast_4x4_networks.yaml" --router ref
cat >m.yaml <<'END'
topology: mesh:4x4
router: {depth: 16, switching: cut-through}
workload: {traffic: multicast, load: 0.1, degree: 4, scheme: tree-worm}
run: {cycles: 5000}
END
passes 'random multicasts' '.fairness.sources == 16 and .fairness.jain > 0.8 and
  (.fairness.min + .fairness.max) / 2 > 0.05 and .oldest.age == .latency.max' m.yaml

# Before its host hands anything over, which takes 100 cycles.
passes 'in the host' '.oldest == {age: 50, source: 0, destination: 3, where: "source queue"}' c.yaml \
  --set run.cycles=50 --set run.drain=false

# ---- Beyond saturation an octagon accepts less, unless the oldest goes first: docs/fairness.md.
printf 'topology: octagon:16\nworkload: {traffic: uniform, load: 1, packet_flits: 4}\nrun: {warmup: 2000, cycles: 20000, drain: false}\n' >oct.yaml
accepts() { # NAME LOW HIGH ARGUMENT...
  local name=$1 low=$2 high=$3
  shift 3
  passes "$name" ".throughput.accepted > $low and .throughput.accepted < $high" oct.yaml "$@"
}
accepts 'an octagon takes 0.5' 0.49 0.51 --set workload.load=0.5
accepts 'and less of 1' 0.35 0.4
is 'of few sources' out '.fairness.min < 0.1 and .fairness.max > 0.8'
accepts 'but with ages more' 0.61 0.65 --set router.arbiter=age
is 'of all sources' out '.fairness.min > 0.58'
accepts 'a ring takes 0.3' 0.29 0.31 --set topology=ring:16 --set workload.load=0.3
accepts 'and less of 1 too' 0.13 0.17 --set topology=ring:16
accepts 'a mesh takes no less' 0.69 0.73 --set topology=mesh:4x4

# ---- The same by whatever steps the routers, in whatever cycle a run is cut off.
# The quick tier cuts off in two of six cycles.
for cycles in 200 203 ${full_length:+201 202 204 230}; do
  for kind in ref rtl lockstep; do
    passes "$kind, $cycles cycles" ".oldest.where | test(\"$place\")" u.yaml --router $kind \
      --set run.cycles=$cycles
    jq '.fairness, .oldest' out >"$kind.json"
  done
  holds "RTL as golden, $cycles cycles" diff ref.json rtl.json
  holds "lockstep as golden, $cycles cycles" diff ref.json lockstep.json
done
# Packets in routers, one by one: the last of a burst that meets at one node.
awk 'BEGIN { print "cycle,source,destination,flits"; for (i = 1; i < 4; i++) print "0," i ",0,8" }' >t.csv
printf 'topology: mesh:2x2\nworkload: {trace: t.csv}\nrun: {drain: false}\n' >t.yaml
for cycles in $(seq 1 26); do
  for kind in ref rtl; do
    run t.yaml --router $kind --set run.cycles="$cycles" --json -
    jq -c '.oldest' out >>"places_$kind"
  done
done
holds 'places of a burst' diff places_ref places_rtl
holds 'are in routers' grep -q 'router 0,0 port' places_rtl

# ---- The summary.
run hot.yaml
holds 'summary: fairness' grep -Eq "^fairness     64 sources, 0\.000[0-9] to 0\.03[0-9]+ accepted, Jain's index 0\.[56]" out
holds 'summary: the oldest' grep -Eq '^oldest       [0-9]+ cycles, node [0-9]+ to node 0, router ' out
holds 'summary: whom it waits for' grep -Eq '^  packet [0-9]+ of node [0-9]+ to node 0, .* waits for' out
holds 'the warning' grep -Eq '^warning: cycle [0-9]+: a packet of node [0-9]+ to node 0 is [0-9]+ cycles old, and [0-9]+ that were created behind it have been delivered' err
holds 'once' test "$(wc -l <err)" -eq 1
run hot.yaml -q
holds 'not when quiet' test ! -s err
run hot.yaml --set run.max_age=1000000
holds 'not with run.max_age' test ! -s err
run u.yaml --set topology=mesh:8x8 --set run.cycles=20000
# Lines of progress, which a busy machine has time for, do not count.
holds 'not where all wait alike' sh -c '! grep -Ev "^[a-z -]+: cycle [0-9]+( of [0-9]+)?, " err'

# ---- run.max_age.
passes 'its age' '.result == "pass"' u.yaml --set workload.load=0.1 --set run.drain=true
age=$(jq .oldest.age out)
passes 'as old as it may be' '.scenario.run.max_age == .oldest.age and .result == "pass"' \
  u.yaml --set workload.load=0.1 --set run.drain=true --set run.max_age="$age"
run u.yaml --set workload.load=0.1 --set run.drain=true --set run.max_age=$((age - 1)) --json - -q
holds 'a cycle older' test "$rc" -eq 1
holds 'and the result says so' jq -e '.result == "age" and (.error | test("^age: cycle "))' out
holds 'in one line' grep -Eq "^age: cycle [0-9]+: a packet of node [0-3] to node [0-3] is $age cycles old, run.max_age is $((age - 1)); it is in interface [0-3]$" err
printf 'cycle,source,destination,flits\n0,0,3,4\n1000,0,3,4\n' >two.csv
printf 'topology: mesh:2x2\nworkload: {trace: two.csv}\n' >two.yaml
passes 'two packets' '.oldest.age == 16' two.yaml
run two.yaml --set run.max_age=15 -q
holds 'at once' grep -q '^age: cycle 17: a packet of node 0 to node 3 is 16 cycles old' err
run hot.yaml --set run.max_age=2000 --report r -q
holds 'on its way' test "$rc" -eq 1
holds 'where it is' grep -Eq '^age: cycle [0-9]+: a packet of node [0-9]+ to node 0 is 20[0-9][0-9] cycles old, run.max_age is 2000; it is in (router [0-7],[0-7] port [0-9] VC [0-3]|its source queue|interface [0-9]+)$' err
holds 'whom it waits for' grep -q '^  packet .*waits for' err
holds 'a report has it' grep -q '^age: ' r/mismatch.txt
for kind in ref rtl lockstep; do
  run u.yaml --router $kind --set run.max_age=50 --json - -q
  jq 'del(.host, .lockstep, .coverage, .scenario)' out >"age_$kind.json"
done
holds 'RTL fails in the same cycle' diff age_ref.json age_rtl.json
holds 'lockstep too' diff age_ref.json age_lockstep.json
run t.yaml --set run.drain=false --set run.cycles=20 --set run.max_age=19 -q
holds 'at the end of a run' test "$rc" -eq 1
within 300 "$nocstep" sweep u.yaml --load 0.1:0.8:0.9 --set run.max_age=40 --json s.json -q >out 2>err
holds 'in a sweep' jq -e '[.curves[0].points[].result] == ["pass", "age"]' s.json
refuse 'no age' 2 '^--set run.max_age=0: run.max_age is .0.; it must be 1 to 1000000000000$' u.yaml --set run.max_age=0
echo 'run: {max_age: 0}' | cat <(head -2 u.yaml) - >bad.yaml
refuse 'no age in a file' 2 '^bad.yaml:3:16: run.max_age is .0.; it must be 1 to' bad.yaml

# ---- router.arbiter.
run u.yaml --set router.arbiter=age --set router.age_bits=4 -q
holds 'ages that wrap' test "$rc" -eq 1
holds 'ages that wrap, in one line' grep -Eq '^age: cycle [0-9]+: a packet of node [0-3] to node [0-3] has been in the network for [0-9]+ cycles; router.age_bits is 4, which keep packets in order for 3 cycles; it must be [0-9]+ or more$' err
passes 'what it says it needs' '.result == "pass" and .scenario.router.arbiter == "age"' \
  u.yaml --set workload.load=0.1 --set run.drain=true --set router.arbiter=age --set router.age_bits=10
passes 'turns' '.scenario.router.arbiter == "round-robin" and (.scenario.router | has("age_bits") | not)' u.yaml
refuse 'few bits' 2 '^--set router.age_bits=3: router.age_bits is .3.; it must be 4 to 32$' \
  u.yaml --set router.arbiter=age --set router.age_bits=3
refuse 'bits without ages' 2 '^--set router.age_bits=16: router.age_bits is ' u.yaml --set router.age_bits=16
refuse 'no such arbiter' 2 '^--set router.arbiter=old: router.arbiter is .old.; it must be round-robin, age' \
  u.yaml --set router.arbiter=old
refuse 'copies in step' 2 'synchronous copies with arbiter age; there must be copies independent, or arbiter round-robin' \
  "$scenarios/worms_torus_4x4.yaml" --set router.arbiter=age --set router.copies=synchronous
refuse 'no room in a head' 2 'flit_bits is 32; it must be 64 or 128 or 256' \
  u.yaml --set router.arbiter=age --set router.flit_bits=32

# ---- With ages a light network may stand still for long behind older packets of another one: no hang.
cat >behind.yaml <<'END'
topology: torus:4x4
router:   {networks: 2, vcs: 6, depth: 8, flit_bits: 128, arbiter: age, age_bits: 24}
workload:
  classes:
    - {traffic: uniform, load: 0.02, packet_flits: 4, network: 0}
    - {traffic: hotspot, load: 0.6, packet_flits: 4, network: 1, hotspot_nodes: 0, hotspot_share: 0.6}
run:      {warmup: 1000, cycles: 40000, drain: false}
END
passes 'behind older packets' '.classes[0].latency.max > 20000' behind.yaml --router ref
# One that stands still for good is found, although the other moves.
cat >closed.yaml <<'END'
topology: ring:8
router:   {networks: 2, vcs: 2, depth: 4, flit_bits: 128, arbiter: age, age_bits: 24, allow_deadlock: true}
workload:
  classes:
    - {traffic: uniform, load: 0.6, packet_flits: 8, network: 0}
    - {traffic: uniform, load: 0.01, packet_flits: 1, network: 1}
run:      {cycles: 40000, drain: false}
END
run closed.yaml --quiet --router ref
holds 'a deadlock of one network under age' test "$rc" -eq 1
holds 'its line' grep -q '^deadlock: cycle [0-9]*: no flit of network 0 has moved' err

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
