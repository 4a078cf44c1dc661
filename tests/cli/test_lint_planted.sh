#!/usr/bin/env bash
# Each of lint's own checkers finds what it is for, planted in a copy of the sources, and names the file.
# Tools of others (clang-format, cppcheck, clang-tidy) are not tried. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
mkdir copy
for folder in csim tb tests docs rtl; do cp -r "$source_tree/$folder" copy/; done
cp "$source_tree/.clang-tidy" copy/

# lint CHECKER...: status in rc, output in out.
lint() {
  NOCSTEP_BUILD=$work/build copy/tests/lint.sh quick "$@" >out 2>&1
  rc=$?
}

own=(lengths comments ones pins twins rows golden floors)
lint "${own[@]}"
holds "the sources as they are: $(grep -m 1 -A 1 FAIL out | tail -n 1)" grep -qx "${#own[@]} passed, 0 failed" out
lint no_checker
holds "a checker that there is not" test "$rc" -ne 0

# All are planted at once, since each checker names all that it finds.
expected=()
# plant CHECKER FILE TEXT [SAYS]: TEXT behind the last line of the file, which the checker then names, or
# says SAYS.
plant() {
  printf '%s\n' "$3" >>"copy/$2"
  expected+=("$1|${4:-$2}")
}

# alter CHECKER FILE FROM TO [SAYS]
alter() {
  sed -i "s|$3|$4|" "copy/$2"
  expected+=("$1|${5:-$2}")
}

wide=$(printf '// %098d' 0)
plant lengths csim/base/error.h "$wide" 'error.h:[0-9]*: 101 columns'
plant lengths rtl/router/crossbar.sv "$wide" 'crossbar.sv:[0-9]*: 101 columns'
plant lengths csim/base/error.c "$(yes '' | head -n 600; echo ';')" 'error.c: 6[0-9]* lines'
first="With"
plant comments csim/base/error.c "// $first a lock" "error.c:[0-9]*:// $first"
plant comments rtl/router/crossbar.sv "// $first a lock" "crossbar.sv:[0-9]*:// $first"
plant comments tests/kept.sh "# $first a lock" "kept.sh:[0-9]*:# $first"
plant ones rtl/router/crossbar.sv "assign x = a ? b : '1;" "crossbar.sv:[0-9]*:.*: '1"
plant ones rtl/router/crossbar.sv "assign x = a ? '1 : b;" "crossbar.sv:[0-9]*:.*? '1"
plant pins rtl/router/crossbar.sv "  fifo u_fifo (.late_bits_i('0));" "crossbar.sv:[0-9]*:.*late_bits_i"
plant twins csim/shape/other_state.def 'REG(other, uint8_t, 1, BY(ONE), "b", "of no unit")' 'other_state.def: no rtl'
alter twins tb/twins/twins.h 'X(fifo)' 'X(another)' 'fifo_state.def: not in tb/twins'
rm copy/csim/router/crossbar.h
expected+=('twins|no csim/router/crossbar.h')
row=$(grep -m 1 '^REG(.*);*$' copy/csim/shape/fifo_state.def)
plant rows csim/shape/xor_unit_state.def "$row" "twice: ${row%%,*}"
plant rows tb/lockstep/report.h '#define OUT IN' 'report.h:[0-9]*:#define OUT IN'
alter golden rtl/router/fifo.sv 'csim/[a-z_]*/[a-z_0-9]*\.[ch]' 'no file' 'rtl/router/fifo.sv: no golden file'
plant golden rtl/router/another.sv '// golden model: csim/router/another.c' 'rtl/router/another.sv: no golden file'
plant floors csim/base/error.c '#include "sim/nocstep.h"' 'csim/base/error.c includes from sim/'
plant floors tb/dut/files.c '#include "cli/cli.h"' 'tb/dut/files.c includes from cli/'
mkdir copy/csim/attic
plant floors csim/attic/attic.c '#include "base/error.h"' 'csim/attic/attic.c: no floor'
lint "${own[@]}"
for pair in "${expected[@]}"; do
  holds "${pair%%|*}: ${pair#*|}" grep -q -- "${pair#*|}" out
done
holds "each of them fails" grep -qx "0 passed, ${#own[@]} failed" out

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
