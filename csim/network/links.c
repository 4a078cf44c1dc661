// links -- carries flits and credits from output registers to input pins; see network_state.h.
//
// This runs once a cycle over all links, so only the bits set in the valid masks are visited, and
// four masks are skipped with one test. A link of latency 1 is a copy; a longer one passes through
// a ring of delay lines, one a cycle of additional latency.

#include <string.h>

#include "network/network_state.h"
#include "shape/lanes.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// The pins of a router's port, as the end of a link.
static link_end_t end_at(const network_t *n, topology_place_t place) {
  const uint32_t slot = n->router_slot[place.router];
  return (link_end_t){slot * n->topology->ports + place.port, slot, (uint16_t)(1u << place.port),
                      false};
}

static void join_node(network_t *n, uint32_t node, uint32_t first) {
  topology_place_t in;
  topology_place_t out;
  (void)topology_injection(n->topology, node, &in, 1);
  (void)topology_ejection(n->topology, node, &out, 1);
  const uint32_t interface = n->node_slot[node];
  const link_end_t here = {first + interface, n->routers + interface, 1, false};
  n->end[first + interface] = end_at(n, in);
  n->credit_end[interface] = end_at(n, out);
  n->end[end_at(n, in).port] = here;
  n->end[end_at(n, out).port] = here;
  n->local_ports[n->router_slot[out.router]] |= (uint16_t)(1u << out.port);
}

void links_keys(const network_t *n, uint64_t seed, rng_stream_t stream, uint64_t *key) {
  const uint32_t ports = n->shape.ports;
  const uint32_t first_interface = n->routers * ports;
  for (uint32_t port = 0; port < n->ports; port++) {
    const uint64_t id = n->id[links_slot(n, port)];
    const bool router = port < first_interface;
    key[port] = rng_key(seed, stream, router ? id * ports + port % ports : first_interface + id);
  }
}

// A router is ours, or has a link to one that is. The ends of others are never asked for.
static bool touches(const network_t *n, uint32_t r) {
  const topology_t *t = n->topology;
  bool ours = split_has_router(n->split, r);
  for (unsigned port = 0; port < t->ports && !ours; port++) {
    const int32_t peer = t->peer_router[(size_t)r * t->ports + port];
    uint32_t node = 0;
    ours = (peer >= 0 && split_has_router(n->split, (uint32_t)peer)) ||
           (topology_node_at(t, r, port, &node) && split_has_node(n->split, node));
  }
  return ours;
}

static bool node_touches(const network_t *n, uint32_t node) {
  topology_place_t in;
  topology_place_t out;
  (void)topology_injection(n->topology, node, &in, 1);
  (void)topology_ejection(n->topology, node, &out, 1);
  return split_has_node(n->split, node) || split_has_router(n->split, in.router) ||
         split_has_router(n->split, out.router);
}

void links_join(network_t *n, unsigned latency) {
  const topology_t *t = n->topology;
  const uint32_t first = n->routers * t->ports;  // flat port of the first interface
  for (uint32_t p = 0; p < n->ports && n->split == NULL; p++) {
    n->end[p] = (link_end_t){n->ports, n->components, 1, false};
  }
  for (uint32_t r = 0; r < n->routers; r++) {
    if (n->split != NULL && !touches(n, r)) {
      continue;
    }
    for (unsigned port = 0; port < t->ports && n->split != NULL; port++) {
      n->end[n->router_slot[r] * t->ports + port] = (link_end_t){n->ports, n->components, 1, false};
    }
    for (unsigned port = 0; port < t->ports; port++) {
      int32_t peer = t->peer_router[(size_t)r * t->ports + port];
      if (peer < 0) {
        continue;
      }
      unsigned peer_port = (unsigned)t->peer_port[(size_t)r * t->ports + port];
      uint32_t slot = n->router_slot[peer];
      n->end[n->router_slot[r] * t->ports + port] =
          (link_end_t){slot * t->ports + peer_port, slot, (uint16_t)(1u << peer_port), latency > 1};
    }
  }
  for (uint32_t node = 0; node < n->nodes; node++) {
    if (n->split == NULL || node_touches(n, node)) {
      join_node(n, node, first);
    }
  }
}

