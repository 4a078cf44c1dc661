// host_reference -- see host_reference.h.

#include "host_reference.h"

#include <stdlib.h>

#include "plan/plan.h"
#include "shape/packet.h"

enum { RECEIVE, BUS, PROCESSOR, SEND, RESOURCES };

// A packet, or a whole message with flits of it.
typedef struct {
  uint32_t op;  // its send
  unsigned flits;
  uint64_t came;
} thing_t;

typedef struct {
  thing_t *thing;
  size_t first, end;
} line_t;

typedef struct {
  line_t created, to_cross, crossed;    // sending: messages, packets, packets
  line_t received, to_memory, to_host;  // receiving: packets, packets, messages
  line_t numbered;                      // packets in the order of their numbers
  uint64_t left[RESOURCES];             // cycles to go, 0: idle
  bool works[RESOURCES];
  thing_t arriving[SHAPE_MAX_VCS];
  bool bus_sends, processor_sends;
  uint64_t crossed_last;  // when the last packet to send was through with the bus
  bool ready;             // the first of `crossed` has been handled
  thing_t beats;          // the packet that is handed over; flits: that are left
  unsigned offered;       // of its beats
} node_t;

struct host_reference {
  sim_t *s;
  const plan_t *plan;
  const host_costs_t *costs;
  node_t *node;
  uint32_t *arrived;    // [op] flits of a send that are in the memory of the other host
  uint32_t *dependent;  // [op] the operation that waits for it, or kPlanNone
  uint64_t now, complete;
  host_waits_t waits;
};

static line_t make_line(size_t room) {
  const line_t line = {.thing = calloc(room + 1, sizeof *line.thing)};
  assert_non_null(line.thing);
  return line;
}

static void push(line_t *line, thing_t thing) {
  line->thing[line->end++] = thing;
}

static bool any(const line_t *line) {
  return line->first < line->end;
}

static thing_t pull(line_t *line) {
  assert_true(any(line));
  return line->thing[line->first++];
}

static line_t *line_of(node_t *n, unsigned k) {
  line_t *lines[] = {&n->created,   &n->to_cross, &n->crossed, &n->received,
                     &n->to_memory, &n->to_host,  &n->numbered};
  return k < sizeof lines / sizeof lines[0] ? lines[k] : NULL;
}

host_reference_t *host_reference_create(sim_t *s) {
  host_reference_t *r = calloc(1, sizeof *r);
  const plan_t *p = s->input.plan;
  assert_non_null(r);
  assert_non_null(p);
  *r = (host_reference_t){.s = s, .plan = p, .costs = &s->scenario->host};
  r->node = calloc(p->nodes, sizeof *r->node);
  r->arrived = calloc(p->ops, sizeof *r->arrived);
  r->dependent = malloc(p->ops * sizeof *r->dependent);
  assert_non_null(r->node);
  assert_non_null(r->arrived);
  assert_non_null(r->dependent);
  size_t packets = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    assert_true(p->op[i + 1].successors - p->op[i].successors <= 1);
    r->dependent[i] = p->op[i + 1].successors > p->op[i].successors
                          ? p->successor[p->op[i].successors]
                          : kPlanNone;
    packets += p->op[i].kind == PLAN_SEND ? p->op[i].size / s->scenario->packet_flits + 1 : 0;
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    for (unsigned k = 0; line_of(&r->node[node], k) != NULL; k++) {
      *line_of(&r->node[node], k) = make_line(packets);
    }
  }
  return r;
}

void host_reference_free(host_reference_t *r) {
  for (uint32_t node = 0; node < r->plan->nodes; node++) {
    for (unsigned k = 0; line_of(&r->node[node], k) != NULL; k++) {
      free(line_of(&r->node[node], k)->thing);
    }
  }
  free(r->node);
  free(r->arrived);
  free(r->dependent);
  free(r);
}

host_waits_t host_reference_waits(const host_reference_t *r) {
  return r->waits;
}

// --- what happens when something is over ---------------------------------------------------------

