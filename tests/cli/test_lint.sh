#!/usr/bin/env bash
# The cheap checkers of `make lint`: format, warnings, cppcheck, lengths, twins.
exec "$(dirname "$0")/../lint.sh" quick
