#!/usr/bin/env bash
# Measures the table of docs/debugging.md, "What is done again": seconds of the processor of a run in
# lockstep that fails in cycle 100,000, and from there to its bundle. A copy of the RTL takes no output VC
# from that cycle on. NOCSTEP is the program.
set -eu
nocstep=$(realpath "${NOCSTEP:-build/nocstep}")
source_tree=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
sed -i -e "s/if (va_won_i != '0) out_busy_o/if (va_won_i != '0 \&\& run_q < 100000) out_busy_o/" \
  -e '0,/always_ff/s//logic [31:0] run_q;\n  always_ff @(posedge clk_i) run_q <= rst_i ? 0 : run_q + 1;\n  always_ff/' \
  copy/rtl/router/output_unit.sv
export NOCSTEP_HOME=$folder/copy
cat >mesh.yaml <<'END_YAML'
topology: mesh:8x8
workload: {traffic: uniform, load: 0.2}
run: {router: lockstep, cycles: 200000}
END_YAML

# seconds ARGUMENT...: of the processor, of the whole command.
seconds() {
  local TIMEFORMAT='%U'
  { time "$nocstep" run mesh.yaml --quiet --report bad --json bad.json "$@" >out 2>err || true; } 2>&1
}

seconds >built # plug-ins, those of the search for the unit to blame too
for memory in 1024 0; do
  all=$(seconds --checkpoint-memory "$memory")
  run=$(jq .host.cpu_s bad.json)
  printf 'memory %4s MiB: fails in cycle %s after %.1f s, the bundle %.1f s later\n' "$memory" \
    "$(jq .mismatch.cycle bad.json)" "$run" "$(awk "BEGIN {print $all - $run}")"
done
