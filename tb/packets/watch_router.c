// watch_router -- packets in routers: when they come, what they ask for at the front of a queue,
// what they get, and whom they wait for; see watch_state.h. What they may ask for and what that
// takes stands in docs/microarchitecture.md, sections 7 to 10 and 15.
//
// All that is seen after an edge is the beginning of the cycle w->now. A branch that did not move
// in the cycle before waited for what kept it at the beginning of that.

#include <stddef.h>
#include <string.h>

#include "packets/watch_state.h"

// The packets that were granted something in a router in the last cycle.
typedef struct {
  uint64_t vc[MOST_PORTS][MOST_VCS];               // output VCs
  uint64_t vc_input[MOST_PORTS];                   // inputs that won one
  uint64_t output[MOST_PORTS], input[MOST_PORTS];  // flits through the switch
  uint32_t outputs;                                // with a VC that was granted
} granted_t;

static size_t queue_at(const watch_t *w, const watched_router_t *r, unsigned port, unsigned vc) {
  return ((size_t)(r - w->router) * w->ports + port) * w->vcs + vc;
}

// --- what happened in the last cycle -------------------------------------------------------------

// The VC of a branch was granted.
static void grant_vc(watch_t *w, const watched_router_t *r, visit_t *v, unsigned o, granted_t *g,
                     unsigned port) {
  const unsigned vc = v->queue.vc[o] < w->vcs ? v->queue.vc[o] : 0;
  const uint64_t cycle = w->now - 1;
  owner_t *owner = &w->owner[queue_at(w, r, o, vc)];
  hop_t *hop = v->hop[o];
  if (g->outputs == 0) {
    memset(g->vc, 0, sizeof g->vc);
  }
  g->outputs |= 1u << o;
  g->vc[o][vc] = v->flow->row.id;
  g->vc_input[port] = v->flow->row.id;
  if (hop != NULL) {
    hop->row.granted = cycle;
    hop->row.out_vc = (uint8_t)vc;
    hop->row.vc_before =
        owner->last != kNobody && owner->released >= v->front ? owner->last : kNobody;
  }
  owner->owner = v->flow->row.id;
  v->granted = (uint16_t)(v->granted | 1u << o);
}

// The head leaves for the other end of the link.
static void send_token(watch_t *w, const watched_router_t *r, const visit_t *v, unsigned o,
                       unsigned vc) {
  token_t *token = watch_new_token(w);
  tokens_t *list = NULL;
  if (r->node_out[o] >= 0) {
    list = &w->leaving[(size_t)r->node_out[o] * w->vcs + vc];
  } else if (r->peer[o] >= 0) {
    list = &w->coming[queue_at(w, &w->router[r->peer[o]], r->peer_port[o], vc)];
  }
  if (token == NULL || list == NULL) {
    w->over = true;  // a port that leads nowhere
    w->lost = w->now;
    return;
  }
  *token = (token_t){
      .flow = v->flow, .hop = v->hop[o], .hop_id = v->hop[o] != NULL ? v->hop[o]->row.id : kNobody};
  *(list->head != NULL ? &list->tail->next : &list->head) = token;
  list->tail = token;
  v->flow->places++;
}

// A flit of a branch has left, or was dropped.
static void move(watch_t *w, const watched_router_t *r, visit_t *v, unsigned o, bool first,
                 bool last, bool dropped, granted_t *g, unsigned port) {
  const unsigned vc = v->queue.vc[o] < w->vcs ? v->queue.vc[o] : 0;
  const uint64_t cycle = w->now - 1;
  hop_t *hop = v->hop[o];
  v->moved = (uint16_t)(v->moved | 1u << o);
  g->input[port] = v->flow->row.id;
  if (!dropped) {
    g->output[o] = v->flow->row.id;
  }
  if (hop != NULL) {
    hop->row.flits = (uint16_t)(hop->row.flits + !dropped);
    hop->row.first = first ? cycle : hop->row.first;
    if (dropped) {
      watch_wait(w, hop, HOP_ROUTE, kNobody, cycle);
    }
  }
  if (first) {
    send_token(w, r, v, o, vc);
  }
  if (last) {
    owner_t *owner = &w->owner[queue_at(w, r, o, vc)];
    *owner = (owner_t){.last = v->flow->row.id, .released = cycle};
    v->hop[o] = NULL;
    if (hop != NULL) {
      hop->row.last = cycle;
      watch_hop_left(w, hop);
    }
  }
}

