#!/usr/bin/env bash
# Traffic, classes and traces from the command line: every scenario of tests/scenarios with them runs
# in lockstep; permutations and traces from files, plain, compressed, from pipes and broken; what the
# summary, the JSON and --report say. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

# ---- In lockstep.
short=(--set run.cycles=1000)
[ "${NOCSTEP_LONG:-0}" != 1 ] || short=()
for file in "$scenarios"/traffic_*.yaml "$scenarios"/trace_*.yaml; do
  passes "$(basename "$file")" '.result == "pass" and .lockstep.mismatches == 0 and
    .lockstep.bits_compared > 0 and .packets.delivered > 100 and .packets.in_flight == 0' "$file" "${short[@]}"
done

# ---- Every pattern of the list runs.
printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1}\nrun: {cycles: 2000}\n' >u.yaml
for pattern in $("$nocstep" list traffic --json - -q | jq -r '.traffic[].name'); do
  case $pattern in
    external) continue ;;  # of a program, below
    hotspot) more="--set workload.hotspot_nodes=1-3 --set workload.hotspot_share=0.3" ;;
    permutation) more="--set workload.permutation=$scenarios/permutation_16.txt" ;;
    multicast) more="--set workload.degree=3 --set workload.scheme=unicast" ;;
    *) more= ;;
  esac
  # shellcheck disable=SC2086  # several words
  passes "$pattern" '.packets.delivered > 500 and (has("classes") | not)' u.yaml \
    --set "workload.traffic=$pattern" $more
done

# ---- Messages of a program: no command runs them; the line names the key.
printf 'topology: mesh:4x4\nworkload: {packet_flits: 8, traffic: external}\n' >e.yaml
for command in run "run --router lockstep" sweep verify collective; do
  # shellcheck disable=SC2086  # several words
  within 60 "$nocstep" $command e.yaml >out 2>err </dev/null
  rc=$?
  refused "external: $command" 2 '^e.yaml:2:38: workload.traffic is external; it must be another pattern here: its messages come from a program \(docs/embedding.md\)$'
done
refuse "external with a load" 2 '^u.yaml:2:36: workload.load is given with workload.traffic: external; it must be' \
  u.yaml --set workload.traffic=external

# ---- Beyond saturation the result says so, and only there; a short window is none.
saturated='topology=mesh:8x8 --set workload.traffic=transpose --set run.cycles=10000 --set workload.load'
# shellcheck disable=SC2086  # several words
passes "saturated" '.throughput.saturated' u.yaml --set $saturated=0.25
# shellcheck disable=SC2086
run u.yaml --set $saturated=0.25
if grep -q '^  saturated ' out; then verdict "saturated in the summary" yes; else verdict "saturated in the summary" no; fi
# shellcheck disable=SC2086
passes "not saturated" '.throughput.saturated | not' u.yaml --set $saturated=0.1
passes "a short window" '.throughput.saturated | not' u.yaml --set run.cycles=30

# ---- Multicasts: the same whatever the threads; a sweep; copies that move together stall.
cat >m.yaml <<'END'
topology: mesh:6
router: {vcs: 1, depth: 24, switching: cut-through}
workload: {traffic: multicast, degree: 1-5, scheme: tree-worm, load: 0.3, message_flits: 12}
run: {cycles: 3000, warmup: 500}
END
passes "multicasts" '.multicast.created == .multicast.completed and .multicast.created > 50 and
  .multicast.measured > 40 and .multicast.latency.mean >= .multicast.zero_load_latency and
  .multicast.scheme == "tree-worm" and .packets.in_flight == 0 and
  (.throughput | .offered > 0.25 and .offered < 0.35 and (.saturated | not))' m.yaml
for threads in 1 2; do
  run m.yaml --router lockstep --threads $threads --set router.depth=16 --json t.json
  jq -S 'del(.host)' t.json >threads.$threads
