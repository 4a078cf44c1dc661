#!/usr/bin/env bash
# The database of events: that every packet and every flit of the result is in it, that the cycles of
# each stage add up to the latency of the result, what a hop takes on an idle network, that RTL gives
# what the golden model gives, and what is said where a file cannot be written. The queries of
# docs/debugging.md run. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >mesh.yaml <<'YAML'
topology: mesh:3x3
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.5, packet_flits: "1:1,4:2"}
run: {warmup: 0, cycles: 600}
YAML
ask() { # FILE SQL: one line for each row
  sqlite3 "$1" "$2" 2>&1
}
empty() { # NAME FILE SQL: there is no such row
  local found
  found=$(ask "$2" "$3")
  if [ -z "$found" ]; then verdict "$1" yes; else verdict "$1" no "$(head -n 3 <<<"$found")"; fi
}
same() { # NAME A B
  if [ "$2" = "$3" ]; then verdict "$1" yes; else verdict "$1" no "'$2', expected '$3'"; fi
}

# One run, with all that must hold of any. Who delivers what is known from the result alone.
adds_up() { # NAME ARGUMENT...
  local name=$1 file=events.sqlite
  shift
  rm -f "$file"
  run run "$@" --set run.warmup=0 --events "$file" --json r.json -q
  same "$name: status" "$rc" 0
  local route  # cycles: 0 where a flit is allocated as it arrives
  route=$(jq '.scenario.router | if .lookahead and .pipeline == 2 then 0 else 1 end' r.json)
  same "$name: packets" "$(ask "$file" "SELECT count(*), sum(result = 'delivered') FROM packet WHERE copies = 0")" \
    "$(jq -r '"\(.packets.injected)|\(.packets.delivered)"' r.json)"
  same "$name: flits through switches" "$(ask "$file" "SELECT sum(flits) FROM hop")" "$(jq .flits.switched r.json)"
  same "$name: links" "$(ask "$file" "SELECT sum(hop.flits) FROM hop JOIN link ON link.router = hop.router
    AND link.port = out_port WHERE to_router IS NOT NULL")" "$(jq '.flits.hops | if . == 0 then null else . end // ""' r.json | tr -d '"')"
  same "$name: the longest latency" "$(ask "$file" "SELECT max(latency) FROM latency JOIN packet USING (id)
    WHERE copies = 0")" "$(jq .latency.max r.json)"
  # Stages of a packet to one node: source queue, interface, every stage of every hop, ejection and tail. Where
  # interfaces make the copies there is no first beat.
  empty "$name: stages add up to the latency" "$file" "WITH hops AS (SELECT packet, sum(route + queue + vc + switch
    + link) AS cycles FROM stage GROUP BY packet) SELECT latency.*, cycles FROM latency JOIN packet USING (id)
    JOIN hops ON packet.id = hops.packet WHERE copies = 0 AND copy_of IS NULL AND
    coalesce(source_queue + interface, entered - created) + cycles + ejection + tail <> latency"
  # The same of a copy, along its branches.
  empty "$name: stages of copies add up" "$file" "WITH RECURSIVE way(id, hop) AS (SELECT id, last_hop FROM packet
    WHERE copy_of IS NOT NULL AND result = 'delivered' UNION ALL SELECT way.id, before FROM way JOIN hop
    ON hop.id = way.hop WHERE before IS NOT NULL), sums AS (SELECT way.id, sum(onward - arrival) AS cycles
    FROM way JOIN hop ON hop.id = way.hop GROUP BY way.id)
    SELECT packet.id, cycles, arrived - entered FROM packet LEFT JOIN sums USING (id) WHERE copy_of IS NOT NULL
    AND result = 'delivered' AND cycles IS NOT arrived - entered"
  empty "$name: every cycle at the front moves a flit or waits" "$file" "SELECT * FROM hop WHERE last IS NOT NULL AND
    last - front + 1 <> flits + wait_route + wait_vc + wait_switch + wait_credit + wait_flit"
  empty "$name: waits are those of their reasons" "$file" "SELECT hop.id FROM hop LEFT JOIN wait ON hop.id = wait.hop
    GROUP BY hop.id HAVING coalesce(sum(cycles), 0) <> wait_queue + wait_route + wait_vc + wait_switch + wait_credit
    + wait_flit OR coalesce(sum(cycles * (reason IN ('vc', 'turn', 'room'))), 0) <> wait_vc OR wait_queue <> front - arrival - $route"
  empty "$name: who is waited for was there" "$file" "SELECT wait.*, arrival FROM wait JOIN hop ON hop.id = wait.hop JOIN
    packet ON packet.id = for_packet WHERE entered > since OR tail_delivered < since"
}

