// wires -- see wires.h.

#include "network/wires.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/network_state.h"

static uint32_t all_words(const wires_t *w) {
  return w->router_words + w->node_words + 1;
}

// The words of all shards, and those that stand for them.
static uint32_t written_words(const wires_t *w) {
  return all_words(w) + w->exports;
}

wire_t wires_lead_to(const wires_t *w, uint32_t at) {
  const uint32_t ports = w->shape->ports;
  if (at >= w->first_node + w->nodes) {
    return wire_to(at, w->router_words + w->node_words, 0);
  }
  if (at >= w->first_node) {
    const uint32_t node = at - w->first_node;
    return wire_to(at, w->router_words + node / INTERFACE_BLOCK, node % INTERFACE_BLOCK);
  }
  const uint32_t router = at / ports;
  return wire_to(at, router / w->group, router % w->group * ports + at % ports);
}

static void take_side(network_t *n, wire_side_t *side) {
  const size_t ports = (size_t)n->ports + 1;
  *side = (wire_side_t){
      .vc = network_take(n, ports, sizeof *side->vc),
      .kind = network_take(n, ports, sizeof *side->kind),
      .credit_vc = network_take(n, ports, sizeof *side->credit_vc),
      .payload = network_take(n, ports * n->shape.words, sizeof *side->payload),
  };
}

static void take_words(network_t *n, wire_side_t *side) {
  const uint32_t words = written_words(&n->wires);
  side->flit = network_take(n, words, sizeof *side->flit);
  side->credit = network_take(n, words, sizeof *side->credit);
}

void wires_take(network_t *n) {
  wires_t *w = &n->wires;
  *w = (wires_t){.shape = &n->shape,
                 .routers = n->routers,
                 .nodes = n->nodes,
                 .group = router_view_group(&n->shape),
                 .first_node = n->routers * n->shape.ports};
  w->router_words = (n->routers + w->group - 1) / w->group;
  w->node_words = (uint32_t)n->mask_words;
  w->wire = network_take(n, (size_t)n->ports + 1, sizeof *w->wire);
  w->credit_wire = network_take(n, n->nodes, sizeof *w->credit_wire);
  take_side(n, &w->side[0]);
  take_side(n, &w->side[1]);
  if (n->counting) {  // join() takes them
    take_words(n, &w->side[0]);
    take_words(n, &w->side[1]);
  }
  w->newest_flit = network_take(n, all_words(w), sizeof *w->newest_flit);
  w->newest_credit = network_take(n, all_words(w), sizeof *w->newest_credit);
  w->beats = network_take(n, n->mask_words, sizeof *w->beats);
  w->injected = network_take(n, n->mask_words, sizeof *w->injected);
}

// The shard of a flat port.
static unsigned shard_at(const network_t *n, uint32_t at) {
  const shards_t *s = &n->shards;
  const uint32_t first = n->wires.first_node;
  return at < first ? shards_of(s->router, s->count, at / n->shape.ports)
                    : shards_of(s->node, s->count, at - first);
}

// The words that lead out of shards, while their exports are found.
typedef struct {
  uint32_t *of_word;   // [word]: the number of its export, + 1
  unsigned *of_shard;  // [word]: the shard that this is of, + 1
  uint32_t room;
} exports_t;

// A wire of a shard to another shard is led to a word of its own. False when memory is short.
static bool lead_out(network_t *n, exports_t *e, uint32_t from, wire_t *wire) {
  wires_t *w = &n->wires;
  const unsigned shard = shard_at(n, from);
  const uint32_t word = wire->word;
  if (wire->port >= w->first_node + w->nodes || shard_at(n, wire->port) == shard) {
    return true;
  }
  if (e->of_shard[word] != shard + 1) {
    if (!memory_room(&w->export_word, &e->room, w->exports + 1, sizeof *w->export_word)) {
      return false;
    }
    w->export_word[w->exports++] = word;
    e->of_word[word] = w->exports;
    e->of_shard[word] = shard + 1;
  }
  wire->word = all_words(w) + e->of_word[word] - 1;
  return true;
}

