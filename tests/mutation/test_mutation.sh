#!/usr/bin/env bash
# Mutation score of the units: does lockstep notice when the RTL is wrong?
#
#   test_mutation.sh [UNIT...]   without units a few small ones, and all of them with NOCSTEP_LONG=1:
#                                more mutants of every unit, more cycles
#
# A unit that passed is not mutated again (tests/kept.sh) while its RTL and all that it is made of, the
# invariants, its golden model, the stimuli, this script and the tools are the same. The quick 60
# mutants of a unit are the first of the 120 of the long tier.
#
# For each unit: Yosys lists random mutations of its flattened netlist (a bit inverted, stuck, or
# mixed with another), builds all of them into one netlist in which the input `mutsel` selects one,
# and mutant_run compares each with the golden model. A mutant that no comparison notices is handed
# to ABC and SAT, against the RTL with its assertions as assumptions:
#   equivalent   from equal registers, equal outputs and equal next registers, for any inputs
#   bounded      equal for BOUND cycles after reset, but induction does not close
#   live         neither: a stimulus or a register of the state list is missing; the test fails unless
#                survivors/<unit>.txt has the mutant, with the reason why nothing can differ
#
# The whole router and the whole network interface, in several shapes (router@1 is the second of
# mutant_targets.c), run as one instance with random neighbours, and in small meshes in lockstep.
# The quick tier prints the score of a sample, without proofs. The long tier proves: of the mutants
# not proved equivalent 98 % must be killed, and each that is left must be in survivors/<unit>.txt
# with the reason; a line there that is no such mutant any more fails as well.
#
# Mutations of clock pins and some others are not taken (see list_mutants), and those that Yosys
# cannot write as Verilog are left out: both are counted; more than 2 % left out fail. A line
# "score: ..." for the units together and one for each whole unit: tests/run.sh shows them. Ends with
# "N passed, N failed", one test a unit.
# shellcheck disable=SC2016  # $names in Yosys commands are Yosys's
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${NOCSTEP_BUILD:-$root/build}
export root here work=${NOCSTEP_MUTATION:-$build/mutation}
export run=${MUTANT_RUN:-$build/tests/mutation/mutant_run}
export NOCSTEP_BUILD=$build
# The long tier runs many cycles; in the quick one the runtime is that of all other tests.
export NOCSTEP_QUICK_PLUGINS=$((${NOCSTEP_LONG:-0} == 1 ? 0 : 1))
# shellcheck source=tests/kept.sh
. "$root/tests/kept.sh"
export NOCSTEP_PLUGINS=${NOCSTEP_PLUGINS:-$build/plugins}
export SEED=${SEED:-1} BOUND=${BOUND:-10} SAT_SECONDS=${SAT_SECONDS:-120}  # of the processor

export folders='router multicast ni coding'  # of the sources, below rtl/
export long=${NOCSTEP_LONG:-0}
# Those that take longest first. route_source is wires only: there is nothing to mutate.
units=(router@5 router network_interface router@1 network_interface@1 router@4 branch_unit worm_decoder
       injection branch_switch_allocator vc_allocator branch_vc_allocator forward_unit xor_unit
       rr_arbiter matrix_arbiter wavefront route_dor route_octagon route_h3dm route_table route_select route_room
       fifo input_unit output_unit switch_allocator crossbar link_encoder link_decoder host_guard worm_table copy_crossbar ejection
       injection@1 ejection@1 injection@2 ejection@2 route_dor@1 input_unit@1 vc_allocator@1
       worm_decoder@1 branch_switch_allocator@1 branch_unit@1 router@6 network_interface@4
       vc_allocator@2 switch_allocator@1 injection@3 ejection@3 branch_vc_allocator@1
       fifo@1 input_unit@2 vc_allocator@3 switch_allocator@2 switch_allocator@3 router@7
       fifo@2 input_unit@3 injection@4 router@8 switch_allocator@4 switch_allocator@5 fifo@3 router@9 link_decoder@1
       route_table@1 fifo@4 input_unit@4 input_unit@5 router@10 router@11
       worm_decoder@2 worm_decoder@3 branch_unit@2 injection@5 router@12
       branch_switch_allocator@2 network_interface@2 network_interface@3)  # samples: their units are proved by themselves
