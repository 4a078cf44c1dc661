// capacity -- see capacity.h.

#include "runs/capacity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/scheme.h"
#include "collective/worm_needs.h"
#include "workload/multicasts.h"
#include "workload/patterns.h"

const char *const kCapacityNames[CAPACITY_RESOURCES] = {
    [CAPACITY_PROCESSORS] = "the hosts' processors",
    [CAPACITY_BUSES] = "the I/O buses",
    [CAPACITY_SEND_HANDLERS] = "the send handlers",
    [CAPACITY_RECEIVE_HANDLERS] = "the receive handlers",
    [CAPACITY_PORTS] = "the ports of the nodes",
    [CAPACITY_LINKS] = "the links into a router"};

const char *const kCapacityKeys[CAPACITY_RESOURCES] = {
    [CAPACITY_PROCESSORS] = "processors",
    [CAPACITY_BUSES] = "buses",
    [CAPACITY_SEND_HANDLERS] = "send_handlers",
    [CAPACITY_RECEIVE_HANDLERS] = "receive_handlers",
    [CAPACITY_PORTS] = "ports",
    [CAPACITY_LINKS] = "links"};

// A message that is received, and what is sent for it.
typedef struct {
  double flits;    // as throughput counts them
  double carried;  // of them over the bus
  double packets;
  double sent;     // messages that a host sends for it, at least
  double handled;  // packets that a send handler sends for it, at least
} message_t;

static message_t message_of(const scenario_t *s) {
  if (s->workload != WORKLOAD_MULTICASTS) {
    const double flits = s->traffic[0].packet_flits.mean;
    return (message_t){.flits = flits, .carried = flits, .packets = 1, .sent = 1, .handled = 1};
  }
  const scheme_t *scheme = scheme_find(s->scheme);
  const unsigned most = multicasts_packet_flits(s);
  const unsigned packets = (s->message_flits - 1) / most + 1;
  const unsigned last = s->message_flits - (packets - 1) * most;
  const unsigned least = scheme_has_worms(scheme) ? WORM_FLITS : 1;
  const unsigned all_but_last = (packets - 1) * (most < least ? least : most);
  const double sent = scheme->carried ? 1 / s->degree.mean : 1;
  const bool copies = scheme->carried && !scheme_has_worms(scheme);
  return (message_t){.flits = all_but_last + (last < least ? least : last),
                     .carried = s->message_flits,
                     .packets = packets,
                     .sent = sent,
                     .handled = copies ? packets : packets * sent};
}

// The load at which a resource that is busy for so many cycles a message is busy all the time.
static double full_at(double flits, double cycles) {
  return cycles > 0 ? flits / cycles : INFINITY;
}

static void find_hosts(const scenario_t *s, capacity_t *most) {
  const host_costs_t *h = &s->host;
  const message_t m = message_of(s);
  const double bus = (double)h->bus / 1e6;
  const double crossing = bus > 0 ? m.carried / bus : 0;
  most->load[CAPACITY_PROCESSORS] = full_at(m.flits, (double)h->t_hr + m.sent * (double)h->t_hs);
  most->load[CAPACITY_BUSES] = full_at(m.flits, crossing * (1 + m.sent));
  most->load[CAPACITY_SEND_HANDLERS] = full_at(m.flits, m.handled * h->t_ns);
  most->load[CAPACITY_RECEIVE_HANDLERS] = full_at(m.flits, m.packets * h->t_nr);
  most->load[CAPACITY_PORTS] = 1;
}

// --- links ---------------------------------------------------------------------------------------

// A router, with the nodes that are there.
typedef struct {
  uint32_t sends, receives;  // nodes whose packets enter there, and leave there
  uint32_t both;
  uint32_t links;  // from other routers
  uint32_t comes;  // nodes of other routers that send all they send to nodes here
} place_t;

