#!/usr/bin/env bash
# Lines and branches of C that programs of a build with --coverage have executed:
# c_lines.sh BUILD writes a table of the folders, and the lines of each file that none has executed.
# Counts of a header are those of all files that include it. A branch is a way out of a condition,
# those of && and || among them; but not of an assertion, of which a program takes one only.
set -u -o pipefail
build=$1

# One object: "L FILE LINE COUNT" and "B FILE LINE NUMBER COUNT".
counts() {
  gcov --json-format --stdout --branch-probabilities "$1" 2>/dev/null | jq -r '.files[] |
    .file as $file | select($file | test("^(csim|tb)/.*[.][ch]$|^(csim|tb)/.*[.]def$")) | .lines[] |
    .line_number as $line |
    "L \($file) \($line) \(.count)",
    (.branches | to_entries[] | "B \($file) \($line) \(.key) \(.value.count)")'
}
export -f counts

find "$build/obj/csim" "$build/obj/tb" -name '*.gcno' | sort |
  xargs -P "$(nproc)" -I{} bash -c 'counts {} >{}.counts' || exit 3
# "A FILE LINE" for each line of an assertion.
assertions() {
  find csim tb -name '*.[ch]' -o -name '*.def' | xargs awk '
    FNR == 1 {within = 0}
    /(^|[^_[:alnum:]])assert[(]/ {within = 1}
    within {print "A", FILENAME, FNR}
    /;/ {within = 0}'
}

{ assertions; find "$build/obj/csim" "$build/obj/tb" -name '*.gcno.counts' | sort | xargs cat; } | awk '
  $1 == "A" {assertion[$2 " " $3] = 1; next}
  $1 == "B" && assertion[$2 " " $3] {next}
  {key = $1 == "L" ? $2 " " $3 : $2 " " $3 " " $4}
  $1 == "L" {line[key] += $4}
  $1 == "B" {branch[key] += $5}
  END {
    for (key in line) print "L", key, line[key]
    for (key in branch) print "B", key, branch[key]
  }' | sort -k2,2 -k3,3n | awk '
  function folder_of(file, part) {
    split(file, part, "/")
    return part[1] "/" part[2]
  }
  function percent(reached, all) {
    return all > 0 ? 100 * reached / all : 100
  }
  function row(name, l, lines, b, branches) {
    printf "%-16s %7d %7d %6.1f %9d %9d %6.1f\n", name, l, lines, percent(l, lines), b, branches,
      percent(b, branches)
  }
  function flush() {
    if (first > 0) holes = holes (holes == "" ? "" : ", ") (last > first ? first "-" last : first)
    first = 0
  }
  function close_file() {
    flush()
    if (holes != "") report[++reports] = file ": " holes
    holes = ""
  }
  {
    folder = folder_of($2)
    if (!(folder in lines)) {
      name[++count] = folder
      lines[folder] = 0
    }
  }
  $1 == "L" {
    if ($2 != file) {
      close_file()
      file = $2
    }
    lines[folder]++
    if ($4 > 0) {
      reached[folder]++
      flush()
    } else {
      if (first == 0) first = $3
      last = $3
    }
  }
  $1 == "B" {
    branches[folder]++
    if ($5 > 0) taken[folder]++
  }
  END {
    close_file()
    printf "%-16s %7s %7s %6s %9s %9s %6s\n", "folder", "lines", "of", "%", "branches", "of", "%"
    for (i = 1; i <= count; i++) {
      f = name[i]
      row(f, reached[f], lines[f], taken[f], branches[f])
      l += reached[f]; n += lines[f]; b += taken[f]; m += branches[f]
    }
    printf "\nC reached    %d of %d lines (%.1f %%), %d of %d branches (%.1f %%)\n", l, n,
      percent(l, n), b, m, percent(b, m)
    print "\nLines of C that no program has executed\n"
    for (i = 1; i <= reports; i++) print report[i]
  }'