done
if cmp -s threads.1 threads.2 && jq -e '.lockstep.mismatches == 0 and .multicast.created > 50' threads.1 >/dev/null; then
  verdict "multicasts by two threads" yes
else
  verdict "multicasts by two threads" no
fi
# The first come long behind the beginning, and take cycles before a flit moves: that is no stall.
passes "few multicasts" '.multicast.created > 2 and .multicast.completed == .multicast.created' \
  m.yaml --set workload.load=0.0002 --set workload.scheme=kbinomial --set run.cycles=300000
passes "multicasts beyond saturation" '.throughput.saturated and .cycles == 3500' m.yaml \
  --set workload.load=0.9 --set run.drain=false
"$nocstep" sweep m.yaml --load 0.1:0.3:0.7 --set run.cycles=20000 --json s.json -q >out 2>err
if jq -e '.curves[0] | (.points | length) > 3 and .points[0].state == "steady" and
    .points[0].latency.mean > .points[0].zero_load_latency and .saturation.load > 0.2' s.json >/dev/null; then
  verdict "a sweep of multicasts" yes
else
  verdict "a sweep of multicasts" no
fi
for file in "$scenarios"/worms_*.yaml; do
  passes "$(basename "$file")" '.multicast.created > 100 and .multicast.completed == .multicast.created' \
    "$file" --router ref
