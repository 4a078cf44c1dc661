#!/usr/bin/env bash
# Reset in the middle of traffic: what comes behind is what comes in a new network, golden, as RTL and in
# lockstep; networks of every kind of unit; regressions vary it.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# same NAME CYCLE ARGUMENT...: the run that is reset in this cycle has the result of the one that is not.
same() {
  local name=$1 cycle=$2
  shift 2
  run "$@" --json new.json -q
  passes "$name" '.result == "pass" and .lockstep.mismatches == 0' "$@" --set run.reset="$cycle"
  holds "$name: as new" diff <(jq 'del(.host, .lockstep, .coverage, .scenario)' out) <(jq 'del(.host, .lockstep, .coverage, .scenario)' new.json)
}

for cycle in 1 2 30 97 500; do
  same "cycle $cycle" $cycle "$scenarios/traffic_refusals.yaml" --router ref
done
same 'RTL' 97 "$scenarios/traffic_refusals.yaml" --router rtl
same 'lockstep' 97 "$scenarios/traffic_refusals.yaml" --router lockstep
same 'behind its end' 5000 "$scenarios/demo_allgather_binomial.yaml" --router ref
same 'long links' 41 "$scenarios/mesh_2x3_long_links.yaml"
cat >groups.yaml <<'END'
topology: irregular:switches=40,ports=5,hosts=40,seed=5
router: {vcs: 2, routing: updown}
workload: {traffic: uniform, load: 0.15, packet_flits: 4}
run: {cycles: 1000}
END
same 'tables whose arrival groups tell routes apart' 97 groups.yaml --router ref
same 'and that look ahead' 97 groups.yaml --router ref --set router.lookahead=true
same 'tables' 97 "$scenarios/irregular_32_adaptive.yaml" --router ref
small=(--set topology=mesh:4x4 --set workload.message_flits=4)
for scheme in hnc tree-worm kbinomial; do
  more=()
  [ $scheme = hnc ] || more=(--set router.switching=cut-through --set router.depth=16)
  same "$scheme" 60 "$scenarios/demo_allgather_unicast.yaml" "${small[@]}" "${more[@]}" \
    --set workload.scheme=$scheme --router ref
done
same 'exclusive ors in lockstep' 60 "$scenarios/demo_allgather_unicast.yaml" "${small[@]}" --set workload.scheme=hnc --router lockstep
passes 'never' '.scenario.run | has("reset") | not' "$scenarios/mesh_1x2.yaml" --set run.reset=0 --router ref
refuse 'below 0' 2 '^--set run.reset=-1: run.reset is .-1.; it must be 0 to 1000000$' "$scenarios/mesh_1x2.yaml" --set run.reset=-1

within 300 "$nocstep" verify "$scenarios/mesh_1x2.yaml" --shapes pairwise --dry-run >out 2>err
holds 'a regression varies it' grep -q "run.reset=97" out
holds 'against runs without' grep -q "run.reset=0" out

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
