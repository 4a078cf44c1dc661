#!/usr/bin/env bash
# The fewest cycles of collectives (docs/bounds.md) beside what is measured, and `nocstep collective
# --all`: no completion is below its bound, on any family, by any scheme, at any length. NOCSTEP is
# the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"

cat >plain.yaml <<'END_YAML'
topology: mesh:4x4
router: {vcs: 4, depth: 8}
workload: {collective: broadcast, scheme: unicast}
END_YAML
cat >worms.yaml <<'END_YAML'
topology: mesh:4x4
router: {vcs: 4, depth: 40, switching: cut-through, pipeline: 2, link_latency: 3}
workload: {collective: gather, scheme: binomial, packet_flits: 16}
END_YAML
families=()
for t in mesh:4x4 torus:3x3 ring:7 octagon:8 fattree:k=2,n=3 butterfly:k=2,n=3 mesh:2 mesh:1@3 mesh:1; do
  families+=(--topology "$t")
done

# ---- no completion is below its bound
for scenario in plain worms; do
  gives "$scenario" 0 collective $scenario.yaml --router ref --all --flits 1,3,16 "${families[@]}" \
    --csv $scenario.csv -q
  # Columns by name: n[...].
  awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) n[$i] = i; next}
    # The topology may have commas: fields are counted from the end.
    {shift = NF - length(n); gsub(/"/, "")}
    $n["state"] != "pass" {next}
    {runs++; bound = $(n["bound"] + shift); plain = $(n["plain_bound"] + shift)
     copies = $(n["hardware"] + shift) ~ /copying|coding/; took = $n["completion"]}
    bound == "" {none += $n["completion"] == 0; missing += $n["completion"] > 0; next}
    took < bound || !copies && took < plain || plain < bound {print "below", $0}
    took < plain {below++}
    took == bound {met++}
    {gap = $(n["gap"] + shift); if ((gap - took / bound) ^ 2 > 1e-8) print "gap", $0}
    END {print runs, met, none, below + 0, missing + 0}' $scenario.csv >judged
  holds "$scenario: none below" test "$(wc -l <judged)" = 1
  read -r runs met none below missing <judged
  holds "$scenario: hundreds of runs ($runs)" test "$runs" -gt 500
  holds "$scenario: some meet it ($met)" test "$met" -gt 100
  holds "$scenario: no bound where nothing is to do ($none)" test "$none" -gt 10 -a "$missing" = 0
done
holds "copies by routers go below the plain bound" test "$below" -gt 0

# ---- the same numbers everywhere
gives "one collective" 0 collective plain.yaml --router ref --flits 1,16 --json one.json --csv one.csv
is "bound and gap" one.json '.comparisons[0].runs | map(select(.result == "pass")) | length >= 8 and
  all(.bound.any.cycles <= .bound.plain.cycles and (.gap - .completion / .bound.any.cycles | fabs) < 1e-9)'
is "the greatest counts" one.json '.comparisons[0].runs | all(.bound |
  ([.by | del(.spreads, .links) | .[]] | max) == .any.cycles and ([.by[]] | max) == .plain.cycles and
  .by[.any.reason] == .any.cycles and .by[.plain.reason] == .plain.cycles)'
# Node 0 to the far corner: 6 links. 4 + 7 * 3 cycles, and 15 more flits.
is "by hand" one.json '[.comparisons[0].runs[] | .bound.any.cycles] | unique == [25, 40]'
holds "the table has it" grep -qE '^  16 flits +40 distance +40 distance$' out
holds "and the gap" test "$(awk '/messages of 16 flits/ {on = 1} on && $1 == "binomial" {print $NF}' out)" = \
  "$(jq '[.comparisons[0].runs[] | select(.scheme == "binomial" and .flits == 16)][0].gap * 100 | round / 100' one.json)"
holds "CSV says the same" test "$(awk -F, '$3 == "binomial" && $4 == 16 {print $19, $20, $21}' one.csv)" = "40 distance 40"

# ---- all collectives
gives "all" 0 collective plain.yaml --router ref --all --flits 1 --json all.json
is "each has a comparison, or is left out" all.json '([.comparisons[].collective] | sort) ==
  (["allgather", "allreduce", "alltoall", "barrier", "broadcast", "gather", "reduce", "scatter"]) and
  (.left_out | length == 1 and (.[0].error | test("workload.to")))'
holds "and said" grep -qE '^left out +multicast, .*workload.to is missing' out
"$nocstep" list collectives >listed 2>err
is "all schemes of each" all.json '[.comparisons[] | .runs | length] | add > 25'
gives "one scheme of all" 0 collective plain.yaml --router ref --all --flits 1 --schemes ring --json ring.json -q
is "is that of two" ring.json '[.comparisons[] | .collective, .runs[].scheme] == ["allgather", "ring", "allreduce", "ring"]'
gives "with to there are multicasts" 0 collective plain.yaml --router ref --all --flits 1 \
  --set workload.to=5 --json to.json -q
is "too" to.json '[.comparisons[].collective] | index("multicast") != null'
gives "an unknown scheme" 2 collective plain.yaml --all --schemes rings
for lengths in 0 2,1 x 1,,2; do
  gives "lengths $lengths" 2 collective plain.yaml --all --flits $lengths
  holds "are refused in a line" grep -q '^--flits is .*growing lengths' err
done
gives "pictures" 2 collective plain.yaml --all --plot a.svg
holds "are refused in a line" grep -q -- '--plot is given beside --all; it must be left out' err
gives "a topology that is none" 2 collective plain.yaml --all --topology mesh:0
holds "has one line" test "$(wc -l <err)" = 1
gives "no collective" 2 collective "$scenarios/demo_uniform.yaml" --all --flits 1
gives "a large network, from one node" 0 collective plain.yaml --router ref --flits 1 \
  --schemes binomial --set topology=mesh:40x40 --json large.json
is "has the distance" large.json '.comparisons[0].runs | all(.bound.any == {cycles: 241, reason: "distance"})'
gives "a network that is too large for a bound" 0 collective plain.yaml --router ref \
  --set workload.collective=barrier --schemes binomial --set topology=mesh:40x40 --json large.json
is "has none" large.json '.comparisons[0].runs | all(has("bound") or has("gap") | not)'
holds "nor in the table" test "$(grep -c '^  fewest cycles' out)" = 0

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
