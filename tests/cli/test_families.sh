#!/usr/bin/env bash
# Topology families from the command line: what is refused, deadlocks that are allowed and happen,
# every collective and pattern on every family, plans and traces, the names of routers in places, links
# and waves. Golden networks; NOCSTEP_LONG=1 verifies the scenarios with the tag `family` in lockstep.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >u.yaml <<'END'
topology: octagon:8
workload: {traffic: uniform, load: 0.2, packet_flits: 4}
run:      {cycles: 500}
END
cat >c.yaml <<'END'
topology: octagon:8
workload: {collective: barrier, scheme: unicast}
END
families="mesh:4x2 torus:4x4 torus:2x4x3 ring:5 hypercube:3 octagon:12 octagon:8@2 octagons:1x2
  h3dm:m=2,n=2,levels=2,q=0 h3dm:m=1,n=3,levels=2,q=0 fattree:k=2,n=3 butterfly:k=3,n=2
  tree:k=2,n=3 fattree:k=2,n=3,growth=1.587401 dragonfly:p=2,a=3,h=1 slimfly:q=3 flattened:3x3 irregular:switches=5,ports=6,hosts=13"

# ---- One VC where the routing needs two classes.
for t in torus:4x4 torus:5x5 ring:8 octagon:8 octagon:12@2 dragonfly:p=2,a=4,h=2 slimfly:q=5 \
  h3dm:m=2,n=2,levels=2,q=0; do
  refuse "one VC on $t" 2 "^--set router.vcs=1: router.vcs does not fit: 1 vcs .* on ${t%%[=,]*}.*; there must be 2 vcs or more \(2 classes" \
    u.yaml --set "topology=$t" --set router.vcs=1
done
refuse "addresses of more than 32 bits" 2 'topology is mesh:2x2x2050, whose addresses take 36 bits; it must be .* up to 32 bits' \
  u.yaml --set topology=mesh:2x2x2050
refuse "two networks with too few VCs" 2 'does not fit: 2 vcs for 2 networks .*; there must be 4 vcs or more' \
  u.yaml --set router.networks=2 --set router.vcs=2
for t in mesh:4x2 hypercube:3 octagons:1x2 fattree:k=2,n=3 butterfly:k=3,n=2 flattened:3x3 torus:2x2 \
  torus:3x3 irregular:switches=5,ports=6,hosts=13; do
  passes "one VC is enough on $t" '.result == "pass" and .packets.in_flight == 0' \
    u.yaml --set "topology=$t" --set router.vcs=1
done
refuse "adaptive where there is one way" 2 \
  '^--set router.adaptive=true: router.adaptive is octagon, adaptive; it must be a deterministic one' \
  u.yaml --set router.adaptive=true

# ---- Deadlocks that are allowed, and happen: status 1, the chain, and the cycle by links.
for i in 0 1 2 3 4 5 6 7; do echo "0 $i $(((i + 2) % 8)) 16"; done >o.trace
printf 'topology: octagon:8\nworkload: {trace: o.trace}\n' >o.yaml
run o.yaml --set router.vcs=1 --set router.depth=2 --allow-deadlock --json o.json
holds "octagon: status 1" test "$rc" -eq 1
holds "octagon: deadlock" jq -e '.result == "deadlock" and .packets.delivered == 0 and
  .packets.in_flight == 8 and (.error | test("^deadlock: cycle "))' o.json
holds "octagon: the chain" grep -Eq \
  '^  packet 0 of node 0 to node 2, 2 flits in router 1 input port 2 VC 0 \(0 -> 1 class 0\), waits for a VC of output port 1: VC 0 is held$' err
holds "octagon: it closes" grep -Fq 'the chain closes, the last waits for the first: deadlock' err
holds "octagon: its links" grep -Eq \
  '^links that wait for each other: ([0-7] -> [0-7] class 0, ){7}[0-7] -> [0-7] class 0$' err
passes "octagon: not with two VCs" '.result == "pass" and .packets.delivered == 8' o.yaml \
  --set router.vcs=2 --set router.depth=2
tight="--set router.vcs=1 --set router.depth=2 --set workload.load=1 --set workload.packet_flits=16"
for t in ring:8 torus:8x8; do
  # shellcheck disable=SC2086  # several words
  run u.yaml --set "topology=$t" $tight --allow-deadlock --report "report_$t"
  holds "$t: status 1" test "$rc" -eq 1
  holds "$t: the report has the links too" grep -rq '^links that wait for each other: ' "report_$t"
