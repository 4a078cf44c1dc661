#!/usr/bin/env bash
# Hosts that refuse, from the command line: keys in files, by --set and in results; what is refused;
# requests and replies on two networks and on one; a network that stands still beside one that moves;
# networks that nobody takes; RTL and lockstep as golden; sweeps and regressions.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

cat >two.yaml <<'END'
topology: mesh:4x4
router: {networks: 2}
workload:
  classes:
    - {traffic: uniform, load: 0.2}
    - {traffic: uniform, load: 0.2}
host: {accept: [0, 1]}
run: {cycles: 2000}
END
# In the quick tier fewer nodes: network/test_refusals has 64 of them in lockstep.
side=4
[ "${NOCSTEP_LONG:-0}" != 1 ] || side=8
cat >asked.yaml <<END
topology: mesh:${side}x$side
router: {networks: 2}
workload:
  classes:
    - {traffic: uniform, load: 0.6, network: 0, reply_flits: 4, reply_network: 1}
host: {accept: protocol}
run: {cycles: 1000}
END
printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.1}\nrun: {cycles: 1000}\n' >t.yaml
one=(--set router.networks=1 --set router.allow_deadlock=true --set workload.classes.0.reply_network=0)

# ---- Keys.
passes 'a list' '.scenario.host.accept == [0, 1] and (.scenario.host | has("replies") | not)' two.yaml
passes 'one share' '.scenario.host.accept == 0.5 and .result == "pass" and .packets.in_flight == 0' \
  t.yaml --set host.accept=0.5
passes 'a list by --set' '.scenario.host.accept == [0.5, 1] and .packets.in_flight == 0' two.yaml \
  --set host.accept=0.5,1
passes 'in brackets' '.scenario.host.accept == [0.5, 1]' two.yaml --set 'host.accept=[0.5, 1]'
passes 'a word' '.scenario.host.accept == "protocol" and .scenario.host.replies == 4' asked.yaml
passes 'and a number' '.scenario.host.replies == 2' asked.yaml --set host.replies=2
passes 'another word than that of the file' '.scenario.host.accept == 1' asked.yaml --set host.accept=1 \
  --set run.cycles=100
passes 'without the key' '.scenario.host == {t_hs: 0, t_hr: 0, t_ns: 0, t_nr: 0, bus: 0}' t.yaml
run t.yaml --json plain.json -q
run t.yaml --set host.accept=1 --json all.json -q
holds 'a share of 1 is nothing' diff <(jq 'del(.host, .scenario)' plain.json) <(jq 'del(.host, .scenario)' all.json)
run two.yaml --report report -q
holds 'a report is read again' grep -q '^  accept: 0,1$' report/scenario.yaml
passes 'and runs the same' ".latency.mean == $(jq .latency.mean report/result.json)" report/scenario.yaml

# ---- What is refused.
bad() { # NAME VALUE PATTERN
  sed "s/^host: .*/host: {accept: $2}/" two.yaml >bad.yaml
  refuse "$1" 2 "^bad.yaml:7:[0-9]+: host.accept (is|does not fit:) $3" bad.yaml
}
bad 'above 1' 1.5 ".1.5.; it must be 0, 0.000001 to 1, such a share for each network \(0.5,1\), or protocol$"
bad 'below 0' -0.5 ".-0.5.; it must be 0, 0.000001 to 1"
bad 'above 1 in a list' '[0.5, 2]' ".\[0.5,2\].; it must be 0, 0.000001 to 1"
bad 'next to nothing' 9e-7 ".9e-7.; it must be 0, 0.000001 to 1"
bad 'what is 0 to the machine' 1e-400 ".1e-400.; it must be 0, 0.000001 to 1"
bad 'no share' never ".never.; it must be 0, 0.000001 to 1"
bad 'an empty list' '[]' 'a list; it must be 0, 0.000001 to 1'
bad 'a list of one' '[1]' '1 share for 2 networks; there must be one for each network, or one for all without a list$'
bad 'a list of three' '[1, 1, 1]' '3 shares for 2 networks; there must be one for each network, or one for all without a list$'
bad 'no replies' protocol 'protocol without replies; there must be a class with reply_flits, or shares$'
refuse 'fewer networks than shares' 2 '^--set router.networks=4: router.networks does not fit: 2 shares for 4 networks; there must be' \
  two.yaml --set router.networks=4
