#!/usr/bin/env bash
# Results that are kept (tests/kept.sh): a key changes with everything that can change a result, and
# the one for code with no comment of a person.
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
export NOCSTEP_KEPT=$work/kept
# shellcheck source=tests/kept.sh
. "$source_tree/tests/kept.sh"

cat >unit.sv <<'END'
// unit -- does something.
module unit (input logic a_i);  // one pin

  /* verilator lint_off UNUSEDSIGNAL */
  logic [3:0] count;  // of what came
  if (1) $error("see // there");
endmodule
END
cp unit.sv first.sv
of() { kept_key text "$1" unit.sv; }
# key_after NAME SAME|OTHER EDIT: the keys of the file before and after this edit (sed).
key_after() {
  local before way verdict
  for way in -- --code; do
    cp first.sv unit.sv
    before=$(of "$way")
    sed -i -E "$3" unit.sv
    verdict=OTHER
    [ "$before" != "$(of "$way")" ] || verdict=SAME
    if [ "$way" = -- ]; then
      holds "$1, whole text" [ "$verdict" = OTHER ]
    else
      holds "$1, code" [ "$verdict" = "$2" ]
    fi
  done
  cp first.sv unit.sv
}
key_after "a comment of a line" SAME '1s/something/nothing/'
key_after "a comment behind code" SAME 's/one pin/two pins/'
key_after "an empty line goes" SAME '/^$/d'
key_after "one comment more" SAME '2i // so'
key_after "code" OTHER 's/3:0/4:0/'
key_after "code before a comment" OTHER 's/count;/counts;/'
key_after "a comment for a tool" OTHER 's/lint_off/lint_on/'
key_after "a line comment for a tool" OTHER 's!// of what came!// verilator public!'
key_after "slashes in a text" OTHER 's/there/here/'
holds "other words" [ "$(of --)" != "$(kept_key texts -- unit.sv)" ]
cp unit.sv other.sv
holds "another name" [ "$(of --code)" != "$(kept_key text --code other.sv)" ]
holds "no files" [ "$(kept_key a --)" != "$(kept_key b --)" ]

key=$(of --)
holds "nothing kept" bash -c "! kept_has $key"
kept_put "$key" "3 passed"
holds "kept" kept_has "$key"
holds "with its text" [ "$(kept_text "$key")" = "3 passed" ]
holds "KEPT=0 runs everything" bash -c "! KEPT=0 kept_has $key"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
