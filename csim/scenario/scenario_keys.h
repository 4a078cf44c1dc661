// scenario_keys -- the one table of scenario keys. It drives reading, `--set`, defaults, the hints
// for unknown keys, and writing.

#ifndef NOC_SCENARIO_KEYS_H
#define NOC_SCENARIO_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/nearest.h"
#include "scenario/scenario_load.h"
#include "setup/scenario.h"

typedef enum {
  KEY_INTEGER,  // min to max, or one of `words` when there are some
  KEY_REAL,     // 0 to 1
  KEY_DECIMAL,  // kept in millionths, as are min and max
  KEY_BOOL,     // false, true
  KEY_CHOICE,   // one of `words`, kept as its index
  KEY_NAME,     // one of `words`, kept as text
  KEY_TEXT,     // any text but none
  KEY_FILE,  // the name of a file, a scenario_file_t; relative to the scenario that has it; or one
             // of `words` when there are some
  KEY_LENGTHS,  // lengths_t
  KEY_ACCEPT,   // accept_t; a list of values too
  KEY_LIST      // a list of mappings, of the keys of the section SCENARIO_LIST
} key_type_t;

// The section of the keys of a listed class.
#define SCENARIO_LIST "workload.classes"

// A key can have several rows, for different kinds of workload. A key belongs to a record: the
// scenario, or one of its classes.
typedef struct scenario_key {
  const char *section;  // "" at the top level
  const char *name;
  const char *otherwise;  // the default as text; NULL: the key is required
  unsigned kinds;         // workloads that have the key: bit 1 << workload_kind_t
  bool selects;           // its presence tells the kind of the workload
  bool optional;          // may have no value: a text is NULL then, a number `none`
  bool of_class;   // the record is a scenario_class_t: a key of `workload` or of SCENARIO_LIST
  bool list_only;  // of SCENARIO_LIST only
  uint64_t none;
  key_type_t type;
  // Only with these values ("a b") of the text at with_offset, or with those
  // of the NAME there for which `when` is true; both NULL: with any.
  const char *with;
  bool (*when)(const struct scenario_key *key, const char *value);
  size_t with_offset;
  size_t offset;  // of the member of the record
  size_t size;
  uint64_t min;
  uint64_t max;
  const scenario_word_t *words;       // ends with a NULL name; NULL: none
  scenario_word_t (*word)(size_t i);  // in place of `words`: of a table of objects; NULL: none
  const char *what;                   // a KEY_TEXT or KEY_FILE in words, for errors
  const char *help;                   // what it is, in a few words
} scenario_key_t;

// All rows, in the order in which they are written.
const scenario_key_t *scenario_keys(size_t *count);

// The sections, in the order in which they are written; ends with NULL. A section within another
// has a dot in its name, and comes behind it.
extern const char *const kScenarioSections[];
// The name of a section in its mapping: behind the dot.
const char *scenario_section_name(const char *section);
// It is one within `outer`; within "" are those without a dot.
bool scenario_section_is_within(const char *section, const char *outer);

// The section with this name, NULL when there is none; and the section within a section, by the
// whole name, "run.jitter". The results live for ever.
const char *scenario_section(const char *name);
const char *scenario_section_within(const char *section, const char *name);

// The first row with this name; of a kind, or of any kind.
const scenario_key_t *key_find(const char *section, const char *name);
const scenario_key_t *key_find_in(const char *section, const char *name, workload_kind_t kind);

// How many records of the scenario have the key: 1, or one a class.
unsigned key_records(const scenario_key_t *key, const scenario_t *s);

// The scenario, or its class `index`.
void *key_record(const scenario_key_t *key, const scenario_t *s, unsigned index);

// Where the scenario has the key: its section or SCENARIO_LIST.
const char *key_section(const scenario_key_t *key, const scenario_t *s);

// Writes a key as users do: "router.vcs", "workload.classes.1.load". Returns out.
char *key_path(const char *section, unsigned index, const char *name, char out[SCENARIO_KEY]);

// The scenario has the key, by the kind of its workload.
bool key_in_scenario(const scenario_key_t *key, const scenario_t *s);
// The scenario has the key, by the values that it goes with too.
bool key_applies(const scenario_key_t *key, const scenario_t *s, unsigned index);
// The key has a value too, which only an optional key may lack.
bool key_has_value(const scenario_key_t *key, const scenario_t *s, unsigned index);

// Offers the known names of a section; of "" the sections too.
void keys_offer(const char *section, nearest_t *nearest);

typedef enum { KEY_OK, KEY_REFUSED, KEY_NO_MEMORY } key_result_t;

// Reads a value into the record. `quoted`: it was quoted, so it is no number and no bool.
key_result_t key_read(const scenario_key_t *key, void *record, const char *text, bool quoted);

// Gives the member its default, if the key has one. KEY_OK or KEY_NO_MEMORY.
key_result_t key_default(const scenario_key_t *key, void *record);

// Frees what the member holds, if it is no number.
void key_free(const scenario_key_t *key, void *record);

// A number of millionths in decimal, "1.33". Returns out.
enum { DECIMAL_TEXT = 32 };
char *key_decimal(uint64_t millionths, char out[DECIMAL_TEXT]);

// The values that key_read() accepts: "1 to 16". Returns out.
char *key_accepted(const scenario_key_t *key, char *out, size_t size);

// The key that a path names, of its first `length` letters: "router.vcs",
// "workload.classes.0.load". NULL: there is none.
const scenario_key_t *key_find_path(const char *path, size_t length);
// Whether two settings KEY=VALUE are of the same key.
bool key_same(const char *set, const char *other);

// The key goes with some values of another only.
static inline bool key_is_bound(const scenario_key_t *key) {
  return key->with != NULL || key->when != NULL;
}
// The key whose values these are; NULL of a key that is not bound.
const scenario_key_t *key_selector(const scenario_key_t *key);
// The values, "hnc, hierarchy or combining"; and with the same text between all of them, "hnc
// hierarchy combining". Both return out.
enum { KEY_WITH = 160 };
char *key_with(const scenario_key_t *key, char out[KEY_WITH]);
char *key_with_between(const scenario_key_t *key, const char *between, const char *last,
                       char out[KEY_WITH]);

// The workloads that have the key, by the keys that choose them: "collective, plan"; "" if all have
// it, or if it chooses one itself. Returns out.
enum { KEY_WORKLOADS = 96 };
char *key_workloads(const scenario_key_t *key, char out[KEY_WORKLOADS]);
// The same of all rows of a key together.
char *key_workloads_of(const char *section, const char *name, char out[KEY_WORKLOADS]);

// The i-th of the words; without a name behind the last.
scenario_word_t key_word(const scenario_key_t *key, size_t i);
// The text is one of the key's words.
bool key_has_word(const scenario_key_t *key, const char *text);

// Access to the member. INTEGER, BOOL, CHOICE and DECIMAL.
uint64_t key_integer(const scenario_key_t *key, const void *record);
double key_real(const scenario_key_t *key, const void *record);
// CHOICE, NAME, TEXT, FILE, LENGTHS and ACCEPT.
const char *key_name(const scenario_key_t *key, const void *record);
const accept_t *key_accept(const scenario_key_t *key, const void *record);
scenario_file_t *key_file(const scenario_key_t *key, const void *record);

#endif
