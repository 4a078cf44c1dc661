#!/usr/bin/env bash
# docs/collectives-compared.md: page and tables agree, the tables say what nocstep measures, and the
# command that makes both goes on where it was. NOCSTEP is the program. Ends with "N passed, N
# failed".
set -u
. "$(dirname "$0")/common.sh"
make_page=$source_tree/docs/collectives-compared.sh
tables=$source_tree/docs/compared
export NOCSTEP=$nocstep

# ---- the page is that of the tables
mkdir page
holds "the page is made" "$make_page" --page "$work/page"
holds "as it is committed" cmp page/collectives-compared.md "$source_tree/docs/collectives-compared.md"
for picture in $(grep -oE '\]\([a-z_]+\.png' page/collectives-compared.md | tr -d ']('); do
  holds "$picture" test -s "page/$picture" -a -s "$source_tree/docs/$picture"
done

# ---- the advice, found another way: the least of each column by sort
awk -F'\t' 'NR > 1 && $3 == "wormhole" && $5 != "-" && $6 == "-" {
  for (i = 7; i <= NF; i++) if ($i != "-") {split($i, v, " "); print $4, $2, i - 6, v[1]}}' \
  "$tables/results.tsv" | sort -k1,3 -k4,4n | sort -u -s -k1,3 >least
awk '/^## / {on = /What to use/} /^### / && on {split($2, word, ","); c = tolower(word[1])}
  on && /^\| `/ {n = split($0, cell, "|"); gsub(/[ `]/, "", cell[2])
    for (i = 3; i < n; i++) if (match(cell[i], /\*\*[0-9]+\*\*/))
      print c, cell[2], i - 2, substr(cell[i], RSTART + 2, RLENGTH - 4)}' \
  page/collectives-compared.md | sort -k1,3 >advised
holds "hundreds of cells" test "$(wc -l <advised)" -gt 500
holds "each the fewest cycles of its schemes" cmp least advised
holds "none below its bound" awk -F'\t' 'NR == 1 {next}
  {for (i = 7; i <= NF; i++) {
     if (split($i, v, " ") < 2) continue
     if ($5 == "-") {any[i] = v[1]; plain[i] = v[3]; if (plain[i] < any[i]) bad++}
     else if (v[1] < any[i] || ($6 ~ /^(-|forwarding)$/ && v[1] < plain[i])) bad++}}
  END {exit bad > 0}' "$tables/results.tsv"

# ---- the tables say what is measured
for router in wormhole cut-through; do
  run collective "$tables/$router.yaml" --router ref --all --topology mesh:4x4 \
    --flits "$(head -1 "$tables/results.tsv" | cut -f 7- | tr '\t' ,)" --json now.json --quiet
  verdict "$router runs" "$([ "$rc" -eq 0 ] && echo yes)" "$(head -c 300 err)"
  jq -r '.comparisons[] as $c | $c.runs[] |
    select(.result == "pass") | [$c.collective, .scheme, (.flits // 1), .completion, .links.busiest,
      .bound.any.cycles, .bound.plain.cycles] | join(" ")' now.json | sort >measured
  awk -F'\t' -v router=$router 'NR == 1 {for (i = 7; i <= NF; i++) flits[i] = $i; next}
    $2 != "mesh:4x4" || $3 != router || $4 == "multicast" {next}
    {for (i = 7; i <= NF; i++) {
       split($i, v, " ")
       if ($5 == "-") {any[i] = v[1]; plain[i] = v[3]}
       else if ($i != "-") print $4, $5, flits[i], v[1], v[3], any[i], plain[i]}}' \
    "$tables/results.tsv" | sort >earlier
  holds "$router: many rows" test "$(wc -l <earlier)" -gt 80
  # Schemes that came later are in the table when it is made anew.
  holds "$router: as in the table" test -z "$(comm -13 measured earlier)"
done

# A schedule, as it runs on a router whose packets carry their paths.
for steps in overlapped barrier; do
  run collective "$tables/scheduled.yaml" --router ref --topology mesh:4x4 --flits 1,16 --schemes scheduled \
    --set workload.steps=$steps --json now.json --quiet
  holds "a schedule, $steps: as in the table" test "$(jq -r '[.comparisons[0].runs[].completion] | join(" ")' now.json)" = "$(
    awk -F'\t' -v scheme=scheduled-$steps '$2 == "mesh:4x4" && $4 == "alltoall" && $5 == scheme {
      split($7, a, " "); split($9, b, " "); print a[1], b[1]}' "$tables/results.tsv")"
done

# ---- and what the router changes: the first case in which another scheme is faster
IFS=$'\t' read -r _ variant topology collective flits scheme cycles best best_cycles \
  <<<"$(awk -F'\t' 'NR > 1 && $3 != "-" && $5 != "-"' "$tables/sensitivity.tsv" | head -1)"
some=()
[ "$collective" != multicast ] || some=(--set "workload.to=$(seq -s, 3 4 15)")
run collective "$tables/wormhole.yaml" --router ref --topology "$topology" --flits "$flits" \
  --set "$variant" --set "workload.collective=$collective" "${some[@]}" --json changed.json --quiet
holds "$variant of $collective on $topology" test "$(jq -r --arg s "$scheme" --arg b "$best" \
  '[.comparisons[0].runs[] | select(.scheme == $s or .scheme == $b) | "\(.scheme) \(.completion)"] |
   sort | join(" ")' changed.json)" = "$(printf '%s %s\n' "$scheme" "$cycles" "$best" \
  "$best_cycles" | sort | paste -sd ' ')"

# ---- the command: small networks; what is there is not run again
printf '4 ring:4 vary\n2 mesh:2\n3 mesh:1@3\n' >small
export FAMILIES=$work/small LENGTHS=1,4 RESULTS=$work/small.tables PAGE=$work/small.page
mkdir small.tables small.page
"$make_page" "$work/runs" >out 2>err; rc=$?
verdict "a page of small networks" "$([ "$rc" -eq 0 ] && echo yes)" "$(head -c 300 err)"
holds "two routers, six variants and two ways to run a schedule" test "$(grep -c ' ring:4+' err)" -eq 10
holds "variants are run of some" test "$(grep -c ' mesh:2+' err)" -eq 4
holds "has a row" grep -q '^| `ring:4` | unicast' small.page/collectives-compared.md
cp small.page/collectives-compared.md before.md
rm "$work"/runs/*/mesh:2+wormhole.csv
"$make_page" "$work/runs" >out 2>err; rc=$?
holds "goes on where it was" test "$(grep -c '+' err)" -eq 1
holds "to the same page" cmp before.md small.page/collectives-compared.md
echo '2 mesh:0' >>small
"$make_page" "$work/runs" >out 2>err; rc=$?
verdict "a network that is none" "$([ "$rc" -eq 2 ] && echo yes)" "$(head -c 300 err)"
holds "leaves the page" cmp before.md small.page/collectives-compared.md
sed -i '$d' small
cat "$work"/runs/*/ring:4+wormhole.csv >other && cp other "$(echo "$work"/runs/*/mesh:2+wormhole.csv)"
"$make_page" "$work/runs" >out 2>err; rc=$?
verdict "a file of another network" "$([ "$rc" -ne 0 ] && echo yes)"
holds "is named" grep -q 'mesh:2+wormhole.csv is of ring:4; it must be of mesh:2' err
holds "and leaves the page" cmp before.md small.page/collectives-compared.md
NOCSTEP=$work/none "$make_page" "$work/runs" >out 2>err; rc=$?
verdict "a missing program" "$([ "$rc" -eq 3 ] && echo yes)" "$(head -c 300 err)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