// All that lead out, by the shard that they lead out of: a word that it writes in is found again
// while no other shard looks for it.
static bool lead_all_out(network_t *n, exports_t *e) {
  wires_t *w = &n->wires;
  const shards_t *s = &n->shards;
  bool ok = true;
  for (unsigned i = 0; i < s->count && ok; i++) {
    if (n->split != NULL && i != n->split->peers->rank) {
      continue;
    }
    for (uint32_t at = s->router[i] * n->shape.ports; at < s->router[i + 1] * n->shape.ports;
         at++) {
      ok = ok && lead_out(n, e, at, &w->wire[at]);
    }
    for (uint32_t slot = s->node[i]; slot < s->node[i + 1]; slot++) {
      ok = ok && lead_out(n, e, w->first_node + slot, &w->wire[w->first_node + slot]) &&
           lead_out(n, e, w->first_node + slot, &w->credit_wire[slot]);
    }
  }
  return ok;
}

// Leads the wires of the members of a bank to the ends of their links.
static void lead_members(network_t *n, bank_range_t range) {
  wires_t *w = &n->wires;
  const bool routers = range.first < n->routers;
  const uint32_t ports = routers ? n->shape.ports : 1;
  const uint32_t first = routers ? range.first * ports : w->first_node + (range.first - n->routers);
  for (uint32_t at = first; at < first + range.members * ports; at++) {
    w->wire[at] = wires_lead_to(w, n->end[at].port);
    if (!routers) {
      const uint32_t slot = at - w->first_node;
      w->credit_wire[slot] = wires_lead_to(w, n->credit_end[slot].port);
    }
  }
}

// Leads the wires to the ends of the links. False when memory is short.
static bool join(network_t *n) {
  wires_t *w = &n->wires;
  w->entering = n->entering_mask;
  w->sent = n->link_flits;
  for (size_t b = 0; b < n->banks; b++) {
    lead_members(n, n->range[b]);
  }
  bool ok = true;
  if (n->shards.count > 1) {
    exports_t e = {.of_word = calloc(all_words(w), sizeof *e.of_word),
                   .of_shard = calloc(all_words(w), sizeof *e.of_shard)};
    ok = e.of_word != NULL && e.of_shard != NULL && lead_all_out(n, &e);
    free(e.of_word);
    free(e.of_shard);
  }
  take_words(n, &w->side[0]);
  take_words(n, &w->side[1]);
  return ok && !n->short_of_memory;
}

void wires_free(wires_t *w) {
  free(w->export_word);
}

void wires_reset(network_t *n) {
  wires_t *w = &n->wires;
  const size_t ports = (size_t)n->ports + 1;
  const size_t bytes = all_words(w) * sizeof(uint64_t);
  const size_t written = written_words(w) * sizeof(uint64_t);
  for (unsigned i = 0; i < 2; i++) {
    const wire_side_t *side = &w->side[i];
    if (side->flit != NULL) {
      memset(side->flit, 0, written);
      memset(side->credit, 0, written);
    }
    memset(side->vc, 0, ports);
    memset(side->kind, 0, ports);
    memset(side->credit_vc, 0, ports);
    memset(side->payload, 0, ports * w->shape->words * sizeof *side->payload);
  }
  memset(w->newest_flit, 0, bytes);
  memset(w->newest_credit, 0, bytes);
  memset(w->beats, 0, n->mask_words * sizeof *w->beats);
  memset(w->injected, 0, n->mask_words * sizeof *w->injected);
}

// Beats, and words that stand for those of other shards, are 0 between the cycles.
static void checkpoint_side(const wires_t *w, wire_side_t *side, size_t ports, checkpoint_t *c) {
  CHECKPOINT_ARRAY(c, side->flit, all_words(w));
  CHECKPOINT_ARRAY(c, side->credit, all_words(w));
  CHECKPOINT_ARRAY(c, side->vc, ports);
  CHECKPOINT_ARRAY(c, side->kind, ports);
  CHECKPOINT_ARRAY(c, side->credit_vc, ports);
  CHECKPOINT_ARRAY(c, side->payload, ports * w->shape->words);
}

