// scenario_settings -- the keys and values of a scenario as they were written, with their places,
// before they are resolved: first those of the file, then those of `--set`.

#ifndef NOC_SCENARIO_SETTINGS_H
#define NOC_SCENARIO_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "scenario/scenario_keys.h"

// Where something was written.
typedef struct {
  const char *set;  // the argument of `--set`, or NULL for the file
  size_t line;      // 1 and up
  size_t column;
} place_t;

typedef struct {
  const scenario_key_t *key;  // any row of the key
  const char *section;        // where it was written
  unsigned index;             // of the class, in SCENARIO_LIST
  char *value;
  bool quoted;
  place_t place;
} setting_t;

typedef struct {
  const char *file;  // for messages
  setting_t *list;
  size_t count;
  uint32_t room;
  unsigned classes;  // listed
  place_t class_place[SCENARIO_CLASSES];
  noc_error_t *error;
} settings_t;

// Both add to the list; on error they return false with *settings->error filled.
bool settings_read_yaml(settings_t *settings, const char *text, size_t length);
bool settings_read_set(settings_t *settings, const char *set);

void settings_free(settings_t *settings);

// Adds a setting; the value is copied.
bool settings_add(settings_t *settings, setting_t setting, const char *value);

// Begins the next class of the list. Fails when there are SCENARIO_CLASSES.
bool settings_add_class(settings_t *settings, place_t place);

// The last setting of a key, NULL when there is none. `index` as in setting_t.
const setting_t *settings_named(const settings_t *settings, const char *section, unsigned index,
                                const char *name);
// The setting that says how long messages are; NULL: none does.
const setting_t *settings_message(const settings_t *settings);
// The one that came last; either may be NULL.
const setting_t *setting_later(const setting_t *a, const setting_t *b);

// The key as users write it: "router.vcs", "workload.classes.1.load". Returns out.
char *setting_path(const setting_t *setting, char out[SCENARIO_KEY]);

// Names the one that came last of several keys that do not go together. The defaults go together,
// so there is one.
bool settings_fail_together(const settings_t *settings, const setting_t *last, const char *found,
                            const char *accepted);

// Fails with the place before the text, "file:3:14: ..." or "--set router.vcs=0: ...".
bool settings_fail(const settings_t *settings, place_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Fails there for what was found wrong with a key, by a check that does not know where it was
// written: with its status, in its words, the key put in.
bool settings_fail_key(const settings_t *settings, place_t place, const char *key,
                       const noc_error_t *why);

// Fails for a key that is not known; says which are.
bool settings_fail_unknown(const settings_t *settings, place_t place, const char *section,
                           unsigned index, const char *name);

bool settings_fail_memory(const settings_t *settings);

// Makes settings a scenario, whose `file` is set: reads all values, checks them one by one and
// together, builds the topology.
bool scenario_resolve(const settings_t *settings, scenario_t *s);

// Its part for scenario_locate(), and what frees it.
bool scenario_keep_places(const settings_t *settings, scenario_t *s);
void scenario_free_places(scenario_t *s);

// Its parts for collectives. Whether the scheme, the sets of nodes and the groups suit the
// collective and the topology, which the run reads again; whether its messages may go in several
// packets, and do so where they have to; and what the hierarchical schemes, and those of
// multicasts, ask of the rest.
bool scenario_check_collective(const settings_t *settings, const setting_t *kind,
                               const scenario_t *s);
bool scenario_cuts_messages(const scenario_t *s);
bool scenario_check_packets(const settings_t *settings, const scenario_t *s);
bool scenario_check_coding(const settings_t *settings, const scenario_t *s);
bool scenario_check_worms(const settings_t *settings, const scenario_t *s);
// Random multicasts: the degree suits the topology, and what the scheme asks of the rest.
bool scenario_check_multicasts(const settings_t *settings, const scenario_t *s);

// Its parts for routers: what does not go together, or not with routers that copy packets. Whether
// a plan needs these shows later; lookahead asks for the routing.
bool scenario_check_allocation(const settings_t *settings, const scenario_t *s);
bool scenario_check_allocator(const settings_t *settings, const scenario_t *s);
bool scenario_check_read(const settings_t *settings, const scenario_t *s);
bool scenario_check_links(const settings_t *settings, const scenario_t *s);
bool scenario_check_copies(const settings_t *settings, const scenario_t *s);
bool scenario_check_lookahead(const settings_t *settings, const scenario_t *s);

// Its part for the scheme `scheduled`.
bool scenario_check_scheduled(const settings_t *settings, const scenario_t *s);

// Packets of up to so many flits, as said by a key, fit into cut-through buffers.
bool scenario_check_cut_through(const settings_t *settings, const scenario_t *s, unsigned flits,
                                const setting_t *said);

// Its parts for classes of traffic: makes them, gives each a network of its own unless it names
// one, checks what their keys are together, and their patterns on the topology.
bool scenario_create_classes(const settings_t *settings, const setting_t *kind, scenario_t *s);
void scenario_number_networks(scenario_t *s);
bool scenario_check_classes(const settings_t *settings, const scenario_t *s);
bool scenario_check_patterns(const settings_t *settings, const scenario_t *s);

// Resolves the hosts: t_ns and t_nr from the ratio; and refuses a host model with what has none.
bool scenario_resolve_host(const settings_t *settings, scenario_t *s);

// How much of the user's text an error quotes: printf("'%.*s'", QUOTED, text).
enum { QUOTED = 60 };

#endif
