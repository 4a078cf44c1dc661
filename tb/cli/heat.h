// heat -- a picture of networks whose links are coloured by their use, a map each, all by one
// scale: the hot links are seen, and maps can be compared. It is built up in order: maps belong to
// the last network.
//
//   heat_t *h = heat_create("allgather, messages of 4 flits");
//   if (!heat_network(h, topology, "mesh:8x8", &error)) ...
//   heat_map(h, "unicast", flits, cycles);
//   heat_map(h, "binomial", others, cycles);
//   plot_draw("a.svg", &(plot_t){heat_height(h), heat_write, h, heat_width(h)}, &error);
//   heat_free(h);
//
// Memory that is short is remembered: heat_write() then writes nothing, which plot_draw() reports.

#ifndef NOCSTEP_HEAT_H
#define NOCSTEP_HEAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "topology/topology.h"

typedef struct heat heat_t;

// Texts are copied. NULL when memory is short, which all functions accept.
heat_t *heat_create(const char *title);
void heat_free(heat_t *h);

// The topology must stay as long as the picture does. `name` stands above its maps; NULL: nothing.
// False when there is too much to draw (placing_check()), or memory is short.
bool heat_network(heat_t *h, const topology_t *t, const char *name, noc_error_t *error);

// flits: [router * ports + port], those that left there in so many cycles.
void heat_map(heat_t *h, const char *title, const uint64_t *flits, uint64_t cycles);

// The picture has no map yet.
bool heat_is_empty(const heat_t *h);
// The size of the picture, in pixels: many maps make it wider, not much higher than it is wide.
unsigned heat_width(const heat_t *h);
unsigned heat_height(const heat_t *h);
// The script, for plot_t.
void heat_write(const void *heat, FILE *script);

#endif
