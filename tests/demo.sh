#!/usr/bin/env bash
# The main job, as `make demo` runs it: an 8x8 mesh, every router and interface in lockstep with
# its golden model; 10,000 cycles of uniform traffic, then an all-to-all broadcast in two schemes.
# Closes with a table; stops at the first run that does not pass, with its status.
set -u
cd "$(dirname "$0")/.." || exit 3
out=waves
names="demo_uniform demo_allgather_unicast demo_allgather_binomial"

for name in $names; do
  echo "nocstep run tests/scenarios/$name.yaml"
  wave=()
  if [ "$name" = demo_uniform ]; then
    wave=(--wave "$out/demo.fst" --wave-from 0 --wave-to 300)
  fi
  # The summary is left out: the table below has it. Builds and progress stay on standard error.
  build/nocstep run "tests/scenarios/$name.yaml" --json "$out/$name.json" "${wave[@]}" >/dev/null || {
    status=$?
    echo "demo: $name failed (status $status)" >&2
    exit "$status"
  }
done

echo
row='%-26s %9s %15s %10s %9s %9s %11s %11s\n'
# shellcheck disable=SC2059  # the format is the constant above
{
  printf "$row" run cycles "bits compared" mismatches packets latency completion cycles/s
  for name in $names; do
    # One value a word, in the order of the columns.
    read -r -a value < <(jq -r '[.cycles, .lockstep.bits_compared, .lockstep.mismatches,
      .packets.delivered, (.latency.mean * 10 | round / 10), (.collective.completion // "-"),
      (.host.cycles_per_s | round)] | map(tostring) | join(" ")' "$out/$name.json")
    printf "$row" "${name#demo_}" "${value[@]}"
  done
}
echo
echo "cycles, latency and completion in cycles; latency is the mean of all packets"
echo "wave       $out/demo.fst (cycles 0 to 300, RTL and golden side by side; make waves opens it)"
echo "save file  $out/demo.gtkw"
for name in $names; do
  echo "JSON       $out/$name.json"
done
