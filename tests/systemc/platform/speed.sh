#!/usr/bin/env bash
# The table of docs/systemc_tlm.md, "Accuracy and speed": ./platform in every style, and with a bus.
# ROUNDS=40 ./speed.sh takes other rounds of the programs, PLATFORM=FILE another program.
set -eu
cd "$(dirname "$0")"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
rounds=${ROUNDS:-40}
platform=${PLATFORM:-./platform}
echo '| style | quantum | end, network | transactions/s | end, bus | transactions/s |'
echo '|---|---:|---:|---:|---:|---:|'
row() { # STYLE QUANTUM
  local line
  line="| $1 | $2 |"
  for bus in 0 40; do
    line+=$("$platform" speed=1 "rounds=$rounds" "style=$1" "quantum=$2" bus=$bus |
      sed -n 's/^end \(.*\)/ \1 |/p; s/^\([0-9]*\) transactions.*/ \1 |/p' | tr -d '\n')
  done
  echo "$line"
}
row blocking 0
row non-blocking 0
for quantum in 1 10 100 1000; do
  row decoupled $quantum
done
