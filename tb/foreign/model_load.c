// model_load -- foreign_load(): reads the map, finds which models the places need, has them built,
// and works out the pins of each place.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/map.h"
#include "foreign/model_build.h"
#include "foreign/model_load.h"
#include "foreign/places.h"
#include "foreign/resolve.h"

typedef struct {
  map_t *m;
  const topology_t *t;
  foreign_t *f;
  bool *wanted;        // [modules]
  uint32_t *model_of;  // [modules]
  model_t *model;
  size_t models;
  formula_values_t *values;  // [ports]
  const char **port_text;    // [ports]
  noc_error_t *error;
} load_t;

void foreign_free(foreign_t *f) {
  if (f != NULL) {
    map_free(f->memory);
  }
}

static void *take(const load_t *l, size_t count, size_t size) {
  return map_take(l->m, count, size, l->error);
}

// ---- Parameters

static const char *parameter_text(const load_t *l, const map_parameter_t *p,
                                  const formula_values_t *values) {
  char text[640];
  if (p->text != NULL) {
    (void)snprintf(text, sizeof text, "%s=%s", p->name, p->text);
  } else {
    (void)snprintf(text, sizeof text, "%s=%" PRId64, p->name, formula_value(p->value, values));
  }
  return map_copy(l->m, text, strlen(text), l->error);
}

static bool same(const load_t *l, const model_t *a, const char *const *parameter) {
  for (size_t i = 0; i < l->m->parameters; i++) {
    if (strcmp(a->parameter[i], parameter[i]) != 0) {
      return false;
    }
  }
  return true;
}

// The model of a place: one that another place has too, or another.
static bool find_model(load_t *l, uint32_t module) {
  formula_values_t values;
  const char **parameter = take(l, l->m->parameters + 1, sizeof *parameter);
  places_values(l->m, l->t, module, 0, 0, &values);
  for (size_t i = 0; parameter != NULL && i < l->m->parameters; i++) {
    parameter[i] = parameter_text(l, &l->m->parameter[i], &values);
    if (parameter[i] == NULL) {
      return false;
    }
  }
  if (parameter == NULL) {
    return false;
  }
  for (size_t i = l->models; i > 0; i--) {
    if (same(l, &l->model[i - 1], parameter)) {
      l->model_of[module] = (uint32_t)(i - 1);
      return true;
    }
  }
  l->model_of[module] = (uint32_t)l->models;
  l->model[l->models++] = (model_t){.parameter = parameter};
  return true;
}

// ---- Places

static bool start_texts(load_t *l, const char **name) {
  const map_t *m = l->m;
  for (unsigned i = 0; i < places_ports(m, l->t); i++) {
    char node[16];
    (void)snprintf(node, sizeof node, "%u", i);
    name[i] = m->all_nodes ? map_copy(l->m, node, strlen(node), l->error) : m->port[i].name;
    l->port_text[i] = m->all_nodes ? name[i] : m->port[i].text;
    if (name[i] == NULL) {
      return false;
    }
  }
  return true;
}

static bool start_foreign(load_t *l, const uint32_t *router, size_t count) {
  const map_t *m = l->m;
  const unsigned ports = places_ports(m, l->t);
  const uint32_t modules = m->network ? 1 : l->t->routers;
  foreign_t *f = take(l, 1, sizeof *f);
  const char **name = take(l, ports, sizeof *name);
  l->f = f;
  l->wanted = take(l, modules, sizeof *l->wanted);
  l->model_of = take(l, modules, sizeof *l->model_of);
  l->model = take(l, modules, sizeof *l->model);
  l->values = take(l, ports, sizeof *l->values);
  l->port_text = take(l, ports, sizeof *l->port_text);
  foreign_module_t *module = take(l, modules, sizeof *module);
  if (f == NULL || name == NULL || l->wanted == NULL || l->model_of == NULL || l->model == NULL ||
      l->values == NULL || l->port_text == NULL || module == NULL) {
    return false;
  }
  *f = (foreign_t){.name = m->name,
                   .file = m->file,
                   .network = m->network,
                   .ports = ports,
                   .port_name = name,
                   .vcs = m->vcs,
                   .depth = m->depth,
                   .headers = m->headers,
                   .slack = m->slack,
                   .fickle = !m->holds,
                   .longest = m->longest,
                   .back = m->back,
                   .vc_code = m->vc_code,
                   .has_kind = m->has_kind,
                   .marks_head = m->marks_head,
                   .single = m->single,
                   .routing = m->routing,
                   .fields = (unsigned)m->heads,
                   .modules = modules,
                   .module = module,
                   .memory = l->m};
  memcpy(f->kind, m->kind, sizeof f->kind);
  for (uint32_t i = 0; i < modules; i++) {
    l->wanted[i] = router == NULL;
  }
  for (size_t i = 0; router != NULL && i < count; i++) {
    l->wanted[router[i]] = true;
  }
  return start_texts(l, name);
}

// The node at a port, or 0.
static uint32_t node_at(const load_t *l, uint32_t router, uint32_t port) {
  uint32_t node = 0;
  if (l->m->network) {
    return port;
  }
  return port != UINT32_MAX && topology_node_at(l->t, router, port, &node) ? node : 0;
}

