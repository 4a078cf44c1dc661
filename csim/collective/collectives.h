// collectives -- the table of collective operations, and the plans of those that schemes carry out
// (scheme.h). One engine runs all plans. docs/collectives.md has every message of every scheme.

#ifndef NOC_COLLECTIVES_H
#define NOC_COLLECTIVES_H

#include <stddef.h>

#include "base/nearest.h"
#include "base/node_set.h"
#include "collective/coding_config.h"
#include "collective/multicast_schemes.h"
#include "network/zero_load.h"
#include "plan/plan.h"
#include "schedule/problem.h"
#include "setup/scenario.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// The operation on data words of 64 bits by themselves (32 in flits of 32 bits), a sum modulo their
// width.
typedef enum { REDUCE_XOR, REDUCE_SUM } reduction_t;

// The blocks that the messages of a collective carry: their tag says which data it is.
typedef enum {
  BLOCK_OF_SOURCE,       // one block a node of `from`, for all of `to`; tag: that node
  BLOCK_OF_DESTINATION,  // one block a node of `to`; tag: that node
  BLOCK_OF_PAIR,         // one a pair; tag: place in `from` * nodes in `to` + place in `to`
  BLOCK_OF_PART,         // the root's one block in parts, each a message; tag: the part
  BLOCK_REDUCED,         // combined contributions; tag: the chunk of the vector
  BLOCK_OF_BARRIER       // nothing but that the sender is there; tag: the sender
} block_kind_t;

// A scheme's part in a collective: scheme.h.
struct scheme;
struct scheme_use;

// Messages with this tag or a higher one carry no block.
enum { BLOCK_NONE = INT32_MAX };

// The scheme `scheduled` asks for these: which schedule, and what separates its steps.
typedef struct {
  const char *file;  // NULL: one is looked for
  unsigned detour;   // then: hops of a path above the fewest
  uint64_t seed;     // and of the search
  bool force;        // messages of a step may share links and interfaces
  scenario_steps_t steps;
  unsigned classes;    // of VCs that paths may take
  zero_load_t idle;    // how long a message takes alone
  routing_t *routing;  // of messages without a path; NULL without a scenario
  // Once the scheme has been asked to prepare:
  schedule_t found;
  plan_hop_t *hop;  // [found.path_length]: behind each router of a path but the last
  uint32_t bound;   // steps that there are at least
} schedule_choice_t;

// Who takes part, and with what.
typedef struct {
  const topology_t *topology;    // outlives this
  const struct scheme_use *use;  // of the collective and the scheme
  node_set_t from, to;
  uint32_t flits;         // of a message
  uint32_t packet_flits;  // of the longest packet; 0: the whole message
  uint64_t seed;          // of what is drawn
  reduction_t operation;
  bool ascending;          // unicasts: every node sends to the lowest number first
  bool coded;              // the groups of a hierarchical scheme have been read
  coding_config_t coding;  // then: these; its sources and destinations are `from` and `to`
  schedule_choice_t scheduled;
  multicast_planner_t planner;  // has a routing if a scenario has been asked
} participants_t;

// In the order of lists.
typedef enum {
  COLLECTIVE_BROADCAST,
  COLLECTIVE_MULTICAST,
  COLLECTIVE_SCATTER,
  COLLECTIVE_GATHER,
  COLLECTIVE_REDUCE,
  COLLECTIVE_ALLGATHER,
  COLLECTIVE_ALLTOALL,
  COLLECTIVE_ALLREDUCE,
  COLLECTIVE_BARRIER,
  COLLECTIVE_KINDS
} collective_kind_t;

typedef struct {
  collective_kind_t kind;
  const char *name;     // "allgather"
  const char *meaning;  // one line
  block_kind_t block;
  bool one_from, one_to;  // that set is one node, the root; by default node 0
  bool needs_to;          // `to` has no default
} collective_t;

typedef struct {
  const collective_t *collective;
  const struct scheme *scheme;
  const struct scheme_use *use;
} collective_pair_t;

// The table of collectives, and the pairs of a collective and a scheme that serves it, collective
// by collective; false behind the last.
const collective_t *collectives(size_t *count);
bool collective_pair(size_t i, collective_pair_t *pair);
// The names of collectives, as words of a scenario key; they end with a NULL.
extern const scenario_word_t kCollectiveWords[];

const collective_t *collective_find(const char *collective);
// NULL if there is no such, or the scheme does not serve it.
const struct scheme_use *collective_find_pair(const char *collective, const char *scheme);
// Fails with "there is ...; there must be ...": the schemes of the collective.
bool collective_fail_scheme(const char *collective, const char *scheme, noc_error_t *error);
void collective_offer_schemes(const char *collective, nearest_t *nearest);

// The participants of a scenario, all defaults resolved; the caller frees them. On error
// *key is the name of the key at fault ("from"), and the text is "there is ...; there must be ...".
bool participants_create(const scenario_t *s, participants_t *p, const char **key,
                         noc_error_t *error);
// The same from values: `from` and `to` as users write them, NULL for the default.
bool participants_of(const topology_t *t, const char *collective, const char *scheme,
                     const char *from, const char *to, participants_t *p, const char **key,
                     noc_error_t *error);
// Fills in the groups, multicasts and intermediate nodes of participants in a hierarchical scheme;
// does nothing with other schemes. *key and the error as above.
bool participants_code(participants_t *p, const char *scheme, const coding_text_t *text,
                       const char **key, noc_error_t *error);
void schedule_choice_free(schedule_choice_t *c);
void participants_free(participants_t *p);

// A finished plan; of a hierarchical scheme without groups with the best ones. NOC_BAD_INPUT for an
// unknown name, a plan that needs too much memory, or participants without a routing where the
// scheme needs one.
plan_t *collective_plan(const char *collective, const char *scheme, const participants_t *p,
                        noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
