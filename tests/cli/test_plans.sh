#!/usr/bin/env bash
# Plans from the command line: the example in lockstep; maps; what is written reads back; what the
# JSON and the progress lines say; broken and huge plans, and one that waits for itself in the run.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# ---- The example, with each map.
example=$scenarios/plan_stencil.yaml
passes 'example' '.result == "pass" and .lockstep.mismatches == 0 and .lockstep.bits_compared > 0 and
  .plan.ranks == 5 and .plan.map == "random" and .plan.operations == 32 and .plan.completed == 32 and
  .plan.messages == 10 and .plan.delivered == 10 and .plan.completion == 238' "$example"
printf '8 7 6 # on the far side\n5\n4\n' >map.txt
passes 'map from a file' '.plan.map == "map.txt" and .result == "pass"' "$example" --router ref \
  --map map.txt
cp "$scenarios/plan_stencil.goal" "$example" .
mkdir -p far && cp plan_stencil.goal map.txt far/
sed 's/random/map.txt/' plan_stencil.yaml >far/beside.yaml
passes 'map beside the scenario' '.plan.completed == 32' far/beside.yaml --router ref
passes 'linear' '.plan.map == "linear"' plan_stencil.yaml --router ref --map linear
printf '1 2\n' >short.txt
refuse 'map with too few nodes' 2 '^short.txt:2:1: there is the end of the file after 2 nodes; there must be 5 nodes$' \
  plan_stencil.yaml --map short.txt
printf '0 1 2 1 4\n' >twice.txt
refuse 'map with a node twice' 2 '^twice.txt:1:7: there is node 1 a second time' plan_stencil.yaml \
  --map twice.txt
refuse 'map that is not there' 2 '^nowhere.txt: cannot be opened' plan_stencil.yaml \
  --map nowhere.txt
refuse 'map of traffic' 2 "workload.map is given with workload.traffic; it must be given with plan" \
  "$scenarios/demo_uniform.yaml" --map random

# ---- What is written is the same plan, whatever the map; it runs as long.
run plan_stencil.yaml --router ref --write-plan one.goal --json one.json -q
run plan_stencil.yaml --router ref --set workload.plan=one.goal --write-plan two.goal \
  --json two.json -q
if cmp -s one.goal two.goal && [ "$(jq .cycles one.json)" = "$(jq .cycles two.json)" ] &&
  grep -q '^l2: recv 16b from -1 tag -1$' one.goal && grep -q ' irequires ' one.goal &&
  grep -q ' cpu 1$' one.goal && grep -q '^num_ranks 5$' one.goal; then
  verdict 'written and read again' yes
else
  verdict 'written and read again' no "$(diff one.goal two.goal | head -c 300)"
fi

# ---- Long messages go in packets; a pipe is read.
{
  echo 'num_ranks 9'
  echo 'rank 8 { recv 100000b from 0 }'
  echo 'rank 0 { send 100000b to 8 }'
} >long.goal
printf 'topology: mesh:3x3\nworkload: {plan: long.goal}\n' >p.yaml
passes 'long message' '.packets.delivered == 20 and .flits.delivered == 12500' p.yaml
passes 'packets of 100 flits' '.packets.delivered == 125' p.yaml --set workload.packet_flits=100
passes 'with cut-through' '.packets.delivered == 1563' p.yaml --set router.switching=cut-through
passes 'from a pipe' '.plan.messages == 1' p.yaml --set workload.plan=<(cat long.goal)

# ---- Items: blocks, exclusive ors and joins, and the units that they need.
cp "$source_tree/tests/fuzz/corpus_plan/coding.goal" items.goal
printf 'topology: mesh:2x2\nworkload: {plan: items.goal, map: random}\n' >i.yaml
passes 'items' '.plan.delivered == 4 and .flits.delivered == 10 and .scenario.coding.overhead == 1' i.yaml
passes 'a slower exclusive or' '.plan.delivered == 4' i.yaml --set coding.overhead=64
run i.yaml --write-plan items_one.goal --json - -q >one.json
run i.yaml --set workload.plan=items_one.goal --write-plan items_two.goal --json - -q >two.json
if cmp -s items_one.goal items_two.goal && [ "$(jq .cycles one.json)" = "$(jq .cycles two.json)" ] &&
  grep -q '^l3: xor 16b l1 l2$' items_one.goal && grep -q ' of l3$' items_one.goal; then
  verdict 'items written and read again' yes
