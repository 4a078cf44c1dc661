#!/usr/bin/env bash
# synth.sh -- area, flip-flops and the longest path of the RTL, by Debian's tools alone: Yosys,
# berkeley-abc, OpenSTA, and the cells of a 180 nm process (qflow-tech-osu018).
#
#   rtl/synth.sh              `make synth`: synthesizes the shapes and writes docs/synthesis.md and
#                             docs/synthesis/shapes.csv
#   rtl/synth.sh same         whether the committed rows are those of these sources (no tool is run)
#   rtl/synth.sh kept         writes the rows of what is kept already, and leaves out the others
#   rtl/synth.sh changed      synthesizes the shapes whose sources are not those of their rows, and
#                             writes all rows
#   rtl/synth.sh grown [CELLS]  synthesizes the shapes and holds them against the committed rows: none
#                             may have 10 % more cells or a path 10 % longer. A row of more CELLS is
#                             left out while its sources are those that it was made from
#   rtl/synth.sh paths SHAPE  the longest path of a shape, cell by cell
#
# Memories are a module of their own in the netlist: their bits and cells are counted apart, and
# paths go through them. As many shapes at a time as there are cores; one whose sources, flow and
# tools are as they were is not synthesized again (tests/kept.sh). Works in a folder of its own.
# Ends with "N passed, N failed", but for paths; exit status 1 if any failed, 3 without the tools.
set -u
cd "$(dirname "$0")/.." || exit 3
export NOCSTEP_BUILD=${NOCSTEP_BUILD:-build}
# shellcheck source=tests/kept.sh
. tests/kept.sh
page=docs/synthesis.md
rows=docs/synthesis/shapes.csv
export LIBERTY=${LIBERTY:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}

