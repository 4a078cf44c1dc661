// wait_chain -- why a network stands still, told:
// who waits for whom. The rules are in wait_state.h.
//
// A chain that closes is printed by links and classes too, as the channel dependency graph has them
// (routing/dependencies.h): in a deadlock the chain goes from a branch to the holder of an output
// in the same router, to another branch of the same packet, or over a link to the queue downstream;
// the links of those queues wait for each other. With flits that wait upstream it goes back over a
// link.

#include <inttypes.h>
#include <stdlib.h>

#include "network/wait_state.h"

// Writes "0,0 -> 1,0 class 0", the channel whose flits come into a queue; false if they come from
// an interface.
static bool print_channel(const wait_state_t *w, uint32_t queue, const char *before, FILE *out) {
  const network_t *n = w->n;
  const noc_shape_t *s = &n->shape;
  const uint32_t slot = wait_slot(w, queue);
  const uint32_t from = n->end[wait_port(w, queue)].component;
  if (!wait_in_router(w, queue) || from >= n->routers) {
    return false;
  }
  char name[2][64];
  (void)fprintf(out, "%s%s -> %s class %u", before, network_name(n, from, name[0], sizeof name[0]),
                network_name(n, slot, name[1], sizeof name[1]),
                queue % s->vcs % (s->vcs / s->networks) % s->classes);
  return true;
}

bool wait_find_head(const wait_state_t *w, uint32_t queue, unsigned links, bank_front_t *head) {
  enum { LINKS = 64 };
  const wait_queue_t *q = &w->queue[queue];
  const bool seen =
      q->count > 0 && (links == 0 ? wait_front(w, queue, head) : wait_newest(w, queue, head));
  if (seen && (head->kind & KIND_HEAD) != 0) {
    return true;
  }
  bool found = false;
  for (uint32_t i = q->first; links < LINKS && !found && i < q->first + q->branches; i++) {
    const wait_branch_t *b = &w->branch[i];
    const uint32_t next =
        b->active ? wait_downstream(w, wait_output(w, queue, b->port, b->vc)) : kNobody;
    found = next != kNobody && wait_in_router(w, next) && wait_find_head(w, next, links + 1, head);
  }
  return found;
}

static void print_packet(const wait_state_t *w, uint32_t queue, FILE *out) {
  const network_t *n = w->n;
  bank_front_t front;
  packet_head_t head;
  if (!wait_find_head(w, queue, 0, &front)) {
    (void)fprintf(out, "  a packet whose head has gone on");
    return;
  }
  packet_unpack(&n->shape, front.payload, &head);
  if (!wait_in_router(w, queue)) {
    head.source = n->address[n->id[wait_slot(w, queue)]];
  }
  (void)fprintf(out, "  packet %u of node %u", head.message, network_node(n, head.source));
  if (packet_is_worm(head.type)) {
    (void)fprintf(out, ", a %s worm", head.type == PACKET_TREE_WORM ? "tree" : "path");
  } else {
    (void)fprintf(out, " to node %u", network_node(n, head.destination));
  }
}

static void print_place(const wait_state_t *w, uint32_t queue, FILE *out) {
  const network_t *n = w->n;
  const wait_queue_t *q = &w->queue[queue];
  const unsigned vc = queue % n->shape.vcs;
  char name[64];
  (void)network_name(n, wait_slot(w, queue), name, sizeof name);
  if (!wait_in_router(w, queue)) {
    (void)fprintf(out, ", %u flits in interface %s VC %u", q->count, name, vc);
    return;
  }
  (void)fprintf(out, ", %u flits in router %s input port %u VC %u", q->count, name,
                wait_port(w, queue) % n->shape.ports, vc);
  if (print_channel(w, queue, " (", out)) {
    (void)fputc(')', out);
  }
  for (uint32_t i = q->first; q->branches > 1 && i < q->first + q->branches; i++) {
    (void)fprintf(out, "%s%u", i == q->first ? ", copied to ports " : ",", w->branch[i].port);
  }
}