ALWAYS_INLINE void copy_words(uint64_t *to, const uint64_t *from, unsigned words) {
  for (unsigned w = 0; w < words; w++) {
    to[w] = from[w];
  }
}

// The values that the inner loops use. This is a copy on the stack: nothing that the loops write to
// can change it, so it stays in registers.
typedef struct {
  link_pins_t pins;
  const link_end_t *end;
  uint64_t *link_flits;
  delay_line_t *line;  // of this cycle; NULL without long links
} carrier_t;

ALWAYS_INLINE carrier_t carrier(const network_t *n, bool long_links) {
  return (carrier_t){.pins = n->pins,
                     .end = n->split != NULL ? n->split->end : n->end,
                     .link_flits = n->link_flits,
                     .line = long_links ? &n->delay[n->cycle % n->delay_lines] : NULL};
}

ALWAYS_INLINE void carry_flit(const carrier_t *c, uint32_t from, unsigned words, bool long_links) {
  const link_pins_t *p = &c->pins;
  const link_end_t *end = &c->end[from];
  c->link_flits[from]++;
  if (long_links && end->delayed) {
    delay_line_t *line = c->line;
    uint32_t i = line->flits++;
    line->flit_from[i] = from;
    line->flit_vc[i] = p->out_vc[from];
    line->flit_kind[i] = p->out_kind[from];
    copy_words(&line->payload[(size_t)i * words], &p->out_payload[(size_t)from * words], words);
    return;
  }
  uint32_t to = end->port;
  p->in_valid[end->component] |= end->bit;
  p->in_vc[to] = p->out_vc[from];
  p->in_kind[to] = p->out_kind[from];
  copy_words(&p->in_payload[(size_t)to * words], &p->out_payload[(size_t)from * words], words);
}

ALWAYS_INLINE void carry_credit(const carrier_t *c, uint32_t from, const link_end_t *end,
                                bool long_links) {
  const link_pins_t *p = &c->pins;
  if (long_links && end->delayed) {
    delay_line_t *line = c->line;
    uint32_t i = line->credits++;
    line->credit_from[i] = from;
    line->credit_vc[i] = p->credit_out_vc[from];
    return;
  }
  p->credit_in_valid[end->component] |= end->bit;
  p->credit_in_vc[end->port] = p->credit_out_vc[from];
}

ALWAYS_INLINE void carry_from_routers(network_t *n, unsigned words, bool long_links) {
  const carrier_t c = carrier(n, long_links);
  const uint32_t routers = n->routers;
  const unsigned ports = n->shape.ports;
  uint64_t switched = 0;
  uint64_t ejected = 0;
  for (uint32_t s = 0; s < routers; s += LANES) {
    if (s % LINKS_STRETCH == 0 && routers >= LINKS_LARGE) {
      links_fetch(n, s + LINKS_STRETCH);
    }
    uint64_t flits = lanes_load(c.pins.out_valid + s, routers - s);
    if (flits != 0) {
      uint64_t local = flits & lanes_load(n->local_ports + s, routers - s);
      ejected += (unsigned)__builtin_popcountll(local);
    }
    for (; flits != 0; flits &= flits - 1) {
      unsigned bit = (unsigned)__builtin_ctzll(flits);
      switched++;
      carry_flit(&c, (s + bit / 16) * ports + bit % 16, words, long_links);
    }
    uint64_t credits = lanes_load(c.pins.credit_out_valid + s, routers - s);
    for (; credits != 0; credits &= credits - 1) {
      unsigned bit = (unsigned)__builtin_ctzll(credits);
      uint32_t from = (s + bit / 16) * ports + bit % 16;
      carry_credit(&c, from, &c.end[from], long_links);
    }
  }
  n->counts.switched += switched;
  n->counts.ejected_flits += ejected;
  n->counts.hops += switched - ejected;
}

