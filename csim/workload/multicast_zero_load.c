// multicast_zero_load -- see multicast_zero_load.h.

#include "workload/multicast_zero_load.h"

#include <stdlib.h>

#include "collective/worm_needs.h"
#include "routing/routing_walk.h"
#include "workload/copies_due.h"
#include "workload/forward_zero_load.h"

// Where a tree worm is when all its nodes have a way: it is copied from there on.
typedef struct {
  uint32_t router, group;
  unsigned hops;  // to there
} root_t;

static uint32_t behind(const worm_routes_t *w, const root_t *at, uint32_t port, unsigned plane) {
  const unsigned c = w->plane_class[plane];
  return routing_behind(w->r, at->router, port, c < w->classes ? c : 0);
}

static bool all_found(const worm_routes_t *w, const root_t *at, const plan_op_t *copy,
                      uint32_t copies) {
  bool all = true;
  for (uint32_t k = 0; k < copies && all; k++) {
    all = worm_routes_way(w, at->router, at->group, copy[k].peer).found;
  }
  return all;
}

static root_t go_up(const worm_routes_t *w, const plan_op_t *multicast) {
  topology_place_t from;
  (void)topology_injection(w->r->topology, multicast->node, &from, 1);
  root_t at = {.router = from.router};
  uint32_t up = worm_routes_up(w, at.router, at.group);
  while (up != 0 && !all_found(w, &at, multicast + 1, multicast->peer)) {
    const uint32_t next = behind(w, &at, (uint32_t)__builtin_ctz(up), w->planes - 1);
    at = (root_t){next / w->r->groups, next % w->r->groups, at.hops + 1};
    up = worm_routes_up(w, at.router, at.group);
  }
  return at;
}

static unsigned worm_hops(const worm_routes_t *w, root_t at, uint32_t node) {
  const uint32_t target = routing_target(w->r->topology, node);
  while (at.router != target) {
    const worm_way_t way = worm_routes_way(w, at.router, at.group, node);
    if (!way.found) {  // not on the way of this set: as good as there
      break;
    }
    const uint32_t next = behind(w, &at, way.port, way.plane);
    at = (root_t){next / w->r->groups, next % w->r->groups, at.hops + 1};
  }
  return at.hops;
}

// When what a node sends with is free.
typedef struct multicast_host {
  uint64_t processor, bus, handler, link;
} multicast_host_t;

bool multicast_zero_load_create(multicast_zero_load_t *m, uint32_t nodes, uint32_t operations,
                                uint32_t packets) {
  m->ready = calloc((size_t)operations + 1, sizeof *m->ready);
  m->begin = calloc((size_t)packets + 1, sizeof *m->begin);
  m->host_of = calloc(nodes, sizeof *m->host_of);
  m->taken = calloc((size_t)operations * packets + 1, sizeof *m->taken);
  return m->ready != NULL && m->begin != NULL && m->host_of != NULL && m->taken != NULL;
}

void multicast_zero_load_free(multicast_zero_load_t *m) {
  free(m->ready);
  free(m->begin);
  free(m->host_of);
  free(m->taken);
}

// A message of a node; its packets begin in the cycles begin[].
typedef struct {
  uint32_t packets;
  unsigned flits, last_flits;  // of all packets but the last, and of that
  unsigned headers;
  unsigned waits;  // for so many of them each router waits before it sends the head on
  bool tree;
  root_t root;  // then
  bool forwarded;
  uint32_t multicast;  // then
} sent_t;

static void describe(const multicast_zero_load_t *m, const plan_t *plan, uint32_t number,
                     sent_t *sent) {
  const plan_op_t *op = &plan->op[number];
  const bool multicast = op->kind == PLAN_MULTICAST;
  const bool forwarded = multicast && plan_carrier(plan, number).kind == CARRY_FORWARD;
  const bool worm = multicast && !forwarded;
  const unsigned least = worm ? WORM_FLITS : 1;
  const uint32_t packets = (op->size - 1) / m->packet_flits + 1;
  const unsigned last = op->size - (packets - 1) * m->packet_flits;
  *sent = (sent_t){.packets = packets,
                   .flits = m->packet_flits < least ? least : m->packet_flits,
                   .last_flits = last < least ? least : last,
                   .forwarded = forwarded,
                   .multicast = number};
  if (!worm) {
    return;
  }
  const plan_carrier_t c = plan_carrier(plan, number);
  sent->tree = c.kind == CARRY_TREE;
  if (sent->tree) {
    sent->headers = sent->waits = m->tree_headers;
    sent->root = go_up(m->trees, op);
  } else {
    sent->headers = (c.count - 1) / m->path_pairs + 1;
    sent->waits = 1;
  }
}

