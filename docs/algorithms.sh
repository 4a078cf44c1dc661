#!/usr/bin/env bash
# Prints the tables of docs/algorithms.md: plans of algorithms run on tori, each rank at its place and at
# random ones, and on networks with a link for each pair; tests/cli/test_algorithms.sh holds the two
# together. `algorithms.sh small` prints the rows of up to 16 nodes alone. NOCSTEP is the program.
set -eu
nocstep=$(realpath "${NOCSTEP:-$(dirname "$0")/../build/nocstep}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
only=${1:-}

# measure TOPOLOGY OPTION...: completion, mean and longest time in the network, of the plan that is there.
measure() {
  local topology=$1
  shift
  printf 'topology: %s\nworkload: {plan: a.goal}\n' "$topology" >a.yaml
  "$nocstep" run a.yaml --router ref --json - "$@" |
    jq -r '"\(.plan.completion) \(.network_latency.mean * 10 | round / 10) \(.network_latency.max)"'
}
random() { # TOPOLOGY: of three random placements the least and most, and the means
  for seed in 1 2 3; do
    measure "$1" --map random --seed "$seed"
  done | sort -n | awk '{least = NR == 1 ? $1 : least; sum += $2; longest = $3 > longest ? $3 : longest}
    END {printf "%d to %d | %.1f, %d", least, $1, sum / NR, longest}'
}
# row ALGORITHM TOPOLOGY [CLIQUE]: blocks of 1,024 bytes; another topology with a link for each pair.
row() {
  case ${only:-}$2 in smalltorus:8x8 | smalltorus:4x4x4) return ;; esac
  "$nocstep" plan "$1" --topology "$2" --out a.goal -q
  local places clique="| "
  places=$(measure "$2" | sed 's/ \(.*\) / | \1, /')
  [ -z "${3:-}" ] || clique="| $(measure "$3" | cut -d ' ' -f 1) "
  printf '| `%s` | `%s` | %s %s| %s |\n' "$1" "$2" "$places" "$clique" "$(random "$2")"
}

echo "| plan | grid | completion | in the network: mean, longest | a link for each pair | random places: completion | in the network |"
echo "|---|---|---|---|---|---|---|"
row cannon-aligned torus:4x4 flattened:16
row cannon-aligned torus:8x8
row cannon torus:4x4 flattened:16
row cannon torus:8x8
row cannon-straight torus:4x4 flattened:16
row cannon-straight torus:8x8
row summa torus:4x4 flattened:16
row summa torus:8x8
row matmul3d torus:2x2x2 flattened:8
row matmul3d torus:4x4x4
row ghost torus:2x2x2 flattened:8
row ghost torus:4x4x4

[ -z "$only" ] || exit 0

# A ring of 16 through a torus of 4 x 4: place 4 a + c is at (a, c - a).
awk 'function at(i, a) {a = int(i / 4); return a + 4 * ((i - a) % 4)}
  BEGIN {for (y = 0; y < 16; y++) for (x = 0; x < 16; x++) print at(x) + 16 * at(y)}' >rings
"$nocstep" plan summa --topology torus:16x16 --out a.goal -q
echo
echo "| \`summa\`, \`torus:16x16\` on \`torus:4x4x4x4\` | completion | in the network: mean, longest |"
echo "|---|---|---|"
echo "| rows and columns are rings | $(measure torus:4x4x4x4 --map rings | sed 's/ \(.*\) / | \1, /') |"
echo "| rank r on node r | $(measure torus:4x4x4x4 | sed 's/ \(.*\) / | \1, /') |"
echo "| random places | $(random torus:4x4x4x4) |"
