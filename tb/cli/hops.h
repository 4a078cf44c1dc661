// hops -- what the parts of `nocstep hops` hand each other.

#ifndef NOCSTEP_HOPS_H
#define NOCSTEP_HOPS_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/hops.h"
#include "collective/coding_hops.h"
#include "runs/cli.h"

typedef struct {
  const cli_t *cli;
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

bool hops_is_coded(const hops_t *h);

// The result as JSON, "nocstep.hops/1"; false when memory is short.
bool hops_json(const hops_t *h, FILE *out);

// The result as a table.
void hops_print(const hops_t *h, FILE *out);

#endif
