// channels -- the channels of a topology by numbers, and which depend on which. What a channel
// depends on leaves from one router, the one that its link leads to: a mask over the channels that
// leave there, a bit for each link and class.

#ifndef NOC_CHANNELS_H
#define NOC_CHANNELS_H

#include "routing/dependencies.h"

typedef struct {
  const topology_t *t;
  unsigned classes;
  uint32_t links;          // directions
  uint32_t count;          // of channels: links * classes
  uint32_t *link;          // [router * ports + port]: number of the direction that leaves there
  uint32_t *first;         // [router]: the first link that leaves there; the others follow
  topology_place_t *from;  // [link]: where it leaves
  unsigned words;          // of a mask
  uint64_t *next;          // [channel * words]: the channels that it depends on
} channels_t;

// All channels without dependencies. False with NOC_BAD_INPUT when they take too much memory; the
// caller frees in any case.
bool channels_create(channels_t *c, const topology_t *t, unsigned classes, noc_error_t *error);
void channels_free(channels_t *c);

static inline uint32_t channels_number(const channels_t *c, uint32_t router, uint32_t port,
                                       unsigned vc_class) {
  return c->link[(size_t)router * c->t->ports + port] * c->classes + vc_class;
}

// The place that a link leads to.
static inline topology_place_t channels_end(const channels_t *c, uint32_t link) {
  const size_t at = (size_t)c->from[link].router * c->t->ports + c->from[link].port;
  return (topology_place_t){(uint32_t)c->t->peer_router[at], (uint32_t)c->t->peer_port[at]};
}

// The number of the channel that bit 0 in the mask of this channel stands for.
static inline uint32_t channels_base(const channels_t *c, uint32_t channel) {
  return c->first[channels_end(c, channel / c->classes).router] * c->classes;
}

// Dependencies of all channels.
uint64_t channels_dependencies(const channels_t *c);

// A shortest cycle: fills in d->acyclic, d->cycle and d->length.
bool channels_cycle(const channels_t *c, dependencies_t *d, noc_error_t *error);

// Adds the dependencies along one path over so many links, from a router on: each channel of a hop
// depends on each of the next.
void dependencies_add_path(channels_t *c, const routing_t *r, uint32_t router,
                           const routing_hop_t *hops, size_t links);

// The dependencies along the paths of a source routing to one destination, from all nodes. Adds
// their hops to *hops; *longest is raised to those of the longest.
bool dependencies_along_paths(channels_t *c, routing_t *r, uint32_t destination, double *hops,
                              uint32_t *longest, noc_error_t *error);

// Checks the numbers of the routing's channels along sampled routes: the other part of
// dependencies_find().
bool dependencies_sample(routing_t *r, dependencies_t *d, noc_error_t *error);

#endif