// A router that does not copy sends a credit upstream for a flit that has left the queue.
static void observe_single(watch_t *w, watched_router_t *r, visit_t *v, unsigned port, bool popped,
                           const bank_queue_t *before, granted_t *g) {
  const uint32_t branches = (uint32_t)before->waiting | before->holding;
  const unsigned o = branches != 0 ? (unsigned)__builtin_ctz(branches) : v->queue.port;
  const bool holds = v->queue.holding != 0;
  if (before->waiting != 0 && (popped || holds)) {
    grant_vc(w, r, v, o, g, port);
  }
  if (popped) {
    v->popped++;
    v->done = v->popped == v->flits;
    move(w, r, v, o, v->popped == 1, v->done, false, g, port);
  }
}

static void observe_branches(watch_t *w, watched_router_t *r, visit_t *v, unsigned port,
                             const bank_queue_t *before, granted_t *g) {
  const uint32_t branches = (uint32_t)before->waiting | before->holding;
  const uint32_t left = v->queue.open ? (uint32_t)v->queue.waiting | v->queue.holding : 0;
  const bool done = branches != 0 && left == 0;
  v->done = done;
  for (uint32_t rest = branches; rest != 0; rest &= rest - 1) {
    const unsigned o = (unsigned)__builtin_ctz(rest);
    const bool finished = (left >> o & 1) == 0;
    if ((before->waiting >> o & 1) != 0 && (finished || (v->queue.waiting >> o & 1) == 0)) {
      grant_vc(w, r, v, o, g, port);
    }
    if (finished || v->queue.read[o] != before->read[o]) {
      const bool dropped = before->drops && before->read[o] == 1;
      move(w, r, v, o, before->read[o] == 0, finished, dropped, g, port);
    }
  }
}

// --- whom it waited for --------------------------------------------------------------------------

// The packet at the front of the queue behind an output VC.
static uint64_t front_downstream(const watch_t *w, const watched_router_t *r, unsigned o,
                                 unsigned vc) {
  if (r->node_out[o] >= 0) {
    const landing_t *l = w->landed[(size_t)r->node_out[o] * w->vcs + vc].head;
    return l != NULL ? l->flow->row.id : kNobody;
  }
  if (r->peer[o] < 0) {
    return kNobody;
  }
  const visit_t *v = w->queue[queue_at(w, &w->router[r->peer[o]], r->peer_port[o], vc)].head;
  return v != NULL ? v->flow->row.id : kNobody;
}

static void wait_for_vc(watch_t *w, const watched_router_t *r, hop_t *hop, const pending_t *p,
                        unsigned o, unsigned port, const granted_t *g) {
  hop_wait_t reason = (hop_wait_t)p->reason;
  uint64_t who = p->who;
  if (reason == HOP_ROOM) {
    who = front_downstream(w, r, o, (unsigned)__builtin_ctz(p->open));
  } else if (reason == HOP_TURN) {
    who = (g->outputs >> o & 1) != 0 ? kNobody : g->vc_input[port];
    for (uint32_t vcs = (g->outputs >> o & 1) != 0 ? p->roomy : 0; vcs != 0; vcs &= vcs - 1) {
      const uint64_t winner = g->vc[o][__builtin_ctz(vcs)];
      who = who == kNobody ? winner : who;
    }
    who = who == kNobody ? g->vc_input[port] : who;
  }
  watch_wait(w, hop, reason, who, w->now - 1);
}

// The cycle that is over, for a branch that has not moved in it.
static void wait_branch(watch_t *w, const watched_router_t *r, visit_t *v, unsigned o,
                        unsigned port, const granted_t *g) {
  const pending_t *p = &v->pending[o];
  hop_t *hop = v->hop[o];
  const bool granted = (v->granted >> o & 1) != 0;
  if (p->reason <= HOP_ROOM && !granted) {
    wait_for_vc(w, r, hop, p, o, port, g);
    return;
  }
  const unsigned vc = v->queue.vc[o] < w->vcs ? v->queue.vc[o] : 0;
  hop_wait_t reason = (hop_wait_t)p->reason;
  if (granted) {
    reason = (p->roomy >> vc & 1) != 0 ? HOP_SWITCH : HOP_CREDIT;
  }
  uint64_t who = kNobody;
  if (reason == HOP_SWITCH) {
    who = g->output[o] != kNobody ? g->output[o] : g->input[port];
  } else if (reason == HOP_CREDIT) {
    who = front_downstream(w, r, o, vc);
  }
  watch_wait(w, hop, reason, who, w->now - 1);
}

