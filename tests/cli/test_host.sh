#!/usr/bin/env bash
# The host model from the command line: keys in files, by --set and in results; what is refused; the
# example of docs/host.md; in lockstep the same results as without RTL; long times in which only hosts
# work are no stall, and what is one is still found; sweeps and comparisons.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.01}\nrun: {cycles: 2000}\n' >t.yaml
{
  cat t.yaml
  echo 'host: {t_hs: 100, t_hr: 70, ratio: 1.5, bus: 1.33}'
} >h.yaml

# ---- Keys.
passes 'without the section' '.scenario.host == {t_hs: 0, t_hr: 0, t_ns: 0, t_nr: 0, bus: 0} and
  .latency.mean < 30' t.yaml
passes 'resolved' '.scenario.host == {t_hs: 100, t_hr: 70, t_ns: 67, t_nr: 67, bus: 1.33} and
  .latency.mean > 170 and .zero_load_latency > 170 and .zero_load_latency < 200 and
  .network_latency.mean < 30 and .packets.in_flight == 0' h.yaml
passes 'by --set' '.scenario.host == {t_hs: 0, t_hr: 0, t_ns: 3, t_nr: 0, bus: 0}' t.yaml --set host.t_ns=3
passes 'over those of a file' '.scenario.host.t_ns == 50' h.yaml --set host.ratio=2
run t.yaml --json one.json -q
run t.yaml --set host.t_hs=0 --set host.bus=0 --json two.json -q
holds 'zeros are nothing' diff <(jq 'del(.host)' one.json) <(jq 'del(.host)' two.json)
run h.yaml --report report -q
holds 'a report is read again' grep -q 't_ns: 67' report/scenario.yaml
passes 'and runs the same' ".latency.mean == $(jq .latency.mean report/result.json)" report/scenario.yaml

sed 's/100/-5/' h.yaml >bad.yaml
refuse 'negative' 2 '^bad.yaml:4:14: host.t_hs is .-5.; it must be 0 to 2147483648$' bad.yaml
refuse 'no number' 2 '^--set host.bus=fast: host.bus is .fast.; it must be 0 to 1000, with up to six' \
  t.yaml --set host.bus=fast
refuse 'beyond the pins' 2 '^--set host.t_nr=65536: host.t_nr is .65536.; it must be 0 to 65535$' \
  t.yaml --set host.t_nr=65536
refuse 'ratio beside a handler' 2 '^--set host.t_nr=5: host.t_nr does not fit: host.ratio beside' h.yaml \
  --set host.t_nr=5
refuse 'another key' 2 'host.t_hx is an unknown key .nearest: .t_hs.' t.yaml --set host.t_hx=5
refuse 'a section alone' 2 'host is a section; it must be given as host.KEY=VALUE' t.yaml --set host=5
printf 'topology: mesh:4x4\nworkload: {collective: allgather, scheme: hnc, group: 2x2}\n' >c.yaml
refuse 'a scheme with exclusive ors' 2 '^--set host.t_hs=5: host.t_hs does not fit: costs of hosts with scheme hnc; there must be' \
  c.yaml --set host.t_hs=5
cp "$source_tree/tests/fuzz/corpus_plan/coding.goal" x.goal
printf 'topology: mesh:2x2\nworkload: {plan: x.goal}\nhost: {bus: 2}\n' >x.yaml
refuse 'a plan with exclusive ors' 2 '^x.yaml: host is given costs with exclusive ors in the plan; it must be' x.yaml

# ---- The example. One message to one node: the sum of its parts, 1000 + 97 + 1000 + 142 + 1000 + 97 + 1000.
sed -n '/^```yaml/,/^```$/p' "$source_tree/docs/host.md" | sed '/^```/d' >e.yaml
passes 'the example' '.result == "pass" and .collective.completion > 4194 and .collective.completion < 4400' e.yaml
printf 'topology: mesh:4x4\nrouter: {depth: 128}\nhost: {t_hs: 1000, t_hr: 1000, ratio: 1, bus: 1.33}\n' >p.yaml
printf 'num_ranks 2\nrank 0 { send 1024b to 1 }\nrank 1 { recv 1024b from 0 }\n' >p.goal
echo 'workload: {plan: p.goal}' >>p.yaml
passes 'one message' '.plan.completion == 1000 + 97 + 1000 + (4 + 2 * 3 + 127) + 1000 + 97 + 1000' p.yaml

