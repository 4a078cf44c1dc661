// bank_foreign -- see bank_foreign.h and bank_state.h.

#include "foreign/bank_foreign.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "foreign/bank_state.h"

// --- the cycle -----------------------------------------------------------------------------------

bool foreign_cycle(foreign_bank_t *b) {
  ends_drive(b);
  const bool rests = pins_settle(b);
  record_keep(b);
  if (!rests || !watch_links(b) || !ends_take(b)) {
    return false;
  }
  pins_rise(b);
  return watch_assertions(b);
}

// A broken rule as a mismatch, for those who look for its cycle.
static const bundle_field_t kRule = {.name = "rule",
                                     .radix = "bin",
                                     .meaning = "a rule of links and packets",
                                     .kind = FIELD_WIRE,
                                     .element_size = 1,
                                     .bits = 1,
                                     .count = 1};

static bool step(bank_t *bank, uint64_t cycle) {
  foreign_bank_t *b = foreign_bank(bank);
  b->cycle = cycle;
  if (b->broken.name == NULL && foreign_cycle(b)) {
    return true;
  }
  bank->mismatch = (bank_mismatch_t){.cycle = b->broken.cycle,
                                     .component = COMPONENT_ROUTER,
                                     .id = b->broken.router,
                                     .field = &kRule};
  return false;
}

foreign_checked_t bank_foreign_checked(const bank_t *b) {
  const foreign_bank_t *f = foreign_bank(b);
  return (foreign_checked_t){.rules = RULES, .links = f->links, .flits = f->moved};
}

static void reset(bank_t *bank) {
  foreign_bank_t *b = foreign_bank(bank);
  const bank_config_t *c = &bank->config;
  const size_t ports = b->topology->ports;
  memset(c->router.out_valid, 0, c->members * sizeof *c->router.out_valid);
  memset(c->router.credit_out_valid, 0, c->members * sizeof *c->router.credit_out_valid);
  memset(c->router.out_vc, 0, c->members * ports * sizeof *c->router.out_vc);
  packets_clear(b->packets);
  b->sent = b->alone = false;
  b->broken_packet = NULL;
  b->broken_link = NULL;
  ends_reset(b);
  watch_reset(b);
  pins_reset(b);
}

static void state(bank_t *bank, uint32_t member, bool rtl, uint32_t *words) {
  (void)member;
  (void)rtl;
  memset(words, 0, bank->layout.state_words * sizeof *words);  // nobody can look
}

static void release(bank_t *bank) {
  foreign_bank_t *b = foreign_bank(bank);
  ends_free(b);
  record_free(b);
  for (uint32_t m = 0; b->module != NULL && m < b->modules; m++) {
    if (b->module[m].instance != NULL) {
      b->module[m].map->api->free(b->module[m].instance);
    }
  }
  for (uint32_t i = 0; b->link != NULL && i < b->links; i++) {
    for (unsigned v = 0; v < b->map->vcs; v++) {
      free(b->link[i].vc[v].field);
    }
  }
  packets_free(b->packets);
  free(b->module);
  free(b->member_of);
  free(b->place_of);
  free(b->link);
  free(b->end);
  free(b->wire);
  free(b->scratch);
  free(b->way);
  free(b);
}

// --- what is told of it --------------------------------------------------------------------------

static const end_t *end_of(const foreign_bank_t *b, uint32_t member, unsigned port, bool in) {
  for (uint32_t i = 0; i < b->ends; i++) {
    const end_t *e = &b->end[i];
    if (in ? e->in_member == member && e->in_port == port
           : e->out_member == member && e->out_port == port) {
      return e;
    }
  }
  return NULL;
}

static uint32_t credits(bank_t *bank, uint32_t member, unsigned port, unsigned vc) {
  const end_t *e = end_of(foreign_bank(bank), member, port, false);
  return e != NULL ? e->credits[vc] : 0;
}

static uint32_t occupied(bank_t *bank, uint32_t member, unsigned port, unsigned vc) {
  const end_t *e = end_of(foreign_bank(bank), member, port, true);
  return e != NULL ? e->to[vc].count : 0;
}

// Nobody knows which module has them: the first one counts for all.
static uint32_t flits_inside(bank_t *bank, uint32_t member) {
  return member == 0 ? (uint32_t)packets_flits(foreign_bank(bank)->packets) : 0;
}

static const bank_rule_t *broken(const bank_t *bank) {
  const foreign_bank_t *b = foreign_bank(bank);
  return b->broken.name != NULL ? &b->broken : NULL;
}

static void tell(const bank_t *bank, FILE *out) {
  explain(foreign_bank(bank), out);
}

static bool waiting(bank_t *bank, FILE *out) {
  return waiting_print(foreign_bank(bank), out);
}

static bool drained(bank_t *bank) {
  return watch_drained(foreign_bank(bank));
}