if [ "$long" != 1 ]; then units=(fifo); fi
if [ $# -gt 0 ]; then units=("$@"); fi

# How many mutants and cycles the unit $name gets.
mutants_of() {
  local n=60
  if [ "$long" = 1 ]; then
    case $name in
      *@*) n=60 ;;
      *) n=120 ;;
    esac
  fi
  echo "${MUTANTS:-$n}"
}
cycles_of() {
  if [ "$long" = 1 ]; then echo "${CYCLES:-80000}"; else echo "${CYCLES:-24000}"; fi
}

# $1 is a whole router or interface.
whole() {
  [[ $1 == router* || $1 == network_interface* ]]
}

# $1 is proved too: not what is mutated as a sample only.
proved() {
  case $1 in
    network_interface@[23]) return 1 ;;
    *) ! whole "$1" || [ "$long" = 1 ] ;;
  esac
}

# The key of $name under which what passed is kept.
unit_key() {
  local unit=${1%@*} file files=() program= stop
  # Nothing of these is in the model of a unit or in its stimuli: they find, name and lock files, count
  # coverage, and make networks. What a golden unit includes counts all the same, and so do the random
  # numbers.
  local apart='^tb/dut/(files|rtl_files|temporary|seal|kept|child|points|coverage)\.'
  apart+='|^csim/(base|collective|network|plan|scenario|schedule|setup|workload)/'
  mapfile -t files < <(rtl_files "$unit" rtl)
  for file in "${files[@]}"; do
    file=tests/mutation/invariants/$(basename "$file")
    if [ -e "$file" ]; then files+=("$file"); fi
  done
  file=tests/mutation/survivors/$1.txt
  if [ -e "$file" ]; then files+=("$file"); fi
  if whole "$unit"; then
    # The golden model, the neighbours and lockstep are in the program; the sources of plug-ins are not.
    program=$(sha256sum <"$run")
    mapfile -t -O "${#files[@]}" files < <(c_files tb/dut/shim.cpp tb/dut/runtime.hpp tb/dut/walk.cpp)
  else
    # The stimuli, of those of single units its own, and of the golden units only this one with all that it includes.
    stop=$(ls csim/shape/*_state.def | sed 's/.*\///; s/_state.def//' | paste -sd '|')
    files+=(tests/mutation/mutant_run.c)
    # shellcheck disable=SC2046  # lists
    mapfile -t -O "${#files[@]}" files < <({
      c_files -x "^csim/[a-z]*/($stop)(\\.[ch]|_state\\.def)$|^tests/network/|^tests/mutation/mutant_targets" tests/mutation/mutant_run.c \
        $(ls tests/unit/*.[ch] | grep -v -E "/test_|/stimulus_($stop)\\.c$") tb/dut/*.[ch]* tb/twins/*.[ch]* |
        grep -v -E "$apart"
      echo csim/base/rng.h
      c_files $(ls csim/*/"$unit".[ch] "csim/shape/${unit}_state.def" "tests/unit/stimulus_$unit.c" 2>/dev/null)
    } | sort -u)
  fi
  kept_key "mutants $1 $long $(mutants_of) $(cycles_of) $SEED $BOUND$program" "$way" "$("$run" --parameters "$1")" --code "${files[@]}"
}

# The sources below directory $1.
sources() {
  local folder
  for folder in $folders; do ls "$1/$folder"/*.sv; done
}

# The sources and parameters of a unit, as Yosys commands: $1 unit, $2 directory with the sources,
# $3 further flags of read_verilog.
read_unit() {
  local parameter value file parameters='' files=''
  while read -r parameter value; do
    if grep -q "^ *parameter  *int unsigned $parameter " "$folder/$1.sv"; then
      parameters+=" -chparam $parameter $value"
    fi
  done < <("$run" --parameters "$name")
  echo "read_verilog -sv $3 $2/router/noc_pkg.sv"
  for file in $(sources "$2"); do
    [[ $file == *_pkg.sv ]] || files+=" $file"
  done
  echo "read_verilog -sv -defer $3 -I$root/tests/formal$files"
  if [[ $1 == injection && $parameters == *'-chparam Lookahead 1'* ]]; then
    # Yosys 0.23 finds a name twice with -chparam where a unit of another folder computes routes.
    echo "chparam ${parameters//-chparam/-set} $1"
    parameters=''
  fi
  echo "hierarchy -top $1$parameters"
  echo "rename -top $1"
  # Narrow, and shifts by an index as multiplexers: else many mutants would sit in bits of index
  # arithmetic that do nothing, or make an index that no element has.
  echo 'proc; flatten; opt -full -nodffe -nosdff; wreduce; peepopt; opt -full -nodffe -nosdff'
  echo 'techmap t:$shiftx t:$shift %u; opt -full -nodffe -nosdff; wreduce; opt -full -nodffe -nosdff'
  echo 'memory -nordff -nomap; opt -full -nodffe -nosdff'
}

# The unit as Yosys works on it, and the list of its mutants.
list_mutants() {
  local unit=$1 dir=$2
  { read_unit "$unit" "$root/rtl" ''
    echo "write_rtlil $dir/base.il"
    echo "mutate -list $(($(mutants_of) * 3 / 2)) -seed $SEED -o $dir/list.txt"
  } >"$dir/base.ys"
  yosys -q -s "$dir/base.ys" >"$dir/base.log" 2>&1 || return 1
  # No clock pins. No pins that asynchronous reads do not have: Yosys 0.23 stops with "Assert
  # `port.srst == State::S0' failed in kernel/mem.cc" when it writes such a mutant. And no mixes of
  # two bits of an output: they make a vector depend on itself, which Verilator 5.006 evaluates
  # wrongly.
  local clock='-port (CLK|RD_CLK|WR_CLK) ' read='-port (RD_EN|RD_SRST|RD_ARST) '
  local mix='-port (Y|Q|RD_DATA) -portbit [0-9]+ -ctrlbit '
  echo "$name: not taken from a list of $(wc -l <"$dir/list.txt"):" \
       "$(grep -c -E -e "$clock" "$dir/list.txt") mutations of clock pins," \
       "$(grep -c -E -e "$read" "$dir/list.txt") of pins of asynchronous reads," \
       "$(grep -c -E -e "$mix" "$dir/list.txt") mixes of an output's bits"
  grep -v -E -e "$clock" -e "$read" -e "$mix" "$dir/list.txt" |
    head -n "$(mutants_of)" >"$dir/mutants.txt"
}

# Builds and runs $4 mutants from number $3 + 1 on, as the only RTL of a home of their own. Appends
# to run.txt, with "left_out N" for mutants that Yosys cannot write. If it cannot, or if the netlist
# differs with no mutant selected (see above), each half is built for itself.
run_mutants() {
  local unit=$1 dir=$2 from=$3 count=$4 home=$2/home_$3_$4 part=$3_$4 why file
  for file in $folders; do mkdir -p "$home/rtl/$file"; done
  ln -s "$root/tb" "$home/tb"
  ln -s "$root/csim" "$home/csim"
  tail -n +$((from + 1)) "$dir/mutants.txt" | head -n "$count" |
    awk '{sub(/^mutate /, "mutate -ctrl mutsel 8 " NR " "); print}' >"$dir/all_$part.ys"
  count=$(wc -l <"$dir/all_$part.ys")
  { echo "read_rtlil $dir/base.il"
    echo "script $dir/all_$part.ys"
    echo 'opt_clean; splitnets -driver'  # no loops through vectors
    echo "write_verilog -noattr $home/rtl/$(basename "$folder")/$unit.sv"
  } >"$dir/netlist_$part.ys"
  if ! yosys -q -s "$dir/netlist_$part.ys" >"$dir/netlist_$part.log" 2>&1; then
    why=$(grep -m 1 ERROR "$dir/netlist_$part.log")
  elif NOCSTEP_HOME=$home "$run" "$name" "$count" "$(cycles_of)" >"$dir/run_$part.txt" 2>"$dir/run_$part.log"
  then
    awk -v from="$from" '/^(live|mesh) / {print $1, $2 + from; next} {print}' "$dir/run_$part.txt" >>"$dir/run.txt"
    return
  else
    why=$(head -n 1 "$dir/run_$part.log")
    [[ $why == 'without a mutation'* ]] || count=0
  fi
  if [ "$count" -gt 1 ]; then
    run_mutants "$unit" "$dir" "$from" $((count / 2)) &&
      run_mutants "$unit" "$dir" $((from + count / 2)) $((count - count / 2))
  elif [ "$count" -eq 1 ]; then
    echo "left_out $((from + 1))" >>"$dir/run.txt"
    echo "  $name: left out: mutant $((from + 1)): $why: $(mutant_text "$dir" $((from + 1)))"
  else
    echo "$name: mutants $((from + 1)) and up: $why"
    return 1
  fi
}

# Mutant number $2 without its places in the sources and without paths of this machine.
mutant_text() {
  sed -n "$2{s/ -src [^ ]*//g; s|$root/||g; p}" "$1/mutants.txt"
}

# The unit as a reference for proofs: its assertions hold (lockstep and tests/formal check that),
# and so do the invariants of invariants/<unit>.sv, proved here by one step of induction. What those
# files assume is the contract of the driver in the state lists.
build_gold() {
  local unit=$1 dir=$2 file copy
  for file in $folders; do mkdir -p "$dir/formal/$file"; done
  for file in $(sources "$root/rtl"); do
    copy=$dir/formal/${file#"$root"/rtl/}
    # Yosys refuses a label in a loop. Combinational, and in reset too, where the stimulus is legal
    # as well: assumptions about one cycle.
    sed -E -e '/^`ifndef SYNTHESIS/,/^`endif/ {
      s/\<[ac]_[A-Za-z0-9_]+: *(assert|cover)/\1/; s/if \(!rst_i\) begin/begin/; s/!rst_i && //;
      s/always_ff @\(posedge clk_i\)/always_comb/
    }' "$file" >"$copy"
    if [ -e "$here/invariants/$(basename "$file")" ]; then
      { sed '/^endmodule/,$d' "$copy"; cat "$here/invariants/$(basename "$file")"; echo endmodule; } >"$copy.new"
      mv "$copy.new" "$copy"
    fi
  done
  { read_unit "$unit" "$dir/formal" -formal
    echo 'rename -top gold'
    echo 'chformal -cover -remove; chformal -assert2assume t:$assert c:*inv_* %d'
    echo 'memory_map; opt_clean; async2sync; dffunmap'
    echo "write_rtlil $dir/invariants.il"
    echo 'chformal -assert2assume'
    echo "write_rtlil $dir/gold.il"
  } >"$dir/gold.ys"
  yosys -q -s "$dir/gold.ys" >"$dir/gold.log" 2>&1 || return 1
  grep -q 'cell $assert' "$dir/invariants.il" || return 0
  { echo "read_rtlil $dir/invariants.il"
    echo 'sat -tempinduct-baseonly -maxsteps 2 -seq 1 -set-at 1 rst_i 1 -prove-asserts -set-assumes'
    echo 'hierarchy -top gold; delete -output gold/o:*'
    echo 'setundef -zero; techmap; aigmap; opt_clean'
    echo "write_aiger $dir/invariants.aig"
  } >"$dir/invariants.ys"
  yosys -s "$dir/invariants.ys" >"$dir/invariants.log" 2>&1
  # The step by ABC: SAT alone does not see it within half an hour for a router of 5 ports and 4 VCs.
  # ABC has no step where an assertion is true in any state; SAT has.
  yosys-abc -c "read_aiger $dir/invariants.aig; fold; orpos; ind -F 2" >"$dir/step.log" 2>&1
  rm -f "$dir/invariants.aig"
  if grep -q '^Error: The network is combinational' "$dir/step.log"; then
    { echo "read_rtlil $dir/invariants.il"
      echo 'sat -tempinduct-inductonly -maxsteps 1 -prove-asserts -set-assumes'
    } >"$dir/step.ys"
    prover "$dir/step.ys" >"$dir/step.log" 2>&1
  fi
  if ! grep -q 'Base case for induction length 2 proven' "$dir/invariants.log" ||
     ! grep -q -e '^Networks are equivalent' -e 'Induction step proven: SUCCESS' "$dir/step.log"; then
    echo "ERROR: the invariants are not inductive" >>"$dir/invariants.log"
    return 1
  fi
}

# Yosys with the script $1, for a time that does not depend on what else the machine does.
prover() {
  (ulimit -t "$SAT_SECONDS" && exec yosys -s "$1")
}

# Prints the commands that bring the mutants $3 .. (VALUE:NUMBER, the value of `mutsel` that picks each)
# and the reference together.
both_sides() {
  local unit=$1 dir=$2 mutant
  shift 2
  echo "read_rtlil $dir/base.il"
  echo "rename $unit gate"
  for mutant in "$@"; do
    sed -n "${mutant#*:}{s/-module $unit /-module gate /; s/^mutate /mutate -ctrl mutsel 16 ${mutant%:*} /; p}" \
      "$dir/mutants.txt"
  done
  echo 'memory_map; opt_clean; async2sync; dffunmap'
  echo "read_rtlil $dir/gold.il"
  echo 'select -module gold; add -input mutsel 16; select -clear'
}

# The miter of the mutants $4 .. and the reference, as gates in $2/$3.aig: the output is 1 where they
# differ. One step of induction needs no sequence: registers and memory words that both sides have are
# made inputs and outputs, so what the mutations do not reach merges away, and the rest is
# combinational. Most of a proof's time goes into this, so all mutants of a unit share it.
build_miter() {
  local unit=$1 dir=$2 part=$3
  shift 3
  { both_sides "$unit" "$dir" "$@"
    echo 'expose -dff -evert-dff -shared gold gate'
    echo 'setundef -undriven -zero; delete gold/t:$dff'
    echo 'setundef -undriven -anyseq gold'  # registers of invariants: any value that they allow
    echo 'miter -equiv -flatten gold gate miter'
    echo 'hierarchy -top miter'
    echo 'opt -nodffe -nosdff -share_all'
    echo 'select -assert-none miter/t:$dff'
    echo 'delete gold gate; setundef -zero; opt_clean; techmap; aigmap; opt_clean'
    echo "write_aiger -map $dir/$part.map $dir/$part.aig"
  } >"$dir/$part.ys"
  rm -f "$dir/$part.aig"
  prover "$dir/$part.ys" >"$dir/$part.log" 2>&1 && [ -e "$dir/$part.aig" ]
}

# Whether no mutant of the miter $2 with a number of `mutsel` from $3 to $3 + 2^$4 - 1 differs: the other
# bits of `mutsel` are constraints more in the file, behind its outputs.
equivalent() {
  local dir=$1 part=$2 first=$3 free=$4 file=$1/$2_$3_$4 head bits
  read -r -a head <"$dir/$part.aig"  # aig, maximum, inputs, latches, outputs, gates, bad, constraints ..
  bits=$(awk -v first="$first" -v free="$free" '$1 == "input" && $4 == "in_mutsel" && $3 >= free {
    print 2 * ($2 + 1) + (int(first / 2 ^ $3) % 2 == 0)}' "$dir/$part.map")
  printf '%s\n' "$bits" >"$file.bits"
  LC_ALL=C sed -e "1s/.*/${head[*]:0:6} ${head[6]:-0} $((${head[7]:-0} + 16 - free)) 0 0/" \
    -e "$((1 + head[3] + head[4] + ${head[6]:-0} + ${head[7]:-0}))r $file.bits" "$dir/$part.aig" >"$file.aig"
  swept "$file.aig" >"$file.log" 2>&1
  rm -f "$file.aig" "$file.bits"
  grep -q '^UNSATISFIABLE' "$file.log"
}

# Whether the output of the miter $1 is never 1 while its assumptions hold. SAT alone does not see within
# minutes that the two sides of an allocator or a router are alike nearly everywhere; ABC, which merges
# the nodes that are, takes a second.
swept() {
  [ -e "$1" ] &&
    (ulimit -t "$SAT_SECONDS" && exec yosys-abc -c "read_aiger $1; fold; strash; ifraig; iprove")
}

# The same for one mutant $3 that changes what is read of a register: the two registers cannot become
# one input. Induction over the outputs, which show all registers: from reset, and a step further.
equivalent_register() {
  local unit=$1 dir=$2 log=$2/register_$3.log
  if reads_what_is_there "$dir" "$3"; then return; fi
  { both_sides "$unit" "$dir" "$3:$3"
    echo 'expose -dff -evert-dff -shared gold gate'
    echo 'miter -equiv -flatten gold gate miter'
    echo 'hierarchy -top miter'
    echo "sat -tempinduct-baseonly -maxsteps 2 -seq 1 -set-at 1 in_rst_i 1 -set in_mutsel $3" \
         "-prove trigger 0 -set-assumes miter"
    echo "sat -tempinduct-inductonly -maxsteps 1 -set in_mutsel $3" \
         "-prove trigger 0 -set-assumes miter"
  } >"${log%.log}.ys"
  prover "${log%.log}.ys" >"$log" 2>&1
  grep -q 'Base case for induction length 2 proven' "$log" &&
    grep -q 'Induction step proven: SUCCESS' "$log"
}

# Whether mutant $2 reads a constant in the place of a register's bit that, by the invariants, is that
# constant in any case: an order's bit that says whether somebody goes before itself.
reads_what_is_there() {
  local dir=$1 log=$1/constant_$2.log mode wire bit
  read -r mode wire bit < <(sed -n "$2p" "$dir/mutants.txt" | awk '
    {for (i = 1; i < NF; i++) f[$i] = $(i + 1)}
    f["-mode"] ~ /^const[01]$/ && f["-port"] == "Q" && f["-wire"] ~ /^[a-z_]+$/ {
      print substr(f["-mode"], 6), f["-wire"], f["-wirebit"]}')
  [ -n "$bit" ] || return
  { echo "read_rtlil $dir/gold.il"
    echo 'hierarchy -top gold'
    echo "sat -seq 1 -set-assumes -prove ${wire}[$bit] $mode"
  } >"${log%.log}.ys"
  prover "${log%.log}.ys" >"$log" 2>&1
  grep -q 'SAT proof finished - no model found: SUCCESS' "$log"
}

# Whether mutant $2 changes what is read of a register.
reads_register() {
  sed -n "$2p" "$1/mutants.txt" | grep -q -e ' -port Q '
}

# Appends the mutants of the miter $2 from position $3 on, 2^$4 of the list $5 .., to equivalent.txt or to
# unproved.txt. Most mutants that live are equivalent: proves all at once, and if that fails each half.
prove_block() {
  local dir=$1 part=$2 first=$3 free=$4
  shift 4
  if [ "$first" -ge $# ]; then return; fi
  if equivalent "$dir" "$part" "$first" "$free"; then
    printf '%s\n' "${@:first+1:1<<free}" >>"$dir/equivalent.txt"
  elif [ "$free" = 0 ]; then
    echo "${*:first+1:1}" >>"$dir/unproved.txt"
  else
    prove_block "$dir" "$part" "$first" $((free - 1)) "$@"
    prove_block "$dir" "$part" $((first + (1 << (free - 1)))) $((free - 1)) "$@"
  fi
}

# The mutants $4 .., in one miter, or if that cannot be built each half in one of its own.
prove() {
  local unit=$1 dir=$2 part=$3 half=$((($# - 3) / 2)) i bits=0 mutants=()
  shift 3
  for ((i = 1; i <= $#; i++)); do mutants+=("$((i - 1)):${!i}"); done
  while [ $((1 << bits)) -lt $# ]; do bits=$((bits + 1)); done
  if build_miter "$unit" "$dir" "$part" "${mutants[@]}"; then
    prove_block "$dir" "$part" 0 "$bits" "$@"
    rm -f "$dir/$part.aig"
  elif [ $# -gt 1 ]; then
    prove "$unit" "$dir" "${part}a" "${@:1:half}"
    prove "$unit" "$dir" "${part}b" "${@:half+1}"
  elif equivalent_register "$unit" "$dir" "$1"; then
    echo "$1" >>"$dir/equivalent.txt"
  else
    echo "$1" >>"$dir/unproved.txt"
  fi
}

# Prints "bounded" or "live" for mutant number $3, which is not proved equivalent.
verdict() {
  local unit=$1 dir=$2 number=$3 log=$2/bound_$3.log reset=
  if grep -q 'wire.* \\rst_i$' "$dir/base.il"; then reset='-seq 1 -set-at 1 in_rst_i 1'; fi
  { both_sides "$unit" "$dir" "$number:$number"
    echo 'miter -equiv -make_outputs -flatten gold gate miter'
    echo 'hierarchy -top miter'
    echo 'opt -nodffe -nosdff -share_all'
    echo "sat -tempinduct-baseonly -maxsteps $BOUND $reset -set-init-zero -set in_mutsel $number" \
         "-prove trigger 0 -set-assumes miter"
  } >"$dir/bound_$number.ys"
  prover "$dir/bound_$number.ys" >"$log" 2>&1
  if [ "$(sed -n 's/^Base case for induction length \([0-9]*\) proven.*/\1/p' "$log" | tail -n 1)" = "$BOUND" ]
  then
    echo bounded
  else
    echo live
  fi
}

# Prints the numbers that run.txt has on its lines $2.
numbers() {
  sed -n "s/^$2 //p" "$1/run.txt"
}

# Runs all mutants of the unit: run.txt.
run_unit() {
  local unit=$1 dir=$2 count from
  if ! list_mutants "$unit" "$dir"; then
    echo "$name: Yosys failed: $(grep -m 1 ERROR "$dir/base.log")"
    return 1
  fi
  count=$(wc -l <"$dir/mutants.txt")
  for ((from = 0; from < count; from += 100)); do
    run_mutants "$unit" "$dir" "$from" 100 || return 1
  done
}

# Proves what lives: equivalent.txt and unproved.txt. Those that change what is read of a register have
# no miter of the others' kind.
prove_all() {
  local unit=$1 dir=$2 number alive=() registers=()
  : >"$dir/equivalent.txt"
  : >"$dir/unproved.txt"
  while read -r number; do
    if reads_register "$dir" "$number"; then registers+=("$number"); else alive+=("$number"); fi
  done < <(numbers "$dir" live)
  if [ ${#alive[@]} -gt 0 ]; then prove "$unit" "$dir" prove "${alive[@]}"; fi
  for number in "${registers[@]}"; do
    if equivalent_register "$unit" "$dir" "$number"; then
      echo "$number" >>"$dir/equivalent.txt"
    else
      echo "$number" >>"$dir/unproved.txt"
    fi
  done
}

# A prover that accepts a mutant that was seen to differ proves nothing: tries some of those.
check_prover() {
  local unit=$1 dir=$2 number wrong=0 tries=() registers=()
  while read -r number; do
    if reads_register "$dir" "$number"; then registers+=("$number"); else tries+=("$number"); fi
  done < <(seq "$(wc -l <"$dir/mutants.txt")" | grep -v -x -F "$(numbers "$dir" live; numbers "$dir" left_out)")
  tries=("${tries[@]:0:$((1 + 2 * long))}")
  registers=("${registers[@]:0:$long}")
  if [ ${#tries[@]} -gt 0 ] && ! build_miter "$unit" "$dir" tried "${tries[@]/*/&:&}"; then
    tries=("${tries[0]}")
    build_miter "$unit" "$dir" tried "${tries[@]/*/&:&}" || tries=()
  fi
  for number in "${tries[@]}" "${registers[@]}"; do
    if if reads_register "$dir" "$number"; then equivalent_register "$unit" "$dir" "$number"
       else equivalent "$dir" tried "$number" 0; fi; then
      echo "  $name: mutant $number was killed, but is proved equivalent: a wrong assumption"
      wrong=1
    fi
  done
  rm -f "$dir/tried.aig"
  return "$wrong"
}

# Mutant number $2 as survivors/ has it. The number that Yosys gives a cell behind its line counts the
# cells of all files, and says nothing.
survivor_text() {
  mutant_text "$1" "$2" | sed 's/\$[0-9]* -port/ -port/'
}

# Compares the mutants left of a unit with the list of those with a reason. In another sample
# than the usual one (MUTANTS, SEED) some of the list may be missing.
check_survivors() {
  local dir=$1
  touch "$dir/left.txt"
  sort "$dir/left.txt" | comm -3 - "$dir/listed.txt" >"$dir/unexplained.txt"
  sed -n -e "s/^\tmutate/  $name: killed, proved or gone, but in survivors: mutate/p" \
    -e "s/^mutate/  $name: no reason in survivors: mutate/p" "$dir/unexplained.txt"
  if [ -n "${MUTANTS:-}" ] || [ "$SEED" != 1 ]; then ! grep -q '^mutate' "$dir/unexplained.txt"; return; fi
  [ ! -s "$dir/unexplained.txt" ]
}

by_whom() {
  local meshes
  meshes=$(awk '/^meshes/ {m += $2} END {print m + 0}' "$1/run.txt")
  echo "$3 by one instance with random neighbours, $meshes by meshes, $4 by meshes only"
}

# A sample of a whole unit: without proofs, so only a low score fails.
score_sample() {
  local count=$2 killed=$3 mesh=$4
  echo "score: $name: $((killed + mesh)) of $count mutants killed" \
       "($(by_whom "$@")); make test-long proves the rest"
  [ $(((killed + mesh) * 100)) -ge $((count * 75)) ]
}

score_whole() {
  local count=$1 equivalent=$4 left=$5 kills=$(($2 + $3)) real=$(($1 - $4))
  echo "score: $name: $kills of $real mutants that differ killed," \
       "$(awk "BEGIN {printf \"%.1f\", 100 * $kills / ($real + !$real)}") %" \
       "($(by_whom "$dir" "$@"); $equivalent of $count proved equivalent, $left left)"
  [ $((kills * 100)) -ge $((real * 98)) ]
}

test_unit() {
  local unit=${1%@*} dir=$work/$1 number verdict start=$SECONDS
  local killed mesh left_out count equivalent=0 bounded=0 live=0 wrong=0
  name=$1
  folder=$(dirname "$(ls "$root"/rtl/*/"$unit.sv")")
  rm -rf "$dir"
  mkdir -p "$dir"
  run_unit "$unit" "$dir" || return 1
  killed=$(awk '/^killed/ {k += $2} END {print k + 0}' "$dir/run.txt")
  mesh=$(numbers "$dir" mesh | wc -l)
  left_out=$(numbers "$dir" left_out | wc -l)
  count=$(($(wc -l <"$dir/mutants.txt") - left_out))
  if ! proved "$1"; then
    score_sample "$dir" "$count" "$killed" "$mesh"
    return
  fi
  if ! build_gold "$unit" "$dir"; then
    echo "$name: Yosys failed: $(cat "$dir"/*.log | grep -m 1 ERROR)"
    return 1
  fi
  prove_all "$unit" "$dir"
  equivalent=$(wc -l <"$dir/equivalent.txt")
  if [ -e "$here/survivors/$name.txt" ]; then grep -v '^#' "$here/survivors/$name.txt"; fi | sort >"$dir/listed.txt"
  while read -r number; do
    # For one that is listed no solver is asked whether it is bounded: it takes minutes.
    verdict=live
    if ! whole "$unit" && ! grep -q -x -F -e "$(survivor_text "$dir" "$number")" "$dir/listed.txt"; then
      verdict=$(verdict "$unit" "$dir" "$number")
    fi
    if [ "$verdict" = live ]; then
      live=$((live + 1))
      survivor_text "$dir" "$number" >>"$dir/left.txt"
    else
      bounded=$((bounded + 1))
    fi
    echo "  $name: $verdict: mutant $number: $(sed -n "${number}p" "$dir/mutants.txt")"
  done <"$dir/unproved.txt"
  check_prover "$unit" "$dir" || wrong=1
  echo "$killed $equivalent $count" >"$dir/score"
  echo "$name: $killed of $count killed, $equivalent proved equivalent," \
       "$bounded bounded (equal for $BOUND cycles), $live alive, $left_out left out," \
       "$((SECONDS - start)) s"
  check_survivors "$dir" || wrong=1
  if whole "$unit"; then
    score_whole "$count" "$killed" "$mesh" "$equivalent" "$live" || wrong=1
  fi
  [ "$wrong" -eq 0 ] && [ "$killed" -gt 0 ] && [ $((left_out * 50)) -le "$count" ]
}
# test_unit, unless it passed before: then what it said.
try_unit() {
  local key said
  name=$1
  key=$(cd "$root" && unit_key "$1") || return
  mkdir -p "$work/$1"
  if kept_has "$key"; then
    kept_text "$key"
    kept_text "$key.score" >"$work/$1/score"
  elif recording; then
    return
  else
    said=$work/$1.said
    test_unit "$1" | tee "$said"
    [ "${PIPESTATUS[0]}" = 0 ] || return
    kept_put "$key.score" "$(cat "$work/$1/score" 2>/dev/null)"
    kept_put "$key" "$(sed 's/$/ (kept)/' "$said")"
  fi
  kept_record "$key.score"
  kept_record "$key"
  touch "$work/$1.passed"
}
parts=(test_unit whole proved prover both_sides build_miter equivalent swept equivalent_register reads_what_is_there
       reads_register prove_block verdict build_gold list_mutants
       run_mutants read_unit mutants_of cycles_of mutant_text survivor_text numbers run_unit prove prove_all check_prover
       check_survivors by_whom score_sample score_whole sources)
way=$(declare -f "${parts[@]}")$(tools_version yosys verilator g++)
export way
export -f try_unit unit_key "${parts[@]}"

main() {
  mkdir -p "$work"
  exec 9>"$work/lock"
  flock 9  # two runs would share directories
  rm -f "$work"/*.passed "$work"/*/score
  printf '%s\n' "${units[@]}" | xargs -P "$(nproc)" -I{} bash -c 'set -u; try_unit {}'
  for unit in "${units[@]}"; do
    if ! whole "$unit" && [ -e "$work/$unit/score" ]; then cat "$work/$unit/score"; fi
  done | awk '{k += $1; e += $2; n += $3; u++}
    END {if (u) printf "score: %d units: %d of %d mutants killed, %d proved equivalent\n", u, k, n, e}'
  passed=$(find "$work" -maxdepth 1 -name '*.passed' | wc -l)
  failed=$((${#units[@]} - passed))
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

main