# ---- In lockstep.
for scenario in demo_uniform demo_allgather_binomial; do
  # Nodes of 4x4 have all the same costs; the scenario has 8x8.
  costs=(--set topology=mesh:4x4 --set host.t_hs=50 --set host.t_hr=40 --set host.t_ns=9 --set host.t_nr=7 --set host.bus=0.9)
  [ $scenario = demo_uniform ] && costs+=(--set run.cycles=1500)
  run "$scenarios/$scenario.yaml" "${costs[@]}" --router ref --json ref.json -q
  passes "$scenario in lockstep" '.result == "pass" and .lockstep.mismatches == 0 and
    .lockstep.bits_compared > 0' "$scenarios/$scenario.yaml" "${costs[@]}"
  holds "$scenario: the same" diff <(jq 'del(.host, .lockstep, .coverage, .scenario)' out) \
    <(jq 'del(.host, .lockstep, .coverage, .scenario)' ref.json)
done

# ---- Time.
passes 'quiet for long' '.plan.completion == 3000097 + 1000 + 137 + 1000 + 97 + 1000' p.yaml \
  --set host.t_hs=3000000 --set host.ratio=3000
passes 'quiet for very long' '.plan.completion == 2147483648 + 97 + 2147 + 137 + 2147 + 97' p.yaml \
  --set host.t_hs=2147483648 --set host.ratio=1000000 --set host.t_hr=0
refuse 'a limit in quiet' 1 '^timeout: cycle 5000: ' p.yaml --set host.t_hs=3000000 --set host.ratio=3000 \
  --set run.cycles=5000 -q
passes 'hosts behind the end of the run' '.packets.in_flight == 0 and .result == "pass"' t.yaml \
  --set host.t_hs=60000 --set host.t_hr=50000
# Handlers of interfaces that forward: every one of 15 destinations costs a copy, along a tree.
echo 'topology: mesh:4x4
router: {depth: 16, switching: cut-through}
workload: {collective: broadcast, scheme: kbinomial, message_flits: 8}
host: {t_ns: 40000, t_nr: 20000}' >f.yaml
passes 'interfaces that work for long' '.result == "pass" and .collective.completion > 4 * 40000 and
  .energy.slot_reads == 15 * 8 and .energy.slot_writes > 8 and .energy.slot_writes < 15 * 8' f.yaml --router ref
cat >s.goal <<'GOAL'
num_ranks 3
rank 0 { send 8b to 2 tag 1 }
rank 1 { send 8b to 2 tag 1 }
rank 2 {
  recv 8b from -1 tag 1
  recv 8b from -1 tag 2
}
GOAL
refuse 'a plan that waits for itself' 1 '^deadlock: the plan waits for itself' p.yaml \
  --set workload.plan=s.goal -q

# ---- Many runs.
within 300 "$nocstep" sweep h.yaml --load 0.002:0.003:0.005 --json s.json -q >out 2>err
holds 'a sweep' jq -e '[.curves[].points[] | .zero_load_latency > 170 and .latency.mean >= .zero_load_latency] | all' s.json
echo 'topology: mesh:4x4
workload: {collective: broadcast, scheme: unicast}
host: {t_hs: 100}' >b.yaml
within 300 "$nocstep" collective b.yaml --schemes unicast,binomial --json c.json -q >out 2>err
holds 'a comparison' jq -e '[.. | .completion? // empty] | max > 1500' c.json

# All is delivered, and only hosts are at work when the run's time is over.
printf 'topology: mesh:2\nrouter: {depth: 32}\nworkload: {traffic: neighbor, load: 0.8, packet_flits: 1}
host: {t_nr: 2000}\nrun: {router: ref, warmup: 0, cycles: 2000}\n' >slow_hosts.yaml
"$nocstep" run slow_hosts.yaml >out 2>err
holds "a timeout of hosts says so" grep -Eq '^timeout: cycle [0-9]+: hosts still work on what has come' err

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
