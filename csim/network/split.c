// split -- see split.h.

#include "network/split.h"

#include <string.h>

#include "base/memory.h"
#include "network/network_state.h"

// --- whose is what -------------------------------------------------------------------------------

// Members first .. of a range of `all`, cut into `count` parts.
static uint32_t cut(uint32_t all, unsigned part, unsigned count) {
  return (uint32_t)((uint64_t)all * part / count);
}

bool split_begin(network_t *n, const network_config_t *config, noc_error_t *error) {
  const unsigned count = config->peers->count;
  const topology_t *t = n->topology;
  if (count > n->routers || count > SHARDS_MAX) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "mpirun -n" SAY_IS("%u", "at most %u, of which each has a router of %s"), count,
                    n->routers < SHARDS_MAX ? n->routers : (unsigned)SHARDS_MAX, t->name);
  }
  split_t *s = network_take(n, 1, sizeof *s);
  if (s == NULL) {
    return memory_fail(error, "the network");
  }
  s->peers = config->peers;
  s->mirror = config->mirror;
  shards_t *shards = &n->shards;
  shards->count = count;
  for (unsigned i = 0; i <= count; i++) {
    shards->router[i] = cut(n->routers, i, count);
    shards->node[i] = n->nodes == n->routers * t->nodes_per_router
                          ? shards->router[i] * t->nodes_per_router
                          : cut(n->nodes, i, count);
  }
  const unsigned rank = s->peers->rank;
  s->router = (split_range_t){shards->router[rank], shards->router[rank + 1]};
  s->node = (split_range_t){shards->node[rank], shards->node[rank + 1]};
  s->entering_message = network_take(n, s->mirror ? n->nodes : 0, sizeof *s->entering_message);
  n->split = s;
  return true;
}

// Whole words of members, one at least.
static bank_range_t cover(split_range_t own, uint32_t members, uint32_t word) {
  uint32_t first = own.first < members ? own.first / word * word : (members - 1) / word * word;
  uint32_t end = (own.end + word - 1) / word * word;
  end = end > first ? end : first + word;
  return (bank_range_t){first, (end < members ? end : members) - first};
}

void split_cover(const network_t *n, bank_range_t *range) {
  range[0] = cover(n->split->router, n->routers, router_view_group(&n->shape));
  range[1] = cover(n->split->node, n->nodes, INTERFACE_BLOCK);
  range[1].first += n->routers;
}

bool split_has(const network_t *n, uint32_t slot) {
  return slot < n->routers ? split_has_router(n->split, slot)
                           : split_has_node(n->split, slot - n->routers);
}

unsigned split_peer_of(const network_t *n, uint32_t slot) {
  const shards_t *s = &n->shards;
  return slot < n->routers ? shards_of(s->router, s->count, slot)
                           : shards_of(s->node, s->count, slot - n->routers);
}

peers_t *network_peers(const network_t *n) {
  return n->split != NULL ? n->split->peers : NULL;
}

bool network_has_node(const network_t *n, uint32_t node) {
  return n->split == NULL || split_has_node(n->split, n->node_slot[node]);
}

bool network_mirrors(const network_t *n) {
  return n->split != NULL && n->split->mirror;
}

bool network_own_nodes(const network_t *n, uint32_t *first, uint32_t *end) {
  const bool all = n->split == NULL || n->split->mirror;
  *first = all ? 0 : n->split->node.first;
  *end = all ? n->nodes : n->split->node.end;
  return !all;
}

void network_split_with(network_t *n, network_split_hosts_t hosts) {
  n->split->hosts = hosts;
}

bool network_split_interrupted(network_t *n, bool here) {
  if (n->split == NULL) {
    return here;
  }
  n->split->interrupted_here = here;
  return n->split->interrupted;
}

// --- links that leave ----------------------------------------------------------------------------

static bool leads_away(const network_t *n, const link_end_t *end) {
  return end->component < n->components && !split_has(n, end->component);
}

// Links with pins: ours that lead to another process lead nowhere, and are borders.
static void find_borders(network_t *n, uint32_t slot, uint32_t port, uint16_t bit) {
  split_t *s = n->split;
  const bool router = slot < n->routers;
  const link_end_t nowhere = {n->ports, n->components, 1, false};
  link_end_t *end = &s->end[port];
  link_end_t *credits = router ? end : &s->credit_end[slot - n->routers];
  const split_border_t border = {.port = port,
                                 .component = slot,
                                 .bit = bit,
                                 .flits = leads_away(n, end),
                                 .credits = leads_away(n, credits)};
  if (!border.flits && !border.credits) {
    return;
  }
  if (s->border != NULL) {
    s->border[s->borders] = border;
    split_border_t *b = &s->border[s->borders];
    b->flit_peer = border.flits ? (uint16_t)split_peer_of(n, end->component) : 0;
    b->credit_peer = border.credits ? (uint16_t)split_peer_of(n, credits->component) : 0;
    *end = border.flits ? nowhere : *end;
    *credits = border.credits ? nowhere : *credits;
  }
  s->borders++;
}

