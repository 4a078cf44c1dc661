// run_loads -- see run_loads.h.

#include "runs/run_loads.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
  CELLS = 600 * 1000,  // links times windows: what a browser takes at ease
  MOST = 64,
  FEWEST = 8
};

static void list_links(run_loads_t *l, const topology_t *t) {
  l->links = 0;
  for (uint32_t router = 0; router < t->routers; router++) {
    for (unsigned port = 0; port < t->ports; port++) {
      if (t->peer_router[(size_t)router * t->ports + port] >= 0) {
        if (l->link != NULL) {
          l->link[l->links] = (run_link_t){router, (uint8_t)port};
        }
        l->links++;
      }
    }
  }
}

bool run_loads_create(run_loads_t *l, const network_t *n, noc_error_t *error) {
  *l = (run_loads_t){.length = 1};
  list_links(l, network_topology(n));
  const uint32_t fit = l->links > 0 ? CELLS / l->links : 0;
  l->most = fit < FEWEST ? 0 : fit < MOST ? fit / 2 * 2 : MOST;
  l->link = calloc((size_t)l->links + 1, sizeof *l->link);
  l->before = calloc((size_t)l->links + 1, sizeof *l->before);
  l->flits = calloc((size_t)l->links * l->most + 1, sizeof *l->flits);
  if (l->link == NULL || l->before == NULL || l->flits == NULL) {
    return memory_fail(error, "the load of links over time");
  }
  list_links(l, network_topology(n));
  return true;
}

// Two windows become one.
static void join(run_loads_t *l) {
  for (uint32_t w = 0; w < l->windows / 2; w++) {
    uint32_t *to = &l->flits[(size_t)w * l->links];
    const uint32_t *from = &l->flits[(size_t)2 * w * l->links];
    for (uint32_t i = 0; i < l->links; i++) {
      to[i] = from[i] + from[l->links + i];
    }
  }
  l->windows /= 2;
  l->length *= 2;
}

static void close_window(run_loads_t *l, const network_t *n) {
  uint32_t *flits = &l->flits[(size_t)l->windows * l->links];
  for (uint32_t i = 0; i < l->links; i++) {
    const uint64_t now = network_link_flits(n, l->link[i].router, l->link[i].port);
    flits[i] = (uint32_t)(now - l->before[i]);
    l->before[i] = now;
  }
  l->windows++;
}

void run_loads_cycle(run_loads_t *l, const network_t *n) {
  const uint64_t now = network_cycle(n);
  if (l->most == 0) {
    return;
  }
  if (now <= l->cycles) {  // a reset in the middle of traffic
    l->windows = 0;
    l->length = 1;
    memset(l->before, 0, l->links * sizeof *l->before);
  }
  l->cycles = now;
  if (now % l->length != 0) {
    return;
  }
  if (l->windows == l->most) {
    join(l);
    if (now % l->length != 0) {
      return;
    }
  }
  close_window(l, n);
}

void run_loads_finish(run_loads_t *l, const network_t *n) {
  if (l->most > 0 && l->cycles > l->windows * l->length) {
    if (l->windows == l->most) {
      join(l);
    }
    close_window(l, n);
  }
}

uint64_t run_loads_cycles(const run_loads_t *l, uint32_t window) {
  const uint64_t from = window * l->length;
  return l->cycles - from < l->length ? l->cycles - from : l->length;
}

void run_loads_free(run_loads_t *l) {
  free(l->link);
  free(l->before);
  free(l->flits);
}

void run_loads_checkpoint(run_loads_t *l, checkpoint_t *c) {
  CHECKPOINT(c, l->length);
  CHECKPOINT(c, l->cycles);
  CHECKPOINT(c, l->windows);
  if (l->windows > l->most) {
    checkpoint_refuse(c, SAY_THERE_IS("more windows of loads than fit", "as many as fit"));
    l->windows = 0;
  }
  CHECKPOINT_ARRAY(c, l->flits, (size_t)l->windows * l->links);
  CHECKPOINT_ARRAY(c, l->before, l->links);
}