# ---- What: name | module, parameters. The short ones first.
router='noc_router FlitBits=32'
shapes() {
  cat <<END
switch allocator, 5 ports, 4 VCs | switch_allocator Ports=5 Vcs=4
switch allocator, 5 ports, 4 VCs, speculative | switch_allocator Ports=5 Vcs=4 Speculative=1
switch allocator, 5 ports, 4 VCs, wavefront | switch_allocator Ports=5 Vcs=4 Wavefront=1
switch allocator, 5 ports, 4 VCs, wavefront, speculative | switch_allocator Ports=5 Vcs=4 Wavefront=1 Speculative=1
VC allocator, 5 ports, 4 VCs | vc_allocator Ports=5 Vcs=4
VC allocator, 5 ports, 4 VCs, speculative | vc_allocator Ports=5 Vcs=4 Speculative=1
end of a checked link, secded, 2 VCs | link_check FlitBits=32 Vcs=2
end of a checked link, secded, 4 VCs, 64 bits | link_check FlitBits=64 Vcs=4
end of a checked link, parity, 4 VCs, 64 bits | link_check FlitBits=64 Vcs=4 LinkCheck=1
XOR unit, 8 slots of 4 flits | xor_unit Vcs=2 FlitBits=32 XorSlots=8 XorFlits=4 NameW=4
forwarding unit, 4 slots of 4 flits | forward_unit Vcs=2 FlitBits=32 ForwardSlots=4 ForwardFlits=4 ForwardRows=16 ForwardChildren=4
interface, 2 VCs, depth 8 | noc_interface FlitBits=32 LenW=3 MsgW=4 Vcs=2
interface, 4 VCs, depth 8 | noc_interface FlitBits=32 LenW=3 MsgW=4 Vcs=4
router, 3 ports, 2 VCs, depth 4 | $router Ports=3 Vcs=2 Depth=4 Dims=1 DigitW=6
router, 3 ports, 2 VCs, depth 4, speculative | $router Ports=3 Vcs=2 Depth=4 Dims=1 DigitW=6 Speculative=1
router, 3 ports, 2 VCs, depth 4, pipeline 2, lookahead, speculative | $router Ports=3 Vcs=2 Depth=4 Dims=1 DigitW=6 Pipeline=2 Lookahead=1 Speculative=1
router, 5 ports, 1 VC, depth 8 | $router Ports=5 Vcs=1
router, 5 ports, 2 VCs, depth 4 | $router Ports=5 Vcs=2 Depth=4
router, 5 ports, 2 VCs, depth 8 | $router Ports=5 Vcs=2
router, 5 ports, 2 VCs, depth 8, pipeline 2 | $router Ports=5 Vcs=2 Pipeline=2
router, 5 ports, 2 VCs, depth 8, speculative | $router Ports=5 Vcs=2 Speculative=1
router, 5 ports, 2 VCs, depth 8, pipeline 2, lookahead, speculative | $router Ports=5 Vcs=2 Pipeline=2 Lookahead=1 Speculative=1
router, 5 ports, 2 VCs, depth 8, wavefront, speculative | $router Ports=5 Vcs=2 Wavefront=1 Speculative=1
router, 7 ports, 2 VCs, depth 8 | $router Ports=7 Vcs=2 Dims=3 DigitW=2
router, 5 ports, 4 VCs, depth 8 | $router Ports=5 Vcs=4
router, 5 ports, 4 VCs, depth 8, speculative | $router Ports=5 Vcs=4 Speculative=1
router, 5 ports, 4 VCs, depth 8, pipeline 2, lookahead, speculative | $router Ports=5 Vcs=4 Pipeline=2 Lookahead=1 Speculative=1
router, 5 ports, 4 VCs, depth 8, wavefront | $router Ports=5 Vcs=4 Wavefront=1
router, 5 ports, 4 VCs, depth 8, wavefront, speculative | $router Ports=5 Vcs=4 Wavefront=1 Speculative=1
router, 5 ports, 4 VCs, depth 8, speculative, registered read | $router Ports=5 Vcs=4 Speculative=1 SyncRead=1
router, 5 ports, 2 VCs, depth 8, table of 16 rows | $router Ports=5 Vcs=2 Routing=5 Dims=0 LocalW=4 Rows=16
router, 5 ports, 2 VCs, depth 8, table of 16 rows, registered read | $router Ports=5 Vcs=2 Routing=5 Dims=0 LocalW=4 Rows=16 SyncRead=1
router that copies, 5 ports, 4 VCs, depth 8, 64 bits | noc_router Ports=5 Vcs=4 FlitBits=64 Multicast=1 CutThrough=1
router that copies, 5 ports, 4 VCs, depth 8, 64 bits, pipeline 2 | noc_router Ports=5 Vcs=4 FlitBits=64 Multicast=1 CutThrough=1 Pipeline=2
router that copies, 5 ports, 4 VCs, depth 8, 64 bits, pipeline 2, lookahead | noc_router Ports=5 Vcs=4 FlitBits=64 Multicast=1 CutThrough=1 Pipeline=2 Lookahead=1
END
}

# ---- How

constraints='set_driving_cell BUFX2\nset_load 0.05\n'
# Yosys leaves out the pass that shares arithmetic, which takes 13 GB for a router that copies.
flow='proc; flatten; opt_expr; opt_clean; check -assert
opt -nodffe -nosdff; opt; wreduce; peepopt; opt_clean; alumacc; opt
memory -nomap; opt_clean; setattr -set submod "memories" t:$mem_v2; submod
opt -fast -full; memory_map; opt -undriven -fine; techmap; opt -fast
dfflibmap -liberty $LIBERTY; abc -liberty $LIBERTY -constr constraints -D 1000
opt_clean -purge; read_liberty -lib $LIBERTY; check -assert; rename -wire; tee -q -o stat.txt stat -liberty $LIBERTY
write_verilog -noattr -noexpr -simple-lhs netlist.v'

# The sources of a module and what of the flow shapes the result.
sources() {
  rtl_files "$1" | awk '!seen[$0]++'
  echo rtl/synth.sta
}

