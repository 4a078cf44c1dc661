#!/usr/bin/env bash
# docs/registers.md is what the state lists say, and names every entry of every list;
# docs/collectives.md describes the collectives and schemes that there are, docs/traffic.md the
# patterns of traffic, docs/topologies.md the families of topologies.
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
# The rows of the table of schemes; a collective that is not written is that of the row before.
described() {
  awk -F ' *[|] *' '/^## /{on = /Schemes/} !on || NF < 5 || $3 ~ /^(scheme|---)$/ {next}
    $2 != "" {name = $2} {n = split(name, one, ", "); for (i = 1; i <= n; i++) print one[i], $3}' \
    docs/collectives.md | sort
}
collectives() {
  diff <(described) <("${NOCSTEP:-build/nocstep}" list collectives --json - |
    jq -r '.collectives[] | .name + " " + .schemes[].name' | sort)
}
# The rows of the table of patterns.
patterns() {
  diff <(sed -n '/^## Patterns/,/^## Load/s/^| `\([a-z-]*\)` |.*/\1/p' docs/traffic.md) \
    <("${NOCSTEP:-build/nocstep}" list traffic --json - | jq -r '.traffic[].name')
}
check "docs/traffic.md: other patterns than nocstep list" patterns
check "docs/collectives.md: other schemes than nocstep list" collectives
nocstep=${NOCSTEP:-build/nocstep}
families() {
  local name
  for name in $("$nocstep" list topologies --json - | jq -r '.topologies[].name'); do
    grep -q "^| .*\`$name:" docs/topologies.md || { echo "$name"; return 1; }
  done
}
check "a family of topologies is missing in docs/topologies.md" families
check "docs/registers.md is out of date: docs/registers.sh > docs/registers.md" same
check "an entry of a state list is missing in docs/registers.md" complete
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