done
# shellcheck disable=SC2086
passes "a ring of four cannot, whatever is allowed" '.result == "pass"' u.yaml \
  --set topology=torus:4x4 $tight --set router.allow_deadlock=true

# A table that sends everything upwards round a ring, in one class: refused with the cycle, and that is
# what stands still when it is allowed.
for i in 0 1 2 3 4 5; do for j in 0 1 2 3 4 5; do
  [ "$i" = "$j" ] || echo "route $i $j: 1"
done; done >up.txt
up="--set topology=ring:6 --set router.routing=table --set router.routes=up.txt"
cycle='0 -> 1 class 0, 1 -> 2 class 0, 2 -> 3 class 0, 3 -> 4 class 0, 4 -> 5 class 0, 5 -> 0 class 0'
# shellcheck disable=SC2086
refuse "a table with a cycle" 2 \
  "^--set router.routing=table: router.routing is table on ring:6, which can deadlock: $cycle; it must be a routing without such a cycle, or --allow-deadlock" \
  u.yaml $up
for i in 0 1 2 3 4 5; do echo "0 $i $(((i + 3) % 6)) 16"; done >r.trace
printf 'topology: ring:6\nworkload: {trace: r.trace}\n' >r.yaml
# shellcheck disable=SC2086
run r.yaml $up --set router.vcs=1 --set router.depth=2 --allow-deadlock
holds "the table deadlocks: status 1" test "$rc" -eq 1
holds "the table deadlocks: the same cycle" grep -Fxq "links that wait for each other: $cycle" err
sed 's/^route 5 0: 1/route 5 0: 2/' up.txt >loop.txt
# shellcheck disable=SC2086
refuse "a table with a loop" 2 'loop.txt:' u.yaml ${up/up.txt/loop.txt}
grep -v '^route 3 1' up.txt >hole.txt
# shellcheck disable=SC2086
refuse "a table with a hole" 2 'hole.txt:' u.yaml ${up/up.txt/hole.txt}

# A table whose groups go by class: with fewer classes packets would be in groups without a route.
printf 'switch a 4\nswitch b 4\nswitch c 4\nhost h0 a\nhost h1 b\nhost h2 c\nlink a b\nlink b c\n' >line.txt
printf '%s\n' 'classes 2' 'groups 3' 'group 1 1/0 1' 'group 1 1/1 2' 'route 0 1: 1 1' 'route 0 2: 1 1' \
  'route 1/2 2: 2 0' 'route 1/0 2: 2 0' 'route 1 0: 1 0' 'route 2 0: 1 0' 'route 2 1: 1 0' >class.txt
by_class="--set topology=irregular:line.txt --set router.routing=table --set router.routes=class.txt"
# shellcheck disable=SC2086
passes "groups by class" '.result == "pass" and .packets.delivered > 20' u.yaml $by_class
# shellcheck disable=SC2086
refuse "groups by class, without the classes" 2 \
  'router.vcs does not fit: 1 vcs .*; there must be 2 vcs or more \(2 classes in every network, which have groups' \
  u.yaml $by_class --set router.vcs=1 --allow-deadlock
"$nocstep" topo irregular:line.txt --routing table --routes class.txt --classes 1 >out 2>err
holds "topo refuses it too" test "$?" -eq 2
holds "topo says why" grep -Fq -- '--classes is 1; it must be 2, which have groups of their own' err
refuse "routes without a table" 2 \
  'router.routes is given with(out)? routing.*; it must be given with routing table or source' \
  u.yaml --set router.routes=class.txt

# ---- What no number of VCs or rows is enough for.
refuse "more classes than VCs can be" 2 \
  'does not fit: 4 vcs .* on ring:40; there must be what needs up to 16 vcs; this needs 20 \(20 classes' \
  u.yaml --set topology=ring:40 --set router.routing=minimal
refuse "more nodes than a table has rows" 2 \
  '^--set topology=irregular:[^ ]*: topology is irregular.* of 70000 nodes, whose routes \(updown\) are in tables; it must be one of up to 65536 nodes' \
  u.yaml --set topology=irregular:switches=20000,ports=8,hosts=70000

