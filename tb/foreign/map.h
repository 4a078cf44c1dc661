// map -- a map of pins to roles as it was written (docs/bring-your-own-router.md): checked as far
// as that goes without the module and the topology.
//
//   map_t *m = map_read("router.yaml", &error);
//   ...
//   map_free(m);
//
// Errors   NOC_BAD_INPUT, "FILE:LINE:COLUMN: key is X; it must be Y".

#ifndef NOC_MAP_H
#define NOC_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "foreign/formula.h"
#include "foreign/model.h"

// Where something stands in the file; from 1.
typedef struct {
  size_t line, column;
} map_place_t;

enum { MAP_BRACKETS = 2, MAP_KEY = 48, MAP_PATTERNS = 512 };

typedef struct {
  const formula_t *high;
  const formula_t *low;  // NULL: one bit, or an element
} map_bracket_t;

// A pin, or bits of `flit`.
typedef struct {
  const char *text;  // NULL: not given
  const char *key;   // "input.flit", for messages
  map_place_t at;
  const char *name;  // with {port}
  unsigned brackets;
  map_bracket_t bracket[MAP_BRACKETS];
} map_pin_t;

// The parts of a flit.
typedef enum {
  MAP_PAYLOAD,
  MAP_HEAD_PAYLOAD,
  MAP_HEAD,
  MAP_TAIL,
  MAP_KIND,
  MAP_VC,
  MAP_FIELDS
} map_field_t;
extern const char *const kMapFields[MAP_FIELDS];

typedef enum { MAP_INPUT, MAP_OUTPUT, MAP_SIDES } map_side_t;
extern const char *const kMapSides[MAP_SIDES];

typedef struct {
  map_place_t at;
  map_pin_t flit, valid, back, back_vc;
  map_pin_t field[MAP_FIELDS];  // those with pins of their own
} map_link_t;

typedef struct {
  map_place_t place;
  map_pin_t bits;            // of flit; or
  map_pin_t pin[MAP_SIDES];  // pins of its own
  const formula_t *is;
  const char *text;  // of the formula
  unsigned header;
  bool each, lookahead, changes;
} map_head_t;

typedef struct {
  map_pin_t pin;
  const formula_t *value;
  const char *text;  // of the formula
} map_tie_t;

typedef struct {
  const char *name;
  map_place_t at;
  const char *text;        // with its quotes; NULL:
  const formula_t *value;  // a formula
} map_parameter_t;

typedef enum { DIRECTION_LOCAL, DIRECTION_CUBE, DIRECTION_NUMBER } map_direction_t;

typedef struct {
  const char *name;  // "x+"
  const char *text;  // of {port}
  map_place_t at;
  map_direction_t direction;
  // Which of the nodes; 2 d for the neighbour with the next higher coordinate in dimension d, 2 d +
  // 1 for the next lower; the number.
  uint32_t index;
} map_port_t;

typedef struct {
  const char **item;
  size_t count;
  map_place_t *at;  // of patterns and folders
} map_texts_t;

typedef struct map {
  const char *file;    // as it was given
  const char *folder;  // that it lies in
  const char *name;
  const char *top;
  bool network;
  map_place_t top_at, ports_at, flit_at, head_at;
  map_texts_t sources, include;  // paths, as of the folder in which nocstep runs
  map_texts_t defines;           // "FLIT_W=34"
  map_texts_t verilator;
  map_parameter_t *parameter;
  size_t parameters;
  map_pin_t clock, reset;
  bool reset_low;
  unsigned reset_cycles;
  map_tie_t *tie;
  size_t ties;
  map_port_t *port;
  size_t ports;
  bool all_nodes;  // ports: nodes
  unsigned vcs, depth, headers, slack;
  bool holds;
  uint32_t longest;
  const char *routing;
  foreign_return_t back;
  foreign_vc_code_t vc_code;
  map_link_t link[MAP_SIDES];
  map_pin_t bits[MAP_FIELDS];  // of flit
  bool has_kind, marks_head, single;
  uint64_t kind[4];
  map_head_t *head;
  size_t heads;
  void *memory;
} map_t;

map_t *map_read(const char *file, noc_error_t *error);
// The same of a text, and no files are looked for: `file` is for messages.
map_t *map_parse(const char *file, const char *text, size_t length, noc_error_t *error);
void map_free(map_t *m);

// Sources and include folders as paths, instead of the patterns of the map.
bool map_find_files(map_t *m, noc_error_t *error);

// Zeroed memory that goes with the map. NULL with NOC_ENVIRONMENT.
void *map_take(map_t *m, size_t count, size_t size, noc_error_t *error);
const char *map_copy(map_t *m, const char *text, size_t length, noc_error_t *error);
const formula_t *map_formula(map_t *m, const char *text, bool packet, noc_error_t *error);

// Takes the text of a pin apart. `bits`: it is bits of `flit`.
bool map_pin(map_t *m, map_pin_t *pin, bool bits, noc_error_t *error);

// "FILE:LINE:COLUMN: KEY is FOUND; it must be ACCEPTED". Returns false.
bool map_fail(const map_t *m, map_place_t at, const char *key, const char *accepted,
              noc_error_t *error, const char *found, ...) __attribute__((format(printf, 6, 7)));

#endif
