#!/usr/bin/env bash
# Bugs in a copy of the RTL that once only tests of a unit have found: the scenario that was made for each
# finds it, as `nocstep verify` runs it. NOCSTEP_LONG=1 plants all of them, else the first: each takes
# plug-ins of its own. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/

# plant FILE FROM TO: the bug is the only one in the copy.
plant() {
  cp "$source_tree/rtl/$1" original.sv
  sed "s/$2/$3/" original.sv >"copy/rtl/$1"
  holds "the bug is planted: $3" test "$(diff original.sv "copy/rtl/$1" | grep -c '^>')" -eq 1
}

# verify ARGUMENT...: with the copy; status in rc, result in v.json.
verify() {
  within 900 env NOCSTEP_HOME="$work/copy" "$nocstep" verify --json v.json "$@" >out 2>err </dev/null
  rc=$?
}

# finds NAME ARGUMENT...: the runs find a mismatch.
finds() {
  local name=$1
  shift
  verify "$@"
  if [ "$rc" -eq 1 ] && jq -e '.groups[0].result == "mismatch"' v.json >jq.out; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 300 err)"
  fi
}

# FILE | FROM | TO | SCENARIO | what
bugs=$(cat <<'LIST'
ni/forward_unit.sv|ft_wr_en_i(ft_wr_en_o)|ft_wr_en_i(ft_wr_en_o \&\& !ft_rd_en_o)|kbinomial_handlers|the child table is written under traffic
ni/forward_rings.sv|forward_receive_i - 1'b1;|forward_receive_i;|kbinomial_handlers|t_nr takes a cycle more
ni/forward_sender.sv|if (more) timer_d = send_time|if (more) timer_d = '0|kbinomial_handlers|t_ns is of the first copy only
multicast/worm_table.sv|reach_mem\[place(group, p, word, o)\]|reach_mem[place(group, p, '0, o)]|worms_irregular_80|nodes behind the first flit of a string
router/route_source.sv|= path\[PortW +: ClassPinW\]|= '0|torus_source|the class in a path
router/route_source.sv|path >> (PortW + ClassW)|path >> PortW|torus_source|the class is not taken out of a path
router/input_unit.sv|neighbour_i\[32.(port)\*AddrW +: AddrW\]|addr_i|torus_lookahead|the next route is worked out for this router
router/input_unit.sv|+: LookW\] = LookW'({next_class, next_port});|+: LookW] = LookW'({next_class, port});|irregular_lookahead|the next route has the port of this router
multicast/worm_decoder.sv|plain ? neighbour_i\[32.(look_port)\*AddrW +: AddrW\] : addr_i|addr_i|torus_worms_lookahead|the next route of a packet beside worms is worked out for this router
multicast/branch_unit.sv|passes ? in_kind_i :|1'b0 ? in_kind_i :|torus_worms_lookahead|a flit that is read as it comes is no last one
router/router.sv|+= DstW.(Rows)|+= DstW'(0)|irregular_worms_lookahead|path worms read the rows of heads
ni/first_routes.sv|row_mem\[IndexW'(dst_i)\]|row_mem['0]|irregular_lookahead|the first route is that to node 0
router/route_select.sv|noc_pkg::number_of(16'(first))|4'd0|irregular_ties|ties of adaptive routes
router/fifo.sv|word <= payload_mem\[rd_slot_i\]|word <= payload_mem['0]|mesh_wavefront|the slot of a registered read
router/wavefront.sv|noc_pkg::rr_next(noc_pkg::rr_pick(16'(wanted), 4'(diagonal_o)), N)|diagonal_o|mesh_wavefront|the favoured diagonal stays
LIST
)
[ "${NOCSTEP_LONG:-0}" = 1 ] || bugs=${bugs%%$'\n'*}
while IFS='|' read -r file from to scenario what; do
  plant "$file" "$from" "$to"
  finds "$what" "$source_tree/tests/scenarios/$scenario.yaml"
  cp original.sv "copy/rtl/$file"
done <<<"$bugs"

# README says this of its scenario: the bug needs VCs with few credits.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  cat >my.yaml <<'YAML'
topology: mesh:4x4
router:   {vcs: 2, depth: 8, flit_bits: 64, switching: wormhole, pipeline: 3}
workload: {traffic: uniform, load: 0.2, packet_flits: 4}
run:      {router: lockstep, seed: 1, warmup: 1000, cycles: 20000, drain: true}
YAML
  plant router/vc_allocator.sv "CmpW'(need);" "CmpW'(need) + CmpW'(w == Vcs - 1);"
  verify my.yaml
  holds "the highest VC wants a credit more: not seen at load 0.2" test "$rc" -eq 0
  holds "it never filled a VC" jq -e '.coverage.events.input_full == 0' v.json
  finds "it is seen at load 0.6" my.yaml --set workload.load=0.6
  cp original.sv copy/rtl/router/vc_allocator.sv
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
