#!/usr/bin/env bash
# Proofs about the RTL, for all inputs and for ever: yosys-smtbmc with z3, by k-induction.
#
#   test_formal.sh [UNIT...]   all proofs of these units; without units the few of `quick`, and all
#                              of all units with NOCSTEP_LONG=1
#
# A proof is kept (tests/kept.sh) and not made again while the unit with all that it is made of, its
# property file, its row, the way to prove and the tools are the same.
#
# A property file, <unit>.sv here, is put in front of the `endmodule` of the unit's RTL in the build
# folder; the RTL itself is not changed. Labels name the group of an assertion; those named inv_ help
# the induction and are proved with every group. A proof of a group for a set of parameters is two
# tests: `base`, no counterexample in the first STEPS cycles from reset, and `step`, the induction.
# A `bug` is one line of the RTL broken on the copy; it must give a counterexample from reset, so
# that a property that cannot fail is noticed. Ends with "N passed, N failed".
# shellcheck disable=SC2016  # $names in Yosys commands are Yosys's
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${NOCSTEP_BUILD:-$root/build}
mkdir -p "$build/formal"
build=$(realpath "$build")
work=$(mktemp -d "$build/formal/XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
export NOCSTEP_BUILD=${NOCSTEP_BUILD:-$root/build}
# shellcheck source=tests/kept.sh
. "$root/tests/kept.sh"
all=0
if [ "${NOCSTEP_LONG:-0}" = 1 ] || [ $# -gt 0 ]; then all=1; fi
export root work SECONDS_EACH=${FORMAL_SECONDS:-$((all ? 3000 : 300))}

# unit, group: the first proof of each is in `make test`, a second or two each, and some bugs.
quick() {
  cat <<'TABLE'
rr_arbiter grant
wavefront grant
wavefront maximal
wavefront passed
fifo level
fifo order
output_unit credit
input_unit room
vc_allocator grant
TABLE
}
# unit, group, steps, parameters
proofs() {
  cat <<'TABLE'
rr_arbiter grant 2 N=2
rr_arbiter grant 2 N=5
rr_arbiter grant 2 N=16
rr_arbiter starving 2 N=2
rr_arbiter starving 2 N=3
rr_arbiter starving 2 N=5
rr_arbiter starving 2 N=8
rr_arbiter starving 2 N=16
wavefront grant 2 N=2
wavefront grant 2 N=3
wavefront grant 2 N=5
wavefront grant 2 N=8
wavefront maximal 2 N=2
wavefront maximal 2 N=3
wavefront maximal 2 N=5
wavefront passed 2 N=3
wavefront passed 2 N=2
wavefront passed 2 N=5
wavefront passed 2 N=8
wavefront turns 2 N=2
wavefront turns 2 N=3
wavefront turns 2 N=5
matrix_arbiter grant 2 N=2
matrix_arbiter grant 2 N=5
matrix_arbiter losing 2 N=2
matrix_arbiter losing 2 N=5
matrix_arbiter losing 2 N=8
oldest order 2 N=1 AgeW=4
oldest order 2 N=2 AgeW=32
oldest order 2 N=3 AgeW=16
fifo level 2 Queues=1 Depth=1 PayloadW=4 TagW=3
fifo level 2 Queues=3 Depth=5 PayloadW=4 TagW=3
fifo level 2 Queues=4 Depth=640 PayloadW=4 TagW=3
fifo order 2 Queues=1 Depth=1 PayloadW=4 TagW=3
fifo order 2 Queues=1 Depth=2 PayloadW=32 TagW=3
fifo order 2 Queues=2 Depth=3 PayloadW=4 TagW=3
fifo order 2 Queues=3 Depth=5 PayloadW=4 TagW=3
fifo front 2 Queues=1 Depth=1 PayloadW=4 TagW=3 FrontRegs=1
fifo front 2 Queues=3 Depth=5 PayloadW=4 TagW=3 FrontRegs=1
fifo order 2 Queues=2 Depth=3 PayloadW=4 TagW=3 FrontRegs=1
fifo level 2 Queues=3 Depth=5 PayloadW=4 TagW=3 Bypass=1
fifo order 2 Queues=1 Depth=1 PayloadW=4 TagW=3 Bypass=1
fifo order 2 Queues=2 Depth=3 PayloadW=4 TagW=3 Bypass=1
fifo pass 2 Queues=2 Depth=3 PayloadW=4 TagW=3 Bypass=1
fifo pass 2 Queues=2 Depth=3 PayloadW=4 TagW=3 FrontRegs=1 Bypass=1
fifo front 2 Queues=3 Depth=5 PayloadW=4 TagW=3 FrontRegs=1 Bypass=1
fifo order 2 Queues=2 Depth=3 PayloadW=4 TagW=3 FrontRegs=1 Bypass=1
fifo order 2 Queues=1 Depth=1 PayloadW=4 TagW=3 LateW=2 LateLsb=1
fifo order 2 Queues=2 Depth=3 PayloadW=4 TagW=4 LateW=2 LateLsb=1
fifo order 2 Queues=1 Depth=1 PayloadW=4 TagW=2 FrontRegs=1 LateW=2
fifo order 2 Queues=2 Depth=3 PayloadW=4 TagW=4 FrontRegs=1 LateW=2 LateLsb=1
fifo front 2 Queues=3 Depth=5 PayloadW=4 TagW=3 FrontRegs=1 LateW=2 LateLsb=1
fifo late 2 Queues=3 Depth=5 PayloadW=4 TagW=3 LateW=2 LateLsb=1
fifo late 2 Queues=1 Depth=1 PayloadW=4 TagW=3 LateW=1
link_decoder none 2 Vcs=1 FlitBits=32
link_decoder none 2 Vcs=16 FlitBits=64
link_decoder one 2 Vcs=1 FlitBits=4
link_decoder one 2 Vcs=16 FlitBits=14
link_decoder one 2 Vcs=2 FlitBits=32
link_decoder one 2 Vcs=1 FlitBits=32 LinkCheck=1
link_decoder two 2 Vcs=1 FlitBits=4
link_decoder two 2 Vcs=16 FlitBits=14
link_decoder two 2 Vcs=2 FlitBits=32
link_decoder two 2 Vcs=4 FlitBits=64 LinkCheck=1
host_guard whole 2 Networks=3 CutThrough=1 Depth=5
host_guard whole 2 LenW=3 Dims=0 LocalW=4
host_guard right 2 Networks=3 CutThrough=1 Depth=5
host_guard right 2 LenW=3 Dims=0 LocalW=4
host_guard said 2 Networks=3 CutThrough=1 Depth=5 LocalW=2
output_unit credit 2 Vcs=1 Depth=1
output_unit credit 2 Vcs=4 Depth=8
output_unit credit 2 Vcs=3 Depth=640
input_unit room 2 Vcs=1 Depth=1
input_unit room 2 Vcs=3 Depth=8
input_unit room 2 Vcs=2 Depth=640
input_unit room 2 Vcs=1 Depth=1 Bypass=1
input_unit room 2 Vcs=3 Depth=8 Lookahead=1 LookLsb=24 Bypass=1
injection credit 2 Vcs=2 Depth=1 Networks=1
injection credit 2 Vcs=2 Depth=8 Networks=2
ejection hold 2 Vcs=2 Depth=2 Networks=2 AddrW=1 LenW=1 MsgW=1 FlitBits=20
ejection hold 2 Vcs=4 Depth=3 Networks=2 AddrW=1 LenW=1 MsgW=1 FlitBits=20
ejection own 2 Vcs=4 Depth=2 Networks=2 AddrW=1 LenW=1 MsgW=1 FlitBits=20
ejection own 2 Vcs=2 Depth=1 AddrW=1 LenW=1 MsgW=1 FlitBits=24 AgeW=4
ejection losing 2 Vcs=4 Depth=2 Networks=2 AddrW=1 LenW=1 MsgW=1 FlitBits=20
xor_slots slots 2 XorSlots=2
xor_slots slots 2 XorSlots=5
xor_slots lowest 2 XorSlots=5
xor_slots lowest 2 XorSlots=9
xor_arrival kept 2 Vcs=1 XorSlots=2 XorFlits=1
xor_arrival kept 2 Vcs=3 XorSlots=5 XorFlits=3
xor_arrival kept 2 Vcs=2 XorSlots=3 XorFlits=64 LenW=7
xor_engine passed 2 XorOverhead=1 FlitBits=8
xor_engine passed 2 XorOverhead=5 FlitBits=8
xor_engine host 2 XorOverhead=3 FlitBits=8
injection copies 2 Vcs=4 Depth=3 Networks=2 ForwardSlots=2
injection turns 2 Vcs=2 Depth=3 Networks=1 ForwardSlots=2
injection turns 2 Vcs=1 Depth=1 Networks=1 ForwardSlots=2
forward_arrival kept 2 Vcs=3 ForwardSlots=5 ForwardFlits=3
forward_arrival slots 2 Vcs=3 ForwardSlots=3 ForwardFlits=3
forward_arrival ready 2 Vcs=2 ForwardSlots=3 ForwardFlits=3
forward_arrival turn 2 Vcs=3 ForwardSlots=3 ForwardFlits=3
forward_rings ring 2 ForwardSlots=3
forward_rings order 2 ForwardSlots=3
forward_rings time 2 ForwardSlots=2
forward_sender copies 2 ForwardSlots=2 ForwardFlits=3 ForwardRows=4 ForwardChildren=3
forward_sender room 2 Networks=2
forward_sender time 2 Networks=2
forward_sender next 2 Networks=2
forward_unit slots 2 Vcs=2 ForwardSlots=2 ForwardFlits=2 ForwardRows=2 ForwardChildren=2
forward_unit still 2 Vcs=2 ForwardSlots=3 ForwardFlits=2 ForwardRows=2 ForwardChildren=2
forward_unit ring 2 Vcs=2 ForwardSlots=3 ForwardFlits=2 ForwardRows=2 ForwardChildren=2
branch_vc_allocator grant 2 Ports=2 Vcs=2 Depth=3 Networks=2
branch_vc_allocator grant 2 Ports=2 Vcs=2 Depth=1 Classes=2
branch_vc_allocator grant 2 Ports=2 Vcs=2 Depth=2 CutThrough=0
branch_vc_allocator passed 2 Ports=2 Vcs=2 Depth=3 Networks=2
branch_vc_allocator passed 2 Ports=2 Vcs=2 Depth=2 Classes=2
branch_vc_allocator passed 2 Ports=2 Vcs=1 Depth=2 CutThrough=0
branch_vc_allocator pairs 2 Ports=3 Vcs=1 Depth=2
branch_vc_allocator age 2 Ports=2 Vcs=2 Depth=2 AgeW=4
branch_vc_allocator age 2 Ports=3 Vcs=1 Depth=1 AgeW=4
branch_switch_allocator grant 2 Ports=2 Vcs=2 Depth=2
branch_switch_allocator behind 2 Ports=2 Vcs=2 Depth=2
branch_switch_allocator drop 2 Ports=2 Vcs=2 Depth=2
branch_switch_allocator sync 2 Ports=2 Vcs=2 Depth=2 SyncCopies=1
branch_switch_allocator age 2 Ports=2 Vcs=2 Depth=2 AgeW=4
branch_switch_allocator age 2 Ports=3 Vcs=1 Depth=1 AgeW=4
branch_unit masks 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0
branch_unit buffer 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0
branch_unit once 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0
branch_unit whole 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0
branch_unit drop 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0
branch_unit room 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0
branch_unit pass 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0
branch_unit masks 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1
branch_unit buffer 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1
branch_unit once 2 Ports=2 Vcs=2 Depth=3 FlitBits=4 StringBits=0 Bypass=1
branch_unit whole 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1
branch_unit drop 2 Ports=2 Vcs=2 Depth=3 FlitBits=4 StringBits=0 Bypass=1
branch_unit room 2 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1
branch_unit pass 2 Ports=2 Vcs=2 Depth=3 FlitBits=4 StringBits=0 Bypass=1
branch_unit pass 2 Ports=2 Vcs=1 Depth=1 FlitBits=4 StringBits=0 Bypass=1
worm_decoder worm 2 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37
worm_decoder look 2 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37
worm_decoder next 2 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37
worm_decoder worm 2 Routing=1 Dims=1 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Planes=2 Lookahead=1 LookLsb=37 AgeW=4 AgeLsb=60
worm_decoder look 2 Routing=1 Dims=1 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Planes=2 Lookahead=1 LookLsb=37 AgeW=4 AgeLsb=60
worm_decoder next 2 Routing=1 Dims=1 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Planes=2 Lookahead=1 LookLsb=37 AgeW=4 AgeLsb=60
worm_decoder worm 2 Routing=5 Dims=0 LocalW=3 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Groups=2 Lookahead=1 LookLsb=37
worm_decoder look 2 Routing=5 Dims=0 LocalW=3 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Groups=2 Lookahead=1 LookLsb=37
worm_decoder next 2 Routing=5 Dims=0 LocalW=3 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Groups=2 Lookahead=1 LookLsb=37
copy_datapath owner 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0
copy_datapath grant 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0
copy_datapath owner 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0 Lookahead=1 LookLsb=37 Pipeline=2
copy_datapath grant 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0 Lookahead=1 LookLsb=37 Pipeline=2
vc_allocator grant 2 Ports=2 Vcs=1 Depth=1
vc_allocator grant 2 Ports=2 Vcs=2 Depth=3 Networks=2 LenW=2
vc_allocator grant 2 Ports=3 Vcs=2 Depth=2
vc_allocator grant 2 Ports=2 Vcs=4 Depth=1 Networks=2 Classes=2
vc_allocator grant 2 Ports=2 Vcs=3 Depth=1 Classes=2
vc_allocator grant 2 Ports=2 Vcs=2 Depth=3 LenW=2 CutThrough=1
vc_allocator pairs 2 Ports=3 Vcs=1 Depth=2
vc_allocator pairs 2 Ports=2 Vcs=2 Depth=1 Networks=2
vc_allocator age 2 Ports=2 Vcs=2 Depth=2 AgeW=4
vc_allocator age 2 Ports=3 Vcs=2 Depth=1 AgeW=4 CutThrough=1
vc_allocator grant 2 Ports=2 Vcs=2 Depth=2 AgeW=4
vc_allocator pairs 2 Ports=2 Vcs=2 Depth=2 AgeW=4
vc_allocator passed 2 Ports=2 Vcs=2 Depth=2
vc_allocator passed 2 Ports=2 Vcs=2 Depth=3 Networks=2 LenW=2 CutThrough=1
vc_allocator passed 2 Ports=3 Vcs=2 Depth=2 LenW=2 Classes=2 CutThrough=1
vc_allocator losing 2 Ports=2 Vcs=2 Depth=3 LenW=2 CutThrough=1
vc_allocator losing 2 Ports=3 Vcs=2 Depth=2
vc_allocator bid 2 Ports=2 Vcs=2 Depth=2 Speculative=1
vc_allocator bid 2 Ports=2 Vcs=2 Depth=3 LenW=2 Classes=2 CutThrough=1 Speculative=1
vc_allocator grant 2 Ports=2 Vcs=2 Depth=3 Networks=2 LenW=2 Speculative=1
vc_allocator grant 2 Ports=2 Vcs=2 Depth=3 LenW=2 CutThrough=1 Speculative=1
vc_allocator pairs 2 Ports=3 Vcs=1 Depth=2 Speculative=1
vc_allocator passed 2 Ports=2 Vcs=2 Depth=3 Networks=2 LenW=2 CutThrough=1 Speculative=1
vc_allocator losing 2 Ports=2 Vcs=2 Depth=3 LenW=2 CutThrough=1 Speculative=1
vc_allocator age 2 Ports=2 Vcs=2 Depth=2 AgeW=4 Speculative=1
switch_allocator grant 2 Ports=2 Vcs=2 Depth=2 LenW=2
switch_allocator grant 2 Ports=2 Vcs=2 Depth=2 LenW=2 Speculative=1
switch_allocator spec 2 Ports=2 Vcs=2 Depth=2 LenW=2 Speculative=1
switch_allocator spec 2 Ports=3 Vcs=1 Depth=1 Speculative=1
switch_allocator age 2 Ports=2 Vcs=2 Depth=2 AgeW=4 Speculative=1
switch_allocator grant 2 Ports=3 Vcs=2 Depth=1
switch_allocator grant 2 Ports=2 Vcs=2 Depth=2 AgeW=4
switch_allocator age 2 Ports=2 Vcs=2 Depth=2 AgeW=4
switch_allocator age 2 Ports=2 Vcs=3 Depth=1 AgeW=4
switch_allocator age 2 Ports=3 Vcs=1 Depth=1 AgeW=4
switch_allocator grant 2 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1
switch_allocator grant 2 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1 Speculative=1
switch_allocator spec 2 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1 Speculative=1
switch_allocator spec 2 Ports=3 Vcs=1 Depth=1 Wavefront=1 Speculative=1
switch_allocator pairs 2 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1
switch_allocator pairs 2 Ports=2 Vcs=3 Depth=1 Wavefront=1 Speculative=1
switch_allocator pairs 2 Ports=3 Vcs=2 Depth=1 Wavefront=1 Speculative=1
switch_allocator losing 2 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1
switch_allocator losing 2 Ports=2 Vcs=3 Depth=1 Wavefront=1 Speculative=1
switch_allocator losing 2 Ports=3 Vcs=2 Depth=1 Wavefront=1 Speculative=1
switch_allocator order 2 Ports=2 Vcs=1 Depth=1
switch_allocator order 2 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1
switch_allocator order 2 Ports=2 Vcs=2 Depth=2 LenW=2 Speculative=1
switch_allocator order 2 Ports=3 Vcs=2 Depth=1 Speculative=1
switch_allocator order 2 Ports=3 Vcs=1 Depth=1 AgeW=4 Speculative=1
switch_allocator order 2 Ports=3 Vcs=2 Depth=1 Wavefront=1 Speculative=1
router owner 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=32
router owner 2 Ports=3 Vcs=1 Depth=1 Dims=1 FlitBits=32
router owner 2 Ports=2 Vcs=2 Depth=1 Dims=0 LocalW=1 FlitBits=32 Networks=2
router owner 2 Ports=2 Vcs=2 Depth=1 Dims=0 LocalW=1 FlitBits=32 Classes=2 Routing=5 Rows=2 Adaptive=1
router owner 2 Ports=2 Vcs=2 Depth=1 Dims=0 LocalW=1 FlitBits=32 Classes=2 Routing=6 RouteLsb=20 RouteW=6
router owner 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=32 Speculative=1
router owner 2 Ports=2 Vcs=2 Depth=1 Dims=0 LocalW=1 FlitBits=32 Networks=2 Speculative=1
router owner 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=32 Lookahead=1 LookLsb=20 Pipeline=2
router owner 2 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=32 Wavefront=1
router owner 2 Ports=2 Vcs=2 Depth=1 Dims=0 LocalW=1 FlitBits=32 Networks=2 Wavefront=1 Speculative=1
router credit 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32
router credit 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Speculative=1
router credit 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Wavefront=1
router credit 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Wavefront=1 Speculative=1
router waste 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Speculative=1
router waste 2 Ports=3 Vcs=1 Depth=1 Dims=1 FlitBits=32 Wavefront=1 Speculative=1
router waste 2 Ports=3 Vcs=1 Depth=1 Dims=1 FlitBits=32 AgeW=4 AgeLsb=20 Speculative=1
router ready 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32
router ready 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Lookahead=1 LookLsb=20 Pipeline=2
router ready 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Lookahead=1 LookLsb=20 Pipeline=2 Wavefront=1
TABLE
}
long_proofs() {
  cat <<'TABLE'
fifo order 2 Queues=4 Depth=8 PayloadW=16 TagW=6
link_decoder one 2 Vcs=4 FlitBits=64
link_decoder two 2 Vcs=4 FlitBits=64
oldest order 2 N=5 AgeW=16
wavefront grant 2 N=16
wavefront maximal 2 N=8
wavefront passed 2 N=16
forward_arrival kept 2 Vcs=1 ForwardSlots=1 ForwardFlits=1
forward_arrival slots 2 Vcs=2 ForwardSlots=9 ForwardFlits=64 LenW=7
forward_arrival turn 2 Vcs=1 ForwardSlots=1 ForwardFlits=1
forward_rings ring 2 ForwardSlots=1
forward_rings order 2 ForwardSlots=4
forward_sender copies 2 ForwardSlots=1 ForwardFlits=1 ForwardRows=1 ForwardChildren=1
forward_unit slots 2 Vcs=3 ForwardSlots=3 ForwardFlits=3 ForwardRows=2 ForwardChildren=2
injection copies 2 Vcs=2 Depth=2 Networks=1 ForwardSlots=2 CutThrough=1
branch_unit masks 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0
branch_unit buffer 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0
branch_unit once 2 Ports=2 Vcs=2 Depth=3 FlitBits=4 StringBits=0
branch_unit whole 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0
branch_unit drop 2 Ports=2 Vcs=2 Depth=3 FlitBits=4 StringBits=0
branch_unit room 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0
branch_unit once 2 Ports=2 Vcs=1 Depth=2 CutThrough=0 FlitBits=4 StringBits=0
branch_unit once 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0 Bypass=1
branch_unit whole 2 Ports=3 Vcs=2 Depth=4 FlitBits=4 StringBits=0 Bypass=1
branch_unit once 2 Ports=2 Vcs=1 Depth=2 CutThrough=0 FlitBits=4 StringBits=0 Bypass=1
copy_datapath owner 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=40 StringBits=0
copy_datapath owner 2 Ports=2 Vcs=2 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0
copy_datapath owner 2 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=40 StringBits=0 Lookahead=1 LookLsb=37 Pipeline=2
vc_allocator pairs 2 Ports=3 Vcs=2 Depth=2 Networks=2
vc_allocator grant 2 Ports=2 Vcs=4 Depth=2
vc_allocator pairs 2 Ports=5 Vcs=1 Depth=2
router owner 2 Ports=3 Vcs=2 Depth=1 Dims=1 FlitBits=32
router owner 2 Ports=2 Vcs=3 Depth=1 Dims=0 LocalW=1 FlitBits=32
router owner 2 Ports=4 Vcs=1 Depth=1 Dims=1 LocalW=1 FlitBits=32
router credit 2 Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32
router ready 2 Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32
TABLE
}
# unit, group, steps, parameters | the edit
bugs() {
  cat <<'TABLE'
rr_arbiter grant 3 N=3|s/gnt_o\[win\] = 1'b1/gnt_o[win] = take_i/
rr_arbiter starving 6 N=3|s/noc_pkg::rr_next(4'(win), N)/4'(win)/
matrix_arbiter grant 3 N=3|s/gnt_o\[i\] = req_i\[i\] && /gnt_o[i] = /
wavefront grant 3 N=3|s/rows\[((s + d) % N)\*N +: N\] & ~ins & ~outs/rows[((s + d) % N)*N +: N] \& ~ins/
wavefront grant 3 N=3|s/take_i \&\& req_i != '0/take_i/
wavefront maximal 3 N=3|s/ & ~ins & ~outs/ \& ~(ins | outs) \& ~{N{s == 1 \&\& d == 2}}/
wavefront maximal 3 N=3|s/outs = {outs\[N-2:0\], outs\[N-1\]};/outs = {outs[0], outs[N-1:1]};/
wavefront grant 4 N=3|s/rr_pick(16'(wanted), 4'(diagonal_o))/rr_pick(16'(wanted), 4'd0)/
wavefront passed 6 N=3|s/noc_pkg::rr_next(noc_pkg::rr_pick(16'(wanted), 4'(diagonal_o)), N)/diagonal_o/
wavefront turns 6 N=3|s/noc_pkg::rr_pick(16'(wanted), 4'(diagonal_o))/4'(diagonal_o)/
oldest order 2 N=3 AgeW=4|s/older(32.(age_i\[j\*AgeW +: AgeW\]), 32.(age_i\[i\*AgeW +: AgeW\])/older(32'(age_i[i*AgeW +: AgeW]), 32'(age_i[j*AgeW +: AgeW])/
matrix_arbiter losing 6 N=3|s/else if (take_i && req_i/else if (take_i \&\& ~req_i/
fifo level 5 Queues=2 Depth=3 PayloadW=4 TagW=3|s/if (!(pop_i && pop_queue_i == push_queue_i)) begin/if (!pop_i) begin/
fifo order 7 Queues=2 Depth=3 PayloadW=4 TagW=3|s/(position == Last) ? '0 : position/(position == Last + 1'b1) ? '0 : position/
fifo front 6 Queues=2 Depth=3 PayloadW=4 TagW=3 FrontRegs=1|s/end else if (pushed\[q\]) begin$/end else if (1'b0) begin/
fifo front 4 Queues=2 Depth=3 PayloadW=4 TagW=3 FrontRegs=1 Bypass=1|s/if (Bypass == 1 \&\& !filled.*/if (1'b0) after[q] = '0;/
fifo pass 3 Queues=2 Depth=3 PayloadW=4 TagW=3 Bypass=1|s/32'(push_queue_i) == q \&\& !filled/32'(push_queue_i) == 0 \&\& !filled/
fifo late 4 Queues=2 Depth=3 PayloadW=4 TagW=4 LateW=2 LateLsb=1|s/late_position_o <= wr_o/late_position_o <= rd_o/
fifo order 5 Queues=2 Depth=3 PayloadW=4 TagW=4 LateW=2 LateLsb=1|s/(mine\[q\] && late_position_o == looked\[q\]) ? /1'b0 ? /
fifo order 5 Queues=2 Depth=3 PayloadW=4 TagW=4 FrontRegs=1 LateW=2 LateLsb=1|s/if (lacks\[q\] && !popped\[q\]) front/if (1'b0) front/
link_decoder none 3 FlitBits=4|s/assign corrected = odd &&/assign corrected =/
link_decoder one 3 FlitBits=4|s/<= WordW + CodeW;/< WordW + CodeW;/
link_decoder two 3 FlitBits=4|s/ (odd || place != '0);/ odd;/
host_guard whole 4 Networks=3|s/<= swallow \&\& left_d != '0;/<= swallow \&\& left_d > 1;/
host_guard right 4 Networks=3|s/left_d = (first \&\& host_flits_i == '0) ? '0 : /left_d = /
host_guard said 4 Networks=3|s/(!known || (taken \&\& refuse))/(!known || refuse)/
output_unit credit 5 Vcs=2 Depth=3|s/if (gain\[w\] && !spend\[w\]) begin/if (gain[w]) begin/
input_unit room 5 Vcs=2 Depth=3|s/credit_out_valid_o <= sa_gnt_i;/credit_out_valid_o <= sa_gnt_i \&\& !in_valid_i;/
injection credit 6 Vcs=2 Depth=3|s/assign same .*/assign same = 1'b0;/
ejection hold 6 Vcs=2 Depth=2 Networks=2 AddrW=1 LenW=1 MsgW=1 FlitBits=20|s/= {Block{free\[k\]}}/= {Block{free == '1}}/
ejection own 6 Vcs=2 Depth=2 Networks=1 AddrW=1 LenW=1 MsgW=1 FlitBits=20|s/= ej_source_o\[.*/= del_source_o;/
ejection losing 8 Vcs=2 Depth=2 Networks=2 AddrW=1 LenW=1 MsgW=1 FlitBits=20|s/\.take_i(1'b1)/.take_i(in_valid_i)/
xor_slots slots 5 XorSlots=3|s/x_full_o\[cmd_slot_i\]   <= 1'b0/x_full_o[cmd_slot_i] <= x_full_o[cmd_slot_i]/
xor_slots lowest 5 XorSlots=5|s/if (!found_o && pending\[c\*32 + i\])/if (pending[c*32 + i])/
xor_arrival kept 5 Vcs=2 XorSlots=3 XorFlits=3|s/ && !load_i);/);/
xor_engine passed 7 XorOverhead=1 FlitBits=8|s/else if (!hold && (x_rd_en_o/else if ((x_rd_en_o/
xor_engine host 6 XorOverhead=1 FlitBits=8|s/assign deliver      = xr_wr_en_o && /assign deliver      = flit_valid \&\& /
injection copies 6 Vcs=2 Depth=2 Networks=2 ForwardSlots=2|s/if (room_d\[vc_copy\]) allow_d = '0;/allow_d = allow_d;/
injection copies 6 Vcs=2 Depth=2 Networks=2 ForwardSlots=2|s/ask_room \&\& !turn_d)/ask_room \&\& !turn_d \&\& !push)/
injection turns 10 Vcs=2 Depth=2 Networks=1 ForwardSlots=2|s/inj_turn_o <= turn_d \&\& !rst_i;/inj_turn_o <= 1'b0;/
injection turns 10 Vcs=2 Depth=2 Networks=1 ForwardSlots=2|s/? copy_valid_i : inj_turn_o;/? 1'b1 : inj_turn_o;/
forward_arrival kept 6 Vcs=2 ForwardSlots=3 ForwardFlits=3|s/if (!beat) *f_allow/if (1'b1) f_allow/
forward_arrival slots 6 Vcs=2 ForwardSlots=3 ForwardFlits=3|s/if (!found && candidates\[c\*32 + i\])/if (candidates[c*32 + i])/
forward_arrival ready 6 Vcs=2 ForwardSlots=3 ForwardFlits=3|s/room_d = unused_d != '0;/room_d = room;/
forward_arrival turn 8 Vcs=2 ForwardSlots=3 ForwardFlits=3|s/f_write_turn_o <= bar;/f_write_turn_o <= 1'b0;/
forward_arrival turn 8 Vcs=2 ForwardSlots=3 ForwardFlits=3|s/if (claim) slot_turn_d = beat;/if (free_i) slot_turn_d = beat;/
forward_rings ring 6 ForwardSlots=3|s/if (full_i && !received) /if (full_i) /
forward_rings order 8 ForwardSlots=3|s/(sum >= (FCntW + 1)'(ForwardSlots)) ? /(sum > (FCntW + 1)'(ForwardSlots)) ? /
forward_rings time 8 ForwardSlots=2|s/f_receive_timer_o <= receive_time;/f_receive_timer_o <= received ? '0 : receive_time;/
forward_sender copies 8 ForwardFlits=3 ForwardChildren=3|s/f_copy_last_o <= !more;/f_copy_last_o <= !more || !child_i[1];/
forward_sender room 6 Networks=2|s/ && !f_copy_busy_o &&/ \&\&/
forward_sender room 6 Networks=2|s/ \&\& !host_beat_i;/;/
forward_sender time 8 Networks=2|s/if (more) timer_d = send_time;/timer_d = timer_d;/
forward_sender next 6 Networks=2|s/ && timer_d == '0 && !copy_d;/ \&\& timer_d == '0;/
forward_unit slots 12 Vcs=2 ForwardSlots=2 ForwardFlits=1 ForwardRows=2 ForwardChildren=2|s/\.free_i(free)/.free_i(free \&\& !full)/
forward_unit still 8 Vcs=2 ForwardSlots=2 ForwardFlits=2 ForwardRows=2 ForwardChildren=2|s/\.free_slot_i(free_slot)/.free_slot_i(fs_wr_slot_o)/
forward_unit ring 8 Vcs=2 ForwardSlots=2 ForwardFlits=2 ForwardRows=2 ForwardChildren=2|s/\.full_i(full)/.full_i(host_sent)/
branch_unit masks 5 Ports=2 Vcs=1 Depth=3 FlitBits=4 StringBits=0|s/wait_v\[va_vc_i\] & ~va_outs_i;/wait_v[va_vc_i];/
branch_unit buffer 5 Ports=2 Vcs=1 Depth=3 FlitBits=4 StringBits=0|s/if (left_d\[o\] \&\& !step/if (active_d[o] \&\& !step/
branch_unit once 6 Ports=2 Vcs=1 Depth=3 FlitBits=4 StringBits=0|s/behind(in_rd_o\[\(.*\)\], sa_pos_i - mark)/behind(in_rd_o[\1], sa_pos_i)/
branch_unit whole 6 Ports=2 Vcs=1 Depth=3 FlitBits=4 StringBits=0|s/if (left_d == '0) begin/if (active_d == '0) begin/
branch_unit drop 6 Ports=2 Vcs=1 Depth=3 FlitBits=4 StringBits=0|s/ \&\& mine == PosW'(1));/);/
branch_unit room 5 Ports=2 Vcs=1 Depth=3 FlitBits=4 StringBits=0|s/credit_out_valid_o <= pop;/credit_out_valid_o <= acted;/
worm_decoder worm 4 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37|s/unit_addr = plain ? \(.*\) : addr_i;/unit_addr = \1;/
worm_decoder worm 3 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37|s/if (LookW > 0 \&\& plain)/if (LookW > 0 \&\& first)/
worm_decoder look 3 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37|s/port      = plain ? look_port : unit_port/port      = unit_port/
worm_decoder look 3 Routing=1 Dims=1 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Planes=2 Lookahead=1 LookLsb=37 AgeW=4 AgeLsb=60|s/vc_class  = plain ? look_class/vc_class  = plain ? unit_class/
worm_decoder next 3 Ports=5 Vcs=2 Depth=3 FlitBits=64 Lookahead=1 LookLsb=37|s/unit_addr = plain ? .*/unit_addr = addr_i;/
worm_decoder next 3 Routing=1 Dims=1 Ports=3 Vcs=2 Depth=2 FlitBits=64 Classes=2 Planes=2 Lookahead=1 LookLsb=37 AgeW=4 AgeLsb=60|s/LookPinW'({unit_class, unit_port})/LookPinW'({vc_class, port})/
branch_unit pass 5 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1|s/passes ? in_kind_i : kind/1'b0 ? in_kind_i : kind/
branch_unit pass 5 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1|s/PosW'(count) + PosW'(comes)/PosW'(count)/
branch_unit pass 5 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1|s/comes && in_kind_i\[0\] && entry_valid_i/comes \&\& in_kind_i[0]/
branch_unit pass 5 Ports=2 Vcs=2 Depth=2 FlitBits=4 StringBits=0 Bypass=1|s/32'(in_vc_i) == v;/1'b1;/
branch_unit pass 5 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1|s/(Bypass == 1 && count == '0)$/(1'b0)/
branch_unit whole 5 Ports=2 Vcs=1 Depth=2 FlitBits=4 StringBits=0 Bypass=1|s/passes ? in_kind_i : kind/1'b0 ? in_kind_i : kind/
copy_datapath owner 4 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0|s/sa_out_last_o\[p\] = sa_kind\[\(.*\)\*2 + 1\]/sa_out_last_o[p] = sa_kind[\1*2]/
copy_datapath grant 5 Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 FlitBits=40 StringBits=0|s/\.active_i(br_active_o)/.active_i(br_active_o | waiting)/
branch_vc_allocator grant 3 Ports=2 Vcs=2 Depth=2|s/room\[w\] = !busy\[w\] &&/room[w] =/
branch_vc_allocator grant 3 Ports=2 Vcs=2 Depth=2|s/== 4'd15) choice/!= 4'd15) choice/
branch_vc_allocator passed 5 Ports=2 Vcs=1 Depth=2|s/if (in_won\[i\] && in_outs_o/if (in_won[i] || in_outs_o/
branch_vc_allocator pairs 3 Ports=2 Vcs=1 Depth=1|s/in_won\[winner\] .*/in_outs_o[o] = 1'b1;/
branch_vc_allocator age 3 Ports=2 Vcs=2 Depth=2 AgeW=4|s/if (req\[i\] && req\[j\] && noc/if (req[j] \&\& i < j \&\& noc/
branch_vc_allocator age 3 Ports=3 Vcs=1 Depth=1 AgeW=4|s/Ports'(oldest_of(Most'(want\[o\*Vcs + k\]), (Most\*AgePinW)'(pick_age)));/want[o*Vcs + k];/
branch_switch_allocator age 3 Ports=2 Vcs=2 Depth=2 AgeW=4|s/if (req\[i\] && req\[j\] && noc/if (req[i] \&\& i < j \&\& noc/
branch_switch_allocator age 3 Ports=3 Vcs=1 Depth=1 AgeW=4|s/if (AgeW > 0) want\[o\] = .*/want[o] = want[o];/
branch_switch_allocator grant 3 Ports=2 Vcs=1 Depth=2|s/ready\[k\]\[o\] = credit.*/ready[k][o] = 1'b1;/
branch_switch_allocator sync 3 Ports=2 Vcs=1 Depth=2 SyncCopies=1|s/(SyncCopies == 0 || chosen\[i\] == wish\[i\])/1'b1/
branch_switch_allocator behind 3 Ports=2 Vcs=1 Depth=2|s/(!any || mine < position\[i\])/(!any || mine > position[i])/
branch_switch_allocator drop 3 Ports=2 Vcs=1 Depth=2|s/if (drop_i\[i\*Vcs + 32'(v)\] && position/if (position/
vc_allocator grant 3 Ports=2 Vcs=2 Depth=2|s/block_of(k) & ~busy\[wish\[k\]\]/block_of(k)/
vc_allocator grant 3 Ports=2 Vcs=2 Depth=3 LenW=2 CutThrough=1|s/== 4'd15) eligible/!= 4'd15) eligible/
vc_allocator grant 3 Ports=2 Vcs=2 Depth=2 Classes=2|s/class_of\[w\] = Classes == 1/class_of[w] = 1'b1/
vc_allocator pairs 3 Ports=2 Vcs=2 Depth=2|s/if (!younger && noc_pkg::lrg_first(16'(rivals).*/if (1'b1) begin/
vc_allocator passed 5 Ports=2 Vcs=2 Depth=2 LenW=2 CutThrough=1|s/in_vc_o\[i\*VcW +: VcW\])\*4/'0)*4/
vc_allocator passed 4 Ports=2 Vcs=2 Depth=2 LenW=2 Networks=2 CutThrough=1|s/(block_of(k) & out_won/(out_won/
vc_allocator losing 6 Ports=2 Vcs=2 Depth=2|s/Vcs\*Vcs\], in_vc_o\[i.*/Vcs*Vcs], 1'b0);/
vc_allocator losing 6 Ports=2 Vcs=2 Depth=2|s/+: Ports\*Ports\], i);/+: Ports*Ports], 0);/
vc_allocator age 3 Ports=2 Vcs=2 Depth=2 AgeW=4|s/if (req\[i\] && req\[j\] && noc/if (req[i] \&\& i < j \&\& noc/
vc_allocator age 3 Ports=2 Vcs=2 Depth=2 AgeW=4|s/younger   = !rivals.*/younger   = 1'b0;/
switch_allocator grant 3 Ports=2 Vcs=2 Depth=2 LenW=2|s/credits != '0 && CmpW'(credits) >=.*/credits != '0;/
switch_allocator age 3 Ports=2 Vcs=2 Depth=2 AgeW=4|s/if (AgeW > 0) want\[o\] = .*/want[o] = want[o];/
switch_allocator age 3 Ports=2 Vcs=2 Depth=2 AgeW=4|s/if (req\[i\] && req\[j\] && noc/if (req[i] \&\& i < j \&\& noc/
vc_allocator bid 18 Ports=2 Vcs=2 Depth=2 LenW=2 CutThrough=1 Speculative=1|s/= pick_port\[\(.*\)\] & {PortW{bid_o\[i\]}};/= pick_port[\1];/
vc_allocator bid 3 Ports=2 Vcs=2 Depth=2 LenW=2 CutThrough=1 Speculative=1|s/= pick_port\[i\*PortW +: PortW\] & {PortW{bid_o/= pick_port[0 +: PortW] \& {PortW{bid_o/
vc_allocator losing 6 Ports=2 Vcs=2 Depth=2 Speculative=1|s/16'(pick\[i\*Vcs +: Vcs\]), Vcs));/16'd1, Vcs));/
switch_allocator spec 3 Ports=2 Vcs=2 Depth=2 LenW=2 Speculative=1|s/\.bid_i, \.bid_vc_i/.bid_i(bid_i | va_won_i), .bid_vc_i/
switch_allocator spec 3 Ports=2 Vcs=2 Depth=2 LenW=2 Speculative=1|s/bid_gnt\[o\*Ports +: Ports\] & ~va_won_i/bid_gnt[o*Ports +: Ports]/
switch_allocator spec 3 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1 Speculative=1|s/bid_gnt\[o\*Ports +: Ports\] & ~va_won_i/bid_gnt[o*Ports +: Ports]/
switch_allocator pairs 3 Ports=2 Vcs=2 Depth=2 LenW=2 Wavefront=1|s/\.va_won_i,$/.va_won_i(va_won_i \& ~ready_i[0 +: Ports]),/
switch_allocator pairs 3 Ports=2 Vcs=2 Depth=2 Wavefront=1 Speculative=1|s/rr_next(4'(bid_vc_i\[.*/rr_next(4'(pick[i*VcW +: VcW]), Vcs));/
switch_allocator losing 9 Ports=2 Vcs=2 Depth=2 Wavefront=1|s/rr_next(4'(pair_vc\[.*/rr_next(4'(sa_pair_ptr_o[0 +: VcW]), Vcs));/
switch_allocator order 4 Ports=3 Vcs=1 Depth=1 Speculative=1|s/winners\[k\] <= va_won_i\[k % Ports\]/winners[k] <= 1'b0/
switch_allocator order 4 Ports=3 Vcs=1 Depth=1 Speculative=1|s/winners\[k\] <= va_won_i\[k % Ports\]/winners[k] <= bid_gnt[k] \&\& va_won_i[k % Ports]/
switch_allocator order 4 Ports=3 Vcs=1 Depth=1 Speculative=1|s/16'(winners\[\(.*\)\]), Ports/16'(winners[\1] \& -winners[\1]), Ports/
switch_allocator order 4 Ports=3 Vcs=1 Depth=1 Speculative=1|s/\.bid_order_i(sa_bid_order_o)/.bid_order_i({Ports{sa_bid_order_o[0 +: Ports*Ports]}})/
switch_allocator order 4 Ports=2 Vcs=2 Depth=1 Wavefront=1 Speculative=1|s/\.bid_order_i(sa_bid_order_o)/.bid_order_i({Ports{sa_bid_order_o[0 +: Ports*Ports]}})/
router owner 5 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32|s/PortW +: PortW\])\*2 + 1\]/PortW +: PortW])*2]/
router credit 5 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32|s/\.sa_gnt_i(sa_out_gnt\[o\])/.sa_gnt_i(sa_out_gnt[o] \&\& !sa_out_last[o])/
router owner 5 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Wavefront=1|s/sa_kind\[i\*2 + 1\]) sa_out_last/sa_kind[i*2]) sa_out_last/
router waste 6 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32 Speculative=1|s/\.va_port_i(va_in_port), \.va_out/.va_port_i(~va_in_port), .va_out/
router ready 6 Ports=2 Vcs=1 Depth=2 Dims=0 LocalW=1 FlitBits=32|s/\.ready_i(ready)/.ready_i(in_active_o)/
TABLE
}

# Writes DIR/problem.smt2: unit, group, directory, edit ('' for none), parameters.
build_problem() {
  local unit=$1 group=$2 dir=$3 edit=$4 file rtl parameters='' files=''
  shift 4
  for rtl in "$root"/rtl/{router,multicast,ni,coding}/"$unit.sv"; do [ ! -e "$rtl" ] || break; done
  for file in "$@"; do parameters+=" -chparam ${file%=*} ${file#*=}"; done
  for file in "$root"/rtl/{router,multicast,ni,coding}/*.sv; do
    case $file in "$rtl" | *_pkg.sv) ;; *) files+=" $file" ;; esac
  done
  { sed -e '/^endmodule/,$d' -e "$edit" "$rtl"; cat "$root/tests/formal/$unit.sv"; echo endmodule; } >"$dir/unit.sv"
  if [ -n "$edit" ] && cmp -s <(sed '/^endmodule/,$d' "$rtl") <(sed -e '/^endmodule/,$d' -e "$edit" "$rtl"); then
    echo 'ERROR: the edit changes nothing' >"$dir/yosys.log"
    return 1
  fi
  # SYNTHESIS leaves out the units' own assertions: the same rules as contracts of their drivers.
  # Down to gates, which z3 solves far faster than words with shifts.
  { echo "read_verilog -sv -formal -DSYNTHESIS $root/rtl/router/noc_pkg.sv"
    echo "read_verilog -sv -defer -formal -DSYNTHESIS -I$root/tests/formal $files $dir/unit.sv"
    echo "hierarchy -top $unit$parameters"
    echo 'rename -top top; proc; flatten; opt_clean'
    # A bug must break what the group says, not an invariant that helps to prove it.
    echo "chformal -assert -remove t:\$assert $([ -n "$edit" ] || echo "c:*inv_* %d") c:*${group}_* %d"
    echo "select -assert-min 1 t:\$assert c:${group}_* %i"
    echo 'delete -port o:*; opt -full; memory -nordff -nomap; opt -full; wreduce; peepopt; opt -full'
    echo 'async2sync; dffunmap; opt_clean; memory_map; opt_clean; techmap'
    echo 'opt -full -nodffe -nosdff; abc -g AND,OR,XOR,MUX; opt_clean; dffunmap'
    echo "write_smt2 -wires $dir/problem.smt2"
  } >"$dir/problem.ys"
  yosys -q "$dir/problem.ys" >"$dir/yosys.log" 2>&1
}

solve() { # directory, name of the log, options: prints passed, failed or none
  local dir=$1 log=$1/$2.log
  shift 2
  timeout "$SECONDS_EACH" yosys-smtbmc -s z3 --unroll --noprogress -m top "$@" "$dir/problem.smt2" >"$log" 2>&1
  case $(tail -n 1 "$log") in
    *'Status: PASSED') echo passed ;;
    *'Status: FAILED') echo failed ;;
    *) echo none ;;
  esac
}

verdict() { # what, result, expected, log
  if [ "$2" = "$3" ]; then
    echo "ok    $1"
  else
    echo "FAIL  $1: $2, expected $3"
    grep -h 'ERROR\|Assert failed' "$4" | head -n 5 | sed 's/^/        /'
  fi
}

job() { # number, line of a table
  local key files
  mapfile -t files < <(rtl_files "${2%% *}" "$root/rtl")
  files+=("$root/tests/formal/${2%% *}.sv" "$root"/tests/formal/*.svh)
  key=$(kept_key "proof $2" "$way" --code "${files[@]}") || return
  if kept_has "$key"; then
    kept_text "$key"
  elif ! recording; then
    prove "$@" | tee "$work/$1.result"
    if grep -q '^ok' "$work/$1.result" && ! grep -q '^FAIL' "$work/$1.result"; then
      kept_put "$key" "$(sed 's/)$/, kept)/' "$work/$1.result")"
    fi
  fi
  kept_record "$key"
}

prove() { # number, line of a table
  local line=${2%%|*} edit='' dir=$work/$1 unit group steps parameters result=none start=$SECONDS
  mkdir -p "$dir"
  if [[ $2 == *'|'* ]]; then edit=${2#*|}; fi
  read -r unit group steps parameters <<<"$line"
  # shellcheck disable=SC2086  # a list
  if ! build_problem "$unit" "$group" "$dir" "$edit" $parameters; then
    verdict "$unit $group $parameters: Yosys" error passed "$dir/yosys.log"
  elif [ -n "$edit" ]; then
    result=$(solve "$dir" bug -t "$steps")
    verdict "bug   $unit $group ($((SECONDS - start)) s)" "$result" failed "$dir/bug.log"
  else
    result=$(solve "$dir" base -t "$steps")
    verdict "base  $unit $group $parameters" "$result" passed "$dir/base.log"
    result=$(solve "$dir" step -i -t "$((steps - 1))")
    verdict "step  $unit $group $parameters ($((SECONDS - start)) s)" "$result" passed "$dir/step.log"
  fi
  rm -rf "$dir"
}
export -f build_problem solve verdict job prove
way=$(declare -f build_problem solve prove)$(tools_version yosys z3)
export way

# Prints the first row with each pair in `quick`, or all rows if `all` is set.
rows() {
  awk -v all="$all" -v quick="$(quick | paste -sd ,)" '
    BEGIN {for (n = split(quick, pair, ","); n > 0; n--) wanted[pair[n]] = 1}
    all || wanted[$1 " " $2] {print; delete wanted[$1 " " $2]}'
}
units=" $* "
number=0
{ proofs | rows
  if [ "$all" = 1 ]; then long_proofs; fi
  bugs | rows | { if [ "$all" = 1 ]; then cat; else head -n 2; fi; }
} >"$work/table"
while IFS= read -r line; do
  number=$((number + 1))
  if [ "$units" = '  ' ] || [[ $units == *" ${line%% *} "* ]]; then printf '%s\0%s\0' $number "$line"; fi
done <"$work/table" | xargs -0 -n 2 -P "$(nproc)" bash -c 'job "$1" "$2"' _ | tee "$work/results"
passed=$(grep -c '^ok ' "$work/results")
failed=$(grep -c '^FAIL ' "$work/results")
if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
