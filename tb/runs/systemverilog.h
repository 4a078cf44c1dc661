// systemverilog -- what a name must be that a module gets.

#ifndef NOCSTEP_SYSTEMVERILOG_H
#define NOCSTEP_SYSTEMVERILOG_H

#include <stdbool.h>

enum { SYSTEMVERILOG_NAME = 64 };  // bytes of the longest name, its end included

// A simple identifier (IEEE 1800-2017, 5.6) without '$' that is no reserved word (annex B) and not
// too long.
bool systemverilog_is_name(const char *name);

#endif