static bool find_head(bank_t *bank, uint32_t source, uint32_t message, uint32_t *router,
                      unsigned *port, unsigned *vc) {
  const foreign_bank_t *b = foreign_bank(bank);
  for (const packet_t *p = packets_oldest(b->packets); p != NULL; p = p->younger) {
    if (p->head.source == source && p->head.message == message && p->steps > 0) {
      const packet_step_t *last = &p->way[p->steps - 1];
      const link_t *l = &b->link[last->link];
      if (l->to == kNone) {
        return false;
      }
      *port = ways_router(b, l->to, l->to_port, router);
      *vc = last->vc;
      return true;
    }
  }
  return false;
}

static const bank_pin_t *pins(bank_t *bank, uint32_t member, uint32_t *count) {
  return record_pins(foreign_bank(bank), member, count);
}

static const bank_foreign_t kForeign = {.broken = broken,
                                        .explain = tell,
                                        .waiting = waiting,
                                        .drained = drained,
                                        .pins = pins,
                                        .find_head = find_head};

static const bank_ops_t kOps = {
    .name = "dut", .reset = reset, .step = step, .state = state, .free = release};

// --- making it -----------------------------------------------------------------------------------

static uint32_t add_link(foreign_bank_t *b, uint32_t from, unsigned from_port, uint32_t to,
                         unsigned to_port, uint32_t end) {
  const bool by_sender = from != kNone;
  const module_t *m = &b->module[by_sender ? from : to];
  link_t *l = &b->link[b->links];
  *l = (link_t){.from = from,
                .to = to,
                .from_port = (uint16_t)from_port,
                .to_port = (uint16_t)to_port,
                .end = end,
                .pins = by_sender ? &m->map->output[from_port] : &m->map->input[to_port],
                .api = m->map->api,
                .instance = m->instance};
  return b->links++;
}

static void add_end(foreign_bank_t *b, uint32_t module, unsigned port, uint32_t node,
                    topology_place_t in, topology_place_t out) {
  const foreign_module_t *map = b->module[module].map;
  end_t *e = &b->end[b->ends];
  *e = (end_t){.module = module,
               .port = (uint16_t)port,
               .node = node,
               .in = kNone,
               .out = kNone,
               .in_member = b->member_of[in.router],
               .in_port = (uint8_t)in.port,
               .out_member = b->member_of[out.router],
               .out_port = (uint8_t)out.port};
  if (map->input[port].valid.bits > 0) {
    e->in = add_link(b, kNone, 0, module, port, b->ends);
  }
  if (map->output[port].valid.bits > 0) {
    e->out = add_link(b, module, port, kNone, 0, b->ends);
  }
  b->ends++;
}

static void join_port(foreign_bank_t *b, uint32_t module, unsigned port) {
  const topology_t *t = b->topology;
  const foreign_module_t *map = b->module[module].map;
  const uint32_t at = map->port[port];
  if (at == UINT32_MAX) {
    if (map->output[port].valid.bits > 0) {
      (void)add_link(b, module, port, kNone, kNowhere, kNone);
    }
    return;
  }
  if (b->map->network) {
    topology_place_t in;
    topology_place_t out;
    (void)topology_injection(t, at, &in, 1);
    (void)topology_ejection(t, at, &out, 1);
    add_end(b, module, port, at, in, out);
    return;
  }
  const uint32_t router = b->bank.config.ids[module];
  const int32_t peer = t->peer_router[(size_t)router * t->ports + at];
  const topology_place_t here = {router, at};
  if (peer < 0) {
    uint32_t node = kNone;
    (void)topology_node_at(t, router, at, &node);
    add_end(b, module, port, node, here, here);
  } else if (b->member_of[peer] == kNone) {
    add_end(b, module, port, kNone, here, here);
  } else {
    const uint32_t to = b->place_of[t->peer_port[(size_t)router * t->ports + at]];
    (void)add_link(b, module, port, b->member_of[peer], to, kNone);
  }
}

static const foreign_module_t *map_of(const foreign_bank_t *b, uint32_t module) {
  return &b->map->module[b->map->network ? 0 : b->bank.config.ids[module]];
}

static bool create_instances(foreign_bank_t *b, noc_error_t *error) {
  for (uint32_t m = 0; m < b->modules; m++) {
    const foreign_module_t *map = map_of(b, m);
    const uint32_t router = (uint32_t)(map - b->map->module);
    char name[32];
    (void)snprintf(name, sizeof name, "dut_%" PRIu32, router);
    const uint32_t seed = (uint32_t)rng_mix(b->bank.config.seed * 2 + router + 1);
    b->module[m].map = map;
    b->module[m].instance = map->api->create(name, seed | 1u);
    if (b->module[m].instance == NULL) {
      return memory_fail(error, "the models of foreign routers");
    }
  }
  return true;
}

// The widest pin, in words.
static size_t widest(const foreign_bank_t *b) {
  size_t words = SHAPE_MAX_WORDS;
  for (uint32_t m = 0; m < b->modules; m++) {
    const foreign_api_t *api = map_of(b, m)->api;
    for (uint32_t i = 0; i < api->pins; i++) {
      const size_t of = (api->pin[i].bits + 63u) / 64;
      words = of > words ? of : words;
    }
  }
  return words;
}

