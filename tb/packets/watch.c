// watch -- see watch.h. The parts are in watch_*.c.

#include "packets/watch.h"

#include <stdlib.h>

#include "base/memory.h"
#include "packets/watch_state.h"

// Which node is at which port, and where links lead.
static void join(watch_t *w, uint32_t id) {
  const topology_t *t = network_topology(w->n);
  watched_router_t *r = &w->router[id];
  (void)network_router_pins(w->n, id, &r->slot);
  r->bank = network_locate(w->n, COMPONENT_ROUTER, id, &r->member);
  for (unsigned port = 0; port < MOST_PORTS; port++) {
    r->node_in[port] = r->node_out[port] = r->peer[port] = -1;
    if (port < w->ports) {
      const size_t at = (size_t)id * w->ports + port;
      r->peer[port] = t->peer_router[at];
      r->peer_port[port] = (uint8_t)(t->peer_port[at] >= 0 ? t->peer_port[at] : 0);
    }
  }
}

static void join_nodes(watch_t *w) {
  const topology_t *t = network_topology(w->n);
  for (uint32_t id = 0; id < w->nodes; id++) {
    topology_place_t at = {0, 0};
    (void)topology_injection(t, id, &at, 1);
    w->router[at.router].node_in[at.port] = (int32_t)id;
    (void)topology_ejection(t, id, &at, 1);
    w->router[at.router].node_out[at.port] = (int32_t)id;
    w->node_pins = network_interface_pins(w->n, id, &w->node[id].slot);
  }
}

static bool allocate(watch_t *w) {
  const size_t queues = (size_t)w->routers * w->ports * w->vcs;
  const size_t ejections = (size_t)w->nodes * w->vcs;
  w->beat_room = SHAPE_INJ_DEPTH * w->vcs + 2 * w->shape.networks;
  w->router = watch_array(w, w->routers, sizeof *w->router);
  w->node = watch_array(w, w->nodes, sizeof *w->node);
  w->queue = watch_array(w, queues, sizeof *w->queue);
  w->coming = watch_array(w, queues, sizeof *w->coming);
  w->owner = watch_array(w, queues, sizeof *w->owner);
  w->leaving = watch_array(w, ejections, sizeof *w->leaving);
  w->landed = watch_array(w, ejections, sizeof *w->landed);
  w->beat = watch_array(w, (size_t)w->nodes * w->beat_room, sizeof *w->beat);
  return !w->failed && causes_create(w);
}

bool watch_possible(const network_t *n, const char *option, noc_error_t *error) {
  for (size_t i = 0; i < network_banks(n); i++) {
    const bank_t *b = network_bank(n, i);
    if (b->config.component == COMPONENT_ROUTER && b->follow == NULL) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s" SAY_IS("given with a foreign router, whose queues nobody sees",
                                  "given with routers of nocstep's own"),
                      option != NULL ? option : "--events");
    }
    if (b->config.component == COMPONENT_ROUTER && b->has_rtl && b->golden == NULL &&
        b->config.shape->late && !b->config.shape->look) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s" SAY_IS("given with RTL alone, whose registers do not show a route that "
                                  "comes late (router.sync_read with tables)",
                                  "given with ref, lockstep, tops or gates"),
                      option != NULL ? option : "--events");
    }
  }
  return true;
}

static bool follow(watch_t *w, noc_error_t *error) {
  for (size_t i = 0; i < network_banks(w->n); i++) {
    bank_t *b = network_bank(w->n, i);
    if (b->config.component == COMPONENT_ROUTER && !b->follow(b)) {
      return memory_fail(error, "the packets that are followed");
    }
  }
  return true;
}

watch_t *watch_create(network_t *n, const plan_t *plan, const watch_config_t *config,
                      noc_error_t *error) {
  const topology_t *t = network_topology(n);
  watch_t *w = calloc(1, sizeof *w);
  uint32_t slot = 0;
  if (w == NULL) {
    (void)memory_fail(error, "the packets that are followed");
    return NULL;
  }
  w->n = n;
  w->plan = plan;
  w->config = *config;
  w->shape = *network_shape(n);
  w->routers = t->routers;
  w->nodes = t->nodes;
  w->ports = w->shape.ports;
  w->vcs = w->shape.vcs;
  w->lost = kNever;
  w->router_pins = network_router_pins(n, 0, &slot);
  if (!watch_possible(n, config->option, error) || !follow(w, error)) {
    watch_free(w);
    return NULL;
  }
  if (!allocate(w)) {
    (void)memory_fail(error, "the packets that are followed");
    watch_free(w);
    return NULL;
  }
  for (uint32_t id = 0; id < w->routers; id++) {
    join(w, id);
  }
  join_nodes(w);
  return w;
}

void watch_free(watch_t *w) {
  if (w != NULL) {
    causes_free(w);
    watch_free_blocks(w);
    free(w);
  }
}

bool watch_cycle(watch_t *w, const workload_t *workload) {
  w->workload = workload;
  w->now = network_cycle(w->n);
  if (w->over || w->failed) {
    return !w->failed;
  }
  routers_observe(w);
  hosts_cycle(w);
  routers_advance(w);
  // Nothing of the window is under way any more.
  w->over = w->over || (w->now > w->config.to && w->recorded == 0);
  return !w->failed;
}

// --- the end -------------------------------------------------------------------------------------

static void finish_flow(watch_t *w, flow_t *flow) {
  if (flow->recorded) {
    flow->recorded = false;
    watch_write_packet(w, &flow->row);
  }
}

static void finish_queues(watch_t *w) {
  const size_t queues = (size_t)w->routers * w->ports * w->vcs;
  for (size_t q = 0; q < queues; q++) {
    for (visit_t *v = w->queue[q].head; v != NULL; v = v->next) {
      for (unsigned o = 0; o < w->ports; o++) {
        if (v->hop[o] != NULL) {
          watch_write_hop(w, v->hop[o]);
        }
      }
      finish_flow(w, v->flow);
    }
    for (token_t *t = w->coming[q].head; t != NULL; t = t->next) {
      if (t->hop != NULL) {
        watch_write_hop(w, t->hop);
      }
      finish_flow(w, t->flow);
    }
  }
}

bool watch_finish(watch_t *w) {
  const size_t ejections = (size_t)w->nodes * w->vcs;
  // Before any row is written: a packet whose head is at its host may have its tail in a router.
  for (size_t q = 0; q < ejections; q++) {
    for (const landing_t *l = w->landed[q].head; l != NULL; l = l->next) {
      l->flow->row.arrived = l->flow->row.copies > 0 ? kNever : l->arrived;
      l->flow->row.head_delivered = l->flow->row.copies > 0 ? kNever : l->head_taken;
      l->flow->row.last_hop = l->hop;
    }
  }
  finish_queues(w);
  for (size_t q = 0; q < ejections; q++) {
    for (token_t *t = w->leaving[q].head; t != NULL; t = t->next) {
      if (t->hop != NULL) {
        watch_write_hop(w, t->hop);
      }
      finish_flow(w, t->flow);
    }
    for (const landing_t *l = w->landed[q].head; l != NULL; l = l->next) {
      finish_flow(w, l->flow);
    }
  }
  return !w->failed;
}

bool watch_no_memory(const watch_t *w) {
  return w->no_memory;
}

uint64_t watch_lost(const watch_t *w) {
  return w->lost;
}
