#!/usr/bin/env bash
# Bugs in a copy of the RTL of what copies and forwards packets: reports name the worms and their header
# flits, packets to be forwarded, what a host has told its forwarding unit, and which branch of which VC of
# which port a register is of; waves name worms on links, and such registers.
# NOCSTEP is the program.
# Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
crossbar=copy/rtl/multicast/copy_crossbar.sv
branches=copy/rtl/multicast/branch_unit.sv
rings=copy/rtl/ni/forward_rings.sv

# plant FILE FROM TO: a bug in the copy.
plant() {
  cp "$1" saved.sv
  sed -i "s/$2/$3/" "$1"
  holds "the bug is planted: $3" test "$(diff saved.sv "$1" | grep -c '^>')" -eq 1
}

# stops NAME LINE ARGUMENT...: the run finds a mismatch, told by this line.
stops() {
  local name=$1 line=$2
  shift 2
  within 600 env NOCSTEP_HOME="$work/copy" "$nocstep" run --quiet "$@" >out 2>err </dev/null
  local rc=$?
  if [ "$rc" -eq 1 ] && grep -Fxq -- "$line" err; then
    verdict "$name" yes
  else
    verdict "$name" no "status $rc; $(head -c 300 err)"
  fi
}

# says NAME PATTERN: an event of the report.
says() {
  holds "$1" grep -Eq -- "$2" err
}

# In a line a router has 3 ports: it is built in a third of the time of one with 5.
cat >m.yaml <<'END'
topology: mesh:4
router: {vcs: 1, switching: cut-through, depth: 16}
workload: {collective: multicast, scheme: tree-worm, from: 0, to: 1-3, message_flits: 4}
run: {router: lockstep}
END
plant $crossbar 'lane\[i\] & copy_mask_i' 'lane[i] | copy_mask_i'
stops "a copy that is not masked" "mismatch: cycle 5: router 0: out_payload[1]" m.yaml
cp err one.err
stops "the same with two threads" "mismatch: cycle 5: router 0: out_payload[1]" m.yaml --threads 2
cp one.err err
says "tree worm: its head" \
  ' 2  flit in +0 \(node 0\) +VC 0 +head +tree worm of node 0, message 0, 4 flits and 1 header flit$'
says "tree worm: its string" ' 3  flit in .* body +header flit, to nodes 1, 2, 3$'
says "tree worm: its data" ' 4  flit in .* body +data 0x[0-9a-f]{16}$'

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then # two more networks to build
  # A register of three dimensions: input port, VC, and the port that the branch goes to.
  cp saved.sv $crossbar
  plant $branches "<= sa_pos_i + 1'b1;" "<= (o == 0) ? sa_pos_i : sa_pos_i + 1'b1;"
  cat >b.yaml <<'END'
topology: mesh:6
router: {vcs: 2, depth: 12, switching: cut-through}
workload: {traffic: multicast, degree: 3, scheme: tree-worm, load: 0.15, message_flits: 6}
run: {router: lockstep, seed: 2, cycles: 300}
END
  stops "a branch that does not go on" "mismatch: cycle 22: router 2: br_read[6]" b.yaml --json b.json
  says "where the register is" \
    '^mismatch in cycle 22, router 2: register br_read, port 1 \(\+x\), VC 0, branch to port 0 \(node 2\)$'
  says "its unit" '^  unit +router.branch_unit, rtl/multicast/branch_unit.sv$'
  holds "the JSON of the run" jq -e '.result == "mismatch"' b.json
  NOCSTEP_HOME=$work/copy within 600 "$nocstep" verify b.yaml --json v.json >out 2>err </dev/null
  holds "verify: the status" test $? -eq 1
  holds "verify: a mismatch, and no crash" jq -e \
    '[.groups[] | .result == "mismatch" and .register == "br_read"] == [true]' v.json
  cp saved.sv $branches

  plant $rings "f_receive_timer_o - 1'b1" "f_receive_timer_o - 2'd2"
  forwarding=(m.yaml --set workload.scheme=kbinomial --set host.t_nr=7)
  stops "a receive handler that is too fast" "mismatch: cycle 25: interface 2: f_receive_timer[0]" \
    "${forwarding[@]}"
  says "the file of the register" \
    '^  unit +network_interface.forward_unit, rtl/ni/forward_rings.sv$'
  says "a packet to be forwarded" \
    ' flit in .* multicast of node 0 to node 2, to be forwarded, message 0, row 0, 4 flits$'
  says "the child table" ' 1  child +row 0, child 0: node 3, which passes it on to nobody$'
fi

if command -v fst2vcd >which.out; then
  "$nocstep" run --quiet m.yaml --set run.router=ref --wave w.fst >out 2>err
  fst2vcd w.fst >w.vcd 2>>err
  grep -oE '^s[HTv][^ ]+' w.vcd | LC_ALL=C sort -u >flits
  holds "waves: a tree worm, its header flit, its data" diff flits - <<'END'
sH\040v0\0400>tree\040#0
sT\040v0\0400>tree\040#0
sv0\0400>tree\040#0
sv0\0400>tree\040#0\040header
END
  for name in in_count_p1_v0 br_read_p1_v0_b2 va_out_order_p0_v0_i2; do
    holds "waves: a register, $name" grep -Eq "^.var .* $name( |\[)" w.vcd
  done
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
