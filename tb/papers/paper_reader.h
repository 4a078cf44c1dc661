// paper_reader -- what the sections of the file of a paper are read with; paper_file.c has the
// sections themselves.

#ifndef NOCSTEP_PAPERS_PAPER_READER_H
#define NOCSTEP_PAPERS_PAPER_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/nearest.h"
#include "base/yaml_file.h"
#include "papers/paper_file.h"

typedef struct {
  yaml_file_t yaml;
  paper_file_t *file;
} reader_t;

// All return false, or NULL, with the error filled; texts are copied.

// "FILE:LINE:COLUMN: KEY is 'what the node has'; it must be ACCEPTED".
bool reader_fail_found(reader_t *r, const yaml_node_t *node, const char *key, const char *accepted);

// The values of these keys of a mapping, NULL where there is none; a name that begins with '!' must
// be there.
bool reader_keys(reader_t *r, const yaml_node_t *node, const char *const *name, size_t names,
                 const yaml_node_t **value);
// One of them; NULL: it has none, or is no mapping. That is no error.
const yaml_node_t *reader_find(reader_t *r, const yaml_node_t *node, const char *name);
// How many pairs a mapping has.
bool reader_count(reader_t *r, const yaml_node_t *node, const char *key, size_t *count);
bool reader_text(reader_t *r, const yaml_node_t *node, const char *key, const char **text);
// The texts of a list, up to a NULL.
const char **reader_texts(reader_t *r, const yaml_node_t *node, const char *key, size_t *count);
// A name that an expression can use.
bool reader_identifier(reader_t *r, const yaml_node_t *node, const char **text);
bool reader_is_identifier(reader_t *r, const yaml_node_t *node, const char *text);

bool reader_template(reader_t *r, const scope_t *scope, const yaml_node_t *node, const char *key,
                     template_t *t);
expression_t *reader_expression(reader_t *r, const scope_t *scope, const yaml_node_t *node,
                                const char *key, const type_t *type);
// "for: {f: figures, n: [mesh, torus]}" and "when: COMPARISON"; either may be NULL. Binds the
// variables. With `constant` no value may depend on another.
bool reader_each(reader_t *r, scope_t *scope, const yaml_node_t *loops, const yaml_node_t *when,
                 bool constant, each_t *each);
void reader_bind(scope_t *scope, const loops_t *loops);

// A list, or a single one: an array of what `read` reads, `size` bytes each.
void *reader_several(reader_t *r, const yaml_node_t *node, const char *key, size_t size,
                     bool (*read)(reader_t *r, const yaml_node_t *node, void *out), size_t *count);

// A statement, for reader_several(): a file_statement_t.
bool reader_statement(reader_t *r, const yaml_node_t *node, void *out);

// The sections `values`, with what `quick` and `full` put in their place, and `define`.
bool reader_values(reader_t *r, const yaml_node_t *values, const yaml_node_t *quick,
                   const yaml_node_t *full, const paper_options_t *options);
// A value that replaces one of the section, *at of the file's lists: of the same kind.
bool reader_replacement(reader_t *r, const yaml_node_pair_t *pair, value_list_t *list, size_t *at);
bool reader_defines(reader_t *r, const yaml_node_t *node);
// The section `measures`, each with `scenario` unless it has one of its own; and `define`, which
// may name them. Any may be NULL.
bool reader_measures(reader_t *r, const yaml_node_t *node, const yaml_node_t *scenario,
                     const yaml_node_t *define);
// Counts the combinations of all measures, by the values of the file as they are now: those of
// `open`, for messages. False with *error filled, also if a measure has none.
bool paper_measures_count(paper_file_t *f, const char *open, noc_error_t *error);
// The section `open`.
bool reader_opens(reader_t *r, const yaml_node_t *node);

#endif
