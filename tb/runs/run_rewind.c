// run_rewind -- see run_rewind.h.

#include "runs/run_rewind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dut/clock.h"
#include "runs/run_bundle.h"

enum {
  KEPT = 2,
  // Cycles from a checkpoint to the waves: packets whose heads have passed a link in them are known
  // there (lockstep/wave_link.c).
  LEAD = 1024,
  SHARE = 100,  // of the time between two that one may take
  FIRST_ROOM = 1 << 20
};
static const double kLeast = 0.25;  // seconds between two

typedef struct {
  uint64_t cycle;  // 0: there is none
  unsigned char *bytes;
  size_t size, room;
} kept_t;

struct run_rewind {
  kept_t kept[KEPT];
  unsigned next;     // the place of the next one
  uint64_t apart;    // cycles between two
  size_t most;       // bytes of one
  double due;        // not before this time; 0: nobody has looked yet
  bool full, ended;  // too large; nothing more is kept
};

// ---- A stream into memory that grows up to a limit

typedef struct {
  kept_t *kept;
  size_t most;
  bool full;
} stream_t;

static ssize_t append(void *cookie, const char *bytes, size_t count) {
  stream_t *s = cookie;
  kept_t *k = s->kept;
  if (count > s->most - k->size) {
    s->full = true;
    errno = ENOSPC;
    return 0;
  }
  if (k->size + count > k->room) {
    size_t room = k->room > 0 ? 2 * k->room : FIRST_ROOM;
    room = room > k->size + count ? room : k->size + count;
    room = room < s->most ? room : s->most;
    unsigned char *grown = realloc(k->bytes, room);
    if (grown == NULL) {
      errno = ENOMEM;
      return 0;
    }
    k->bytes = grown;
    k->room = room;
  }
  memcpy(k->bytes + k->size, bytes, count);
  k->size += count;
  return (ssize_t)count;
}

// The stream is left to the limit of its own: what is too large is no error of the run.
static bool write_into(kept_t *k, size_t most, sim_t *s, bool *full) {
  noc_error_t ignored;
  stream_t stream = {.kept = k, .most = most};
  k->cycle = 0;
  k->size = 0;
  FILE *out = fopencookie(&stream, "wb", (cookie_io_functions_t){.write = append});
  checkpoint_t *c = out != NULL ? checkpoint_write(out) : NULL;
  if (c != NULL) {
    sim_checkpoint(s, c);
  }
  bool ok = c != NULL && checkpoint_end(c, &ignored);
  ok = out != NULL && fclose(out) == 0 && ok;
  *full = stream.full;
  return ok;
}

// ---- Keeping

bool run_rewind_open(run_t *r) {
  const cli_t *cli = r->cli;
  noc_error_t *error = &r->sim.error;
  noc_error_t ignored;
  uint64_t before = 0;
  uint64_t after = 0;
  if (cli->report == NULL || cli->follow != 0 || cli->checkpoint_memory == 0 ||
      !sim_can_checkpoint(&r->sim, &ignored)) {
    return true;
  }
  r->rewind = calloc(1, sizeof *r->rewind);
  if (r->rewind == NULL) {
    return memory_fail(error, "checkpoints");
  }
  if (!run_window(cli, &before, &after, error)) {
    return false;
  }
  r->rewind->apart = before + LEAD;
  r->rewind->most = (size_t)(cli->checkpoint_memory << 20) / KEPT;
  return true;
}

void run_rewind_free(run_t *r) {
  for (unsigned i = 0; r->rewind != NULL && i < KEPT; i++) {
    free(r->rewind->kept[i].bytes);
  }
  free(r->rewind);
  r->rewind = NULL;
}

static const kept_t *last(const run_rewind_t *w) {
  return &w->kept[(w->next + KEPT - 1) % KEPT];
}

void run_rewind_look(run_t *r, double now) {
  run_rewind_t *w = r->rewind;
  if (w == NULL || w->ended) {
    return;
  }
  const uint64_t cycle = network_cycle(r->sim.network);
  w->due = w->due > 0 ? w->due : now + kLeast;
  if (now < w->due || cycle < last(w)->cycle + w->apart) {
    return;
  }
  kept_t *k = &w->kept[w->next];
  const double begin = clock_s();
  if (!write_into(k, w->most, &r->sim, &w->full)) {
    w->ended = true;  // the other one stays: it may still serve
    return;
  }
  k->cycle = cycle;
  w->next = (w->next + 1) % KEPT;
  const double took = clock_s() - begin;
  w->due = now + took + (SHARE * took > kLeast ? SHARE * took : kLeast);
}

bool run_rewind_full(const run_t *r) {
  return r->rewind != NULL && r->rewind->full;
}

// ---- Going back

bool run_rewind_to(const run_t *r, sim_t *s, uint64_t from, uint64_t *at, noc_error_t *error) {
  const kept_t *best = NULL;
  *at = 0;
  for (unsigned i = 0; r->rewind != NULL && i < KEPT; i++) {
    const kept_t *k = &r->rewind->kept[i];
    const bool fits = k->cycle > 0 && k->cycle + LEAD <= from;
    best = fits && (best == NULL || k->cycle > best->cycle) ? k : best;
  }
  if (best == NULL) {
    return true;
  }
  FILE *in = fmemopen(best->bytes, best->size, "rb");
  if (in == NULL) {
    return memory_fail(error, "a checkpoint");
  }
  checkpoint_t *c = checkpoint_read(in, error);
  if (c != NULL) {
    sim_checkpoint(s, c);
  }
  const bool ok = c != NULL && checkpoint_end(c, error);
  (void)fclose(in);
  *at = best->cycle;
  return ok;
}