// --- what keeps it in the cycle that comes -------------------------------------------------------

// A flit comes for this queue that may be allocated in the same cycle.
static bool arrives(const watch_t *w, const watched_router_t *r, unsigned port, unsigned vc) {
  const router_fields_t *f = w->router_pins;
  return w->shape.bypass && (f->in_valid[r->slot] >> port & 1) != 0 &&
         f->in_vc[(size_t)r->slot * w->ports + port] == vc;
}

// Tells what the head on the link asks for, which the queue does not have yet: its route comes
// with it. A worm's does not: it asks for nothing yet.
static bank_queue_t arriving(const watch_t *w, const watched_router_t *r, unsigned port) {
  const noc_shape_t *s = &w->shape;
  const uint64_t *payload =
      &w->router_pins->in_payload[((size_t)r->slot * w->ports + port) * s->words];
  packet_head_t head;
  packet_unpack(s, payload, &head);
  if (s->multicast && packet_is_worm(head.type)) {
    return (bank_queue_t){0};
  }
  const unsigned bits = s->port_w + s->class_w;
  const uint64_t route = s->look ? head.look : packet_field(payload, s->route_lsb, bits);
  const unsigned to = (unsigned)(route & ((1u << s->port_w) - 1)) % s->ports;  // of a faulty one
  bank_queue_t q = {.waiting = (uint16_t)(1u << to), .port = (uint8_t)to};
  const unsigned whole = head.length + (s->multicast ? head.headers : 0U);
  q.need = (uint16_t)(s->cut_through ? whole : 1);
  q.vc_class[to] = (uint8_t)(route >> s->port_w);
  return q;
}

static void ask_for_vc(const watch_t *w, const watched_router_t *r, visit_t *v, unsigned o,
                       unsigned vc) {
  const noc_shape_t *s = &w->shape;
  const unsigned block = s->vcs / s->networks;
  const unsigned first = vc / block * block;
  const uint32_t owned = r->bank->owned(r->bank, r->member, o);
  pending_t *p = &v->pending[o];
  *p = (pending_t){.reason = HOP_TURN};
  for (unsigned out = first; out < first + block; out++) {
    const unsigned vc_class = v->queue.vc_class[o];
    if (s->classes > 1 && vc_class != s->classes && (out - first) % s->classes != vc_class) {
      continue;
    }
    const uint16_t bit = (uint16_t)(1u << out);
    p->eligible |= bit;
    if ((owned & bit) == 0) {
      p->open |= bit;
      if (r->bank->credits(r->bank, r->member, o, out) >= v->queue.need) {
        p->roomy |= bit;
      }
    }
  }
  if (p->open == 0 && p->eligible != 0) {
    p->reason = HOP_VC;
    p->who = w->owner[queue_at(w, r, o, (unsigned)__builtin_ctz(p->eligible))].owner;
  } else if (p->roomy == 0) {
    p->reason = HOP_ROOM;
  }
}

static void ask(const watch_t *w, const watched_router_t *r, visit_t *v, unsigned o, unsigned port,
                unsigned vc) {
  const bank_queue_t *q = &v->queue;
  if ((q->waiting >> o & 1) != 0) {
    ask_for_vc(w, r, v, o, vc);
    return;
  }
  const bool head = w->shape.multicast ? q->read[o] == 0 : v->popped == 0;
  const unsigned there = w->shape.multicast ? (unsigned)(q->read[o] - q->popped) : 0;
  const unsigned count = q->count + (arrives(w, r, port, vc) ? 1U : 0U);
  const unsigned out = q->vc[o] < w->vcs ? q->vc[o] : 0;
  const unsigned need = head ? q->need : 1;
  v->pending[o].reason =
      (uint8_t)(there >= count                                         ? HOP_FLIT
                : r->bank->credits(r->bank, r->member, o, out) >= need ? HOP_SWITCH
                                                                       : HOP_CREDIT);
}

