// multicasts -- messages to several nodes each, created at random times: traffic under load,
// compiled to a plan before the run. docs/traffic.md, "Multicasts".
//
// Every node creates a multicast in a cycle with the same probability, to as many
// distinct nodes as `degree` says, drawn evenly from all others. What becomes of it is
// the scheme's business, the same as that of one multicast alone (multicast_schemes.h);
// its first operations are released in the cycle of its creation. Times and sets are
// counter-based draws, so they do not depend on the scheme.

#ifndef NOC_MULTICASTS_H
#define NOC_MULTICASTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "plan/plan.h"
#include "routing/worm_routes.h"
#include "setup/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t created;   // cycle
  uint64_t idle;      // cycles that it takes on an idle network, from multicasts_zero_load()
  uint32_t source;    // node
  uint32_t messages;  // receives: one a destination
  uint32_t first;     // of its operations, which end where those of the next begin
} random_multicast_t;

typedef struct multicasts {
  random_multicast_t *list;  // [count], by creation; the tags of the operations of list[i] are i
  uint32_t count;
} multicasts_t;

// Flits of the longest packet: as many as the scenario says, else as the network takes besides the
// longest header of a worm.
unsigned multicasts_packet_flits(const scenario_t *s);

// Makes the multicasts of a scenario up to twice its measurement window, for sweeps, and their
// plan, finished. NULL with *error filled.
plan_t *multicasts_read(const scenario_t *s, multicasts_t *m, noc_error_t *error);
void multicasts_free(multicasts_t *m);

// Fills in what each takes on an idle network (multicast_zero_load.h), with the ways of the plan's
// tree worms and the links of the copies of its path worms, [ops]; either may be NULL. From then on
// no message has a source: the data of all messages of a multicast is drawn for its number, the
// same at every node that passes it on, so nothing is kept. False when memory is short.
bool multicasts_zero_load(const scenario_t *s, multicasts_t *m, plan_t *plan,
                          const worm_routes_t *trees, const uint16_t *hops, noc_error_t *error);

// How many are created before this cycle.
uint32_t multicasts_before(const multicasts_t *m, uint64_t cycle);

// The distinct destinations of multicast number `sequence` of a node, in ascending order, `degree`
// of them into `to`. For tests as well.
void multicasts_draw_set(uint64_t seed, uint32_t nodes, uint32_t node, uint64_t sequence,
                         uint32_t degree, uint32_t *to);

#ifdef __cplusplus
}
#endif

#endif
