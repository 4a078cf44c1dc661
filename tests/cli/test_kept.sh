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

# The record: asked in the long tier only, and by nobody who wants everything run again.
export NOCSTEP_NEW_RECORD=$work/recorded.txt
text=$(printf 'ok    base \\sum\nok    step (2 s)')
kept_put "$key" "$text"
kept_record "$key"
kept_record "$(of --code)"
holds "a line for what is kept, none for what is not" [ "$(wc -l <"$NOCSTEP_NEW_RECORD")" = 1 ]
holds "it begins with the key" grep -q "^$key " "$NOCSTEP_NEW_RECORD"
rm "$NOCSTEP_KEPT/$key"
recorded=$NOCSTEP_NEW_RECORD
holds "kept by the record" env NOCSTEP_LONG=1 bash -c "kept_has $key"
holds "not in the quick tier" env NOCSTEP_LONG=0 bash -c "! kept_has $key"
holds "KEPT=0 runs what is recorded" env NOCSTEP_LONG=1 KEPT=0 bash -c "! kept_has $key"
holds "another key is not recorded" env NOCSTEP_LONG=1 bash -c "! kept_has ${key%?}"
holds "its text is what was said" [ "$(kept_text "$key")" = "$text" ]
holds "and is recorded again as it is" [ "$(NOCSTEP_LONG=1 NOCSTEP_NEW_RECORD=$work/again bash -c \
  "kept_record $key" && cat "$work/again")" = "$(cat "$NOCSTEP_NEW_RECORD")" ]
unset NOCSTEP_NEW_RECORD
holds "the record of the tree has keys of this form" bash -c \
  "! grep -v -E '^[0-9a-f]{40}(\\.score)? ' '$source_tree/tests/recorded.txt'"

# depends NAME FILE: whether this program of `make test-long` is run again when the file has changed.
depends() {
  [ -n "$(printf 'hash  %s\n' "$2" | program_sources "$1")" ]
}
independent() {
  ! depends "$@"
}
for file in csim/router/router.c rtl/ni/ejection.sv tb/dut/shim.cpp docs/papers/rahman2012.yaml \
  tests/scenarios/mesh_1x2.yaml Makefile; do
  for name in unit/test_router network/test_top systemc/test_sc_modules cli/test_verify sanitizers/test_sanitizers \
    formal/test_formal mutation/test_c_mutation fuzz/test_fuzz; do
    holds "$name depends on $file" depends $name $file
  done
done
for name in formal/test_formal mutation/test_mutation mutation/test_c_mutation cli/test_docs cli/test_lint; do
  holds "$name depends on all" depends $name docs/verification.md
done
holds "pages that scripts read" depends cli/test_schedule docs/schedule.md
holds "no compiled test reads pages" independent unit/test_router docs/schedule.md
holds "no compiled test reads scripts" independent network/test_top tests/cli/common.sh
holds "platforms of SystemC" depends systemc/test_sc_modules tests/systemc/platform/platform.h
holds "reasons of survivors" independent cli/test_verify tests/mutation/survivors/c.txt
holds "inputs of fuzzing" depends fuzz/test_fuzz tests/fuzz/corpus_plan/coding.goal
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
