#!/usr/bin/env bash
# Seeks inputs that break a parser, with libFuzzer under the address and undefined-behaviour sanitizers:
#
#   test_fuzz.sh            all targets fuzz_*, FUZZ_SECONDS each (60), as many at a time as cores
#   test_fuzz.sh NAME..     fuzz_NAME of these
#   MERGE=1 test_fuzz.sh    writes the committed corpus anew instead: inputs with a name of their own stay,
#                           and of those that were found, here and so far (BUILD/fuzz), the fewest
#                           that reach all that they reach; they are called by a hash
#
# Each begins with its committed corpus (corpus_NAME) and what it has found before, which stays in
# BUILD/fuzz/NAME/corpus; an input that breaks a target is left beside it, as crash-* or timeout-*. A line
# a target says how many inputs it has read, and how much of the code (edges; features, which count
# how often as well) they reach. Ends with "N passed, N failed", a target each.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${NOCSTEP_BUILD:-$root/build}
mkdir -p "$build/fuzz"
build=$(realpath "$build")
export here work=$build/fuzz seconds=${FUZZ_SECONDS:-60}
export programs=$work/build/tests/fuzz
jobs=${JOBS:-$(nproc)}
# Inputs above this are not committed, and longer ones are not sought.
export LARGEST=4096

# The objects once for all targets, apart from those of gcc. The golden components parse nothing.
build_targets() {
  make -C "$root" -j "$jobs" BUILD="$work/build" CC=clang CXX=clang++ WARNINGS=-w \
    CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' \
    COMPONENT_C='-O0 -fno-sanitize=all' FUZZ_DRIVER= FUZZ_LINK=-fsanitize=fuzzer fuzzers >"$work/make.log" 2>&1
}

# The last numbers of a log: "1234 inputs, 567 edges, 890 features".
figures() {
  awk '/^stat::number_of_executed_units/ {inputs = $2}
    {for (i = 1; i < NF; i++) {if ($i == "cov:") edges = $(i + 1); if ($i == "ft:") features = $(i + 1)}}
    END {printf "%d inputs, %d edges, %d features", inputs, edges, features}' "$1"
}

# Target $1, in its own folder: fuzzers leave what they find where they are.
fuzz() {
  local name=$1 dictionary=()
  mkdir -p "$work/$name/corpus"
  [ -f "$here/$name.dict" ] && dictionary=("-dict=$here/$name.dict")
  if (cd "$work/$name" && "$programs/fuzz_$name" "-max_total_time=$seconds" "-max_len=$LARGEST" \
      -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 "${dictionary[@]}" corpus \
      "$here/corpus_$name") >"$work/$name/run.log" 2>&1; then
    printf 'ok    %-14s %s\n' "$name" "$(figures "$work/$name/run.log")"
  else
    printf 'FAIL  %-14s see %s\n' "$name" "$work/$name/run.log"
    grep -m 3 -E '^(SUMMARY|Test unit|artifact_prefix)|ERROR:|runtime error:' "$work/$name/run.log"
  fi
}

# Inputs of the first folder stay there. Inputs that take long, such as the largest networks, are
# left out.
merge() {
  local name=$1 new=$work/$1/merged
  rm -rf "$new" && mkdir -p "$new" "$work/$name/corpus"
  find "$work/$name/corpus" -type f -size +"${LARGEST}c" -delete
  find "$here/corpus_$name" -type f -regextype posix-extended -not -regex '.*/[0-9a-f]{40}' -exec cp -t "$new" {} +
  if (cd "$work/$name" && "$programs/fuzz_$name" -set_cover_merge=1 -timeout=3 -rss_limit_mb=2048 "$new" \
      "$here/corpus_$name" corpus) >"$work/$name/merge.log" 2>&1; then
    rm -rf "$here/corpus_$name"
    mv "$new" "$here/corpus_$name"
    printf 'ok    %-14s %d inputs, %d bytes\n' "$name" "$(find "$here/corpus_$name" -type f | wc -l)" \
      "$(cat "$here/corpus_$name"/* | wc -c)"
  else
    printf 'FAIL  %-14s see %s\n' "$name" "$work/$name/merge.log"
  fi
}
export -f figures fuzz merge

if ! build_targets; then
  tail -n 5 "$work/make.log"
  echo "the fuzz targets cannot be built"
  echo "0 passed, 1 failed"
  exit 1
fi
[ $# -gt 0 ] || mapfile -t names < <(cd "$here" && ls fuzz_*.c* | sed 's/^fuzz_//; s/\.c.*$//')
[ $# -eq 0 ] || names=("$@")
what=fuzz
if [ "${MERGE:-0}" = 1 ]; then what=merge; fi
results=$(mktemp)
trap 'rm -f "$results"' EXIT
printf '%s\n' "${names[@]}" |
  xargs -P "$jobs" -I{} bash -c 'set -u; "$0" {}' "$what" | tee "$results"
passed=$(grep -c '^ok' "$results")
failed=$((${#names[@]} - passed))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
