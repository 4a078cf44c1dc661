#!/usr/bin/env bash
# `nocstep replay --from WAVES --pins FILE`: waves of anybody. Our own, named signal by signal, must give
# what --scope gives; refusals with their place; signals of noise must end in words. With NOCSTEP_LONG=1
# the waves are those of the example of docs/integration.md in a simulator of its own (Verilator), and
# the outputs of the replay are held against theirs. NOCSTEP is the program; ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
borrow_runtime plugins

cat >mesh.yaml <<'YAML'
topology: mesh:3x3
router: {vcs: 2, depth: 4}
workload: {traffic: uniform, load: 0.7, packet_flits: "1:1,4:2"}
run: {cycles: 300}
YAML
run run mesh.yaml -q --wave ours.fst
in=noc.router_1,1.in
each() { for port in 0 1 2 3 4; do printf '%s"%s.%s_p%d"' "${comma:-}" $in "$1" $port; local comma=', '; done; }
cat >pins.yaml <<YAML
scenario: mesh.yaml
router: 1,1
clock: noc.clk
sample: behind
pins:
  in_valid: ["$in.in_valid[2:0]", "$in.in_valid[4:3]"]
  in_vc: [$(each in_vc)]
  in_kind: [$(each in_kind)]
  in_payload: [$(each in_payload)]
  credit_in_valid: "$in.credit_in_valid"
  credit_in_vc: [$(each credit_in_vc)]
  addr: 0x5
  extent: "$in.extent"
YAML

# --- what --scope gives -------------------------------------------------------------------------
# A bug that shows some hundred cycles behind reset.
sed "s#>= CmpW'(need);#>= CmpW'(need) + CmpW'(w == Vcs - 1);#" "$source_tree/rtl/router/vc_allocator.sv" >bug.sv
holds "the bug is planted" test "$(diff bug.sv "$source_tree/rtl/router/vc_allocator.sv" | grep -c '^>')" -eq 1
gives "by pins: nothing differs" 0 replay --from ours.fst --pins pins.yaml --json pins.json
gives "by scope: nothing differs" 0 replay --from ours.fst --scope noc.router_1,1 --json scope.json
# The last edge begins a cycle that our waves do not have.
holds "the same clocks, and one of the last edge" test "$(jq .clocks pins.json)" -eq "$(($(jq .clocks scope.json) + 1))"
gives "by pins: a bug" 1 replay --from ours.fst --pins pins.yaml --rtl bug.sv --json pins.json
gives "by scope: a bug" 1 replay --from ours.fst --scope noc.router_1,1 --rtl bug.sv --json scope.json
holds "the same mismatch" cmp pins.json scope.json
is "some cycles behind reset" pins.json '.mismatch.cycle > 3'
# The values before an edge are those behind the one before it.
sed 's/: behind/: before/' pins.yaml >before.yaml
gives "by the values before an edge" 1 replay --from ours.fst --pins before.yaml --rtl bug.sv --json before.json
holds "the same mismatch again" cmp pins.json before.json
# The scenario is beside the file.
mkdir elsewhere && cp pins.yaml mesh.yaml elsewhere
gives "a file elsewhere" 0 replay --from ours.fst --pins elsewhere/pins.yaml -q

# --- outputs ------------------------------------------------------------------------------------
out=noc.router_1,1.ref
# An edge of our waves shows the outputs that it has made and the inputs of the next one: they are those of
# a simulator that sets inputs behind the edge, so what an edge takes is before it.
sed -i 's/: behind/: before/' pins.yaml
sides() { for port in ${2:-0 1 2 3 4}; do printf '%s"%s.%s_p%d"' "${comma:-}" $out "$1" "$port"; local comma=', '; done; }
cat >>pins.yaml <<YAML
  out_valid: "$out.out_valid"
  out_vc: [$(sides out_vc)]
  out_kind: [$(sides out_kind)]
  out_payload: [$(sides out_payload)]
  credit_out_valid: "$out.credit_out_valid"
  credit_out_vc: [$(sides credit_out_vc)]
