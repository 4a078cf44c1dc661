#!/usr/bin/env bash
# One packet's story, and two runs compared: that a story adds up to the packet's latency and names
# whom it waited for as the database does, where two runs part, and what is refused. NOCSTEP is the
# program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:3x3
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.5, packet_flits: 4}
run: {warmup: 0, cycles: 400}
YAML
run run mesh.yaml -q --events a.sqlite --json a.json
holds "a run" test "$rc" -eq 0

# --- explain -------------------------------------------------------------------------------------
story() { # NAME FILE PACKET
  run explain "$2" --packet "$3" --json story.json
  holds "$1: status" test "$rc" -eq 0
  cp out story.txt
  is "$1: schema" story.json '.schema == "nocstep.explain/1"'
  is "$1: it adds up to the latency" story.json '.latency == .packet.tail_delivered - .packet.created and
    .packet.entered - .packet.created + ([.hops[].cycles] | add) + .packet.tail_delivered - .packet.arrived == .latency'
  is "$1: each hop begins where the one before ends" story.json '.packet.entered == .hops[0].arrival and
    .packet.arrived == .hops[-1].onward and ([range(1; .hops | length) as $i | .hops[$i].arrival == .hops[$i - 1].onward] | all)'
  is "$1: waits are all there" story.json '[.hops[] | select(.last != null) | .last - .arrival ==
    .flits + ([.waits[].cycles] | add // 0)] | all'
  holds "$1: the table ends with the latency" grep -Eq "^ +$(jq .latency story.json)$" story.txt
}
slowest=$(sqlite3 a.sqlite 'SELECT id FROM latency ORDER BY latency DESC LIMIT 1')
story "slowest" a.sqlite "$slowest"
holds "slowest: its numbers are in the table" grep -q "packet      $slowest, unicast, 4 flits" story.txt
blocked=$(sqlite3 a.sqlite 'SELECT packet FROM hop ORDER BY wait_vc DESC LIMIT 1')
story "blocked" a.sqlite "$blocked"
owner=$(sqlite3 a.sqlite "SELECT for_packet FROM wait JOIN hop ON hop.id = hop WHERE packet = $blocked AND reason = 'vc' LIMIT 1")
holds "blocked: by whom" grep -Eq "for a VC that belongs to packet $owner \\([0-9]+ to [0-9]+\\)" story.txt
run run "$scenarios/worms_octagon_8.yaml" --router ref -q --set run.warmup=0 --events worms.sqlite
copy=$(sqlite3 worms.sqlite 'SELECT id FROM packet WHERE copy_of IS NOT NULL ORDER BY tail_delivered - created DESC LIMIT 1')
story "a copy of a worm" worms.sqlite "$copy"
worm=$(sqlite3 worms.sqlite "SELECT copy_of FROM packet WHERE id = $copy")
holds "a copy of a worm: of which" grep -q "copy of     packet $worm" story.txt
run explain worms.sqlite --packet "$worm" --json story.json
is "a worm has all its branches" story.json "(.hops | length) == $(sqlite3 worms.sqlite "SELECT count(*) FROM hop WHERE packet = $worm")"
run run mesh.yaml -q --set run.drain=false --events open.sqlite
run explain open.sqlite --packet "$(sqlite3 open.sqlite "SELECT id FROM packet WHERE result = 'under way' LIMIT 1")"
holds "a packet under way" grep -q "result      under way" out

refuses "no packet is named" "--packet is not given" explain a.sqlite
refuses "no such packet" "--packet is 999999; it must be a packet of a.sqlite, up to" explain a.sqlite --packet 999999
# A packet of a collective names the one that its source waited for, which came to it before.
cat >tree.yaml <<'YAML'
topology: mesh:3x3
workload: {collective: broadcast, scheme: binomial, from: 4}
YAML
run run tree.yaml -q --events tree.sqlite
caused=0
for packet in 1 2 3 4 5 6 7 8; do
  run explain tree.sqlite --packet $packet --json late.json
  cause=$(sed -n 's/^caused by *packet //p' out)
  [ -n "$cause" ] || continue
  run explain tree.sqlite --packet "$cause" --json early.json
  ! jq -es --argjson cause "$cause" '.[1].packet.caused_by == $cause and .[0].packet.destination == .[1].packet.source and
    .[0].packet.tail_delivered <= .[1].packet.created' early.json late.json >check.log || caused=$((caused + 1))
done
holds "the four packets that the root does not send have a cause" test $caused = 4
run run mesh.yaml -q --events empty.sqlite --set workload.load=0
refuses "nothing was delivered" "^empty.sqlite: there is no packet; there must be one that has been delivered$" explain empty.sqlite --packet 3
refuses "no such file" "none.sqlite: cannot be read" explain none.sqlite --packet 1
refuses "another file" "mesh.yaml: cannot be read as an event database" explain mesh.yaml --packet 1
sqlite3 else.sqlite 'CREATE TABLE t (x)'
refuses "somebody else's database" "else.sqlite: there is another file; there must be an event database" explain else.sqlite --packet 1
head -c 20000 a.sqlite >short.sqlite
refuses "half a database" "short.sqlite: cannot be read as an event database" explain short.sqlite --packet 1

# --- diff ----------------------------------------------------------------------------------------
gives "a run against itself" 0 diff a.sqlite a.sqlite
run run mesh.yaml -q --events again.sqlite --json again.json
gives "the same run again" 0 diff a.sqlite again.sqlite --json d.json
is "equal" d.json '.schema == "nocstep.diff/1" and .equal and .first == null and .links_differ == 0 and .packets.only_a == 0'
gives "results of the same run" 0 diff a.json again.json

# A row that is changed by hand is where they part.
cp a.sqlite edited.sqlite
hop=$(sqlite3 a.sqlite 'SELECT id FROM hop WHERE first > 100 ORDER BY first LIMIT 1')
sqlite3 edited.sqlite "UPDATE hop SET first = first + 1 WHERE id = $hop"
gives "one cycle of one hop" 1 diff a.sqlite edited.sqlite --json d.json
is "one cycle: where and when" d.json "$(sqlite3 a.sqlite "SELECT '.first.what == \"first\" and .first.cycle == ' || first ||
  ' and .first.router == \"' || name || '\" and .first.packet_a == ' || packet || ' and .first.b == .first.a + 1' FROM hop
  JOIN router ON router.id = hop.router WHERE hop.id = $hop")"
sqlite3 edited.sqlite "UPDATE hop SET first = first - 1 WHERE id = $hop; UPDATE packet SET tail_delivered = tail_delivered + 7 WHERE id = 5"
gives "a slower packet" 1 diff a.sqlite edited.sqlite --json d.json
is "a slower packet: which" d.json '.packets.slower == 1 and .packets.faster == 0 and .most_changed[0].a == 5 and
  .most_changed[0].latency_b - .most_changed[0].latency_a == 7 and .links_differ == 0'
sqlite3 edited.sqlite "UPDATE packet SET tail_delivered = tail_delivered - 7 WHERE id = 5; DELETE FROM packet WHERE id = 9; DELETE FROM hop WHERE packet = 9"
gives "a packet less" 1 diff a.sqlite edited.sqlite --json d.json
is "a packet less: where" d.json '.packets.only_a == 1 and .packets.only_b == 0 and .first != null and .links_differ > 0'

# Another router: the first difference is in no cycle before one in which a packet is under way.
run run mesh.yaml -q --set router.pipeline=2 --events fast.sqlite --json fast.json
gives "a faster router" 1 diff a.sqlite fast.sqlite --json d.json
is "a faster router: packets" d.json '.packets.faster > .packets.slower and .latency.b < .latency.a and
  .packets.only_a == 0 and .links_differ == 0'
is "a faster router: the first hop of all" d.json "$(sqlite3 a.sqlite "SELECT '.first.what == \"onward\" and .first.cycle == ' || (min(onward) - 1) FROM hop")"
gives "their results" 1 diff a.json fast.json --json d.json
is "their results: what differs" d.json '[.members[].member] | index("latency.mean") != null and index("scenario.router.pipeline") != null and (map(select(startswith("host"))) | length) == 0'
run diff a.json fast.json
holds "their results: by how much" grep -Eq '^  latency.mean .* -> .* \(-[0-9.]+%\)' out

refuses "a result beside a database" "a.sqlite: there is an event database beside a result; there must be two results, two event databases or two waves" diff a.json a.sqlite
refuses "one file" "A B" diff a.json
echo '{"a": 1' >broken.json
refuses "a broken result" "broken.json:[12]:" diff broken.json a.json
echo '{"a": 1}' >none.json
refuses "no result" "none.json: there is no schema" diff none.json a.json

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
