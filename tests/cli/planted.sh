# planted -- a copy of the sources in which tests plant bugs; sourced after common.sh.
# shellcheck shell=bash disable=SC2154
mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
export NOCSTEP_HOME=$work/copy

# plant FILE FROM TO: replaces FROM (of sed) by TO in a line of rtl/FILE.
plant() {
  cp "$source_tree/rtl/$1" "copy/rtl/$1"
  sed -i "s#$2#$3#" "copy/rtl/$1"
  holds "$1: planted: $3" test "$(diff "$source_tree/rtl/$1" "copy/rtl/$1" | grep -c '^>')" -eq 1
}
mend() {
  cp "$source_tree/rtl/$1" "copy/rtl/$1"
}
