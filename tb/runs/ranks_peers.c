// ranks_peers -- see ranks_peers.h.
//
// A message goes to each other rank of an exchange, if only of a few bytes: the one that waits
// for it knows by it that all before has come. Messages of two exchanges do not pass each other.

#include "runs/ranks_peers.h"

#ifdef NOCSTEP_MPI

#include <limits.h>
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"

enum { TAG = 1, PIECE = 1 << 30 };  // the most bytes of one message of MPI

typedef struct {
  MPI_Request *request;
  int requests, room;
} sending_t;

static void give_up(peers_t *p, const char *why) {
  (void)fprintf(stderr, "mpirun: rank %u: %s\n", p->rank, why);
  (void)MPI_Abort(MPI_COMM_WORLD, NOC_ENVIRONMENT);
  _exit(NOC_ENVIRONMENT);
}

static void send_piece(peers_t *p, unsigned to, const unsigned char *bytes, size_t length) {
  sending_t *s = p->context;
  if (s->requests == s->room) {
    s->room = 2 * s->room + 16;
    MPI_Request *request = realloc(s->request, (size_t)s->room * sizeof(MPI_Request));
    if (request == NULL) {
      give_up(p, "out of memory");
    }
    s->request = request;
  }
  (void)MPI_Isend(bytes, (int)length, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD,
                  &s->request[s->requests++]);
}

// All pieces but the last are full, and the last is not.
static void begin(peers_t *p) {
  for (unsigned i = 0; i < p->count; i++) {
    const peer_bytes_t *out = &p->out[i];
    size_t at = 0;
    for (; peers_meets(p, i) && out->length - at >= PIECE; at += PIECE) {
      send_piece(p, i, out->bytes + at, PIECE);
    }
    if (peers_meets(p, i)) {
      send_piece(p, i, at < out->length ? out->bytes + at : NULL, out->length - at);
    }
  }
}

static void receive(peers_t *p, unsigned from) {
  int length = PIECE;
  while (length == PIECE) {
    MPI_Status status;
    (void)MPI_Probe((int)from, TAG, MPI_COMM_WORLD, &status);
    (void)MPI_Get_count(&status, MPI_BYTE, &length);
    unsigned char *to = peers_room(p, &p->in[from], (size_t)length + 1);
    (void)MPI_Recv(to, length, MPI_BYTE, (int)from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    p->in[from].length += (size_t)length;
  }
}

static void end(peers_t *p) {
  sending_t *s = p->context;
  for (unsigned i = 1; i < p->count; i++) {
    const unsigned from = (p->rank + i) % p->count;
    if (peers_meets(p, from)) {
      receive(p, from);
    }
  }
  (void)MPI_Waitall(s->requests, s->request, MPI_STATUSES_IGNORE);
  s->requests = 0;
}

// Large arrays that are freed go back to the machine: those in which a plan and a graph are made
// are of the whole network in each rank. glibc keeps them once it has seen some.
static void keep_nothing(void) {
  enum { LARGE = 1 << 17 };  // bytes
  (void)mallopt(M_MMAP_THRESHOLD, LARGE);
}

peers_t *ranks_peers_create(unsigned rank, unsigned count) {
  keep_nothing();
  peers_t *p = calloc(1, sizeof *p);
  sending_t *s = calloc(1, sizeof *s);
  if (p == NULL || s == NULL || !peers_create(p, rank, count)) {
    free(p);
    free(s);
    return NULL;
  }
  p->context = s;
  p->begin = begin;
  p->end = end;
  p->give_up = give_up;
  return p;
}

void ranks_peers_end(peers_t *p) {
  sending_t *s = p->context;
  (void)MPI_Finalize();
  free(s->request);
  free(s);
  peers_free(p);
  free(p);
}

#else

#include <stddef.h>

peers_t *ranks_peers_create(unsigned rank, unsigned count) {
  (void)rank;
  (void)count;
  return NULL;
}

void ranks_peers_end(peers_t *p) {
  (void)p;
}

#endif
