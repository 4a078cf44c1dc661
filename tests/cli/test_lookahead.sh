#!/usr/bin/env bash
# Routes that heads carry (router.lookahead): packets go the ways that they go without, and in the
# same cycles; routers, interfaces and networks agree with the golden models; what cannot be is
# refused. NOCSTEP is the program. Ends with "N passed, N failed".
#
# The third eye here is a run without lookahead, which knows nothing of it.
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/same_without.sh"

cat >base.yaml <<'END'
topology: mesh:4x3
router:   {vcs: 2, depth: 8}
workload: {traffic: uniform, load: 0.4, packet_flits: 1-4}
run:      {cycles: 2000}
END

# same NAME FILTER ARGUMENT...: with lookahead the result is the one without, but for what says so.
same() {
  local name=$1 filter=$2
  shift 2
  same_without router.lookahead "$name" "$filter" ref "$@"
}

# ---- Three stages: every cycle of every packet is as without, at any load and depth.
all='del(.host, .scenario)'
for way in topology=mesh:4x3 topology=mesh:1x1@4 topology=mesh:3x2x2 topology=torus:5x4 topology=ring:6 \
  topology=hypercube:4 topology=octagon:12@2 topology=h3dm:m=2,n=2,levels=2,q=0 topology=h3dm:m=1,n=3,levels=2,q=0; do
  same "$way" "$all" --set "$way"
  same "$way, one flit deep, full" "$all" --set "$way" --set router.depth=1 --set workload.load=1
done
for way in topology=fattree:k=2,n=3 topology=butterfly:k=2,n=3 topology=irregular:switches=8,ports=8,hosts=16 \
  topology=flattened:3x3 "topology=mesh:4x3 router.routing=updown"; do
  read -ra words <<<"$way"
  same "tables, $way" "$all" --set "${words[0]}" ${words[1]:+--set "${words[1]}"}
done
same "tables, four classes" "$all" --set topology=dragonfly:p=1,a=3,h=1 --set router.vcs=4 --set router.depth=2
same "a table with groups by class" "$all" --set topology=mesh:3 --set router.routing=table --set router.routes=classes.txt
same "a table, ages, speculative" "$all" --set topology=fattree:k=2,n=3 --set router.arbiter=age \
  --set router.allocation=speculative --set router.flit_bits=128
same "paths in the heads" "$all" --set topology=torus:4x4 --set router.routing=source --set router.flit_bits=128
same "cut-through, ages, networks" "$all" --set router.switching=cut-through --set router.networks=2 \
  --set router.arbiter=age --set router.flit_bits=128
same "speculative" "$all" --set router.allocation=speculative --set workload.load=0.9
same "a collective" "$all" --set topology=torus:4x4 --set run.cycles=100000

# Worms carry no routes: they find theirs as without, and the unicasts among them bring theirs along.
cat >worms.yaml <<'END'
topology: mesh:4x3
router:   {vcs: 4, depth: 24, switching: cut-through, flit_bits: 128}
workload: {traffic: multicast, degree: 1-7, load: 0.4, message_flits: 10}
run:      {cycles: 3000}
END
for scheme in tree-worm path-worm; do
  for way in topology=mesh:4x3 topology=torus:3x4 topology=octagon:8 topology=hypercube:3 topology=mesh:1x2@5 \
    topology=h3dm:m=2,n=2,levels=2,q=0 topology=fattree:k=2,n=3 topology=irregular:switches=8,ports=8,hosts=16; do
    base=worms.yaml same "$scheme, $way" "$all" --set "$way" --set workload.scheme=$scheme
  done
  base=worms.yaml same "$scheme, ages, little room" "$all" --set workload.scheme=$scheme --set router.arbiter=age \
    --set router.vcs=1 --set router.depth=13 --set workload.load=1
done

