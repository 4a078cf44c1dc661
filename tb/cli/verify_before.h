// verify_before -- earlier regressions (--html-before), from the JSON that they gave.

#ifndef NOCSTEP_VERIFY_BEFORE_H
#define NOCSTEP_VERIFY_BEFORE_H

#include <jansson.h>

#include "base/error.h"
#include "cli/verify.h"

typedef struct {
  const char *file;
  json_t *root;  // "nocstep.verify/1"
  json_t *run;   // by scenario, shape and seed
} verify_earlier_t;

typedef struct {
  verify_earlier_t *of;  // in the order of the options, the oldest first
  size_t count;
} verify_before_t;

// False with NOC_BAD_INPUT for a file that is no such JSON; verify_before_free() in any case.
bool verify_before_read(const string_list_t *files, verify_before_t *b, noc_error_t *error);
void verify_before_free(verify_before_t *b);

// The run of the same scenario, shape and seed; NULL: there was none.
const json_t *verify_earlier_run(const verify_earlier_t *e, const verify_t *v,
                                 const verify_run_t *run);
uint64_t verify_earlier_count(const verify_earlier_t *e, const char *what);
bool verify_earlier_passed(const json_t *run);
// Failed, or was in error; not one that was not run.
bool verify_earlier_failed(const json_t *run);

// Sums over the runs that have taken time: cycles, and seconds of all workers.
typedef struct {
  uint64_t cycles;
  double seconds;
} verify_speed_t;
verify_speed_t verify_earlier_speed(const verify_earlier_t *e);
double verify_rate(verify_speed_t speed);  // cycles a second; 0 without seconds

// For the data of a page: file, result, count, cycles, host.
json_t *verify_before_json(const verify_before_t *b);

#endif
