// grid -- see grid.h.

#include "cli/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scenario/scenario_keys.h"

enum { QUOTED = 60 };

static size_t key_length(const char *set) {
  return strcspn(set, "=");
}

// NULL: there is no such key, as the scenario's parser will say.
static const scenario_key_t *row_of(const char *path) {
  return key_find_path(path, strlen(path));
}

// Whether a comma stands between values: no number and no word has one.
static bool has_list(const char *path) {
  const scenario_key_t *row = row_of(path);
  return row != NULL &&
         (row->type == KEY_INTEGER || row->type == KEY_REAL || row->type == KEY_DECIMAL ||
          row->type == KEY_BOOL || row->type == KEY_CHOICE || row->type == KEY_NAME);
}

static bool add_value(grid_key_t *k, const char *set, const char *value, size_t length,
                      noc_error_t *error) {
  for (size_t i = 0; i < k->values; i++) {
    if (strlen(k->value[i]) == length && strncmp(k->value[i], value, length) == 0) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "--set %.*s: %s" SAY_IS("given '%.*s' a second time", "given each value once"), QUOTED,
          set, k->key, length < QUOTED ? (int)length : QUOTED, value);
    }
  }
  char **more = realloc(k->value, (k->values + 1) * sizeof *more);
  if (more == NULL) {
    return memory_fail(error, "the combinations");
  }
  k->value = more;
  k->value[k->values] = strndup(value, length);
  if (k->value[k->values] == NULL) {
    return memory_fail(error, "the combinations");
  }
  k->values++;
  return true;
}

static bool add_values(grid_key_t *k, const char *set, noc_error_t *error) {
  const char *value = set + key_length(set) + 1;
  if (!has_list(k->key) || strchr(value, ',') == NULL) {
    return add_value(k, set, value, strlen(value), error);
  }
  for (;;) {
    const size_t length = strcspn(value, ",");
    if (length == 0) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "--set %.*s: %s" SAY_IS("without a value beside a comma", "values such as 2,4,8"), QUOTED,
          set, k->key);
    }
    if (!add_value(k, set, value, length, error)) {
      return false;
    }
    if (value[length] == '\0') {
      return true;
    }
    value += length + 1;
  }
}

static bool add_set(grid_t *g, const char *set, noc_error_t *error) {
  const size_t length = key_length(set);
  grid_key_t *k = NULL;
  for (size_t i = 0; i < g->keys; i++) {
    if (strlen(g->key[i].key) == length && strncmp(g->key[i].key, set, length) == 0) {
      k = &g->key[i];
    }
  }
  if (k == NULL) {
    grid_key_t *more = realloc(g->key, (g->keys + 1) * sizeof *more);
    if (more == NULL) {
      return memory_fail(error, "the combinations");
    }
    g->key = more;
    k = &g->key[g->keys++];
    *k = (grid_key_t){.key = strndup(set, length)};
    if (k->key == NULL) {
      return memory_fail(error, "the combinations");
    }
  }
  return set[length] == '\0' || add_values(k, set, error);
}

static bool check(const cli_t *cli, const grid_t *g, noc_error_t *error) {
  for (size_t i = 0; i < g->keys; i++) {
    const grid_key_t *k = &g->key[i];
    if (k->values > 1 && strcmp(k->key, "workload.load") == 0) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "--set workload.load" SAY_IS("several loads", "given as --load FROM:STEP:TO"));
    }
    if (k->values > 1 && strcmp(k->key, "topology") == 0 && cli->topologies.count > 0) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "--set topology" SAY_IS("given several times beside --topology",
                                              "given in one of the two"));
    }
  }
  return true;
}

// The number of the value of key `key` at a point.
static size_t value_index(const grid_t *g, size_t point, size_t key) {
  for (size_t i = g->keys; i-- > key + 1;) {
    point /= g->key[i].values > 0 ? g->key[i].values : 1;
  }
  return g->key[key].values > 0 ? point % g->key[key].values : 0;
}

const char *grid_value(const grid_t *g, size_t point, size_t key) {
  return g->key[key].values > 0 ? g->key[key].value[value_index(g, point, key)] : "";
}

