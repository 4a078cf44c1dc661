#!/usr/bin/env bash
# Mutation score of the C side: do the tests notice when the network, the hosts, the checkers or the
# figures are wrong?
#
#   test_c_mutation.sh          MUTANTS of them (400) with NOCSTEP_LONG=1, else a handful
#   test_c_mutation.sh NAME..   those whose file, function or text has one of these words
#
# ONLY (a pattern of names of tests), SLOWEST (seconds that a test may take), LISTED (the same for the
# mutants in survivors/c.txt, 3 unless told) and RESUME=1 (what was killed stays so, in the same sample)
# are for work on some of it.
#
# c_mutants lists all mutants of the sources named below (operators, conditions, constants, results,
# assignments and calls left out), takes a sample by SEED (1), and writes one copy of the sources with
# all of them in it, each picked by its number in the environment; so there is one build. Plug-ins
# come from that copy too, so that the sources may be edited meanwhile. Every test runs once with none
# picked, must pass, and says at which mutants' places it came by, and whether the mutant's value
# differed there from the original's; where a mutant has side effects, coming by is enough. A mutant
# is then given to the tests in which it differs, the fastest first, until one fails or takes several
# times as long. A mutant that lives is compiled alone: equal object code is an equivalent mutant.
#
# At least 95 % of those that differ must be killed. Each that is left must be in survivors/c.txt
# with the reason, which begins with "equal:" where a person has seen that nothing differs; it is asked
# of quick tests only, since all tests together take minutes. A line there that is killed, or no such
# mutant any more, fails as well. The test that killed a mutant is kept
# (tests/kept.sh) and asked first the next time, and those that it lived through are not asked again
# while nothing has changed: a second run takes one test a mutant. Ends with "N passed, N failed":
# the build, the tests without a mutant, the score, the list.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${NOCSTEP_BUILD:-$root/build}
build=$(realpath "$build")
export root build work=${NOCSTEP_C_MUTATION:-$build/c_mutation}
export tree=$work/tree out=$work/build
# shellcheck source=tests/kept.sh
. "$root/tests/kept.sh"
export SEED=${SEED:-1} long=${NOCSTEP_LONG:-0}
unset NOCSTEP_LONG  # the tests themselves are the quick ones
count=12
if [ "$long" = 1 ]; then count=400; fi
count=${MUTANTS:-$count}
jobs=${JOBS:-$(nproc)}
passed=0 failed=0

export NOCSTEP=$out/nocstep NOCSTEP_BUILD=$out NOCSTEP_HOME=$tree NOCSTEP_QUICK_PLUGINS=1
export NOCSTEP_PLUGINS=${NOCSTEP_PLUGINS:-$build/plugins} NOCSTEP_FIRST_FAILURE=1
flags="-isystem $(verilator --getenv VERILATOR_ROOT)/include/gtkwave"
export C_MUTANT_FLAGS=$flags

