// reader -- reads a topology string; every failure names the column, what was found there and what
// is accepted.

#ifndef NOC_TOPOLOGY_READER_H
#define NOC_TOPOLOGY_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

// How much of the user's text an error quotes.
enum { READER_QUOTED = 60 };

// A topology string being read.
typedef struct {
  const char *text;    // the whole string
  size_t at;           // the next character
  noc_error_t *error;  // where failures go
} topology_reader_t;

// Fails with the column and what was found there: `found` when it is not NULL, else the text.
bool reader_fail(const topology_reader_t *r, const char *found, const char *accepted);

// The same, with an unsigned number in `found` (one %llu).
bool reader_fail_number(const topology_reader_t *r, const char *found, uint64_t number,
                        const char *accepted);

// Reads a number from 1 to max; `what` names it in the error.
bool reader_number(topology_reader_t *r, const char *what, uint32_t max, unsigned *value);

// Skips the character c if it is next.
bool reader_skip(topology_reader_t *r, char c);

// Fails unless the string ends here.
bool reader_end(const topology_reader_t *r, const char *accepted);

// Reads "@N" if it is there; *value is 1 without it.
bool reader_nodes(topology_reader_t *r, unsigned *value);

// An argument "k=4", or "growth=1.59", whose value, min and max are in millionths.
typedef struct {
  const char *name;
  uint32_t min, max;
  bool optional;  // *value keeps what it has
  bool millionths;
  unsigned *value;
  size_t at;  // where its value was found; 0 when it was left out
} argument_t;

enum { READER_ARGUMENTS = 8, READER_ONE = 1000000 };  // READER_ONE: 1 in millionths

// Reads "k=4,n=3": every argument once, in any order, up to '@' or the end.
bool reader_arguments(topology_reader_t *r, argument_t *argument, size_t count);

#endif