# The part of the sources that becomes gates: neither comments nor assertions.
gates_code() {
  kept_code "$@" | sed '/^`ifndef SYNTHESIS$/,/^`endif$/d'
}

gates_of() {  # module: its files and the hash of their code, in a variable, since shapes share modules
  local name=gates_of_$1 files
  if [ -z "${!name:-}" ]; then
    mapfile -t files < <(sources "$1")
    export "$name=${files[*]##*/}|$(gates_code "${files[@]}" | sha256sum)"
  fi
}

hash_of() {  # module, parameters: does not depend on the tools
  local name=gates_of_$1
  gates_of "$1"
  kept_key "synthesis $*" "$flow$constraints" "${!name%%|*}" "${!name#*|}" -- | cut -c 1-16
}

numbers() {  # awk on stat.txt and path.txt: cells, area, flip-flops; bits, area; ns, from, to
  awk '
    FILENAME ~ /stat/ && /^=== / {module = $2}
    FILENAME ~ /stat/ && module != "design" && $2 ~ /^[0-9]+$/ && NF == 2 && $1 ~ /X[0-9]+$|^DFF/ {
      if (module ~ /memories$/) {if ($1 ~ /^DFF/) bits += $2}
      else {cells += $2; if ($1 ~ /^DFF/) flops += $2}
    }
    FILENAME ~ /stat/ && /Chip area for module/ {
      area = $NF
      if (module ~ /memories$/) memory = area; else logic += area
    }
    # "fifo_memories/tag_mem[3][0]\\\\DFFPOSX1": a register by the name of its bit.
    FILENAME ~ /path/ && /^(Start|End)point:/ {
      name = $2; sub(/\\.*/, "", name); sub(/^[a-z_]*_memories\//, "", name); gsub(/\[[0-9]*\]/, "", name)
      if ($1 ~ /^Start/) from = name; else to = name
    }
    FILENAME ~ /path/ && /data arrival time/ && !arrival {arrival = $1}
    FILENAME ~ /path/ && /library setup time/ {setup = -$1}
    END {
      if (!cells || !arrival) exit 1
      # In gates of two inputs, which have an area of 24.
      printf "%d,%.0f,%d,%d,%.0f,%.2f,%s,%s\n", cells, logic / 24, flops, bits, memory / 24,
             arrival + setup, from, to
    }' stat.txt path.txt
}

synthesize() {  # module, parameters: in this folder
  local root=$1 p chparam='' files
  shift
  printf '%b' "$constraints" >constraints
  for p in "${@:2}"; do chparam+=" -set ${p%%=*} ${p#*=}"; done
  mapfile -t files < <(cd "$root" && sources "$1" | grep "[.]sv$")
  {
    # All modules at once: else Yosys 0.23 finds the names of a package twice.
    for p in "${files[@]}"; do [[ $p != *_pkg.sv ]] || echo "read_verilog -sv $root/$p"; done
    echo "read_verilog -sv -defer$(for p in "${files[@]}"; do [[ $p = *_pkg.sv ]] || printf ' %s' "$root/$p"; done)"
    [ -z "$chparam" ] || echo "chparam$chparam $1"
    echo "hierarchy -check -top $1; rename -top $1"
    echo "${flow//\$LIBERTY/$LIBERTY}"
  } >flow.ys
  yosys -q -l yosys.log flow.ys >yosys.out 2>&1 &&
    NETLIST=netlist.v TOP=$1 sta -no_splash -exit "$root/rtl/synth.sta" >path.txt 2>sta.err &&
    ! grep -q '^Error' path.txt sta.err
}

job() {  # name | module, parameters: a line of the table
  local name=${1%% |*} words folder key
  read -r -a words <<<"${1#*| }"
  if [ -n "${only_changed:-}" ] && [ "$(field "$name" 3)" = "$(hash_of "${words[@]}")" ]; then
    grep -F "\"$name\"," "$rows"
    return
  fi
  key=$(kept_key "synth $(hash_of "${words[@]}")" "$way$(declare -f synthesize numbers)" --)
  if ! kept_has "$key"; then
    [ -z "${only_kept:-}" ] || return
    folder=$(mktemp -d "$tmp/XXXXXX")
    if (root=$PWD; cd "$folder" && synthesize "$root" "${words[@]}" && numbers >numbers); then
      kept_put "$key" "$(cat "$folder/numbers")"
    else
      echo "FAILED  $name: $(grep -h 'ERROR\|Error' "$folder"/yosys.out "$folder"/sta.err "$folder"/path.txt 2>&1 | head -n 1)" >&2
      return
    fi
    rm -rf "$folder"
  fi
  echo "\"$name\",${words[*]},$(hash_of "${words[@]}"),$(kept_text "$key")"
}
export flow constraints rows
export -f sources gates_code gates_of hash_of numbers synthesize job

gates_of_all() {  # so that subshells do not work them out again
  local module
  for module in $(shapes | sed 's/.*| //; s/ .*//' | sort -u); do gates_of "$module"; done
}

need_tools() {
  local missing=''
  command -v yosys >/dev/null || missing+=' yosys'
  command -v berkeley-abc >/dev/null || command -v yosys-abc >/dev/null || missing+=' berkeley-abc'
  command -v sta >/dev/null || missing+=' opensta'
  [ -e "$LIBERTY" ] || missing+=' qflow-tech-osu018'
  [ -z "$missing" ] && return
  echo "synthesis needs packages that are missing: apt install$missing"
  exit 3
}

field() {  # row of the committed table with this name, number of the column
  awk -v name="\"$1\"" -v column="$2" 'index($0, name ",") == 1 {
    rest = substr($0, length(name) + 2); split(rest, f, ","); print f[column - 1]}' "$rows"
}

