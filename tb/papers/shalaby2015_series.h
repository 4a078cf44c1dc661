// shalaby2015_series -- the broadcasts that Figs. 10 to 14 and section 6.5 of the paper
// compare, and what the text says about their execution times.

#ifndef NOCSTEP_PAPER_SHALABY2015_SERIES_H
#define NOCSTEP_PAPER_SHALABY2015_SERIES_H

#include <stdbool.h>

#include "papers/report.h"
#include "papers/shalaby2015.h"
#include "papers/shalaby2015_runs.h"

enum { SHALABY_ARY16 = 16, SHALABY_ARY32 = 32, SHALABY_LONGEST = 16, SHALABY_OVERHEAD = 35 };

// The series that are run: without groups, with coding, and the same hierarchy without coding; by
// trees, by unicasts, or mixed: unicasts in B and D, trees in E. Steps are in sequence, or
// overlapped.
typedef enum {
  TREE,
  ALL_AT_ONCE,
  CODED_TREES,
  CODED_TREES_32,
  CODED_TREES_4,
  CODED_UNICASTS,
  CODED_UNICASTS_32,
  CODED_UNICASTS_4,
  CODED_OVERLAPPED_4,
  CODED_OVERLAPPED_8,
  CODED_OVERLAPPED_32,
  CODED_MIXED,
  CODED_MIXED_32,
  PLAIN_TREES,
  PLAIN_TREES_32,
  PLAIN_TREES_2,
  PLAIN_UNICASTS,
  PLAIN_UNICASTS_32,
  COMBINING_TREES_32,
  COMBINING_UNICASTS_32,
  COMBINING_MIXED_32,
  SERIES
} shalaby_series_t;

const char *shalaby_series_name(shalaby_series_t s);
// The case of a series on a k-ary mesh, with packets of one flit, and a cycle for an exclusive or.
shalaby_case_t shalaby_case(shalaby_series_t s, unsigned k);
// Adds the runs that numbers and statements need beyond the figures. False with runs->error filled.
bool shalaby_times_add(shalaby_runs_t *runs, bool quick);
// Adds the numbers and statements about execution times, when all has run.
void shalaby_times(const shalaby_runs_t *runs, const shalaby_leasts_t *least, bool quick,
                   paper_report_t *r);

#endif