adds_up "mesh" mesh.yaml
holds "mesh: some wait, for all reasons that wormhole has" test "$(ask events.sqlite 'SELECT count(DISTINCT reason) FROM wait')" -eq 7
cp events.sqlite ref.sqlite
adds_up "cut-through" mesh.yaml --set router.switching=cut-through --set router.pipeline=2
adds_up "networks" "$scenarios/traffic_refusals.yaml" --router ref --set run.cycles=300
adds_up "tree worms" "$scenarios/worms_octagon_8.yaml" --router ref
adds_up "path worms" "$scenarios/worms_irregular_8.yaml" --router ref
adds_up "tree worms, two stages with lookahead" "$scenarios/worms_octagon_8.yaml" --router ref \
  --set router.pipeline=2 --set router.lookahead=true
adds_up "path worms, two stages with lookahead" "$scenarios/torus_worms_lookahead.yaml" --router ref
holds "a worm that comes asks for no port yet" test "$(ask events.sqlite "SELECT count(*) FROM hop JOIN packet
  ON packet.id = hop.packet WHERE packet.type = 'path-worm' AND wait_queue = 0 AND wait_route < 2")" -eq 0
adds_up "forwarded" "$scenarios/kbinomial_handlers.yaml" --router ref
adds_up "collective" "$scenarios/allgather_3x5_binomial.yaml" --router ref
adds_up "long links" "$scenarios/mesh_2x3_long_links.yaml" --router ref --set run.cycles=300
adds_up "stages of their own" "$scenarios/butterfly_2x3.yaml" --router ref --set run.cycles=300

# Names that SQLite takes for something else than a file.
for name in :memory: 'file:q?mode=memory'; do
  run run "$scenarios/mesh_1x2.yaml" --router ref -q --events "$name"
  holds "$name is a file" test -s "$name"
  holds "$name: nothing differs" "$nocstep" diff "$name" "$name"
done

# Why a packet was sent.
run run "$scenarios/kbinomial_handlers.yaml" --router ref -q --events f.sqlite
same "a forwarded copy is caused by the one that its node has got" "$(ask f.sqlite "SELECT count(*) FROM packet p
  LEFT JOIN packet c ON c.id = p.caused_by WHERE p.type LIKE 'forwarded%' AND (p.injected_at = p.source) <>
  (c.id IS NULL) OR c.destination <> p.injected_at OR c.tail_delivered > p.entered")" 0
run run "$scenarios/traffic_request_reply.yaml" --router ref -q --events a.sqlite
same "an answer is caused by what it answers" "$(ask a.sqlite "SELECT count(*) > 0, sum(c.destination = p.source AND
  c.source = p.destination AND c.tail_delivered = p.created) = count(*) FROM packet p JOIN packet c ON c.id = p.caused_by")" "1|1"
run run "$scenarios/allgather_3x5_binomial.yaml" --router ref -q --events b.sqlite
same "a send of a plan is caused by what it waited for" "$(ask b.sqlite "SELECT count(*) > 0, sum(c.destination = p.source
  AND c.tail_delivered <= p.created) = count(*) FROM packet p JOIN packet c ON c.id = p.caused_by")" "1|1"

# A lone packet: the closed form, for each hop.
lone() { # PIPELINE LATENCY
  run run mesh.yaml --set workload.load=0.001 --set run.cycles=20000 --set "router.pipeline=$1" --set "router.link_latency=$2" -q --events lone.sqlite
  same "idle network, pipeline $1, links of $2" "$(ask lone.sqlite "SELECT count(*) > 20, sum(onward - arrival <> $1
    + (to_router IS NOT NULL) * ($2 - 1) OR last - first + 1 <> flits OR front <> arrival + 1 OR granted <> front OR first
    <> front) FROM hop JOIN link ON link.router = hop.router AND link.port = out_port")" "1|0"
}
lone 3 1
lone 2 1
lone 3 4

