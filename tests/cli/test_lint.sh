#!/usr/bin/env bash
# The cheap checkers of `make lint`: format, warnings, cppcheck, lengths, twins, golden files, floors.
exec "$(dirname "$0")/../lint.sh" quick