bool grid_is_number(const grid_t *g, size_t key) {
  const scenario_key_t *row = row_of(g->key[key].key);
  return row != NULL &&
         (row->type == KEY_INTEGER || row->type == KEY_REAL || row->type == KEY_DECIMAL);
}

static bool make_point(grid_t *g, size_t point, noc_error_t *error) {
  string_list_t *sets = &g->point[point].sets;
  *sets = (string_list_t){.item = calloc(g->keys + 1, sizeof *sets->item)};
  if (sets->item == NULL) {
    return memory_fail(error, "the combinations");
  }
  for (size_t i = 0; i < g->keys; i++) {
    char *set = NULL;
    const bool has_value = g->key[i].values > 0;
    if (asprintf(&set, "%s%s%s", g->key[i].key, has_value ? "=" : "", grid_value(g, point, i)) <
        0) {
      return memory_fail(error, "the combinations");
    }
    sets->item[sets->count++] = set;
  }
  return true;
}

bool grid_read(const cli_t *cli, grid_t *g, noc_error_t *error) {
  *g = (grid_t){.points = 0};
  for (size_t i = 0; i < cli->sets.count; i++) {
    if (!add_set(g, cli->sets.item[i], error)) {
      return false;
    }
  }
  size_t points = 1;
  for (size_t i = 0; i < g->keys; i++) {
    points *= g->key[i].values > 0 ? g->key[i].values : 1;
    g->axes += g->key[i].values > 1;
    if (points > GRID_POINTS_MAX) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "--set" SAY_IS("more than %d combinations of values", "at most so many"),
                      (int)GRID_POINTS_MAX);
    }
  }
  if (!check(cli, g, error)) {
    return false;
  }
  g->point = calloc(points, sizeof *g->point);
  if (g->point == NULL) {
    return memory_fail(error, "the combinations");
  }
  for (; g->points < points; g->points++) {
    g->point[g->points] = *cli;
    g->point[g->points].sets = (string_list_t){.count = 0};
    if (!make_point(g, g->points, error)) {
      g->points++;
      return false;
    }
  }
  return true;
}

void grid_free(grid_t *g) {
  for (size_t i = 0; i < g->points; i++) {
    for (size_t k = 0; k < g->point[i].sets.count; k++) {
      free((char *)g->point[i].sets.item[k]);
    }
    free(g->point[i].sets.item);
  }
  for (size_t i = 0; i < g->keys; i++) {
    for (size_t k = 0; k < g->key[i].values; k++) {
      free(g->key[i].value[k]);
    }
    free(g->key[i].value);
    free(g->key[i].key);
  }
  free(g->point);
  free(g->key);
}

// The key without its section, unless another axis has the same name without it.
static const char *short_name(const grid_t *g, size_t key) {
  const char *dot = strrchr(g->key[key].key, '.');
  const char *name = dot != NULL ? dot + 1 : g->key[key].key;
  for (size_t i = 0; i < g->keys; i++) {
    const char *other = strrchr(g->key[i].key, '.');
    if (i != key && g->key[i].values > 1 && other != NULL && strcmp(other + 1, name) == 0) {
      return g->key[key].key;
    }
  }
  return name;
}

const char *grid_label(const grid_t *g, size_t point, char out[GRID_LABEL]) {
  size_t length = 0;
  out[0] = '\0';
  for (size_t i = 0; i < g->keys && length < GRID_LABEL; i++) {
    if (g->key[i].values > 1) {
      length += (size_t)snprintf(out + length, GRID_LABEL - length, "%s%s=%s",
                                 length > 0 ? " " : "", short_name(g, i), grid_value(g, point, i));
    }
  }
  return out;
}

bool grid_refuse_repeated(const cli_t *cli, noc_error_t *error) {
  for (size_t i = 0; i < cli->sets.count; i++) {
    const char *set = cli->sets.item[i];
    for (size_t k = 0; k < i; k++) {
      if (key_same(set, cli->sets.item[k])) {
        return noc_fail(error, NOC_BAD_INPUT,
                        "--set %.*s" SAY_IS("a second value of %.*s, beside %.*s",
                                            "the only one (nocstep sweep takes several)"),
                        QUOTED, set, (int)key_length(set), set, QUOTED, cli->sets.item[k]);
      }
    }
  }
  return true;
}
