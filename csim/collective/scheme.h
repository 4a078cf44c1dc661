// scheme -- a way to carry out collectives, and single multicasts: what it is called, which
// collectives it serves and how it compiles each, the scenario keys that it takes, what it needs.
// All that is asked of a scheme is asked of its object; nobody else knows its name.
//
//   const scheme_t kRingScheme = {
//       .name = "ring",
//       .meaning = "every node to the next in node order",
//       .use = {[COLLECTIVE_ALLGATHER] = {.meaning = "every node passes on what came last",
//                                         .same = true,
//                                         .compile = allgather,
//                                         .messages = unicast_messages}}};
//
// A new scheme is such an object in a file of its own, and a row in scheme_list.def.

#ifndef NOC_SCHEME_H
#define NOC_SCHEME_H

#include "collective/collectives.h"

#ifdef __cplusplus
extern "C" {
#endif

// A scheme's part in one collective; without `compile` it does not serve it.
typedef struct scheme_use {
  const char *meaning;  // one line
  bool same;            // for `from` and `to` that are the same set only
  void (*compile)(plan_t *plan, const participants_t *p);  // adds the operations
  double (*messages)(const participants_t *p);             // how many sends and copies that will be
  // Whether it can be done on this topology with these sets; else "there is ..; there must be ..".
  // NULL: on all.
  bool (*suits)(const participants_t *p, const char *scheme, noc_error_t *error);
  // Its messages are so many parts of the root's block, BLOCK_OF_PART; NULL: whole blocks.
  uint32_t (*parts)(const participants_t *p);
  // Hops of all nodes of a box in closed form, with blocks of one flit; NULL: they are counted.
  hops_count_t (*hops)(const hops_box_t *box);
} scheme_use_t;

// How a scheme does one multicast: multicast_schemes.h.
struct multicast_adder;

typedef struct {
  const char *meaning;  // one line
  // Adds its operations. False with the error filled: see multicast_add().
  bool (*add)(struct multicast_adder *a);
  // Checks what packets of up to so many flits need of a scenario, and tells the planner what it
  // has to know of it; NULL: nothing. See multicast_planner_create().
  bool (*check)(const scenario_t *s, unsigned packet_flits, multicast_planner_t *c,
                const char **key, noc_error_t *error);
  // Header flits to so many destinations; NULL: none.
  unsigned (*headers)(const scenario_t *s, uint32_t destinations);
} scheme_multicast_t;

typedef struct scheme {
  const char *name;     // "ring"
  const char *meaning;  // one line
  // Scenario keys that are given with schemes that have them here only, "workload.group",
  // "coding.memory"; it ends with a NULL. NULL: none.
  const char *const *keys;
  scheme_use_t use[COLLECTIVE_KINDS];
  scheme_multicast_t multicast;  // without `add` it is no scheme of multicasts

  // Its messages are multicasts, which come to their destinations in this way.
  bool carried;
  plan_carry_t carry;
  // It asks this of participants_t.planner: a routing, and room for pairs in the header of a worm.
  bool needs_routing, needs_pairs;
  // Its messages have paths of their own, those of a schedule: it asks for source routing.
  bool scheduled;
  // Makes of participants what `compile` needs besides, which participants_free() frees; NULL:
  // nothing.
  bool (*prepare)(participants_t *p, const char *collective, noc_error_t *error);
  // It goes by the groups of participants_t.coding, in so many steps that send.
  bool grouped;
  coding_scheme_t coding;
  unsigned steps;
  // A plan takes so much more than others: bytes a message, and words of 32 bits once, or NULL.
  size_t more_bytes;
  double (*entries)(const participants_t *p);
} scheme_t;

#define SCHEME(scheme) extern const scheme_t scheme;
#include "collective/scheme_list.def"
#undef SCHEME

// The i-th of all schemes, in the order of lists; NULL behind the last.
const scheme_t *scheme_at(size_t i);
// NULL if there is none of this name.
const scheme_t *scheme_find(const char *name);

static inline bool scheme_serves(const scheme_t *s, collective_kind_t kind) {
  return s->use[kind].compile != NULL;
}
// It is given with this scenario key, "workload.group".
bool scheme_takes(const scheme_t *s, const char *key);
// Routers copy its packets.
static inline bool scheme_has_worms(const scheme_t *s) {
  return s->carried && s->carry != CARRY_FORWARD;
}
// Its packets carry exclusive ors.
static inline bool scheme_codes(const scheme_t *s) {
  return s->grouped && coding_scheme_codes(s->coding);
}

// The hardware that it needs beside plain routers and interfaces: "copying" routers, "forwarding"
// or "coding" interfaces; "" if none.
static inline const char *scheme_hardware(const scheme_t *s) {
  return scheme_has_worms(s) ? "copying"
         : s->carried        ? "forwarding"
         : scheme_codes(s)   ? "coding"
                             : "";
}

// The i-th scheme, and the i-th of those of multicasts, as a word of a scenario key; without a name
// behind the last.
scenario_word_t scheme_word(size_t i);
scenario_word_t scheme_multicast_word(size_t i);

// The schemes for which `which` is true, "hnc, hierarchy or combining". Returns out.
enum { SCHEME_NAMES = 160 };
char *scheme_names(bool (*which)(const scheme_t *s), const char *conjunction,
                   char out[SCHEME_NAMES]);

#ifdef __cplusplus
}
#endif

#endif