# Lists the sources that are mutated: not links_fetch.c, which only brings into the cache what is
# read soon.
sources() {
  cd "$root" && ls csim/{base,network,setup,plan,collective,workload,scenario}/*.[ch] tb/lockstep/*.[ch] \
    csim/{routing,analysis}/hops*.[ch] \
    tb/runs/{run*,simulate,curves,range}.c tb/cli/{run*,sweep*,hops*}.c | grep -v links_fetch
}

# The tests that may kill, by name: those of the mutated sources' own side. Tests of single units of the
# RTL against their golden models, of topologies, of routings and of plug-ins know nothing of what is
# mutated; those of papers, of tools and of the library's users take too long for what they add.
# test_clock links a golden model by itself, which mutants cannot be picked in.
tests() {
  cd "$tree" && ls tests/{unit,network}/test_*.c tests/cli/test_*.sh | sed 's/^tests\///; s/\.c$//' |
    grep -v -E -e 'cli/test_(lint|rtl|paper|docs|cli_input|library|tlm_platform|plugins|topo|clock|page_browser|old_processor)' \
      -e 'test_properties_planted|test_top$|network_rtl$|worm_stress' \
      -e 'unit/test_(router|network_interface|.*_allocator|.*_arbiter|injection|ejection|bypass)$' \
      -e 'unit/test_(oldest|multicast|forward_unit|xor_unit|jobs)$' \
      -e 'unit/test_(h3dm|measure|dependencies|routing.*|topology.*|multicast_ni)$' \
      -e 'unit/test_(fifo|input_unit|output_unit|crossbar|copy_crossbar|branch_unit|worm_.*|route_.*)$' |
    grep -P "${ONLY:-.}" | sort -r  # unit, network, cli
}

# The list of the sample, and the sources that have mutants; again only where something is not as it was.
take_sample() {
  local list key
  cd "$root" && mapfile -t list < <(sources)
  key=$(kept_key "sample $SEED $count" "$(tools_version clang)" -- \
    "$build/tests/mutation/c_mutants" "${list[@]}")
  if [ "$(cat "$work/sample.key" 2>/dev/null)" = "$key" ]; then return; fi
  rm -rf "$work/sample" "$work/sample.key"
  printf '%s\n' "${list[@]%/*}" | sort -u | sed "s|^|$work/sample/|" | xargs mkdir -p
  "$build/tests/mutation/c_mutants" "$root" "$SEED" "$count" "$work/sample" "${list[@]}" \
    >"$work/mutants.txt" && echo "$key" >"$work/sample.key"
}

# A copy in which only what has changed is newer.
copy_tree() {
  local next=$work/next file
  rm -rf "$next" && mkdir -p "$next" "$tree"
  (cd "$root" && tar cf - Makefile README.md csim tb tests rtl docs waves) | tar xf - -C "$next" &&
    (cd "$work/sample" && tar cf - .) | tar xf - -C "$next" || return 1
  cp "$here/c_mutant.c" "$next/csim/network/c_mutant.c"
  (cd "$next" && find . -type f -o -type l) | sort >"$work/next.txt"
  (cd "$tree" && find . -type f -o -type l) | sort | comm -13 "$work/next.txt" - |
    (cd "$tree" && xargs -r rm -f)
  while read -r file; do
    if ! cmp -s "$next/$file" "$tree/$file"; then
      mkdir -p "$tree/${file%/*}" && cp -a "$next/$file" "$tree/$file" && touch "$tree/$file"
    fi
  done <"$work/next.txt"
  rm -rf "$next"
  touch -d @0 "$tree/Makefile"  # it makes nothing else out of the same source
  ln -sfn tree/tests "$work/tests"  # where the program looks for the project's scenarios
}

build_tree() {
  local programs
  mapfile -t programs < <(tests | grep -v '^cli' | sed "s|^|$out/tests/|")
  make -C "$tree" -j "$jobs" BUILD="$out" WARNINGS=-w CFLAGS='-O1 -include mutation/c_mutant.h' \
    "$out/nocstep" "${programs[@]}" >"$work/make.log" 2>&1
}

command_of() {
  case $1 in
    cli/*) echo "$tree/tests/$1" ;;
    *) echo "$out/tests/$1" ;;
  esac
}
path_of() {
  echo "$work/$1/${2//\//_}$3"
}

# Runs test $1, each of its processes for $2 seconds of the processor at most, so that a busy machine
# kills no mutant; by the clock, for what only waits, ten times that. Its process group is gone in the
# end.
run_test() {
  local group status=0
  # Nothing that a test leaves behind keeps the lock (9). timeout leads a process group of its own.
  (cd "$tree" && ulimit -v 8000000 && ulimit -f 2000000 && ulimit -c 0 && ulimit -t "$2" &&
     exec timeout -k 2 $((10 * $2)) "$(command_of "$1")") >"$3" 2>&1 </dev/null 9>&- &
  group=$!
  wait "$group" || status=$?
  kill -KILL -- "-$group" 2>>"$3"
  return "$status"
}

# Finds out which mutants differ in test $1, how long it takes, and whether it passes with no mutant.
reach() {
  local name=$1 map key start status=0
  map=$(path_of reach "$name" .map)
  key=$(kept_key "differs" -- "$(command_of "$name")" "$NOCSTEP" "$work/mutants.txt" \
    "$tree/tests/cli/common.sh")
  if [ -e "$map" ] && [ "$(cat "$map.key" 2>/dev/null)" = "$key" ]; then return; fi
  head -c $(($(wc -l <"$work/mutants.txt") + 1)) /dev/zero >"$map.new"
  start=$(date +%s%N)
  C_MUTANT_REACHED=$map.new run_test "$name" 600 "$map.log" || status=$?
  if [ "$status" -ne 0 ]; then
    echo "  fails with no mutant: $name (status $status): $(grep -m 1 -E 'FAIL|ERROR|Error' "$map.log")"
    return
  fi
  echo $((($(date +%s%N) - start) / 1000000)) >"$map.time"
  od -An -v -w1 -t u1 "$map.new" | awk '$1 == 3 {print NR - 1}' >"$map.list"
  mv "$map.new" "$map"
  echo "$key" >"$map.key"
}

# The tests in which mutant $1 differs, the fastest first; the one that killed it before, under key $2, in front.
killers() {
  if kept_has "$2"; then kept_text "$2"; fi
  awk -v n="$1" -v most="$(grep -q -x "$1" "$work/listed.numbers" && echo "${LISTED:-3}000" || echo 1e9)" \
    '$1 == n && $2 <= most {print $3}' "$work/reached.txt"
}

# One mutant: a line in results.txt. A test that it has lived through is not asked again while test,
# program and sample are as they were.
try_mutant() {
  local number=$1 name key lived test limit status
  name=$(sed -n "${number}p" "$work/mutants.txt" | cut -f 2- | sed 's/:[0-9]*\t/\t/')
  key=$(kept_key "killer of a mutant of the C side" "$name" --)
  killers "$number" "$key" | awk '!seen[$0]++' >"$work/asked_$number"
  while read -r test; do
    lived=$(kept_key "lived" "$name" "$test" "$(cat "$(path_of reach "$test" .map.key)" 2>/dev/null)" --)
    if kept_has "$lived"; then continue; fi
    limit=$(awk -v t="$(cat "$(path_of reach "$test" .map.time)" 2>/dev/null || echo 0)" \
      'BEGIN {printf "%d", 10 + 5 * t / 1000}')
    status=0
    { C_MUTANT=$number run_test "$test" "$limit" "$work/log_$number"; } 2>/dev/null || status=$?
    if [ "$status" -ne 0 ]; then
      printf 'killed\t%s\t%s\t%s\n' "$number" "$test" "$status" >>"$work/results.txt"
      kept_put "$key" "$test"
      rm -f "$work/log_$number" "$work/asked_$number"
      return
    fi
    kept_put "$lived"
  done <"$work/asked_$number"
  rm -f "$work/log_$number" "$work/asked_$number"
  if equal_code "$number"; then
    printf 'equal\t%s\n' "$number" >>"$work/results.txt"
  else
    printf 'left\t%s\n' "$number" >>"$work/results.txt"
  fi
}

# The files that mutant $1 is in give the same object code with it and without.
equal_code() {
  local number=$1 file users user picked
  file=$(sed -n "${number}p" "$work/mutants.txt" | cut -f 2 | sed 's/:.*//')
  users=$file
  if [[ $file == *.h ]]; then
    users=$(cd "$out/obj" && grep -l -r --include='*.d' -E "(^|[ /])$file" csim tb | sed 's/\.d$/.c/')
  fi
  for user in $users; do
    for picked in 0 "$number"; do
      # shellcheck disable=SC2086  # flags
      (cd "$tree" && gcc -std=c17 -D_GNU_SOURCE -w -O2 -Icsim -Itb -Itests $C_MUTANT_FLAGS \
        -DC_MUTANT_ALONE="$picked" -include mutation/c_mutant.h -c -o "$work/alone_$number.$picked" "$user") \
        >/dev/null 2>&1 || return 1
    done
    if ! cmp -s "$work/alone_$number.0" "$work/alone_$number.$number"; then
      rm -f "$work/alone_$number".*
      return 1
    fi
  done
  rm -f "$work/alone_$number".*
}

