#!/usr/bin/env bash
# A user's own design with the RTL: the manifests name every file once and in order, agree with each
# other, and are read; each file has its licence line; the example of docs/integration.md has no
# warning. With NOCSTEP_LONG=1 the page's own commands are run in an empty folder. Ends with
# "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
rtl=$source_tree/rtl
docs=$source_tree/docs

# ---- Manifests

grep -v '^//' "$rtl/nocstep.f" >listed
(cd "$rtl" && ls ./*/*.sv | sed 's/^..//' | grep -v '^pins/') | sort >there
holds "nocstep.f: every file once, none else" diff <(sort listed) there

# ordered FILE: a module comes behind those that it instantiates, all behind the package.
ordered() {
  awk -v root="$rtl" '
    {name = $1; sub(/.*\//, "", name); sub(/\.sv$/, "", name); place[name] = NR; path[NR] = $1; n = NR}
    END {
      for (i = 1; i <= n; i++)
        while ((getline line <(root "/" path[i])) > 0)
          if (match(line, /^ *[a-z_0-9]+ *(#\(|u_)/)) {
            module = line; sub(/^ */, "", module); sub(/[^a-z_0-9].*/, "", module)
            if (module in place) {found++; if (place[module] > i) {print path[i] " is before " module; bad = 1}}
          } else if (line ~ /noc_pkg::/ && i < place["noc_pkg"]) {print path[i] " is before noc_pkg"; bad = 1}
      exit bad || found < 30
    }' "$1"
}
holds "nocstep.f: in order" ordered listed
tac listed >backwards
verdict "an order that is wrong is seen" "$(ordered backwards >check.log && echo no || echo yes)"
holds "nocstep.core names the same files" diff listed <(sed -n 's/^      - \(.*\.sv\)$/\1/p' "$rtl/nocstep.core")
holds "Bender.yml names the same files" diff listed <(sed -n 's/^  - \(.*\.sv\)$/\1/p' "$rtl/Bender.yml")
holds "nocstep.core has the version" grep -q "^name: \"nocstep:noc:nocstep:$(sed -n 's/^#define NOCSTEP_VERSION "\(.*\)"/\1/p' "$source_tree/csim/sim/nocstep.h")\"$" "$rtl/nocstep.core"
# FuseSoC itself is no Debian package.
holds "hello.core depends on nocstep.core" grep -q "depend: .\"$(sed -n 's/^name: "\(.*\):[0-9.]*"$/\1/p' "$rtl/nocstep.core")\"" "$docs/integration/hello.core"
sed -n 's/^ *toplevel: //p' "$rtl/nocstep.core" "$docs/integration/hello.core" | sort -u >tops
while read -r top; do
  holds "the core's module $top is there" grep -qrw "module $top" "$rtl" "$docs/integration"
done <tops
holds "every file has its licence" test -z "$(grep -rL 'SPDX-License-Identifier: MIT$' "$rtl" "$source_tree/docs/integration")"

# ---- The example

holds "the example has no warning" verilator --lint-only -Wall -Wno-DECLFILENAME -F "$rtl/nocstep.f" \
  --top-module hello "$docs/integration/hello.sv"
holds "the one with streams has no warning" verilator --lint-only -Wall -Wno-DECLFILENAME -F "$rtl/nocstep.f" \
  --top-module streams "$docs/integration/streams.sv"
holds "the one with two clocks has no warning" verilator --lint-only -Wall -Wno-DECLFILENAME -F "$rtl/nocstep.f" \
  --top-module two_clocks "$docs/integration/hello.sv" "$docs/integration/two_clocks.sv"
"$nocstep" rtl "$docs/integration/irregular.yaml" --out noc_network.sv -q
holds "the one from a topology file has no warning" verilator --lint-only -Wall -Wno-DECLFILENAME -F "$rtl/nocstep.f" \
  --top-module irregular noc_network.sv "$docs/integration/hello.sv" "$docs/integration/irregular.sv"
# Every parameter and port of a link between clocks is in its page.
for name in $(sed -n 's/^ *parameter *int unsigned \([A-Za-z]*\).*/\1/p; s/^ *\(input\|output\) .* \([a-z_]*_[io]\),\?.*/\2/p' "$rtl/clock/clock_crossing_link.sv" "$rtl/clock/clocked_link.sv"); do
  grep -q "\`$name\`" "$docs/clock-crossing.md" || echo "$name"
done >missing
holds "the page of links between clocks has all of one: $(xargs <missing)" test ! -s missing
# Every port of a stream is in its page.
for name in $(sed -n 's/^ *\(input\|output\) .* \([sm]_axis_[a-z]*\|error[a-z_]*\|overlong_o\|extent_i\),\?.*/\2/p' "$rtl/stream/axis_host.sv"); do
  grep -q "\`$name\`" "$docs/axi-stream.md" || echo "$name"
done >missing
holds "the page of streams has all of a host: $(xargs <missing)" test ! -s missing
# Every parameter and port of a mesh is in the page.
for name in $(sed -n 's/^ *parameter *int unsigned \([A-Za-z]*\).*/\1/p; s/^ *\(input\|output\) .* \([a-z_]*_[io]\),\?.*/\2/p' "$rtl/top/mesh.sv"); do
  grep -q "\`$name\`" "$docs/integration.md" || echo "$name"
done >missing
holds "the page has all of a mesh: $(xargs <missing)" test ! -s missing

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  for top in mesh torus octagon tile_activity router_activity clock_gate host_guard noc_router table_router table_loader noc_interface node_interfaces noc_stream_interface axis_host clock_crossing_link clocked_link async_fifo reset_synchronizer; do
    holds "$top by the file list" verilator --lint-only -Wall -F "$rtl/nocstep.f" --top-module "$top"
  done
  # The commands of the page, in an empty folder.
  sed -n '/^```sh$/,/^```$/p' "$docs/integration.md" | sed '/^```/d' >commands.sh
  (NOCSTEP=$source_tree PATH=$(dirname "$nocstep"):$PATH bash -eu commands.sh) >hello.log 2>&1
  holds "the page's commands" test "$(grep -Ec '^12 packets delivered after [0-9]+ cycles$' hello.log)" -eq 4
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