static void each_port(network_t *n) {
  const split_t *s = n->split;
  const uint32_t ports = n->shape.ports;
  for (uint32_t slot = s->router.first; slot < s->router.end; slot++) {
    for (uint32_t p = 0; p < ports; p++) {
      find_borders(n, slot, slot * ports + p, (uint16_t)(1u << p));
    }
  }
  for (uint32_t slot = s->node.first; slot < s->node.end; slot++) {
    find_borders(n, n->routers + slot, n->routers * ports + slot, 1);
  }
}

// Routers whose words have no link to another process: the longest run of them.
static void find_inner(network_t *n) {
  split_t *s = n->split;
  const uint32_t group = n->bank[0]->part;
  const uint32_t ports = n->shape.ports;
  split_range_t run = {0, 0};
  if (group == 0) {
    return;
  }
  for (uint32_t word = s->router.first / group * group; word < s->router.end; word += group) {
    bool away = word < s->router.first || word + group > s->router.end;
    for (uint32_t at = word * ports; at < (word + group) * ports && !away; at++) {
      away = leads_away(n, &n->end[at]);
    }
    run.first = away || run.end != word ? word : run.first;
    run.end = away ? word : word + group;
    if (run.end - run.first > s->inner.end - s->inner.first) {
      s->inner = run;
    }
  }
}

bool split_join(network_t *n, noc_error_t *error) {
  split_t *s = n->split;
  if (!n->wired) {
    s->end = network_take(n, (size_t)n->ports + 1, sizeof *s->end);
    s->credit_end = network_take(n, n->nodes, sizeof *s->credit_end);
    if (n->short_of_memory) {
      return memory_fail(error, "the network");
    }
    memcpy(s->end, n->end, n->ports * sizeof *s->end);
    memcpy(s->credit_end, n->credit_end, n->nodes * sizeof *s->credit_end);
    each_port(n);
    s->border = network_take(n, s->borders, sizeof *s->border);
    s->borders = 0;
    if (n->short_of_memory) {
      return memory_fail(error, "the network");
    }
    each_port(n);
  }
  find_inner(n);
  split_show(n);
  return split_find_near(n, error);
}

// --- messages ------------------------------------------------------------------------------------
// One process sends another: flits and credits of all cycles of the window, what hosts have, and
// what all have to know. A list ends with a port that there is not.

typedef struct {
  uint64_t cycle;
  uint64_t meeting;  // when all meet, as far as the sender knows
} split_header_t;

// When all meet.
typedef struct {
  uint64_t waiting;
  bank_forward_t forwarded;
  uint64_t interrupted;
} split_sums_t;

typedef struct {
  uint32_t port;  // flat: on wires, of the receiver; on pins, of the sender
  uint8_t vc, kind;
  uint8_t sent;       // cycles after the first of the window
  uint8_t is_credit;  // without a payload
} split_flit_t;

_Static_assert(NETWORK_MAX_LATENCY <= UINT8_MAX, "split_flit_t.sent has too few bits");

static const split_flit_t kEnd = {.port = UINT32_MAX};

static void put_flit(network_t *n, unsigned peer, split_flit_t flit, const uint64_t *payload) {
  split_t *s = n->split;
  flit.sent = (uint8_t)(n->cycle - s->window_first);
  peers_put(s->peers, peer, &flit, sizeof flit);
  peers_put(s->peers, peer, payload, n->shape.words * sizeof *payload);
}

static void put_credit(network_t *n, unsigned peer, uint32_t port, uint8_t vc) {
  split_t *s = n->split;
  const split_flit_t credit = {
      .port = port, .vc = vc, .sent = (uint8_t)(n->cycle - s->window_first), .is_credit = true};
  peers_put(s->peers, peer, &credit, sizeof credit);
}

// The flat port of a bit of a valid word.
static uint32_t port_at(const wires_t *w, uint32_t word, uint32_t bit) {
  return word < w->router_words ? word * w->group * w->shape->ports + bit
                                : w->first_node + (word - w->router_words) * INTERFACE_BLOCK + bit;
}