# Numbers of the mutants that have one of the words, or of all.
chosen() {
  local words=("$@") word
  if [ $# -eq 0 ]; then cut -f 1 "$work/mutants.txt"; fi
  for word in "${words[@]}"; do grep -F -- "$word" "$work/mutants.txt" | cut -f 1; done | sort -un
}

verdict() {
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL  $1"; fi
}

# The list with the reasons, and the numbers of those that it has.
read_survivors() {
  grep -v '^#' "$here/survivors/c.txt" | sort >"$work/listed.txt"
  cut -f 2- "$work/mutants.txt" | sed 's/:[0-9]*\t/\t/' |
    awk 'NR == FNR {listed[$0] = 1; next} $0 in listed {print FNR}' "$work/listed.txt" - \
      >"$work/listed.numbers"
}

# Those that are left, against the list with the reasons.
check_survivors() {
  touch "$work/left.txt"
  awk -F '\t' '$1 == "left" {print $2}' "$work/results.txt" | sort -n | while read -r number; do
    sed -n "${number}p" "$work/mutants.txt" | cut -f 2- | sed 's/:[0-9]*\t/\t/'
  done | sort >"$work/left.txt"
  comm -23 "$work/left.txt" "$work/listed.txt" |
    sed 's/^/  lives, no reason in survivors: /' | tee "$work/unlisted.txt"
  comm -13 "$work/left.txt" "$work/listed.txt" |
    sed 's/^/  in survivors, but killed, equal or gone: /' >"$work/gone.txt"
  if [ "$whole" = yes ]; then cat "$work/gone.txt"; else : >"$work/gone.txt"; fi
  [ ! -s "$work/unlisted.txt" ] && [ ! -s "$work/gone.txt" ]
}

score() {
  local argued=0
  if [ -s "$work/left.txt" ]; then
    argued=$(awk '/^#/ {equal = /^# equal: /; next} equal' "$here/survivors/c.txt" |
      grep -c -x -F -f "$work/left.txt")
  fi
  awk -F '\t' -v all="$1" -v argued="$argued" '{n[$1]++} END {
    n["equal"] += argued
    n["left"] -= argued
    differ = all - n["equal"]
    printf "score: C side: %d of %d mutants that differ killed, %.1f %% (%d of %d equal, %d left)\n",
      n["killed"], differ, 100 * n["killed"] / (differ > 0 ? differ : 1), n["equal"], all, n["left"]
    exit !(n["killed"] >= 0.95 * differ)}' "$work/results.txt"
}

