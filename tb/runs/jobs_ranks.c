// jobs_ranks -- see jobs_ranks.h.

#include "runs/jobs_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "dut/files.h"
#include "runs/ranks.h"

// The hash of every work so far, by its number: a rank may come to one that rank 0 is done with.
static uint64_t *hashes;
static uint64_t works;

static ranks_message_t about(const jobs_ranks_t *r, ranks_kind_t kind, uint64_t index,
                             const char *bytes, size_t length) {
  return (ranks_message_t){
      .kind = kind, .number = r->number, .index = index, .bytes = bytes, .length = length};
}

static void send_all(const ranks_message_t *m) {
  for (unsigned to = 1; to < ranks_count(); to++) {
    ranks_send(to, m);
  }
}

static uint64_t hash_of(const jobs_config_t *config) {
  uint64_t hash = hash_bytes(HASH_START, &config->jobs, sizeof config->jobs);
  for (size_t i = 0; config->sum != NULL && i < config->jobs; i++) {
    const uint64_t sum = config->sum(config->context, i);
    hash = hash_bytes(hash, &sum, sizeof sum);
  }
  return hash;
}

bool jobs_ranks_begin(jobs_ranks_t *r, const jobs_config_t *config, noc_error_t *error) {
  *r = (jobs_ranks_t){.on = ranks_count() > 1, .number = 1};
  if (!r->on) {
    return true;
  }
  uint64_t *more = realloc(hashes, (size_t)(works + 1) * sizeof *more);
  r->rank = calloc(ranks_count(), sizeof *r->rank);
  if (more == NULL || r->rank == NULL) {
    hashes = more != NULL ? more : hashes;
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for %u ranks", ranks_count());
  }
  hashes = more;
  hashes[works++] = hash_of(config);
  r->number = works;
  if (!ranks_writes()) {
    const ranks_message_t m =
        about(r, RANKS_READY, config->workers, (const char *)&hashes[works - 1], sizeof *hashes);
    ranks_send(0, &m);
  }
  return true;
}

void jobs_ranks_end(jobs_ranks_t *r) {
  free(r->rank);
  free(r->queue);
}

int jobs_ranks_fd(const jobs_ranks_t *r) {
  return r->on ? ranks_fd() : -1;
}

// ---- Rank 0

static jobs_heard_t differs(unsigned rank, noc_error_t *error) {
  (void)noc_fail(error, NOC_ENVIRONMENT,
                 "mpirun: rank %u" SAY_IS("about to do other runs than rank 0",
                                          "started on the same files as rank 0"),
                 rank);
  return JOBS_FAILED;
}

static jobs_heard_t hear_ready(jobs_ranks_t *r, const ranks_message_t *m, noc_error_t *error) {
  uint64_t hash = 0;
  if (m->length == sizeof hash) {
    memcpy(&hash, m->bytes, sizeof hash);
  }
  if (m->number > r->number || hash != hashes[m->number - 1]) {
    return differs(m->from, error);
  }
  if (m->number == r->number) {
    r->rank[m->from].workers = (unsigned)m->index;
  }
  return JOBS_OTHER;
}

static jobs_heard_t take_result(const ranks_message_t *m, job_result_t *result) {
  const bool died = m->kind == RANKS_DIED;
  *result = (job_result_t){.index = (size_t)m->index,
                           .bytes = died ? "" : m->bytes,
                           .length = died ? 0 : m->length,
                           .died = died ? m->bytes : NULL};
  return JOBS_RESULT;
}

static jobs_heard_t hear_first(jobs_ranks_t *r, ranks_message_t *m, job_result_t *result,
                               noc_error_t *error) {
  if (m->kind == RANKS_READY) {
    return hear_ready(r, m, error);
  }
  if (m->kind == RANKS_ENDED) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "mpirun: rank %u %s", m->from, m->bytes);
    return JOBS_FAILED;
  }
  if (m->number != r->number) {
    return JOBS_OTHER;  // rank 0 has stopped that work
  }
  if (m->kind == RANKS_FAIL) {
    (void)noc_fail(error, (noc_status_t)m->index, "mpirun: rank %u: %s", m->from, m->bytes);
    return JOBS_FAILED;
  }
  r->rank[m->from].given--;
  r->given--;
  send_all(m);
  return take_result(m, result);
}

// ---- The others

