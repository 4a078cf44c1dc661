// network -- builds the banks and steps them; see network.h and network_state.h.

#include "network/network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/network_state.h"
#include "router/router_view.h"

enum { BUNDLE_SLACK = 4 };

// The index of a kind among the banks' kinds; adds it. NETWORK_KINDS if there are too many.
static size_t kind_index(const char **kinds, size_t *n_kinds, const char *kind) {
  for (size_t k = 0; k < *n_kinds; k++) {
    if (strcmp(kinds[k], kind) == 0) {
      return k;
    }
  }
  if (*n_kinds == NETWORK_KINDS) {
    return NETWORK_KINDS;
  }
  kinds[*n_kinds] = kind;
  return (*n_kinds)++;
}

// Which kind each router is of: an index into `kinds`.
static bool choose_kinds(const network_config_t *c, const char **kinds, size_t *n_kinds,
                         uint8_t *kind_of, noc_error_t *error) {
  (void)kind_index(kinds, n_kinds, c->router);
  memset(kind_of, NETWORK_KINDS, c->topology->routers);
  for (size_t i = 0; i < c->n_at; i++) {
    const char *kind = c->at_kinds != NULL ? c->at_kinds[i] : c->at_kind;
    if (c->at[i] >= c->topology->routers || kind == NULL) {
      return noc_fail(error, NOC_BAD_INPUT, "no router %u in %s", c->at[i], c->topology->name);
    }
    if (kind_of[c->at[i]] != NETWORK_KINDS) {
      char name[64];
      return noc_fail(error, NOC_BAD_INPUT, "router %s is placed twice",
                      topology_router_name(c->topology, c->at[i], name, sizeof name));
    }
    size_t k = kind_index(kinds, n_kinds, kind);
    if (k == NETWORK_KINDS) {
      return noc_fail(error, NOC_BAD_INPUT, "more than %d kinds of routers", (int)NETWORK_KINDS);
    }
    kind_of[c->at[i]] = (uint8_t)k;
  }
  for (uint32_t r = 0; r < c->topology->routers; r++) {
    kind_of[r] = kind_of[r] == NETWORK_KINDS ? 0 : kind_of[r];
  }
  return true;
}

// Gives the routers of one kind, then (in a second round) the interfaces, consecutive slots.
static void number_routers(network_t *n, const uint8_t *kind_of, uint8_t kind, uint32_t *slot) {
  for (uint32_t r = 0; r < n->routers; r++) {
    if (kind_of[r] == kind) {
      n->router_slot[r] = *slot;
      n->id[*slot] = r;
      ++*slot;
    }
  }
}

static void number_nodes(network_t *n, const uint8_t *kind_of, uint8_t kind, uint32_t *slot) {
  for (uint32_t node = 0; node < n->nodes; node++) {
    topology_place_t place;
    (void)topology_injection(n->topology, node, &place, 1);
    if (kind_of[place.router] == kind) {
      n->node_slot[node] = *slot - n->routers;
      n->id[*slot] = node;
      ++*slot;
    }
  }
}

// One bank of the members from slot `first` on; an empty one is left out.
static bool add_bank(network_t *n, const network_config_t *c, const char *kind,
                     component_t component, bank_range_t range, noc_error_t *error) {
  if (range.members == 0) {
    return true;
  }
  bank_config_t config = {
      .component = component,
      .topology = n->topology,
      .shape = &n->shape,
      .members = range.members,
      .ids = n->id + range.first,
      .seed = c->seed,
      .profile = c->profile,
      .no_assertions = c->no_assertions,
      .skip_idle = c->skip_idle,
  };
  if (component == COMPONENT_ROUTER) {
    config.router = network_router_slice(n, range.first);
  } else {
    config.interface = n->split != NULL ? split_interface(n, range.first - n->routers)
                                        : network_interface_slice(n, range.first - n->routers);
    if (n->short_of_memory) {
      return memory_fail(error, "the network");
    }
  }
  bank_t *bank = c->factory(kind, &config, c->factory_context, error);
  if (bank == NULL) {
    return false;
  }
  n->golden_only = n->golden_only && !bank->has_rtl;
  n->range[n->banks] = range;
  n->bank[n->banks++] = bank;
  bank->ops->reset(bank);
  return true;
}