static void find_places(foreign_bank_t *b) {
  memset(b->place_of, 0xff, (b->topology->ports + 1) * sizeof *b->place_of);
  for (uint32_t m = 0; m < b->modules && !b->map->network; m++) {
    for (unsigned p = 0; p < b->map->ports; p++) {
      const uint32_t at = b->module[m].map->port[p];
      if (at < b->topology->ports) {
        b->place_of[at] = (uint16_t)p;
      }
    }
  }
  for (unsigned i = 0; i < b->map->fields; i++) {
    const formula_t *is = map_of(b, 0)->input[0].field[i].is;
    b->routes = b->routes || formula_has(is, FORMULA_OUT) || formula_has(is, FORMULA_HOPS) ||
                formula_has(is, FORMULA_NAMES);
  }
}

static bool create_fields(foreign_bank_t *b) {
  bool ok = true;
  for (uint32_t i = 0; i < b->links; i++) {
    for (unsigned v = 0; v < b->map->vcs; v++) {
      b->link[i].vc[v].field = calloc(b->map->fields + 1, sizeof *b->link[i].vc[v].field);
      ok = ok && b->link[i].vc[v].field != NULL;
    }
  }
  return ok;
}

static bool create(foreign_bank_t *b, noc_error_t *error) {
  const topology_t *t = b->topology;
  const uint32_t members = b->bank.config.members;
  b->modules = b->map->network ? 1 : members;
  const size_t ports = (size_t)b->modules * b->map->ports;
  b->module = calloc(b->modules, sizeof *b->module);
  b->member_of = malloc(t->routers * sizeof *b->member_of);
  b->place_of = malloc((t->ports + 1) * sizeof *b->place_of);
  b->link = calloc(2 * ports + 1, sizeof *b->link);
  b->end = calloc(ports + 1, sizeof *b->end);
  b->way = calloc(t->routers + 1, sizeof *b->way);
  b->packets = packets_create(b->shape, b->map->fields);
  if (b->module == NULL || b->member_of == NULL || b->place_of == NULL || b->link == NULL ||
      b->end == NULL || b->way == NULL || b->packets == NULL) {
    return memory_fail(error, "a network of foreign routers");
  }
  memset(b->member_of, 0xff, t->routers * sizeof *b->member_of);
  for (uint32_t m = 0; m < members; m++) {
    b->member_of[b->bank.config.ids[m]] = m;
  }
  if (!create_instances(b, error)) {
    return false;
  }
  b->scratch = calloc(2 * widest(b) + 2, sizeof *b->scratch);
  find_places(b);
  for (uint32_t m = 0; m < b->modules; m++) {
    for (unsigned p = 0; p < b->map->ports; p++) {
      join_port(b, m, p);
    }
  }
  if (b->scratch == NULL || !create_fields(b)) {
    return memory_fail(error, "a network of foreign routers");
  }
  return ends_create(b, error) && pins_join(b, error);
}

bool bank_foreign_fits(unsigned vcs, unsigned flit_bits, const foreign_t *map, noc_error_t *error) {
  if (vcs != map->vcs) {
    return noc_fail(error, NOC_BAD_INPUT, "router.vcs" SAY_IS("%u", "%u, as %s has"), vcs, map->vcs,
                    map->file);
  }
  return flit_bits <= map->flit_bits ||
         noc_fail(error, NOC_BAD_INPUT,
                  "router.flit_bits" SAY_IS("%u", "up to %u, which the payload of %s has room for"),
                  flit_bits, map->flit_bits, map->file);
}

static bool check(const bank_config_t *c, const foreign_t *map, noc_error_t *error) {
  const noc_shape_t *s = c->shape;
  if (!bank_foreign_fits(s->vcs, s->flit_bits, map, error)) {
    return false;
  }
  if (s->multicast) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "workload.scheme" SAY_IS("one with worms, which routers copy",
                                             "another one with a foreign router (run.dut)"));
  }
  if (map->network && c->members != c->topology->routers) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "--dut-at" SAY_IS("given with a whole network, %s", "given with a map of a router"),
        map->file);
  }
  return true;
}

bank_t *bank_foreign_create(const bank_config_t *config, const foreign_context_t *context,
                            noc_error_t *error) {
  assert(config->component == COMPONENT_ROUTER);
  if (!check(config, context->map, error)) {
    return NULL;
  }
  foreign_bank_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)memory_fail(error, "a network of foreign routers");
    return NULL;
  }
  b->bank = (bank_t){.ops = &kOps,
                     .config = *config,
                     .has_rtl = true,  // every cycle is stepped
                     .foreign = &kForeign,
                     .flits_inside = flits_inside,
                     .credits = credits,
                     .occupied = occupied};
  bundle_router(config->shape, &b->bank.layout);
  b->context = *context;
  b->map = context->map;
  b->shape = config->shape;
  b->topology = config->topology;
  if (!create(b, error)) {
    release(&b->bank);
    return NULL;
  }
  return &b->bank;
}
