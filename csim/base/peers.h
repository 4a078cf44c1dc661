// peers -- the processes that step one network together, as a table of functions: csim knows
// nothing of what carries the bytes between them (MPI in tb/runs/ranks_peers.h, sockets in tests).
//
// All processes do the same steps. In an exchange each of them has bytes for each other, possibly
// none, and waits for those of all others:
//
//   peers_put(p, 2, &word, sizeof word);   // for rank 2
//   peers_put_all(p, &sum, sizeof sum);    // for every other
//   peers_begin(p);                        // on their way; work that needs no others goes here
//   peers_end(p);                          // all have come
//   peers_get(p, 1, &word, sizeof word);   // what rank 1 had for this one, in its order
//
// An exchange may be among some: peers_begin_among() in the place of peers_begin(). Two processes
// both take part in it, or neither does, and then they have no bytes for each other.
//
// A process that cannot go on ends all of them: none waits for one that does not come.

#ifndef NOC_PEERS_H
#define NOC_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  unsigned char *bytes;
  size_t length, room;
  size_t taken;  // of those that have come
} peer_bytes_t;

typedef struct peers peers_t;
struct peers {
  unsigned rank, count;      // this process, and how many there are
  peer_bytes_t *out, *in;    // [count]: those of `rank` are empty
  const bool *among;         // [count]: who takes part in the exchange; NULL: all
  uint64_t exchanges, sent;  // so many; bytes sent in them
  uint64_t meetings;         // exchanges of all
  void *context;
  // They carry, of those that peers_meets(): starts to send out[i] to each rank i; waits for what
  // all have sent, in in[i].
  void (*begin)(peers_t *p);
  void (*end)(peers_t *p);
  // Ends all processes, with a line that says why.
  void (*give_up)(peers_t *p, const char *why);
};

// Another one, of those with a flag in `among`, [count]; NULL: of all.
static inline bool peers_is_among(const peers_t *p, const bool *among, unsigned other) {
  return other != p->rank && (among == NULL || among[other]);
}

// The exchange under way is with this one.
static inline bool peers_meets(const peers_t *p, unsigned other) {
  return peers_is_among(p, p->among, other);
}

// Empty buffers for so many processes. False when memory is short.
bool peers_create(peers_t *p, unsigned rank, unsigned count);
void peers_free(peers_t *p);

// Room for so many bytes at the end of a buffer, for what carries.
unsigned char *peers_room(peers_t *p, peer_bytes_t *b, size_t length);

void peers_put(peers_t *p, unsigned to, const void *bytes, size_t length);
void peers_put_all(peers_t *p, const void *bytes, size_t length);
void peers_put_among(peers_t *p, const bool *among, const void *bytes, size_t length);
void peers_begin(peers_t *p);
void peers_begin_among(peers_t *p, const bool *among);
void peers_end(peers_t *p);
// The next bytes of a rank. One that has sent fewer has done other steps: all end.
void peers_get(peers_t *p, unsigned from, void *bytes, size_t length);
// The same, where they lie: until the next peers_end().
const unsigned char *peers_take(peers_t *p, unsigned from, size_t length);

// An exchange of its own: false in all processes if `ok` is in one, with the error of the first of
// them.
bool peers_agree(peers_t *p, bool ok, noc_error_t *error);

// An exchange of its own: adds up what all processes have, count numbers. Sums wrap.
void peers_sum(peers_t *p, uint64_t *numbers, size_t count);

#ifdef __cplusplus
}
#endif

#endif
