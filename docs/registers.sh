#!/bin/sh
# Prints docs/registers.md from the state lists; tests/cli/test_docs.sh holds the two together.
cd "$(dirname "$0")/.." || exit 1
echo "# Registers"
echo
echo "Made by docs/registers.sh from the state lists, which are also what the C structs, the comparison, the mismatch reports and the waves are made from. Bits and counts are expressions in the shape (csim/router/shape.h). IN and OUT are pins, WIRE is observed just before the clock edge, OUT and REG just after it."
for list in csim/*/*_state.def; do
  unit=$(basename "$list" _state.def)
  printf '\n## %s\n\n| kind | name | bits | count | meaning |\n|---|---|---|---|---|\n' "$unit"
  # The five values of an entry, quotes and the shape's prefix taken off.
  sed -e ':join' -e '/,$/{N;s/\n */ /;b join' -e '}' "$list" |
    sed -n 's/^\(IN\|WIRE\|OUT\|REG\)(\([a-z_0-9]*\), *[a-z_0-9]*, *\(.*\), *\([^,]*\), *"[a-z]*", *"\(.*\)")$/| \1 | `\2` | `\3` | `\4` | \5 |/p' |
    sed 's/s->//g'
done
