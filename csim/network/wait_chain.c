// wait_chain -- why a network stands still: who waits for whom.
//
// A place is a queue in which a packet can wait: VC v of a router's input port, or VC v of an
// interface's injection queue; its number is flat port * vcs + v. A packet waits
//
//   holding an output VC without credit   for the queue downstream of that VC
//   holding one, its next flit not here   for the queue upstream that its flits come from
//   for an output VC                      for any one VC of its block: if that is held, for the
//                                         holder; if it is free without credit, for the queue
//                                         downstream
//
// A packet is blocked if all it waits for is blocked; what is left when all that can go on has been
// taken away is deadlocked.
//
// A chain that closes is printed by links and classes too, as the channel dependency graph has them
// (analysis/dependencies.h): in a deadlock nothing waits for flits from upstream, so the chain goes
// from a queue to the holder of an output in the same router, or over a link to the queue downstream;
// the links of those queues wait for each other.

#include <stdlib.h>

#include "network/network_state.h"

static const uint32_t kNone = UINT32_MAX;

typedef struct {
  uint32_t count;  // flits
  bool active;     // holds output (out_port, out_vc)
  bool known;      // out_port is known
  bool blocked;
  uint8_t out_port, out_vc, vc_class;
  uint16_t need;
} place_t;

typedef struct {
  network_t *n;
  place_t *place;    // [places]
  uint32_t *holder;  // [places], by output: flat port * vcs + VC: who holds it
  uint16_t *credit;  // [places], by output
  uint8_t *seen;     // [places]: on the chain being followed
  uint32_t places;
} chain_t;

static uint32_t port_of(const chain_t *c, uint32_t place) {
  return place / c->n->shape.vcs;
}

static bool in_router(const chain_t *c, uint32_t place) {
  return port_of(c, place) < c->n->routers * c->n->shape.ports;
}

static uint32_t slot_of(const chain_t *c, uint32_t place) {
  uint32_t first = c->n->routers * c->n->shape.ports;
  uint32_t port = port_of(c, place);
  return port < first ? port / c->n->shape.ports : c->n->routers + (port - first);
}

// Number of output (port, vc) of the component that a place is in.
static uint32_t output_of(const chain_t *c, uint32_t place, unsigned port, unsigned vc) {
  uint32_t base = in_router(c, place) ? slot_of(c, place) * c->n->shape.ports : port_of(c, place);
  return (base + (in_router(c, place) ? port : 0)) * c->n->shape.vcs + vc;
}

static bool front_of(const chain_t *c, uint32_t place, bank_front_t *front) {
  uint32_t slot = slot_of(c, place);
  uint32_t member = 0;
  bool router = in_router(c, place);
  bank_t *b = network_locate(c->n, router ? COMPONENT_ROUTER : COMPONENT_INTERFACE, c->n->id[slot],
                             &member);
  unsigned port = router ? port_of(c, place) % c->n->shape.ports : 0;
  return b->front != NULL && b->front(b, member, port, place % c->n->shape.vcs, front);
}

static void read_router(chain_t *c, bank_t *b, uint32_t member, uint32_t slot) {
  const network_t *n = c->n;
  const unsigned ports = n->shape.ports;
  const unsigned vcs = n->shape.vcs;
  b->ops->state(b, member, false, n->words);
  for (unsigned port = 0; port < ports; port++) {
    uint64_t active = network_register(n, b, "in_active", port);
    for (unsigned v = 0; v < vcs; v++) {
      uint32_t q = port * vcs + v;
      uint32_t at = (slot * ports + port) * vcs + v;
      place_t *p = &c->place[at];
      p->count = (uint32_t)network_register(n, b, "in_count", q);
      p->active = (active >> v & 1u) != 0;
      p->known = p->active;
      p->out_port = (uint8_t)network_register(n, b, "in_out_port", q);
      p->out_vc = (uint8_t)network_register(n, b, "in_out_vc", q);
      p->need = 1;
      c->credit[at] = (uint16_t)network_register(n, b, "out_credit", q);
      if (p->active && p->out_port < ports && p->out_vc < vcs) {
        c->holder[(slot * ports + p->out_port) * vcs + p->out_vc] = at;
      }
    }
  }
}