# The RTL alone, and a network with RTL at one place, give the same rows.
dump() { ask "$1" 'SELECT * FROM packet ORDER BY id; SELECT * FROM hop ORDER BY id; SELECT * FROM wait ORDER BY 1, 2, 3'; }
run run "$scenarios/mesh_2x2_tight.yaml" --router ref --set run.cycles=200 -q --events g.sqlite
run run "$scenarios/mesh_2x2_tight.yaml" --router rtl --set run.cycles=200 -q --events h.sqlite
holds "RTL alone gives the same rows" cmp <(dump g.sqlite) <(dump h.sqlite)
run run "$scenarios/mesh_2x2_tight.yaml" --router ref --rtl-at 1,0 --set run.cycles=200 -q --events h.sqlite
holds "RTL at a place gives the same rows" cmp <(dump g.sqlite) <(dump h.sqlite)
if [ -n "${NOCSTEP_LONG:-}" ]; then
  for name in worms_octagon_8 worms_irregular_8 mesh_3x5_cut_through irregular_32_adaptive; do
    run run "$scenarios/$name.yaml" --router ref -q --events g.sqlite
    for router in rtl lockstep; do
      run run "$scenarios/$name.yaml" --router $router -q --events h.sqlite
      holds "$name, $router: the same rows" cmp <(dump g.sqlite) <(dump h.sqlite)
    done
  done
fi

# The window.
run run mesh.yaml -q --events w.sqlite --events-window 100:199
same "window: the packets that enter in it" "$(ask w.sqlite "SELECT count(*), min(entered) >= 100, max(entered) <= 199 FROM packet")" \
  "$(ask ref.sqlite "SELECT count(*), 1, 1 FROM packet WHERE entered BETWEEN 100 AND 199")"
