// ranks -- the processes of `mpirun -n K nocstep ...`: which of them this is, and messages between
// rank 0 and the others. Every rank runs the same command. Rank 0 alone writes files and prints;
// the others follow it, so that jobs (runs/jobs.h) find the same memory on each of them.
//
// A rank is two processes: the one that mpirun has started knows MPI and nothing else, the courier
// (runs/ranks_courier.h); the command, and whatever it forks, never calls MPI. Without mpirun there
// is no courier, and this is rank 0 of 1.

#ifndef NOCSTEP_RANKS_H
#define NOCSTEP_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/peers.h"

typedef enum {
  RANKS_READY,   // to rank 0: the work `number` may be handed out; index: workers; bytes: a hash
  RANKS_JOB,     // from rank 0: do this job
  RANKS_RESULT,  // of a job: its bytes
  RANKS_DIED,    // of a job: the words why there is no result
  RANKS_FAIL,    // the work has failed; index: a noc_status_t; bytes: the line
  RANKS_ENDED,   // to rank 0: the command of that rank has ended; bytes: why, in words
  RANKS_STOP,    // mpirun ends this rank, as after Ctrl-C
  RANKS_LOST,    // the own courier has died
} ranks_kind_t;

typedef struct {
  ranks_kind_t kind;
  unsigned from;
  uint64_t number;    // of the work, the calls of jobs_run() from 1
  uint64_t index;     // of the job
  const char *bytes;  // with a NUL behind them; gone at the next call
  size_t length;
} ranks_message_t;

// First in main(): finds out whether mpirun has started this with other ranks. False with
// NOC_ENVIRONMENT where nocstep was built without MPI, or the ranks were not started alike. What
// another rank than 0 prints goes nowhere from here on.
// If `splits` the command steps one network on all ranks: there is no courier then, and no
// messages but those of ranks_peers().
bool ranks_begin(char *const *argv, bool splits, noc_error_t *error);
// Last in main(): the status that this rank ends with.
int ranks_end(int status);
// The ranks of a network that is split; NULL: this one alone.
peers_t *ranks_peers(void);

unsigned ranks_count(void);
unsigned ranks_index(void);
// False on all ranks but 0, which leave no files and draw nothing.
bool ranks_writes(void);
// This rank's part of so many processors, where several ranks share them; at least 1.
unsigned ranks_share(unsigned processors);

// Readable when there may be a message; -1 without other ranks.
int ranks_fd(void);
// Sends to another rank; one of the two is 0.
void ranks_send(unsigned to, const ranks_message_t *message);
// The next message that has come whole; false: none yet. Does not wait.
bool ranks_receive(ranks_message_t *message);

// In a process that was forked and does a job: standard error is that of mpirun again, and the
// courier's socket is closed.
void ranks_in_worker(void);

// The MPI that nocstep was built with, in words; or that there is none.
const char *ranks_library(void);

#endif
