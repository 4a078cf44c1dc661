#!/usr/bin/env bash
# nocstep topo: the table and the JSON, what is refused, and that `run` refuses what has no routing.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
nocstep=$(realpath "${NOCSTEP:-build/nocstep}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
passed=0 failed=0

verdict() { # NAME OK [DETAIL]
  if [ "$2" = yes ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $1${3:+: $3}"
  fi
}

# refuse PATTERN ARGUMENT...: status 2, one line that matches, nothing on standard output.
refuse() {
  local pattern=$1 rc
  shift
  timeout 60 "$nocstep" "$@" >out 2>err </dev/null
  rc=$?
  if [ "$rc" -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -Eq -- "$pattern" err; then
    verdict "$*" yes
  else
    verdict "$*" no "status $rc, expected 2 and /$pattern/; stderr: $(head -c 300 err)"
  fi
}

# shows TOPOLOGY FILTER: the JSON satisfies the filter of jq.
shows() {
  timeout 120 "$nocstep" topo "$1" --json - >out 2>err </dev/null
  if [ "$?" -eq 0 ] && [ ! -s err ] && jq -e "$2" out >/dev/null; then
    verdict "$1 $2" yes
  else
    verdict "$1 $2" no "$(head -c 300 err) $(jq -c . out)"
  fi
}

# prints TOPOLOGY PATTERN: a line of the table matches.
prints() {
  timeout 120 "$nocstep" topo "$1" >out 2>err </dev/null
  if [ "$?" -eq 0 ] && [ ! -s err ] && grep -Eq -- "$2" out; then
    verdict "$1 /$2/" yes
  else
    verdict "$1 /$2/" no "$(head -c 300 err; cat out)"
  fi
}

# Well-known numbers (sources: tests/unit/test_topology_families.c).
shows torus:16x16 '.schema == "nocstep.topo/1" and .topology == "torus:16x16" and .nodes == 256 and
  .routers == 256 and .links == 512 and .degree == {min: 4, max: 4} and .diameter == 16 and
  .bisection == 32 and .bisection_exact and .method == "exact" and
  .closed_form.diameter == 16 and .closed_form.mean_distance == .mean_distance'
shows octagon:8@2 '.nodes == 16 and .routers == 8 and .links == 12 and .diameter == 2'
shows octagons:2x2 '.method_detail == "enumeration" and .closed_form == {}'
shows torus:4x4x4 '.spanning_trees == {edge_disjoint: 3, exact: true, arc_disjoint: 6}'
shows slimfly:q=5 '.routers == 50 and .degree == {min: 7, max: 7} and .diameter == 2 and .moore_bound == 50'
shows dragonfly:p=2,a=4,h=2 '.routers == 36 and .nodes == 72 and .diameter == 3 and .links == 90'
shows fattree:k=4,n=3 '.nodes == 64 and .routers == 48 and .bisection == 32 and .bisection_exact'
shows butterfly:k=2,n=4 '.nodes == 16 and .routers == 32 and .diameter == 3 and .mean_distance == 3'
shows mesh:1 '.mean_distance == null and .bisection == null'
shows octagon:8 '(has("deadlock") or has("mean_route")) | not'
prints torus:16x16 '^  diameter +16 +16$'
prints mesh:8x8 '^  degree +2 to 4$'
prints octagons:3x3 '^  bisection +<= [0-9]+$'

# A million routers: within a minute and 4 GB.
if (ulimit -v 4194304 && timeout 60 "$nocstep" topo torus:1024x1024 -q --json x.json) &&
  jq -e '.routers == 1048576 and .diameter == 1024 and .method == "exact"' x.json >/dev/null; then
  verdict "a million routers" yes
else
  verdict "a million routers" no
fi

# Refused.
refuse 'found no TOPOLOGY' topo
refuse "^topology: column 1 of 'taurus:4': found family 'taurus' \(nearest: 'torus'\)" topo taurus:4
refuse 'accepted 8, 12, 16, .. routers' topo octagon:9
refuse 'accepted an odd prime, 4w . 1 or 4w - 1' topo slimfly:q=15
refuse '10 groups; accepted 2 to 9 groups' topo dragonfly:p=2,a=4,h=2,g=10
refuse 'no/such/x.json: cannot be written' topo ring:4 --json no/such/x.json
for t in torus:4x4 ring:8 hypercube:3 octagon:8 octagons:2x2 flattened:4x4 fattree:k=4,n=3 \
  butterfly:k=2,n=4 dragonfly:p=2,a=4,h=2 slimfly:q=5; do
  printf 'topology: %s\nworkload: {traffic: uniform, load: 0.1}\nrun: {cycles: 100}\n' $t >s.yaml
  refuse "^s.yaml:1:11: topology: found $t; accepted mesh, whose routing exists" run s.yaml
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
