#!/bin/sh
# Prints docs/registers.md from the state lists and their dimensions; tests/cli/test_docs.sh holds the two
# together.
cd "$(dirname "$0")/.." || exit 1
# Rows over several lines joined.
rows() {
  sed -e ':join' -e '/,$/{N;s/\n */ /;b join' -e '}' "$1"
}
echo "# Registers"
echo
echo "Made by docs/registers.sh from the state lists, which are also what the C structs, the comparison, the mismatch reports and the waves are made from. Bits are expressions in the shape (csim/shape/shape.h). IN and OUT are pins, WIRE is observed just before the clock edge, OUT and REG just after it."
echo
echo "The column \`by\` names the dimensions that count the elements, slowest first: an entry by PORT, VC has one element for each VC of each port, and element i * vcs + v is that of port i, VC v. An entry without dimensions has one element. A condition counts 1 where it holds and 0 elsewhere: an entry by AGED, VC has elements only where arbiters look at ages."
printf '\n## Dimensions\n\n| dimension | indices | in a report | in a wave | meaning |\n|---|---|---|---|---|\n'
rows csim/shape/dimensions.def |
  sed -n -e 's/s->//g; /^DIMENSION(ONE,/d' \
    -e 's/^DIMENSION(\([A-Z_]*\), *\(.*\), *INDEX_NONE, *"", *"", *"\(.*\)")$/| \1 | `\2` | | | condition: \3 |/p' \
    -e 's/^DIMENSION(\([A-Z_]*\), *\(.*\), *INDEX_PART, *"\([a-z ]*\)", *"", *"\(.*\)")$/| \1 | `\2` | \3 | one vector | \4 |/p' \
    -e 's/^DIMENSION(\([A-Z_]*\), *\(.*\), *INDEX_[A-Z]*, *"\(.*\)", *"\(.*\)", *"\(.*\)")$/| \1 | `\2` | \3 | \4 | \5 |/p'
# The rows of a list with those of its parts, one a line.
expanded() {
  { for kind in IN WIRE OUT REG; do echo "#define $kind(...) @$kind(__VA_ARGS__)"; done
    echo "#include \"shape/$1\""; } | "${CC:-cc}" -E -P -Icsim - | sed -n 's/^ *@//p'
}
for list in csim/shape/*_state.def; do
  unit=$(basename "$list" _state.def)
  case $unit in *_pins) continue ;; esac  # rows of another list
  printf '\n## %s\n\n| kind | name | bits | by | meaning |\n|---|---|---|---|---|\n' "$unit"
  # The five values of an entry, quotes and the shape's prefix taken off.
  expanded "${list##*/}" |
    sed -n 's/^\(IN\|WIRE\|OUT\|REG\)(\([a-z_0-9]*\), *[a-z_0-9]*, *\(.*\), *BY(\([A-Z_, ]*\)), *"[a-z]*", *"\(.*\)")$/| \1 | `\2` | `\3` | \4 | \5 |/p' |
    sed 's/s->//g; s/ | ONE | / | | /; s/, ONE | / | /'
done