static void read_interface(chain_t *c, bank_t *b, uint32_t member, uint32_t slot) {
  const network_t *n = c->n;
  const unsigned vcs = n->shape.vcs;
  const uint32_t port = n->routers * n->shape.ports + (slot - n->routers);
  b->ops->state(b, member, false, n->words);
  for (unsigned v = 0; v < vcs; v++) {
    uint32_t at = port * vcs + v;
    c->place[at] = (place_t){.count = (uint32_t)network_register(n, b, "inj_count", v),
                             .active = true,
                             .known = true,
                             .out_vc = (uint8_t)v,
                             .need = 1};
    c->credit[at] = (uint16_t)network_register(n, b, "inj_credit", v);
    c->holder[at] = at;
  }
}

// What the fronts of the queues say: the ports and credits that heads want.
static void read_fronts(chain_t *c) {
  for (uint32_t i = 0; i < c->places; i++) {
    place_t *p = &c->place[i];
    bank_front_t front;
    if (p->count > 0 && front_of(c, i, &front) && (front.kind & KIND_HEAD) != 0) {
      p->need = front.need > 1 ? front.need : 1;
      if (!p->active) {
        p->out_port = front.port;
        p->vc_class = front.vc_class;
        p->known = true;
      }
    }
    p->need = p->active && in_router(c, i) ? 1 : p->need;
  }
}

// A VC of its block that a waiting head may take: of the class that its route names.
static bool may_take(const noc_shape_t *s, const place_t *p, unsigned vc) {
  return s->classes == 1 || p->vc_class == s->classes ||
         vc % (s->vcs / s->networks) % s->classes == p->vc_class;
}

// The VC that a head waits for as its k-th; the number of VCs behind the last.
static unsigned wanted_vc(const noc_shape_t *s, const place_t *p, unsigned own, unsigned k) {
  const unsigned block = s->vcs / s->networks;
  const unsigned first = own / block * block;
  for (unsigned vc = first; vc < first + block; vc++) {
    if (may_take(s, p, vc) && k-- == 0) {
      return vc;
    }
  }
  return s->vcs;
}

// The k-th place that this one waits for; kNone behind the last. *free is set if it can go on, or
// waits for something that no packet holds.
static uint32_t waits_for(const chain_t *c, uint32_t at, unsigned k, bool *free) {
  const network_t *n = c->n;
  const place_t *p = &c->place[at];
  const unsigned vcs = n->shape.vcs;
  if (!p->known) {
    *free = true;
    return kNone;
  }
  const unsigned after = k > 0 ? vcs : p->out_vc;
  const unsigned vc = p->active ? after : wanted_vc(&n->shape, p, at % vcs, k);
  if (vc >= vcs) {
    return kNone;
  }
  uint32_t output = output_of(c, at, p->out_port, vc);
  uint32_t holder = c->holder[output];
  if (!p->active && holder != kNone) {
    return holder;
  }
  if (p->active && p->count == 0) {  // its flits are still upstream
    const link_end_t *end = &n->end[port_of(c, at)];
    uint32_t up = end->port < n->ports ? c->holder[end->port * vcs + at % vcs] : kNone;
    *free = !in_router(c, at) || up == kNone;
    return *free ? kNone : up;
  }
  const link_end_t *end = &n->end[output / vcs];
  uint32_t down = end->port * vcs + vc;
  *free = c->credit[output] >= p->need || end->component >= n->routers || c->place[down].count == 0;
  return *free ? kNone : down;
}

