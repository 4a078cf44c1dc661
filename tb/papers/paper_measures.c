// paper_measures -- the section `measures` of the file of a paper; see paper_reader.h.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "papers/paper_reader.h"
#include "runs/batch.h"

enum { MOST_RUN = 2 };

static const measure_way_t *find_way(reader_t *r, const yaml_node_t *node) {
  nearest_t nearest = nearest_start(yaml_file_text(node) != NULL ? yaml_file_text(node) : "");
  for (size_t i = 0; measure_way_at(i) != NULL; i++) {
    nearest_offer(&nearest, measure_way_at(i)->name);
    if (strcmp(measure_way_at(i)->name, nearest.word) == 0) {
      return measure_way_at(i);
    }
  }
  (void)reader_fail_found(r, node, "by", nearest.names);
  return NULL;
}

// ---- Combinations

enum { MOST_MEASURES = 100000 };

// Counts them, by the values as they are now; *count is 0, or more than MOST_MEASURES, if there are
// none or too many.
static bool count_loops(evaluation_t *e, measured_t *m) {
  m->count = 1;
  for (size_t i = 0; i < m->family.loops.count && m->count > 0 && m->count <= MOST_MEASURES; i++) {
    if (!loop_count(e, &m->family.loops.loop[i], &m->family.size[i])) {
      return false;
    }
    m->count *= m->family.size[i];
  }
  return true;
}

typedef struct {
  const expression_t *when;
  size_t *index;  // of the family
  size_t at, kept;
} choice_t;

static bool keep(evaluation_t *e, void *context) {
  choice_t *kept = context;
  double holds = 0;
  const bool ok = expression_number(e, kept->when, &holds);
  kept->index[kept->at++] = holds != 0 ? kept->kept++ : FAMILY_NONE;
  return ok;
}

// Leaves out those that `when` is not true of.
static bool count_when(expressions_t *all, evaluation_t *e, measured_t *m) {
  if (m->when == NULL) {
    return true;
  }
  choice_t kept = {.when = m->when, .index = expressions_take(all, m->count, sizeof *kept.index)};
  if (kept.index == NULL || !loops_each(e, &m->family.loops, keep, &kept)) {
    return false;
  }
  m->family.index = kept.index;
  m->count = kept.kept;
  return true;
}

bool paper_measures_count(paper_file_t *f, const char *open, noc_error_t *error) {
  evaluation_t e = {.all = &f->all, .error = error, .dry = true};
  for (size_t i = 0; i < f->measures; i++) {
    measured_t *m = &f->measure[i];
    const bool counted = count_loops(&e, m);
    const bool few = counted && m->count > 0 && m->count <= MOST_MEASURES;
    if (!counted || (few && !count_when(&f->all, &e, m))) {
      return false;
    }
    if (!few || m->count == 0) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s: open '%.60s': %s" SAY_IS("%s", "for one combination to 100,000"),
                      f->all.file, open, m->family.name, m->count == 0 ? "for none" : "for more");
    }
  }
  return true;
}

static bool read_sizes(reader_t *r, const yaml_node_t *node, measured_t *m) {
  evaluation_t e = {.all = &r->file->all, .error = r->file->all.error, .dry = true};
  return count_loops(&e, m) &&
         ((m->count > 0 && m->count <= MOST_MEASURES) ||
          yaml_file_fail(&r->yaml, node->start_mark, "for",
                         m->count == 0 ? "without values" : "of more than 100,000 measures",
                         "of fewer, at least one"));
}

// ---- Reading

enum {
  BY,
  M_FOR,
  M_WHEN,
  SCENARIO,
  SET,
  PARTS,
  RUN,
  LOADS,
  RESOLUTION,
  CLIMB,
  MULTICASTS,
  FLITS,
  TEXTS,  // kMeasureTexts
  MEASURE_KEYS = TEXTS + MEASURE_TEXTS
};

