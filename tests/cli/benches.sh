# benches -- sourced behind common.sh by the tests of benches in C++ (tests/stream, tests/clock,
# tests/idle): results that are kept, faults that a bench finds, bugs that are planted in the RTL.
#
#   once NAME COMMAND..           holds, unless it held with these sources and tools before
#   fails_with PATTERN COMMAND..  ends with status 1, and says "FAILED: " and something like this
#   plant FILE FROM TO            copy/rtl, the RTL with this edit of one line
#   stops TOP OPTION..            elaboration stops with a module's own words, which it prints
#
# The caller sets `topic`, `sources` and `tools` (what a result depends on), and has `built`, which
# makes a bench.
# shellcheck shell=bash disable=SC2154  # those of the caller, and of common.sh
export NOCSTEP_BUILD=${NOCSTEP_BUILD:-$source_tree/build}
# shellcheck source=tests/kept.sh
. "$source_tree/tests/kept.sh"
rtl=$source_tree/rtl

once() {
  local name=$1 key
  shift
  key=$(kept_key "$topic $name $*" "$(declare -f "$1" built fails_with plant)" "$tools" --code "${sources[@]}")
  if kept_has "$key"; then verdict "$name (kept)" yes; return; fi
  if "$@" >check.log 2>&1; then verdict "$name" yes; kept_put "$key"; else
    verdict "$name" no "$(tail -n 3 check.log | head -c 400)"
  fi
}

fails_with() {
  local pattern=$1
  shift
  within 100 "$@" >found
  [ $? -eq 1 ] && cat found && grep -Eq "^FAILED: .*($pattern)" found
}

plant() {
  rm -rf planted copy && mkdir copy && cp -r "$rtl" copy/
  sed -i "s#$2#$3#" "copy/rtl/$1"
  [ "$(diff "$rtl/$1" "copy/rtl/$1" | grep -c '^>')" -eq 1 ] || { echo "planted nothing"; return 1; }
}

stops() {
  verilator --lint-only -F "$rtl/nocstep.f" --top-module "$@" 2>&1 | grep USERERROR
}