else
  verdict 'items written and read again' no "$(diff items_one.goal items_two.goal | head -c 300)"
fi
refuse 'units that are too small' 2 \
  '^--set coding.memory=2: coding.memory is 2 operands, which 1 of 4 nodes would fill and wait for ever; it must be 3 or more, what node 0 needs$' \
  i.yaml --set coding.memory=2
refuse 'operands in several packets' 2 '^--set workload.packet_flits=1: workload.packet_flits is enough for packets of up to 1 flits; it must be enough for 2 or more' \
  i.yaml --set workload.packet_flits=1
refuse 'a head that is too long' 2 '^--set router.flit_bits=32: router.flit_bits is 32; it must be 64 or 128 or 256' i.yaml \
  --set router.flit_bits=32 --set topology=mesh:64x64

# ---- A hierarchical scheme, as a plan of its own too.
printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, group: 2x2}\n' >h.yaml
passes 'hnc' '.collective.blocks.checked == 240' h.yaml --write-plan hnc.goal
printf 'topology: mesh:4x4\nworkload: {plan: hnc.goal}\n' >hp.yaml
passes 'its plan' '.plan.messages == 240 and .plan.delivered == 240' hp.yaml
refuse 'a unit that is too small for a scheme' 2 '^--set coding.memory=12: coding.memory is 12 operands, which 4 of 16 nodes' \
  h.yaml --set coding.memory=12
refuse 'one node' 2 'workload.group is best, but mesh:1x1 cannot be tiled' h.yaml \
  --set topology=mesh:1x1 --set workload.group=best

# ---- Progress by operations done.
{
  echo 'num_ranks 2 rank 0 {'
  for i in $(seq 1 20); do
    echo "a$i: calc 20"
  done
  echo 's: send 8000000000b to 1 } rank 1 { recv 8000000000b from 0 }'
} >slow.goal
script -qec "exec $nocstep run p.yaml --set workload.plan=slow.goal" /dev/null >tty 2>&1 &
child=$!
progress() { grep -Eq 'run: cycle [0-9]+, [0-9]+ of 22 operations \([0-9]+%\)' tty; }
await $child progress
pkill -INT -P "$child"
wait "$child"
child=
if progress; then
  verdict 'progress' yes
else
  verdict 'progress' no "$(head -c 300 tty)"
fi

# ---- A plan that waits for itself only in the run.
{
  echo 'num_ranks 3'
  echo 'rank 0 { send 8b to 2 tag 1 }'
  echo 'rank 1 { c: calc 1000 s: send 8b to 2 tag 2 s requires c }'
  echo 'rank 2 { recv 8b from -1 tag -1'
  echo '  recv 8b from 0 tag 1 }'
} >w.goal
run p.yaml --set workload.plan=w.goal --json w.json -q
if [ "$rc" -eq 1 ] && [ "$(jq -r .result w.json)" = deadlock ] &&
  grep -q 'with 4 of 5 operations complete; .* w.goal:5:3: rank 2: recv from 0 tag 1; w.goal:3:26' \
    err; then
  verdict 'stalled' yes
else
  verdict 'stalled' no "status $rc; $(head -c 400 err)"
fi

# ---- Refused before the run.
printf 'num_ranks 2\nrank 0 { send 8b to 1\n' >bad.goal
refuse 'truncated' 2 '^bad.goal:3:1: there is the end of the file' p.yaml --set workload.plan=bad.goal
printf 'num_ranks 2\nrank 0 { send 8b to 1 \0 }\n' >bad.goal
refuse 'NUL' 2 '^bad.goal:2:23: there is a NUL character' p.yaml --set workload.plan=bad.goal
printf 'num_ranks 2\nrank 0 { send 8b to 1 send 8b to 1 tag 4 }\n' >bad.goal
refuse 'no receive' 2 '^bad.goal:2:10: plan: rank 0: the send to 1 .* no receive; and 1 more' \
  p.yaml --set workload.plan=bad.goal
