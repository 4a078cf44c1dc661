#!/usr/bin/env bash
# Links and hosts that stall, from the command line: keys in files, by --set, in results and reports;
# what is refused; golden, RTL and lockstep, threads, RTL at rest; and three hangs planted in a copy of
# the RTL, which seeds alone do not find (100 of them with NOCSTEP_LONG=1) and jitter does, in the same
# cycle each time. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >t.yaml <<'END'
topology: mesh:4x4
workload: {traffic: uniform, load: 0.2}
run: {cycles: 300, jitter: {links: 0.3, hosts: 0.2, seed: 5}}
END
printf 'topology: torus:4x4\nrouter: {routing: source}\nworkload: {collective: alltoall, scheme: scheduled}\n' >steps.yaml
printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc}\n' >coded.yaml
stalls=(--set run.jitter.links=0.3 --set run.jitter.hosts=0.2)

# ---- Keys.
passes 'a mapping' '.scenario.run.jitter == {links: 0.3, hosts: 0.2, seed: 5} and .packets.in_flight == 0' t.yaml
passes 'by --set' '.scenario.run.jitter == {links: 0.3, hosts: 0.5, seed: 9}' t.yaml \
  --set run.jitter.hosts=0.5 --set run.jitter.seed=9
passes 'the seed of the run' '.scenario.run.jitter == {links: 0.000001}' "$scenarios/mesh_1x2.yaml" \
  --router ref --set run.jitter.links=0.000001
passes '0 is none' '.scenario.run | has("jitter") | not' "$scenarios/mesh_1x2.yaml" --router ref \
  --set run.jitter.links=0 --set run.jitter.hosts=0
run t.yaml
holds 'the summary' grep -qx 'jitter       links stall in 0.3 of the cycles, hosts in 0.2, by seed 5' out
run t.yaml --set run.max_age=30 --report report -q
holds 'a report' test "$rc" -eq 1
holds 'has the mapping' diff <(grep -A3 'jitter:' report/scenario.yaml) \
  <(printf '  jitter:\n    links: 0.3\n    hosts: 0.2\n    seed: 5\n')
(cd report && NOCSTEP=$nocstep sh ./repro.sh -q) >out 2>again
holds 'and is the same failure again' grep -Fxq "$(grep '^age: ' err)" again
run t.yaml --set router.depth=2
holds 'no note on the flow rate' sh -c '! grep -q "of a link.s rate" out'
run t.yaml --set router.depth=2 --set run.jitter.links=0
holds 'which is there without' grep -q "of a link's rate" out
within 60 "$nocstep" list keys --json - >out 2>err
holds 'the list of keys' grep -q '"run.jitter.links"' out

# ---- What is refused.
bad() { # NAME TEXT PATTERN
  printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.2}\nrun: {cycles: 30, %s}\n' "$2" >bad.yaml
  refuse "$1" 2 "^bad.yaml:3:$3$" bad.yaml
}
share='0 to 0.999999, with up to six digits behind the point'
bad 'a share of 1' 'jitter: {links: 1}' "35: run.jitter.links is '1'; it must be $share"
bad 'above 1' 'jitter: {hosts: 1.5}' "35: run.jitter.hosts is '1.5'; it must be $share"
bad 'below 0' 'jitter: {links: -0.1}' "35: run.jitter.links is '-0.1'; it must be $share"
bad 'quoted' "jitter: {links: '0.1'}" "35: run.jitter.links is quoted text '0.1'; it must be $share"
bad 'no seed' 'jitter: {seed: -1}' "34: run.jitter.seed is '-1'; it must be 0 to 9223372036854775807"
bad 'an unknown key' 'jitter: {link: 0.1}' \
  "28: run.jitter.link is an unknown key \(nearest: 'links'\); it must be one of links, hosts, seed"
bad 'no mapping' 'jitter: 5' "27: run.jitter is '5'; it must be a mapping of links, hosts, seed"
bad 'a list' 'jitter: [1]' '27: run.jitter is a list; it must be a mapping of links, hosts, seed'
bad 'a key twice' 'jitter: {links: 0.1, links: 0.2}' \
  '40: run.jitter.links is given a second time; it must be given once \(line 3\)'
bad 'a mapping twice' 'jitter: {links: 0.1}, jitter: {}' '41: run.jitter is given a second time; it must be given once'
refuse 'no key' 2 '^--set run.jitter=0.1: run.jitter is a section; it must be given as run.jitter.KEY=VALUE$' \
  t.yaml --set run.jitter=0.1