static const char *key_name(size_t key) {
  static const char *const kNames[TEXTS] = {"!by",        "for",   "when",       "scenario",
                                            "set",        "parts", "run",        "loads",
                                            "resolution", "climb", "multicasts", "flits"};
  return key < TEXTS ? kNames[key] : kMeasureTexts[key - TEXTS];
}

// Its loops, so that expressions may name it.
static bool read_family(reader_t *r, size_t i, const yaml_node_t *name, const yaml_node_t *node,
                        const yaml_node_t **key) {
  measured_t *m = &r->file->measure[i];
  scope_t scope = {.count = 0};
  each_t each;
  const char *names[MEASURE_KEYS];
  for (size_t k = 0; k < MEASURE_KEYS; k++) {
    names[k] = key_name(k);
  }
  if (!reader_identifier(r, name, &m->family.name) ||
      !reader_keys(r, node, names, MEASURE_KEYS, key)) {
    return false;
  }
  m->way = find_way(r, key[BY]);
  if (m->way == NULL || !reader_each(r, &scope, key[M_FOR], NULL, true, &each)) {
    return false;
  }
  m->family.loops = each.loops;
  m->family.of = m->way->of;
  r->file->family[i] = &m->family;
  for (size_t k = SCENARIO; k < MEASURE_KEYS; k++) {
    bool has = false;
    bool needed = false;
    for (const char *const *one = m->way->keys; *one != NULL; one++) {
      const bool may = (*one)[0] == '?';
      const bool is = strcmp(*one + may, names[k]) == 0;
      has = has || is;
      needed = needed || (is && !may);
    }
    if ((needed && key[k] == NULL) || (!has && key[k] != NULL)) {
      return yaml_file_fail(
          &r->yaml, (key[k] != NULL ? key[k] : node)->start_mark, names[k],
          has ? "missing" : "given",
          has ? "given with this way to measure" : "left out with this way to measure");
    }
  }
  return true;
}

static bool read_sets(reader_t *r, const scope_t *scope, const yaml_node_t *node, const char *key,
                      size_t most, template_t **set, size_t *sets) {
  if (node == NULL) {
    return true;
  }
  const size_t count = node->type == YAML_SEQUENCE_NODE ? yaml_file_items(node) : most + 1;
  if (count > most) {
    return reader_fail_found(
        r, node, key, most > MOST_RUN ? "a list of KEY=VALUE" : "a list of one or two KEY=VALUE");
  }
  *set = expressions_take(&r->file->all, count + 1, sizeof **set);
  for (; *set != NULL && *sets < count; (*sets)++) {
    if (!reader_template(r, scope, yaml_file_item(&r->yaml, node, *sets), key, &(*set)[*sets])) {
      return false;
    }
  }
  return *set != NULL;
}

static bool read_scenario(reader_t *r, const scope_t *scope, measured_t *m,
                          const yaml_node_t *scenario, const yaml_node_t **key) {
  const yaml_node_t *text = key[SCENARIO] != NULL ? key[SCENARIO] : scenario;
  if (strcmp(m->way->keys[0], "?scenario") != 0) {
    return true;
  }
  if (text == NULL) {
    return yaml_file_fail(&r->yaml, key[BY]->start_mark, "scenario", "missing",
                          "the text of a scenario");
  }
  return reader_template(r, scope, text, "scenario", &m->scenario);
}

static bool read_number(reader_t *r, const scope_t *scope, const yaml_node_t **key, size_t which,
                        bool list, expression_t **x) {
  const type_t type = {.kind = KIND_NUMBER, .list = list};
  return key[which] == NULL ||
         (*x = reader_expression(r, scope, key[which], key_name(which), &type)) != NULL;
}

static bool read_climb(reader_t *r, const yaml_node_t *node, bool *climb) {
  if (node == NULL) {
    return true;
  }
  const char *text = yaml_file_text(node);
  *climb = text != NULL && strcmp(text, "true") == 0;
  return *climb || (text != NULL && strcmp(text, "false") == 0) ||
         reader_fail_found(r, node, "climb", "true or false");
}

