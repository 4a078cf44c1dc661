// axes -- see axes.h.

#include "lockstep/axes.h"

#include <stddef.h>
#include <string.h>

typedef struct {
  const char *name, *count;  // the expression as it is written in the list
} entry_t;

#define ENTRY(name, type, bits, count, radix, meaning) {#name, #count},
#define IN                                             ENTRY
#define WIRE                                           ENTRY
#define OUT                                            ENTRY
#define REG                                            ENTRY

static const entry_t kRouter[] = {
#include "router/router_state.def"
    {NULL, NULL}};

static const entry_t kInterface[] = {
#include "ni/network_interface_state.def"
    {NULL, NULL}};

axes_t axes_of(component_t component, const char *field) {
  const entry_t *e = (component == COMPONENT_ROUTER) ? kRouter : kInterface;
  while (e->name != NULL && strcmp(e->name, field) != 0) {
    e++;
  }
  const char *count = (e->name != NULL) ? e->count : "";
  static const char kPorts[] = "s->ports";
  const char *port = strstr(count, kPorts);
  return (axes_t){.by_port = port != NULL,
                  .by_other = port != NULL && strstr(port + sizeof kPorts - 1, kPorts) != NULL,
                  .by_class = strstr(count, "s->classes") != NULL,
                  .by_plane = strstr(count, "s->planes") != NULL,
                  .by_vc = strstr(count, "s->vcs") != NULL,
                  .by_network = strstr(count, "s->networks") != NULL,
                  .by_slot = strstr(count, "_slots") != NULL,
                  .by_stage = strstr(count, "s->xor_overhead") != NULL,
                  .by_word = strstr(count, "s->words") != NULL};
}

axes_place_t axes_place(axes_t a, const noc_shape_t *s, uint32_t index) {
  axes_place_t p = {0};
  if (a.by_word) {
    p.word = index % s->words;
    index /= s->words;
  }
  if (a.by_other) {
    p.other = index % s->ports;
    index /= s->ports;
  }
  if (a.by_plane) {
    p.plane = index % s->planes;
    index /= s->planes;
  }
  if (a.by_class) {
    p.vc_class = index % s->classes;
    index /= s->classes;
  }
  if (a.by_vc) {
    p.vc = index % s->vcs;
    index /= s->vcs;
  }
  if (a.by_network) {
    p.network = index % s->networks;
    index /= s->networks;
  }
  if (a.by_port) {
    p.port = index;
  } else if (a.by_slot) {
    p.slot = index;
  } else if (a.by_stage) {
    p.stage = index;
  }
  return p;
}
