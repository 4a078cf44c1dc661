// jitter -- links that stall: docs/microarchitecture.md, section 2.
//
// A link has two queues behind its latency, of flits and of credits, which a seed stalls. The links
// carry everything to the pins as ever (links.c); here what has reached them is taken off and waits
// its turn. A network without jitter pays nothing for it.
//
// Queues are named by the flat port that the flits come from (network_state.h), to which the
// credits come back.

#ifndef NOC_JITTER_H
#define NOC_JITTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"

#ifdef __cplusplus
extern "C" {
#endif

struct network;

// The entries of a queue in the ring that its link has.
typedef struct {
  uint32_t count, oldest;
} jitter_queue_t;

// A flit in a queue; the payload has shape.words words.
typedef struct {
  uint8_t vc, kind;
  const uint64_t *payload;
} jitter_flit_t;

typedef struct {
  uint64_t threshold;  // a link stalls where 32 random bits are below it; 0: there is no jitter
  uint64_t waiting;    // flits and credits in all queues
  uint32_t room;       // entries of a queue
  uint64_t *key;       // [flat port]: of the random numbers
  uint64_t *busy;      // [flat port / 64]: something waits
  jitter_queue_t *flits, *credits;           // [flat port]
  uint8_t *flit_vc, *flit_kind, *credit_vc;  // [flat port * room]
  uint64_t *payload;                         // [flat port * room * words]
} jitter_t;

// Takes the memory; jitter_begin() takes the keys, when slots have numbers. The share is in
// millionths.
void jitter_take(struct network *n, uint64_t share);
void jitter_begin(struct network *n, uint64_t seed);
// Nothing is in the queues any more.
void jitter_reset(struct network *n);
void jitter_checkpoint(struct network *n, checkpoint_t *c);

// Takes into the queues what the links have brought to the pins, and hands over to the pins what
// leaves the queues.
void jitter_carry(struct network *n);

// The flits and credits of a VC that wait in the queues of a link.
uint32_t jitter_flits(const struct network *n, uint32_t from, unsigned vc);
uint32_t jitter_credits(const struct network *n, uint32_t from, unsigned vc);
// Those that come to the other end, or back, by themselves: in the queues and on the pins behind
// them. 0 without jitter.
uint32_t jitter_flits_coming(const struct network *n, uint32_t from, unsigned vc);
uint32_t jitter_credits_coming(const struct network *n, uint32_t from, unsigned vc);
// The i-th flit of a queue, from the oldest on; false behind the last.
bool jitter_flit(const struct network *n, uint32_t from, uint32_t i, jitter_flit_t *flit);

#ifdef __cplusplus
}
#endif

#endif
