// network_idle -- when a network need not be stepped; part of network.h.

#include <assert.h>

#include "network/network_state.h"

// Cycles that credits take to come home. An exclusive or that shows nothing on the way may take its
// overhead and length.
static unsigned credits_home(const network_t *n) {
  const unsigned unit = n->shape.xor_unit ? n->shape.xor_overhead + n->shape.xor_flits + 4 : 0;
  return n->delay_lines + 8 + unit;
}

static uint64_t all_flits(network_t *n) {
  uint64_t flits = network_flits(n);
  if (n->split != NULL) {
    peers_sum(n->split->peers, &flits, 1);
  }
  return flits;
}

// Where packets are copied what came in does not say what is inside: it is counted, once after a
// while in which hosts neither gave nor took anything, and again as long as it is not 0.
static bool nothing_left(network_t *n, bool idle) {
  const unsigned wait = credits_home(n);
  n->quiet = idle ? n->quiet + (n->quiet <= 2 * wait) : 0;
  if (n->quiet == wait && all_flits(n) > 0) {
    n->quiet = 0;
  }
  return n->quiet > 2 * wait;
}

bool network_may_rest(const network_t *n) {
  return n->golden_only && n->split == NULL && n->quiet + 1 >= credits_home(n);
}

bool network_idle(network_t *n) {
  if (n->split != NULL && !n->split->mirror) {
    return false;  // what hosts do is not known here: network_split_rest()
  }
  const uint64_t stalled = n->split != NULL ? n->split->waiting : n->queues.waiting;
  const bool visible =
      n->offered || n->commanded || n->forwards || n->events || n->deliveries > 0 || n->results > 0;
  bank_forward_t forwarded = {0};
  if (!visible) {
    forwarded = network_forwarded(n);
  }
  const bool idle = !visible && forwarded.used == 0 && stalled == 0;
  if (n->shape.multicast) {
    return n->golden_only && nothing_left(n, idle);
  }
  const bool out = n->counts.accepted + n->counts.decoded + forwarded.copied ==
                   n->counts.taken + n->counts.stored;
  const unsigned wait = credits_home(n);
  n->quiet = idle && out ? n->quiet + (n->quiet <= wait) : 0;
  return n->golden_only && n->quiet > wait;
}

// When the hosts have neither given nor taken anything for so long, credits are home.
void network_split_rest(network_t *n, uint64_t quiet) {
  n->resting = quiet > credits_home(n) && n->split->waiting == 0;
}

bool network_rests(const network_t *n) {
  return n->resting;
}

void network_pass(network_t *n, uint64_t cycles) {
  assert(n->resting && !n->offered && !n->commanded && !n->forwards);
  n->cycle += cycles;
  n->counts.cycles += cycles;
}