// Tells routers where their outputs lead to, which they ask for with lookahead:
// docs/microarchitecture.md, section 6.8.
static void set_neighbours(network_t *n) {
  const topology_t *t = n->topology;
  for (uint32_t r = 0; r < t->routers; r++) {
    const uint32_t own = n->router_slot[r];
    for (uint32_t o = 0; o < t->ports; o++) {
      const int32_t peer = t->peer_router[r * t->ports + o];
      uint32_t node;
      uint32_t *to = &n->router_pins.neighbour[own * t->ports + o];
      if (topology_node_at(t, r, o, &node)) {
        *to = n->router_pins.addr[own];
      } else if (peer >= 0) {
        *to = n->router_pins.addr[n->router_slot[peer]];
      }
    }
  }
}

static void set_addresses(network_t *n) {
  const noc_shape_t *s = &n->shape;
  const topology_t *t = n->topology;
  uint32_t stride = 1;
  uint64_t extent = 0;
  for (unsigned d = 0; d < s->dims; d++) {
    n->stride[d] = stride;
    stride *= t->radix[d];
    extent |= (uint64_t)(t->radix[d] - 1) << d * s->digit_w;
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    unsigned coord[NOC_MAX_DIMS];
    uint64_t address = 0;
    topology_coordinates(t, r, coord);
    for (unsigned d = 0; d < s->dims; d++) {
      address |= (uint64_t)coord[d] << d * s->digit_w;
    }
    n->router_pins.addr[n->router_slot[r]] = (uint32_t)address;
    n->router_pins.extent[n->router_slot[r]] = (uint32_t)extent;
  }
  if (s->look_address) {
    set_neighbours(n);
  }
  n->holding = n->nodes;
  for (uint32_t node = 0; node < n->nodes; node++) {
    uint64_t address = node;  // where routers have no coordinates
    if (s->dims > 0) {
      const uint32_t router = node / t->nodes_per_router;
      address = n->router_pins.addr[n->router_slot[router]];
      address |= (uint64_t)(node % t->nodes_per_router) << s->dims * s->digit_w;
    }
    n->address[node] = (uint32_t)address;
    n->interface_pins.addr[n->node_slot[node]] = n->address[node];
    if (s->look_address) {
      n->interface_pins.extent[n->node_slot[node]] = (uint32_t)extent;
    }
    network_host_takes(n, node, UINT32_MAX);
  }
}

static void set_handlers(network_t *n, const network_config_t *c) {
  for (uint32_t slot = 0; n->shape.forward_unit && slot < n->nodes; slot++) {
    n->interface_pins.forward_receive[slot] = (uint16_t)c->forward_receive;
    n->interface_pins.forward_send[slot] = (uint16_t)c->forward_send;
  }
}

