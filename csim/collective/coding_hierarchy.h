// coding_hierarchy -- all-to-all and many-to-all broadcast in a hierarchy of groups, with network
// coding or without: who sends what to whom. docs/coding.md is the specification; after Shalaby,
// Fujiwara, Koibuchi, The Case for Network Coding for Collective Communication on HPC
// Interconnection Networks, IEICE Trans. Inf. & Syst. E98-D(3), 2015.
//
//   coding_config_t config = {.scheme = CODING_HNC, .placement = CODING_CENTRE};
//   if (!coding_read_group("8x4", t, &config, &error)) ...
//   coding_hierarchy_t *h = coding_hierarchy_create(t, &config, &error);
//   coding_hierarchy_visit(h, take, context);
//
// Groups are boxes of nodes that tile a mesh, torus, ring or hypercube, or lists of nodes of any
// topology. In each group one node, the intermediate, stands for it. What is counted here in closed
// form is in coding_hops.h.

#ifndef NOC_CODING_HIERARCHY_H
#define NOC_CODING_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "collective/coding_config.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// The steps that send, and step C.
typedef enum {
  CODING_INTRA,       // B: within each group
  CODING_ENCODE,      // C: at the intermediate node
  CODING_INTER,       // D: between intermediate nodes
  CODING_DISTRIBUTE,  // E: from the intermediate node to its group
  CODING_UNICAST,     // F: to the same place in every other group
  CODING_STEPS
} coding_step_t;
extern const char *const kCodingSteps[CODING_STEPS];  // "intra"

typedef struct coding_hierarchy coding_hierarchy_t;

// A packet on its way, or what step C does at a node (from and to are that node).
typedef struct {
  unsigned level;
  coding_step_t step;
  uint32_t from, to;  // nodes
  // The nodes whose blocks it carries: one, raw; two of one group, next to each other among its
  // sources, as exclusive or; any number, one behind the other, of CODING_COMBINING.
  const uint32_t *block;
  uint32_t blocks;
  bool coded;
  // coding_hierarchy_sum() says that so many messages go this way in this step, of so many flits
  // together, where a block is one; the blocks are those of the first.
  uint64_t times, flits;
} coding_message_t;

// Places the intermediate nodes. Topology and config outlive the hierarchy.
coding_hierarchy_t *coding_hierarchy_create(const topology_t *t, const coding_config_t *config,
                                            noc_error_t *error);
void coding_hierarchy_free(coding_hierarchy_t *h);

// Every message, step by step, and every encoding; a sender has what it sends by then, and a
// destination knows no packet that it gets.
// Stops with false when `take` returns false, or memory is short.
bool coding_hierarchy_visit(const coding_hierarchy_t *h,
                            bool (*take)(void *context, const coding_message_t *message),
                            void *context, noc_error_t *error);

// The same messages, those of one step that take the same way as one of them: so many fewer that
// hops can be counted of large networks.
bool coding_hierarchy_sum(const coding_hierarchy_t *h,
                          bool (*take)(void *context, const coding_message_t *message),
                          void *context, noc_error_t *error);

// These describe the first level: groups, nodes of each, and the nodes by place and the
// intermediate node of one.
uint32_t coding_hierarchy_groups(const coding_hierarchy_t *h);
uint32_t coding_hierarchy_group_size(const coding_hierarchy_t *h);
uint32_t coding_hierarchy_node(const coding_hierarchy_t *h, uint32_t group, uint32_t place);
uint32_t coding_hierarchy_intermediate(const coding_hierarchy_t *h, uint32_t group);

#ifdef __cplusplus
}
#endif

#endif
