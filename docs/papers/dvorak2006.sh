#!/usr/bin/env bash
# Makes Table 2 of dvorak2006 anew: broadcast and scatter from 8 of the 16 cores of a fat octagon to the
# same 8, the other 8 and all 16, for each of the 84 classes of such 8 that differ (the symmetries of the
# octagon, and the two cores of a router, change nothing), each with what proves it.
#
#   docs/papers/dvorak2006.sh [--quick] [FOLDER]     results in FOLDER (build/dvorak2006); --quick: 6 classes
#
# A class is written as the senders at routers 0 to 7: 11111111 is one core of each. What is in FOLDER is
# not worked out again, so an interrupted run goes on. Prints a line a class, CSV, then what the columns
# have; CSV alone stays in FOLDER/table.csv.
set -u
cd "$(dirname "$0")/../.." || exit 3
nocstep=${NOCSTEP:-build/nocstep}
quick=
[ "${1:-}" != --quick ] || { quick=yes; shift; }
folder=${1:-build/dvorak2006}
limit=${SECONDS_EACH:-120}
mkdir -p "$folder" || exit 3

# The classes: of all counts 0, 1, 2 at the routers that add up to 8, the greatest of those that turning
# and reflecting the octagon make of each other.
classes() {
  awk 'BEGIN {
    for (n = 0; n < 6561; n++) {
      sum = 0; text = ""
      for (k = n; length(text) < 8; k = int(k / 3)) {text = text k % 3; sum += k % 3}
      if (sum != 8) continue
      greatest = 1
      for (turn = 0; turn < 8 && greatest; turn++) for (side = -1; side < 2; side += 2) {
        other = ""
        for (i = 0; i < 8; i++) other = other substr(text, (turn + side * i + 16) % 8 + 1, 1)
        if (other > text) greatest = 0
      }
      if (greatest) print text
    }
  }' | sort
}
# The cores of a class, and the others.
cores() { # CLASS OWN: 1 those that send, 0 the others
  awk -v class="$1" -v own="$2" 'BEGIN {
    for (r = 0; r < 8; r++) for (i = 0; i < 2; i++) if ((i < substr(class, r + 1, 1)) == own) list = list "," 2 * r + i
    print substr(list, 2)
  }'
}
# solve CLASS COLUMN COLLECTIVE FROM TO DETOUR: leaves STEPS and why in FOLDER/CLASS.COLUMN.
solve() {
  local file=$folder/$1.$2
  [ ! -s "$file" ] || return 0
  "$nocstep" schedule --topology octagon:8@2 --collective "$3" --from "$4" --to "$5" --max-detour "$6" \
    --time-limit "$limit" --quiet --out "$folder/schedule.json" || exit
  "$nocstep" schedule --check "$folder/schedule.json" --quiet || exit
  jq -r '"\(.steps) \(if .refuted then "proof" elif .optimal then "bound" else "open" end)"' \
    "$folder/schedule.json" >"$file.new" && mv "$file.new" "$file"
}
columns="mnb_same mns_same mns_same_detour mnb_other mns_other mnb_all mns_all"
one_class() {
  local own other
  own=$(cores "$1" 1) other=$(cores "$1" 0)
  solve "$1" mnb_same allgather "$own" "$own" 0
  solve "$1" mns_same alltoall "$own" "$own" 0
  solve "$1" mns_same_detour alltoall "$own" "$own" 2
  solve "$1" mnb_other allgather "$own" "$other" 0
  solve "$1" mns_other alltoall "$own" "$other" 0
  solve "$1" mnb_all allgather "$own" 0-15 0
  solve "$1" mns_all alltoall "$own" 0-15 0
}
list=$(classes)
[ -z "${CLASSES:-}" ] || list=$(tr ' ' '\n' <<<"$CLASSES")  # those of a test
[ -z "$quick" ] || list=$(grep -E '^(11111111|20202020|22220000|22110011|22002200|21012101)$' <<<"$list")
for class in $list; do one_class "$class"; done
solve all mnb allgather 0-15 0-15 0
solve all mns alltoall 0-15 0-15 0

{
  echo "class,${columns// /,}"
  for class in $list; do
    line=$class
    for column in $columns; do line+=,$(tr ' ' ' ' <"$folder/$class.$column"); done
    echo "$line"
  done
} >"$folder/table.csv"
cat "$folder/table.csv"
echo
for column in $columns; do
  printf '%-16s' "$column"
  for class in $list; do cut -d ' ' -f 1 "$folder/$class.$column"; done | sort -n | uniq -c |
    awk '{printf "%s%d steps: %d classes", (NR > 1 ? ", " : ""), $2, $1} END {print ""}'
done
printf '%-16s%s\n%-16s%s\n' "all 16 MNB" "$(cat "$folder/all.mnb")" "all 16 MNS" "$(cat "$folder/all.mns")"
# Table 2 has 7 and 10 (7 with other paths), 8 and 10, 8 and 15.
printf '%s' "classes with all numbers of Table 2: "
awk -F, 'NR > 1 {
  for (i = 2; i <= NF; i++) {split($i, n, " "); v[i] = n[1]}
  if (v[2] == 7 && v[3] == 10 && v[4] == 7 && v[5] == 8 && v[6] == 10 && v[7] == 8 && v[8] == 15) list = list " " $1
  if (v[2] == 7 && v[3] <= 10 && v[4] <= 7 && v[5] == 8 && v[6] <= 10 && v[7] == 8 && v[8] == 15) as_few++
} END {print list == "" ? "none" : substr(list, 2); print "classes that take as few or fewer: " as_few + 0}' "$folder/table.csv"
open=$(cat "$folder"/*.m* "$folder"/all.m* 2>/dev/null | grep -c open)
echo "not proved: $open"
