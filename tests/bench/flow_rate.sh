#!/usr/bin/env bash
# Measures the table of docs/timing.md, "Flow rate", and prints it: node 0 of a row sends packets back to
# back to the last node over one VC. The rate is that of the last 240 of 280 packets, in flits a cycle.
# NOCSTEP is the program.
set -u
nocstep=${NOCSTEP:-build/nocstep}
depths=(2 4 5 6 8 12 16)

completion() { # SWITCHING PIPELINE LATENCY DEPTH FLITS PACKETS
  printf 'topology: mesh:3x1
router: {vcs: 1, depth: %s, switching: %s, pipeline: %s, link_latency: %s}
workload: {collective: broadcast, scheme: unicast, from: 0, to: 2, message_flits: %s, packet_flits: %s}
' "$4" "$1" "$2" "$3" $(($5 * $6)) "$5" | "$nocstep" run - --json - -q | jq .collective.completion
}

row() { # SWITCHING PIPELINE LATENCY FLITS FULL
  local depth first all
  printf '| %s | %s | %s | %s | %s |' "$1" "$2" "$3" "$4" "$5"
  for depth in "${depths[@]}"; do
    if [ "$1" = cut-through ] && [ "$depth" -lt "$4" ]; then
      printf ' |'
      continue
    fi
    first=$(completion "$1" "$2" "$3" "$depth" "$4" 40)
    all=$(completion "$1" "$2" "$3" "$depth" "$4" 280)
    printf ' %s |' "$(awk "BEGIN { printf \"%.3f\", 240 * $4 / ($all - $first) }")"
  done
  printf '\n'
}

printf '| switching | p | L | F | full from | D ='
printf ' %s |' "${depths[@]}"
printf '\n'
printf '|---|---|---|---|---|'
printf -- '%.0s---|' "${depths[@]}"
printf '\n'
for setting in "3 1" "2 1" "3 2"; do
  read -r pipeline latency <<<"$setting"
  loop=$((pipeline + 2 + 2 * (latency - 1)))
  row wormhole "$pipeline" "$latency" 8 $loop
  for flits in 1 2 4 8; do
    row cut-through "$pipeline" "$latency" $flits $((loop + flits - 1))
  done
done