export -f field

chosen() {  # as $list: the shapes, but for rows of more than $largest cells whose sources have not changed
  local line name words cells
  gates_of_all
  list=$(while read -r line; do
    name=${line%% |*}
    read -r -a words <<<"${line#*| }"
    cells=$([ -z "${largest:-}" ] || field "$name" 4)
    if [ "${cells:-0}" -le "${largest:-0}" ] || [ "$(field "$name" 3)" != "$(hash_of "${words[@]}")" ]; then
      echo "$line"
    fi
  done < <(shapes))
}

all_rows() {  # synthesizes; rows in the order of the list
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/nocstep-synth.XXXXXX") || exit 3
  trap 'rm -rf "$tmp"' EXIT
  trap 'exit 130' INT TERM
  way=$(tools_version yosys; sta -version; sha256sum <"$LIBERTY")
  export tmp way
  chosen
  nl -ba -w1 -s'|' <<<"$list" | xargs -d '\n' -P "${JOBS:-$(nproc)}" -I{} bash -c \
    'line=$1; job "${line#*|}" >"$tmp/row.${line%%|*}"; [ ! -s "$tmp/row.${line%%|*}" ] || echo "  done  $(cut -d\" -f 2 "$tmp/row.${line%%|*}")" >&2' _ {}
  for i in $(seq "$(wc -l <<<"$list")"); do cat "$tmp/row.$i"; done
}

heading='shape,module and parameters,hash of the sources,cells,area,flip-flops,memory bits,memory area,path ns,from,to'

table() {  # of a CSV
  echo '| shape | cells | area | flip-flops | memory bits | memory area | path, ns | from | to |'
  echo '|---|---|---|---|---|---|---|---|---|'
  tail -n +2 "$1" | sed -E 's/^"([^"]*)",[^,]*,[^,]*,/\1,/' | sed -E 's/^(.*),([0-9]+),([0-9]+),([0-9]+),([0-9]+),([0-9]+),([0-9.]+),([^,]*),([^,]*)$/| \1 | \2 | \3 | \4 | \5 | \6 | \7 | `\8` | `\9` |/; s/`_[0-9]+_`/a memory/g'
}

