// schedule_file -- a schedule as JSON, "nocstep.schedule/1": writing, and reading as plain data for
// those who check it. docs/schedule.md has the format.

#ifndef NOC_SCHEDULE_FILE_H
#define NOC_SCHEDULE_FILE_H

#include <stdio.h>

#include "base/error.h"
#include "schedule/problem.h"

// --- writing -------------------------------------------------------------------------------------

typedef struct {
  const schedule_problem_t *problem;
  const char *collective;
  const schedule_t *schedule;
  uint64_t seed;
  const char *search;                 // the way to search; NULL: not told
  uint32_t ports, growth, cut, load;  // lower bounds, 0: none
  uint32_t lower_bound;
  bool optimal, refuted, interrupted;
} schedule_record_t;

// False when memory is short; a message is a line.
bool schedule_write(const schedule_record_t *r, FILE *out);

// --- reading -------------------------------------------------------------------------------------

typedef struct {
  uint32_t step;
  uint64_t line;  // of the file
  uint32_t src, dst, origin;
  uint32_t *path;  // node, routers, node
  uint32_t length;
} schedule_entry_t;

typedef struct {
  char *topology;
  char *collective;
  char *from, *to;  // as a command takes them
  uint32_t ports, max_detour;
  uint32_t lower_bound, steps;
  bool optimal;
  schedule_entry_t *entry;
  uint32_t entries;
} schedule_read_t;

// NOC_BAD_INPUT with file and line where it is no such file.
bool schedule_read(const char *path, schedule_read_t *r, noc_error_t *error);
void schedule_read_free(schedule_read_t *r);

#endif