YAML
gives "outputs: as the waves have them" 0 replay --from ours.fst --pins pins.yaml --json outputs.json
holds "outputs: all of them" grep -qx 'outputs      6 compared with the waves' out
is "outputs: in the JSON" outputs.json '.outputs == 6 and .result == "pass"'
sed "s/^  out_vc:.*/  out_vc: [$(sides out_vc '0 1 3 2 4')]/" pins.yaml >swapped.yaml
gives "outputs: two that are swapped" 1 replay --from ours.fst --pins swapped.yaml --json outputs.json --wave swapped.fst
cycle=$(jq .mismatch.cycle outputs.json)
holds "outputs: the first that differs" grep -qx "result       waves that differ in cycle $cycle: out_vc\[[23]\] of router 1,1" out
is "outputs: what all three have" outputs.json '.result == "waves" and .mismatch.register == "out_vc" and .mismatch.known == 1 and
  .mismatch.rtl == .mismatch.golden and .mismatch.wave != .mismatch.rtl'
holds "outputs: a marker there" grep -q "^\*[-0-9.]* $(((cycle + 1) * 10)) " swapped.gtkw
gives "outputs: before it nothing differs" 0 replay --from ours.fst --pins swapped.yaml -q --until "$cycle"
# RTL that differs from the waves: its own difference to the golden model comes first or in the same cycle.
gives "outputs: a bug in the RTL" 1 replay --from ours.fst --pins pins.yaml --rtl bug.sv --json outputs.json
is "outputs: which is told as ever" outputs.json '.result == "mismatch" and (.mismatch | has("wave") | not)'

# --- refusals -----------------------------------------------------------------------------------
other() { sed "$1" pins.yaml >other.yaml; }
refuse() { # NAME TEXT SED
  other "$3"
  run replay --from ours.fst --pins other.yaml
  refused "$1" 2 "^other.yaml:$2"
}
refuse "a signal that is not there" "3:8: clock is 'noc.clock'; it must be a signal of ours.fst$" 's/noc.clk/noc.clock/'
refuse "bits that a signal has not" "6:[0-9]+: in_valid is '$in.in_valid\[5:3\]'; it must be bits of 4 to 0$" 's/4:3/5:3/'
refuse "too few bits" "6:14: in_valid is of 4 bits; it must be of 5$" 's/4:3/4:4/'
refuse "too many bits" "13:11: extent is of 64 bits; it must be of 4$" 's/"'$in.extent'/"noc.cycle/'
refuse "a number that is too large" "12:9: addr is 16; it must be a number of 4 bits at most$" 's/0x5/0x10/'
refuse "no number" "12:9: addr is '5x'; it must be a signal, its bits, a number$" 's/0x5/5x/'
refuse "a pin that is missing" "6:3: extent is missing; it must be given, or scope$" '/extent/d'
refuse "a pin that is none" "13:3: there is the key 'extend' \(nearest: 'extent'\); there must be in_valid, " 's/extent:/extend:/'
refuse "a pin of an interface" "13:3: there is the key 'extent'|.*there must be " 's/router: 1,1/interface: 1/; s/extent:/extents:/'
refuse "a clock of many bits" "3:8: clock is of 64 bits; it must be of 1$" 's/noc.clk/noc.cycle/'
refuse "a clock that stands still" "3:8: clock is '$in.addr\[1\]'; it must be a signal that rises in the waves$" "s/noc.clk/'$in.addr[1]'/"
refuse "a reset that does not come" "3:8: reset is '$in.addr\[1\]'; it must be one that comes in the waves$" "s/^clock/reset: '$in.addr[1]'\nclock/"
refuse "a reset that does not end" "3:8: reset is '$in.addr\[1\]'; it must be one that ends in the waves$" "s/^clock/reset: '!$in.addr[1]'\nclock/"
refuse "an output that is a number" "14:14: out_valid is '3'; it must be a signal$" 's/^  out_valid:.*/  out_valid: 3/'
refuse "too few bits of an output" "14:14: out_valid is of 4 bits; it must be of 5$" 's/ref.out_valid"/ref.out_valid[3:0]"/'
refuse "all outputs without a scope" "3:10: outputs is all; it must be given with scope$" 's/^clock/outputs: all\nclock/'
refuse "other outputs" "3:10: outputs is 'none'; it must be all, named$" 's/^clock/outputs: none\nclock/'
refuse "no router" "1:11: router is missing; it must be given, or interface$" '/^router/d'
refuse "router and interface" "3:9: router is given beside interface; it must be one of the two$" 's/^router/interface: 1\nrouter/'
refuse "a router that is not there" "2:9: router is '3,1'; it must be routers of mesh:3x3, up to 2,2$" 's/1,1$/3,1/'
refuse "an interface that is not there" "2:12: interface is '9'; it must be 0 to 8$" 's/router: 1,1/interface: 9/'
refuse "no scenario" "1:1: scenario is missing; it must be given$" '/^scenario/d'
refuse "no clock" "1:11: clock is missing; it must be given, or scope$" '/^clock/d'
refuse "a sample of another kind" "4:9: sample is 'after'; it must be before, behind$" 's/before/after/'
refuse "a parameter that is none" "3:14: parameters is 'MsgX'; it must be parameters of the RTL, such as MsgW$" 's/^clock/parameters: {MsgX: 8}\nclock/'
refuse "a parameter that cannot be" "3:13: parameters: " 's/^clock/parameters: {Vcs: 99}\nclock/'
refuse "no YAML" "[0-9]+:[0-9]+: there is broken YAML" 's/^pins:/pins: [/'
refuse "an unknown key" "3:1: there is the key 'clocks' \(nearest: 'clock'\)" 's/^clock/clocks/'
sed 's/mesh:3x3/irregular:switches=4,ports=4,hosts=8,seed=3/' mesh.yaml >tables.yaml
refuse "tables" "2:9: router is one with tables, whose loading comes before its waves; it must be a component without$" \
  's/mesh.yaml/tables.yaml/; s/1,1$/1/'