# ---- Two stages: allocation a cycle earlier, traversal where it was. While no buffer is full
# nothing waits for a credit, and the latencies are the same again.
latencies='{latency, network_latency, packets, flits, throughput, zero_load_latency}'
for way in topology=mesh:4x3 topology=torus:5x4 topology=octagon:8 topology=h3dm:m=2,n=2,levels=2,q=0 \
  topology=irregular:switches=8,ports=8,hosts=16; do
  for allocation in serial speculative; do
    same "$way, two stages, $allocation" "$latencies" --set "$way" --set router.pipeline=2 --set router.depth=64 \
      --set workload.load=0.1 --set router.allocation=$allocation
  done
done

# ---- RTL beside the golden models.
# agrees NAME ROUTER ARGUMENT...: with the traffic of base.yaml for 500 cycles, or $scenario
agrees() {
  local name=$1 router=$2 of=(base.yaml --set run.cycles=500)
  shift 2
  [ -z "${scenario:-}" ] || of=("$scenario")
  rm -f l.json
  run run "${of[@]}" --router "$router" --json l.json --set router.lookahead=true "$@"
  holds "$name: status 0" test "$rc" -eq 0
  holds "$name: compared, no mismatch" jq -e '.lockstep.mismatches == 0 and .lockstep.bits_compared > 100000' l.json
}
agrees "a torus in two stages" lockstep --set topology=torus:3x3 --set router.pipeline=2 --set router.depth=2
agrees "a table in two stages" lockstep --set topology=mesh:3 --set router.routing=table --set router.routes=classes.txt \
  --set router.pipeline=2 --set router.depth=2
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  agrees "a mesh in three stages" lockstep --set router.depth=4
  agrees "speculative in two" lockstep --set router.pipeline=2 --set router.allocation=speculative
  agrees "an octagon" lockstep --set topology=octagon:8 --set router.pipeline=2
  agrees "a hierarchy" lockstep --set topology=h3dm:m=2,n=2,levels=2,q=0 --set router.pipeline=2
  agrees "paths in the heads" lockstep --set topology=torus:3x3 --set router.pipeline=2 --set router.routing=source \
    --set router.flit_bits=128
  irregular=topology=irregular:switches=8,ports=8,hosts=16
  agrees "tables of an irregular network" lockstep --set $irregular --set router.pipeline=2 --set router.depth=3
  agrees "tables, three stages" lockstep --set topology=fattree:k=2,n=3 --set router.depth=2
  agrees "tables, speculative" lockstep --set $irregular --set router.pipeline=2 --set router.allocation=speculative
  agrees "tables, ages, cut-through, networks" lockstep --set $irregular --set router.pipeline=2 --set router.arbiter=age \
    --set router.flit_bits=128 --set router.switching=cut-through --set router.networks=2
  agrees "tables, tops" tops --set topology=fattree:k=2,n=2 --set router.pipeline=2 --set router.depth=2
  # Where a row does not reach the field, the input unit is to blame, and no unit that tables do not ask.
  . "$source_tree/tests/cli/planted.sh"
  plant router/input_unit.sv "+: LookW\] = LookW'({next_class, next_port});" "+: LookW] = LookW'({next_class, port});"
  run run base.yaml --quiet --router lockstep --set $irregular --set router.lookahead=true --set run.cycles=300 --json m.json
  holds "a field without its row: status 1" test "$rc" -eq 1
  holds "a field without its row: the unit" jq -e '.mismatch.unit == "router.input_unit"' m.json
  unset NOCSTEP_HOME
  agrees "tables, gates" gates --set topology=mesh:3 --set router.routing=table --set router.routes=classes.txt \
    --set router.pipeline=2 --set router.depth=2
  agrees "ages" lockstep --set router.pipeline=2 --set router.arbiter=age --set router.flit_bits=128
  cat >coded.yaml <<'YAML'
topology: mesh:4x4
router:   {vcs: 2, depth: 8, pipeline: 2}
workload: {collective: allgather, scheme: hnc, group: 2x2, intermediate: centre}
YAML
  scenario=coded.yaml agrees "exclusive ors" lockstep
  scenario=coded.yaml agrees "exclusive ors by tables" lockstep --set router.routing=updown
  cat >copies.yaml <<'YAML'
