#!/usr/bin/env bash
# nocstep dut: a router that nocstep does not know is built from a map and described, refusals, models
# that are kept, and maps that are guessed. The router is a small one of this test. NOCSTEP is the
# program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
export NOCSTEP_PLUGINS=$work/plugins NOCSTEP_QUICK_PLUGINS=1
unset NOCSTEP_HOME VERILATOR CXX
borrow_runtime plugins

mkdir -p rtl inc/deep
cat >inc/width.vh <<'END'
`include "deep/more.vh"
`define WIDTH 36
END
echo '`define MORE' >inc/deep/more.vh
cat >rtl/wire.sv <<'END'
`include "width.vh"
module pipe #(parameter int By = 0) (input clk, input [`WIDTH-1:0] d, output logic [`WIDTH-1:0] q);
  always_ff @(posedge clk) q <= #1 d + By;
endmodule
END
cat >rtl/tiny.sv <<'END'
module tiny #(parameter int X = 0, parameter string Kind = "ring") (
  input clk, input rst_n, input [7:0] my_id, input strap[2],
  input [35:0] L_in_flit, input L_in_valid, output L_in_ready,
  output [35:0] L_out_flit, output L_out_valid, input L_out_ready,
  input [35:0] E_in_flit, input E_in_valid, output E_in_ready,
  output [35:0] E_out_flit, output E_out_valid, input E_out_ready,
  input [35:0] W_in_flit, input W_in_valid, output W_in_ready,
  output [35:0] W_out_flit, output W_out_valid, input W_out_ready,
  output [X:0] debug);
  if (Kind != "torus") $error("Kind is %s", Kind);
  pipe #(X) u_pipe (clk, L_in_flit, E_out_flit);
  assign {L_out_flit, W_out_flit} = {E_in_flit, 28'b0, my_id};
  assign {L_out_valid, E_out_valid, W_out_valid} = {3{rst_n & strap[0]}};
  assign {L_in_ready, E_in_ready, W_in_ready} = {L_out_ready, E_out_ready, W_out_ready};
  assign debug = '0;
endmodule
END
cat >tiny.yaml <<'END'
top: tiny
sources: [rtl/*.sv]
include: [inc]
parameters: {X: "x == 1", Kind: '"torus"'}
clock: clk
reset: {pin: rst_n, active: low}
tie: {my_id: router, "strap[0]": 1, "strap[1]": 0, debug: 0}
ports: {local: L, x+: E, x-: W}
input:
  flit: "{port}_in_flit"
  valid: "{port}_in_valid"
  ready: "{port}_in_ready"
output:
  flit: "{port}_out_flit"
  valid: "{port}_out_valid"
  ready: "{port}_out_ready"
flit: {payload: "flit[31:0]", head: "flit[32]", tail: "flit[33]"}
head:
  - {at: "flit[3:0]", is: drouter}
headers: 1
END

# map FIND REPLACEMENT: other.yaml is the map with another text.
map() {
  sed "s|$1|$2|" tiny.yaml >other.yaml
  cmp -s tiny.yaml other.yaml && verdict "other.yaml is another map" no "$1"
}

# builds NAME NUMBER ARGUMENT...: so many models are built, and all is well.
builds() {
  local name=$1 number=$2
  shift 2
  run dut build "$@"
  if [ "$rc" -eq 0 ] && [ "$(grep -c '^building model' err)" -eq "$number" ]; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 400 err)"
  fi
}

# ---- What is found

builds "a model for each set of parameters" 2 tiny.yaml --topology ring:4
holds "it says what it has found" grep -q '^map       tiny.yaml: router tiny, 2 source files, 2 models' out
for line in 'fitted to ring:4' 'clock     clk; reset rst_n, low for 4 cycles' \
  'ports     local is L, x+ is E, x- is W' 'flit      36 bits, payload \[31:0\], head \[32\], tail \[33\]' \
  'fits      router.flit_bits up to 32' 'headers   1 flit in front of each packet' \
  'head      flit\[3:0\] is drouter (4 bits)' '          strap\[1\] is 0' \
  '  input   strap *2 of 1  tie.strap\[0\]; tie.strap\[1\]' '  output  E_in_ready *1  input.ready of E' \
  '  output  debug *1  tie.debug'; do
  holds "it says: $line" grep -q "^$line" out
done
run dut build tiny.yaml --topology ring:4 --json -
is "the same as JSON" out '.schema == "nocstep.dut/1" and .top == "tiny" and .models == 2 and
  .vcs == 1 and .way_back == "ready" and .headers == 1 and .flit_bits == 32 and .flit == 36 and
  .head[0].is == "drouter" and ([.pins[] | select(.name == "L_in_valid")][0] |
  .direction == "input" and .bits == 1 and .roles == "input.valid of L") and
  ([.pins[] | select(.name == "strap")][0].elements == 2)'
builds "again, nothing is built" 0 tiny.yaml --topology ring:4
builds "without --topology, the smallest mesh" 0 tiny.yaml
holds "which is said" grep -q '^fitted to mesh:2$' out
(cd rtl && NOCSTEP_PLUGINS=$work/plugins "$nocstep" dut build ../tiny.yaml -q) >out 2>err
rc=$?
holds "sources are beside the map, wherever nocstep runs" test "$rc" -eq 0

# ---- Models that are kept

sed -i 's/28.b0/28'"'"'b1/' rtl/tiny.sv
builds "an edited source" 2 tiny.yaml
sed -i 's/28.b1/28'"'"'b0/' rtl/tiny.sv
builds "and back" 0 tiny.yaml
echo '// longer' >>inc/width.vh
builds "an edited include file" 2 tiny.yaml
echo '// longer' >>inc/deep/more.vh
builds "one that only Verilator has found" 2 tiny.yaml
builds "and once" 0 tiny.yaml
cp -r rtl mine
mv mine/wire.sv mine/pipe.sv
map 'rtl/\*.sv' 'mine/tiny.sv'
sed -i 's/include: .inc./include: [inc, mine]/' other.yaml
builds "a module that Verilator finds in a folder" 2 other.yaml
one=$(grep -l . plugins/foreign-tiny-*.so | head -n 1)
for damaged in plugins/foreign-tiny-*.so; do truncate -s 5000 "$damaged"; done
run dut build other.yaml
holds "a damaged one is built anew, with a line" grep -q '^model other is not what was built: built anew' err
builds "and so were the others" 0 other.yaml
holds "there was one" test -n "$one"

# ---- Refusals

refuses "no map" '^nope.yaml: cannot be opened' dut build nope.yaml
refuses "a word that is none" "^nocstep dut: there is 'biuld'; there must be build or guess" dut biuld tiny.yaml
refuses "two maps" 'there is 2 files; there must be one map' dut build tiny.yaml tiny.yaml
refuses "no such topology" '^--topology: column 1' dut build tiny.yaml --topology mosh:4
refuses "a topology with more ports" '^tiny.yaml:8:8: ports is without y\+; it must be all' dut build tiny.yaml --topology mesh:2x2
map 'rtl/\*' 'rtl/no'
refuses "no sources" "^other.yaml:2:11: sources is 'rtl/no.sv', which is no file" dut build other.yaml
map '\[inc\]' '[nowhere]'
refuses "no include folder" "^other.yaml:3:11: include is 'nowhere', which is no folder" dut build other.yaml
mkdir 'odd [x]*'
cp -r other.yaml rtl 'odd [x]*/'
refuses "a folder whose name is like a pattern" "include is 'odd \[x\]\*/nowhere', which is no folder" dut build 'odd [x]*/other.yaml'
map 'local: L, x+: E, x-: W' '0: L, 1: E, 2: W'
refuses "ports by number alone" 'there is no --topology; there must be one for the ports' dut build other.yaml
map '{port}_in_valid' '{port}_in_vald'
run dut build other.yaml
holds "an unknown pin: status 2" test "$rc" -eq 2
holds "with the nearest" grep -q "^other.yaml:11:10: input.valid is 'L_in_vald' (nearest: 'L_in_valid'), no pin of tiny at port L of router 0; it must be one of its inputs: clk (1)" err
holds "and the pins that there are" grep -q '^  input   my_id  *8$' out
run dut build other.yaml -q
refused "and quiet, nothing else" 2 'L_in_vald'
map ', debug: 0' ''
builds "an output needs no role" 0 other.yaml
holds "and is said to have none" grep -q '^  output  debug *1  not used' out
map '"strap\[1\]": 0, ' ''
run dut build other.yaml -q
refused "an input needs one" 2 '^other.yaml:1:6: top is tiny at router 0, with 1 input without a role: strap \(1 of 2 bits\)'

# failed NAME PATTERN: status 3 and one line, as Verilator says it.
failed() {
  run dut build other.yaml
  sed -i '/^building model/d' err
  refused "$1" 3 "$2"
}
map 'torus' 'ring'
failed "a message of the sources" 'model other: verilator failed: .*Kind is ring'
map 'top: tiny' 'top: smell'
failed "no such module" "verilator failed: .*smell"
map 'parameters: {' 'parameters: {Y: 3, '
failed "no such parameter" 'verilator failed: .*Y'
map 'rtl/\*' 'bad/*'
cp -r rtl bad
echo 'module more (input a; endmodule' >>bad/tiny.sv
failed "sources that do not compile" "verilator failed: bad/tiny.sv:[0-9]+:[0-9]+: syntax error"
holds "nothing half-built stays" test -z "$(find plugins -name '*.tmp')"
export VERILATOR=$work/none
map 'rtl/\*' 'bad/*'
failed "no Verilator" "model other: VERILATOR is '.*/none', which is no program; it must be that of a Verilator$"
unset VERILATOR

# ---- Guesses

run dut guess rtl/tiny.sv rtl/wire.sv -q
holds "a guess needs what Verilator needs" test "$rc" -eq 3
run dut guess rtl/tiny.sv rtl/wire.sv --include inc
cp out guess.yaml
for line in 'top: tiny' 'include: \["inc"\]' 'clock: clk' 'reset: {pin: rst_n, active: low}' \
  'ports: {local: L, x+: E, x-: W}' '  my_id: router' '  valid: "{port}_in_valid"' \
  '  ready: "{port}_out_ready"' '  payload: flit\[31:0\]' '  strap\[1\]: 0'; do
  holds "a guess: $line" grep -q "^$line" guess.yaml
done
sed -i 's/^top:/parameters: {Kind: "\\"torus\\""}\n&/' guess.yaml
builds "with a parameter it is a map" 1 guess.yaml
run dut guess rtl/tiny.sv rtl/wire.sv --include inc --top pipe
holds "of another module" grep -q '^top: pipe' out
cat >two.sv <<'END'
module one (input a, output b); assign b = a; endmodule
module other (input a, output b); assign b = a; endmodule
END
refuses "two modules" '^nocstep dut guess: there is no --top; there must be one of (one, other|other, one)$' dut guess two.sv
refuses "no file" '^nope.sv: cannot be read' dut guess nope.sv
refuses "an option of build" '^nocstep dut guess: --json is given; it must be for build only' dut guess two.sv --json -
refuses "an option of guess" '^nocstep dut build: --include is given; it must be in the map' dut build tiny.yaml --include inc
echo 'module' >broken.sv
run dut guess broken.sv
refused "no module" 3 'dut guess: .*verilator failed: broken.sv:'
holds "nothing stays" test -z "$(find plugins -name 'guess-*')"
holds "but what Verilator has said" grep -q broken.sv plugins/guess.log

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