refuse 'no room' 2 '^--set host.replies=0: host.replies is .0.; it must be 1 to 1000000$' asked.yaml --set host.replies=0
refuse 'room for what nobody asks' 2 '^--set host.replies=3: host.replies is given with accept [^;]*; it must be given with accept protocol$' \
  two.yaml --set host.replies=3
refuse 'replies among requests' 2 'reply_network does not fit: network 0, which has the requests of class 0; there must be a network without requests, or router.allow_deadlock$' \
  asked.yaml --set workload.classes.0.reply_network=0
refuse 'hosts with costs' 2 '^--set host.t_hs=9: host.t_hs does not fit: protocol with costs of hosts; there must be' asked.yaml --set host.t_hs=9
refuse 'nothing with costs' 2 '^--set host.bus=9: host.bus does not fit: 0 with costs of hosts; there must be' two.yaml --set host.bus=9
printf 'topology: mesh:4x4\nworkload: {collective: barrier, scheme: unicast}\nhost: {accept: 0}\n' >c.yaml
refuse 'what would never end' 2 '^c.yaml:3:16: host.accept does not fit: 0 with a workload that ends when all has arrived; there must be' c.yaml

# ---- Requests and replies beyond saturation.
for kind in ref lockstep; do
  passes "two networks, $kind" '.result == "pass" and .packets.in_flight == 0 and .throughput.saturated and
    .classes[0].replies.packets.delivered == .classes[0].packets.delivered' asked.yaml --router $kind
  jq 'del(.host, .lockstep, .coverage, .scenario)' out >"two_$kind.json"
  run asked.yaml "${one[@]}" --router $kind --json "one_$kind.json" -q
  holds "one network fails, $kind" test "$rc" -eq 1
  holds "stands still, $kind" grep -Eq '^timeout: cycle [0-9]+: no flit has moved in or out since cycle [0-9]+, and packets are on their way$' err
  holds "the chain, $kind" grep -q '^wait-for chain, each packet waiting for the one below it:$' err
  holds "ends at a host, $kind" grep -Eq ', holds output port 0 VC [0-3] with 0 credits of 8: host of node [0-9]+ refuses network 0$' err
  holds "is no deadlock, $kind" grep -q '^the chain ends: a host does not take what it is offered$' err
  holds "why, $kind" grep -Eq "^[0-9]+ of $((side * side)) hosts hold 4 replies and refuse network 0 until one is handed over \(host.accept protocol\); their replies wait behind requests, on the same network$" err
done
holds 'lockstep as golden' diff two_ref.json two_lockstep.json
holds 'in what fails too' diff <(jq 'del(.host, .lockstep, .coverage, .scenario)' one_ref.json) <(jq 'del(.host, .lockstep, .coverage, .scenario)' one_lockstep.json)
run asked.yaml "${one[@]}" --report failed -q
holds 'a report tells it' grep -q 'refuses network 0' failed/mismatch.txt
holds 'all of it' grep -q 'hosts hold 4 replies' failed/mismatch.txt

# ---- One network stands still, others move.
cat >beside.yaml <<'END'
topology: mesh:4x4
router: {networks: 2, allow_deadlock: true}
workload:
  classes:
    - {traffic: uniform, load: 0.8, network: 0, reply_flits: 4, reply_network: 0}
    - {traffic: uniform, load: 0.1, network: 1}
host: {accept: protocol, replies: 1}
run: {cycles: 30000}
END
for kind in ref lockstep; do
  run beside.yaml --router $kind --json beside.json -q
  holds "beside one that moves, $kind" test "$rc" -eq 1
  holds "is found, $kind" grep -Eq '^timeout: cycle [0-9]+: no flit of network 0 has moved in or out since cycle [0-9]+, and packets of network 0 are on their way$' err
  holds "before the run ends, $kind" jq -e '.result == "timeout" and .cycles < 15000 and .classes[1].packets.delivered > 500' beside.json
  holds "whom it waits for, $kind" grep -Eq ': host of node [0-9]+ refuses network 0$' err
done
cat >ring.yaml <<'END'
topology: torus:8
router: {networks: 2, vcs: 2, allow_deadlock: true}
workload:
  classes:
    - {traffic: tornado, load: 1, packet_flits: 30, network: 0}
    - {traffic: neighbor, load: 0.05, packet_flits: 1, network: 1}