ALWAYS_INLINE void carry_from_interfaces(network_t *n, unsigned words) {
  const carrier_t c = carrier(n, false);
  const uint32_t nodes = n->nodes;
  const uint32_t first = n->routers * n->shape.ports;
  const uint16_t *out_valid = n->pins.out_valid + n->routers;
  const uint16_t *credit_valid = n->pins.credit_out_valid + n->routers;
  const link_end_t *credit_end = n->split != NULL ? n->split->credit_end : n->credit_end;
  for (uint32_t s = 0; s < nodes; s += LANES) {
    uint64_t flits = lanes_load(out_valid + s, nodes - s);
    for (; flits != 0; flits &= flits - 1) {
      uint32_t slot = s + (unsigned)__builtin_ctzll(flits) / 16;
      n->counts.injected_flits++;
      carry_flit(&c, first + slot, words, false);
      if (c.pins.out_kind[first + slot] & KIND_HEAD) {
        uint32_t node = n->id[n->routers + slot];
        n->entering_mask[node / 64] |= UINT64_C(1) << node % 64;
      }
    }
    uint64_t credits = lanes_load(credit_valid + s, nodes - s);
    for (; credits != 0; credits &= credits - 1) {
      uint32_t slot = s + (unsigned)__builtin_ctzll(credits) / 16;
      carry_credit(&c, first + slot, &credit_end[slot], false);
    }
  }
}

// Flits and credits that have spent their additional latency reach their pins; the line is empty
// for this cycle.
ALWAYS_INLINE void carry_delayed(network_t *n, unsigned words) {
  const link_pins_t *p = &n->pins;
  delay_line_t *line = &n->delay[n->cycle % n->delay_lines];
  for (uint32_t i = 0; i < line->flits; i++) {
    const link_end_t *end = &n->end[line->flit_from[i]];
    p->in_valid[end->component] |= end->bit;
    p->in_vc[end->port] = line->flit_vc[i];
    p->in_kind[end->port] = line->flit_kind[i];
    copy_words(&p->in_payload[(size_t)end->port * words], &line->payload[(size_t)i * words], words);
  }
  for (uint32_t i = 0; i < line->credits; i++) {
    const link_end_t *end = &n->end[line->credit_from[i]];
    p->credit_in_valid[end->component] |= end->bit;
    p->credit_in_vc[end->port] = line->credit_vc[i];
  }
  line->flits = 0;
  line->credits = 0;
}

ALWAYS_INLINE void carry_all(network_t *n, unsigned words) {
  if (n->delay_lines > 0) {
    carry_delayed(n, words);
    carry_from_routers(n, words, true);
  } else {
    carry_from_routers(n, words, false);
  }
  carry_from_interfaces(n, words);
}

// Which nodes are offered a delivery, on any network: of 16 in the order of slots. *more counts the
// beats behind the first of each.
ALWAYS_INLINE uint64_t offers_of_16(const uint16_t *valid, bool single, uint32_t *more) {
  uint64_t word[LANES];
  memcpy(word, valid, sizeof word);
  for (unsigned i = 0; i < LANES && !single; i++) {
    const uint64_t any = lanes_any(word[i]);
    const uint64_t others = word[i] & (word[i] - any);
    *more += others != 0 ? (unsigned)__builtin_popcountll(others) : 0;
    word[i] = any;
  }
  return lanes_gather(word[0], word[1], word[2], word[3]);
}

// The same of all nodes. The array is padded to full words.
ALWAYS_INLINE void find_offers(network_t *n, bool single) {
  const uint16_t *valid = n->interface_pins.del_valid;
  uint32_t beats = 0;
  for (size_t w = 0; w < n->mask_words; w++) {
    uint64_t mask = 0;
    for (unsigned b = 0; b < 64; b += LANES_ALL) {
      mask |= offers_of_16(valid + 64 * w + b, single, &beats) << b;
    }
    n->delivery_mask[w] = mask;
    beats += (unsigned)__builtin_popcountll(mask);
  }
  n->deliveries = beats;
}

static void find_deliveries(network_t *n) {
  const uint16_t *valid = n->interface_pins.del_valid;
  if (n->nodes_in_order && n->shape.networks == 1) {
    find_offers(n, true);
    return;
  }
  if (n->nodes_in_order) {
    find_offers(n, false);
    return;
  }
  n->deliveries = 0;
  memset(n->delivery_mask, 0, n->mask_words * sizeof *n->delivery_mask);
  for (uint32_t node = 0; node < n->nodes; node++) {
    const uint32_t offers = valid[n->node_slot[node]];
    n->delivery_mask[node / 64] |= (uint64_t)(offers != 0) << node % 64;
    n->deliveries += (uint32_t)__builtin_popcount(offers);
  }
}

