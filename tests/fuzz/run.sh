#!/usr/bin/env bash
# Fuzzes every parser for FUZZ_SECONDS (60) with libFuzzer under ASan and UBSan: run.sh BUILD.
# New inputs stay in BUILD/fuzz; a crash leaves its input there. Ends with "N passed, N failed".
set -u
build=${1:-build}
seconds=${FUZZ_SECONDS:-60}
passed=0 failed=0
mkdir -p "$build/fuzz"
for source in tests/fuzz/fuzz_*.c; do
  name=$(basename "$source" .c)
  work=$build/fuzz/$name
  mkdir -p "$work/corpus"
  cp -n "tests/fuzz/corpus_${name#fuzz_}"/* "$work/corpus/" 2>/dev/null
  dictionary=()
  [ -f "tests/fuzz/${name#fuzz_}.dict" ] && dictionary=("-dict=$PWD/tests/fuzz/${name#fuzz_}.dict")
  if clang -std=c17 -D_GNU_SOURCE -O1 -g -fsanitize=fuzzer,address,undefined \
      -fno-sanitize-recover=all -Icsim -Itb -o "$work/$name" "$source" csim/*/*.c \
      -ligraph -lyaml -ljansson -lz -lm >"$work/build.log" 2>&1 &&
    (cd "$work" && "./$name" "-max_total_time=$seconds" -max_len=8192 -timeout=10 \
      -rss_limit_mb=2048 -print_final_stats=1 "${dictionary[@]}" corpus) \
      >"$work/run.log" 2>&1; then
    echo "  ok    $name  $(sed -n 's/^stat::number_of_executed_units: */inputs /p' "$work/run.log")"
    passed=$((passed + 1))
  else
    echo "  FAIL  $name, see $work/build.log and run.log"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