run: {cycles: 30000}
END
run ring.yaml --json ring.json -q
holds 'a deadlock beside one that moves' jq -e '.result == "deadlock" and .cycles < 15000' ring.json
holds 'is one of that network' grep -Eq '^deadlock: cycle [0-9]+: no flit of network 0 has moved' err
holds 'and closes' grep -q '^the chain closes, the last waits for the first: deadlock$' err
# Nor does one that nobody takes hide it, whose packets are older than all others.
cat >aged.yaml <<'END'
topology: ring:8
router: {networks: 3, vcs: 3, routing: minimal, allow_deadlock: true, flit_bits: 128, arbiter: age, age_bits: 32, depth: 4}
workload:
  classes:
    - {traffic: uniform, load: 0.1, packet_flits: 2, network: 0}
    - {traffic: uniform, load: 0.9, packet_flits: 16, network: 1}
    - {traffic: uniform, load: 0.02, packet_flits: 2, network: 2}
host: {accept: [0, 1, 1]}
run: {cycles: 20000, drain: false}
END
run aged.yaml --json aged.json -q
holds 'a deadlock beside one that nobody takes, with ages' jq -e '.result == "deadlock" and .cycles < 15000' aged.json
holds 'is one of its network' grep -Eq '^deadlock: cycle [0-9]+: no flit of network 1 has moved' err
passes 'a network without packets' '.result == "pass"' two.yaml --set workload.classes.0.load=0 \
  --set host.accept=1 --set run.cycles=20000

# ---- Networks that nobody takes.
run two.yaml --json -
holds 'left out' jq -e '.result == "pass" and .left_out == [0] and .classes[0].packets.delivered == 0 and
  .classes[1].packets.in_flight == 0 and .classes[1].packets.delivered > 1000 and .cycles < 2200' out
run two.yaml
holds 'the summary: what hosts take' grep -q '^hosts        accept 0,1$' out
holds 'the summary: what is left out' grep -Eq '^  left out   network 0, of which hosts take nothing: [0-9]+ packets are on their way$' out
holds 'no warning' test ! -s err
holds 'the summary: its class has no latency' grep -Eq '^  class   0    0 packets delivered, latency none, ' out
# Ages keep the packets of the others in order for 127 cycles, and run.max_age is theirs.
passes 'its packets get older than ages allow' '.result == "pass" and .oldest.age < 300 and .left_out == [0]' two.yaml \
  --set router.arbiter=age --set router.age_bits=9 --set run.max_age=300
within 300 "$nocstep" sweep t.yaml --set host.accept=0 >out 2>err </dev/null
rc=$?
refused 'in a sweep' 2 '^--set host.accept=0: host.accept is 0; it must be above 0 for all networks in a sweep$'
passes 'nothing at all' '.left_out == [0, 1] and .cycles == 2000 and .packets.delivered == 0' two.yaml --set host.accept=0
run asked.yaml --set host.replies=7 --set run.cycles=100
holds 'the summary: replies' grep -q '^hosts        accept protocol, 7 replies$' out
passes 'hardly anything' '.result == "pass" and .packets.in_flight == 0 and .cycles > 10000' t.yaml \
  --set host.accept=0.001 --set workload.load=0.01
for kind in ref rtl lockstep; do
  run two.yaml --router $kind --set host.accept=0.3,0.6 --json - -q
  jq 'del(.host, .lockstep, .coverage, .scenario)' out >"share_$kind.json"
done
holds 'RTL as golden' diff share_ref.json share_rtl.json
holds 'lockstep too' diff share_ref.json share_lockstep.json
run two.yaml --router lockstep --threads 2 --set host.accept=0.3,0.6 --json - -q
holds 'by two threads' diff share_ref.json <(jq 'del(.host, .lockstep, .coverage, .scenario)' out)

# ---- Many runs.
within 300 "$nocstep" sweep t.yaml --load 0.1:0.2:0.5 --set host.accept=0.3,1 --set router.networks=2 --json s.json -q >out 2>err
holds 'a sweep' jq -e '[.curves[].points[].result] | unique == ["pass"]' s.json
within 300 "$nocstep" verify two.yaml beside.yaml --set run.cycles=300 --set run.drain=false -q >out 2>err
holds 'a regression' test $? -eq 0

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
