// paper_open -- the section `open` of the file of a paper: values in the place of others, where the
// paper leaves them open; see paper_reader.h.

#include <string.h>

#include "papers/paper_reader.h"

static bool read_values(reader_t *r, const yaml_node_t *node, file_open_t *open) {
  if (!reader_count(r, node, "values", &open->count)) {
    return false;
  }
  open->other = expressions_take(&r->file->all, open->count + 1, sizeof *open->other);
  for (size_t i = 0; open->other != NULL && i < open->count; i++) {
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    if (!reader_replacement(r, pair, &open->other[i].value, &open->other[i].list)) {
      return false;
    }
  }
  return open->other != NULL &&
         (open->count > 0 || reader_fail_found(r, node, "values", "a mapping of some values"));
}

static bool read_open(reader_t *r, const yaml_node_t *node, void *out) {
  enum { NAME, VALUES, KEYS };
  static const char *const kKeys[KEYS] = {"!name", "!values"};
  file_open_t *o = out;
  const yaml_node_t *key[KEYS];
  return reader_keys(r, node, kKeys, KEYS, key) && reader_text(r, key[NAME], "name", &o->name) &&
         read_values(r, key[VALUES], o);
}

bool reader_opens(reader_t *r, const yaml_node_t *node) {
  paper_file_t *f = r->file;
  f->open = reader_several(r, node, "open", sizeof *f->open, read_open, &f->opens);
  for (size_t i = 0; f->open != NULL && i < f->opens * f->opens; i++) {
    const size_t a = i / f->opens;
    const size_t b = i % f->opens;
    if (b < a && strcmp(f->open[a].name, f->open[b].name) == 0) {
      const yaml_node_t *name = reader_find(r, yaml_file_item(&r->yaml, node, a), "name");
      return reader_fail_found(r, name, "name", "one that no other has");
    }
  }
  return f->open != NULL;
}

bool paper_file_turn(paper_file_t *f, const file_open_t *open, noc_error_t *error) {
  for (size_t i = 0; i < open->count; i++) {
    value_list_t *list = &f->list[open->other[i].list];
    const value_list_t before = *list;
    *list = open->other[i].value;
    open->other[i].value = before;
  }
  return paper_measures_count(f, open->name, error);
}