// Prints what a branch that holds an output waits for beside credit and flits.
static void print_reason(const wait_state_t *w, const wait_branch_t *b, uint32_t next,
                         wait_reason_t reason, FILE *out) {
  const wait_branch_t *other = &w->branch[next];
  switch (reason) {
    case WAIT_PACKET:
      break;
    case WAIT_SISTER:
      (void)fprintf(out,
                    b->behind ? ": the buffer is full of flits for the copy to output port %u"
                              : ", waits for the copy to output port %u",
                    other->port);
      break;
    case WAIT_HOST:
      break;
    case WAIT_SLOT:
      (void)fprintf(out, ", waits for a packet slot of interface %u",
                    w->n->id[wait_slot(w, other->queue)]);
      break;
    case WAIT_INPUT:
      (void)fprintf(out, ", waits for VC %u, which its input port favours",
                    other->queue % w->n->shape.vcs);
      break;
    case WAIT_OUTPUT:
      (void)fprintf(out, ", waits for output port %u, which favours input port %u", other->port,
                    wait_port(w, other->queue) % w->n->shape.ports);
      break;
  }
}

// A branch at the end of a chain, which a host has cut off.
static void print_refusal(const wait_state_t *w, const wait_branch_t *b, FILE *out) {
  const noc_shape_t *s = &w->n->shape;
  const unsigned network = wait_network(w, b->queue);
  const unsigned vc = b->active ? b->vc : network * (s->vcs / s->networks);
  const uint32_t down = wait_downstream(w, wait_output(w, b->queue, b->port, vc));
  (void)fprintf(out, ": host of node %u refuses network %u", w->n->id[wait_slot(w, down)], network);
}

// A branch that waits for an output VC: by the one that it waits for first.
static void print_waiting(const wait_state_t *w, const wait_branch_t *b, uint32_t next,
                          wait_reason_t reason, FILE *out) {
  const noc_shape_t *s = &w->n->shape;
  (void)fprintf(out, ", waits for a VC of output port %u", b->port);
  if (s->classes > 1 && b->vc_class < s->classes) {
    (void)fprintf(out, ", class %u", b->vc_class);
  }
  if (next == kNobody) {
    return;
  }
  const wait_branch_t *other = &w->branch[next];
  if (reason == WAIT_SLOT) {
    print_reason(w, b, next, reason, out);
  } else if (wait_slot(w, other->queue) == wait_slot(w, b->queue)) {
    (void)fprintf(out, ": VC %u is held", other->vc);
  } else {
    const unsigned vc = other->queue % s->vcs;
    const unsigned credit = w->credit[wait_output(w, b->queue, b->port, vc)];
    const unsigned need = wait_need(w, b);
    (void)fprintf(out, ": VC %u has ", vc);
    if (need > 1) {
      (void)fprintf(out, "%u of the %u credits that its head needs", credit, need);
    } else {
      (void)fputs("no credit", out);
    }
  }
}

// A branch that has an output VC, and a flit for it.
static void print_held(const wait_state_t *w, const wait_branch_t *b, FILE *out) {
  const unsigned credit = w->credit[wait_output(w, b->queue, b->port, b->vc)];
  const unsigned need = wait_need(w, b);
  (void)fprintf(out, ", holds output port %u VC %u with %u credits of %u", b->port, b->vc, credit,
                w->n->shape.depth);
  if (need > 1 && credit < need) {
    (void)fprintf(out, ", waits for the %u that its head needs", need);
  }
}

// `next`: what it waits for, or kNobody.
static void print_branch(const wait_state_t *w, uint32_t branch, uint32_t next,
                         wait_reason_t reason, FILE *out) {
  const noc_shape_t *s = &w->n->shape;
  const wait_branch_t *b = &w->branch[branch];
  print_packet(w, b->queue, out);
  print_place(w, b->queue, out);
  if (!b->known) {
    (void)fprintf(out, ", waits for %s", s->multicast ? "its header flits" : "an output VC");
  } else if (!b->active) {
    print_waiting(w, b, next, reason, out);
  } else if (b->behind) {
    (void)fprintf(out, ", holds output port %u VC %u, waits for its next flit", b->port, b->vc);
  } else {
    print_held(w, b, out);
  }
  if (b->active && next != kNobody) {
    print_reason(w, b, next, reason, out);
  }
  if (reason == WAIT_HOST) {
    print_refusal(w, b, out);
  }
  (void)fputc('\n', out);
}