static place_t *find_places(const topology_t *t, const pattern_t *pattern, uint32_t *senders) {
  place_t *at = calloc(t->routers, sizeof *at);
  for (uint32_t node = 0; at != NULL && node < t->nodes; node++) {
    topology_place_t in;
    topology_place_t out;
    (void)topology_injection(t, node, &in, 1);
    (void)topology_ejection(t, node, &out, 1);
    at[in.router].sends++;
    at[out.router].receives++;
    at[in.router].both += in.router == out.router;
    if (pattern != NULL && pattern->image != NULL) {
      const uint32_t image = pattern->image(t, node);
      (void)topology_ejection(t, image, &out, 1);
      at[out.router].comes += image != node && out.router != in.router;
      *senders += image != node;
    }
  }
  const size_t ports = at != NULL ? (size_t)t->routers * t->ports : 0;
  for (size_t i = 0; i < ports; i++) {
    at[i / t->ports].links += t->peer_router[i] >= 0;
  }
  return at;
}

// The chance that `count` different ones of `all` nodes, drawn evenly, are not all outside a set
// of `here`.
static double chance_of_any(uint32_t all, uint32_t here, unsigned count) {
  double none = 1;
  for (unsigned i = 0; i < count && none > 0; i++) {
    none *= all > here + i ? (double)(all - here - i) / (double)(all - i) : 0;
  }
  return 1 - none;
}

static double mean_chance(const lengths_t *degree, uint32_t all, uint32_t here) {
  const double whole = 4294967296.0;
  double sum = 0;
  uint64_t before = 0;
  for (unsigned i = 0; degree != NULL && i < degree->steps; i++) {
    sum += (double)(degree->step[i].below - before) / whole *
           chance_of_any(all, here, degree->step[i].flits);
    before = degree->step[i].below;
  }
  return degree != NULL ? sum : chance_of_any(all, here, 1);
}

// Messages that enter a router over its links at least, for each that a node of the mean sends: a
// multicast comes there once, whoever carries it, if it has a destination there.
static double entering(const scenario_t *s, const place_t *p) {
  const lengths_t *degree = s->workload == WORKLOAD_MULTICASTS ? &s->degree : NULL;
  const uint32_t others = s->topology->nodes - 1;
  const uint32_t only_receive = p->receives - p->both;
  const uint32_t neither = s->topology->nodes - p->sends - only_receive;
  double sum = neither > 0 ? neither * mean_chance(degree, others, p->receives) : 0;
  if (only_receive > 0) {
    sum += only_receive * mean_chance(degree, others, p->receives - 1);
  }
  return sum;
}

static bool find_links(const scenario_t *s, capacity_t *most, noc_error_t *error) {
  const bool multicasts = s->workload == WORKLOAD_MULTICASTS;
  const pattern_t *pattern = multicasts ? NULL : pattern_find(s->traffic[0].traffic);
  const bool image = pattern != NULL && pattern->image != NULL;
  const topology_t *t = s->topology;
  uint32_t senders = 0;
  most->load[CAPACITY_LINKS] = INFINITY;
  if (t->nodes < 2 || (pattern != NULL && !image && strcmp(pattern->name, "uniform") != 0)) {
    return true;
  }
  place_t *at = find_places(t, pattern, &senders);
  if (at == NULL) {
    return memory_fail(error, "the links into routers");
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    const double a_message = multicasts ? 1 / s->degree.mean : 1;
    const double come =
        image ? at[r].comes * (double)t->nodes / senders : entering(s, &at[r]) * a_message;
    if (come > 0) {
      most->load[CAPACITY_LINKS] =
          fmin(most->load[CAPACITY_LINKS], at[r].links * scenario_link_rate(s) / come);
    }
  }
  free(at);
  return true;
}

bool capacity_find(const scenario_t *s, capacity_t *most, noc_error_t *error) {
  find_hosts(s, most);
  return find_links(s, most, error);
}

capacity_resource_t capacity_least(const capacity_t *most) {
  capacity_resource_t least = CAPACITY_PORTS;
  for (unsigned i = 0; i < CAPACITY_RESOURCES; i++) {
    least = most->load[i] < most->load[least] ? (capacity_resource_t)i : least;
  }
  return least;
}
