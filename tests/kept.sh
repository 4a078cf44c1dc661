# kept -- results that are kept by content: what passed is not run again while everything that it
# was made from is as it was. Sourced by the scripts that prove, mutate, check and lint.
#
#   key=$(kept_key TEXT... -- FILE...)   hash of texts and of files (names and contents)
#   key=$(kept_key TEXT... --code FILE...)   the same, but the comments of RTL and C do not count:
#                                        for what people alone read in them
#   kept_has KEY || { run it && kept_put KEY [TEXT]; }
#   kept_text KEY                        the TEXT of kept_put
#   recording                            `make record` asks what is kept: nothing is run, and
#   kept_record KEY [TEXT]               .. this writes a line of it, with another TEXT
#   rtl_files UNIT [ROOT]                the sources that rtl/*/UNIT.sv is made of: itself, packages,
#                                        the modules that it instantiates, and so on
#   c_files [-x PATTERN] FILE...         the files and what they include, with the .c of each
#                                        header; PATTERN (awk): files whose own text is not looked at
#   program_sources NAME <LIST           of a list "hash  file" of all files, those that a program of
#                                        `make test-long` depends on beside its own code
#   tools_version NAME...                what makes another tool of a tool
#
# In $NOCSTEP_KEPT, or `kept` in the build folder; with NOCSTEP_LONG=1 also in the record, a file that is
# committed: of what was kept when `make record` ran, a line "KEY TEXT" each, so that a new clone
# proves and mutates only what has changed since. KEPT=0: everything is run again. A line
# "kept: N" is for people: nothing counts it.
# shellcheck shell=bash

kept_folder=${NOCSTEP_KEPT:-${NOCSTEP_BUILD:-$PWD/build}/kept}
mkdir -p "$kept_folder"
kept_folder=$(realpath "$kept_folder")
export kept_folder
recorded=${NOCSTEP_RECORDED:-$(realpath "${BASH_SOURCE[0]%/*}/recorded.txt")}
export recorded

# Files without comments and empty lines; a comment stays if it is meant for a tool, or has a quote
# behind it and so may be part of a string.
kept_code() {
  sed -E '/\/\/ *(verilator|synopsys|synthesis|yosys)/!s@(^|[[:space:]])//[^"]*$@@
          s/[[:space:]]+$//; /^$/d' -- "$@"
}