// Takes away, until nothing changes, what can go on or waits for something that can.
static uint32_t find_deadlocked(chain_t *c) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < c->places; i++) {
    c->place[i].blocked = c->place[i].count > 0 || (c->place[i].active && in_router(c, i));
    left += c->place[i].blocked;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < c->places; i++) {
      bool free = false;
      for (unsigned k = 0; c->place[i].blocked && !free; k++) {
        uint32_t next = waits_for(c, i, k, &free);
        if (next == kNone) {
          break;
        }
        free = !c->place[next].blocked;
      }
      if (c->place[i].blocked && free) {
        c->place[i].blocked = false;
        left--;
        changed = true;
      }
    }
  }
  return left;
}

// The next place of the chain: a blocked one if there is one.
static uint32_t follow(const chain_t *c, uint32_t at) {
  uint32_t first = kNone;
  bool free = false;
  for (unsigned k = 0; k < SHAPE_MAX_VCS && !free; k++) {
    uint32_t next = waits_for(c, at, k, &free);
    if (next != kNone && c->place[next].blocked) {
      return next;
    }
    if (next == kNone) {
      break;
    }
    first = first == kNone ? next : first;
  }
  return free ? kNone : first;
}

// Writes "0,0 -> 1,0 class 0", the channel whose flits come into a place; false if they come from an
// interface.
static bool print_channel(const chain_t *c, uint32_t at, const char *before, FILE *out) {
  const network_t *n = c->n;
  const noc_shape_t *s = &n->shape;
  const uint32_t slot = slot_of(c, at);
  const uint32_t from = n->end[port_of(c, at)].component;
  if (!in_router(c, at) || from >= n->routers) {
    return false;
  }
  char name[2][64];
  (void)fprintf(out, "%s%s -> %s class %u", before, network_name(n, from, name[0], sizeof name[0]),
                network_name(n, slot, name[1], sizeof name[1]),
                at % s->vcs % (s->vcs / s->networks) % s->classes);
  return true;
}

static void print_place(const chain_t *c, uint32_t at, FILE *out) {
  const network_t *n = c->n;
  const place_t *p = &c->place[at];
  const unsigned vc = at % n->shape.vcs;
  const uint32_t slot = slot_of(c, at);
  bank_front_t front;
  packet_head_t head;
  char name[64];
  (void)network_name(n, slot, name, sizeof name);
  if (front_of(c, at, &front) && (front.kind & KIND_HEAD) != 0) {
    packet_unpack(&n->shape, front.payload, &head);
    if (!in_router(c, at)) {
      head.source = n->address[n->id[slot]];
    }
    (void)fprintf(out, "  packet %u of node %u to node %u", head.message,
                  network_node(n, head.source), network_node(n, head.destination));
  } else {
    (void)fprintf(out, "  a packet whose head has gone on");
  }
  if (!in_router(c, at)) {
    (void)fprintf(out, ", %u flits in interface %s VC %u", p->count, name, vc);
  } else {
    (void)fprintf(out, ", %u flits in router %s input port %u VC %u", p->count, name,
                  port_of(c, at) % n->shape.ports, vc);
    if (print_channel(c, at, " (", out)) {
      (void)fputc(')', out);
    }
  }
  if (!p->known) {
    (void)fprintf(out, ", waits for an output VC\n");
  } else if (!p->active) {
    (void)fprintf(out, ", waits for a VC of output port %u", p->out_port);
    if (n->shape.classes > 1 && p->vc_class < n->shape.classes) {
      (void)fprintf(out, ", class %u", p->vc_class);
    }
    (void)fprintf(out, "\n");
  } else if (p->count == 0) {
    (void)fprintf(out, ", holds output port %u VC %u, waits for its next flit\n", p->out_port,
                  p->out_vc);
  } else {
    unsigned credit = c->credit[output_of(c, at, p->out_port, p->out_vc)];
    (void)fprintf(out, ", holds output port %u VC %u with %u credits of %u\n", p->out_port,
                  p->out_vc, credit, n->shape.depth);
  }
}