// Slots, addresses, links, then the banks over their slices of the pins.
static bool build(network_t *n, const network_config_t *c, uint8_t *kind_of, noc_error_t *error) {
  const char *kinds[NETWORK_KINDS] = {NULL};
  size_t n_kinds = 0;
  bank_range_t range[NETWORK_MAX_BANKS];
  if (!choose_kinds(c, kinds, &n_kinds, kind_of, error)) {
    return false;
  }
  uint32_t slot = 0;
  for (size_t k = 0; k < 2 * n_kinds; k++) {
    range[k].first = slot;
    if (k < n_kinds) {
      number_routers(n, kind_of, (uint8_t)k, &slot);
    } else {
      number_nodes(n, kind_of, (uint8_t)(k - n_kinds), &slot);
    }
    range[k].members = slot - range[k].first;
  }
  n->nodes_in_order = n_kinds == 1;
  set_addresses(n);
  set_handlers(n, c);
  if (n->shape.multicast) {
    worm_table_set_local(n);
  }
  // The ends of links are found of what is ours.
  if (c->peers != NULL && !split_begin(n, c, error)) {
    return false;
  }
  links_join(n, network_link_latency(n));
  link_queues_begin(n, c->queues.seed);
  link_faults_begin(n, c->link_faults.seed);
  if (c->peers == NULL) {
    shards_cut(&n->shards, crew_threads(n->crew), n->routers, router_view_group(&n->shape),
               n->nodes);
  }
  n->offers = network_take(n, n->shards.count, sizeof *n->offers);
  n->shard_of_block = network_take(n, n->mask_words, sizeof *n->shard_of_block);
  if (n->short_of_memory) {
    return memory_fail(error, "the network");
  }
  for (uint32_t b = 0; b < n->mask_words; b++) {
    n->shard_of_block[b] = (uint8_t)shards_of(n->shards.node, n->shards.count, b * SHARDS_BLOCK);
  }
  n->golden_only = true;
  if (n->split != NULL) {
    split_cover(n, range);
  }
  for (size_t k = 0; k < 2 * n_kinds; k++) {
    component_t component = k < n_kinds ? COMPONENT_ROUTER : COMPONENT_INTERFACE;
    if (!add_bank(n, c, kinds[k % n_kinds], component, range[k], error)) {
      return false;
    }
  }
  uint32_t words = 0;
  for (size_t b = 0; b < n->banks; b++) {
    words = n->bank[b]->layout.state_words > words ? n->bank[b]->layout.state_words : words;
  }
  n->words = network_take(n, words + BUNDLE_SLACK, sizeof *n->words);
  if (n->short_of_memory) {
    return memory_fail(error, "the network");
  }
  if (n->shape.routing == ROUTE_TABLE && !tables_load(n, error)) {
    return false;
  }
  if (n->shape.string_bits > 0) {
    worm_table_load(n, c->worms);
  }
  return (network_wire(n) || memory_fail(error, "the network")) &&
         (n->split == NULL || split_join(n, error));
}

// Fills in what is known of a network without its arrays, and checks that the machine has the
// memory for these.
static bool begin(network_t *n, const network_config_t *config, noc_error_t *error) {
  const topology_t *t = config->topology;
  n->topology = t;
  n->shape = config->shape;
  n->profile = config->profile;
  n->sparse = config->peers != NULL;
  n->crew = config->crew;
  n->routers = t->routers;
  n->nodes = t->nodes;
  n->components = n->routers + n->nodes;
  n->ports = n->routers * t->ports + n->nodes;
  n->mask_words = (n->nodes + 63) / 64;
  n->routing = config->routing;
  if (n->routing == NULL) {
    n->own_routing = routing_create(t, NULL, NULL, false, error);
    n->routing = n->own_routing;
  }
  char name[120];
  (void)snprintf(name, sizeof name, "topology: %.100s", t->name);
  // The machines of other processes have the rest.
  const double parts = config->peers != NULL ? config->peers->count : 1;
  return n->routing != NULL && network_complete_shape(t, n->routing, &n->shape, error) &&
         link_faults_fit(n, &config->link_faults, error) &&
         memory_check(network_bytes(n, config) / parts, name, error);
}

bool network_check_memory(const network_config_t *config, noc_error_t *error) {
  network_t *n = calloc(1, sizeof *n);
  const bool ok = n != NULL ? begin(n, config, error) : memory_fail(error, "the network");
  network_free(n);
  return ok;
}

network_t *network_create(const network_config_t *config, noc_error_t *error) {
  network_t *n = calloc(1, sizeof *n);
  uint8_t *kind_of = malloc(config->topology->routers);
  if (n == NULL || kind_of == NULL) {
    (void)memory_fail(error, "the network");
    free(kind_of);
    free(n);
    return NULL;
  }
  bool ok = begin(n, config, error);
  if (ok) {
    ok = network_allocate(n, config) ? build(n, config, kind_of, error)
                                     : memory_fail(error, "the network");
  }
  free(kind_of);
  if (!ok) {
    network_free(n);
    return NULL;
  }
  return n;
}

