#!/usr/bin/env bash
# docs/registers.md is what the state lists say, and names every entry of every list;
# docs/microarchitecture.md has no other parameters than csim/shape/parameters.def;
# docs/collectives.md describes the collectives and schemes that there are, docs/traffic.md the
# patterns of traffic, docs/topologies.md the families of topologies, docs/routing.md the routings;
# the man page and the completion are what the tables of the command say; docs/architecture.md and
# docs/scale.md name files that exist; a router takes the memory that docs/scale.md says.
set -u
cd "$(dirname "$0")/../.." || exit 3
passed=0 failed=0
check() {
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL: $1"; fi
}
registers=$(docs/registers.sh)
same() {
  diff docs/registers.md <(printf '%s\n' "$registers")
}
complete() {
  local row='(...)=@'
  [ "$(for list in csim/shape/*_state.def; do
    case $list in *_pins_*) continue ;; esac  # rows of another list
    gcc -E -P -Icsim -x c -D"IN$row" -D"WIRE$row" -D"OUT$row" -D"REG$row" "$list"
  done | grep -o @ | wc -l)" = "$(grep -cE '^\| (IN|OUT|WIRE|REG) ' <<<"$registers")" ]
}
# The tables of parameters name those that plug-ins are built with.
parameters() {
  [ -z "$(comm -23 <(sed -nE 's/^\| `([A-Z][A-Za-z0-9]*)`( [A-Z])? \| .*/\1/p' docs/microarchitecture.md | sort -u) \
    <(sed -n 's/^PARAMETER(\([A-Za-z0-9]*\),.*/\1/p' csim/shape/parameters.def | sort -u))" ]
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
generated() {
  diff "$1" <("${NOCSTEP_BUILD:-build}/$2/generate")
}
man_page() {
  [ -s docs/man/nocstep.1 ] && [ -z "$(groff -man -ww -Tutf8 docs/man/nocstep.1 2>&1 >/dev/null)" ]
}
# Every option and key of the program is in the man page.
man_complete() {
  local word command page
  page=$(<docs/man/nocstep.1)
  for command in $("${NOCSTEP:-build/nocstep}" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    for word in $("${NOCSTEP:-build/nocstep}" "$command" --help | grep -oE '^ .{5} ?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
      [[ $page = *"${word//-/\\-}"* ]] || { echo "$command $word"; return 1; }
    done
  done
}
# completes WORDS WORD...: completing the last word of this command line gives these.
completes() {
  local expected=$1
  shift
  # shellcheck disable=SC2016
  diff <(echo "$expected") <(bash -c '. docs/completion/nocstep.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nocstep; echo "${COMPREPLY[*]}"' _ "$@")
}
named_files() {
  local file missing=0
  for file in $(grep -oE '`[a-z_]+/[A-Za-z0-9_./*<>-]+`' "$1" | tr -d '`'); do
    file=${file//<unit>/*}
    case $file in build/*) continue ;; esac
    compgen -G "$file" >/dev/null || { echo "$file"; missing=1; }
  done
  [ "$missing" = 0 ] && [ -s "$1" ]
}
# The bytes a router of docs/scale.md add up, and are those of a run to 25 %: a short run fills less, and memory is counted in whole MiB.
budget() {
  local rows sum measured
  rows=$(sed -n '/^## Where the memory/,/together/s/^| .*[^0-9]\([0-9]\{1,\}\) |$/\1/p' docs/scale.md | paste -sd+)
  sum=$(sed -n 's/^| \*\*together.*\*\*\([0-9,]*\)\*\* |$/\1/p' docs/scale.md | tr -d ,)
  measured=$(BUILD=${NOCSTEP_BUILD:-build} CYCLES=10 tests/bench/scale.sh h3dm:m=4,n=4,levels=3,q=0 | awk 'END {print $4}')
  [ $((rows)) -eq "$sum" ] && [ $((100 * measured)) -gt $((75 * sum)) ] && [ $((100 * measured)) -lt $((125 * sum)) ] ||
    { echo "$rows is not $sum, or not $measured"; return 1; }
}
# A sanitizer takes more.
[ -n "${NOCSTEP_SANITIZED:-}" ] || check "docs/scale.md: the bytes a router are others" budget
check "docs/man/nocstep.1 is out of date: make man" generated docs/man/nocstep.1 docs/man
check "docs/completion/nocstep.bash is out of date: make man" generated docs/completion/nocstep.bash docs/completion
check "docs/keys.md is out of date: make man" generated docs/keys.md docs/keys
# Every key that nocstep list keys names is on the page, and says what it is.
keys() {
  local missing
  missing=$(comm -23 <("${NOCSTEP:-build/nocstep}" list keys --json - | jq -r '.keys[].name' | sed 's/.*\.//' | sort -u) \
    <(sed -n 's/^| `\([a-z_0-9]*\)` | .* | [^|]*[a-z][^|]* |$/\1/p' docs/keys.md | sort -u))
  [ -z "$missing" ] || { echo "$missing"; return 1; }
}
check "docs/keys.md: a key is missing" keys
check "docs/man/nocstep.1: groff has something to say" man_page
check "docs/man/nocstep.1 lacks an option" man_complete
check "completion of a command" completes "run" nocstep ru
check "completion of an option" completes "--rtl-at" nocstep run x.yaml --rtl-a
check "completion of a word" completes "rtl" nocstep run --router rt
check "completion of a word behind =" completes "lockstep" nocstep run --router = l
check "completion of all words behind =" completes "ref rtl lockstep tops gates" nocstep run --router =
check "completion of a topic" completes "topologies" nocstep list top
check "completion of a file" completes "docs/timing.md" nocstep run docs/tim
check "completion of a directory" completes "tests/unit" nocstep run --report tests/un
check "no completion of a directory by a file" completes "" nocstep run --report tests/ru
check "completion of a key" completes "router.vcs=" nocstep run --set router.v
check "completion of the value of a key" completes "cut-through" nocstep run --set router.switching = c
check "completion of no command" completes "" nocstep nothing x
check "docs/architecture.md names a file that is not there" named_files docs/architecture.md
check "docs/scale.md names a file that is not there" named_files docs/scale.md
check "docs/collectives.md: other schemes than nocstep list" collectives
nocstep=${NOCSTEP:-build/nocstep}
families() {
  local name
  for name in $("$nocstep" list topologies --json - | jq -r '.topologies[].name'); do
    grep -q "^| .*\`$name:" docs/topologies.md || { echo "$name"; return 1; }
  done
}
check "a family of topologies is missing in docs/topologies.md" families
routings() {
  diff <(sed -n '/^## Routings/,/^Why/s/^| `\([a-z0-9-]*\)` |.*/\1/p' docs/routing.md | sort) \
    <("$nocstep" list routings --json - | jq -r '.routings[].name' | sort)
}
check "docs/routing.md: other routings than nocstep list" routings
check "docs/registers.md is out of date: docs/registers.sh > docs/registers.md" same
check "an entry of a state list is missing in docs/registers.md" complete
check "docs/microarchitecture.md has a parameter that csim/shape/parameters.def lacks" parameters
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