static uint32_t follow(const wait_state_t *w, uint32_t branch) {
  wait_reason_t reason = WAIT_PACKET;
  return wait_state_next(w, branch, &reason);
}

// Branches on the way from one that have not been seen; marks them if there is an array to do so.
static uint32_t walk(const wait_state_t *w, uint32_t at, bool *seen, uint32_t *last) {
  uint32_t length = 0;
  *last = at;
  while (at != kNobody && length < w->branches && (seen == NULL || !seen[at])) {
    if (seen != NULL) {
      seen[at] = true;
    }
    *last = at;
    length++;
    at = follow(w, at);
  }
  *last = at != kNobody ? at : *last;
  return length;
}

uint32_t wait_choose_start(const wait_state_t *w, uint32_t networks, bool deadlocked, bool *seen) {
  enum { TRIES = 1024 };
  uint32_t best = kNobody;
  uint32_t longest = 0;
  unsigned tries = 0;
  for (uint32_t i = 0; i < w->branches && tries < TRIES; i++) {
    const wait_branch_t *b = &w->branch[i];
    if (w->queue[b->queue].count == 0 || (deadlocked && !b->blocked) ||
        (networks >> wait_network(w, b->queue) & 1u) == 0) {
      continue;
    }
    uint32_t last = 0;
    if (deadlocked) {
      (void)walk(w, i, seen, &last);  // ends where the cycle closes
      return last;
    }
    const uint32_t length = walk(w, i, NULL, &last);
    tries++;
    if (length > longest) {
      longest = length;
      best = i;
    }
  }
  return best;
}

// The links of a chain that closes at `start`, each waiting for the next, the last for the first.
static void print_channels(const wait_state_t *w, uint32_t start, FILE *out) {
  enum { SHOWN = 64 };
  unsigned length = 0;
  uint32_t at = start;
  do {
    const uint32_t next = follow(w, at);
    if (next == kNobody) {
      break;
    }
    // A step from a branch to another in its router goes over no link.
    const uint32_t from = w->branch[at].queue;
    const uint32_t queue = w->branch[next].queue;
    const bool over_link =
        w->n->end[wait_port(w, queue)].component == wait_slot(w, from) && !w->branch[at].behind;
    if (over_link && length == SHOWN) {
      (void)fprintf(out, ", ..");
      break;
    }
    const char *before = length > 0 ? ", " : "links that wait for each other: ";
    length += over_link && print_channel(w, queue, before, out);
    at = next;
  } while (at != start);
  if (length > 0) {
    (void)fputc('\n', out);
  }
}

// Prints the hosts that refuse, where all that is left stands in interfaces.
static void print_refusing(network_t *n, uint32_t networks, FILE *out) {
  enum { SHOWN = 4 };
  unsigned shown = 0;
  for (uint32_t node = 0; node < n->nodes && shown < SHOWN; node++) {
    for (uint32_t left = network_refused(n, node) & networks; left != 0; left &= left - 1) {
      (void)fprintf(out, "  host of node %u refuses network %d\n", node, __builtin_ctz(left));
      shown++;
    }
  }
}

// Says what is on links that hold it, which goes on without anybody else.
static void print_stalled(const wait_state_t *w, FILE *out) {
  const link_queues_t *q = &w->n->queues;
  if (q->waiting > 0) {
    (void)fprintf(out, "flits and credits on links that %s: %" PRIu64 "\n",
                  !q->clocked         ? "stall (run.jitter.links)"
                  : q->threshold == 0 ? "have a clock of their own (link.clock_ratio)"
                                      : "stall, or have a clock of their own (run.jitter.links, "
                                        "link.clock_ratio)",
                  q->waiting);
  }
}

