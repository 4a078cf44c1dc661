// map_reader -- what the readers of the parts of a map have in common: values of keys, and their
// refusals.

#ifndef NOC_MAP_READER_H
#define NOC_MAP_READER_H

#include "base/yaml_file.h"
#include "foreign/map.h"

typedef struct {
  yaml_file_t yaml;
  map_t *m;
  noc_error_t *error;
} map_reader_t;

// All return false, or NULL, with the error filled. `key` is for messages; texts are copied.

map_place_t map_place_of(const yaml_node_t *node);
bool map_fail_found(const map_reader_t *r, const yaml_node_t *node, const char *key,
                    const char *accepted);
bool map_fail_at(const map_reader_t *r, map_place_t at, const char *key, const char *found,
                 const char *accepted);

bool map_read_text(map_reader_t *r, const yaml_node_t *node, const char *key, const char **out);
// Letters, digits, _ and $.
bool map_read_identifier(map_reader_t *r, const yaml_node_t *node, const char *key,
                         const char **out);
bool map_read_number(map_reader_t *r, const yaml_node_t *node, const char *key, unsigned low,
                     unsigned high, unsigned *out);
// A number of 0 or more, as formulas have them.
bool map_read_code(map_reader_t *r, const yaml_node_t *node, const char *key, uint64_t *out);
bool map_read_truth(map_reader_t *r, const yaml_node_t *node, const char *key, bool *out);
// One of some words, as its place among them; `words` ends with NULL.
bool map_read_word(map_reader_t *r, const yaml_node_t *node, const char *key,
                   const char *const *words, const char *accepted, unsigned *out);
const formula_t *map_read_formula(map_reader_t *r, const yaml_node_t *node, const char *key,
                                  bool packet);
// A pin, or with `bits` bits of flit.
bool map_read_pin(map_reader_t *r, const yaml_node_t *node, const char *key, bool bits,
                  map_pin_t *pin);

// The parts of a map.
bool map_read_link(map_reader_t *r, const yaml_node_t *node, map_side_t side);
bool map_read_flit(map_reader_t *r, const yaml_node_t *node);
bool map_read_heads(map_reader_t *r, const yaml_node_t *node);
// Whether all of it goes together; `has_depth`: the map says how deep buffers are.
bool map_check(const map_reader_t *r, bool has_depth);

#endif