void wires_checkpoint(network_t *n, checkpoint_t *c) {
  wires_t *w = &n->wires;
  for (unsigned i = 0; i < 2; i++) {
    checkpoint_side(w, &w->side[i], (size_t)n->ports + 1, c);
  }
  CHECKPOINT(c, w->now);
  CHECKPOINT_ARRAY(c, w->newest_flit, all_words(w));
  CHECKPOINT_ARRAY(c, w->newest_credit, all_words(w));
}

void wires_connect_routers(wires_t *w, unsigned side, router_view_t *r) {
  const wire_side_t *in = &w->side[side];
  const wire_side_t *out = &w->side[side ^ 1];
  r->wired = true;
  const size_t first = (size_t)w->bank_router * w->shape->ports;
  r->wire = w->wire + first;
  r->sent = w->sent + first;
  r->flit_in = in->flit + w->bank_router / w->group;
  r->credit_in = in->credit + w->bank_router / w->group;
  r->flit_out = out->flit;
  r->credit_out = out->credit;
  r->f.in_vc = in->vc + first;
  r->f.in_kind = in->kind + first;
  r->f.in_payload = in->payload + first * w->shape->words;
  r->f.credit_in_vc = in->credit_vc + first;
  r->f.out_vc = out->vc;
  r->f.out_kind = out->kind;
  r->f.out_payload = out->payload;
  r->f.credit_out_vc = out->credit_vc;
}

void wires_connect_interfaces(wires_t *w, unsigned side, interface_view_t *r) {
  const wire_side_t *in = &w->side[side];
  const wire_side_t *out = &w->side[side ^ 1];
  r->wired = true;
  const size_t first = (size_t)w->first_node + w->bank_node;
  const size_t block = w->bank_node / INTERFACE_BLOCK;
  r->wire = w->wire + first;
  r->credit_wire = w->credit_wire + w->bank_node;
  r->flit_in = in->flit + w->router_words + block;
  r->credit_in = in->credit + w->router_words + block;
  r->flit_out = out->flit;
  r->credit_out = out->credit;
  r->beats = w->beats + block;
  r->entering = w->entering + block;
  w->offering = r->offering;
  r->injected = w->injected + block;
  r->f.in_vc = in->vc + first;
  r->f.in_kind = in->kind + first;
  r->f.in_payload = in->payload + first * w->shape->words;
  r->f.credit_in_vc = in->credit_vc + first;
  r->f.out_vc = out->vc;
  r->f.out_kind = out->kind;
  r->f.out_payload = out->payload;
  r->f.credit_out_vc = out->credit_vc;
}

// Units that forward, code or copy, and links that are long, stall or have
// faults, have pins.
static bool can_wire(const network_t *n) {
  bool can = n->golden_only && n->delay_lines == 0 && !n->queues.any &&
             n->link_faults.threshold == 0 && n->banks == 2 && !n->shape.multicast &&
             !n->shape.slot_unit;
  for (size_t b = 0; b < n->banks; b++) {
    can = can && n->bank[b]->ops->connect != NULL;
  }
  return can;
}

bool network_wire(network_t *n) {
  n->wired = can_wire(n);
  if (n->wired) {
    if (!join(n)) {
      n->wired = false;
      return false;
    }
    n->wires.bank_router = n->range[0].first;
    n->wires.bank_node = n->range[1].first - n->routers;
    n->wires.bank_blocks = (n->range[1].members + INTERFACE_BLOCK - 1) / INTERFACE_BLOCK;
    n->bank[0]->ops->connect(n->bank[0], &n->wires);
    n->bank[1]->ops->connect(n->bank[1], &n->wires);
  }
  return true;
}

