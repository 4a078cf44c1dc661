// jobs_ranks -- the jobs of jobs_run() over the ranks of mpirun (runs/ranks.h). Every rank calls
// jobs_run() for the same jobs. Rank 0 gives each job to whoever has a free worker, itself as well,
// and passes every result on to all ranks in the order in which it has got them: done() is called
// alike everywhere, and the ranks go on alike. Nobody waits for a rank that has not come yet.
//
// All of this is about one work, a call of jobs_run(). Where there are no other ranks it costs one
// comparison.

#ifndef NOCSTEP_JOBS_RANKS_H
#define NOCSTEP_JOBS_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "runs/jobs.h"

typedef struct {
  unsigned workers;  // that the rank has for this work; 0: it has not come yet
  size_t given;      // jobs that it has
} jobs_rank_t;

typedef struct {
  bool on;          // there are other ranks
  uint64_t number;  // of the work
  // On rank 0:
  jobs_rank_t *rank;  // [ranks]
  unsigned turn;      // the rank that is asked first for the next job
  size_t given;       // jobs on other ranks
  // On the others, those that rank 0 has given and no worker has yet:
  uint64_t *queue;
  size_t queued, room;
} jobs_ranks_t;

// Kinds of messages.
typedef enum {
  JOBS_NOTHING,  // there is none
  JOBS_OTHER,    // something that is dealt with
  JOBS_RESULT,   // of a job, in *result, for done()
  JOBS_STOP,     // this rank is to end, as after SIGTERM
  JOBS_FAILED,   // the work has failed, with *error
} jobs_heard_t;

// Begins a work: tells rank 0 what this rank is about to do.
bool jobs_ranks_begin(jobs_ranks_t *r, const jobs_config_t *config, noc_error_t *error);
void jobs_ranks_end(jobs_ranks_t *r);

// The descriptor to wait for; -1: none.
int jobs_ranks_fd(const jobs_ranks_t *r);
// The next message, as long as there is one.
jobs_heard_t jobs_ranks_hear(jobs_ranks_t *r, job_result_t *result, noc_error_t *error);

// Whether a worker of this rank may have a job now, and which: *next is counted up where jobs are
// taken from all of them.
bool jobs_ranks_next(jobs_ranks_t *r, size_t jobs, size_t *next, size_t *index);
// It could not be begun, and may be begun later.
void jobs_ranks_back(jobs_ranks_t *r, size_t *next, size_t index);
// Gives jobs to other ranks as long as it is their turn; *next is counted up. Rank 0 calls it
// before each job of its own, with the number of its own free workers.
void jobs_ranks_give(jobs_ranks_t *r, size_t jobs, size_t *next, size_t own_free);

// A worker of this rank has a result. True: done() is to be called with it here, on rank 0, which
// has passed it on; false: rank 0 has it now, and sends it back in its turn.
bool jobs_ranks_result(jobs_ranks_t *r, const job_result_t *result);
// Tells the others that the work has failed here.
void jobs_ranks_fail(jobs_ranks_t *r, const noc_error_t *error);

#endif