void network_free(network_t *n) {
  if (n == NULL) {
    return;
  }
  for (size_t b = 0; b < n->banks; b++) {
    n->bank[b]->ops->free(n->bank[b]);
  }
  wires_free(&n->wires);
  while (n->blocks != NULL) {
    memory_block_t *next = n->blocks->next;
    free(n->blocks);
    n->blocks = next;
  }
  routing_free(n->own_routing);
  free(n);
}

uint64_t network_cycle(const network_t *n) {
  return n->cycle;
}

const char *network_name(const network_t *n, uint32_t slot, char *out, size_t size) {
  const component_t component = slot < n->routers ? COMPONENT_ROUTER : COMPONENT_INTERFACE;
  return component_name(n->topology, component, n->id[slot], out, size);
}

const bank_mismatch_t *network_mismatch(const network_t *n) {
  return n->mismatch_bank != NULL ? &n->mismatch_bank->mismatch : NULL;
}

bank_t *network_mismatch_bank(const network_t *n) {
  return n->mismatch_bank;
}

const noc_shape_t *network_shape(const network_t *n) {
  return &n->shape;
}

const topology_t *network_topology(const network_t *n) {
  return n->topology;
}

routing_t *network_routing(const network_t *n) {
  return n->routing;
}

unsigned network_link_latency(const network_t *n) {
  return n->delay_lines + 1;
}

size_t network_banks(const network_t *n) {
  return n->banks;
}

bank_speculation_t network_speculation(const network_t *n) {
  bank_speculation_t sum = {0};
  if (n->split != NULL && n->split->settled) {
    return n->split->speculation;
  }
  for (size_t i = 0; i < n->banks; i++) {
    bank_t *b = n->bank[i];
    for (uint32_t m = 0; b->speculation != NULL && m < b->config.members; m++) {
      const bank_speculation_t of = b->speculation(b, m);
      sum.granted += of.granted;
      sum.wasted += of.wasted;
    }
  }
  return sum;
}

bank_t *network_bank(const network_t *n, size_t i) {
  assert(i < n->banks);
  return n->bank[i];
}

bank_t *network_locate(network_t *n, component_t component, uint32_t id, uint32_t *member) {
  network_unwire(n);
  return network_member(n, component, id, member);
}

bank_t *network_member(const network_t *n, component_t component, uint32_t id, uint32_t *member) {
  assert(id < (component == COMPONENT_ROUTER ? n->routers : n->nodes));
  uint32_t slot =
      component == COMPONENT_ROUTER ? n->router_slot[id] : n->routers + n->node_slot[id];
  size_t b = 0;
  while (slot - n->range[b].first >= n->range[b].members) {
    b++;
    assert(b < n->banks);
  }
  *member = slot - n->range[b].first;
  return n->bank[b];
}

uint32_t network_address(const network_t *n, uint32_t node) {
  return n->address[node];
}

uint32_t network_node(const network_t *n, uint32_t address) {
  const noc_shape_t *s = &n->shape;
  uint32_t router = 0;
  for (unsigned d = 0; d < s->dims; d++) {
    uint32_t digit = (uint32_t)((uint64_t)address >> d * s->digit_w) & ((1u << s->digit_w) - 1);
    if (digit >= n->topology->radix[d]) {
      return UINT32_MAX;
    }
    router += digit * n->stride[d];
  }
  const uint64_t local = (uint64_t)address >> s->dims * s->digit_w;
  const uint64_t locals = s->dims > 0 ? n->topology->nodes_per_router : n->nodes;
  return local < locals ? (uint32_t)(router * locals + local) : UINT32_MAX;
}

const router_fields_t *network_router_pins(network_t *n, uint32_t router, uint32_t *slot) {
  network_unwire(n);
  *slot = n->router_slot[router];
  return &n->router_pins;
}

const interface_fields_t *network_interface_pins(network_t *n, uint32_t node, uint32_t *slot) {
  network_unwire(n);
  *slot = n->node_slot[node];
  return &n->interface_pins;
}

const network_counts_t *network_counts(const network_t *n) {
  return &n->counts;
}

uint64_t network_link_flits(const network_t *n, uint32_t router, unsigned port) {
  const size_t at = (size_t)n->router_slot[router] * n->shape.ports + port;
  return n->link_flits[at];
}