// Sends what stands in one of the words that lead to other processes, which is empty then.
static void put_word(network_t *n, uint32_t i, bool flits) {
  const wires_t *w = &n->wires;
  const wire_side_t *out = &w->side[w->now ^ 1];
  const uint32_t word = w->export_word[i];
  uint64_t *valid = &(flits ? out->flit : out->credit)[wires_export(w, i)];
  const uint64_t bits = *valid;
  *valid = 0;
  wires_note(&(flits ? w->newest_flit : w->newest_credit)[word], bits, w->now ^ 1);
  for (uint64_t left = bits; left != 0; left &= left - 1) {
    const uint32_t port = port_at(w, word, (uint32_t)__builtin_ctzll(left));
    const unsigned peer = split_peer_of(n, links_slot(n, port));
    if (flits) {
      put_flit(n, peer, (split_flit_t){.port = port, .vc = out->vc[port], .kind = out->kind[port]},
               &out->payload[(size_t)port * w->shape->words]);
    } else {
      put_credit(n, peer, port, out->credit_vc[port]);
    }
  }
}

static void put_wires(network_t *n, bool flits) {
  for (uint32_t i = 0; i < n->wires.exports; i++) {
    put_word(n, i, flits);
  }
}

static void put_pins(network_t *n) {
  const split_t *s = n->split;
  const link_pins_t *p = &n->pins;
  for (uint32_t i = 0; i < s->borders; i++) {
    const split_border_t *b = &s->border[i];
    const uint32_t at = b->port;
    if (b->flits && (p->out_valid[b->component] & b->bit) != 0) {
      put_flit(n, b->flit_peer,
               (split_flit_t){.port = at, .vc = p->out_vc[at], .kind = p->out_kind[at]},
               &p->out_payload[(size_t)at * n->shape.words]);
    }
    if (b->credits && (p->credit_out_valid[b->component] & b->bit) != 0) {
      put_credit(n, b->credit_peer, at, p->credit_out_vc[at]);
    }
  }
}

// For all that this exchange is with.
static void put_some(const split_t *s, const void *bytes, size_t length) {
  peers_put_among(s->peers, split_among(s), bytes, length);
}

// Begins the sums of what all have to know with what is here.
static void put_header(network_t *n) {
  split_t *s = n->split;
  const split_header_t header = {n->cycle, s->meeting};
  put_some(s, &header, sizeof header);
  if (s->meets) {
    s->waiting = n->queues.waiting;
    s->forwarded = forward_units_sum(n);
    s->interrupted = s->interrupted || s->interrupted_here;
    const split_sums_t sums = {s->waiting, s->forwarded, s->interrupted};
    put_some(s, &sums, sizeof sums);
  }
}

// All that leaves in a cycle waits in the messages for the end of the window.
static void put_cycle(network_t *n) {
  const split_t *s = n->split;
  if (n->wired) {
    put_wires(n, true);
    put_wires(n, false);
  } else {
    put_pins(n);
  }
  if (s->hosts.note != NULL) {
    links_find_deliveries(n);
    s->hosts.note(s->hosts.context);
  }
}

// Ends the messages of a window.
static void put_rest(network_t *n) {
  const split_t *s = n->split;
  put_some(s, &kEnd, sizeof kEnd);
  if (s->mirror) {
    split_put_mirror(n);
  } else if (s->hosts.put != NULL) {
    s->hosts.put(s->hosts.context, s->peers);
  }
  put_header(n);
}

static void take_flit(network_t *n, split_flit_t f, const void *payload) {
  const size_t bytes = n->shape.words * sizeof(uint64_t);
  if (n->wired) {
    const wires_t *w = &n->wires;
    const wire_side_t *out = &w->side[w->now ^ 1];
    const wire_t to = wires_lead_to(w, f.port);
    wire_set(out->flit, &to);
    out->vc[f.port] = f.vc;
    out->kind[f.port] = f.kind;
    memcpy(&out->payload[(size_t)f.port * n->shape.words], payload, bytes);
    return;
  }
  links_take_flit(n, (link_sent_t){f.port, n->split->window_first + f.sent, f.vc}, f.kind, payload);
}

static void take_credit(network_t *n, split_flit_t f) {
  if (n->wired) {
    const wires_t *w = &n->wires;
    const wire_side_t *out = &w->side[w->now ^ 1];
    const wire_t to = wires_lead_to(w, f.port);
    wire_set(out->credit, &to);
    out->credit_vc[f.port] = f.vc;
    return;
  }
  links_take_credit(n, (link_sent_t){f.port, n->split->window_first + f.sent, f.vc});
}

