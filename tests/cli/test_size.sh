#!/usr/bin/env bash
# The tables "Size" of docs/collectives.md and docs/coding.md: each row is run, and has the packets and
# the completion that stand there; how long it took is the machine's. Without NOCSTEP_LONG=1 the rows
# that take a second or less. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
printf 'topology: mesh:32x32\nrouter: {flit_bits: 128}\nworkload: {collective: allgather, scheme: unicast, message_flits: 1}\n' >S.yaml

# row NAME PACKETS COMPLETION SECONDS SET...: the run with these settings has them.
row() {
  local name=$1 packets=${2//[ ,]/} completion=${3//[ ,]/} seconds=${4// /} set sets=()
  shift 4
  for set in "$@"; do sets+=(--set "$set"); done
  if [ "${NOCSTEP_LONG:-0}" != 1 ] && [ "${seconds%.*}" -gt 0 ]; then return; fi
  "$nocstep" run S.yaml --router ref -q --json r.json "${sets[@]}" >out 2>err
  is "$name" r.json "[.result, .packets.delivered, .collective.completion] == [\"pass\", $packets, $completion]"
}
rows() { # PAGE FROM TO: the lines of the table between these headings
  sed -n "/^$2/,/^$3/p" "$source_tree/docs/$1" | grep '^| `'
}
rows=0
while IFS='|' read -r _ what packets completion seconds _; do
  topology=$(cut -d '`' -f 2 <<<"$what")
  read -r collective scheme < <(sed 's/.*, \(.*\) by \(.*[^ ]\) *$/\1 \2/' <<<"$what")
  row "$topology, $collective by $scheme" "$packets" "$completion" "$seconds" \
    "topology=$topology" "workload.collective=$collective" "workload.scheme=$scheme"
  rows=$((rows + 1))
done < <(rows collectives.md '## Size' '## [^S]')
while IFS='|' read -r _ what base packets completion seconds _; do
  scheme=$(cut -d '`' -f 2 <<<"$what")
  group=$(cut -s -d '`' -f 4 <<<"$what")
  base=$(cut -s -d '`' -f 2 <<<"$base")
  row "$what on $base" "$packets" "$completion" "$seconds" router.switching=cut-through "workload.scheme=$scheme" \
    ${base:+"workload.base=$base"} ${group:+"workload.group=$group"}
  rows=$((rows + 1))
done < <(rows coding.md '\*\*Size' '## Closed')
holds "both tables are read" test "$rows" -ge 15

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