passed=0 failed=0
count() {  # OK or not, text
  if [ "$1" = yes ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL  $2"; fi
}

same() {
  local line name words
  gates_of_all
  while read -r line; do
    name=${line%% |*}
    read -r -a words <<<"${line#*| }"
    if [ -z "$(field "$name" 3)" ]; then
      echo "$name: has no row yet, which make synth makes"
    elif [ "$(field "$name" 3)" = "$(hash_of "${words[@]}")" ]; then count yes; else
      count no "$name: $rows is of other sources; run make synth, and look at what has grown"
    fi
  done < <(shapes)
  if diff <(sed -n '/^<!-- table -->$/,/^<!-- end -->$/p' "$page" | sed '1d;$d') <(table "$rows") >/dev/null; then
    count yes
  else
    count no "$page: its table is not that of $rows; run make synth"
  fi
}

# more OLD NEW: by 10 % or more; without an old row there is nothing to compare.
more() {
  awk -v old="$1" -v new="$2" 'BEGIN {exit !(old != "" && new >= 1.1 * old)}'
}

grown() {  # a CSV of now
  local name
  while read -r name; do
    was_cells=$(field "$name" 4) was_path=$(field "$name" 9)
    now_cells=$(rows=$1 field "$name" 4) now_path=$(rows=$1 field "$name" 9)
    if [ -z "$now_cells" ]; then
      count no "$name: was not synthesized"
    elif more "$was_cells" "$now_cells"; then
      count no "$name: $now_cells cells, $was_cells in $rows"
    elif more "$was_path" "$now_path"; then
      count no "$name: a path of $now_path ns, $was_path in $rows"
    else
      count yes
    fi
  done < <(sed 's/ |.*//' <<<"$list")
}

close_up() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}

case ${1:-} in
  same)
    same
    close_up ;;
  grown)
    largest=${2:-}
    [[ $largest =~ ^[0-9]*$ ]] || { echo "cells are '$largest'; they must be a number" >&2; exit 2; }
    need_tools
    new=$(mktemp) && { echo "$heading"; all_rows; } >"$new"
    grown "$new"
    rm -f "$new"
    close_up ;;
  paths)
    need_tools
    line=$(shapes | grep -F -- "${2:-no shape} |" | head -n 1)
    [ -n "$line" ] || { echo "paths is '${2:-}'; it must be one of:"; shapes | sed 's/ |.*//; s/^/  /'; exit 2; } >&2
    folder=$(mktemp -d) && root=$PWD
    read -r -a words <<<"${line#*| }"
    (cd "$folder" && synthesize "$root" "${words[@]}" && cat path.txt) || {
      cat "$folder"/yosys.out "$folder"/sta.err "$folder"/path.txt >&2
      failed=1
    }
    rm -rf "$folder"
    [ "$failed" = 0 ]
    exit ;;
  '' | kept | changed)
    need_tools
    [ "${1:-}" != kept ] || export only_kept=yes
    [ "${1:-}" != changed ] || export only_changed=yes
    new=$(mktemp) && { echo "$heading"; all_rows; } >"$new"
    [ ! -e "$rows" ] || grown "$new"
    failed=0 passed=$(($(wc -l <"$new") - 1))
    if [ "${1:-}" != kept ] && [ "$passed" != "$(shapes | wc -l)" ]; then failed=1; close_up; fi
    mkdir -p "$(dirname "$rows")" && mv "$new" "$rows" && chmod 644 "$rows"
    table "$rows" >"$rows.table"
    sed -i -e '/^<!-- table -->$/,/^<!-- end -->$/{//!d}' -e "/^<!-- table -->\$/r $rows.table" "$page"
    rm -f "$rows.table"
    sed -n '/^<!-- table -->$/,/^<!-- end -->$/p' "$page" | sed '1d;$d'
    close_up ;;
  *)
    echo "usage: $0 [same|kept|changed|grown [CELLS]|paths SHAPE]" >&2
    exit 2 ;;
esac
# SPDX-License-Identifier: MIT