static void print_chain(const wait_state_t *w, uint32_t start, uint32_t networks, bool deadlocked,
                        FILE *out) {
  enum { SHOWN = 64 };
  unsigned length = 0;
  wait_reason_t last = WAIT_PACKET;
  (void)fprintf(out, "wait-for chain, each packet waiting for the one below it:\n");
  for (uint32_t at = start; at != kNobody && length < SHOWN && !(length > 0 && at == start);
       length++) {
    wait_reason_t reason = WAIT_PACKET;
    const uint32_t next = wait_state_next(w, at, &reason);
    print_branch(w, at, next, reason, out);
    at = next;
    last = reason;
  }
  if (deadlocked) {
    (void)fprintf(out, "the chain closes, the last waits for the first: deadlock\n");
    print_channels(w, start, out);
  } else if (length == 0) {
    (void)fprintf(out, "  no packet waits in a queue\n");
    print_refusing(w->n, networks, out);
  } else if (last == WAIT_HOST) {
    (void)fprintf(out, "the chain ends: a host does not take what it is offered\n");
  } else {
    (void)fprintf(out, "the chain ends: the last one waits for nothing that a packet holds\n");
  }
}

bool wait_has_blocked(const wait_state_t *w, uint32_t networks) {
  bool any = false;
  for (uint32_t i = 0; i < w->branches && !any; i++) {
    any = w->branch[i].blocked && (networks >> wait_network(w, w->branch[i].queue) & 1u) != 0;
  }
  return any;
}

bool network_print_wait_chain_of(network_t *n, uint32_t networks, FILE *out) {
  if (network_has_foreign(n)) {
    return network_print_foreign_waiting(n, out);
  }
  wait_state_t w;
  bool deadlocked = false;
  const bool read = wait_state_create(&w, n);
  bool *seen = read ? calloc((size_t)w.branches + 1, sizeof *seen) : NULL;
  if (seen != NULL) {
    deadlocked = wait_state_block(&w) > 0 && wait_has_blocked(&w, networks);
    print_chain(&w, wait_choose_start(&w, networks, deadlocked, seen), networks, deadlocked, out);
    print_stalled(&w, out);
  } else {
    (void)fprintf(out, "wait-for chain: out of memory\n");
  }
  free(seen);
  wait_state_free(&w);
  return deadlocked;
}

bool network_print_wait_chain(network_t *n, FILE *out) {
  return network_print_wait_chain_of(n, UINT32_MAX, out);
}

// --- the beginning of a chain --------------------------------------------------------------------

// Prints the beginning of the chain, from the packet at the front of the queue on.
static void print_beginning(const wait_state_t *w, uint32_t queue, FILE *out) {
  enum { SHOWN = 4 };
  uint32_t at = w->queue[queue].branches > 0 ? w->queue[queue].first : kNobody;
  for (unsigned i = 0; at != kNobody && i < SHOWN; i++) {
    wait_reason_t reason = WAIT_PACKET;
    const uint32_t next = wait_state_next(w, at, &reason);
    print_branch(w, at, next, reason, out);
    at = next;
  }
}

// Banks show who waits for whom.
static bool can_look(network_t *n) {
  bool can = true;
  for (size_t i = 0; i < n->banks; i++) {
    can = can && n->bank[i]->front != NULL;
  }
  return can;
}

// `first` of `queues` queues: the first that has flits.
static void print_queues(network_t *n, uint32_t first, uint32_t queues, FILE *out) {
  wait_state_t w;
  if (!can_look(n)) {
    return;
  }
  if (wait_state_create(&w, n)) {
    for (uint32_t queue = first; queue < first + queues; queue++) {
      if (w.queue[queue].count > 0) {
        print_beginning(&w, queue, out);
        break;
      }
    }
  }
  wait_state_free(&w);
}

void network_print_waiting_at(network_t *n, const network_place_t *place, FILE *out) {
  const uint32_t port = n->router_slot[place->router] * n->shape.ports + place->port;
  print_queues(n, port * n->shape.vcs + place->vc, 1, out);
}

void network_print_waiting_of(network_t *n, uint32_t node, FILE *out) {
  const uint32_t port = n->routers * n->shape.ports + n->node_slot[node];
  print_queues(n, port * n->shape.vcs, n->shape.vcs, out);
}