static jobs_heard_t enqueue(jobs_ranks_t *r, uint64_t index, noc_error_t *error) {
  if (r->queued == r->room) {
    const size_t room = 2 * r->room + 16;
    uint64_t *queue = realloc(r->queue, room * sizeof *queue);
    if (queue == NULL) {
      (void)noc_fail(error, NOC_ENVIRONMENT, "out of memory for the jobs");
      return JOBS_FAILED;
    }
    r->queue = queue;
    r->room = room;
  }
  r->queue[r->queued++] = index;
  return JOBS_OTHER;
}

static jobs_heard_t hear_other(jobs_ranks_t *r, const ranks_message_t *m, job_result_t *result,
                               noc_error_t *error) {
  if (m->number != r->number) {
    return JOBS_OTHER;
  }
  if (m->kind == RANKS_JOB) {
    return enqueue(r, m->index, error);
  }
  if (m->kind == RANKS_FAIL) {
    (void)noc_fail(error, (noc_status_t)m->index, "%s", m->bytes);
    return JOBS_FAILED;
  }
  return take_result(m, result);
}

// ---- Both

jobs_heard_t jobs_ranks_hear(jobs_ranks_t *r, job_result_t *result, noc_error_t *error) {
  ranks_message_t m;
  if (!r->on || !ranks_receive(&m)) {
    return JOBS_NOTHING;
  }
  if (m.kind == RANKS_STOP) {
    return JOBS_STOP;
  }
  if (m.kind == RANKS_LOST) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "mpirun: rank %u is cut off from the others",
                   ranks_index());
    return JOBS_FAILED;
  }
  return ranks_writes() ? hear_first(r, &m, result, error) : hear_other(r, &m, result, error);
}

void jobs_ranks_give(jobs_ranks_t *r, size_t jobs, size_t *next, size_t own_free) {
  if (!r->on || !ranks_writes()) {
    return;
  }
  // Rank 0 is passed over where it has no free worker, and so is each of the others; when all have
  // been, there is nobody.
  for (unsigned passed = 0; passed < ranks_count() && *next < jobs;) {
    jobs_rank_t *rank = &r->rank[r->turn];
    if (r->turn == 0 && own_free > 0) {
      return;
    }
    const bool free_there = r->turn > 0 && rank->given < rank->workers;
    if (free_there) {
      const ranks_message_t m = about(r, RANKS_JOB, (*next)++, "", 0);
      ranks_send(r->turn, &m);
      rank->given++;
      r->given++;
    }
    passed = free_there ? 0 : passed + 1;
    r->turn = (r->turn + 1) % ranks_count();
  }
}

bool jobs_ranks_next(jobs_ranks_t *r, size_t jobs, size_t *next, size_t *index) {
  if (r->on && !ranks_writes()) {
    if (r->queued == 0) {
      return false;
    }
    *index = (size_t)r->queue[0];
    memmove(r->queue, r->queue + 1, --r->queued * sizeof *r->queue);
    return true;
  }
  if (*next >= jobs) {
    return false;
  }
  *index = (*next)++;
  r->turn = r->on ? 1 % ranks_count() : 0;
  return true;
}

void jobs_ranks_back(jobs_ranks_t *r, size_t *next, size_t index) {
  if (r->on && !ranks_writes()) {
    memmove(r->queue + 1, r->queue, r->queued++ * sizeof *r->queue);
    r->queue[0] = index;
  } else {
    *next = index;
  }
}

bool jobs_ranks_result(jobs_ranks_t *r, const job_result_t *result) {
  if (r->on) {
    const char *bytes = result->died != NULL ? result->died : result->bytes;
    const ranks_message_t m =
        about(r, result->died != NULL ? RANKS_DIED : RANKS_RESULT, result->index, bytes,
              result->died != NULL ? strlen(result->died) : result->length);
    if (!ranks_writes()) {
      ranks_send(0, &m);
      return false;
    }
    send_all(&m);
  }
  return true;
}

void jobs_ranks_fail(jobs_ranks_t *r, const noc_error_t *error) {
  if (r->on) {
    const ranks_message_t m = about(r, RANKS_FAIL, error->status, error->text, strlen(error->text));
    if (ranks_writes()) {
      send_all(&m);
    } else if (error->status != NOC_INTERRUPTED) {
      ranks_send(0, &m);
    }
  }
}
