// systemverilog -- what a name must be that a module gets, and where a name stands in a text.

#ifndef NOCSTEP_SYSTEMVERILOG_H
#define NOCSTEP_SYSTEMVERILOG_H

#include <stdbool.h>
#include <stddef.h>

enum { SYSTEMVERILOG_NAME = 64 };  // bytes of the longest name, its end included

// A simple identifier (IEEE 1800-2017, 5.6) without '$' that is no reserved word (annex B) and not
// too long.
bool systemverilog_is_name(const char *name);

// How many times the text has the name as a word, outside of comments to the end of a line.
size_t systemverilog_count(const char *text, const char *name);

#endif
