// hop_count -- unicasts and hops of a collective by a scheme, without running it, as users ask for
// them: in closed form where there is one, else message by message.
//
//   hops_t h = {.asked = {.topology = "mesh:8x8", .collective = "allgather", .scheme = "hnc"}};
//   if (hops_work_out(&h, &error)) { .. h.total.hops .. }
//   hops_free(&h);

#ifndef NOCSTEP_HOP_COUNT_H
#define NOCSTEP_HOP_COUNT_H

#include <stdbool.h>

#include "analysis/hops.h"
#include "collective/coding_hops.h"

// Texts as users write them; NULL: not given. The first three must be.
typedef struct {
  const char *topology, *collective, *scheme;
  const char *routing, *routes;
  const char *group, *base, *intermediate;  // of schemes with groups
  const char *from, *to;                    // nodes
  bool literal;                             // see coding_config_t
  bool count;                               // message by message in any case
  const char *prefix;                       // of their names in messages, "--"
} hops_asked_t;

typedef struct {
  hops_asked_t asked;
  topology_t *topology;
  routing_t *routing;
  participants_t participants;
  bool hierarchical;        // by groups: what follows is known
  coding_config_t config;   // with the groups that are best, where they are searched
  coding_shapes_t shapes;   // those that were tried; empty without a search
  hops_between_t *between;  // where there is no closed form; or NULL
  coding_hops_t steps;
  bool counted;   // message by message; else the closed form
  bool complete;  // every destination ends with every block
  hops_count_t total;
  uint64_t bound;  // flit-hops of any complete scheme; 0: not known
} hops_t;

// To begin with, all but what is asked is 0. False with *error filled; hops_free() in any case.
bool hops_work_out(hops_t *h, noc_error_t *error);
void hops_free(hops_t *h);

bool hops_is_coded(const hops_t *h);
// Nodes of a group of the first level.
uint32_t hops_group_size(const hops_t *h);

#endif
