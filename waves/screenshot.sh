#!/usr/bin/env bash
# Draws a wave with its save file to a picture, without a display.
#   screenshot.sh FILE.fst PICTURE.png [WIDTHxHEIGHT]
set -eu

wave=${1:?usage: screenshot.sh FILE.fst PICTURE.png [WIDTHxHEIGHT]}
picture=${2:?usage: screenshot.sh FILE.fst PICTURE.png [WIDTHxHEIGHT]}
size=${3:-1600x1000}
for tool in gtkwave Xvfb import; do
  if ! command -v "$tool" >/dev/null; then
    echo "screenshot.sh: $tool not found: apt install gtkwave xvfb imagemagick" >&2
    exit 3
  fi
done
if [ ! -r "$wave" ]; then
  echo "screenshot.sh: cannot read $wave" >&2
  exit 2
fi

log=$(mktemp)
number=$(mktemp)
server=''
viewer=''
finish() {
  [ -z "$viewer" ] || kill "$viewer" 2>/dev/null || true
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -f "$log" "$number"
}
trap finish EXIT

# The server picks a free display and writes its number once it is ready.
Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp 3>"$number" >"$log" 2>&1 &
server=$!
for _ in $(seq 100); do
  [ ! -s "$number" ] || break
  sleep 0.1
done
if [ ! -s "$number" ]; then
  echo "screenshot.sh: Xvfb does not start:" >&2
  cat "$log" >&2
  exit 3
fi
DISPLAY=:$(cat "$number")
export DISPLAY NO_AT_BRIDGE=1

gtkwave -f "$wave" -a "${wave%.fst}.gtkw" --rcvar 'hide_sst on' --rcvar "initial_window_x ${size%x*}" \
  --rcvar "initial_window_y ${size#*x}" >"$log" 2>&1 &
viewer=$!
# The picture is complete when two in a row are the same.
before=''
for _ in $(seq 30); do
  sleep 1
  if ! kill -0 "$viewer" 2>/dev/null; then
    echo "screenshot.sh: gtkwave stopped:" >&2
    cat "$log" >&2
    exit 3
  fi
  import -window root "png:$picture.tmp"
  now=$(identify -format '%k %#' "$picture.tmp")
  if [ "$now" = "$before" ] && [ "${now%% *}" -gt 8 ]; then
    break
  fi
  before=$now
done
mv "$picture.tmp" "$picture"
