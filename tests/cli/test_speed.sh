#!/usr/bin/env bash
# How fast a run was, and where its time went: the lines of the summary, the numbers of the JSON, which
# add up; a profile changes no result; with several threads it is refused; what fetches ahead is in the
# code.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
. "$source_tree/tests/cli/runs.sh"

printf 'topology: mesh:4x4\nworkload: {traffic: uniform, load: 0.2}\nrun: {cycles: 30000}\n' >t.yaml

# ---- The summary.
run t.yaml
lines='^speed +[0-9]+ cycles/s, [0-9.]+ million router visits/s, [0-9.]+ million link hops/s$'
holds 'a line of speed' grep -Eq "$lines" out
holds 'and one of the time' grep -Eq '^  time +[0-9.]+ s of the processor, [0-9.]+ s by the clock$' out
holds 'no profile that nobody asked for' test "$(grep -c '^profile' out)" = 0
run t.yaml --profile
parts='workload [0-9.]+ %, routers [0-9.]+ %, interfaces [0-9.]+ %, links [0-9.]+ %, rest [0-9.]+ %'
holds 'a profile' grep -Eq "^profile +$parts\$" out

# ---- The JSON. Rates are counts by seconds of the processor; shares add up to all of the time.
same='def close($a; $b): ($a - $b) | fabs <= 1e-6 * ($a + $b);'
passes 'rates' "$same"'.host | .cpu_s > 0 and .wall_s > 0 and
  close(.router_visits_per_cpu_s * .cpu_s; .flit_hops_per_s * .wall_s) and
  .link_hops_per_cpu_s > 0 and .link_hops_per_cpu_s < .router_visits_per_cpu_s and
  (has("profile") | not)' t.yaml
passes 'parts' "$same"'.host.profile | close(add; 1) and all(. >= 0) and .rtl == 0 and .comparing == 0 and
  .workload > 0 and .routers > 0 and .interfaces > 0 and .links > 0' t.yaml --profile
run t.yaml --json plain.json -q
run t.yaml --profile --json profiled.json -q
holds 'no result depends on it' diff <(jq 'del(.host)' plain.json) <(jq 'del(.host)' profiled.json)
passes 'in lockstep' "$same"'.result == "pass" and (.host.profile | close(add; 1) and .rtl > 0 and .comparing > 0
  and .routers > 0 and .interfaces > 0)' t.yaml --set run.cycles=500 --router lockstep --profile
passes 'RTL alone has no golden models' '.host.profile | .rtl > 0 and .comparing == 0 and .routers == 0' t.yaml \
  --set run.cycles=500 --router rtl --profile

refuse 'of several threads' 2 '^--profile is given with --threads 2; it must be given with one thread$' t.yaml \
  --router rtl --threads 2 --profile
passes 'rates of several threads are by the clock' '.host.threads == 2' t.yaml --set run.cycles=500 --router rtl --threads 2
run t.yaml --set run.cycles=500 --router rtl --threads 2
holds 'and say so' grep -Eq 's by the clock, by which the speed is$' out

# ---- Compilers leave out what only fetches, where they see that it changes nothing (csim/router/fetch.c).
# fetches FUNCTION: the program's code of it does.
fetches() {
  objdump -d --no-show-raw-insn "--disassemble=$1" "$nocstep" >code 2>err
  holds "$1() fetches" grep -Eq '[[:space:]](prefetch[a-z0-9]*|prfm)[[:space:]]' code
}
if command -v objdump >objdump.path && [[ $(uname -m) =~ ^(x86_64|aarch64)$ ]]; then
  fetches fetch_part
  fetches interface_fetch
fi

# ---- The instructions that a golden network takes for a router visit stay within 5 % of those kept.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  if command -v valgrind >valgrind.path; then
    "$source_tree/tests/bench/visits.sh" "$nocstep" | cut -d ' ' -f 1,2 >visits
    holds 'instructions a visit' awk 'NR == FNR {kept[$1] = $2; next}
      {n++; if ($2 < 0.95 * kept[$1] || $2 > 1.05 * kept[$1]) {print $0 ", kept is " kept[$1]; bad = 1}}
      END {exit bad || n != 3}' "$source_tree/tests/bench/visits.txt" visits
  else
    echo 'skipped: instructions a visit: valgrind is not installed (make deps)'
  fi
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