static void take_links(network_t *n, unsigned peer) {
  peers_t *p = n->split->peers;
  split_flit_t f;
  for (peers_get(p, peer, &f, sizeof f); f.port != UINT32_MAX; peers_get(p, peer, &f, sizeof f)) {
    if (f.is_credit) {
      take_credit(n, f);
    } else {
      take_flit(n, f, peers_take(p, peer, n->shape.words * sizeof(uint64_t)));
    }
  }
}

static void take_header(network_t *n, unsigned peer) {
  split_t *s = n->split;
  split_header_t h;
  peers_get(s->peers, peer, &h, sizeof h);
  if (h.cycle != n->cycle) {
    s->peers->give_up(s->peers, "ranks are in different cycles");
  }
  s->meeting = h.meeting < s->meeting ? h.meeting : s->meeting;
  if (s->meets) {
    split_sums_t sums;
    peers_get(s->peers, peer, &sums, sizeof sums);
    s->waiting += sums.waiting;
    s->forwarded.stored += sums.forwarded.stored;
    s->forwarded.copied += sums.forwarded.copied;
    s->forwarded.used += sums.forwarded.used;
    s->interrupted = s->interrupted || sums.interrupted != 0;
  }
}

void split_take(network_t *n) {
  split_t *s = n->split;
  if (!s->arrived) {
    return;
  }
  s->arrived = false;
  for (unsigned i = 0; i < s->peers->count; i++) {
    if (peers_meets(s->peers, i)) {
      take_links(n, i);
      if (s->mirror) {
        split_take_mirror(n, i);
      } else if (s->hosts.take != NULL) {
        s->hosts.take(s->hosts.context, s->peers, i);
      }
      take_header(n, i);
    }
  }
}

// --- a cycle -------------------------------------------------------------------------------------

// Steps members of a bank, of whole words: those of other processes that share one with ours are at
// rest, and so are all others where a bank has no parts.
static void step_members(const network_t *n, size_t b, split_range_t range) {
  bank_t *bank = n->bank[b];
  const uint32_t part = bank->part;
  if (range.first >= range.end) {
    return;
  }
  if (part == 0) {
    (void)bank->ops->step(bank, n->cycle);
    return;
  }
  const uint32_t base = n->range[b].first - (b == 0 ? 0 : n->routers);
  const uint32_t end = (range.end - base + part - 1) / part * part;
  const uint32_t members = n->range[b].members;
  bank->ops->step_part(bank, (range.first - base) / part * part, end < members ? end : members);
}

void split_step(network_t *n) {
  split_t *s = n->split;
  split_look(n);
  const split_range_t inner = s->inner;
  const bool some = s->exchanges && inner.first < inner.end;
  step_members(n, 1, s->node);
  step_members(n, 0, (split_range_t){s->router.first, some ? inner.first : s->router.end});
  if (some) {
    step_members(n, 0, (split_range_t){inner.end, s->router.end});
  }
  put_cycle(n);
  if (!s->exchanges) {
    return;
  }
  put_rest(n);
  peers_begin_among(s->peers, split_among(s));
  if (some) {
    step_members(n, 0, inner);
  }
  peers_end(s->peers);
  s->arrived = true;
}

// --- what all find together ----------------------------------------------------------------------

bool split_agree(network_t *n, bool ok, noc_error_t *error) {
  return n->split != NULL ? peers_agree(n->split->peers, ok, error) : ok;
}

bool split_find(network_t *n, bool here, network_place_t *place) {
  peers_t *p = n->split->peers;
  if (here) {
    peers_put_all(p, place, sizeof *place);
  }
  peers_begin(p);
  peers_end(p);
  for (unsigned i = 0; i < p->count && !here; i++) {
    if (p->in[i].length > 0) {
      peers_get(p, i, place, sizeof *place);
      here = true;
    }
  }
  return here;
}

typedef struct {
  uint32_t from;
  uint16_t on_way[SHAPE_MAX_VCS];
} on_way_t;

static void clear_on_way(network_t *n, uint32_t at) {
  const size_t vcs = n->shape.vcs;
  memset(&n->on_way[at * vcs], 0, vcs * sizeof *n->on_way);
}

