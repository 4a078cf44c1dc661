// link_faults -- wires of links that are wrong, and the check bits that see it: docs/link-check.md.
//
// Faults hit what the links have brought to the pins (links.c), before it waits in queues
// (link_queues.h). A network without faults pays nothing for them: words that nothing has hit pass
// every check.
//
// Links are named by the flat port that the flits come from (network_state.h).

#ifndef NOC_LINK_FAULTS_H
#define NOC_LINK_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "router/link_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

struct network;

// Faults and check of a network.
typedef struct {
  uint64_t share;  // of the flits on links, in millionths; 0: no faults
  unsigned bits;   // wrong wires of each, 1 or 2
  uint64_t seed;
  link_check_t check;
} link_faults_config_t;

typedef struct {
  uint64_t hit;        // flits with wrong wires
  uint64_t corrected;  // .. that the check has corrected,
  uint64_t detected;   // .. and that it has found wrong
  // The first of these: the cycle, and the link.
  uint64_t cycle;
  uint32_t from;
} link_faults_counts_t;

typedef struct {
  uint64_t threshold;  // a flit is hit where 32 random bits are below it; 0: there are no faults
  unsigned bits;
  bool seen;         // the check notices so many wrong wires
  link_code_t code;  // where there is a check
  uint64_t *key;     // [flat port]: of the random numbers
  link_faults_counts_t counts;
} link_faults_t;

// Refuses faults that no check would notice where routers copy packets: any flit may have a part of
// the way in it.
bool link_faults_fit(const struct network *n, const link_faults_config_t *config,
                     noc_error_t *error);
// Takes the memory; link_faults_begin() takes the keys, when slots have numbers.
void link_faults_take(struct network *n, const link_faults_config_t *config);
void link_faults_begin(struct network *n, uint64_t seed);
// Nothing has been hit.
void link_faults_reset(struct network *n);
void link_faults_checkpoint(struct network *n, checkpoint_t *c);

// Hits what has reached the pins, checks and corrects it.
void link_faults_carry(struct network *n);

#ifdef __cplusplus
}
#endif

#endif