// A hop begins when it is known where the packet goes.
static void begin_hop(watch_t *w, const watched_router_t *r, visit_t *v, unsigned o, unsigned port,
                      unsigned vc) {
  hop_t *hop = watch_new_hop(w);
  if (hop == NULL) {
    return;
  }
  hop->row = (hop_row_t){.id = ++w->hops,
                         .packet = v->flow->row.id,
                         .before = v->before,
                         .router = (uint32_t)(r - w->router),
                         .in_port = (uint8_t)port,
                         .in_vc = (uint8_t)vc,
                         .out_port = (uint8_t)o,
                         .out_vc = UINT8_MAX,
                         .arrival = v->arrival,
                         .route = w->shape.bypass ? 0 : 1,
                         .front = v->front,
                         .granted = kNever,
                         .first = kNever,
                         .last = kNever,
                         .onward = kNever};
  hop->waits = 0;
  hop->left = hop->written = false;
  v->hop[o] = hop;
  const uint64_t queued = v->front - v->arrival - hop->row.route;
  if (queued > 0) {
    watch_wait(w, hop, HOP_QUEUE, v->behind, v->arrival + hop->row.route);
    hop->wait[hop->waits - 1].cycles = queued;
    hop->row.wait[HOP_QUEUE] = queued;
  }
  if (v->route_waits > 0) {
    watch_wait(w, hop, HOP_ROUTE, kNobody, v->route_from);
    hop->wait[hop->waits - 1].cycles = v->route_waits;
    hop->row.wait[HOP_ROUTE] = v->route_waits;
  }
}

static void look_ahead(watch_t *w, const watched_router_t *r, visit_t *v, unsigned port,
                       unsigned vc) {
  const uint32_t branches = (uint32_t)v->queue.waiting | v->queue.holding;
  if (branches == 0) {  // header flits are to come
    v->route_from = v->route_waits == 0 ? w->now : v->route_from;
    v->route_waits++;
    return;
  }
  for (uint32_t rest = branches; rest != 0; rest &= rest - 1) {
    const unsigned o = (unsigned)__builtin_ctz(rest);
    if (v->flow->recorded && v->hop[o] == NULL) {
      begin_hop(w, r, v, o, port, vc);
    }
    ask(w, r, v, o, port, vc);
  }
}

// --- a router, cycle by cycle --------------------------------------------------------------------

static void observe(watch_t *w, watched_router_t *r, unsigned port, unsigned vc, bool popped,
                    granted_t *g) {
  visit_t *v = w->queue[queue_at(w, r, port, vc)].head;
  if (!v->seen) {
    return;
  }
  const bank_queue_t before = v->queue;
  v->moved = v->granted = 0;
  r->bank->queue(r->bank, r->member, port, vc, &v->queue);
  if (w->shape.multicast) {
    // The branches of a packet behind one that has left are not made before the next cycle.
    observe_branches(w, r, v, port, &before, g);
  } else {
    observe_single(w, r, v, port, popped, &before, g);
  }
}

static void wait_all(watch_t *w, const watched_router_t *r, unsigned port, unsigned vc,
                     const granted_t *g) {
  visit_t *v = w->queue[queue_at(w, r, port, vc)].head;
  for (unsigned o = 0; v->seen && v->flow->recorded && o < w->ports; o++) {
    if (v->hop[o] != NULL && (v->moved >> o & 1) == 0) {
      wait_branch(w, r, v, o, port, g);
    }
  }
}

static void remove_front(watch_t *w, watched_router_t *r, unsigned port, unsigned vc) {
  visits_t *list = &w->queue[queue_at(w, r, port, vc)];
  visit_t *v = list->head;
  flow_t *flow = v->flow;
  list->head = v->next;
  if (list->head == NULL) {
    list->tail = NULL;
    r->filled[port] = (uint16_t)(r->filled[port] & ~(1u << vc));
    r->queued &= r->filled[port] != 0 ? UINT32_MAX : ~(1u << port);
  }
  watch_drop_visit(w, v);
  watch_leave(w, flow);
}

static void arrive(watch_t *w, watched_router_t *r, unsigned port, unsigned vc,
                   const uint64_t *payload) {
  const size_t at = queue_at(w, r, port, vc);
  visits_t *list = &w->queue[at];
  token_t *token = NULL;
  flow_t *flow = NULL;
  if (r->node_in[port] >= 0) {
    flow = hosts_enter(w, (uint32_t)r->node_in[port], payload);
  } else {
    token = w->coming[at].head;
    flow = token != NULL ? token->flow : NULL;
    if (!watch_is_head(w, flow, payload)) {
      return;
    }
  }
  visit_t *v = flow != NULL ? watch_new_visit(w) : NULL;
  if (v == NULL) {
    return;
  }
  packet_head_t head;
  packet_unpack(&w->shape, payload, &head);
  *v = (visit_t){.flow = flow,
                 .before = token != NULL ? token->hop_id : kNobody,
                 .arrival = w->now,
                 .front = kNever,
                 .behind = list->tail != NULL ? list->tail->flow->row.id : kNobody,
                 .flits = (uint32_t)head.length + head.headers};
  flow->places++;
  *(list->tail != NULL ? &list->tail->next : &list->head) = v;
  list->tail = v;
  r->filled[port] = (uint16_t)(r->filled[port] | 1u << vc);
  r->queued |= 1u << port;
  if (token != NULL) {
    w->coming[at].head = token->next;
    if (token->next == NULL) {
      w->coming[at].tail = NULL;
    }
    if (token->hop != NULL) {
      watch_hop_onward(w, token->hop, w->now);
    }
    watch_drop_token(w, token);
    watch_leave(w, flow);
  }
}