printf 'num_ranks 2\nrank 0 { send 8b to 9 }\n' >bad.goal
refuse 'peer outside' 2 "^bad.goal:2:21: there is '9'; there must be a rank from 0 to 1" \
  p.yaml --set workload.plan=bad.goal
printf 'num_ranks 1\nrank 0 { a: calc 1 b: calc 1\na requires b b irequires a }\n' >bad.goal
refuse 'cycle' 2 '^bad.goal:2:13: .* in a cycle of 2: for bad.goal:2:23: rank 0: calc 1; which' \
  p.yaml --set workload.plan=bad.goal
# A path of a message that the network has not; and what goes with other plans alone.
bad_path() {
  printf 'num_ranks 9\nrank 0 { send 8b to 1 via %s }\nrank 1 { recv 8b from 0 }\n' "$2" >bad.goal
  refuse "$1" 2 "$3" p.yaml --set workload.plan=bad.goal --set router.flit_bits=128 "${@:4}"
}
bad_path 'a path by a port that is not there' '2 9 0' \
  '^bad.goal:2:10: plan: rank 0: there is a path by port 9 of router 0; there must be a port with a link$' --set router.routing=source
bad_path 'a path in a class that is not there' '2 1,7 0' \
  '^bad.goal:2:10: plan: rank 0: there is a path in class 7; there must be classes up to 3, as many as a virtual network has VCs$' --set router.routing=source
bad_path 'a path without source routing' '1 0' '^p.yaml: router.routing is dor with paths of messages; it must be source$'
printf 'num_ranks 2\nrank 0 { send 8b to 1 }\nrank 1 { recv 8b from 0 }\n' >one.goal
refuse 'copies without multicasts' 2 'router.copies is synchronous without worms; it must be independent, or a plan with multicasts$' \
  p.yaml --set workload.plan=one.goal --set router.copies=synchronous
refuse 'slots without multicasts' 2 'workload.slots is 4 with a plan whose multicasts no interface forwards; it must be left out$' \
  p.yaml --set workload.plan=one.goal --set workload.slots=4
refuse 'gigantic' 2 '^[^:]+:1:11: there is .* ranks; there must be 1 to 9' p.yaml \
  --set workload.plan=<(echo 'num_ranks 4294967295')

# Worms have two flits at least: packets that are asked to have one have two, and with costs of hosts too.
printf 'num_ranks 4\nrank 0 { mcast 32b to 1,3 tag 1 }\nrank 1 { recv 32b from 0 tag 1 }\nrank 3 { recv 32b from 0 tag 1 }\n' >worm.goal
printf 'topology: mesh:2x2\nrouter: {switching: cut-through, depth: 40}\nworkload: {plan: worm.goal, packet_flits: 1}\n' >worm.yaml
printf 'topology: mesh:2x2\nrouter: {switching: cut-through, depth: 40}\nworkload: {collective: multicast, scheme: tree-worm, to: "1,3", message_flits: 4, packet_flits: 1}\n' >worms.yaml
"$nocstep" run worms.yaml --router ref --json worms.json >out
holds 'the summary says two flits' grep -q 'messages of 4 flits in packets of 2$' out
"$nocstep" run worm.yaml --router ref -q --json worm.json
holds 'worms of two flits' test "$(jq -c '[.packets.delivered, .plan.completion]' worm.json)" = "$(jq -c '[.packets.delivered, .collective.completion]' worms.json)"
holds 'and with costs of hosts' "$nocstep" run worm.yaml --router ref -q --set host.t_hs=50
for scheme in tree-worm path-worm; do
  printf 'topology: mesh:4x4\nrouter: {switching: cut-through, depth: 40}\nworkload: {traffic: multicast, scheme: %s, degree: 3, load: 0.02, message_flits: 4, packet_flits: 1}\nhost: {t_hr: 1}\nrun: {cycles: 500}\n' $scheme >worm.yaml
  holds "traffic by $scheme in packets of a flit" "$nocstep" run worm.yaml --router ref -q
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
