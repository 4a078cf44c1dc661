#!/usr/bin/env bash
# Reads the inputs tests/fuzz/corpus_X again with the target fuzz_X, without libFuzzer: what fuzzing once
# reached, and what it once found, stays right. Ends with "N passed, N failed", an input each.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${NOCSTEP_BUILD:-$here/../../build}")
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

for source in "$here"/fuzz_*.c*; do
  name=$(basename "${source%.*}")
  inputs=("$here/corpus_${name#fuzz_}"/*)
  # An alarm ends what does not end by itself; it is said like any other failure.
  if timeout 6000 "$build/tests/fuzz/$name" "${inputs[@]}" >"$log" 2>&1 &&
      [ "$(tail -n 1 "$log")" = "${#inputs[@]} inputs" ]; then
    passed=$((passed + ${#inputs[@]}))
  else
    failed=$((failed + 1))
    echo "FAIL  $name stopped at $(grep -n "^$here/corpus_" "$log" | tail -n 1 | cut -d : -f 2-)"
    tail -n 20 "$log"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