static void look_at_front(watch_t *w, const watched_router_t *r, unsigned port, unsigned vc) {
  visit_t *v = w->queue[queue_at(w, r, port, vc)].head;
  const bool comes = v->arrival == w->now;
  if (comes && !w->shape.bypass) {
    return;
  }
  if (!v->seen) {
    v->front = w->now;
    v->seen = true;
    if (comes) {
      v->queue = arriving(w, r, port);
    } else {
      r->bank->queue(r->bank, r->member, port, vc, &v->queue);
    }
  }
  look_ahead(w, r, v, port, vc);
}

// The queues of a router that have packets. Returns how many there are.
typedef struct {
  uint8_t port, vc;
} filled_t;
enum { MOST_QUEUES = MOST_PORTS * MOST_VCS };

static unsigned list_filled(const watched_router_t *r, filled_t filled[MOST_QUEUES]) {
  unsigned count = 0;
  for (uint32_t ports = r->queued; ports != 0; ports &= ports - 1) {
    const unsigned port = (unsigned)__builtin_ctz(ports);
    for (uint32_t vcs = r->filled[port]; vcs != 0; vcs &= vcs - 1) {
      filled[count++] = (filled_t){(uint8_t)port, (uint8_t)__builtin_ctz(vcs)};
    }
  }
  return count;
}

static void observe_router(watch_t *w, watched_router_t *r) {
  const router_fields_t *f = w->router_pins;
  const uint32_t credits = f->credit_out_valid[r->slot];
  filled_t filled[MOST_QUEUES];
  const unsigned count = list_filled(r, filled);
  granted_t g;
  memset(&g.vc_input, 0, sizeof g - offsetof(granted_t, vc_input));
  for (unsigned i = 0; i < count; i++) {
    const unsigned port = filled[i].port;
    const bool popped = (credits >> port & 1) != 0 &&
                        f->credit_out_vc[(size_t)r->slot * w->ports + port] == filled[i].vc;
    observe(w, r, port, filled[i].vc, popped, &g);
  }
  for (unsigned i = 0; i < count; i++) {
    wait_all(w, r, filled[i].port, filled[i].vc, &g);
  }
}

static void advance_router(watch_t *w, watched_router_t *r) {
  const router_fields_t *f = w->router_pins;
  const size_t pin = (size_t)r->slot * w->ports;
  filled_t filled[MOST_QUEUES];
  unsigned count = list_filled(r, filled);
  for (unsigned i = 0; i < count; i++) {
    if (w->queue[queue_at(w, r, filled[i].port, filled[i].vc)].head->done) {
      remove_front(w, r, filled[i].port, filled[i].vc);
    }
  }
  for (uint32_t in = f->in_valid[r->slot]; in != 0 && !w->over; in &= in - 1) {
    const unsigned port = (unsigned)__builtin_ctz(in);
    if ((f->in_kind[pin + port] & KIND_HEAD) != 0) {
      arrive(w, r, port, f->in_vc[pin + port], &f->in_payload[(pin + port) * w->shape.words]);
    }
  }
  count = list_filled(r, filled);
  for (unsigned i = 0; i < count; i++) {
    look_at_front(w, r, filled[i].port, filled[i].vc);
  }
}

// All routers before any goes on: a head may be at the other end of its link already, and who
// stands in front of a queue is asked by the router before it.
void routers_observe(watch_t *w) {
  for (uint32_t i = 0; i < w->routers && !w->over; i++) {
    if (w->router[i].queued != 0) {
      observe_router(w, &w->router[i]);
    }
  }
}

void routers_advance(watch_t *w) {
  for (uint32_t i = 0; i < w->routers && !w->over; i++) {
    watched_router_t *r = &w->router[i];
    if (r->queued != 0 || w->router_pins->in_valid[r->slot] != 0) {
      advance_router(w, r);
    }
  }
}