static unsigned flits_of(const sent_t *s, uint32_t packet) {
  return packet + 1 < s->packets ? s->flits : s->last_flits;
}

static uint64_t later(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

// Each packet over the bus, through the handler, then beat by beat; the handler takes a packet when
// the one before begins to be handed over.
static void send(const multicast_zero_load_t *m, const sent_t *s, uint32_t node, uint64_t ready) {
  multicast_host_t *h = &m->host_of[node];
  h->processor = later(h->processor, ready) + m->host.t_hs;
  uint64_t crossed = h->processor;
  for (uint32_t k = 0; k < s->packets; k++) {
    const unsigned flits = flits_of(s, k);
    crossed = later(crossed, h->bus) + host_bus_cycles(&m->host, flits);
    h->bus = crossed;
    m->begin[k] = later(later(crossed, h->handler) + m->host.t_ns, h->link);
    h->handler = m->begin[k];
    h->link = m->begin[k] + flits + s->headers;
  }
}

// The same up to the bus; then the forwarding units have the packets.
static bool forward(const multicast_zero_load_t *m, const plan_t *plan, const sent_t *s,
                    uint64_t ready) {
  multicast_host_t *h = &m->host_of[plan->op[s->multicast].node];
  h->processor = later(h->processor, ready) + m->host.t_hs;
  h->bus = later(h->bus, h->processor);
  for (uint32_t k = 0; k < s->packets; k++) {
    h->bus += host_bus_cycles(&m->host, flits_of(s, k));
    m->begin[k] = h->bus;
  }
  const forward_times_t times = {m->network, m->hops, (unsigned)m->host.t_nr,
                                 (unsigned)m->host.t_ns};
  const forward_message_t message = {s->packets, s->flits, s->last_flits, m->begin};
  return forward_zero_load(&times, plan, s->multicast, &message, m->taken);
}

// The cycle in which the last flit of a packet is taken from the interface.
static uint64_t taken(const multicast_zero_load_t *m, const plan_t *plan, uint32_t op,
                      const sent_t *s, uint32_t packet) {
  const plan_op_t *o = &plan->op[op];
  if (s->forwarded) {
    return m->taken[(size_t)(op - s->multicast - 1) * s->packets + packet];
  }
  const unsigned hops = o->kind == PLAN_SEND ? route_hops(m->hops, o->node, o->peer)
                        : s->tree            ? worm_hops(m->trees, s->root, o->peer)
                                             : m->path_hops[op];
  return m->begin[packet] + zero_load_latency(&m->network, flits_of(s, packet) + s->headers, hops) +
         (s->headers > 0 ? zero_load_decoding(&m->network, s->waits, hops) : 0);
}

// The handler, the bus and the processor of a node that receives nothing else.
static uint64_t arrives(const multicast_zero_load_t *m, const plan_t *plan, uint32_t op,
                        const sent_t *s) {
  uint64_t handled = 0;
  uint64_t crossed = 0;
  for (uint32_t k = 0; k < s->packets; k++) {
    handled = later(taken(m, plan, op, s, k), handled) + m->host.t_nr;
    crossed = later(handled, crossed) + host_bus_cycles(&m->host, flits_of(s, k));
  }
  return crossed + m->host.t_hr;
}

uint64_t multicast_zero_load(const multicast_zero_load_t *m, const plan_t *plan, uint32_t first,
                             uint32_t end) {
  uint64_t last = 0;
  sent_t sent = {0};
  for (uint32_t i = first; i < end; i++) {
    m->host_of[plan->op[i].node] = (multicast_host_t){0};
    m->ready[i - first] = 0;
  }
  for (uint32_t i = first; i < end; i++) {
    const plan_op_t *op = &plan->op[i];
    if (op->kind == PLAN_SEND || op->kind == PLAN_MULTICAST) {
      const uint64_t ready = op->source != kPlanNone ? m->ready[op->source - first] : 0;
      describe(m, plan, i, &sent);
      if (!sent.forwarded) {
        send(m, &sent, op->node, ready);
      } else if (!forward(m, plan, &sent, ready)) {
        return UINT64_MAX;
      }
    }
    if (plan_is_sent(op)) {
      const uint64_t arrived = arrives(m, plan, i, &sent);
      m->ready[op->match - first] = arrived;
      last = later(arrived, last);
    }
  }
  return last;
}
