// places -- see places.h.

#include "foreign/places.h"

#include <stdio.h>

static const uint32_t kNone = UINT32_MAX;

unsigned places_ports(const map_t *m, const topology_t *t) {
  return m->all_nodes ? t->nodes : (unsigned)m->ports;
}

// Whether the lines of a topology have two ends.
static bool has_axes(const topology_t *t) {
  return t->wiring == WIRING_MESH || t->wiring == WIRING_TORUS;
}

const char *places_name(const map_t *m, const topology_t *t, uint32_t router, char *out,
                        size_t size) {
  char name[64];
  if (m->network) {
    out[0] = '\0';
  } else {
    (void)snprintf(out, size, "router %s", topology_router_name(t, router, name, sizeof name));
  }
  return out;
}

bool places_check(const map_t *m, const topology_t *t, noc_error_t *error) {
  const unsigned ports = places_ports(m, t);
  if (m->network && ports > FOREIGN_MAX_ENDS) {
    return map_fail(m, m->ports_at, "ports", "up to 1024", error, "nodes, %u of them", ports);
  }
  for (size_t i = 0; i < m->ports; i++) {
    const map_port_t *p = &m->port[i];
    if (p->direction == DIRECTION_CUBE && !has_axes(t)) {
      return map_fail(m, p->at, "ports", "numbers of its ports", error,
                      "%s, and %.80s has no lines in x, y and z", p->name, t->name);
    }
    if (m->network && p->index >= t->nodes) {
      return map_fail(m, p->at, "ports", "its nodes", error, "%s, and %.80s has %u nodes", p->name,
                      t->name, t->nodes);
    }
  }
  if (m->network && ports != t->nodes) {
    char accepted[32];
    (void)snprintf(accepted, sizeof accepted, "all %u", t->nodes);
    return map_fail(m, m->ports_at, "ports", accepted, error, "%u nodes of %.80s", ports, t->name);
  }
  return true;
}

// Whether a node or another router is at a port.
static bool leads(const topology_t *t, uint32_t router, uint32_t port) {
  uint32_t node = 0;
  return t->peer_router[(size_t)router * t->ports + port] >= 0 ||
         topology_node_at(t, router, port, &node);
}

// The i-th port that a node is at.
static uint32_t local_port(const topology_t *t, uint32_t router, uint32_t i) {
  uint32_t node = 0;
  for (uint32_t port = 0; port < t->ports; port++) {
    if (topology_node_at(t, router, port, &node) && i-- == 0) {
      return port;
    }
  }
  return kNone;
}

static uint32_t port_at(const map_port_t *p, const topology_t *t, uint32_t router) {
  uint32_t port = p->index;
  if (p->direction == DIRECTION_LOCAL) {
    return local_port(t, router, p->index);
  }
  if (p->direction == DIRECTION_CUBE) {
    port = p->index / 2 < t->dims ? t->nodes_per_router + p->index : kNone;
  }
  return port < t->ports && leads(t, router, port) ? port : kNone;
}

// The direction that a port of nocstep's router is in maps.
static void name_port(const topology_t *t, uint32_t router, uint32_t port, char *out, size_t size) {
  uint32_t node = 0;
  if (topology_node_at(t, router, port, &node)) {
    uint32_t i = 0;
    while (local_port(t, router, i) != port) {
      i++;
    }
    (void)snprintf(out, size, i > 0 ? "local%u" : "local", i);
  } else if (has_axes(t) && port - t->nodes_per_router < 6) {
    const uint32_t axis = port - t->nodes_per_router;
    (void)snprintf(out, size, "%c%c", "xyz"[axis / 2], axis % 2 == 0 ? '+' : '-');
  } else {
    (void)snprintf(out, size, "%u", port);
  }
}

bool places_ports_at(const map_t *m, const topology_t *t, uint32_t router, uint32_t *port,
                     noc_error_t *error) {
  const unsigned ports = places_ports(m, t);
  for (unsigned i = 0; i < ports; i++) {
    port[i] = m->all_nodes ? i : m->network ? m->port[i].index : port_at(&m->port[i], t, router);
    for (unsigned k = 0; k < i && !m->network; k++) {
      if (port[i] != kNone && port[k] == port[i]) {
        return map_fail(m, m->port[i].at, "ports", "each once", error,
                        "%s, which is %s at router %u of %.80s as well", m->port[i].name,
                        m->port[k].name, router, t->name);
      }
    }
  }
  for (uint32_t p = 0; p < t->ports && !m->network; p++) {
    bool found = !leads(t, router, p);
    for (unsigned i = 0; i < ports && !found; i++) {
      found = port[i] == p;
    }
    if (!found) {
      char name[16];
      char accepted[96];
      name_port(t, router, p, name, sizeof name);
      (void)snprintf(accepted, sizeof accepted, "all that the routers of %.40s have", t->name);
      return map_fail(m, m->ports_at, "ports", accepted, error, "without %s", name);
    }
  }
  return true;
}

void places_values(const map_t *m, const topology_t *t, uint32_t router, unsigned p, uint32_t node,
                   formula_values_t *values) {
  unsigned coord[NOC_MAX_DIMS] = {0};
  topology_place_t place = {router, 0};
  *values = (formula_values_t){.route = NULL};
  if (m->network) {
    (void)topology_injection(t, node, &place, 1);
    router = place.router;
  }
  topology_coordinates(t, router, coord);
  const int axes = t->dims < 3 ? (int)t->dims : 3;
  for (int i = 0; i < 3; i++) {
    values->of[FORMULA_X + i] = i < axes ? coord[i] : 0;
    values->of[FORMULA_SIZE_X + i] = i < axes ? t->radix[i] : 1;
  }
  values->of[FORMULA_ROUTER] = router;
  values->of[FORMULA_P] = p;
  values->of[FORMULA_NODE] = node;
  values->of[FORMULA_ROUTERS] = t->routers;
  values->of[FORMULA_NODES] = t->nodes;
  values->of[FORMULA_VCS] = m->vcs;
  values->of[FORMULA_PORTS] = places_ports(m, t);
}
