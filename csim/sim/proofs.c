// proofs -- see proofs.h. A list in memory that all processes share; entries are added and never
// changed. Two processes that prove the same at a time both add it.

#include "sim/proofs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "collective/scheme.h"
#include "routing/dependencies_worms.h"

enum { PROOFS = 256, NETWORK = 240 };

typedef struct {
  atomic_bool written;
  char network[NETWORK];  // "torus:8x8 dor 2"
} proof_t;

typedef struct {
  atomic_uint taken;  // also counts those that found no room
  proof_t proof[PROOFS];
} proofs_t;

static proofs_t *shared;

void proofs_share(void) {
  if (shared == NULL) {
    void *memory =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    shared = memory != MAP_FAILED ? memory : NULL;
  }
}

// Describes what a proof is of. False where it is not to be kept: a network that comes from a file
// may be another one the next time.
static bool describe(const scenario_t *s, unsigned classes, const worm_routes_t *trees, bool paths,
                     char network[NETWORK]) {
  const int length = snprintf(network, NETWORK, "%s %s%s %u%s%s", s->topology->name, s->route->name,
                              s->route->adaptive ? " adaptive" : "", classes,
                              trees != NULL ? " trees" : "", paths ? " paths" : "");
  return shared != NULL && topology_file(s->topology_text) == NULL && s->routes.path == NULL &&
         length > 0 && length < NETWORK;
}

static bool is_known(const char *network) {
  const unsigned taken = atomic_load(&shared->taken);
  for (unsigned i = 0; i < taken && i < PROOFS; i++) {
    const proof_t *p = &shared->proof[i];
    if (atomic_load(&p->written) && strcmp(p->network, network) == 0) {
      return true;
    }
  }
  return false;
}

static void add(const char *network) {
  const unsigned i = atomic_fetch_add(&shared->taken, 1);
  if (i < PROOFS) {
    (void)strcpy(shared->proof[i].network, network);
    atomic_store(&shared->proof[i].written, true);
  }
}

static bool prove(const scenario_t *s, unsigned classes, const worm_routes_t *trees, bool paths,
                  noc_error_t *error) {
  dependencies_t d = {0};
  const bool found = trees != NULL || paths
                         ? dependencies_worms(s->route, classes, trees, paths, &d, error)
                         : dependencies_prove(s->route, classes, &d, error);
  if (!found) {
    dependencies_free(&d);
    return error->status == NOC_BAD_INPUT && noc_fail_key(error, s->file, "router.routing");
  }
  if (!d.acyclic) {
    char cycle[400];
    (void)noc_fail(
        error, NOC_BAD_INPUT,
        "%s: router.routing" SAY_IS("%s on %.60s, which can deadlock: %s",
                                    "a routing without such a cycle, or --allow-deadlock"),
        s->file, s->route->name, s->topology->name,
        dependencies_cycle(s->route, &d, cycle, sizeof cycle));
  }
  const bool ok = d.acyclic;
  dependencies_free(&d);
  return ok;
}

bool proofs_check(const scenario_t *s, const worm_routes_t *trees, bool paths, noc_error_t *error) {
  const unsigned classes = scenario_vc_classes(s);
  char network[NETWORK];
  const bool keep = describe(s, classes, trees, paths, network);
  if (s->allow_deadlock || (keep && is_known(network))) {
    return true;
  }
  if (!prove(s, classes, trees, paths, error)) {
    return false;
  }
  if (keep) {
    add(network);
  }
  return true;
}

bool proofs_check_alone(const scenario_t *s, proofs_alone_t *proved, noc_error_t *error) {
  const unsigned classes = scenario_vc_classes(s);
  const bool any = s->workload == WORKLOAD_COLLECTIVE || s->workload == WORKLOAD_MULTICASTS;
  const scheme_t *scheme = any ? scheme_find(s->scheme) : NULL;
  const bool carried = scheme != NULL && scheme->carried;
  const bool trees = carried && scheme->carry == CARRY_TREE;
  const bool paths = carried && scheme->carry == CARRY_PATH;
  worm_routes_t routes = {0};
  if (trees && !worm_routes_create(&routes, s->route, classes, error)) {
    return noc_fail_key(error, s->file, "router.routing");
  }
  const bool ok = proofs_check(s, trees ? &routes : NULL, paths, error);
  worm_routes_free(&routes);
  *proved = (proofs_alone_t){ok, trees, paths};
  return ok;
}
