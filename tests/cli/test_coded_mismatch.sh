#!/usr/bin/env bash
# Bugs in a copy of the RTL of the XOR coding unit: lockstep stops at the first wrong flit, and names
# the unit, the register, the cycle, and the blocks; Verilated networks alone are found out by what a
# node decodes. Cycles are those of docs/microarchitecture.md, section 13. NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
engine=copy/rtl/coding/xor_engine.sv
cp $engine saved.sv

# plant FROM TO: the one bug in the copy.
plant() {
  cp saved.sv $engine
  sed -i "s/$1/$2/" $engine
  holds "the bug is planted: $2" test "$(diff saved.sv $engine | grep -c '^>')" -eq 1
}

# run ARGUMENT...: status in rc.
run() {
  within 600 env NOCSTEP_HOME="$work/copy" "$nocstep" run --quiet "$@" >out 2>err </dev/null
  rc=$?
}

# stops NAME LINE: the run has found a mismatch, told by this line.
stops() {
  if [ "$rc" -eq 1 ] && grep -Fxq -- "$2" err; then
    verdict "$1" yes
  else
    verdict "$1" no "status $rc; $(head -c 300 err)"
  fi
}

# Node 0 loads two blocks of two flits in cycles 0 to 3 and says in 4 what is to be made of them; the
# exclusive or starts in 5 and is read in 6 and 7.
cat >two.goal <<'END'
num_ranks 2
rank 0 { a: block 16b  b: block 16b  c: xor 16b a b  send 16b to 1 of c  send 16b to 1 of a }
rank 1 { c: recv 16b from 0  a: recv 16b from 0  b: xor 16b c a }
END
printf 'topology: mesh:2x1\nworkload: {plan: two.goal}\nrun: {router: lockstep}\n' >two.yaml
cat >hnc.yaml <<'END'
topology: mesh:4x4
workload: {collective: allgather, scheme: hnc, group: 2x2, intermediate: centre}
run: {router: lockstep}
END
wrong_bit="assign rd_data    = data_a_i ^ data_b_i;"

plant "$wrong_bit" "assign rd_data    = data_a_i ^ data_b_i ^ FlitBits'(4);"
run two.yaml
stops "a bit of each flit: the first" "mismatch: cycle 6: interface 0: x_p_data[0]"
run hnc.yaml --report bug --json m.json
stops "hnc: the first flit that is made" "mismatch: cycle 13: interface 0: x_p_data[0]"
holds "hnc: unit" grep -Eq '^  unit +network_interface.xor_unit, rtl/coding/xor_engine.sv$' err
holds "hnc: one bit apart" test \
  $(($(sed -n 's/^  RTL *//p' err) ^ $(sed -n 's/^  golden *//p' err))) -eq 4
holds "hnc: the packet of an operand, and its block" grep -Eq \
  ' 10  flit in .* node 1 to node 0, message [0-9]+, 1 flits, for slot 2: block 1$' err
holds "hnc: the command" grep -Eq ' 4  command +slot 5 = slot 1 XOR slot 2$' err
holds "hnc: the operand is there" grep -Eq ' 12  filled +slot 2, message [0-9]+ of node 1$' err
holds "hnc: in the report too" grep -q 'network_interface.xor_unit' bug/mismatch.txt
holds "hnc: JSON" jq -e '.result == "mismatch" and .lockstep.mismatches == 1' m.json
run hnc.yaml --set run.router=rtl
holds "hnc: without golden models a node decodes it wrong" test "$rc" -eq 1
holds "hnc: which node and which block" grep -Eq \
  '^scoreboard: cycle [0-9]+: node [0-9]+, XOR unit: block [0-9]+ decoded in slot [0-9]+, flit 1 of 1' err
run hnc.yaml --set run.router=ref
holds "hnc: the golden models do not care" test "$rc" -eq 0

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then # two more plug-ins
  plant "$wrong_bit" "assign rd_data    = data_a_i ^ data_b_i ^ FlitBits'(x_pos_o);"
  run two.yaml
  stops "a bit of the second flit: a cycle later" "mismatch: cycle 7: interface 0: x_p_data[0]"
fi

plant "(one < other) ? {other, one, 1'b1}" "(one < other) ? {one, other, 1'b1}"
run two.yaml
stops "names that are wrong" "mismatch: cycle 6: interface 0: x_p_tag[0]"
holds "names, RTL" grep -Eq '^  RTL +0x[0-9a-f]+ \(coded, blocks 1 and 0, 2 flits\)$' err
holds "names, golden" grep -Eq '^  golden +0x[0-9a-f]+ \(coded, blocks 0 and 1, 2 flits\)$' err

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
