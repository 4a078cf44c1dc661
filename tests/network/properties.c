// properties -- see properties.h. The parts are in properties_*.c.

#include "network/properties.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "network/properties_state.h"

static const char *const kNames[PROPERTIES] = {
    [PROPERTY_VC_BYPASS] = "bounded bypass at the VC allocator",
    [PROPERTY_SWITCH_BYPASS] = "bounded bypass at the switch",
    [PROPERTY_VC_WORK] = "work conservation of VCs",
    [PROPERTY_SWITCH_WORK] = "work conservation at the switch",
    [PROPERTY_SPECULATION] = "speculation at the switch",
    [PROPERTY_ORDER] = "order",
    [PROPERTY_PROGRESS] = "progress",
    [PROPERTY_FLOW] = "flow rate",
};

const char *property_name(property_t property) {
  return kNames[property];
}

void properties_break(properties_t *p, property_t property, const watch_t *w, const char *side,
                      unsigned port, unsigned vc, const char *what, ...) {
  property_fault_t *f = &p->fault[property];
  if (p->broken[property]) {
    return;
  }
  *f = (property_fault_t){.cycle = p->cycle, .router = w->id, .port = port, .vc = vc};
  const int at = snprintf(f->text, sizeof f->text,
                          "%s: cycle %" PRIu64 ", router %u, %s port %u VC %u: ", kNames[property],
                          p->cycle, w->id, side, port, vc);
  va_list list;
  va_start(list, what);
  (void)vsnprintf(f->text + at, sizeof f->text - (size_t)at, what, list);
  va_end(list);
  p->broken[property] = true;
  p->first = p->any ? p->first : property;
  p->any = true;
}

static void *take(size_t count, size_t size) {
  void *memory = calloc(count, size);
  assert_non_null(memory);
  return memory;
}

static void read_shown(properties_t *p, watch_t *w, shown_t *to) {
  w->bank->ops->state(w->bank, w->member, w->bank->has_rtl, p->words);
  shown_read(to, &p->plan, p->words);
}

static void create_router(properties_t *p, uint32_t id) {
  const noc_shape_t *s = p->s;
  const size_t queues = (size_t)s->ports * s->vcs;
  watch_t *w = &p->router[id];
  w->id = id;
  w->bank = network_locate(p->n, COMPONENT_ROUTER, id, &w->member);
  shown_create(&w->shown[0], &p->plan);
  shown_create(&w->shown[1], &p->plan);
  w->entry = take(queues * s->depth, sizeof *w->entry);
  w->front = take(queues, sizeof *w->front);
  w->vc_losses = take(queues * s->ports, sizeof *w->vc_losses);
  w->switch_losses = take(queues * s->ports, sizeof *w->switch_losses);
  w->open = take(queues, sizeof *w->open);
  w->grant = take(queues * s->depth, sizeof *w->grant);
  w->granted = take(queues, sizeof *w->granted);
  for (unsigned i = 0; i < MOST_PORTS; i++) {
    w->node_in[i] = w->node_out[i] = -1;
  }
  read_shown(p, w, &w->shown[1]);
}

// Which node is at which port.
static void find_nodes(properties_t *p) {
  const topology_t *t = network_topology(p->n);
  topology_place_t at;
  for (uint32_t node = 0; node < p->nodes; node++) {
    assert_int_equal(topology_injection(t, node, &at, 1), 1);
    p->router[at.router].node_in[at.port] = (int32_t)node;
    assert_int_equal(topology_ejection(t, node, &at, 1), 1);
    p->router[at.router].node_out[at.port] = (int32_t)node;
  }
}

properties_t *properties_create(network_t *n, const properties_config_t *config) {
  const topology_t *t = network_topology(n);
  properties_t *p = take(1, sizeof *p);
  uint32_t member;
  const bank_t *routers = network_locate(n, COMPONENT_ROUTER, 0, &member);
  const bank_t *hosts = network_locate(n, COMPONENT_INTERFACE, 0, &member);
  p->n = n;
  p->s = routers->config.shape;
  p->head = network_shape(n);
  p->config = *config;
  p->latency = network_link_latency(n);
  p->routers = t->routers;
  p->nodes = t->nodes;
  p->words =
      take((size_t)routers->layout.state_words + hosts->layout.state_words, sizeof *p->words);
  shown_plan(&p->plan, &routers->layout);
  p->router = take(p->routers, sizeof *p->router);
  p->host = take(p->nodes, sizeof *p->host);
  for (uint32_t r = 0; r < p->routers; r++) {
    create_router(p, r);
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    p->host[node].bank = network_locate(n, COMPONENT_INTERFACE, node, &p->host[node].member);
  }
  find_nodes(p);
  order_create(p);
  progress_create(p);
  assert_true(p->order.came != NULL && p->order.last != NULL);
  return p;
}

void properties_free(properties_t *p) {
  for (uint32_t r = 0; r < p->routers; r++) {
    watch_t *w = &p->router[r];
    shown_free(&w->shown[0]);
    shown_free(&w->shown[1]);
    free(w->entry);
    free(w->front);
    free(w->vc_losses);
    free(w->switch_losses);
    free(w->open);
    free(w->grant);
    free(w->granted);
  }
  progress_free(p);
  order_free(p);
  free(p->router);
  free(p->host);
  free(p->words);
  free(p->metered);
  free(p);
}

void properties_refused(properties_t *p, uint32_t networks) {
  p->refused |= networks;
}

static void check_router(properties_t *p, watch_t *w) {
  const shown_t was = w->shown[0];
  w->shown[0] = w->shown[1];
  w->shown[1] = was;
  read_shown(p, w, &w->shown[1]);
  p->before = &w->shown[0];
  p->after = &w->shown[1];
  if (p->s->bypass) {  // what arrives takes part
    fronts_arrive(p, w);
  }
  fronts_read(p, w);
  if (!p->s->sync_copies) {
    bypass_check(p, w);
    work_check(p, w);
  }
  if (p->s->speculative) {
    speculation_check(p, w);
  }
  flow_check(p, w);
  order_check(p, w);
  if (!p->s->bypass) {
    fronts_arrive(p, w);
  }
}

bool properties_cycle(properties_t *p) {
  p->cycle = network_cycle(p->n) - 1;
  for (uint32_t r = 0; r < p->routers; r++) {
    check_router(p, &p->router[r]);
  }
  progress_check(p);
  return !p->any;
}

const property_fault_t *properties_fault(const properties_t *p, property_t property) {
  return p->broken[property] ? &p->fault[property] : NULL;
}

const char *properties_text(const properties_t *p) {
  return p->any ? p->fault[p->first].text : "";
}

const properties_seen_t *properties_seen(const properties_t *p) {
  return &p->seen;
}

void properties_meter(properties_t *p, uint32_t router, unsigned port) {
  p->metering = true;
  p->meter_router = router;
  p->meter_port = port;
  p->meter_count = 0;
}