void network_unwire(network_t *n) {
  if (!n->wired) {
    return;
  }
  wires_show(n);
  n->bank[0]->ops->connect(n->bank[0], NULL);
  n->bank[1]->ops->connect(n->bank[1], NULL);
  n->wired = false;
}

uint32_t wires_export(const wires_t *w, uint32_t i) {
  return all_words(w) + i;
}

// Brings what shards have written for others to its places. Those of other processes it has been
// sent to, and none is left here.
static void import(const wires_t *w, const wire_side_t *out) {
  uint64_t *flit = out->flit + all_words(w);
  uint64_t *credit = out->credit + all_words(w);
  for (uint32_t i = 0; i < w->exports; i++) {
    const uint32_t word = w->export_word[i];
    out->flit[word] |= flit[i];
    out->credit[word] |= credit[i];
    flit[i] = credit[i] = 0;
  }
}

// Returns the flits in the words first .. end - 1 of the side that has been written.
static inline __attribute__((always_inline)) uint64_t end_words_of(const wires_t *w,
                                                                   const wire_side_t *out,
                                                                   uint32_t first, uint32_t end) {
  const unsigned side = (unsigned)(out - w->side);
  const uint64_t *flit = out->flit;
  const uint64_t *credit = out->credit;
  uint64_t *newest_flit = w->newest_flit;
  uint64_t *newest_credit = w->newest_credit;
  uint64_t count = 0;
  for (uint32_t i = first; i < end; i++) {
    count += (unsigned)__builtin_popcountll(flit[i]);
    wires_note(&newest_flit[i], flit[i], side);
    wires_note(&newest_credit[i], credit[i], side);
  }
  return count;
}

static inline __attribute__((always_inline)) wires_flits_t end_words(wires_t *w) {
  const unsigned side = w->now ^ 1;
  const wire_side_t *out = &w->side[side];
  wires_flits_t flits = {0};
  import(w, out);
  for (uint32_t i = 0; i < w->node_words; i++) {
    flits.injected += w->injected[i];
  }
  flits.to_routers = end_words_of(w, out, 0, w->router_words);
  flits.to_interfaces = end_words_of(w, out, w->router_words, w->router_words + w->node_words);
  w->now = side;
  return flits;
}

#ifdef __x86_64__
static __attribute__((target("popcnt"))) wires_flits_t end_words_popcnt(wires_t *w) {
  return end_words(w);
}
#define HAS_POPCNT() (__builtin_cpu_supports("popcnt") != 0)
#else
#define end_words_popcnt end_words
#define HAS_POPCNT()     false
#endif

wires_flits_t wires_end(wires_t *w) {
  return HAS_POPCNT() ? end_words_popcnt(w) : end_words(w);
}

// --- pins ----------------------------------------------------------------------------------------

// A wire in the words that are there when a cycle has ended.
static wire_t ended(const wires_t *w, const wire_t *wire) {
  wire_t at = *wire;
  if (at.word >= all_words(w)) {
    at.word = w->export_word[at.word - all_words(w)];
  }
  return at;
}

// The pins of a port.
typedef struct {
  uint8_t *vc, *kind;
  uint64_t *payload;
} flit_pins_t;

// Copies the newest flit, or credit, at the end of a wire. Returns 1 if it is of this cycle.
static uint16_t show_flit(const wires_t *w, const wire_t *wire, flit_pins_t to) {
  const wire_t at = ended(w, wire);
  const wire_t *from = &at;
  const wire_side_t *side = &w->side[wire_is_set(w->newest_flit, from)];
  const size_t words = w->shape->words;
  *to.vc = side->vc[from->port];
  *to.kind = side->kind[from->port];
  memcpy(to.payload, &side->payload[from->port * words], words * sizeof *to.payload);
  return (uint16_t)wire_is_set(w->side[w->now].flit, from);
}

static uint16_t show_credit(const wires_t *w, const wire_t *wire, uint8_t *vc) {
  const wire_t at = ended(w, wire);
  const wire_t *from = &at;
  *vc = w->side[wire_is_set(w->newest_credit, from)].credit_vc[from->port];
  return (uint16_t)wire_is_set(w->side[w->now].credit, from);
}