# ---- Patterns: by coordinates where nodes have some; none that sends nothing.
for t in fattree:k=2,n=3 butterfly:k=2,n=3 irregular:switches=5,ports=6,hosts=16; do
  for pattern in transpose tornado neighbor; do
    refuse "$pattern on $t" 2 \
      "^--set workload.traffic=$pattern: workload.traffic is '$pattern' on .*; it must be used where every router has" \
      u.yaml --set "topology=$t" --set "workload.traffic=$pattern"
  done
  passes "bit-complement on $t" '.packets.delivered > 50' u.yaml --set "topology=$t" \
    --set workload.traffic=bit-complement
done
for t in tornado/hypercube:3 tornado/mesh:2x2x2x2 tornado/torus:2x2x2x2 transpose/octagon:8 transpose/ring:6 tornado/h3dm:m=2,n=2,levels=2,q=0; do
  case $t in tornado*) more='used on a topology with 3 routers or more in a dimension' ;; *) more='another pattern, or' ;; esac
  refuse "$t" 2 "where every node would send to itself; it must be $more" \
    u.yaml --set "topology=${t#*/}" --set "workload.traffic=${t%%/*}"
done
refuse "bit-flip on 72 nodes" 2 "workload.traffic is 'bit-flip' on 72 nodes; it must be used with a power of two" \
  u.yaml --set topology=dragonfly:p=2,a=4,h=2 --set workload.traffic=bit-flip
# A group's neighbor packets all go to the next group, over its one link.
passes "neighbor on a dragonfly" '([.links[] | select((.from | split(",")[1]) != (.to | split(",")[1])) |
  select(.flits > 0) | ((.to | split(",")[1] | tonumber) - (.from | split(",")[1] | tonumber) + 9) % 9] |
  unique) == [1]' u.yaml --set topology=dragonfly:p=2,a=4,h=2 --set workload.traffic=neighbor

# ---- Every collective by every scheme: all blocks arrive. Groups of two nodes or more, two or more of
# them at each level, need as many prime factors in the number of nodes; without them it is refused. So
# are schemes of tori on other topologies.
refusal_of() {
  local t=$2
  case $1 in
    edst | dimension-ring)
      [[ "$t" = torus:* || "$t" = ring:* || "$t" = hypercube:* ]] && [[ "$t" != *@* ]] ||
        echo 'must be a torus, ring or hypercube of one node a router'
      ;;
    *) groups_fit "$@" || echo 'workload.group is best, but .* cannot be tiled; it must be' ;;
  esac
}
groups_fit() {
  local levels=1 factors
  case $1 in hnc-recursive) levels=2 ;; hnc | hierarchy | combining) ;; *) return 0 ;; esac
  factors=$("$nocstep" topo "$2" --json - -q | jq .nodes | factor | wc -w)
  [ $((factors - 1)) -gt $levels ]
}
"$nocstep" list collectives --json - -q | jq -r '.collectives[] | .name as $n | .schemes[] | "\($n) \(.name? // .)"' >pairs
holds "pairs of collectives and schemes" test "$(wc -l <pairs)" -ge 20
some="torus:2x4x3 h3dm:m=2,n=2,levels=2,q=0 irregular:switches=5,ports=6,hosts=13"
[ "${NOCSTEP_LONG:-0}" = 1 ] && some=$families
for t in $some; do
  bad=
  rm -rf results && mkdir results
  while read -r collective scheme; do
    set -- --set "workload.collective=$collective" --set "workload.scheme=$scheme"
    [ "$collective" = multicast ] && set -- "$@" --set workload.to=1-4
    [[ "$scheme" = *-worm ]] && set -- "$@" --set router.switching=cut-through --set router.depth=8
    # Paths of messages are in their heads.
    [ "$scheme" = scheduled ] && set -- "$@" --set router.routing=source --set router.flit_bits=256
    [ "$collective" = barrier ] || set -- "$@" --set workload.message_flits=3
    refusal=$(refusal_of "$scheme" "$t")
    if [ -n "$refusal" ]; then
      "$nocstep" run c.yaml --set "topology=$t" "$@" -q >out 2>err
      [ $? -eq 2 ] && grep -q "$refusal" err ||
        bad="$bad $collective/$scheme: no refusal: $(head -c 200 err)"
    elif ! "$nocstep" run c.yaml --set "topology=$t" "$@" --json "results/$collective-$scheme" -q >out 2>err; then
      bad="$bad $collective/$scheme: $(head -c 200 err)"
    fi
  done <pairs
  bad+=$(jq -r 'select(.result == "pass" and .packets.in_flight == 0 and .packets.delivered > 0 and
    .collective.blocks.checked == .collective.blocks.expected | not) | input_filename' results/* 2>&1)
  verdict "collectives on $t" "$([ -z "$bad" ] && echo yes)" "$bad"