refuse_line() { # NAME TEXT ARGUMENT...
  local name=$1 text=$2
  shift 2
  run replay "$@"
  refused "$name" 2 "$text"
}
refuse_line "no such file" '^none.yaml: cannot be (opened|read): ' --from ours.fst --pins none.yaml
refuse_line "no such scenario" '^.*mesh.yaml: cannot be (opened|read): ' --from ours.fst --pins <(cat pins.yaml)
: >empty.yaml
refuse_line "an empty file" '^empty.yaml: there is nothing; there must be scenario, ' --from ours.fst --pins empty.yaml
refuse_line "no waves" '^mesh.yaml: the file is no whole FST file' --from mesh.yaml --pins pins.yaml
refuse_line "without --from" '^replay: there is neither a bundle nor waves' --pins pins.yaml
refuse_line "onto itself" '^--json is pins.yaml, as for --pins; it must be another file$' --from ours.fst --pins pins.yaml --json ./pins.yaml
refuse_line "beside --scope" '^replay: there is --scope and --pins; there must be one of the two' \
  --from ours.fst --pins pins.yaml --scope noc.router_1,1

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  # A router with a table that it has no routes for: who looks for the unit to blame leaves that one out.
  sed 's/if (Routing == noc_pkg::RoutingTable) begin : gen_table/if (Routing != noc_pkg::RoutingTable) begin : gen_table/' \
    "$source_tree/rtl/router/router.sv" >table.sv
  gives "a unit that does not belong there" 1 replay --from ours.fst --pins pins.yaml --rtl table.sv --json table.json
  is "fails by its assertion" table.json '.mismatch.register == "assertion"'
fi

