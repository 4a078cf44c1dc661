// yaml_file -- a YAML file of one document as a tree, with the place of every node, for files that
// are no scenarios: --energy, papers, maps of pins.

#ifndef NOC_YAML_FILE_H
#define NOC_YAML_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "base/error.h"

typedef struct {
  const char *file;      // for messages
  const char *accepted;  // what such a file has, for messages: "KEY: JOULES in every line"
  yaml_document_t document;
  noc_error_t *error;
} yaml_file_t;

// How much of the text of a file a message quotes.
enum { YAML_QUOTED = 60 };
// Lists and mappings within each other.
enum { YAML_DEPTH = 32 };

// False with *y->error filled; else yaml_file_close(). `file`, `accepted` and `error` are set.
bool yaml_file_open(yaml_file_t *y);
// The same of a text.
bool yaml_file_parse(yaml_file_t *y, const char *text, size_t length);
void yaml_file_close(yaml_file_t *y);

// NULL: the file is empty.
const yaml_node_t *yaml_file_root(yaml_file_t *y);
const yaml_node_t *yaml_file_node(yaml_file_t *y, int index);
// The items of a list; another node is a list of itself.
size_t yaml_file_items(const yaml_node_t *node);
const yaml_node_t *yaml_file_item(yaml_file_t *y, const yaml_node_t *node, size_t i);
// NULL: it is no scalar.
const char *yaml_file_text(const yaml_node_t *node);

// "FILE:LINE:COLUMN: KEY is FOUND; it must be ACCEPTED"; without a key, "": "there is FOUND; there
// must be ACCEPTED". Returns false.
bool yaml_file_fail(const yaml_file_t *y, yaml_mark_t at, const char *key, const char *found,
                    const char *accepted);
// The same with the text of a node, or that it is a list or a mapping, as what was found.
bool yaml_file_fail_found(const yaml_file_t *y, const yaml_node_t *node, const char *key,
                          const char *accepted);

// The values of the keys of a mapping, in the order of `name`; NULL: there is none. A name that
// begins with '!' must be there. Other keys and keys that come twice are refused.
bool yaml_file_keys(yaml_file_t *y, const yaml_node_t *node, const char *const *name, size_t names,
                    const yaml_node_t **value);

#endif
