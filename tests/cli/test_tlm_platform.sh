#!/usr/bin/env bash
# The example platform of tests/systemc/platform, and the example of docs/systemc_tlm.md, as somebody
# outside the tree builds them, against an installed library by pkg-config. The platform ends with the same
# memories and the same times with golden models, RTL and both; a bug in the RTL is named by its register.
# Where there is no SystemC nothing is tested. NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
if ! pkg-config --exists systemc; then
  echo "0 passed, 0 failed"
  exit 0
fi
build=$(dirname "$nocstep")
prefix=$work/prefix
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
# Not in the user's cache, where an installed library keeps them.
export NOCSTEP_PLUGINS=${NOCSTEP_PLUGINS:-$build/plugins}

holds 'the modules are built' make_quietly "$build/libnocstep-systemc.a"
holds 'installs' make_quietly install PREFIX="$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
read -ra flags < <(pkg-config --cflags nocstep-systemc)
read -ra libs < <(pkg-config --libs nocstep-systemc)
compile() { g++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -O0 "${flags[@]}" -o "$1" "$2" "${libs[@]}"; }

# ---- The platform.
cp -r "$source_tree/tests/systemc/platform" .
holds 'the platform builds, without a warning' compile platform/platform platform/platform.cpp
platform() { (cd platform && within 300 ./platform rounds=2 "$@"); }
same() { cmp "$1.out" ref.out; }
for router in ref rtl lockstep; do
  platform router=$router >$router.out 2>err
  holds "it runs: $router" test -s $router.out
  holds "memories, times and latencies are those of ref: $router" same $router
done
holds 'it has a row for each initiator' test "$(grep -cE '^(copy|stencil|reduction|dma_copy|engine) ' ref.out)" -eq 5
memories() { test "$(grep memories "$1")" = "$(grep memories ref.out)"; }
end_of() { sed -n 's/^end \([0-9]*\) ns/\1/p' "$1"; }
for style in style=non-blocking style=decoupled 'style=decoupled quantum=100' bus=40; do
  # shellcheck disable=SC2086  # several words
  platform $style >out 2>err
  holds "the same memories: $style" memories out
done
platform style=decoupled quantum=10 >out 2>err
holds 'with a small quantum the same times' cmp out ref.out
platform style=decoupled quantum=100 >out 2>err
holds 'with one of 100 cycles within 2 %' test $((100 * $(end_of out))) -le $((102 * $(end_of ref.out)))

# ---- A bug in a copy of the RTL.
mkdir -p copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
sed -i "s/rr_pick(16'(req_i), 4'(ptr_o))/rr_pick(16'(req_i), 4'd0)/" copy/rtl/router/rr_arbiter.sv
holds 'a bug is planted' test "$(diff -r "$source_tree/rtl" copy/rtl | grep -c '^>')" -eq 1
NOCSTEP_HOME=$work/copy platform router=lockstep >out 2>err
rc=$?
holds 'the platform ends with it' test "$rc" -eq 1
holds 'and names the register' grep -Eq 'noc: mismatch: cycle [0-9]+: (router|interface) [^ ]+: [a-z_.]+\[[0-9]+\]' err

# ---- The example of the page.
page=$source_tree/docs/systemc_tlm.md
sed -n '/^```cpp$/,/^```$/p' "$page" | sed '/^```/d' >example.cpp
sed -n '/^```yaml$/,/^```$/p' "$page" | sed '/^```/d' | csplit -sz - '/^ranges/'
mv xx00 noc.yaml
mv xx01 map.yaml
holds 'the example of the page builds' compile example example.cpp
within 60 ./example >out 2>err
rc=$?
holds 'and runs' test "$rc" -eq 0
holds 'and prints what the page says' grep -qxF "$(sed -n '/^```text$/,/^```$/p' "$page" | sed '/^```/d')" out

# ---- What is refused, in one line each.
mkdir bad
cp noc.yaml bad/
sed 's/node: 15/node: 16/' map.yaml >bad/map.yaml
(cd bad && ../example >../out 2>../err)
rc=$?
holds 'the example with another map ends' test "$rc" -ne 0
holds 'a node that is not there, by file and line' grep -q 'map.yaml:[0-9]*:[0-9]*: node is 16; it must be 0 to 15' out err

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