done
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  tagged=$(grep -lE '^tags:.*\<worms\>' "$scenarios"/*.yaml | wc -l)
  if within 6000 "$nocstep" verify "$scenarios" --tag worms --shapes 1 --json v.json >out 2>err </dev/null &&
    jq -e --argjson tagged "$tagged" '.result == "pass" and .count.passed == 2 * $tagged' v.json >/dev/null; then
    verdict "worms in lockstep" yes
  else
    verdict "worms in lockstep" no "$(tail -c 300 err)"
  fi
fi
refuse "synchronous copies" 2 '^--set router.copies=synchronous: router.copies is synchronous, which can deadlock' \
  m.yaml --set router.copies=synchronous
refuse "synchronous copies of nothing" 2 '^--set router.copies=synchronous: router.copies is synchronous without worms' \
  m.yaml --set router.copies=synchronous --set workload.scheme=kbinomial
refuse "multicasts of one node" 2 '^--set topology=mesh:1x1: topology is mesh:1x1 with multicasts; it must be one of 2 nodes' \
  m.yaml --set topology=mesh:1x1
refuse "bursts of multicasts" 2 "burst_on is given with workload.traffic: multicast; it must be given with traffic" \
  m.yaml --set workload.burst_on=5
run m.yaml --set router.copies=synchronous --set workload.load=0.9 --allow-deadlock --json s.json
if [ "$rc" -eq 1 ] && grep -Fq 'the chain closes, the last waits for the first: deadlock' err &&
  grep -q 'waits for the copy to output port [0-9]*$' err && jq -e '.result == "deadlock"' s.json >/dev/null; then
  verdict "synchronous copies stall" yes
else
  verdict "synchronous copies stall" no
fi

# ---- Permutations.
seq 15 -1 0 >p.txt
cat >p.yaml <<'END'
topology: mesh:4x4
workload: {traffic: permutation, load: 0.1, permutation: p.txt}
END
passes "a permutation" '.scenario.workload.permutation == "p.txt"' p.yaml
gzip -k p.txt
passes "a compressed permutation" '.result == "pass"' p.yaml --set workload.permutation=p.txt.gz
mkdir -p in
cp p.yaml p.txt in/
passes "a permutation beside its scenario" true in/p.yaml --report in/report
passes "the permutation of a report" '.scenario.workload.permutation | startswith("/")' \
  in/report/scenario.yaml
refuse "fewer nodes" 2 "^p.txt:1:1: there is '15'; there must be 0 to 3" p.yaml --set topology=mesh:2x2
refuse "more nodes" 2 '^p.txt:17:1: there is the end of the file after 16 nodes; there must be 32' p.yaml \
  --set topology=mesh:8x4
refuse "no permutation there" 2 '^no.txt: cannot be opened: No such' p.yaml \
  --set workload.permutation=no.txt
refuse "a folder as permutation" 2 '^in: cannot be read: Is a dir' p.yaml \
  --set workload.permutation=in
refuse "a result onto the permutation" 2 '^--json is p.txt, as for workload.permutation' p.yaml --json p.txt

# ---- Traces.
printf '0 0 5 4\n9 5 0 2\n' >t.txt
printf 'topology: mesh:4x4\nworkload: {trace: t.txt}\n' >t.yaml
passes "a trace" '.trace.packets == 2 and .trace.delivered == 2 and .flits.delivered == 6' t.yaml
passes "cut off" '.trace.delivered == 1 and .packets.injected == 1' t.yaml --set run.cycles=5
run t.yaml
if grep -q '^completion   cycle [0-9]*, 2 of 2 packets delivered' out; then
  verdict "the summary of a trace" yes
else
  verdict "the summary of a trace" no "$(cat out)"
fi
gzip -c t.txt >t.gz
passes "a compressed trace" '.trace.delivered == 2' t.yaml --set workload.trace=t.gz
mkfifo t.fifo
cat t.gz >t.fifo &
passes "a trace from a pipe" '.trace.delivered == 2' t.yaml --set workload.trace=t.fifo
passes "a trace with a report" true t.yaml --report report
passes "the trace of a report" '.trace.delivered == 2' report/scenario.yaml
holds "a summary has the seed" grep -Eq '^seed +1$' report/summary.txt
passes "packets of the warm-up are not measured, and the result says so" \
  '.latency == null and (.no_latency | test("ended within the warm-up, run.warmup"))' t.yaml --set run.warmup=1000
run t.yaml --set run.warmup=1000
holds "so does the summary" grep -q '^latency      none: the run ended within the warm-up, run.warmup' out
passes "nothing is said where there is a latency" '.latency.mean > 0 and (has("no_latency") | not)' t.yaml
run "$scenarios/allreduce_4x4_ring.yaml" --set run.warmup=100000 --set run.router=ref
holds "the same of a collective" grep -q '^latency      none: the run ended within the warm-up, run.warmup' out
printf 'Cycle;Source;Destination;Flits\n0;0;1;2\n1;1;2;4' >semicolons.CSV
passes "a trace with semicolons, capitals and no last line's end" '.trace.delivered == 2' t.yaml \
  --set workload.trace=semicolons.CSV

# Golden networks let the cycles pass in which nothing can happen, which RTL steps: the results are the
# same, whatever begins or ends in a gap.
cat >gaps.csv <<'END'
cycle,source,destination,flits,id,after,delay
0,0,3,4,1
5,1,2,1,2,1,700
4000,3,0,2,3
4001,2,1,9,4,3;2,2500
9000,0,1,3,5
END
printf 'topology: mesh:2x2\nworkload: {trace: gaps.csv}\n' >gaps.yaml
gaps() {
  local name=$1 router
  shift
  for router in ref rtl; do
    rm -f "$router.json"
    run gaps.yaml -q --set run.router="$router" --json "$router.json" "$@"
    echo "status $rc" >"$router.result"
    jq -S '[.cycles, .packets, .flits, .latency, .throughput, .fairness, .oldest, .trace, .error]' "$router.json" >>"$router.result"
  done
  holds "$name: there is a result" grep -q '"injected"' ref.result
  holds "$name: as RTL" cmp ref.result rtl.result
}
gaps "gaps in a trace"
gaps "a window begins and ends in gaps" --set run.warmup=3000 --set run.cycles=2000
gaps "a window ends behind the trace" --set run.cycles=20000
gaps "a window within a gap" --set run.warmup=7000 --set run.cycles=500 --set run.drain=false
gaps "costs of hosts beside gaps" --set host.t_nr=900 --set host.t_ns=33
gaps "a packet that gets too old behind a host at work" --set host.t_hs=500 --set run.max_age=100
holds "it is found as soon as looks allow" grep -q 'age: cycle 101: ' ref.result
# Hosts that seldom do anything: their gaps are no stall, whether cycles pass at once or not.
printf '0,0,1,2\n9000,0,1,2\n24000,1,0,2\n' >seldom.csv
gaps "gaps of hosts that jitter" --set workload.trace=seldom.csv --set run.jitter.hosts=0.99
holds "they are no stall" grep -qx 'status 0' ref.result
printf '0,0,1,4\n999999999999,1,0,4\n' >far.csv
passes "a gap of a million million cycles" '.trace.delivered == 2 and .cycles > 999999999999' \
  gaps.yaml --set workload.trace=far.csv --set run.router=ref
refuse "the plan of a trace" 2 '^--write-plan is given with traffic or a trace' t.yaml --write-plan x.goal
refuse "no trace there" 2 '^no: cannot be opened: No such file' t.yaml --set workload.trace=no
refuse "an endless trace" 2 '^/dev/zero:1:1: there is a NUL byte' t.yaml --set workload.trace=/dev/zero
refuse "the program as trace" 2 ':1:[0-9]+: there is ' t.yaml --set "workload.trace=$nocstep"
head -c 25 t.gz >cut.gz
refuse "a compressed trace that breaks off" 2 '^cut.gz:[0-9]+:[0-9]+: there is gzip data that breaks off' \
  t.yaml --set workload.trace=cut.gz
head -c 12 t.txt >cut.txt
refuse "a trace that breaks off" 2 '^cut.txt:2:5: destination is the end of the line' t.yaml \
  --set workload.trace=cut.txt
refuse "a trace onto itself" 2 '^--json is t.txt, as for workload.trace' t.yaml --json t.txt
printf '0 0 5 9\n' >long.txt
refuse "a packet longer than cut-through buffers" 2 "^long.txt:1:7: flits is '9'; it must be 1 to 8" \
  t.yaml --set workload.trace=long.txt --set router.switching=cut-through
if [ -z "${NOCSTEP_SANITIZED:-}" ]; then  # a sanitizer takes terabytes of addresses
  paste -d ' ' <(seq 0 2999999) <(yes '0 1 1' | head -n 3000000) <(seq 0 2999999) >huge.txt
  (
    ulimit -v 120000
    within 300 "$nocstep" run t.yaml --set workload.trace=huge.txt >out 2>err </dev/null
    echo $? >rc
  )
  if [ "$(cat rc)" = 3 ] && grep -q 'out of memory for the trace' err; then
    verdict "no memory for a trace" yes
  else
    verdict "no memory for a trace" no "status $(cat rc): $(head -c 200 err)"
  fi
fi

# ---- Classes.
request_reply=$scenarios/traffic_request_reply.yaml
passes "classes in the result" '(.classes | length) == 2 and .classes[1].network == 1 and
  .classes[0].replies.network == 2 and
  .classes[0].replies.packets.delivered == .classes[0].packets.delivered and
  ([.classes[].packets.delivered] + [.classes[0].replies.packets.delivered] | add) ==
    .packets.delivered' "$request_reply" --router ref
passes "a class by --set" '.scenario.workload.classes[1].load == 0.3' "$request_reply" \
  --router ref --set workload.classes.1.load=0.3
run "$request_reply" --router ref
if [ "$(grep -Ec '^  (class|replies) ' out)" -eq 3 ]; then
  verdict "classes in the summary" yes
else
  verdict "classes in the summary" no "$(cat out)"
fi
refuse "no such network" 2 'traffic_request_reply.yaml:[0-9:]+ workload.classes.0.reply_network does not fit: ' \
  "$request_reply" --set router.networks=2 --set router.vcs=2

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
