#!/usr/bin/env bash
# docs/synthesis.md is of these sources: the hash of every row is compared, and the page with its
# data. With NOCSTEP_LONG=1 shapes of up to 10,000 cells are synthesized, and larger ones whose sources
# are not those of their row, and none has grown by 10 %: rtl/synth.sh. Small edits of a copy say
# whether it would be seen. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
mkdir copy
cp -r "$source_tree/rtl" copy/
mkdir -p copy/tests copy/docs
cp "$source_tree/tests/kept.sh" copy/tests/
cp -r "$source_tree/docs/synthesis" "$source_tree/docs/synthesis.md" copy/docs/

# synth WAY: status in rc, output in out.
synth() {
  NOCSTEP_BUILD=$work/build copy/rtl/synth.sh "$1" >out 2>&1
  rc=$?
}
synth same
holds "the table is of these sources: $(grep -m 1 FAIL out)" test "$rc" -eq 0
holds "no row is missing" grep -Eq '^[0-9]+ passed, 0 failed$' out

# An edit of code is seen, a comment need not be.
again=$(grep -c '^[^#]' copy/docs/synthesis/shapes.csv)
sed -i 's/out_valid_o <= xb_valid_i;/out_valid_o <= xb_valid_i \&\& !rst_i;/' copy/rtl/router/output_unit.sv
synth same
holds "an edit of a router's unit is seen in the rows of routers" \
  test "$(grep -c '^FAIL  router' out)" -ge 1 -a "$(grep -c '^FAIL  \(interface\|XOR\|forwarding\)' out)" -eq 0
cp "$source_tree/rtl/router/output_unit.sv" copy/rtl/router/
sed -i '1s/^/\/\/ a comment\n/; /^`ifndef SYNTHESIS/a// verilator lint_off WIDTH' copy/rtl/router/output_unit.sv
sed -i '0,/^| \([^|]*\) | \([0-9]*\)/s//| \1 | 1\2/' copy/docs/synthesis.md
synth same
holds "a number of the page that is not in its data" grep -q '^FAIL  docs/synthesis.md: its table' out
holds "a comment, and what stands beside assertions, is not" test "$(grep -c '^FAIL' out)" -eq 1
holds "$again rows" test "$again" -ge 6
synth nothing
holds "a word that is none: status 2" test "$rc" -eq 2

if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  cd "$source_tree" || exit 3
  NOCSTEP_BUILD=$(dirname "$nocstep") rtl/synth.sh grown 10000 >"$work/out" 2>&1
  rc=$?
  if [ "$rc" -eq 3 ]; then cat "$work/out"; else
    holds "no shape has grown: $(grep -m 1 'FAIL' "$work/out")" test "$rc" -eq 0
  fi
  # A row that had a tenth fewer cells would be one that has grown.
  if [ "$rc" -eq 0 ]; then
    cd "$work" || exit 3
    rm -rf copy/rtl && cp -r "$source_tree/rtl" copy/
    awk -F, -v OFS=, 'NR == 2 {$(NF - 7) = int($(NF - 7) * 0.85)} {print}' \
      "$source_tree/docs/synthesis/shapes.csv" >copy/docs/synthesis/shapes.csv
    NOCSTEP_BUILD=$(dirname "$nocstep") copy/rtl/synth.sh grown 10000 >out 2>&1
    holds "growth is found" grep -Eq '^FAIL  .*: [0-9]+ cells, [0-9]+ in ' out
  fi
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
