// hop_count -- see hop_count.h.

#include "runs/hop_count.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "collective/scheme.h"

enum { NAME = 32, DEFAULT_SEED = 1 };

bool hops_is_coded(const hops_t *h) {
  return h->hierarchical && coding_scheme_codes(h->config.scheme);
}

uint32_t hops_group_size(const hops_t *h) {
  uint32_t size = 1;
  if (h->config.list.count > 0) {
    return h->config.list.size;
  }
  for (unsigned d = 0; d <= h->topology->dims; d++) {
    size *= h->config.side[0][d];
  }
  return size;
}

static const char *prefix(const hops_t *h) {
  return h->asked.prefix != NULL ? h->asked.prefix : "";
}

// The sentence of an error, with the name of what it is about.
static bool fail_name(const hops_t *h, const char *name, noc_error_t *error) {
  char full[NAME];
  (void)snprintf(full, sizeof full, "%s%s", prefix(h), name);
  return error->status == NOC_BAD_INPUT && noc_fail_key(error, NULL, full);
}

static bool read_topology(hops_t *h, noc_error_t *error) {
  h->topology = topology_create(h->asked.topology, error);
  if (h->topology == NULL) {
    return strncmp(error->text, "column", strlen("column")) == 0 ? fail_name(h, "topology", error)
                                                                 : false;
  }
  h->routing = routing_create(h->topology, h->asked.routing, h->asked.routes, false, error);
  if (h->routing == NULL && noc_is_keyless(error)) {
    return fail_name(h, "routing", error);
  }
  return h->routing != NULL;
}

static bool fail_collective(const hops_t *h, noc_error_t *error) {
  nearest_t nearest = nearest_start(h->asked.collective);
  for (size_t i = 0; kCollectiveWords[i].name != NULL; i++) {
    nearest_offer(&nearest, kCollectiveWords[i].name);
  }
  return noc_fail(error, NOC_BAD_INPUT, "%scollective" SAY_IS("'%.60s'%s", "%s"), prefix(h),
                  h->asked.collective, nearest_hint(&nearest), nearest.names);
}

static bool fail_scheme(const hops_t *h, noc_error_t *error) {
  nearest_t nearest = nearest_start(h->asked.scheme);
  collective_offer_schemes(h->asked.collective, &nearest);
  return noc_fail(error, NOC_BAD_INPUT, "%sscheme" SAY_IS("'%.60s'%s", "one for %s: %s"), prefix(h),
                  h->asked.scheme, nearest_hint(&nearest), h->asked.collective, nearest.names);
}

static bool is_grouped(const scheme_t *s) {
  return s->grouped;
}

static bool read_scheme(hops_t *h, noc_error_t *error) {
  const hops_asked_t *asked = &h->asked;
  if (collective_find(asked->collective) == NULL) {
    return fail_collective(h, error);
  }
  if (collective_find_pair(asked->collective, asked->scheme) == NULL) {
    return fail_scheme(h, error);
  }
  if (scheme_find(asked->scheme)->carried) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "%sscheme" SAY_IS("%s, whose packets are copied on their way", "schemes of unicasts"),
        prefix(h), asked->scheme);
  }
  h->hierarchical = coding_scheme_find(asked->scheme, &h->config.scheme);
  const struct {
    const char *name;
    bool given;
    bool (*with)(const scheme_t *s);
  } kOnly[] = {{"group", asked->group != NULL, is_grouped},
               {"base", asked->base != NULL, is_grouped},
               {"intermediate", asked->intermediate != NULL, is_grouped},
               {"literal", asked->literal, scheme_codes}};
  for (size_t i = 0; i < sizeof kOnly / sizeof kOnly[0]; i++) {
    char names[SCHEME_NAMES];
    if (kOnly[i].given && !kOnly[i].with(scheme_find(asked->scheme))) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s%s" SAY_IS("given with the scheme %s", "given with %s"), prefix(h),
                      kOnly[i].name, asked->scheme, scheme_names(kOnly[i].with, " and ", names));
    }
  }
  return true;
}

