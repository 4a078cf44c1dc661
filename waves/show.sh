#!/usr/bin/env bash
# Opens a wave in GTKWave, with the save file beside it.   show.sh FILE.fst
set -eu

wave=${1:?usage: show.sh FILE.fst}
if ! command -v gtkwave >/dev/null; then
  echo "show.sh: gtkwave not found: apt install gtkwave" >&2
  exit 3
fi
if [ ! -r "$wave" ]; then
  echo "show.sh: cannot read $wave" >&2
  exit 2
fi
save=${wave%.fst}.gtkw
export NO_AT_BRIDGE=1  # no warnings about accessibility services
if [ -r "$save" ]; then
  exec gtkwave -f "$wave" -a "$save" --rcvar 'hide_sst on'
fi
exec gtkwave -f "$wave"