// The pins of a place; `port` has room for all ports.
static bool resolve_place(const load_t *l, uint32_t i, uint32_t *port, foreign_module_t *module,
                          resolve_owners_t *owners) {
  char name[96];
  if (!places_ports_at(l->m, l->t, i, port, l->error)) {
    return false;
  }
  for (unsigned p = 0; p < l->f->ports; p++) {
    places_values(l->m, l->t, i, p, node_at(l, i, port[p]), &l->values[p]);
  }
  const resolve_place_t place = {.name = places_name(l->m, l->t, i, name, sizeof name),
                                 .ports = l->f->ports,
                                 .values = l->values,
                                 .port_text = l->port_text};
  return resolve_module(l->m, module->api, &place, module, owners, l->error);
}

static bool load_module(const load_t *l, uint32_t i) {
  foreign_module_t *module = &l->f->module[i];
  uint32_t *port = take(l, l->f->ports, sizeof *port);
  module->port = port;
  module->api = l->model[l->model_of[i]].api;
  return port != NULL && resolve_place(l, i, port, module, NULL);
}

// ---- Sizes that all places have in common

static bool find_flit_bits(const load_t *l) {
  static const uint32_t kSizes[] = {256, 128, 64, 32};
  const map_t *m = l->m;
  const foreign_link_t *link = NULL;
  for (uint32_t i = 0; i < l->f->modules && link == NULL; i++) {
    link = l->wanted[i] ? l->f->module[i].input : NULL;
  }
  if (link == NULL) {
    return true;
  }
  const bool shorter = m->headers == 0 && link->head_payload.bits < link->payload.bits;
  const unsigned bits = shorter ? link->head_payload.bits : link->payload.bits;
  for (size_t i = 0; i < sizeof kSizes / sizeof kSizes[0]; i++) {
    if (kSizes[i] <= bits) {
      l->f->flit_bits = kSizes[i];
      return true;
    }
  }
  return map_fail(m, m->flit_at, shorter ? "flit.head_payload" : "flit.payload",
                  "32 or more, for the data of a packet", l->error, "%u bits wide", bits);
}

static bool load_all(load_t *l, const uint32_t *router, size_t count) {
  if (!places_check(l->m, l->t, l->error) || !start_foreign(l, router, count)) {
    return false;
  }
  // Ports that do not fit are refused before a model is built.
  uint32_t *port = take(l, l->f->ports, sizeof *port);
  for (uint32_t i = 0; i < l->f->modules && port != NULL; i++) {
    if (l->wanted[i] && (!places_ports_at(l->m, l->t, i, port, l->error) || !find_model(l, i))) {
      return false;
    }
  }
  if (port == NULL || !models_load(l->m, l->model, l->models, l->error)) {
    return false;
  }
  for (uint32_t i = 0; i < l->f->modules; i++) {
    if (l->wanted[i] && !load_module(l, i)) {
      return false;
    }
  }
  return find_flit_bits(l);
}

static foreign_t *load(const char *map, const topology_t *t, const uint32_t *router, size_t count,
                       noc_error_t *error) {
  load_t l = {.m = map_read(map, error), .t = t, .error = error};
  if (l.m == NULL) {
    return NULL;
  }
  if (router != NULL && l.m->network) {
    (void)map_fail(l.m, l.m->top_at, "level", "router, to stand at some places", error, "network");
  } else if (load_all(&l, router, count)) {
    return l.f;
  }
  map_free(l.m);
  return NULL;
}

foreign_t *foreign_load(const char *map, const topology_t *t, noc_error_t *error) {
  return load(map, t, NULL, 0, error);
}

foreign_t *foreign_load_at(const char *map, const topology_t *t, const uint32_t *router,
                           size_t count, noc_error_t *error) {
  return load(map, t, router, count, error);
}

// ---- For those who print it

const map_t *foreign_map(const foreign_t *f) {
  return f->memory;
}

bool foreign_owners(const foreign_t *f, const topology_t *t, uint32_t i, resolve_owners_t *owners,
                    noc_error_t *error) {
  foreign_t own = *f;
  foreign_module_t module = {.api = f->module[i].api};
  load_t l = {.m = f->memory, .t = t, .f = &own, .error = error};
  l.values = take(&l, f->ports, sizeof *l.values);
  l.port_text = take(&l, f->ports, sizeof *l.port_text);
  uint32_t *port = take(&l, f->ports, sizeof *port);
  const char **name = take(&l, f->ports, sizeof *name);
  return l.values != NULL && l.port_text != NULL && port != NULL && name != NULL &&
         start_texts(&l, name) && resolve_place(&l, i, port, &module, owners);
}

const foreign_api_t *foreign_first(const char *map, const topology_t *t, noc_error_t *error) {
  const uint32_t first = 0;
  load_t l = {.m = map_read(map, error), .t = t, .error = error};
  const foreign_api_t *api = NULL;
  if (l.m != NULL && start_foreign(&l, &first, 1) && find_model(&l, 0) &&
      models_kept(l.m, l.model, error)) {
    api = l.model[0].api;
  }
  map_free(l.m);
  return api;
}
