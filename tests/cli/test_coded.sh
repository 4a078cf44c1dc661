#!/usr/bin/env bash
# Hierarchical broadcasts with network coding, as `nocstep run` shows them: steps and exclusive ors in
# the result, the same as `nocstep hops` counts, and golden, Verilated and lockstep networks to the
# cycle; plans with items; what is refused. NOCSTEP_LONG=1 takes the 8x8 mesh. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

# run ARGUMENT...: status in rc, result in run.json.
run() {
  within 600 "$nocstep" run --quiet "$@" --json run.json >out 2>err </dev/null
  rc=$?
}

# json NAME FILTER: the run passed, and the filter is true for its result.
json() {
  local name=$1 filter=$2
  if [ "$rc" -eq 0 ] && jq -e "$filter" run.json >/dev/null; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 300 err)"
  fi
}

# refuse NAME SENTENCE ARGUMENT...
refuse() {
  local name=$1 sentence=$2
  shift 2
  run "$@"
  if [ "$rc" -eq 2 ] && grep -qF -- "$sentence" err && [ "$(wc -l <err)" -eq 1 ]; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 300 err)"
  fi
}

cat >c.yaml <<'END'
topology: mesh:4x4
workload: {collective: allgather, scheme: hnc, group: 2x2, intermediate: centre}
END

run c.yaml
json "steps by name" '[.collective.steps[].name] == ["intra", "inter", "distribute", "unicast"]'
json "sequential steps follow each other, and take the whole time" '.collective |
  .completion == ([.steps[].completion] | add) and
  ([.steps[0].start, .steps[1].start] == [0, .steps[0].completion])'
json "packets and hops of the steps are those of the whole" '.collective |
  .packets == 240 and .packets == ([.steps[].packets] | add) and
  .hops == ([.steps[].hops] | add) and .blocks == {expected: 240, checked: 240}'
json "the longest latency ends a step of single packets" '.collective.steps[1] |
  .completion == .latency.max and .latency.mean <= .latency.max'
json "exclusive ors: one a coded packet made and one a coded packet received" \
  '.energy.xor == 4 * 3 + 16 * 9'
holds "hops of the steps are those counted" diff \
  <(jq -c '[.collective.steps[] | [.packets, .hops]]' run.json) \
  <("$nocstep" hops --topology mesh:4x4 --collective allgather --scheme hnc --group 2x2 \
    --intermediate centre --json - | jq -c '[.intra, .inter, .distribute, .unicast | [.unicasts, .hops]]')
holds "steps in the summary" test "$("$nocstep" run c.yaml | grep -c '^  step .*: [0-9]* packets, ')" -eq 4
printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: unicast}\n' >u.yaml
run u.yaml
json "no steps, no exclusive ors without" '(.collective | has("steps") | not) and .energy.xor == 0'

# compare NAME ARGUMENT...: golden, Verilated and lockstep networks do the same, and nothing differs.
compare() {
  local name=$1
  shift
  for kind in ref rtl lockstep; do
    run "$@" --set run.router=$kind
    json "$name, $kind" '.collective.blocks | .checked == .expected'
    jq -S 'del(.host, .lockstep, .coverage, .scenario)' run.json >"$kind.json"
  done
  json "$name: compared, no mismatch" '.lockstep | .mismatches == 0 and .bits_compared > 0'
  holds "$name: rtl is golden" diff ref.json rtl.json
  holds "$name: lockstep is golden" diff ref.json lockstep.json
}
compare "one flit" c.yaml
compare "16 flits, trees, overlapped" c.yaml --set workload.message_flits=16 \
  --set workload.base=binomial --set workload.steps=overlapped --set router.networks=4
if [ -n "${NOCSTEP_LONG:-}" ]; then
  for base in unicast binomial; do
    for flits in 1 16; do
      compare "8x8, $flits flits, $base" c.yaml --set topology=mesh:8x8 --set workload.base=$base \
        --set workload.message_flits=$flits
    done
  done
  compare "torus" c.yaml --set topology=torus:4x4 --set router.vcs=8 --set workload.message_flits=5 \
    --set workload.steps=overlapped --set router.networks=4 --set coding.overhead=35
fi

# Waves: links show the slot and the blocks that a head names.
run c.yaml --set run.router=lockstep --wave w.fst
holds "waves: the fields" grep -q '^noc.link_ni_0_0,0.block_b\[' w.gtkw
holds "waves: registers of both sides" test \
  "$(grep -cE '^\+\{(RTL|golden) x_slot\} noc.ni_0.(rtl|ref).x_slot' w.gtkw)" -eq 2
