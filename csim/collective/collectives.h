// collectives -- the table of collective operations and the schemes that carry them out. A scheme
// is compiled to a plan; one engine runs all plans. docs/collectives.md has every message of every
// scheme.

#ifndef NOC_COLLECTIVES_H
#define NOC_COLLECTIVES_H

#include <stddef.h>

#include "base/node_set.h"
#include "collective/coding_config.h"
#include "collective/multicast_schemes.h"
#include "plan/plan.h"
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
  BLOCK_REDUCED,         // combined contributions; tag: the chunk of the vector
  BLOCK_OF_BARRIER       // nothing but that the sender is there; tag: the sender
} block_kind_t;

// Who takes part, and with what.
typedef struct {
  const topology_t *topology;  // outlives this
  node_set_t from, to;
  uint32_t flits;  // of a message
  reduction_t operation;
  bool coded;                   // the groups of a hierarchical scheme have been read
  coding_config_t coding;       // then: these; its sources and destinations are `from` and `to`
  multicast_planner_t planner;  // has a routing if a scenario has been asked
} participants_t;

typedef struct {
  const char *name;     // "allgather"
  const char *meaning;  // one line
  block_kind_t block;
  bool one_from, one_to;  // that set is one node, the root; by default node 0
  bool needs_to;          // `to` has no default
} collective_t;

typedef struct {
  const char *collective;
  const char *scheme;
  const char *meaning;  // one line
  bool same;            // for `from` and `to` that are the same set only
  void (*compile)(plan_t *plan, const participants_t *p);  // adds the operations
  double (*messages)(const participants_t *p);             // how many sends and copies that will be
} collective_scheme_t;

// The tables of collectives, and of pairs of a collective and a scheme.
const collective_t *collectives(size_t *count);
const collective_scheme_t *collective_pairs(size_t *count);
// The names of collectives and of schemes, as words of a scenario key; they end with a NULL.
extern const scenario_word_t kCollectiveWords[];
extern const scenario_word_t kSchemeWords[];

const collective_t *collective_find(const char *collective);
const collective_scheme_t *collective_find_pair(const char *collective, const char *scheme);
// Fails with "there is ...; there must be ...": the schemes of the collective.
bool collective_fail_scheme(const char *collective, const char *scheme, noc_error_t *error);

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
void participants_free(participants_t *p);

// The scheme's messages are multicasts, which routers or interfaces copy.
bool collective_has_worms(const char *scheme);

// The steps that send, of a hierarchical scheme.
unsigned coded_steps(coding_scheme_t scheme);

// A finished plan; of a hierarchical scheme without groups with the best ones. NOC_BAD_INPUT for an
// unknown name, a plan that needs too much memory, or participants without a routing where the
// scheme needs one.
plan_t *collective_plan(const char *collective, const char *scheme, const participants_t *p,
                        noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
