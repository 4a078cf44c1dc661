// run_foreign -- see run_foreign.h.

#include "runs/run_foreign.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/read_file.h"
#include "lockstep/factory.h"
#include "scenario/scenario_load.h"

// --- what the map decides ------------------------------------------------------------------------

enum { DECIDED = 4, SET = 80 };

static bool is_said(const scenario_t *s, const char *key) {
  for (size_t i = 0; i < s->places; i++) {
    if (strcmp(s->place[i].key, key) == 0) {
      return true;
    }
  }
  return false;
}

// Reads the scenario again, with what the map says where it says nothing itself.
static scenario_t *read_again(const scenario_t *s, const foreign_t *map, const char *text,
                              size_t length, const char *const *sets, size_t n_sets,
                              noc_error_t *error) {
  char decided[DECIDED][SET];
  const unsigned flit_bits = s->flit_bits < map->flit_bits ? s->flit_bits : map->flit_bits;
  (void)snprintf(decided[0], SET, "router.vcs=%u", map->vcs);
  (void)snprintf(decided[1], SET, "router.depth=%u", map->depth);
  (void)snprintf(decided[2], SET, "router.flit_bits=%u", flit_bits);
  (void)snprintf(decided[3], SET, "router.routing=%s", map->routing != NULL ? map->routing : "");
  const char **all = malloc((n_sets + DECIDED) * sizeof *all);
  size_t count = 0;
  if (all == NULL) {
    (void)memory_fail(error, "the scenario");
    return NULL;
  }
  for (unsigned i = 0; i < DECIDED; i++) {
    char key[SET];
    (void)snprintf(key, sizeof key, "%.*s", (int)strcspn(decided[i], "="), decided[i]);
    if (!is_said(s, key) && (i < 3 || map->routing != NULL)) {
      all[count++] = decided[i];
    }
  }
  for (size_t i = 0; i < n_sets; i++) {
    all[count++] = sets[i];
  }
  scenario_t *again = scenario_parse(text, length, s->file, all, count, error);
  free(all);
  return again;
}

// The routers that words name; false with the error.
static bool read_places(const scenario_t *s, uint32_t **routers, size_t *count,
                        noc_error_t *error) {
  *count = 0;
  *routers = NULL;
  if (s->dut_at == NULL) {
    return true;
  }
  *routers = malloc((strlen(s->dut_at) + 1) * sizeof **routers);
  if (*routers == NULL) {
    return memory_fail(error, "the places of foreign routers");
  }
  for (const char *word = s->dut_at + strspn(s->dut_at, " "); *word != '\0';) {
    const size_t length = strcspn(word, " ");
    char name[64];
    char last[64];
    const topology_t *t = s->topology;
    (void)snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), word);
    if (!topology_find_router(t, name, &(*routers)[*count])) {
      return noc_fail(error, NOC_BAD_INPUT, "run.dut_at" SAY_IS("'%s'", "routers of %s, up to %s"),
                      name, t->name, topology_router_name(t, t->routers - 1, last, sizeof last));
    }
    for (size_t i = 0; i < *count; i++) {
      if ((*routers)[i] == (*routers)[*count]) {
        return noc_fail(error, NOC_BAD_INPUT, "run.dut_at" SAY_IS("%s a second time", "given once"),
                        name);
      }
    }
    ++*count;
    word += length + strspn(word + length, " ");
  }
  return *count > 0 ||
         noc_fail(error, NOC_BAD_INPUT, "run.dut_at" SAY_IS("empty", "routers such as '1,1 2,1'"));
}

static foreign_t *load(const scenario_t *s, noc_error_t *error) {
  uint32_t *routers = NULL;
  size_t count = 0;
  foreign_t *map = NULL;
  if (read_places(s, &routers, &count, error)) {
    map = s->dut_at == NULL ? foreign_load(s->dut.path, s->topology, error)
                            : foreign_load_at(s->dut.path, s->topology, routers, count, error);
  }
  free(routers);
  return map;
}

// --- what is refused -----------------------------------------------------------------------------

static bool check_scenario(const scenario_t *s, noc_error_t *error) {
  if (s->run_router != RUN_REF) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "run.router" SAY_IS("%s with a foreign router (run.dut), which has no golden "
                                        "model to be compared with",
                                        "ref"),
                    sim_router_name(s));
  }
  if (s->assertions == ASSERTIONS_OFF) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "run.assertions" SAY_IS("off with a foreign router (run.dut)", "on"));
  }
  if (s->cut_through) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "router.switching" SAY_IS("cut-through with a foreign router (run.dut)", "wormhole"));
  }
  if (s->adaptive) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "router.adaptive" SAY_IS("true with a foreign router (run.dut)", "false"));
  }
  if (s->route->unit == ROUTE_SOURCE) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "router.routing" SAY_IS("source with a foreign router (run.dut)",
                                            "one that finds its way by the destination"));
  }
  if (s->link_latency > 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "router.link_latency" SAY_IS("%u with a foreign router (run.dut)", "1"),
                    s->link_latency);
  }
  if (scenario_clocks_links(s)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "link.clock_ratio" SAY_IS("given with a foreign router (run.dut)", "1"));
  }
  if (s->jitter.links != 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "run.jitter.links" SAY_IS("given with a foreign router (run.dut)", "0"));
  }
  if (s->link_check != LINK_UNCHECKED || s->link_faults.share != 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s" SAY_IS("given with a foreign router (run.dut)", "%s"),
                    s->link_check != LINK_UNCHECKED ? "router.link_check" : "run.link_faults.share",
                    s->link_check != LINK_UNCHECKED ? "none" : "0");
  }
  if (s->arbiter != NULL && strcmp(s->arbiter, "age") == 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "router.arbiter" SAY_IS("age with a foreign router (run.dut)", "round-robin"));
  }
  if (s->dut_at != NULL && scenario_vc_classes(s) > 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "run.dut_at" SAY_IS("given with routing %s, which needs classes of VCs",
                                        "given with a routing of one class"),
                    s->route->name);
  }
  return true;
}

