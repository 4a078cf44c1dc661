#!/usr/bin/env bash
# Runs by several threads, under the thread sanitizer of gcc: the program is built into BUILD/races and
# cli/test_threads runs it. Results alone do not show a race: it may give the right ones for months.
#
# Plug-ins are those of other tests, not sanitized: no two threads are in the same one's model.
#
# Ends with "N passed, N failed": the build, a planted race that is seen, the tests, no report.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${NOCSTEP_BUILD:-$root/build}
out=$build/races
reports=$out/reports
passed=0 failed=0
mkdir -p "$out" && rm -rf "$reports" && mkdir "$reports" && out=$(realpath "$out") && reports=$out/reports
export NOCSTEP_HOME=$root NOCSTEP_SANITIZED=$reports

verdict() {
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL  $1"; fi
}

watched() {
  TSAN_OPTIONS="exitcode=66:log_path=$reports/report" "$@"
}

# Two threads that add to one number, built as the program is, leave a report.
planted() {
  cat >"$out/planted.c" <<'END'
#include <pthread.h>
static volatile int sum;
static void *work(void *arg) { for (int i = 0; i < 1000; i++) sum++; return arg; }
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
  return pthread_join(other, NULL);
}
END
  gcc -fsanitize=thread -O1 -w -o "$out/planted" "$out/planted.c" || return 1
  watched "$out/planted" >"$out/planted.log" 2>&1
  [ $? = 66 ] && [ -n "$(ls "$reports")" ]
  local seen=$?
  rm -f "$reports"/*
  return $seen
}

if ! make -C "$root" -j "${JOBS:-$(nproc)}" BUILD="$out" CC='gcc -fsanitize=thread' CXX='g++ -fsanitize=thread' \
  CFLAGS='-O1 -g1' "$out/nocstep" >"$out/make.log" 2>&1; then
  tail -n 20 "$out/make.log"
  echo "0 passed, 1 failed"
  exit 1
fi
passed=1
planted
verdict "a planted race is seen" $?
NOCSTEP=$out/nocstep watched "$root/tests/cli/test_threads.sh" >"$out/tests.log" 2>&1
verdict "cli/test_threads" $?
grep '^FAIL' "$out/tests.log"
grep -h '^SUMMARY' "$reports"/* 2>/dev/null | sort | uniq -c | sort -rn | head -n 20
verdict "no report in $reports" "$([ -z "$(ls "$reports")" ]; echo $?)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
