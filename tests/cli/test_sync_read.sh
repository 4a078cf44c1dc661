#!/usr/bin/env bash
# Memories that are read at a clock edge (router.sync_read): flit memories and rows of route tables.
# No flit takes another cycle, routers agree with the golden models, one wrong bit is named; what
# cannot be is refused. NOCSTEP is the program. Ends with "N passed, N failed".
#
# The third eye here is a run without them, which knows nothing of registered reads: the RTL with
# them, alone, has its results.
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/same_without.sh"

cat >base.yaml <<'END'
topology: mesh:4x3
router:   {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.4, packet_flits: 1-4}
run:      {cycles: 600}
END
irregular=topology=irregular:switches=6,ports=6,hosts=8
table=(--set topology=mesh:3 --set router.routing=table --set router.routes=classes.txt)

# same NAME ROUTER ARGUMENT...: with registered reads the result is the one without.
same() {
  local name=$1 router=$2
  shift 2
  same_without router.sync_read "$name" \
    '{latency, network_latency, packets, flits, throughput, zero_load_latency}' "$router" "$@"
}

# ---- Every cycle of every packet is as without, where no port is chosen by credits.
same "tables, the RTL alone" rtl "${table[@]}" --set router.depth=1
same "tables, one VC, full" ref --set $irregular --set router.vcs=1 --set workload.load=1
same "tables, ages" ref --set $irregular --set router.arbiter=age --set router.flit_bits=128
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  same "a mesh, the RTL alone" rtl
  same "tables with lookahead, the RTL alone" rtl --set $irregular --set router.lookahead=true
  same "tables, speculative, the RTL alone" rtl --set $irregular --set router.allocation=speculative
  same "tables, both, the RTL alone" rtl --set topology=fattree:k=2,n=3 --set router.lookahead=true --set router.allocation=speculative
  same "tables, cut-through, networks, the RTL alone" rtl --set $irregular --set router.switching=cut-through --set router.networks=2
fi

# ---- RTL beside the golden models.
# agrees NAME ROUTER ARGUMENT...
agrees() {
  local name=$1 router=$2
  shift 2
  rm -f l.json
  run run base.yaml --router "$router" --json l.json --set router.sync_read=true "$@"
  holds "$name: status 0" test "$rc" -eq 0
  holds "$name: compared, no mismatch" jq -e '.lockstep.mismatches == 0 and .lockstep.bits_compared > 100000' l.json
}
agrees "ports chosen by credits" lockstep --set topology=fattree:k=2,n=3 --set router.adaptive=true --set router.depth=2
agrees "lookahead, speculative" lockstep "${table[@]}" --set router.lookahead=true --set router.allocation=speculative
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  agrees "groups by class" lockstep "${table[@]}" --set router.depth=1
  agrees "chosen by credits, speculative" lockstep --set $irregular --set router.routing=updown --set router.adaptive=true \
    --set router.allocation=speculative --set router.networks=2 --set router.vcs=4
  agrees "chosen by credits, ages, cut-through" lockstep --set topology=fattree:k=2,n=3 --set router.adaptive=true \
    --set router.arbiter=age --set router.flit_bits=128 --set router.switching=cut-through
  agrees "lookahead, ages, cut-through, networks" lockstep --set $irregular --set router.lookahead=true --set router.arbiter=age \
    --set router.flit_bits=128 --set router.switching=cut-through --set router.networks=2
  agrees "a wavefront" lockstep --set $irregular --set router.allocator=wavefront --set router.lookahead=true
  agrees "tops" tops "${table[@]}" --set router.lookahead=true
  agrees "tops, chosen by credits" tops --set topology=fattree:k=2,n=2 --set router.adaptive=true --set router.depth=2
  agrees "gates" gates "${table[@]}" --set router.depth=2
  agrees "gates, lookahead" gates "${table[@]}" --set router.lookahead=true --set router.depth=2

  # Errors in what follows a flit by a cycle are named by unit.
  . "$source_tree/tests/cli/planted.sh"
  # planted NAME UNIT FILE TEXT INSTEAD ARGUMENT...
  planted() {
    local name=$1 unit=$2 file=$3
    plant "$file" "$4" "$5"
    shift 5
    run run base.yaml --quiet --router lockstep --set router.sync_read=true --set run.cycles=300 --json m.json "$@"
    holds "$name: status 1" test "$rc" -eq 1
    holds "$name: the unit" jq -e --arg unit "$unit" '.mismatch.unit | endswith($unit)' m.json
    mend "$file"
  }
  planted "a row that stays" router.route_table router/route_table.sv 'tbl_read_o <= head_i;' 'tbl_read_o <= head_i | tbl_read_o;' "${table[@]}"
  planted "late bits that come again" router.fifo router/fifo.sv 'late_o <= push_i;' 'late_o <= push_i || late_o;' "${table[@]}"
  planted "the choice for another VC" router.input_unit router/input_unit.sv 'assign row_vc           = in_late_vc_o;' \
    'assign row_vc           = in_vc_i;' --set topology=fattree:k=2,n=3 --set router.adaptive=true --set router.networks=2
  planted "a head that keeps its field" router.input_unit router/input_unit.sv 'in_next_o\[LookW\]) rd_payload_o' "1'b0) rd_payload_o" \
    "${table[@]}" --set router.lookahead=true
  unset NOCSTEP_HOME
fi

# A reset in traffic: payloads of tops have none, and count while they are valid.
agrees "tops, reset on the way" tops "${table[@]}" --set run.reset=97

# ---- Packets are followed by what queues say of their heads, also in the cycle in which a route comes.
hops='SELECT packet, router, in_port, out_port, out_vc, arrival, front, granted, first, last, onward FROM hop ORDER BY 1, 6'
run run base.yaml --quiet --router ref --events without.sqlite "${table[@]}"
run run base.yaml --quiet --router lockstep --events with.sqlite "${table[@]}" --set router.sync_read=true --json with.json
holds "the same hops" cmp <(sqlite3 without.sqlite "$hops") <(sqlite3 with.sqlite "$hops")
holds "and many" test "$(sqlite3 with.sqlite 'SELECT count(*) FROM hop')" -gt 500
run run base.yaml --quiet --router lockstep "${table[@]}" --json without.json
holds "the same coverage" cmp <(jq -S .coverage without.json) <(jq -S .coverage with.json)
adaptive=(--set topology=fattree:k=2,n=3 --set router.adaptive=true --set workload.load=0.2 --set router.sync_read=true)
run run base.yaml --quiet --router ref --events a.sqlite "${adaptive[@]}"
holds "ports chosen by credits: hops to the end" test "$(sqlite3 a.sqlite 'SELECT count(DISTINCT out_port) FROM hop')" -eq 4 -a \
  "$(sqlite3 a.sqlite "SELECT count(*) FROM meta WHERE key = 'followed_to' AND value IS NOT NULL AND value <> ''")" -eq 0
run run base.yaml --quiet --router rtl --events r.sqlite "${table[@]}" --set router.sync_read=true
refused "RTL alone, whose registers do not say it" 2 \
  '^--events is given with RTL alone, whose registers do not show a route that comes late .router.sync_read with tables.; it must be given with ref, lockstep, tops or gates$'

# ---- What cannot be.
run run base.yaml --set router.sync_read=true --set router.pipeline=2
refused "two stages" 2 '^--set router.pipeline=2: router.pipeline does not fit: sync_read with pipeline 2; there must be pipeline 3, or sync_read false$'
run run base.yaml --set router.sync_read=maybe
refused "a word that is none" 2 '^--set router.sync_read=maybe: router.sync_read is .maybe.; it must be true, false$'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