# --- the waves of another simulator -------------------------------------------------------------
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  cp "$source_tree"/docs/integration/hello{.sv,_tb.v} .
  printf '%s\n' 'module dumped;' '  hello_tb tb ();' '  initial begin $dumpfile("theirs.fst"); $dumpvars; end' endmodule >dumped.sv
  holds "the example runs" sh -c "verilator --binary -Wno-fatal --trace-fst -CFLAGS -O0 --top-module dumped \
    -F '$source_tree/rtl/nocstep.f' hello.sv hello_tb.v dumped.sv && ./obj_dir/Vdumped | grep -q '^12 packets'"
  printf 'topology: mesh:2x2\nrouter: {vcs: 2, depth: 4, flit_bits: 32}\nworkload: {traffic: uniform, load: 0.1, packet_flits: 3}\n' >two.yaml
  tile='TOP.dumped.tb.u_hello.u_mesh.u_fabric.gen_router[1].u_tile'
  printf 'scenario: two.yaml\nrouter: 1,0\nscope: %s\n' "$tile.u_router.u_router" >router.yaml
  printf 'scenario: two.yaml\ninterface: 1\nparameters: {MsgW: 8}\nscope: %s\n' "$tile.u_nodes.gen_node[0].u_ni.u_interface" >interface.yaml
  # values FILE SCOPE NAME: what a signal is, one value a line, from its first 1 on.
  values() {
    fst2vcd "$1" 2>/dev/null | awk -v scope="$2" -v name="$3" '
      /^\$scope/ {at[++depth] = $3}
      /^\$upscope/ {depth--}
      /^\$var/ {path = at[1]; for (i = 2; i <= depth; i++) path = path "." at[i]; if (path == scope && $5 == name) id = $4}
      /^b/ && $2 == id {print $1}
      /^[01]/ && substr($0, 2) == id {print substr($0, 1, 1)}' | sed 's/^b0*\(.\)/b\1/' | uniq | sed -n '/1/,$p'
  }
  gives "a router of theirs" 0 replay --from theirs.fst --pins router.yaml --wave router.fst
  values theirs.fst "$tile.u_router.u_router" out_valid_o >theirs
  values router.fst noc.router_1,0.rtl out_valid >ours
  holds "sends when theirs does" cmp ours theirs
  holds "again and again" test "$(wc -l <ours)" -ge 5
  gives "an interface of theirs" 0 replay --from theirs.fst --pins interface.yaml --wave interface.fst
  values theirs.fst "$tile.u_nodes.gen_node[0].u_ni.u_interface" out_valid_o >theirs
  values interface.fst noc.ni_1.rtl out_valid >ours
  holds "sends when theirs does, too" cmp ours theirs
  for file in router interface; do
    echo 'outputs: all' >>$file.yaml
    gives "all outputs of a $file of theirs" 0 replay --from theirs.fst --pins $file.yaml --json outputs.json
    is "all outputs of a $file of theirs: some" outputs.json '.outputs >= 6 and .clocks > 20'
  done
  # A router at rest, whose outputs are unknown before its reset, and one of them wrong in the end.
  awk 'BEGIN {
    print "$timescale 1ns $end\n$scope module t $end"
    n = split("clk 1,rst 1,in_valid_i 5,in_vc_i 5,in_kind_i 10,in_payload_i 160,credit_in_valid_i 5,credit_in_vc_i 5,addr_i 2,extent_i 2,out_valid_o 5", pin, ",")
    for (i = 1; i <= n; i++) {split(pin[i], p, " "); printf "$var wire %d %c %s [%d:0] $end\n", p[2], 64 + i, p[1], p[2] - 1}
    print "$upscope $end\n$enddefinitions $end"
    for (t = 0; t < 60; t++) {
      print "#" 5 * t; print t % 2 "A"
      if (t == 0) print "b0 C\nb0 D\nb0 E\nb0 F\nb0 G\nb0 H\nb01 I\nb11 J\nbxxxxx K"
      if (t % 2 == 0) print (t < 6) "B"
      if (t == 7) print "bx0000 K"
      if (t == 51) print "bx0100 K"
    }
  }' >rest.vcd
  vcd2fst rest.vcd rest.fst >vcd.log 2>&1
  printf 'scenario: two.yaml\nrouter: 1,0\nscope: t\nclock: t.clk\nreset: t.rst\npins: {out_valid: t.out_valid_o}\n' >rest.yaml
  gives "an output at rest" 1 replay --from rest.fst --pins rest.yaml --json rest.json
  holds "which bits of it are known" grep -qx '  waves      0x4, of which the bits 0xf are known' out
  is "which cycle" rest.json '.mismatch.cycle == 22 and .mismatch.wave == 4 and .mismatch.rtl == 0 and .mismatch.golden == 0'
  # Noise breaks the rules of a link, which an assertion of the RTL says.
  awk 'BEGIN {
    srand(7); print "$timescale 1ns $end\n$scope module t $end"
    n = split("clk 1,rst 1,in_valid_i 5,in_vc_i 5,in_kind_i 10,in_payload_i 160,credit_in_valid_i 5,credit_in_vc_i 5,addr_i 2,extent_i 2", pin, ",")
    for (i = 1; i <= n; i++) {split(pin[i], p, " "); bits[i] = p[2]; printf "$var wire %d %c %s [%d:0] $end\n", p[2], 64 + i, p[1], p[2] - 1}
    print "$upscope $end\n$enddefinitions $end"
    for (t = 0; t < 2000; t++) {
      print "#" 5 * t; print t % 2 "A"
      if (t == 0) print "b01 I\nb11 J"
      if (t % 2) continue
      print (t < 4) "B"
      for (i = 3; i <= 8; i++) {s = ""; for (k = 0; k < bits[i]; k++) s = s (rand() < 0.5); printf "b%s %c\n", s, 64 + i}
    }
  }' >noise.vcd
  vcd2fst noise.vcd noise.fst >vcd.log 2>&1
  printf 'scenario: two.yaml\nrouter: 1,0\nscope: t\nclock: t.clk\nreset: t.rst\n' >noise.yaml
  gives "noise" 1 replay --from noise.fst --pins noise.yaml --json noise.json
  is "is an assertion" noise.json '.mismatch.register == "assertion"'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
