#!/usr/bin/env bash
# docs/registers.md is what the state lists say, and names every entry of every list.
set -u
cd "$(dirname "$0")/../.." || exit 3
passed=0 failed=0
check() {
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL: $1"; fi
}
same() {
  diff docs/registers.md <(docs/registers.sh)
}
complete() {
  [ "$(grep -hcE '^(IN|OUT|WIRE|REG)\(' csim/*/*_state.def | awk '{n += $1} END {print n}')" = \
    "$(docs/registers.sh | grep -cE '^\| (IN|OUT|WIRE|REG) ')" ]
}
check "docs/registers.md is out of date: docs/registers.sh > docs/registers.md" same
check "an entry of a state list is missing in docs/registers.md" complete
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
