// kept -- the numbers that were measured, as the JSON of a report keeps them, so that its verdicts
// can be worked out again without a run. A way to measure passes every number of its records to
// these functions, in one order, whether they are to be kept or are read back:
//
//   kept_record(k);                          // the numbers that follow are those of a record
//   kept_count(k, &run->completion);
//   kept_number(k, &run->latency);
//
// Numbers are rounded to the digits of the JSON as they are kept, also where they come from: what
// is worked out from them is the same in the run that measured them and in any later one.

#ifndef NOCSTEP_PAPERS_KEPT_H
#define NOCSTEP_PAPERS_KEPT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEPT_DIGITS = 12 };

typedef struct {
  bool reads;       // the numbers are there, and nothing is to be measured
  json_t *records;  // an array of arrays; NULL: none are to be kept
  json_t *record;   // the one that the numbers are in
  size_t at, number;
  bool failed;  // what is read is of something else, or memory was short
} kept_t;

void kept_record(kept_t *k);
// NAN is null.
void kept_number(kept_t *k, double *value);
// A record of nothing but numbers, double after double.
void kept_numbers(kept_t *k, void *record, size_t size);
void kept_count(kept_t *k, uint64_t *value);
void kept_flag(kept_t *k, bool *value);
// A text with room for `size` bytes.
void kept_text(kept_t *k, char *text, size_t size);
// All that is there has been read.
bool kept_complete(const kept_t *k);

#endif
