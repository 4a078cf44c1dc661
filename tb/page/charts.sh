#!/bin/sh
# charts.sh FOLDER -- leaves uplot.js and uplot.css there, the library of charts with its licence; empty
# files where there is no npm or it cannot fetch the library. npm ci takes no other version and no other
# bytes than package-lock.json has, and runs nothing of the package.
set -eu
here=$(dirname "$0")
mkdir -p "$1"
cp "$here/package.json" "$here/package-lock.json" "$1"
: >"$1/uplot.js"
: >"$1/uplot.css"
if ! command -v node >"$1/log" || ! command -v npm >"$1/log"; then
  echo "  note: node and npm are not there, so pages of --html have tables without charts" >&2
elif ! (cd "$1" && timeout 120 npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier \
  --fetch-retries=1 --fetch-retry-mintimeout=2000 --fetch-timeout=20000) >"$1/log" 2>&1; then
  echo "  note: npm cannot fetch the charts of --html, so pages have tables: $1/log; rm -r $1 tries again" >&2
else
  from=$1/node_modules/uplot
  # Its first line is an address, in the place of which its licence stands.
  { echo '/*!'; cat "$from/LICENSE"; echo '*/'; sed '1{/^\/\*!.*\*\/$/d}' "$from/dist/uPlot.iife.min.js"; } >"$1/uplot.js"
  cp "$from/dist/uPlot.min.css" "$1/uplot.css"
fi