holds "window: their hops are as without it" cmp \
  <(ask w.sqlite 'SELECT packet, router, arrival, front, granted, first, last, onward, wait_vc, wait_switch, wait_credit FROM hop ORDER BY 1, 3') \
  <(ask ref.sqlite 'SELECT packet, hop.router, arrival, front, granted, first, last, onward, wait_vc, wait_switch, wait_credit FROM hop
    JOIN packet ON packet.id = packet WHERE entered BETWEEN 100 AND 199 ORDER BY 1, 3')

# A reset in the midst of it, and a run that stops with packets on their way.
run run mesh.yaml -q --set run.reset=50 --events reset.sqlite --json r.json
same "reset: packets" "$(ask reset.sqlite 'SELECT count(*) FROM packet')" "$(jq .packets.injected r.json)"
run run mesh.yaml -q --set run.drain=false --events open.sqlite --json r.json
same "without drain: delivered" "$(ask open.sqlite "SELECT sum(result = 'delivered') FROM packet")" "$(jq .packets.delivered r.json)"
holds "without drain: some under way" test "$(ask open.sqlite "SELECT count(*) FROM packet WHERE result = 'under way' AND tail_delivered IS NULL")" -gt 0

# A run that ends at any cycle says of each packet and hop what a longer one has of it until then: third eye of what
# is NULL. What stands at a place is seen when the cycle begins, also that behind the last; what is done, in it. At full
# load heads are at their hosts while tails are in routers.
full="--set workload.load=1 --set run.drain=false --set workload.packet_flits=4"
unlike() { # CYCLES COLUMN..: a condition, where s and l do not agree; with = a column of what stands at a place
  local cycles=$1 column end is=
  shift
  for column in "$@"; do
    [[ $column = =* ]] && end=$((cycles + 1)) || end=$cycles
    column=${column#=}
    is+="${is:+ OR }s.$column IS NOT CASE WHEN l.$column < $end THEN l.$column END"
  done
  echo "($is)"
}
# shellcheck disable=SC2086  # a list
run run mesh.yaml -q $full --set run.cycles=200 --events longer.sqlite
for cycles in 60 61 75 111; do
  # shellcheck disable=SC2086  # a list
  run run mesh.yaml -q $full --set run.cycles=$cycles --events shorter.sqlite
  empty "cut off at $cycles: packets" shorter.sqlite "ATTACH 'longer.sqlite' AS longer; SELECT s.id FROM packet s
    JOIN longer.packet l USING (id) WHERE $(unlike $cycles accepted =entered =arrived head_delivered tail_delivered)"
  empty "cut off at $cycles: hops" shorter.sqlite "ATTACH 'longer.sqlite' AS longer; SELECT s.packet, s.router FROM hop s
    JOIN longer.hop l ON l.packet = s.packet AND l.router = s.router
    WHERE $(unlike $cycles =arrival =front granted first last =onward)"
  holds "cut off at $cycles: tails in routers, heads at hosts" test "$(ask shorter.sqlite 'SELECT count(*) FROM packet
    WHERE arrived IS NOT NULL AND tail_delivered IS NULL')" -gt 3
done

# The queries of the page, each on a file with all that it may find.
queries=0
while IFS= read -r -d ';' query; do
  [ -n "${query//[$'\n']/}" ] || continue
  queries=$((queries + 1))
  holds "query $queries" sqlite3 -bail open.sqlite "$query"
  [ -s check.log ] || verdict "query $queries finds something" no "$query"
done < <(sed -n '/^```sql/,/^```/{/^```/d;p}' "$source_tree/docs/debugging.md")
holds "queries" test "$queries" -ge 10

# Refusals, and hostile ground.
refuses "a window without a file" "--events-window is given without --events" run mesh.yaml --events-window 1:2
for window in 2:1 1 1:2:3 -1:2 x; do
  refuses "the window $window" "--events-window is '$window'; it must be two cycles" run mesh.yaml --events e.sqlite "--events-window=$window"
done
refuses "another file in its place" "--events is mesh.yaml, as for the scenario" run mesh.yaml --events mesh.yaml
cp mesh.yaml other.yaml
refuses "a file of somebody else's" "other.yaml: there is another file; there must be an event database, or none" run mesh.yaml --events other.yaml
holds "it is as it was" cmp mesh.yaml other.yaml
refuses "a folder that is not there" "no/e.sqlite" run mesh.yaml --events no/e.sqlite
refuses "standard output" "standard output" run mesh.yaml --events -
long=$(printf 'd%.0s' {1..200})
mkdir -p "$long/$long/$long"
refuses "a name too long for SQLite" 'there is a name of [0-9]+ characters from the root; there must be at most 504$' \
  run mesh.yaml --events "$long/$long/$long/e.sqlite"
gives "the file of an earlier run is replaced" 0 run mesh.yaml -q --events w.sqlite
same "by this one" "$(ask w.sqlite 'SELECT count(*) FROM packet')" "$(ask ref.sqlite 'SELECT count(*) FROM packet')"
(
  ulimit -S -f 100
  run run mesh.yaml -q --events full.sqlite
  echo "$rc" >rc
)
rc=$(cat rc)
refused "a full disk" 3 "^full.sqlite: cannot be written: "

# Two files are compared when it is known what they are.
run run mesh.yaml -q --json good.json
: >empty.json
refuses "diff of a folder" '^[.]: cannot be read: Is a directory' diff . good.json
refuses "diff of an empty file" '^empty.json: there is another file; there must be a result, an event database or waves$' diff good.json empty.json
refuses "diff of a scenario" '^mesh.yaml: there is another file; there must be a result, an event database or waves$' diff mesh.yaml good.json

# A run that is killed leaves what was committed.
"$nocstep" run mesh.yaml -q --set workload.load=0.9 --set run.cycles=100000000 --events killed.sqlite &
child=$!
large() { [ "$(stat -c %s killed.sqlite)" -gt 5000000 ]; }
await "$child" large
kill -KILL "$child"
wait "$child" 2>err
child=
same "killed: the file is whole" "$(ask killed.sqlite 'PRAGMA integrity_check')" ok
holds "killed: what was committed is there" test "$(ask killed.sqlite 'SELECT (SELECT count(*) FROM packet) + (SELECT count(*) FROM hop)
  + (SELECT count(*) FROM wait)')" -ge 99000

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