export -f run_test command_of path_of reach killers try_mutant equal_code

main() {
  mkdir -p "$work/reach"
  exec 9>"$work/lock"
  flock 9
  if ! (take_sample) || ! copy_tree || ! build_tree; then
    tail -n 5 "$work/make.log" 2>/dev/null
    echo "the sources with mutants cannot be built"
    echo "0 passed, 1 failed"
    return 1
  fi
  passed=1
  tests | xargs -P "$jobs" -I{} bash -c 'set -u; reach {}' | tee "$work/reach.log"
  verdict "all tests pass with no mutant" "$([ ! -s "$work/reach.log" ]; echo $?)"
  tests | while read -r name; do
    map=$(path_of reach "$name" .map)
    if [ -e "$map.list" ] && [ "$(cat "$map.time")" -le $((${SLOWEST:-600} * 1000)) ]; then
      awk -v t="$(cat "$map.time")" -v name="$name" '{print $1, t, name}' "$map.list"
    fi
  done | sort -k 1n,1 -k 2n,2 >"$work/reached.txt"
  read_survivors
  mapfile -t numbers < <(chosen "$@")
  if [ "${RESUME:-0}" = 1 ]; then  # of the same sample, by hand: what was killed stays so
    sed -i "/^killed/!d" "$work/results.txt"
  else
    : >"$work/results.txt"
  fi
  printf "%s\n" "${numbers[@]}" | grep -v -x -F "$(cut -f 2 "$work/results.txt")" |
    xargs -P "$jobs" -I{} bash -c "set -u; try_mutant {}"
  whole=no
  if [ $# -eq 0 ] && [ "$count" -ge 300 ] && [ "$SEED" = 1 ]; then whole=yes; fi
  check_survivors
  verdict "survivors" $?
  score "${#numbers[@]}"
  verdict "score" $?
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

main "$@"