done

# ---- A plan, a trace, a permutation.
printf 'num_ranks 8\nrank 0 { l: send 24b to 7 tag 3 }\nrank 7 { l: recv 24b from 0 tag 3 }\n' >p.goal
printf 'topology: octagon:8\nworkload: {plan: p.goal}\n' >p.yaml
for t in octagon:8 fattree:k=2,n=3 butterfly:k=2,n=3 irregular:switches=3,ports=6,hosts=8; do
  passes "a plan on $t" '.packets.delivered == 1' p.yaml --set "topology=$t"
  passes "a trace on $t" '.trace.delivered == 8' o.yaml --set "topology=$t"
done

# ---- Names. In places, JSON and waves they are the same; those of h3dm begin with the highest digit.
for t in $families; do
  passes "links of $t" '(.links | length) > 0 and ([.links[].flits] | add) == .flits.hops and
    ([.links[] | .from != .to] | all)' u.yaml --set "topology=$t"
done
passes "names of h3dm" '[.links[:3][] | .from, .to] == ["0,0,0,0,0", "0,0,0,0,1", "0,0,0,0,0",
  "0,0,0,0,3", "0,0,0,0,0", "0,0,0,1,0"] and .links[-1].from == "1,1,3,3,3"' \
  u.yaml --set topology=h3dm:m=4,n=2,levels=2,q=0
refuse "no such place" 2 "^--rtl-at is '3,3,3,1,1'; it must be routers of h3dm:m=4,n=2,levels=2,q=0, up to 1,1,3,3,3" \
  u.yaml --set topology=h3dm:m=4,n=2,levels=2,q=0 --rtl-at 3,3,3,1,1
refuse "too short a place" 2 "^--lockstep-at is '1'; it must be routers of dragonfly.*, up to 3,8" \
  u.yaml --set topology=dragonfly:p=2,a=4,h=2 --lockstep-at 1
for t in octagon:8/router_7 butterfly:k=2,n=3/router_3,2 h3dm:m=2,n=2,levels=2,q=0/router_1,0,1,1,1; do
  run u.yaml --set "topology=${t%%/*}" --set run.cycles=100 --wave w.fst
  holds "a wave of ${t%%/*}" test "$rc" -eq 0 -a -s w.fst -a -s w.gtkw
  if command -v fst2vcd >which.out; then
    fst2vcd w.fst >w.vcd 2>err
    holds "${t#*/} is in it" grep -Fq "\$scope module ${t#*/} \$end" w.vcd
    holds "it has values" test "$(grep -c '^#' w.vcd)" -ge 100
  fi
done

# ---- The file of a network is beside its scenario, wherever the program runs.
mkdir sub
printf 'switch a 4\nswitch b 4\nhost h0 a\nhost h1 b.3\nhost h2 b\nlink a b.0\nlink a b\n' >'sub/my net.txt'
printf 'topology: irregular:my net.txt\nworkload: {traffic: uniform, load: 0.3, packet_flits: 4}\nrun: {cycles: 500}\n' >sub/i.yaml
passes "a file beside the scenario" '.packets.delivered > 50 and .scenario.topology == "irregular:my net.txt"' sub/i.yaml
"$nocstep" sweep sub/i.yaml --load 0.1:0.1:0.2 --json w.json -q >out 2>err
holds "a sweep of it" jq -e '.curves[0].points | length >= 2 and all(.result == "pass")' w.json
sed 's/my net/sub\/my net/' sub/i.yaml >sub/j.yaml
refuse "beside the scenario only" 2 "^sub/j.yaml:1:[0-9]+: topology: .*my net.txt: cannot be opened" sub/j.yaml
passes "on the command line in the current folder" '.packets.delivered > 50' u.yaml \
  --set 'topology=irregular:sub/my net.txt'

# ---- The scenarios.
"$nocstep" list scenarios --json - -q >s.json 2>err
holds "a scenario of every family" diff \
  <("$nocstep" list topologies --json - -q | jq -r '.topologies[].name' | sort) \
  <(cat "$scenarios"/*.yaml | sed -n 's/^topology: \([a-z0-9]*\):.*/\1/p' | sort -u)
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  within 6000 "$nocstep" verify "$scenarios" --tag family --json v.json >out 2>err </dev/null
  holds "all of them in lockstep" jq -e '.result == "pass" and .count.runs >= 20' v.json
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
