// rahman2012 -- what the paper of Rahman, Shah and Inoguchi (docs/papers/rahman2012.yaml) computes
// by itself: of the hierarchical 3D-mesh, routes, levels and ports.

#include "papers/rahman2012.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/h3dm_routes.h"
#include "topology/topology.h"

enum { NAME = 64, ARGUMENT_MOST = 64, LEVELS_MOST = 16 };

static void routes_longest(const void *record, value_t *value) {
  value->number = ((const h3dm_routes_t *)record)->longest;
}

static void routes_mean(const void *record, value_t *value) {
  value->number = ((const h3dm_routes_t *)record)->mean;
}

static const record_field_t kRoutesFields[] = {{"longest", {.kind = KIND_NUMBER}, routes_longest},
                                               {"mean", {.kind = KIND_NUMBER}, routes_mean}};
static const record_class_t kRoutes = {"routes", kRoutesFields, 2};

static bool call_routes(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  unsigned m = 0;
  unsigned n = 0;
  unsigned levels = 0;
  unsigned q = 0;
  (void)result;
  return value_whole(&argument[0], "m", ARGUMENT_MOST, &m, error) &&
         value_whole(&argument[1], "n", ARGUMENT_MOST, &n, error) &&
         value_whole(&argument[2], "levels", LEVELS_MOST, &levels, error) &&
         value_whole(&argument[3], "q", LEVELS_MOST, &q, error) &&
         h3dm_routes(m, n, levels, q, 1, room, error);
}

const function_t kH3dmRoutes = {.name = "h3dm_routes",
                                .words = "M, N, LEVELS, Q",
                                .argument = {{.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER},
                                             {.kind = KIND_NUMBER}},
                                .arguments = 4,
                                .result = {.kind = KIND_RECORD, .of = &kRoutes},
                                .size = sizeof(h3dm_routes_t),
                                .call = call_routes};

// By trying; smaller planes have the same limit.
static bool call_levels(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  unsigned m = 0;
  unsigned q = 0;
  unsigned highest = 0;
  (void)room;
  if (!value_whole(&argument[0], "m", ARGUMENT_MOST, &m, error) ||
      !value_whole(&argument[1], "q", LEVELS_MOST, &q, error)) {
    return false;
  }
  for (bool accepted = true; accepted && highest < LEVELS_MOST; highest += accepted) {
    char text[NAME];
    noc_error_t refused = {0};
    (void)snprintf(text, sizeof text, "h3dm:m=%u,n=2,levels=%u,q=%u", m, highest + 1, q);
    topology_t *t = topology_create(text, &refused);
    accepted = t != NULL;
    topology_free(t);
  }
  result->number = highest;
  return true;
}

const function_t kH3dmLevels = {.name = "h3dm_levels",
                                .words = "M, Q",
                                .argument = {{.kind = KIND_NUMBER}, {.kind = KIND_NUMBER}},
                                .arguments = 2,
                                .result = {.kind = KIND_NUMBER},
                                .size = 1,
                                .call = call_levels};

// Links that leave a module.
typedef struct {
  unsigned in_x, in_y;
} links_t;

static void links_x(const void *record, value_t *value) {
  value->number = ((const links_t *)record)->in_x;
}

static void links_y(const void *record, value_t *value) {
  value->number = ((const links_t *)record)->in_y;
}

static const record_field_t kLinksFields[] = {{"x", {.kind = KIND_NUMBER}, links_x},
                                              {"y", {.kind = KIND_NUMBER}, links_y}};
static const record_class_t kLinks = {"links", kLinksFields, 2};

// Those of one module to another, by how many modules they lead on.
static void add_links(const topology_t *t, size_t module, size_t x_step, links_t *links) {
  const size_t size = (size_t)t->arg[0] * t->arg[0] * t->arg[0];
  for (size_t i = 0; i < size * t->ports; i++) {
    const int32_t peer = t->peer_router[module * size * t->ports + i];
    const size_t to = peer < 0 ? module : (size_t)peer / size;
    const size_t apart = to > module ? to - module : module - to;
    links->in_x += apart == x_step;
    links->in_y += apart == x_step * t->arg[1];
  }
}

// Those of a level, of a module with neighbours on all sides. In the smallest planes the first
// module has those to the north and east, the last those to the south and west.
static bool call_links(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  links_t *links = room;
  unsigned m = 0;
  unsigned q = 0;
  unsigned level = 0;
  char name[NAME];
  (void)result;
  if (!value_whole(&argument[0], "m", ARGUMENT_MOST, &m, error) ||
      !value_whole(&argument[1], "q", LEVELS_MOST, &q, error) ||
      !value_whole(&argument[2], "level", LEVELS_MOST, &level, error)) {
    return false;
  }
  (void)snprintf(name, sizeof name, "h3dm:m=%u,n=2,levels=%u,q=%u", m, level, q);
  topology_t *t = topology_create(name, error);
  if (t == NULL) {
    return false;
  }
  if (level > 1) {
    const size_t x_step = (size_t)1 << 2 * (level - 2);
    add_links(t, 0, x_step, links);
    add_links(t, t->routers / (m * m * m) - 1, x_step, links);
  }
  topology_free(t);
  return true;
}

const function_t kH3dmLinks = {
    .name = "h3dm_links",
    .words = "M, Q, LEVEL",
    .argument = {{.kind = KIND_NUMBER}, {.kind = KIND_NUMBER}, {.kind = KIND_NUMBER}},
    .arguments = 3,
    .result = {.kind = KIND_RECORD, .of = &kLinks},
    .size = sizeof(links_t),
    .call = call_links};
