// wait_state -- why a network stands still: every queue, where the packet at its front wants to go,
// and what can go on. Shared by wait_state.c, wait_chain.c and wait_graph.c,
// private to them.
//
// A queue is VC v of a router's input port, or of an interface's injection; its number is flat port
// * vcs + v. The packet at its front has a *branch* for each output that it goes to: one, or of a
// worm several. A branch waits
//
//   for an output VC                      for any one VC of its block: if that is held, for the
//                                         branch that holds it; if it is free without the credits
//                                         that the head needs, for room in the queue downstream
//                                         (with cut-through it is taken all the same by a packet
//                                         that was passed 15 times; where nothing moves, nobody is
//                                         passed)
//   holding one without credit            for room in the queue downstream; with cut-through the
//                                         head for room for its whole packet
//   holding one, its next flit not here   for the branch upstream that the flits come from; in a
//                                         full queue for the branches that have not read its oldest
//                                         flit
//   with SyncCopies, holding one          for all other branches of its packet as well; and where
//                                         all have what they need, for the VC that its input
//                                         favours, or an input that one of the outputs favours.
//                                         Nobody's turn passes before he has moved, so that can be
//                                         for ever.
//
// A node takes what comes, with two exceptions. Its host may leave a virtual network's offer: that
// ends the chain, as no packet has to move for it to be taken. And there is a packet that its
// interface is to forward while all packet slots are in use: then one of the injection queues that
// the next copy may go to has to move.
//
// There is room in a queue when its oldest flit leaves, when all branches that stand at it have
// read it. A branch is blocked if what it waits for is blocked; what is left when all that can go
// on has been taken away is deadlocked.

#ifndef NOC_WAIT_STATE_H
#define NOC_WAIT_STATE_H

#include "network/network_state.h"

static const uint32_t kNobody = UINT32_MAX;

typedef struct {
  uint32_t queue;
  bool known;    // `port` is
  bool active;   // holds VC `vc` of output `port`
  bool behind;   // its next flit is not in the queue
  bool slowest;  // it has not read the oldest flit
  bool blocked;
  uint8_t port, vc;
  uint8_t vc_class;  // of the VC that it waits for; shape.classes: any
} wait_branch_t;

typedef struct {
  uint32_t first, branches;
  uint32_t count;  // flits
  uint16_t need;   // credits that the oldest flit needs: of a cut-through head its whole packet's
  bool claims;     // was passed so often that it takes an output VC without them
} wait_queue_t;

typedef struct {
  network_t *n;
  wait_queue_t *queue;  // [queues]
  uint32_t queues;
  wait_branch_t *branch;  // [branches], queue by queue
  uint32_t branches, room;
  uint32_t *holder;  // [queues], by output, flat port * vcs + VC: the branch that holds it
  uint16_t *credit;  // [queues], likewise
  // The choices of the switch allocators, with SyncCopies only. [ports of routers]: the queue that
  // an input would read, and the queue whose branch an output would take; or kNobody.
  uint32_t *input_choice, *output_choice;
} wait_state_t;

// Why a branch waits for another.
typedef enum {
  WAIT_PACKET,  // another packet's
  WAIT_SISTER,  // of its own packet
  WAIT_INPUT,   // of the VC that its input port favours
  WAIT_OUTPUT,  // of the packet that one of its outputs favours
  WAIT_SLOT,    // of an interface without a free packet slot
  WAIT_HOST     // for none, but for a host that does not take what its interface offers
} wait_reason_t;

// False when memory is short; wait_state_free() in any case.
bool wait_state_create(wait_state_t *w, network_t *n);
void wait_state_free(wait_state_t *w);

// Marks what is blocked; returns how many branches are.
uint32_t wait_state_block(wait_state_t *w);

// Returns what a branch waits for: a blocked branch if there is one, kNobody if it can go on or
// waits for nothing that a packet holds.
uint32_t wait_state_next(const wait_state_t *w, uint32_t branch, wait_reason_t *reason);

static inline uint32_t wait_port(const wait_state_t *w, uint32_t queue) {
  return queue / w->n->shape.vcs;
}

static inline bool wait_in_router(const wait_state_t *w, uint32_t queue) {
  return wait_port(w, queue) < w->n->routers * w->n->shape.ports;
}

// The component that has the queue.
static inline uint32_t wait_slot(const wait_state_t *w, uint32_t queue) {
  return links_slot(w->n, wait_port(w, queue));
}

// The number of output (port, vc) of that component.
static inline uint32_t wait_output(const wait_state_t *w, uint32_t queue, unsigned port,
                                   unsigned vc) {
  const bool router = wait_in_router(w, queue);
  const uint32_t base = router ? wait_slot(w, queue) * w->n->shape.ports : wait_port(w, queue);
  return (base + (router ? port : 0)) * w->n->shape.vcs + vc;
}

// Credits that the next flit of a branch needs, which is in the queue.
static inline unsigned wait_need(const wait_state_t *w, const wait_branch_t *b) {
  return b->slowest ? w->queue[b->queue].need : 1;
}

// The queue behind an output. If its component is an interface, that is the ejection queue, and the
// number that of the injection queue of the same VC.
static inline uint32_t wait_downstream(const wait_state_t *w, uint32_t output) {
  const unsigned vcs = w->n->shape.vcs;
  return w->n->end[output / vcs].port * vcs + output % vcs;
}

// The virtual network of a queue; and whether the host of an interface leaves the offer of it, the
// queue as of wait_downstream().
static inline unsigned wait_network(const wait_state_t *w, uint32_t queue) {
  const noc_shape_t *s = &w->n->shape;
  return queue % s->vcs / (s->vcs / s->networks);
}

static inline bool wait_is_refused(const wait_state_t *w, uint32_t queue) {
  const uint32_t node = w->n->id[wait_slot(w, queue)];
  return (network_refused(w->n, node) >> wait_network(w, queue) & 1u) != 0;
}

// Looks at the front of the queue, and at the head of its newest packet; false if that is not
// known.
bool wait_front(const wait_state_t *w, uint32_t queue, bank_front_t *front);
bool wait_newest(const wait_state_t *w, uint32_t queue, bank_front_t *head);

// Those of wait_chain.c.
//
// Finds the head of a queue's front packet, at its front or, if that has gone on, in a queue that
// the packet has reached: what is newest behind an output that it holds is its own. A worm has gone
// several ways. `links` is 0.
bool wait_find_head(const wait_state_t *w, uint32_t queue, unsigned links, bank_front_t *head);
// A packet on one of the networks (bit k: network k) cannot ever go on.
bool wait_has_blocked(const wait_state_t *w, uint32_t networks);
// Chooses the branch where a chain begins: on the cycle, or where the way to what everything waits
// for is longest, in a queue of one of the networks. `seen`, [branches], is all false.
uint32_t wait_choose_start(const wait_state_t *w, uint32_t networks, bool deadlocked, bool *seen);

#endif
