// energy_file -- the file of --energy: a mapping of the keys below to numbers. Every key is
// required; what costs nothing is 0, and nothing is left out unseen.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/nearest.h"
#include "base/yaml_file.h"
#include "runs/physical.h"

typedef struct {
  const char *name, *unit;
  size_t offset;
} energy_key_t;

static const energy_key_t kKeys[] = {
#define KEY(name, member, unit) \
  { name, unit, offsetof(physical_t, member) }
    KEY("buffer_write", buffer_write, "joules a flit"),
    KEY("buffer_read", buffer_read, "joules a flit"),
    KEY("interface_write", interface_write, "joules a flit"),
    KEY("interface_read", interface_read, "joules a flit"),
    KEY("crossbar", crossbar, "joules a flit"),
    KEY("xor", xor_flit, "joules a flit"),
    KEY("slot_write", slot_write, "joules a flit"),
    KEY("slot_read", slot_read, "joules a flit"),
    KEY("link", link, "joules a flit and millimetre"),
    KEY("link_mm", link_mm, "millimetres of a link between routers"),
    KEY("interface_link_mm", interface_link_mm, "millimetres of a link to an interface"),
#undef KEY
};

enum { KEYS = sizeof kKeys / sizeof kKeys[0], QUOTED = YAML_QUOTED };

typedef struct {
  yaml_file_t yaml;
  physical_t *p;
  bool seen[KEYS];
} reader_t;

static bool read_number(const char *text, double *value) {
  return decimal_real(text, value) && *value >= 0 && !signbit(*value);
}

static size_t find(const char *name, nearest_t *nearest) {
  size_t key = KEYS;
  for (size_t i = 0; i < KEYS; i++) {
    key = strcmp(kKeys[i].name, name) == 0 ? i : key;
    nearest_offer(nearest, kKeys[i].name);
  }
  return key;
}

static bool read_pair(reader_t *r, const yaml_node_t *name, const yaml_node_t *value) {
  const char *word = yaml_file_text(name);
  if (word == NULL) {
    return yaml_file_fail(&r->yaml, name->start_mark, "", "a list or a mapping as a key", "a name");
  }
  char found[2 * QUOTED];
  nearest_t nearest = nearest_start(word);
  const size_t key = find(word, &nearest);
  if (key == KEYS) {
    (void)snprintf(found, sizeof found, "an unknown key%s", nearest_hint(&nearest));
    char quoted[QUOTED];
    (void)snprintf(quoted, sizeof quoted, "%s", word);
    return yaml_file_fail(&r->yaml, name->start_mark, quoted, found, nearest.names);
  }
  if (r->seen[key]) {
    return yaml_file_fail(&r->yaml, name->start_mark, word, "given a second time", "given once");
  }
  r->seen[key] = true;
  const char *text = yaml_file_text(value);
  (void)snprintf(found, sizeof found, "'%.*s'", QUOTED, text != NULL ? text : "a list or mapping");
  char accepted[QUOTED * 2];
  (void)snprintf(accepted, sizeof accepted, "%s, 0 or more, such as 1.2e-12", kKeys[key].unit);
  double *member = (double *)(void *)((char *)r->p + kKeys[key].offset);
  return (text != NULL && read_number(text, member)) ||
         yaml_file_fail(&r->yaml, value->start_mark, word, found, accepted);
}

static bool read_document(reader_t *r) {
  const yaml_node_t *root = yaml_file_root(&r->yaml);
  if (root == NULL || root->type != YAML_MAPPING_NODE) {
    const yaml_mark_t start = {0};
    return yaml_file_fail(&r->yaml, root != NULL ? root->start_mark : start, "",
                          root == NULL ? "an empty file" : "no mapping", r->yaml.accepted);
  }
  for (yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top;
       pair++) {
    if (!read_pair(r, yaml_file_node(&r->yaml, pair->key), yaml_file_node(&r->yaml, pair->value))) {
      return false;
    }
  }
  for (size_t i = 0; i < KEYS; i++) {
    if (!r->seen[i]) {
      char accepted[QUOTED * 2];
      (void)snprintf(accepted, sizeof accepted, "%s, 0 for nothing", kKeys[i].unit);
      return yaml_file_fail(&r->yaml, root->start_mark, kKeys[i].name, "missing", accepted);
    }
  }
  return true;
}

bool physical_energy(const char *file, physical_t *p, noc_error_t *error) {
  reader_t r = {.yaml = {.file = file, .accepted = "KEY: JOULES in every line", .error = error},
                .p = p};
  p->energy = yaml_file_open(&r.yaml);
  if (p->energy) {
    p->energy = read_document(&r);
    yaml_file_close(&r.yaml);
  }
  return p->energy;
}