// The interfaces have said who is offered something.
static void find_deliveries_wired(network_t *n) {
  const uint16_t *valid = n->interface_pins.del_valid;
  uint32_t beats = 0;
  const size_t first = n->wires.bank_node / INTERFACE_BLOCK;
  for (size_t w = first; w < first + n->wires.bank_blocks; w++) {
    const uint64_t offering = n->wires.offering[w - first];
    n->delivery_mask[w] = offering;
    if (n->shape.networks == 1) {
      beats += (unsigned)__builtin_popcountll(offering);
      continue;
    }
    for (uint64_t left = offering; left != 0; left &= left - 1) {
      beats += (unsigned)__builtin_popcount(valid[64 * w + (unsigned)__builtin_ctzll(left)]);
    }
  }
  n->deliveries = beats;
}

// The line of a link with more of its latency to go; NULL: the pins are next.
static delay_line_t *line_of(const network_t *n, const link_end_t *end, uint64_t sent) {
  return end->delayed && n->cycle - sent < n->delay_lines ? &n->delay[sent % n->delay_lines] : NULL;
}

// A flit that another process has sent lies on the link as if it had been sent here.
void links_take_flit(network_t *n, link_sent_t sent, uint8_t kind, const void *payload) {
  const link_end_t *end = &n->end[sent.from];
  const link_pins_t *p = &n->pins;
  const size_t words = n->shape.words;
  delay_line_t *line = line_of(n, end, sent.cycle);
  if (line != NULL) {
    const uint32_t i = line->flits++;
    line->flit_from[i] = sent.from;
    line->flit_vc[i] = sent.vc;
    line->flit_kind[i] = kind;
    memcpy(&line->payload[i * words], payload, words * sizeof *line->payload);
    return;
  }
  p->in_valid[end->component] |= end->bit;
  p->in_vc[end->port] = sent.vc;
  p->in_kind[end->port] = kind;
  memcpy(&p->in_payload[end->port * words], payload, words * sizeof *p->in_payload);
}

void links_take_credit(network_t *n, link_sent_t sent) {
  const uint32_t first = n->routers * n->shape.ports;
  const link_end_t *end =
      sent.from < first ? &n->end[sent.from] : &n->credit_end[sent.from - first];
  delay_line_t *line = line_of(n, end, sent.cycle);
  if (line != NULL) {
    const uint32_t i = line->credits++;
    line->credit_from[i] = sent.from;
    line->credit_vc[i] = sent.vc;
    return;
  }
  n->pins.credit_in_valid[end->component] |= end->bit;
  n->pins.credit_in_vc[end->port] = sent.vc;
}

void links_find_deliveries(network_t *n) {
  if (n->wired && !network_mirrors(n)) {
    find_deliveries_wired(n);
  } else {
    find_deliveries(n);
  }
}

void links_end_wired(network_t *n) {
  if (n->split != NULL) {
    split_take(n);
  }
  const wires_flits_t flits = wires_end(&n->wires);
  n->counts.hops += flits.to_routers - flits.injected;
  n->counts.switched += flits.to_routers - flits.injected + flits.to_interfaces;
  n->counts.ejected_flits += flits.to_interfaces;
  n->counts.injected_flits += flits.injected;
  links_find_deliveries(n);
}

void links_transfer(network_t *n) {
  memset(n->pins.in_valid, 0, (n->components + 1) * sizeof *n->pins.in_valid);
  memset(n->pins.credit_in_valid, 0, (n->components + 1) * sizeof *n->pins.credit_in_valid);
  memset(n->entering_mask, 0, n->mask_words * sizeof *n->entering_mask);
  switch (n->shape.words) {
    case 1:
      carry_all(n, 1);
      break;
    case 2:
      carry_all(n, 2);
      break;
    default:
      carry_all(n, 4);
      break;
  }
  if (n->split != NULL) {
    split_take(n);
  }
  if (n->link_faults.threshold != 0) {
    link_faults_carry(n);
  }
  if (n->queues.any) {
    link_queues_carry(n);
  }
  find_deliveries(n);
}