void split_clear_on_way(network_t *n) {
  const split_t *s = n->split;
  const uint32_t ports = n->shape.ports;
  for (uint32_t at = s->router.first * ports; at < s->router.end * ports; at++) {
    clear_on_way(n, at);
    if (n->end[at].port < n->ports) {
      clear_on_way(n, n->end[at].port);
    }
  }
  for (uint32_t slot = s->node.first; slot < s->node.end; slot++) {
    clear_on_way(n, n->routers * ports + slot);
    clear_on_way(n, n->end[n->routers * ports + slot].port);
    clear_on_way(n, n->credit_end[slot].port);
  }
}

// A link comes from another process, whose end `from` it is, to one of our ports.
static void put_on_way(network_t *n, uint32_t slot, uint32_t at, uint32_t from,
                       uint32_t from_slot) {
  if (from_slot >= n->components || split_has(n, from_slot) || n->end[from].port != at) {
    return;
  }
  const bool router = slot < n->routers;
  uint32_t member = 0;
  bank_t *bank =
      network_member(n, router ? COMPONENT_ROUTER : COMPONENT_INTERFACE, n->id[slot], &member);
  const unsigned port = router ? at - slot * n->shape.ports : 0;
  on_way_t of = {.from = from};
  for (unsigned vc = 0; vc < n->shape.vcs; vc++) {
    of.on_way[vc] = (uint16_t)(n->on_way[(size_t)from * n->shape.vcs + vc] +
                               bank->occupied(bank, member, port, vc));
  }
  peers_put(n->split->peers, split_peer_of(n, from_slot), &of, sizeof of);
}

static void put_all_on_way(network_t *n) {
  const split_t *s = n->split;
  const uint32_t ports = n->shape.ports;
  for (uint32_t slot = s->router.first; slot < s->router.end; slot++) {
    for (uint32_t at = slot * ports; at < (slot + 1) * ports; at++) {
      put_on_way(n, slot, at, n->end[at].port, n->end[at].component);
    }
  }
  for (uint32_t slot = s->node.first; slot < s->node.end; slot++) {
    const link_end_t *sender = &n->credit_end[slot];
    put_on_way(n, n->routers + slot, n->routers * ports + slot, sender->port, sender->component);
  }
}

void split_add_on_way(network_t *n) {
  peers_t *p = n->split->peers;
  const on_way_t none = {.from = UINT32_MAX};
  put_all_on_way(n);
  peers_put_all(p, &none, sizeof none);
  peers_begin(p);
  peers_end(p);
  for (unsigned i = 0; i < p->count; i++) {
    on_way_t of = none;
    do {
      if (i != p->rank) {
        peers_get(p, i, &of, sizeof of);
      }
      for (unsigned vc = 0; of.from != UINT32_MAX && vc < n->shape.vcs; vc++) {
        uint16_t *on_way = &n->on_way[(size_t)of.from * n->shape.vcs + vc];
        *on_way = (uint16_t)(*on_way + of.on_way[vc]);
      }
    } while (of.from != UINT32_MAX);
  }
}

// The flits of our links come to rank 0, which alone tells of them.
static void settle_links(network_t *n) {
  const shards_t *shards = &n->shards;
  peers_t *p = n->split->peers;
  const size_t ports = n->shape.ports;
  if (p->rank > 0) {
    const split_range_t own = n->split->router;
    peers_put(p, 0, &n->link_flits[own.first * ports],
              (own.end - own.first) * ports * sizeof *n->link_flits);
  }
  peers_begin(p);
  peers_end(p);
  for (unsigned i = 1; p->rank == 0 && i < p->count; i++) {
    peers_get(p, i, &n->link_flits[shards->router[i] * ports],
              (shards->router[i + 1] - shards->router[i]) * ports * sizeof *n->link_flits);
  }
}

void network_split_settle(network_t *n) {
  split_t *s = n->split;
  network_counts_t *c = &n->counts;
  network_energy(n, &s->energy);
  s->speculation = network_speculation(n);
  uint64_t *counts[] = {&c->hops,
                        &c->switched,
                        &c->injected_flits,
                        &c->ejected_flits,
                        &s->speculation.granted,
                        &s->speculation.wasted};
  enum { COUNTS = sizeof counts / sizeof *counts };
  uint64_t sum[COUNTS];
  for (unsigned i = 0; i < COUNTS; i++) {
    sum[i] = *counts[i];
  }
  peers_sum(s->peers, sum, COUNTS);
  for (unsigned i = 0; i < COUNTS; i++) {
    *counts[i] = sum[i];
  }
  // Each is a sum of what links have carried and buffers hold.
  peers_sum(s->peers, (uint64_t *)&s->energy, sizeof s->energy / sizeof(uint64_t));
  settle_links(n);
  s->settled = true;
}