// Flits of the longest packet; 0: not known before it is sent.
static unsigned longest_packet(const scenario_t *s) {
  unsigned longest = 0;
  switch (s->workload) {
    case WORKLOAD_TRAFFIC:
      for (unsigned i = 0; i < s->classes; i++) {
        const scenario_class_t *c = &s->traffic[i];
        longest = c->packet_flits.longest > longest ? c->packet_flits.longest : longest;
        longest = c->reply_flits.longest > longest ? c->reply_flits.longest : longest;
      }
      return longest;
    case WORKLOAD_COLLECTIVE:
      return scenario_longest(s);
    default:
      return s->packet_flits;
  }
}

static bool check_map(const scenario_t *s, const foreign_t *map, noc_error_t *error) {
  const unsigned longest = longest_packet(s);
  if (!bank_foreign_fits(s->vcs, s->flit_bits, map, error)) {
    return false;
  }
  if (longest > 0 && longest + map->headers > map->longest) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "run.dut" SAY_IS("%s, which takes packets of up to %u flits",
                                     "one that takes %u and %u header flits"),
                    s->dut.text, map->longest, longest, map->headers);
  }
  for (uint32_t m = 0; s->reset > 0 && m < map->modules; m++) {
    if (map->module[m].api != NULL && map->module[m].reset.bits == 0) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "run.reset" SAY_IS("given with %s, which has no reset", "left out"),
                      s->dut.text);
    }
  }
  return true;
}

// --- reading ------------------------------------------------------------------------------------

scenario_t *foreign_scenario_parse(const char *text, size_t length, const char *name,
                                   const char *const *sets, size_t n_sets, noc_error_t *error) {
  scenario_t *s = scenario_parse(text, length, name, sets, n_sets, error);
  if (s == NULL || s->dut.path == NULL) {
    return s;
  }
  foreign_t *map = check_scenario(s, error) ? load(s, error) : NULL;
  scenario_t *again = NULL;
  if (map == NULL) {
    scenario_locate(s, error);
  } else {
    again = read_again(s, map, text, length, sets, n_sets, error);
  }
  if (again != NULL && !check_map(again, map, error)) {
    scenario_locate(again, error);
    scenario_free(again);
    again = NULL;
  }
  foreign_free(map);
  scenario_free(s);
  return again;
}

scenario_t *foreign_scenario_load(const char *file, const char *const *sets, size_t n_sets,
                                  noc_error_t *error) {
  size_t length = 0;
  char *text = read_file(file, &length, error);
  if (text == NULL) {
    return NULL;
  }
  scenario_t *s = foreign_scenario_parse(text, length, file, sets, n_sets, error);
  free(text);
  return s;
}

// --- the banks -----------------------------------------------------------------------------------

bool run_places_foreign(sim_t *s) {
  sim_places_t *p = &s->places;
  uint32_t *routers = NULL;
  size_t count = 0;
  bool ok = s->scenario->dut.path == NULL || read_places(s->scenario, &routers, &count, &s->error);
  if (ok && count > 0) {
    uint32_t *all = realloc(p->router, (p->count + count) * sizeof *all);
    p->router = all != NULL ? all : p->router;
    const char **kinds = realloc(p->kind, (p->count + count) * sizeof *kinds);
    p->kind = kinds != NULL ? kinds : p->kind;
    ok = (all != NULL && kinds != NULL) || memory_fail(&s->error, "the places of foreign routers");
    for (size_t i = 0; ok && i < count; i++) {
      p->router[p->count] = routers[i];
      p->kind[p->count++] = "dut";
    }
  }
  free(routers);
  return ok;
}

bool run_load_foreign(sim_t *s, run_banks_t *banks) {
  const scenario_t *scenario = s->scenario;
  if (scenario->dut.path == NULL) {
    return true;
  }
  if (!check_scenario(scenario, &s->error)) {
    return false;
  }
  banks->map = load(scenario, &s->error);
  banks->foreign = (foreign_context_t){.map = banks->map, .routing = scenario->route};
  return banks->map != NULL && check_map(scenario, banks->map, &s->error);
}

void run_free_foreign(run_banks_t *banks) {
  foreign_free(banks->map);
  banks->map = NULL;
}

bank_t *run_bank_factory(const char *kind, const bank_config_t *config, void *context,
                         noc_error_t *error) {
  const run_banks_t *banks = context;
  if (strcmp(kind, "dut") != 0) {
    return bank_factory(kind, config, banks->crew, error);
  }
  if (config->component == COMPONENT_INTERFACE) {
    return bank_ref_create(config, error);
  }
  return bank_foreign_create(config, &banks->foreign, error);
}