static void completed(host_reference_t *r, uint32_t op) {
  const uint32_t next = r->dependent[op];
  r->complete++;
  if (next != kPlanNone) {
    const plan_op_t *o = &r->plan->op[next];
    assert_int_equal(o->kind, PLAN_SEND);
    push(&r->node[o->node].created, (thing_t){next, o->size, r->now});
  }
}

static void message_started(host_reference_t *r, node_t *n) {
  const thing_t message = pull(&n->created);
  const unsigned most = r->s->scenario->packet_flits;
  for (unsigned left = message.flits; left > 0;) {
    const unsigned flits = left < most ? left : most;
    push(&n->to_cross, (thing_t){message.op, flits, r->now});
    left -= flits;
  }
}

static void through(host_reference_t *r, node_t *n, unsigned resource) {
  thing_t thing;
  n->works[resource] = false;
  switch (resource) {
    case RECEIVE:
      thing = pull(&n->received);
      thing.came = r->now;
      push(&n->to_memory, thing);
      break;
    case BUS:
      thing = pull(n->bus_sends ? &n->to_cross : &n->to_memory);
      if (n->bus_sends) {
        n->crossed_last = r->now;
        push(&n->crossed, thing);
        break;
      }
      r->arrived[thing.op] += thing.flits;
      if (r->arrived[thing.op] == r->plan->op[thing.op].size) {
        push(&n->to_host, (thing_t){thing.op, thing.flits, r->now});
      }
      break;
    case PROCESSOR:
      if (n->processor_sends) {
        message_started(r, n);
      } else {
        completed(r, r->plan->op[pull(&n->to_host).op].match);
      }
      break;
    default:
      n->ready = true;
      break;
  }
}

static void set_to_work(host_reference_t *r, node_t *n, unsigned resource, uint64_t cycles) {
  n->works[resource] = true;
  n->left[resource] = cycles;
  if (cycles == 0) {
    through(r, n, resource);
  }
}

// --- what can begin; true if something has -------------------------------------------------------

static uint64_t crossing(const host_reference_t *r, unsigned flits) {
  const uint64_t bus = r->costs->bus;
  uint64_t cycles = 0;
  while (cycles * bus < flits * UINT64_C(1000000) && bus > 0) {
    cycles++;
  }
  return cycles;
}

static bool begin_bus(host_reference_t *r, node_t *n) {
  const bool out = any(&n->to_cross);
  const bool in = any(&n->to_memory);
  if (n->works[BUS] || (!out && !in)) {
    return false;
  }
  uint64_t came = 0;
  if (out) {
    came = n->to_cross.thing[n->to_cross.first].came;
    came = came > n->crossed_last ? came : n->crossed_last;
  }
  n->bus_sends = !in || (out && came < n->to_memory.thing[n->to_memory.first].came);
  const line_t *line = n->bus_sends ? &n->to_cross : &n->to_memory;
  r->waits.bus += (n->bus_sends ? came : line->thing[line->first].came) < r->now;
  set_to_work(r, n, BUS, crossing(r, line->thing[line->first].flits));
  return true;
}

static bool begin_processor(host_reference_t *r, node_t *n) {
  const bool out = any(&n->created);
  const bool in = any(&n->to_host);
  if (n->works[PROCESSOR] || (!out && !in)) {
    return false;
  }
  n->processor_sends = !in || (out && n->created.thing[n->created.first].came <
                                          n->to_host.thing[n->to_host.first].came);
  const line_t *line = n->processor_sends ? &n->created : &n->to_host;
  r->waits.processor += line->thing[line->first].came < r->now;
  set_to_work(r, n, PROCESSOR, n->processor_sends ? r->costs->t_hs : r->costs->t_hr);
  return true;
}