static bool read_texts(reader_t *r, const scope_t *scope, measured_t *m, const yaml_node_t **key) {
  for (size_t i = 0; i < MEASURE_TEXTS; i++) {
    const yaml_node_t *node = key[TEXTS + i];
    if (node != NULL && !reader_template(r, scope, node, kMeasureTexts[i], &m->text[i])) {
      return false;
    }
  }
  return true;
}

// Works out which combinations are measured.
static bool read_when(reader_t *r, const scope_t *scope, measured_t *m, const yaml_node_t *node) {
  const type_t truth = {.kind = KIND_TRUTH};
  evaluation_t e = {.all = &r->file->all, .error = r->file->all.error, .dry = true};
  if (node == NULL) {
    return true;
  }
  m->when = reader_expression(r, scope, node, "when", &truth);
  if (m->when == NULL) {
    return false;
  }
  if (expression_measures(m->when)) {
    return reader_fail_found(r, node, "when", "a comparison of nothing that is measured");
  }
  if (!count_when(&r->file->all, &e, m)) {
    return false;
  }
  return m->count > 0 || reader_fail_found(r, node, "when", "true of a combination at least");
}

// The rest of a measure, which may name other things than its loops.
static bool read_measure(reader_t *r, measured_t *m, const yaml_node_t *scenario,
                         const yaml_node_t **key) {
  scope_t scope = {.count = 0};
  reader_bind(&scope, &m->family.loops);
  return read_scenario(r, &scope, m, scenario, key) &&
         read_sets(r, &scope, key[SET], "set", SIZE_MAX - 1, &m->set, &m->sets) &&
         read_sets(r, &scope, key[RUN], "run", MOST_RUN, &m->run, &m->runs) &&
         read_number(r, &scope, key, PARTS, true, &m->parts) &&
         read_number(r, &scope, key, LOADS, true, &m->loads) &&
         read_number(r, &scope, key, RESOLUTION, false, &m->resolution) &&
         read_number(r, &scope, key, MULTICASTS, false, &m->multicasts) &&
         read_number(r, &scope, key, FLITS, false, &m->flits) &&
         read_climb(r, key[CLIMB], &m->climb) && read_texts(r, &scope, m, key) &&
         read_when(r, &scope, m, key[M_WHEN]);
}

bool reader_measures(reader_t *r, const yaml_node_t *node, const yaml_node_t *scenario,
                     const yaml_node_t *define) {
  paper_file_t *f = r->file;
  size_t count = 0;
  if (node != NULL && !reader_count(r, node, "measures", &count)) {
    return false;
  }
  const yaml_node_t *(*key)[MEASURE_KEYS] = expressions_take(&f->all, count + 1, sizeof *key);
  f->measure = expressions_take(&f->all, count + 1, sizeof *f->measure);
  f->family = expressions_take(&f->all, count + 1, sizeof(family_t *));
  if (key == NULL || f->measure == NULL || f->family == NULL) {
    return false;
  }
  f->all.names.family = f->family;
  for (size_t i = 0; i < count; i++) {
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    if (!read_family(r, i, yaml_file_node(&r->yaml, pair->key),
                     yaml_file_node(&r->yaml, pair->value), key[i])) {
      return false;
    }
    f->measure[i].paper = f->all.file;
    f->measure[i].before = i > 0 ? &f->measure[i - 1] : NULL;
    f->measures++;
    f->all.names.families++;
    if (!read_sizes(r, yaml_file_node(&r->yaml, pair->value), &f->measure[i])) {
      return false;
    }
  }
  if (define != NULL && !reader_defines(r, define)) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    if (!read_measure(r, &f->measure[i], scenario, key[i])) {
      return false;
    }
  }
  return true;
}