static bool read_nodes(hops_t *h, noc_error_t *error) {
  const hops_asked_t *asked = &h->asked;
  const char *key = NULL;
  return participants_of(h->topology, asked->collective, asked->scheme, asked->from, asked->to,
                         &h->participants, &key, error) ||
         fail_name(h, key, error);
}

static bool read_groups(hops_t *h, noc_error_t *error) {
  const coding_text_t text = {h->asked.group, h->asked.base, h->asked.intermediate};
  const char *key = NULL;
  return coding_config_read(&h->config, &text, h->topology, &h->shapes, &key, error) ||
         fail_name(h, key, error);
}

// Every destination ends with every block, if no packet of the complete scheme is missing.
static bool check_complete(hops_t *h, noc_error_t *error) {
  h->complete = true;
  if (!h->asked.literal) {
    return true;
  }
  coding_hops_t all;
  h->config.literal = false;
  const bool ok = h->counted ? coding_hops_count(h->routing, &h->config, &all, error)
                             : coding_hops(h->topology, &h->config, &all, error);
  h->config.literal = true;
  h->complete = ok && all.total.unicasts == h->total.unicasts;
  return ok;
}

static bool count_groups(hops_t *h, noc_error_t *error) {
  h->config.sources = &h->participants.from;
  h->config.destinations = &h->participants.to;
  h->config.literal = h->asked.literal;
  // Where there is no closed form, hops between nodes are asked for again and again.
  const bool closed = coding_hops_is_closed(h->topology, &h->config);
  if (!closed || (h->asked.group != NULL && strchr(h->asked.group, ';') != NULL)) {
    h->between = hops_between_create(h->routing, error);
    h->config.between = h->between;
    if (h->between == NULL) {
      return false;
    }
  }
  if (!read_groups(h, error)) {
    return false;
  }
  h->counted = h->asked.count || !routing_by_dimension(h->routing) ||
               !coding_hops_is_closed(h->topology, &h->config);
  const bool ok = h->counted ? coding_hops_count(h->routing, &h->config, &h->steps, error)
                             : coding_hops(h->topology, &h->config, &h->steps, error);
  h->total = h->steps.total;
  return ok && check_complete(h, error);
}

static bool count_plan(hops_t *h, noc_error_t *error) {
  bool known = false;
  if (!h->asked.count && !hops_closed_form(h->routing, h->asked.collective, h->asked.scheme,
                                           &h->participants, &h->total, &known, error)) {
    return false;
  }
  if (known) {
    return true;
  }
  h->counted = true;
  // The plan is that of a run with this routing and the seed that a run has.
  h->participants.planner.topology = h->topology;
  h->participants.planner.routing = h->routing;
  h->participants.scheduled.routing = h->routing;
  h->participants.scheduled.seed = DEFAULT_SEED;
  h->participants.seed = DEFAULT_SEED;
  plan_t *plan = collective_plan(h->asked.collective, h->asked.scheme, &h->participants, error);
  const bool ok = plan != NULL && hops_of_plan(h->routing, plan, &h->total, error);
  plan_free(plan);
  return ok;
}

bool hops_work_out(hops_t *h, noc_error_t *error) {
  return read_topology(h, error) && read_scheme(h, error) && read_nodes(h, error) &&
         (h->hierarchical ? count_groups(h, error) : count_plan(h, error)) &&
         hops_lower_bound(h->asked.collective, &h->participants, &h->bound, error);
}

void hops_free(hops_t *h) {
  coding_shapes_free(&h->shapes);
  coding_config_free(&h->config);
  hops_between_free(h->between);
  if (h->topology != NULL) {
    participants_free(&h->participants);
  }
  routing_free(h->routing);
  topology_free(h->topology);
}