kept_key() {
  local text=() contents=cat
  while [ $# -gt 0 ] && [ "$1" != -- ] && [ "$1" != --code ]; do
    text+=("$1")
    shift
  done
  if [ "${1:-}" = --code ]; then contents=kept_code; fi
  shift
  { printf '%s\0' "${text[@]}"
    if [ $# -gt 0 ]; then $contents "$@" | sha256sum; printf '%s\n' "${@##*/}"; fi
  } | sha256sum | cut -c 1-40
}

kept_has() {
  [ "${KEPT:-1}" != 0 ] && { [ -e "$kept_folder/$1" ] || in_record "$1"; }
}

in_record() {
  [ "${NOCSTEP_LONG:-0}" = 1 ] && grep -q "^$1 " "$recorded" 2>/dev/null
}

# By renaming, so that an interrupted run leaves nothing.
kept_put() {
  local new
  new=$(mktemp "$kept_folder/.XXXXXX") && printf '%s\n' "${2:-}" >"$new" && mv "$new" "$kept_folder/$1"
}

# Lines are `\n` in the record.
kept_text() {
  if [ -e "$kept_folder/$1" ]; then cat "$kept_folder/$1"; else
    printf '%b\n' "$(sed -n "s/^$1 //p" "$recorded")"
  fi
}

recording() {
  [ -n "${NOCSTEP_NEW_RECORD:-}" ]
}

# One write a line, so that jobs at the same time do not mix theirs.
kept_record() {
  if recording && kept_has "$1"; then
    printf '%s %s\n' "$1" "$({ [ $# -gt 1 ] && echo "$2" || kept_text "$1"; } |
      sed 's/\\/\\\\/g' | sed -z 's/\n$//; s/\n/\\n/g')" >>"$NOCSTEP_NEW_RECORD"
  fi
}

rtl_files() {
  local root=${2:-rtl}
  # An instance begins a line with the name of its module; so may something else, which does no
  # harm. Packages belong to all.
  awk -v unit="$1" '
    FNR == 1 {
      name = FILENAME; sub(/.*\//, "", name); sub(/\.sv$/, "", name); file[name] = FILENAME
      if (name ~ /_pkg$/) print FILENAME
    }
    match($0, /^ *[A-Za-z_][A-Za-z0-9_]*/) {
      begins = substr($0, 1, RLENGTH); sub(/^ */, "", begins); text[name] = text[name] " " begins
    }
    END {
      if (!(unit in file)) exit 1
      queue[n = 1] = unit; seen[unit] = 1
      for (i = 1; i <= n; i++) {
        print file[queue[i]]
        count = split(text[queue[i]], word, " ")
        for (w = 1; w <= count; w++)
          if ((word[w] in file) && !(word[w] in seen)) {seen[word[w]] = 1; queue[++n] = word[w]}
      }
    }' "$root"/*/*.sv
}

c_files() {
  local stop='^$'
  if [ "$1" = -x ]; then stop=$2; shift 2; fi
  grep -rHo --include='*.[ch]' --include='*.[ch]pp' --include='*.def' '^#include "[^"]*"' csim tb tests docs |
    awk -v stop="$stop" -v start="$*" '
      {
        split($0, part, ":"); sub(/.*include "/, "", part[2]); sub(/"$/, "", part[2])
        list[part[1]] = list[part[1]] " " part[2]
      }
      function add(f) {if (!(f in seen)) {seen[f] = 1; queue[++n] = f}}
      function there(f,   line, ok) {
        if (f in known) return known[f]
        ok = (getline line <f) >= 0; close(f)
        return known[f] = ok
      }
      END {
        count = split(start, first, " ")
        for (k = 1; k <= count; k++) add(first[k])
        for (i = 1; i <= n; i++) {
          f = queue[i]
          print f
          if (i > count && f ~ stop) continue
          if (f ~ /\.h$/) {c = f; sub(/h$/, "c", c); if (there(c)) add(c)}
          count2 = split(list[f], name, " ")
          for (k = 1; k <= count2; k++)
            for (d = 1; d <= 3; d++) {
              g = (d == 1 ? "csim/" : d == 2 ? "tb/" : "tests/") name[k]
              if (there(g)) {add(g); break}
            }
        }
      }'
}

# A compiled test has its own sources in it; it builds plug-ins out of those of the program. A script
# reads what it likes: all but the sources of other kinds of tests, and the pages about testing. The
# scripts that look at the sources themselves, and all that is not known here, depend on everything.
program_sources() {
  local but='^$'
  case $1 in
    unit/* | network/* | systemc/*)
      but='^(README\.md|docs/[^/]*\.md|docs/[^/]*\.sh|waves/.*|tests/[^/]*|tests/(bench|cli|formal|fuzz|mutation|sanitizers)/.*|tests/(unit|network|systemc)/[^/]*)$' ;;
    cli/test_docs | cli/test_kept | cli/test_lint | cli/test_readme | cli/test_topo) ;;
    cli/* | sanitizers/*)
      but='^(docs/(CHANGELOG|mutation|verification)\.md|tests/(formal|mutation|sanitizers)/.*)$' ;;
    fuzz/test_fuzz)
      but='^(README\.md|docs/[^/]*\.md|docs/[^/]*\.sh|waves/.*|tests/[^/]*|tests/(bench|cli|formal|mutation|sanitizers|unit|network|systemc)/.*)$' ;;
  esac
  awk -v but="$but" '$2 !~ but'
}

tools_version() {
  local tool
  for tool in "$@"; do
    case $tool in
      yosys) yosys -V ;;
      *) "$tool" --version 2>&1 | head -n 2 ;;
    esac
  done
}
export -f kept_code kept_key kept_has in_record kept_put kept_text recording kept_record rtl_files c_files program_sources tools_version
