// link_queues -- links that hold what is on them: those that a seed stalls, and those with a clock
// of their own. docs/microarchitecture.md, section 2.
//
// A link has two queues behind its latency, of flits and of credits. The links carry everything to
// the pins as ever (links.c); here what has reached them is taken off and waits its turn, for the
// cycle that the clocks say (link_clock.h) and for one in which the link does not stall. A network
// without such links pays nothing for them.
//
// Queues are named by the flat port that the flits come from (network_state.h), to which the
// credits come back.

#ifndef NOC_LINK_QUEUES_H
#define NOC_LINK_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "network/link_clock.h"

#ifdef __cplusplus
extern "C" {
#endif

struct network;

// The entries of a queue in the ring that its link has.
typedef struct {
  uint32_t count, oldest;
} link_queue_t;

// A flit in a queue; the payload has shape.words words.
typedef struct {
  uint8_t vc, kind;
  const uint64_t *payload;
} queued_flit_t;

// The reasons why links have queues.
typedef struct {
  uint64_t jitter, seed;  // the share of cycles in which they stall, in millionths; what draws them
  link_clock_t clock;     // of those between routers
} link_queues_config_t;

typedef struct {
  bool any;            // links have queues
  bool clocked;        // those between routers have a clock of their own
  uint64_t threshold;  // a link stalls where 32 random bits are below it; 0: none does
  link_clock_t clock;
  uint64_t waiting;                          // flits and credits in all queues
  uint32_t room;                             // entries of a queue
  uint64_t *key;                             // [flat port]: of the random numbers
  uint64_t *busy;                            // [flat port / 64]: something waits
  link_queue_t *flits, *credits;             // [flat port]
  uint8_t *flit_vc, *flit_kind, *credit_vc;  // [flat port * room]
  // Links that have a clock of their own have the cycles in which entries reach the pins,
  // [flat port * room], and the last edges of both directions, [flat port].
  uint64_t *flit_due, *credit_due;
  link_crossed_t *flit_last, *credit_last;
  uint64_t *payload;  // [flat port * room * words]
} link_queues_t;

// Takes the memory; link_queues_begin() takes the keys, when slots have numbers.
void link_queues_take(struct network *n, const link_queues_config_t *config);
void link_queues_begin(struct network *n, uint64_t seed);
// Nothing is in the queues any more.
void link_queues_reset(struct network *n);
void link_queues_checkpoint(struct network *n, checkpoint_t *c);

// Takes into the queues what the links have brought to the pins, and hands over to the pins what
// leaves the queues.
void link_queues_carry(struct network *n);

// The flits and credits of a VC that wait in the queues of a link.
uint32_t link_queues_flits(const struct network *n, uint32_t from, unsigned vc);
uint32_t link_queues_credits(const struct network *n, uint32_t from, unsigned vc);
// Those that come to the other end, or back, by themselves: in the queues and on the pins behind
// them. 0 where links have no queues.
uint32_t link_queues_flits_coming(const struct network *n, uint32_t from, unsigned vc);
uint32_t link_queues_credits_coming(const struct network *n, uint32_t from, unsigned vc);
// The i-th flit of a queue, from the oldest on; false behind the last.
bool link_queues_flit(const struct network *n, uint32_t from, uint32_t i, queued_flit_t *flit);

#ifdef __cplusplus
}
#endif

#endif