// A router's port that never sends may share the wire of the port that sends to the same interface.
static bool sends(const wires_t *w, uint32_t at) {
  const uint32_t to = w->wire[at].port;
  return to < w->first_node || to >= w->first_node + w->nodes ||
         w->credit_wire[to - w->first_node].port == at;
}
static bool returns_credits(const wires_t *w, uint32_t at) {
  const uint32_t to = w->wire[at].port;
  return to < w->first_node || to >= w->first_node + w->nodes || w->wire[to].port == at;
}

void wires_show_router(const wires_t *w, uint32_t slot, const router_fields_t *f, uint32_t member) {
  const uint32_t ports = w->shape->ports;
  const size_t words = w->shape->words;
  uint32_t flits = 0;
  uint32_t credits = 0;
  for (uint32_t p = 0; p < ports; p++) {
    const uint32_t at = slot * ports + p;
    const size_t to_at = (size_t)member * ports + p;
    if (sends(w, at)) {
      const flit_pins_t to = {&f->out_vc[to_at], &f->out_kind[to_at],
                              &f->out_payload[to_at * words]};
      flits |= (uint32_t)show_flit(w, &w->wire[at], to) << p;
    }
    if (returns_credits(w, at)) {
      credits |= (uint32_t)show_credit(w, &w->wire[at], &f->credit_out_vc[to_at]) << p;
    }
  }
  f->out_valid[member] = (uint16_t)flits;
  f->credit_out_valid[member] = (uint16_t)credits;
}

void wires_show_interface(const wires_t *w, uint32_t slot, const interface_fields_t *f,
                          uint32_t member) {
  const flit_pins_t to = {&f->out_vc[member], &f->out_kind[member],
                          &f->out_payload[(size_t)member * w->shape->words]};
  f->out_valid[member] = show_flit(w, &w->wire[w->first_node + slot], to);
  f->credit_out_valid[member] = show_credit(w, &w->credit_wire[slot], &f->credit_out_vc[member]);
}

// The input pins of the ports first .. first + count - 1, of one component.
static void show_inputs(const network_t *n, uint32_t slot, uint32_t first, uint32_t count) {
  const wires_t *w = &n->wires;
  const link_pins_t *p = &n->pins;
  uint32_t flits = 0;
  uint32_t credits = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t at = first + i;
    const wire_t own = wires_lead_to(w, at);
    const flit_pins_t to = {&p->in_vc[at], &p->in_kind[at],
                            &p->in_payload[(size_t)at * w->shape->words]};
    flits |= (uint32_t)show_flit(w, &own, to) << i;
    credits |= (uint32_t)show_credit(w, &own, &p->credit_in_vc[at]) << i;
  }
  p->in_valid[slot] = (uint16_t)flits;
  p->credit_in_valid[slot] = (uint16_t)credits;
}

// Nothing is on the links of other processes, whose pins are never written.
static void show_own(const network_t *n) {
  const split_t *s = n->split;
  const uint32_t ports = n->shape.ports;
  for (uint32_t slot = s->router.first; slot < s->router.end; slot++) {
    show_inputs(n, slot, slot * ports, ports);
  }
  for (uint32_t slot = s->node.first; slot < s->node.end; slot++) {
    show_inputs(n, n->routers + slot, n->wires.first_node + slot, 1);
  }
}

void wires_show(network_t *n) {
  const wires_t *w = &n->wires;
  if (n->split != NULL) {
    show_own(n);
    return;
  }
  for (uint32_t slot = 0; slot < n->routers; slot++) {
    show_inputs(n, slot, slot * n->shape.ports, n->shape.ports);
    wires_show_router(w, slot, &n->router_pins, slot);
  }
  for (uint32_t slot = 0; slot < n->nodes; slot++) {
    show_inputs(n, n->routers + slot, w->first_node + slot, 1);
    wires_show_interface(w, slot, &n->interface_pins, slot);
  }
}