// Places on the way from one that have not been seen; marks them with `mark` if it is not 0.
static uint32_t walk(chain_t *c, uint32_t at, uint8_t mark, uint32_t *last) {
  uint32_t length = 0;
  *last = at;
  while (at != kNone && length < c->places && (mark == 0 || c->seen[at] != mark)) {
    if (mark != 0) {
      c->seen[at] = mark;
    }
    *last = at;
    length++;
    at = follow(c, at);
  }
  *last = at != kNone ? at : *last;
  return length;
}

// Where to begin: on the cycle, or where the way to what everything waits for is longest.
static uint32_t choose_start(chain_t *c, bool deadlocked) {
  enum { TRIES = 1024 };
  uint32_t best = kNone;
  uint32_t longest = 0;
  unsigned tries = 0;
  for (uint32_t i = 0; i < c->places && tries < TRIES; i++) {
    if (c->place[i].count == 0 || (deadlocked && !c->place[i].blocked)) {
      continue;
    }
    uint32_t last = 0;
    if (deadlocked) {
      (void)walk(c, i, 1, &last);  // ends where the cycle closes
      return last;
    }
    uint32_t length = walk(c, i, 0, &last);
    tries++;
    if (length > longest) {
      longest = length;
      best = i;
    }
  }
  return best;
}

// The links of a chain that closes at `start`, each waiting for the next, the last for the first.
static void print_channels(const chain_t *c, uint32_t start, FILE *out) {
  enum { SHOWN = 64 };
  unsigned length = 0;
  uint32_t at = start;
  (void)fprintf(out, "links that wait for each other: ");
  do {
    const uint32_t next = follow(c, at);
    if (next == kNone) {
      break;
    }
    // Not so from a queue to the holder of the output that it waits for.
    const bool over_link = c->n->end[port_of(c, next)].component == slot_of(c, at);
    if (over_link && length == SHOWN) {
      (void)fprintf(out, ", ..");
      break;
    }
    length += over_link && print_channel(c, next, length > 0 ? ", " : "", out);
    at = next;
  } while (at != start);
  (void)fputc('\n', out);
}

static bool read_network(chain_t *c) {
  network_t *n = c->n;
  c->places = n->ports * n->shape.vcs;
  c->place = calloc(c->places, sizeof *c->place);
  c->holder = malloc(c->places * sizeof *c->holder);
  c->credit = calloc(c->places, sizeof *c->credit);
  c->seen = calloc(c->places, sizeof *c->seen);
  if (!c->place || !c->holder || !c->credit || !c->seen) {
    return false;
  }
  for (uint32_t i = 0; i < c->places; i++) {
    c->holder[i] = kNone;
  }
  for (size_t b = 0; b < n->banks; b++) {
    for (uint32_t m = 0; m < n->range[b].members; m++) {
      uint32_t slot = n->range[b].first + m;
      (slot < n->routers ? read_router : read_interface)(c, n->bank[b], m, slot);
    }
  }
  read_fronts(c);
  return true;
}

bool network_print_wait_chain(network_t *n, FILE *out) {
  enum { SHOWN = 64 };
  chain_t c = {.n = n};
  bool deadlocked = false;
  if (read_network(&c)) {
    deadlocked = find_deadlocked(&c) > 0;
    uint32_t at = choose_start(&c, deadlocked);
    const uint32_t start = at;
    (void)fprintf(out, "wait-for chain, each packet waiting for the one below it:\n");
    unsigned length = 0;
    for (; at != kNone && length < SHOWN && !(length > 0 && at == start); length++) {
      print_place(&c, at, out);
      at = follow(&c, at);
    }
    if (deadlocked) {
      (void)fprintf(out, "the chain closes, the last waits for the first: deadlock\n");
      print_channels(&c, start, out);
    } else if (length == 0) {
      (void)fprintf(out, "  no packet waits in a queue\n");
    } else {
      (void)fprintf(out, "the chain ends: the last one waits for nothing that a packet holds\n");
    }
  } else {
    (void)fprintf(out, "wait-for chain: out of memory\n");
  }
  free(c.place);
  free(c.holder);
  free(c.credit);
  free(c.seen);
  return deadlocked;
}
