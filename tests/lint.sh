#!/usr/bin/env bash
# make lint: every checker over everything it can read. `tests/lint.sh quick`, part of `make test`,
# leaves out clang-tidy, cppcheck while it has no cache, and the RTL, which has a test of its own. What a checker found clean is kept
# by content (tests/kept.sh). `tests/lint.sh quick lengths twins` are these alone, by the names of their
# functions. Prints a line per checker; ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 3
export NOCSTEP_BUILD=${NOCSTEP_BUILD:-build}
mkdir -p "$NOCSTEP_BUILD"
# shellcheck source=tests/kept.sh
. tests/kept.sh
log=$(mktemp "$NOCSTEP_BUILD/lint.XXXXXX")
trap 'rm -f "$log"' EXIT
passed=0 failed=0
only=("${@:2}")
check() {
  local name=$1 start=$SECONDS
  shift
  [ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " = *" $1 "* ]] || return 0
  if "$@" >"$log" 2>&1; then
    printf '  ok    %-28s %4d s\n' "$name" $((SECONDS - start))
    passed=$((passed + 1))
  else
    echo "  FAIL  $name"
    { grep -E "error:|FAILED" "$log" || cat "$log"; } | head -n 40 | sed 's/^/        /'
    failed=$((failed + 1))
  fi
}
# Not git ls-files: a file is checked before it is added.
all() {
  find csim tb tests docs rtl -type f \( "$@" \) | sort
}
mapfile -t c_sources < <(all -name '*.c')
mapfile -t headers < <(all -name '*.h' -not -path '*/systemc/*')
mapfile -t all_c < <(all -name '*.c' -o -name '*.h' -o -name '*.cpp')
include=(-Icsim -Itb -Itests "-isystem$(verilator --getenv VERILATOR_ROOT)/include/gtkwave")

# Those of the SystemC modules, where there is SystemC.
mapfile -t systemc < <(pkg-config --exists systemc && find tb/systemc tests/systemc -name '*.cpp' -o -name '*.h' | grep -v /platform/ | sort)
systemc_flags=(-std=c++17 -D_GNU_SOURCE -Icsim -Icsim/sim -Itb -Itb/systemc -Itests)
# pkg-config leaves out /usr/include, which must not come before the headers of C++.
mapfile -t -O "${#systemc_flags[@]}" systemc_flags < <(pkg-config --cflags-only-I systemc 2>/dev/null | tr ' ' '\n' | sed -n 's/^-I/-isystem/p')

# each WHAT TOOL FILE...: runs one_WHAT on each file, unless it and all that it includes passed.
each() {
  local what=$1
  export what way include_text=${include[*]}
  way=$(declare -f "one_$what")$(tools_version "$2" gcc)$include_text$(cat .clang-tidy)
  shift 2
  printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -n 8 bash -c 'each_of "$@"' _
}
each_of() {
  local file key files=() bad=0
  for file in "$@"; do
    mapfile -t files < <(c_files "$file")
    key=$(kept_key "lint $what $file" "$way" -- "${files[@]}")
    if kept_has "$key"; then continue; fi
    if "one_$what" "$file"; then kept_put "$key"; else bad=1; fi
  done
  return "$bad"
}
one_gcc() {
  # shellcheck disable=SC2086  # a list
  gcc -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
    -fsyntax-only $include_text "$1"
}
one_tidy() {
  # shellcheck disable=SC2086  # a list
  clang-tidy --quiet "$1" -- -std=c17 -D_GNU_SOURCE $include_text 2>/dev/null
}
# A header compiles alone.
one_header() {
  # shellcheck disable=SC2086  # a list
  gcc -std=c17 -D_GNU_SOURCE -w -fsyntax-only -x c $include_text "$1"
}
export -f each_of one_gcc one_tidy one_header

# The build compiles with all warnings and keeps them beside each object; this reads them there.
warnings() {
  local file object missing=()
  for file in "${c_sources[@]}"; do
    object=$NOCSTEP_BUILD/obj/${file%.c}
    case $file in tests/fuzz/*) continue ;; esac
    if [ ! -e "$object.warnings" ] || [ "$object.warnings" -ot "$file" ]; then
      missing+=("$file")
    elif [ -s "$object.warnings" ]; then
      cat "$object.warnings"
      return 1
    fi
  done
  [ ${#missing[@]} -eq 0 ] || each gcc gcc "${missing[@]}"
}
# The same of the SystemC modules; and their headers compile alone.
systemc_warnings() {
  local file object bad=0
  # The modules are compiled as two objects; what one of them lacks by itself is seen below.
  for file in "$NOCSTEP_BUILD"/obj/tb/systemc/all_*.warnings; do
    if [ -s "$file" ]; then cat "$file"; bad=1; fi
  done
  for file in "${systemc[@]}"; do
    object=$NOCSTEP_BUILD/obj/${file%.cpp}
    if [ -e "$object.warnings" ] && [ ! "$object.warnings" -ot "$file" ]; then
      if [ -s "$object.warnings" ]; then cat "$object.warnings"; bad=1; fi
    elif [ "${1:-all}" != quick ]; then
      g++ "${systemc_flags[@]}" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -x c++ "$file" || bad=1
    fi
  done
  return "$bad"
}
# The last words that a state list is packed into are followed by none.
cpp_check() {
  mkdir -p "$NOCSTEP_BUILD/cppcheck"
  cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr --cppcheck-build-dir="$NOCSTEP_BUILD/cppcheck" \
    --enable=warning,performance,portability --suppress=missingIncludeSystem \
    --suppress='uselessAssignmentPtrArg:*.def' -j "$(nproc)" \
    -D_GNU_SOURCE -Icsim -Itb -Itests csim tb
}
# Lines have up to 100 columns; files have fewer than 600 lines, those of tests, which are lists of
# cases, fewer than 650.
lengths() {
  local bad=0
  all -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.sv' -o -name '*.def' -o -name '*.sh' |
    xargs awk '
      {l[FILENAME]++; if (length($0) > 100 && FILENAME !~ /\.sh$/) {print FILENAME ":" FNR ": " length($0) " columns"; bad = 1}}
      END {for (f in l) if (l[f] >= (f ~ /^tests/ ? 650 : 600)) {print f ": " l[f] " lines"; bad = 1}; exit bad}' || bad=1
  return "$bad"
}
# A comment says who does what; those that begin with these words leave that to be guessed.
comments() {
  ! all -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.sv' -o -name '*.def' -o -name '*.sh' |
    xargs grep -nE '(^|[;{},(] *) *(//|#) *(Of|With|Without|What|Behind) '
}
# As an arm of a choice '1 is all ones to Verilator and one bit to Yosys 0.23, which says nothing.
ones() {
  ! all -name '*.sv' | xargs grep -nE "[?:] *'1[^0-9a-z]"
}
# An instance with a pin that is a literal without a width makes Yosys 0.23 read its module a second
# time, and fail an assertion of its own if `hierarchy -chparam` has set parameters, as proofs do. A
# line may name a reason.
pins() {
  ! grep -nE "\\.[a-z_0-9]+ *\('[01]\)" rtl/{router,multicast,ni,coding}/*.sv | grep -v '// no width: '
}
# The unit of a state list is there in RTL and in C, among the twins of the tests and the mutants.
twins() {
  local list unit file bad=0
  for list in csim/shape/*_state.def; do
    unit=$(basename "$list" _state.def)
    case $unit in top | *_pins) continue ;; esac  # of all whole networks; of the tops of a component
    file=$(ls rtl/*/"$unit.sv" 2>/dev/null)
    if [ -z "$file" ]; then
      echo "$list: no rtl/*/$unit.sv"; bad=1
    else
      file=${file#rtl/}
      [ -e "csim/${file%.sv}.h" ] || { echo "$list: no csim/${file%.sv}.h"; bad=1; }
    fi
    grep -qrw "X($unit)" tb/twins/twins.h || { echo "$list: not in tb/twins/twins.h"; bad=1; }
    grep -qw "$unit" tests/mutation/test_mutation.sh || { echo "$list: not in tests/mutation"; bad=1; }
  done
  return "$bad"
}
# A row of the state lists stands once, whatever counts its elements: other lists include it. A kind
# that is defined by the name of another loses its rows in shape/by_kind.def.
rows() {
  local twice
  twice=$(sed -e ':join' -e '/,$/{N;s/\n */ /;b join' -e '}' csim/shape/*.def tb/twins/*.def |
    sed -n 's/^\([A-Z_]*(.*\) BY([A-Z_, ]*),/\1/p' | sort | uniq -d)
  [ -z "$twice" ] || printf 'twice: %s\n' "$twice"
  ! grep -rnE '#define +(IN|WIRE|OUT|REG) +(IN|WIRE|OUT|REG)$' csim tb tests && [ -z "$twice" ]
}
# The folders of csim/ and tb/ include from themselves and from those before them in the table of floors.
floors() {
  local order
  order=$(sed -n '/^## Floors/,/^## The/s/^| `\([a-z]*\)` |.*/\1/p' docs/architecture.md | tr '\n' ' ')
  grep -Ho '^ *# *include "[a-z_]*/' {csim,tb}/*/*.[ch] {csim,tb}/*/*.def tb/systemc/*.cpp | sed 's/:.*"/ /; s/\/$//' |
    awk -v order="$order" '
      BEGIN {n = split(order, floor, " "); for (i = 1; i <= n; i++) at[floor[i]] = i}
      {
        split($1, path, "/")
        if (!(path[2] in at)) {print $1 ": no floor of docs/architecture.md"; bad = 1}
        else if (!($2 in at) || at[$2] > at[path[2]]) {print $1 " includes from " $2 "/"; bad = 1}
      }
      END {exit bad || NR == 0}'
}
# Every RTL file of a unit names the golden file of the unit that it is, or is a part of.
golden() {
  local file name bad=0
  for file in rtl/*/*.sv; do
    # Whole networks: csim/network. Streams and clocks: checkers of their own, tests/stream and tests/clock.
    case $file in rtl/top/* | rtl/pins/* | rtl/stream/* | rtl/clock/*) continue ;; esac
    name=$(grep -o 'csim/[a-z_]*/[a-z_0-9]*\.[ch]' "$file" | head -n 1)
    [ -n "$name" ] && [ -e "$name" ] || { echo "$file: no golden file '$name'"; bad=1; }
  done
  return "$bad"
}
rtl_usual() {
  rtl/check.sh usual | grep -v '^ok'
  return "${PIPESTATUS[0]}"
}
check "clang-format" clang-format --dry-run -Werror "${all_c[@]}"
check "gcc, all warnings" warnings
check "g++, all warnings" systemc_warnings "${1:-all}"
# 30 seconds for the first time: then it is left to make lint.
if [ "${1:-all}" != quick ] || [ -d "$NOCSTEP_BUILD/cppcheck" ]; then check "cppcheck" cpp_check; fi
check "lengths" lengths
check "comments" comments
check "choices of ones" ones
check "widths of pins" pins
check "twins" twins
check "rows of the state lists" rows
check "golden files of the RTL" golden
check "floors" floors
if [ "${1:-all}" != quick ]; then
  check "headers alone" each header gcc "${headers[@]}"
  check "clang-tidy" each tidy clang-tidy "${c_sources[@]}"
  check "verilator -Wall and Yosys" rtl_usual  # every shape: make test-long
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
