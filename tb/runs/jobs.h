// jobs -- runs independent jobs in worker processes, several at a time, for the commands with -j N.
//
// A worker is a process, forked from the caller of jobs_run(), which must have no other threads. It
// does job after job, since a fork takes longer than many a run; what it writes comes back through
// a socket. A job that crashes takes nothing else along: if it was not the first of its worker, it
// is begun again in a new one, and only what happens there is told. A job finds the memory of the
// caller, and what earlier jobs of its worker have left, which must make no difference to it.
//
// On several ranks of mpirun every rank calls jobs_run() with the same jobs, whose workers may be
// on any of them. done() is called on each, with the results of all, in the same order
// (runs/jobs_ranks.h).
//
//   static void start(void *context, size_t index, FILE *result) { fprintf(result, ...); }
//   static bool done(void *context, const job_result_t *r) { keep(r->index, r->bytes, ...); }
//   const jobs_config_t config = {12, jobs_processors(), &all, start, done, NULL, NULL};
//   if (!jobs_run(&config, &error)) ...

#ifndef NOCSTEP_JOBS_H
#define NOCSTEP_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { JOBS_WORKERS_MAX = 1024 };

typedef struct {
  size_t index;       // of the job, from 0
  const char *bytes;  // what it wrote, with a NUL behind it; gone when done() returns
  size_t length;      // without the NUL; 0 when it died
  const char *died;   // NULL, or why there is no result: "was killed by signal 11 (...)"
} job_result_t;

typedef struct {
  size_t jobs;
  unsigned workers;  // processes at a time, 1 to JOBS_WORKERS_MAX
  void *context;
  // In the worker: does the job and writes its result. Standard input and output are not for it;
  // standard error is the caller's. Returning is success: a failure is told in the result.
  void (*start)(void *context, size_t index, FILE *result);
  // In the caller, as jobs end, in any order: the caller puts results in order by their index.
  // False stops: no job is started any more, the running ones are ended without a result.
  bool (*done)(void *context, const job_result_t *result);
  // In the caller, several times a second while jobs run, for a progress line. May be NULL.
  void (*tick)(void *context, size_t finished, size_t running);
  // A hash of all that the job does, by which ranks of mpirun see whether they are about to do the
  // same. NULL: they only compare how many jobs there are.
  uint64_t (*sum)(void *context, size_t index);
} jobs_config_t;

// True when every job is done, or done() has stopped them. False with NOC_INTERRUPTED after SIGINT
// or SIGTERM, and with NOC_ENVIRONMENT when processes or memory are short; what was done by then
// stays done. No process of a job is left behind in any case, nor what one has started itself.
bool jobs_run(const jobs_config_t *config, noc_error_t *error);

// The status of a job without a result, or with another than its caller takes: NOC_ENVIRONMENT if
// its worker had no memory or no file for it, else NOC_INTERNAL; and *why, behind "the worker".
noc_status_t jobs_failure(const job_result_t *result, const char **why);

// Processors that this process may use: the default of -j.
unsigned jobs_processors(void);

#endif
