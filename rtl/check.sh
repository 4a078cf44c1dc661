#!/usr/bin/env bash
# check.sh -- the RTL under its two readers, over many shapes.
#
#   rtl/check.sh quick|usual|full [UNIT..]
#
# lint     verilator --lint-only -Wall: no warning at all
# refused  parameters that make no unit: elaboration stops with the module's own message
# reads    Yosys reads it, with all that its parameters generate
# synth    Yosys: reads, checks, synthesizes; no latch, no combinational loop, no undeclared wire
#
# quick is for `make test`, usual for `make lint`, full for `make test-long`; with units only the
# lines of those. As many at a time as there are cores. A shape that passed is not checked again
# while the unit, all that it is made of, the line and the tools are the same (tests/kept.sh).
#
# One line a shape, then "N passed, N failed"; exit status 1 if any failed. Works in a folder of
# its own under TMPDIR.
set -u
mode=${1:-quick}
case $mode in quick | usual | full) ;; *) echo "usage: $0 quick|usual|full [UNIT..]" >&2; exit 2 ;; esac
shift
units=" $* "
rtl=$(cd "$(dirname "$0")" && pwd) || exit 2
export rtl NOCSTEP_BUILD=${NOCSTEP_BUILD:-$rtl/../build}
# shellcheck source=tests/kept.sh
. "$rtl/../tests/kept.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/nocstep-rtl.XXXXXX") || exit 2
export tmp
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# ---- How: the checks print what is wrong; top [Parameter=value ..]

parameters() {
  local p
  for p in "$@"; do echo "-G$p"; done
}

verilate() {  # options of Verilator, "--", top, parameters
  local top options=()
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  top=$2
  shift 2
  # shellcheck disable=SC2046  # a list
  "${VERILATOR:-verilator}" --lint-only "${options[@]}" "$rtl/router/noc_pkg.sv" -y "$rtl/router" -y "$rtl/multicast" \
    -y "$rtl/ni" -y "$rtl/coding" -y "$rtl/top" -y "$rtl/pins" --top-module "$top" $(parameters "$@") \
    "$(echo "$rtl"/*/"$top.sv")" 2>&1
}

check_lint() {
  local said
  said=$(verilate -Wall -- "$@") && [ -z "$said" ] && return
  echo "$said"
  return 1
}

check_refused() {
  local said
  said=$(verilate -- "$@")
  grep -q 'USERERROR' <<<"$said" && return
  echo "$said"
  return 1
}

