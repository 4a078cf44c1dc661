// shalaby2015_nets -- the networks of the paper's hop counts, with the schemes of each; see
// paper_shalaby2015.h.

#include <stdio.h>
#include <string.h>

#include "analysis/hops.h"
#include "base/memory.h"
#include "papers/shalaby2015.h"

// All nodes to all, without groups.
static bool count_plain(shalaby_net_t *n, noc_error_t *error) {
  hops_box_t box;
  const bool ok = hops_space_of(n->topology, &n->space) &&
                  (hops_box_create(&box, &n->space, n->space.side, NULL, NULL) ||
                   memory_fail(error, "the hops"));
  if (ok) {
    n->tree = hops_box_allgather(&box, HOPS_BINOMIAL).hops;
    n->all_at_once = hops_box_allgather(&box, HOPS_UNICAST).hops;
  }
  hops_box_free(&box);
  return ok;
}

bool shalaby_net(shalaby_net_t *n, const char *family, unsigned k, noc_error_t *error) {
  participants_t p = {0};
  const char *key = NULL;
  *n = (shalaby_net_t){.k = k};
  (void)snprintf(n->name, sizeof n->name, "%s:%ux%u", family, k, k);
  n->topology = topology_create(n->name, error);
  if (n->topology == NULL ||
      !participants_of(n->topology, "allgather", "unicast", NULL, NULL, &p, &key, error)) {
    return false;
  }
  const bool ok = hops_lower_bound("allgather", &p, &n->bound, error) && count_plain(n, error);
  participants_free(&p);
  return ok;
}

void shalaby_net_free(shalaby_net_t *n) {
  topology_free(n->topology);
  n->topology = NULL;
}

bool shalaby_best(const shalaby_net_t *n, coding_scheme_t scheme, hops_base_t base,
                  const node_set_t *sources, shalaby_best_t *best, noc_error_t *error) {
  coding_shapes_t shapes = {0};
  *best = (shalaby_best_t){.config = {.scheme = scheme,
                                      .base = {base, base, base},
                                      .placement = CODING_BEST,
                                      .sources = sources}};
  const bool ok = coding_search(n->topology, 0, &best->config, &shapes, error) &&
                  coding_hops(n->topology, &best->config, &best->hops, error);
  coding_shapes_free(&shapes);
  for (unsigned i = 0; ok && i < best->config.levels; i++) {
    char group[CODING_TEXT];
    const size_t used = strlen(best->group);
    (void)snprintf(best->group + used, sizeof best->group - used, "%s%s", i > 0 ? "," : "",
                   coding_group_text(n->topology, best->config.side[i], group));
  }
  return ok;
}

bool shalaby_nets(shalaby_nets_t *all, noc_error_t *error) {
  *all = (shalaby_nets_t){0};
  bool ok = true;
  for (size_t i = 0; i < SHALABY_SIZES && ok; i++) {
    const unsigned k = 2u << i;
    const shalaby_net_t *mesh = &all->mesh[i];
    const shalaby_net_t *torus = &all->torus[i];
    ok = shalaby_net(&all->mesh[i], "mesh", k, error) &&
         shalaby_net(&all->torus[i], "torus", k, error) &&
         shalaby_best(torus, CODING_HNC, HOPS_UNICAST, NULL, &all->torus_coded[i], error);
    for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL && ok; base++) {
      ok = shalaby_best(mesh, CODING_HNC, base, NULL, &all->coded[base][i], error) &&
           shalaby_best(mesh, CODING_HIERARCHY, base, NULL, &all->plain[base][i], error);
    }
    // In a mesh of 2x2 no group has groups within.
    ok = ok && (i == 0 || shalaby_best(mesh, CODING_RECURSIVE, HOPS_UNICAST, NULL,
                                       &all->recursive[i], error));
  }
  return ok;
}

void shalaby_nets_free(shalaby_nets_t *all) {
  for (size_t i = 0; i < SHALABY_SIZES; i++) {
    shalaby_net_free(&all->mesh[i]);
    shalaby_net_free(&all->torus[i]);
  }
}