if command -v fst2vcd >which.out; then
  fst2vcd w.fst >w.vcd 2>err
  # Node 0, the centre of its group, sends those of blocks 0 and 1, 1 and 4, 4 and 5 in step D.
  grep -oE '^sS\\040v[0-9]\\0400>2\\040#[0-9]+\\040[0-9]+\^[0-9]+' w.vcd | sed 's/.*040//' | sort -u >blocks
  holds "waves: coded packets" diff blocks <(printf '0^1\n1^4\n4^5\n')
fi

# A plan: an operand of 16 flits of its own, a result passed on, and joins of results and packets.
cat >p.goal <<'END'
num_ranks 3
rank 0 {
  a: block 128b  b: block 128b  c: xor 128b a b
  send 128b to 1 tag 1 of c  send 128b to 1 tag 2 of a
  j: join 2 a b  send 256b to 2 tag 9 of j  recv 256b from 1 tag 3
}
rank 1 {
  c: recv 128b from 0 tag 1  a: recv 128b from 0 tag 2
  b: xor 128b c a  send 128b to 2 of b
  k: join 2 b a  send 256b to 0 tag 3 of k  recv 256b from 2 tag 4
}
rank 2 { recv 128b from 1  x: recv 256b from 0 tag 9  send 256b to 1 tag 4 of x }
END
printf 'topology: mesh:2x2\nworkload: {plan: p.goal, packet_flits: 20}\n' >p.yaml
printf 'topology: mesh:2x2\nworkload: {plan: p.goal}\n' >q.yaml
run p.yaml
json "a plan with items" '.plan.delivered == 6 and .packets.delivered == 9 and .energy.xor == 32'
run p.yaml --set run.router=lockstep --map random
json "the same in lockstep, on other nodes" '.plan.delivered == 6 and .lockstep.mismatches == 0'

# The first packets wait, on both virtual networks, until the host has loaded 80 blocks of 64 flits,
# each for an exclusive or whose slot is opened behind it: longer than a network may stand still
# where packets do not wait for units.
{ printf 'num_ranks 2\nrank 0 {\n'
  for i in {80..1}; do echo "send 512b to 1 tag $i"; done
  printf '}\nrank 1 {\n'
  for i in {1..80}; do echo "b$i: block 512b  r$i: recv 512b from 0 tag $i  xor 512b r$i b$i"; done
  printf '}\n'; } >w.goal
printf 'topology: mesh:2x1\nrouter: {networks: 2}\nworkload: {plan: w.goal}\n' >w.yaml
run w.yaml
json "networks whose packets wait for a unit do not stand still" \
  '.result == "pass" and .packets.delivered == 80 and .latency.max > 8000'

refuse "packets too short for an operand" \
  "workload.packet_flits is enough for packets of up to 4 flits; it must be enough for 16 or more, the length of an operand" \
  p.yaml --set workload.packet_flits=4
refuse "buffers too short for an operand" \
  "router.depth is enough for packets of up to 8 flits; it must be enough for 16 or more, the length of an operand" \
  q.yaml --set router.switching=cut-through
printf 'num_ranks 2\nrank 0 { a: block 8000b j: join 1 a send 8000b to 1 of j }\nrank 1 { recv 8000b from 0 }\n' >j.goal
refuse "parts that no packet holds" "j.goal: there is joined data with parts of 1000 flits; there must be up to 640" \
  q.yaml --set workload.plan=j.goal
{ printf 'num_ranks 2\nrank 0 {\n  a: block 8b b: block 8b\n'
  for i in {1..4096}; do echo "x$i: xor 8b a b"; done
  printf '}\nrank 1 { }\n'; } >o.goal
refuse "more operands than a unit has room for" "there is a need of 4098 operands in the coding unit of node 0; there must be up to 4095" \
  q.yaml --set workload.plan=o.goal
refuse "memory that is too small" "coding.memory is 3 operands" c.yaml --set coding.memory=3
refuse "a path in the head, which has no room for blocks" \
  "router.routing does not fit: routing source with scheme hnc; there must be routings without a path in the head" \
  c.yaml --set router.routing=source
refuse "the same with a plan" "router.routing is source with exclusive ors in the plan; it must be" \
  p.yaml --set router.routing=source
refuse "more operands than any unit has" "workload.scheme is exclusive ors for which node 0 keeps" \
  c.yaml --set topology=mesh:64x128 --set workload.group=8x8 --set workload.from=0-8191 --set workload.to=0 \
  --set router.flit_bits=256
refuse "a head that does not fit" "router.flit_bits is 64; it must be 128 or 256" \
  c.yaml --set topology=mesh:32x32
run c.yaml --set coding.memory=28
json "memory that is just enough" '.result == "pass"'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