topology: irregular:switches=4,ports=6,hosts=8
router:   {vcs: 2, depth: 4, pipeline: 2}
workload: {collective: broadcast, scheme: kbinomial, from: "0", message_flits: 8, packet_flits: 4}
YAML
  scenario=copies.yaml agrees "copies of interfaces by tables" lockstep
  agrees "the tops" tops --set topology=torus:3x3 --set router.pipeline=2 --set router.depth=2
  agrees "gates" gates --set topology=ring:4 --set router.pipeline=2 --set router.depth=2
fi

# ---- A packet's way: no cycle for the route.
run run base.yaml --quiet --router ref --events e.sqlite --set router.lookahead=true --set router.pipeline=2 \
  --set workload.load=0.05 --set run.cycles=200
run explain e.sqlite --packet 1 --json e.json
holds "a hop of two cycles" jq -e '[.hops[] | .cycles == 2 and .front == .arrival] | length > 0 and all' e.json
run run base.yaml --quiet --router ref --events f.sqlite --set router.pipeline=2 --set workload.load=0.05 --set run.cycles=200
run diff e.sqlite f.sqlite
holds "events of both are of one latency" grep -q 'latency' out

# ---- One router out of the waves of RTL: what is read of the file has to say where the route lies.
for arbiter in round-robin age; do
  run run base.yaml --quiet --router lockstep --wave w.fst --set topology=torus:3x3 --set router.pipeline=2 \
    --set router.depth=2 --set router.lookahead=true --set router.arbiter=$arbiter --set run.cycles=300
  run replay --from w.fst --scope noc.router_1,1
  holds "replay out of waves, $arbiter: status 0" test "$rc" -eq 0
done

# ---- Threads.
run run base.yaml --quiet --router ref --set router.lookahead=true --set router.pipeline=2 --json one.json
run run base.yaml --quiet --router ref --set router.lookahead=true --set router.pipeline=2 --json two.json --threads 2
holds "two threads" cmp <(jq -S 'del(.host)' one.json) <(jq -S 'del(.host)' two.json)
for scheme in tree-worm path-worm; do
  for threads in 1 2; do
    run run worms.yaml --quiet --router ref --set workload.scheme=$scheme --set router.lookahead=true \
      --set router.pipeline=2 --json $threads.json --threads $threads
  done
  holds "$scheme: two threads, the same" cmp -s <(jq -S 'del(.host)' 1.json) <(jq -S 'del(.host)' 2.json)
done

# ---- What cannot be.
run run base.yaml --set router.lookahead=true --set router.routing=updown --set router.adaptive=true
refused "choices by credits" 2 '^--set router.adaptive=true: router.adaptive does not fit: lookahead with adaptive true; there must be lookahead false, or adaptive false$'
# Packets from node 0 to node 2 come to router 1 in any class, and go on by the group of that class.
sed 's/^route 0 2: 1 1$/route 0 2: 1/' classes.txt >any.txt
run run base.yaml --set topology=mesh:3 --set router.routing=table --set router.lookahead=true --set router.routes=any.txt
refused "a class that is any, and groups by class" 2 '^--set router.routes=any.txt: router.routes does not fit: lookahead with a route in any class \(router 0 to node 2, port 1\), on which the next router.s depends; there must be lookahead false, or one route there behind all classes$'
run run base.yaml --quiet --set topology=mesh:3 --set router.routing=table --set router.routes=any.txt
holds "such a table without lookahead" test "$rc" -eq 0
# The same route in both groups: the class does not matter.
sed 's/^route 1\/1 2: 1 1$/route 1\/1 2: 1 0/' any.txt >same.txt
same "groups by class with one route" "$all" --set topology=mesh:3 --set router.routing=table --set router.routes=same.txt
run run base.yaml --set topology=mesh:8x8 --set router.lookahead=true --set router.flit_bits=32
refused "no room in the head" 2 'router.flit_bits is 32; it must be 64 or 128 or 256 \(the head needs [0-9]* bits, 8 more are for data\)$'
run run base.yaml --set router.lookahead=1
refused "a word that is none" 2 '^--set router.lookahead=1: router.lookahead is .1.; it must be true, false$'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