refuse 'another key' 2 "^--set run.jitter.sed=3: run.jitter.sed is an unknown key \(nearest: 'seed'\); it must be" \
  t.yaml --set run.jitter.sed=3
refuse 'another section' 2 "^--set run.jiter.links=0.1: run.jiter.links is an unknown key; it must be one of .*jitter, link_faults$" \
  t.yaml --set run.jiter.links=0.1
refuse 'barriers' 2 '^--set run.jitter.hosts=0.2: run.jitter.hosts does not fit: steps barrier with links or hosts that stall; there must be' \
  steps.yaml --set workload.steps=barrier "${stalls[@]}"

# ---- The same run.
for file in t.yaml "$scenarios/worms_octagon_8.yaml" coded.yaml; do
  agrees_everywhere "$file" "${stalls[@]}"
done
reference t.yaml
agrees 'RTL at rest is not evaluated' t.yaml --router lockstep --skip-idle
agrees 'RTL in one place' t.yaml --rtl-at 1,1
agrees 'by two threads in lockstep' t.yaml --router lockstep --threads 2
run t.yaml --events e.sqlite -q
holds 'events' test "$rc" -eq 0
run steps.yaml --router ref "${stalls[@]}" --json r.json -q
holds 'a schedule promises no times' grep -q 'links or hosts stall' r.json

# ---- Three hangs, in the quick tier the first. One flow on each link, of single flits with a pause
# behind each: credits come back long before the next flit, and queues never have two.
cat >line.yaml <<'END'
topology: mesh:6
router: {vcs: 1, depth: 2}
workload: {traffic: neighbor, load: 0.1, packet_flits: 1}
host: {t_ns: 8}
run: {cycles: 3000}
END
. "$source_tree/tests/cli/planted.sh"
seeds=3
[ "${NOCSTEP_LONG:-}" != 1 ] || seeds=100
unlucky=(--set run.jitter.links=0.8 --set run.jitter.hosts=0.5)
hang() { # NAME FILE FROM TO PATTERN
  local name=$1
  plant "$2" "$3" "$4"
  within 1000 "$nocstep" verify line.yaml --seeds $seeds -q --json v.json >out 2>err
  holds "$name: $seeds seeds do not find it" jq -e ".result == \"pass\" and .count.passed == $seeds" v.json
  within 1000 "$nocstep" verify line.yaml --seeds 2 -q --json v.json "${unlucky[@]}" >out 2>err
  holds "$name: two with jitter do" jq -e ".count.failed == 2 and .groups[0].source == \"rtl/$2\"" v.json
  run line.yaml --router rtl "${unlucky[@]}" --json one.json -q
  holds "$name: RTL alone hangs" grep -Eq "$5" err
  cp err first
  run line.yaml --router rtl "${unlucky[@]}" --json two.json -q
  holds "$name: again in the same cycle" test "$(grep -v '^bundle' err)" = "$(grep -v '^bundle' first)"
  holds "$name: the same run" diff <(jq 'del(.host)' one.json) <(jq 'del(.host)' two.json)
  mend "$2"
}
hang 'a credit is lost that comes with a grant' router/output_unit.sv \
  'if (spend\[w\] \&\& !gain\[w\]) begin' 'if (spend[w]) begin' '^conservation: cycle [0-9]+: .*are not the depth 2$'
if [ "${NOCSTEP_LONG:-}" = 1 ]; then
  hang 'a full queue looks empty' router/input_unit.sv \
    'filled\[v\] = stored\[v\] ||' "filled[v] = (stored[v] \&\& 32'(in_count_o[v*CntW +: CntW]) != Depth) ||" \
    '^(timeout|deadlock): cycle [0-9]+: no flit has moved in or out since cycle [0-9]+, and packets are on their way$'
  hang 'a VC is not freed when a credit comes' router/output_unit.sv \
    'if (sa_gnt_i \&\& sa_last_i) out_busy_o' 'if (sa_gnt_i \&\& sa_last_i \&\& !credit_in_valid_i) out_busy_o' \
    '^(timeout|deadlock): cycle [0-9]+: no flit has moved in or out since cycle [0-9]+, and packets are on their way$'
fi
run line.yaml --router rtl "${unlucky[@]}" -q
holds 'the RTL as it is passes' test "$rc" -eq 0

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