static void begin_all(host_reference_t *r, node_t *n) {
  for (bool more = true; more;) {
    more = false;
    if (!n->works[RECEIVE] && any(&n->received)) {
      set_to_work(r, n, RECEIVE, r->costs->t_nr);
      more = true;
    }
    more = begin_bus(r, n) || more;
    more = begin_processor(r, n) || more;
    if (n->ready && n->beats.flits == 0) {
      n->beats = pull(&n->crossed);
      n->offered = 0;
      n->ready = false;
      push(&n->numbered, n->beats);
      more = true;
    }
    if (!n->works[SEND] && !n->ready && any(&n->crossed)) {
      set_to_work(r, n, SEND, r->costs->t_ns);
      more = true;
    }
  }
}

// --- a cycle -------------------------------------------------------------------------------------

// Checks the beats of a node. When the last beat of a packet is handed over, the next packet begins
// in the next cycle.
static void check_beats(host_reference_t *r, uint32_t node) {
  node_t *n = &r->node[node];
  uint32_t slot = 0;
  const interface_fields_t *f = network_interface_pins(r->s->network, node, &slot);
  const bool due = n->beats.flits > 0 && (network_ready(r->s->network, node) & 1u) != 0;
  if ((f->host_valid[slot] != 0) != due) {
    fail_msg("cycle %llu, node %u: a beat is %s", (unsigned long long)r->now, node,
             due ? "missing" : "too early");
  }
  if (!due) {
    return;
  }
  if (n->offered++ == 0) {
    assert_int_equal(f->host_flits[slot], n->beats.flits);
    assert_int_equal(f->host_dst[slot],
                     network_address(r->s->network, r->plan->op[n->beats.op].peer));
  }
  if (--n->beats.flits > 0) {
    return;
  }
  bool last = true;  // of its message
  for (size_t i = n->crossed.first; i < n->crossed.end; i++) {
    last = last && n->crossed.thing[i].op != n->beats.op;
  }
  for (size_t i = n->to_cross.first; i < n->to_cross.end; i++) {
    last = last && n->to_cross.thing[i].op != n->beats.op;
  }
  if (last) {
    completed(r, n->beats.op);
  }
}

// A beat that a host takes. Packets on different VCs interleave.
static void take_beat(host_reference_t *r, uint32_t node, const host_delivery_t *d) {
  thing_t *packet = &r->node[node].arriving[d->vc];
  if ((d->kind & KIND_HEAD) != 0) {
    const line_t *numbered = &r->node[network_node(r->s->network, d->source)].numbered;
    assert_true(d->message < numbered->end);  // numbers are not used twice
    *packet = numbered->thing[d->message];
  }
  if ((d->kind & KIND_TAIL) != 0) {
    push(&r->node[node].received, *packet);
  }
}

void host_reference_before(host_reference_t *r) {
  const network_t *network = r->s->network;
  r->now = network_cycle(network);
  for (uint32_t node = 0; node < r->plan->nodes; node++) {
    const bool taken = (network_delivery_mask(network)[node / 64] >> node % 64 & 1u) != 0;
    for (unsigned k = 0; taken && k < network_shape(network)->networks; k++) {
      host_delivery_t d;
      if (network_delivery(network, node, k, &d)) {
        take_beat(r, node, &d);
      }
    }
  }
}

void host_reference_check(host_reference_t *r) {
  const plan_t *p = r->plan;
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind == PLAN_CALCULATE && p->op[i].size == r->now) {
      completed(r, i);
    }
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    node_t *n = &r->node[node];
    for (unsigned k = 0; k < RESOURCES; k++) {
      if (n->works[k] && --n->left[k] == 0) {
        through(r, n, k);
      }
    }
    begin_all(r, n);
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    begin_all(r, &r->node[node]);
    check_beats(r, node);
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    node_t *n = &r->node[node];
    const unsigned left = n->beats.flits;
    n->beats.flits += left == 0;  // its place is free in the next cycle
    begin_all(r, n);
    n->beats.flits = left;
  }
  uint32_t all = 0;
  if (workload_operations(r->s->workload, &all) != r->complete) {
    fail_msg("cycle %llu: %u operations are complete, expected %llu", (unsigned long long)r->now,
             workload_operations(r->s->workload, &all), (unsigned long long)r->complete);
  }
}