# Synthesis leaves out the pass that shares arithmetic: the pass saves gates, but takes 13 GB for a
# router that copies. The quick part stops before cells become gates, in which no latch and no loop
# comes up that was not there before.
check_synth() {
  local top=$1 p chparam='' said status
  shift
  for p in "$@"; do chparam+=" -set ${p%%=*} ${p#*=}"; done
  [ -z "$chparam" ] || chparam="chparam$chparam $top;"
  said=$(yosys -Q -p "
    read_verilog -sv $rtl/router/noc_pkg.sv
    read_verilog -sv -defer $(rtl_files "$top" "$rtl" | grep -v noc_pkg | tr '\n' ' ')
    $chparam hierarchy -check -top $top
    proc; opt; check -assert
    flatten; opt; check -assert
    synth -noshare $part; check -assert
    select -assert-none t:\$_DLATCH* t:\$dlatch* t:\$_SR*" 2>&1)
  status=$?
  said=$(grep 'ERROR\|Warning\|implicitly declared\|Latch inferred' <<<"$said")
  if [ $status = 0 ] && ! grep -q 'implicitly declared\|logic loop\|Latch inferred' <<<"$said"; then return; fi
  echo "$said"
  return 1
}

# Yosys reads the module, with all that these parameters generate; nothing is synthesized.
check_reads() {
  local top=$1 p chparam=''
  shift
  for p in "$@"; do chparam+=" -set ${p%%=*} ${p#*=}"; done
  yosys -q -p "
    read_verilog -sv $rtl/router/noc_pkg.sv
    read_verilog -sv -defer $(rtl_files "$top" "$rtl" | grep -v noc_pkg | tr '\n' ' ')
    chparam$chparam $top; hierarchy -check -top $top" 2>&1
}

job() {  # number, kind, top, parameters
  local log=$tmp/$1 key files start=$SECONDS kept=
  shift
  mapfile -t files < <(rtl_files "$2" "$rtl")
  key=$(kept_key "rtl $*" "$way$([ "$1" != reads ] || declare -f check_reads)" --code "${files[@]}")
  if kept_has "$key"; then
    kept=', kept'
  elif recording; then
    return
  elif "check_$1" "${@:2}" >"$log"; then
    kept_put "$key"
  else
    echo "FAILED  $*"
    grep -v 'Replacing memory' "$log" | head -8 | sed 's/^/        /'
    return
  fi
  kept_record "$key" "$*"
  echo "ok      $* ($((SECONDS - start)) s$kept)"
}
export -f parameters verilate check_lint check_refused check_reads check_synth job
part=
if [ "$mode" = quick ]; then part='-run begin:fine'; fi
way=$(declare -f parameters verilate check_lint check_refused check_synth)$part$(tools_version verilator yosys)
export way part

# ---- What

note() {  # kind, top, parameters: a line of the list
  if [ "$units" = '  ' ] || [[ $units == *" $2 "* ]]; then echo "$*" >>"$tmp/list"; fi
}
lint() { note lint "$@"; }
refused() { note refused "$@"; }
reads() { note reads "$@"; }
synth() { note synth "$@"; }
touch "$tmp/list"

copies='Multicast=1 HeadersLsb=24 CutThrough=1 LenW=4'
if [ "$mode" = quick ]; then  # every module once, some synthesized
  small='Ports=3 Vcs=2 Dims=1'
  lint router Ports=7 Vcs=6 Depth=10 FlitBits=128 CutThrough=1 LenW=4 Networks=3 LocalW=2 Pipeline=2
  lint router $copies Ports=3 Vcs=2 Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1 StringBits=32
  lint router $small Lookahead=1 LookLsb=36 Pipeline=2 Speculative=1 AgeW=16 AgeLsb=44
  lint router $small CutThrough=1 LenW=4 Wavefront=1 SyncRead=1
  lint router Ports=3 Vcs=2 SyncRead=1 Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2 Lookahead=1 LookLsb=24
  lint router $small Lookahead=1 LookLsb=36 Pipeline=2 Speculative=1 Wavefront=1
  lint router $copies $small AgeW=12 AgeLsb=40 StringBits=32
  lint network_interface Multicast=1 XorSlots=13 XorFlits=5 NameW=5 FlitBits=128 Vcs=6 Networks=3
  lint network_interface ForwardSlots=5 ForwardFlits=3 ForwardRows=6 ForwardChildren=3 ForwardLsb=2 \
    Vcs=6 CutThrough=1
  lint network_interface Multicast=1 XorSlots=5 XorFlits=3 NameW=3 FlitBits=128 Vcs=6 Networks=2 AgeW=16
  lint network_interface Lookahead=1 Routing=1 Classes=2 AgeW=16
  lint network_interface Lookahead=1 Routing=5 Dims=0 LocalW=6 Rows=40 Classes=2 Multicast=1
  lint mesh X=2 Y=1 Dims=1 Vcs=1 Depth=2
  lint torus X=3 Y=1 Dims=1 Vcs=2 Depth=2 FlitBits=32 MsgW=2
  reads mesh X=2 Y=1 Dims=1 Vcs=1 Depth=2
  reads torus X=2 Y=1 Dims=1 Vcs=2 Depth=2 FlitBits=32 MsgW=2
  lint host_guard Networks=3 CutThrough=1
  lint link_check
  lint noc_router
  lint noc_interface
  lint table_router Classes=2 Groups=3 Rows=5
  refused router $small Pipeline=4
  lint router $copies $small Lookahead=1 LookLsb=31 Pipeline=2 AgeW=12 AgeLsb=40 StringBits=32
  lint router $copies Ports=3 Vcs=2 Routing=5 Dims=0 LocalW=5 Rows=20 Lookahead=1 LookLsb=31 Pipeline=2
  refused router Lookahead=1 Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1
  refused router $small SyncRead=1 Pipeline=2
  refused network_interface Networks=3
  refused network_interface ForwardSlots=8 Networks=2
  synth switch_allocator Ports=2 Vcs=2
  synth switch_allocator Ports=2 Vcs=2 Wavefront=1
  synth vc_allocator Ports=2 Vcs=2
fi
if [ "$mode" != quick ]; then

lint router
lint router Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 FlitBits=32
lint router Ports=16 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10 Dims=6 LocalW=2
lint router Ports=7 Vcs=6 Depth=10 FlitBits=128 CutThrough=1 LenW=4 Networks=3 LocalW=2 Pipeline=2
# Every route computation, with and without VC classes.
for routing in 'Routing=1 Dims=3 Ports=7' 'Routing=2 Dims=4 DigitW=1' 'Routing=3 Dims=1 Ports=5 LocalW=1' \
  'Routing=4 Dims=5 DigitW=2 Ports=11' 'Routing=5 Dims=0 LocalW=5 Groups=3 Rows=32' \
  'Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1' 'Routing=6 Dims=0 LocalW=5 RouteLsb=20 RouteW=10'; do
  lint router $routing
  lint router $routing Vcs=6 Networks=2 Classes=3 CutThrough=1 LenW=4
done
# These routers make copies: every route computation, with and without classes, strings, planes.
lint router $copies
lint router $copies StringBits=64
lint router $copies SyncRead=1
lint router SyncRead=1
lint router SyncRead=1 Lookahead=1 LookLsb=36 Speculative=1
# The tables of these routers are read at the clock edge, so their routes are late; not with copies.
for shape in '' 'Ports=2 Vcs=1 Depth=1' 'Groups=3 Vcs=6 Networks=2 Classes=3 CutThrough=1 LenW=4' \
  'Adaptive=1 Vcs=6 Networks=2 Classes=3 AgeW=16 AgeLsb=44' \
  'Ports=16 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10' 'Lookahead=1 LookLsb=24' \
  'Lookahead=1 LookLsb=24 Ports=2 Vcs=1 Depth=1 AgeW=4 AgeLsb=60' \
  'Lookahead=1 LookLsb=24 Groups=3 Vcs=6 Networks=2 Classes=3 CutThrough=1 LenW=4 AgeW=32 AgeLsb=32'; do
  lint router SyncRead=1 Routing=5 Dims=0 LocalW=5 Rows=20 $shape
  lint router SyncRead=1 Routing=5 Dims=0 LocalW=5 Rows=20 Speculative=1 $shape
done
lint router SyncRead=1 Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2 Wavefront=1
lint router $copies SyncRead=1 Routing=5 Dims=0 LocalW=5 Rows=20 StringBits=32
for shape in '' 'FrontRegs=1' 'FrontRegs=1 SyncRead=1 Queues=1 Depth=1'; do
  lint fifo LateW=3 LateLsb=2 $shape
  lint fifo LateW=6 $shape
done
lint router $copies Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 FlitBits=32 StringBits=70 LenW=1
lint router $copies Ports=16 Vcs=16 Depth=640 FlitBits=256 Dims=6 LocalW=2 StringBits=1024
lint router $copies Ports=7 Vcs=6 Depth=10 Networks=3 LocalW=2 Pipeline=2 SyncCopies=1 StringBits=20
for routing in 'Routing=1 Dims=3 Ports=7' 'Routing=2 Dims=4 DigitW=1' 'Routing=3 Dims=1 Ports=5' \
  'Routing=4 Dims=5 DigitW=2 Ports=11' 'Routing=5 Dims=0 LocalW=5 Groups=3 Rows=32' \
  'Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1'; do
  lint router $copies $routing StringBits=32
  lint router $copies $routing StringBits=200 Vcs=6 Networks=2 Classes=3 Planes=4
done
# These routers have ages: the shortest and the longest age, at both ends of a flit, with and
# without copies.
for ages in 'AgeW=4 AgeLsb=60' 'AgeW=32 AgeLsb=20'; do
  lint router $ages
  lint router $ages Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 LocalW=1
  lint router $ages Ports=7 Vcs=6 Depth=10 CutThrough=1 LenW=4 Networks=3 Classes=2 LocalW=2
  lint router $ages Routing=6 Dims=0 LocalW=2 RouteLsb=52 RouteW=10
  lint router $copies $ages Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 StringBits=70 LenW=1
  lint router $copies $ages Ports=7 Vcs=6 Depth=10 Networks=3 Classes=2 StringBits=20 SyncCopies=1
done
lint router AgeW=32 AgeLsb=224 Ports=16 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10 Dims=6 LocalW=2
# These routers allocate speculatively.
for shape in '' 'Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 FlitBits=32' \
  'Ports=7 Vcs=6 Depth=10 CutThrough=1 LenW=4 Networks=3 Classes=2 LocalW=2 AgeW=16 AgeLsb=32' \
  'Ports=16 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10 Dims=6 LocalW=2' \
  'Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1 Vcs=6 Networks=2 Classes=3' \
  'Routing=6 Dims=0 LocalW=5 RouteLsb=20 RouteW=10'; do
  lint router Speculative=1 $shape
done
# The switch of these routers goes by diagonals.
for shape in '' 'Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 FlitBits=32' \
  'Ports=7 Vcs=6 Depth=10 CutThrough=1 LenW=4 Networks=3 Classes=2 LocalW=2' \
  'Ports=16 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10 Dims=6 LocalW=2' \
  'Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1 Vcs=6 Networks=2 Classes=3' \
  'Routing=1 Ports=7 Dims=3 Classes=2 Lookahead=1 LookLsb=24 Pipeline=2'; do
  lint router Wavefront=1 $shape
  lint router Wavefront=1 Speculative=1 $shape
done
# The heads that come to these routers carry routes: every route computation, both pipelines.
for shape in '' 'Speculative=1 AgeW=16 AgeLsb=44' 'Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1' \
  'Ports=16 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10 Dims=6 LocalW=2' \
  'Routing=1 Ports=7 Dims=3 Vcs=6 Networks=2 Classes=3 CutThrough=1 LenW=4 Speculative=1' \
  'Routing=2 Dims=4 DigitW=1' 'Routing=3 Dims=1 Ports=5 LocalW=1 Classes=2 AgeW=32 AgeLsb=32' \
  'Routing=4 Dims=5 DigitW=2 Ports=11' 'Routing=4 Dims=7 DigitW=2 Ports=9 Classes=2 LayersLog2=1' \
  'Routing=5 Dims=0 LocalW=5 Rows=20' 'Routing=5 Dims=0 LocalW=5 Groups=3 Rows=32 Classes=3 Vcs=6 Networks=2'; do
  lint router Lookahead=1 LookLsb=24 $shape
  lint router Lookahead=1 LookLsb=24 Pipeline=2 $shape
done
# .. and that make copies.
for shape in '' 'SyncCopies=1 StringBits=20 Planes=2' 'Ports=2 Vcs=1 Depth=1 Dims=0 LocalW=1 StringBits=70 LenW=1' \
  'Ports=16 Vcs=16 Depth=640 FlitBits=256 Dims=6 LocalW=2 StringBits=1024 AgeW=8 AgeLsb=248' \
  'Ports=7 Vcs=6 Depth=10 Networks=3 Classes=2 LocalW=2 StringBits=20 AgeW=4 AgeLsb=60' \
  'Routing=1 Dims=3 Ports=7 Vcs=6 Networks=2 Classes=3 StringBits=200 Planes=4' 'Routing=2 Dims=4 DigitW=1' \
  'Routing=3 Dims=1 Ports=5 LocalW=1 Classes=2 AgeW=16 AgeLsb=44' 'Routing=4 Dims=5 DigitW=2 Ports=11' \
  'Routing=5 Dims=0 LocalW=5 Rows=20' 'Routing=5 Dims=0 LocalW=1 Rows=1 Groups=2' 'Routing=5 Dims=0 LocalW=0 Rows=1' \
  'Routing=5 Dims=0 LocalW=5 Groups=3 Rows=32 Classes=3 Vcs=6 Networks=2 StringBits=200 Planes=4 AgeW=8 AgeLsb=56'; do
  lint router $copies Lookahead=1 LookLsb=31 $shape
  lint router $copies Lookahead=1 LookLsb=31 Pipeline=2 $shape
done
lint router $copies Lookahead=1 LookLsb=31 SyncRead=1 Routing=5 Dims=0 LocalW=5 Rows=20 StringBits=32
lint router Lookahead=1 Routing=6 Dims=0 LocalW=5 RouteLsb=20 RouteW=10
lint router Lookahead=1 Routing=6 Dims=0 LocalW=5 RouteLsb=20 RouteW=10 Pipeline=2 Speculative=1
for requesters in 1 2 5 16; do
  lint first_of N=$requesters
  lint oldest N=$requesters
  lint oldest N=$requesters AgeW=4
  lint oldest N=$requesters AgeW=32
done
lint network_interface
lint network_interface Multicast=1
lint network_interface Multicast=1 Vcs=1 Depth=1 LenW=10 CutThrough=1
lint network_interface Multicast=1 XorSlots=13 XorFlits=5 NameW=5 FlitBits=128 Vcs=6 Networks=3
lint network_interface Vcs=1 Depth=1 Networks=1 LenW=1 MsgW=1 AddrW=1
lint network_interface Vcs=16 Depth=640 Networks=16 FlitBits=256 CutThrough=1 LenW=10 MsgW=16
# These interfaces have an XOR coding unit.
lint network_interface XorSlots=2 Vcs=1 Depth=1 LenW=1 MsgW=1 AddrW=1
lint network_interface XorSlots=13 XorFlits=5 XorOverhead=3 NameW=5 Vcs=6 Networks=3 CutThrough=1
lint network_interface XorSlots=4096 XorFlits=64 XorOverhead=64 NameW=22 Vcs=16 Depth=640 \
  Networks=16 FlitBits=256 LenW=10 MsgW=16
for shape in 'XorSlots=2 XorFlits=1 XorOverhead=0 NameW=1' 'XorSlots=3 XorFlits=64 XorOverhead=64 LenW=7' \
  'XorSlots=65 XorFlits=3 XorOverhead=5 Vcs=3 FlitBits=128'; do
  lint xor_unit $shape
done
# These interfaces have a forwarding unit.
smallest='ForwardSlots=1 ForwardFlits=1 ForwardRows=1 ForwardChildren=1'
largest='ForwardSlots=1024 ForwardFlits=640 ForwardRows=65536 ForwardChildren=64'
lint network_interface $smallest Vcs=1 Depth=1 LenW=1 MsgW=1 AddrW=1
lint network_interface ForwardSlots=5 ForwardFlits=3 ForwardRows=6 ForwardChildren=3 ForwardLsb=2 \
  Vcs=6 CutThrough=1
lint network_interface ForwardSlots=33 ForwardFlits=9 ForwardRows=32 ForwardChildren=5 Multicast=1 \
  FlitBits=128
lint network_interface $largest Multicast=1 Vcs=16 Depth=640 FlitBits=256 CutThrough=1 LenW=10 MsgW=16
for shape in "$smallest Vcs=1 MsgW=1" "$largest MsgW=16 LenW=10 Vcs=16" \
  'ForwardSlots=2 ForwardFlits=7 ForwardRows=3 ForwardChildren=2 ForwardLsb=7 Vcs=3 AgeW=12'; do
  lint forward_unit $shape
done
# These interfaces have ages.
for shape in 'AgeW=4 Vcs=1 Depth=1' 'AgeW=16 Networks=2' 'AgeW=32 Vcs=16 Networks=16 FlitBits=256 CutThrough=1' \
  'AgeW=16 Multicast=1 XorSlots=5 XorFlits=3 NameW=3 FlitBits=128 Vcs=6 Networks=2' \
  'AgeW=12 ForwardSlots=5 ForwardFlits=3 ForwardRows=6 ForwardChildren=3 ForwardLsb=2 Multicast=1'; do
  lint network_interface $shape
done
# The heads that these interfaces send carry routes.
for shape in '' 'Routing=1 Classes=2 Vcs=6 Networks=3 CutThrough=1 AgeW=16' \
  'Routing=3 Dims=1 DigitW=5 LocalW=1 Ports=5 Vcs=1 Depth=1 LenW=1 MsgW=1' \
  'Routing=4 Dims=5 DigitW=2 AddrW=10 Ports=11 FlitBits=128' 'Routing=6 Dims=0 LocalW=6' \
  'Routing=5 Dims=0 LocalW=6 Rows=40' 'Routing=5 Dims=0 LocalW=1 AddrW=1 Rows=1 Classes=2' \
  'XorSlots=13 XorFlits=5 NameW=5 FlitBits=128 Vcs=6 Networks=3' \
  'ForwardSlots=5 ForwardFlits=3 ForwardRows=6 ForwardChildren=3 ForwardLsb=2 Classes=2'; do
  lint network_interface Lookahead=1 $shape
  lint network_interface Lookahead=1 $shape Multicast=1 FlitBits=128
done
lint fabric
refused fabric From="128'hffffffff_ffffffff_00000002_ffffffff"  # the other end leads nowhere
refused fabric From="128'hffffffff_ffffffff_00000009_ffffffff"  # there is no such link
lint node_interfaces Nodes=3 Networks=2 AgeW=16 DataReset=1
lint node_interfaces Nodes=3 Lookahead=1 Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2
lint node_interfaces Nodes=3 Lookahead=1 Routing=5 Dims=0 LocalW=2 Rows=3 Classes=2
refused tile Routing=5  # a table that nothing is written to
for top in 'table_router' 'table_loader'; do
  lint $top
  lint $top Ports=2 Groups=1 Rows=1
  lint $top Ports=16 Classes=4 Groups=16 Rows=100
done
lint table_router Lookahead=1 Pipeline=2 Classes=2
lint table_router Ports=6 Rows=2  # more groups than rows
for top in noc_router router_pins; do
  lint $top
  lint $top Ports=2 Vcs=1 Depth=1 Pipeline=2 Dims=0 FlitBits=64 LenW=1
  lint $top Speculative=1
  lint $top Wavefront=1
  lint $top Lookahead=1 Pipeline=2 AgeW=12
  lint $top Routing=6 Dims=0 LocalW=5 RouteW=10 AgeW=4
  lint $top Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2 XorSlots=5 NameW=3
  lint $top Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2 SyncRead=1
  lint $top Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2 SyncRead=1 Lookahead=1
  lint $top Multicast=1 CutThrough=1 Routing=5 Dims=0 LocalW=5 Rows=20 StringBits=32 AgeW=12
  lint $top Multicast=1 CutThrough=1 Routing=5 Dims=0 LocalW=5 Rows=20 Classes=2 Lookahead=1 Pipeline=2
done
for top in noc_interface interface_pins; do
  lint $top
  lint $top Vcs=1 Depth=1 LenW=1 MsgW=1 AddrW=1
  lint $top Multicast=1 Lookahead=1 Routing=5 Dims=0 LocalW=6 Rows=40 Classes=2
  lint $top Multicast=1 XorSlots=13 XorFlits=5 NameW=5 FlitBits=128 Vcs=6 Networks=3 AgeW=16
  lint $top ForwardSlots=5 ForwardFlits=3 ForwardRows=6 ForwardChildren=3 ForwardLsb=2 CutThrough=1
  lint $top Lookahead=1 Routing=1 Classes=2
  lint $top Lookahead=1 Routing=5 Dims=0 LocalW=6 Rows=40 Classes=2
done
lint mesh
lint mesh X=3 Y=1 Dims=1 NodesPerRouter=3 LinkLatency=3 CutThrough=1
lint mesh X=5 Y=1 Dims=1 LinkLatency=2
lint torus
lint torus X=2 Y=3 Dims=3 NodesPerRouter=2 LinkLatency=2
lint torus X=3 Y=3 Classes=1
lint octagon Positions=12 NodesPerRouter=2
lint mesh X=2 Y=2 Networks=2 AgeW=16
lint torus X=3 Y=1 Dims=1 Networks=2 AgeW=16
lint octagon Networks=2 AgeW=16
lint mesh X=2 Y=2 Lookahead=1 Pipeline=2 Speculative=1 NodesPerRouter=2
lint torus X=3 Y=1 Dims=1 Lookahead=1 Pipeline=2 AgeW=4
lint octagon Lookahead=1
lint mesh X=2 Y=2 Wavefront=1
lint mesh X=2 Y=2 Idle=2 LinkCheck=2 NodesPerRouter=3
lint torus X=3 Y=1 Dims=1 Idle=1 HostGuard=0
lint tile_activity NodesPerRouter=2 Networks=2
lint link Latency=64 Width=268
lint router_activity Ports=5
lint torus X=3 Y=1 Dims=1 Wavefront=1 Speculative=1
lint noc_router DataReset=1
lint noc_interface DataReset=1
lint octagon Wavefront=1
refused router Pipeline=4
refused router SyncRead=1 Pipeline=2 Routing=5 Dims=0 LocalW=5 Rows=20
refused fifo LateW=3 Bypass=1
refused fifo LateW=3 LateLsb=4
refused route_table SyncRead=2
refused route_table Ports=2 Groups=5 Rows=4
refused torus Classes=1
refused octagon Classes=1
refused router Ports=17
refused router Dims=3
refused router Classes=5
refused router Routing=7
refused router Routing=3
refused router Routing=4
refused router Routing=6
refused router Multicast=2
refused router Speculative=2
refused router Multicast=1 Routing=6 Dims=0 LocalW=5 RouteLsb=20 RouteW=10
refused router Multicast=1 HeadersLsb=60
refused router $copies Speculative=1
refused router Wavefront=2
refused router $copies Wavefront=1
refused router Wavefront=1 AgeW=16 AgeLsb=32
refused wavefront N=1
refused wavefront N=17
lint host_guard
lint host_guard Networks=3 CutThrough=1 Depth=5 LocalW=2
lint host_guard Networks=16 CutThrough=1 LenW=1 Dims=0 LocalW=5
lint link_check
lint link_check LinkCheck=1 Vcs=1 FlitBits=32
lint link_check LinkCheck=0
refused link_check LinkCheck=3
refused link_encoder LinkCheck=0
refused link_decoder LinkCheck=3
refused router Lookahead=2
refused router $copies Lookahead=1 LookLsb=31 Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1
refused router $copies Lookahead=1 LookLsb=62
refused router Routing=5 Dims=0 LocalW=17 Rows=65537
refused route_table LocalW=18 Rows=131073
refused worm_decoder Lookahead=1 LookLsb=62
refused branch_unit Bypass=2
refused router Lookahead=1 Routing=5 Dims=0 LocalW=5 Rows=20 Adaptive=1
refused router Lookahead=1 LookLsb=62
refused router Multicast=1 HeadersLsb=24 StringBits=4097 FlitBits=64
refused router Multicast=1 HeadersLsb=24 Planes=3
for ages in 'AgeW=1' 'AgeW=3' 'AgeW=33' 'AgeW=16 AgeLsb=49'; do
  refused router $ages
  refused router $copies $ages
done
refused oldest AgeW=3
refused oldest AgeW=33
refused oldest N=17
refused octagon Positions=10
refused torus X=3 Y=3 Dims=1
refused network_interface Networks=3
refused network_interface FlitBits=32
refused network_interface XorSlots=1
refused network_interface XorSlots=8 XorFlits=65
refused network_interface XorSlots=8 XorOverhead=65
refused network_interface XorSlots=8 NameW=15
refused network_interface ForwardSlots=1025
refused network_interface ForwardSlots=8 ForwardFlits=641
refused network_interface ForwardSlots=8 ForwardRows=65537
refused network_interface ForwardSlots=8 ForwardChildren=65
refused network_interface ForwardSlots=8 ForwardLsb=8
refused network_interface ForwardSlots=8 XorSlots=8
refused network_interface ForwardSlots=8 Networks=2
refused network_interface Lookahead=2
refused network_interface Lookahead=1 Multicast=1 AgeW=20
refused network_interface Lookahead=1 Routing=5 Dims=0 LocalW=6 Rows=0
refused network_interface Lookahead=1 AddrW=5
refused network_interface AgeW=3
refused network_interface AgeW=33 FlitBits=128
refused network_interface AgeW=28
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32
synth router Ports=3 Vcs=2 Depth=2 Dims=0 LocalW=2 FlitBits=32 Routing=5 Rows=4 Classes=2 Adaptive=1
synth router Ports=3 Vcs=2 Depth=2 Dims=0 LocalW=2 FlitBits=32 Routing=5 Rows=4 Classes=2 Adaptive=1 \
  SyncRead=1
synth router Ports=3 Vcs=2 Depth=2 Dims=0 LocalW=2 FlitBits=32 Routing=5 Rows=4 Classes=2 SyncRead=1 \
  Lookahead=1 LookLsb=16 Speculative=1
synth router Ports=3 Vcs=2 Depth=3 Dims=1 FlitBits=32 LenW=2 CutThrough=1 Multicast=1 HeadersLsb=16 \
  StringBits=40
synth router Ports=3 Vcs=2 Depth=3 Dims=0 LocalW=2 FlitBits=32 Routing=5 Rows=4 Groups=2 Classes=2 \
  Adaptive=1 LenW=2 CutThrough=1 Multicast=1 HeadersLsb=16 StringBits=4 Planes=3 Pipeline=2
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 AgeW=6 AgeLsb=16
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 Speculative=1
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 Wavefront=1
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 Wavefront=1 Speculative=1
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 Lookahead=1 LookLsb=20 Pipeline=2 AgeW=6 \
  AgeLsb=22
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 Lookahead=1 LookLsb=20 Pipeline=2 Speculative=1
synth router Ports=3 Vcs=2 Depth=2 Dims=1 FlitBits=32 LenW=2 CutThrough=1 Multicast=1 HeadersLsb=16 \
  StringBits=40 AgeW=6 AgeLsb=23
synth router Ports=3 Vcs=2 Depth=3 Dims=1 FlitBits=32 LenW=2 CutThrough=1 Multicast=1 HeadersLsb=16 \
  StringBits=40 AgeW=4 AgeLsb=25 Lookahead=1 LookLsb=23 Pipeline=2
synth router Ports=3 Vcs=2 Depth=3 Dims=0 LocalW=2 FlitBits=32 Routing=5 Rows=4 Groups=2 Classes=2 \
  LenW=2 CutThrough=1 Multicast=1 HeadersLsb=16 StringBits=4 Planes=3 Lookahead=1 LookLsb=23
synth network_interface Vcs=2 Depth=3 FlitBits=64 Multicast=1 Lookahead=1 Routing=5 Dims=0 LocalW=6 Rows=7
synth table_loader Groups=2 Rows=7 Classes=2
synth network_interface Vcs=2 Depth=3 FlitBits=64
synth network_interface Vcs=2 Depth=3 FlitBits=64 Multicast=1
synth network_interface Vcs=2 Depth=3 FlitBits=64 XorSlots=3 XorFlits=2 XorOverhead=1 NameW=2
synth network_interface Vcs=2 Depth=3 FlitBits=64 ForwardSlots=3 ForwardFlits=2 ForwardRows=3 \
  ForwardChildren=2 ForwardLsb=1
synth network_interface Vcs=2 Depth=3 FlitBits=64 Networks=2 AgeW=5
synth network_interface Vcs=2 Depth=3 FlitBits=64 Lookahead=1 Routing=1 Classes=2 AgeW=5
synth network_interface Vcs=2 Depth=3 FlitBits=64 Lookahead=1 Routing=5 Dims=0 LocalW=6 Rows=7 Classes=2
fi

if [ "$mode" = full ]; then
  for ports in 2 3 5 8 16; do
    dims=$(((ports - 1) / 2))
    [ $dims -gt 6 ] && dims=6
    for vcs in 1 2 3 4 8 16; do
      lint router Ports=$ports Vcs=$vcs Depth=4 Networks=$vcs Dims=$dims
      lint router Ports=$ports Vcs=$vcs Depth=5 Networks=1 Dims=0 LocalW=4 CutThrough=1 LenW=3 \
        Pipeline=2
    done
  done
  for depth in 1 2 3 7 64 640; do
    for bits in 32 64 128 256; do lint router Depth=$depth FlitBits=$bits; done
    lint network_interface Depth=$depth
  done
  for vcs in 1 2 3 4 8 16; do lint network_interface Vcs=$vcs Networks=$vcs CutThrough=1; done
  lint mesh X=2 Y=2 Z=3 Dims=3 Pipeline=2 Vcs=3 Networks=3
  for kind in mesh torus; do  # open ports, of which Verilator makes constants
    for size in 'X=2 Y=1 Dims=1' 'X=3 Y=1 Dims=2' 'X=3 Y=2 Dims=2'; do
      lint $kind $size Vcs=2
      lint $kind $size Vcs=2 LinkLatency=3 CutThrough=1 NodesPerRouter=2
    done
  done
  lint octagon LinkLatency=3 Vcs=2 CutThrough=1
  for unit in worm_table worm_decoder branch_unit branch_vc_allocator branch_switch_allocator \
    copy_crossbar copy_datapath route_unit rr_arbiter matrix_arbiter oldest oldest_front fifo \
    route_dor route_octagon route_h3dm route_table route_room \
    route_select route_source input_unit output_unit vc_allocator switch_allocator \
    switch_requests wavefront wavefront_match \
    crossbar host_guard injection ejection link link_encoder link_decoder link_check xor_store xor_slots xor_arrival xor_engine \
    forward_store forward_arrival forward_rings forward_sender; do
    lint $unit
    synth $unit
  done
  synth oldest N=16 AgeW=32
  for requesters in 2 3 8 16; do
    lint wavefront N=$requesters
    synth wavefront N=$requesters
  done
  for bits in 32 128 256; do
    lint link_check FlitBits=$bits Vcs=16
    synth link_check FlitBits=$bits Vcs=3 LinkCheck=1
  done
  synth switch_allocator Wavefront=1
  synth switch_allocator Ports=4 Vcs=3 LenW=2 Wavefront=1 Speculative=1
  synth wavefront_match Ports=4 Vcs=3 Speculative=1
  for unit in vc_allocator switch_allocator branch_vc_allocator branch_switch_allocator; do
    synth $unit Ports=4 Vcs=3 AgeW=9
  done
  for unit in vc_match switch_match; do
    lint $unit
    synth $unit Ports=4 Vcs=3 AgeW=9
  done
  synth route_dor Routing=1 Classes=2 Dims=3 Ports=8
  synth route_dor Routing=2 DigitW=1 Dims=4
  synth route_octagon Classes=2 LocalW=1 Ports=5
  synth route_h3dm Classes=2 Dims=7 Ports=11 LayersLog2=1
  synth route_table Networks=2 Classes=2 Groups=3 Rows=5
  lint route_table Networks=2 Classes=2 Groups=3 Rows=5 SyncRead=1
  synth route_table Networks=2 Classes=2 Groups=3 Rows=5 SyncRead=1
  synth fifo LateW=3 LateLsb=2
  synth fifo LateW=3 LateLsb=2 FrontRegs=1
  lint input_unit Routing=5 Dims=0 LocalW=5 SyncRead=1
  lint input_unit Routing=5 Dims=0 LocalW=5 SyncRead=1 Lookahead=1 LookLsb=24 Classes=2
  synth input_unit Depth=3 Vcs=2 FlitBits=32 Routing=5 Dims=0 LocalW=5 Classes=2 SyncRead=1 \
    Lookahead=1 LookLsb=12 Speculative=1
  synth route_room Networks=2 Classes=2
  synth route_select Adaptive=0
  synth worm_table Classes=2 Planes=3 StringBits=100 Groups=2
  synth worm_decoder Classes=2 Planes=3 Routing=5 Dims=0 LocalW=5 Groups=2
  synth worm_decoder Classes=2 Planes=3 Routing=5 Dims=0 LocalW=5 Groups=2 Lookahead=1 LookLsb=40
  synth worm_decoder Lookahead=1 LookLsb=40 AgeW=12 AgeLsb=44
  synth branch_unit Classes=2 Groups=2
  synth branch_unit Classes=2 Groups=2 Bypass=1 AgeW=6
  synth vc_allocator Ports=3 Vcs=2 Depth=3 LenW=2 CutThrough=1 Classes=2
  synth branch_vc_allocator Ports=3 Vcs=2 CutThrough=0
  synth branch_switch_allocator SyncCopies=1
  synth router
  # This router has only 4 ports: with 7, Yosys optimizes the multiplexers of such queues for over
  # 25 minutes.
  synth router Ports=4 Vcs=3 Depth=3 CutThrough=1 LenW=2 Networks=3 Dims=1 LocalW=1 Pipeline=2
  synth router Ports=2 Vcs=1 Depth=1 Dims=0 Pipeline=2
  synth network_interface Vcs=6 Networks=3 Depth=5 CutThrough=1
  for slots in 2 3 31 32 33 4096; do lint xor_unit XorSlots=$slots; done
  for flits in 1 2 3 64; do lint xor_unit XorFlits=$flits LenW=7; done
  for overhead in 0 1 2 64; do lint xor_unit XorOverhead=$overhead; done
  synth xor_unit
  synth xor_unit XorSlots=2 XorFlits=1 XorOverhead=0 NameW=1 Vcs=1
  for slots in 1 2 3 31 32 33 1024; do lint forward_unit ForwardSlots=$slots; done
  for flits in 1 2 3 640; do lint forward_unit ForwardFlits=$flits LenW=10; done
  for children in 1 2 3 64; do lint forward_unit ForwardChildren=$children; done
  for rows in 1 2 3 65536; do lint forward_unit ForwardRows=$rows MsgW=16; done
  synth forward_unit
  synth forward_unit $smallest Vcs=1
  synth injection XorSlots=5 XorFlits=3 NameW=3
  synth injection ForwardSlots=5
  synth injection AgeW=12
  synth ejection ForwardSlots=5
  synth ejection XorSlots=5 NameW=3
  synth ejection Networks=2 AgeW=12
  synth mesh X=2 Y=1 Dims=1 Vcs=1 Depth=2
  synth table_router Ports=3 Vcs=2 Depth=2 LocalW=2 FlitBits=32 Rows=4 Groups=2 Classes=2 MsgW=4
  synth torus X=3 Y=1 Dims=1 Vcs=2 Depth=2 FlitBits=32 MsgW=2
  reads mesh X=2 Y=2 Z=2 Dims=3 Vcs=1 Depth=2
  reads torus X=2 Y=1 Dims=1 Vcs=2 Depth=2 FlitBits=32 MsgW=2
fi

nl -ba -w1 -s' ' "$tmp/list" | xargs -d '\n' -P "$(nproc)" -I{} bash -c 'job $1' _ {} | tee "$tmp/results"
passed=$(grep -c '^ok' "$tmp/results")
failed=$(grep -c '^FAILED' "$tmp/results")
[ "$passed" -gt 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
# SPDX-License-Identifier: MIT
