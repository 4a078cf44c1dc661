// range -- FROM:STEP:TO on the command line, in exact decimal arithmetic: 0.05:0.05:0.6 has 12
// values, the last of which is 0.6.

#ifndef NOCSTEP_RANGE_H
#define NOCSTEP_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RANGE_UNIT = 1000000, RANGE_POINTS_MAX = 10000, RANGE_TEXT = 24 };

// In millionths; all 0: not given.
typedef struct {
  uint64_t from, step, to;
} range_t;

// False unless all three are decimals of up to six places, 0 < FROM <= TO <= 1 and STEP > 0, with
// up to RANGE_POINTS_MAX values.
bool range_parse(const char *text, range_t *range);
// How many values it has: FROM, FROM + STEP, ... up to TO.
size_t range_count(const range_t *range);

// 0.05 of 50000.
double range_value(uint64_t millionths);
// "0.05" of 50000; returns out.
char *range_text(uint64_t millionths, char out[RANGE_TEXT]);

#endif
