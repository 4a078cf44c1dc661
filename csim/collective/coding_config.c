// coding_config -- what users write of a hierarchical broadcast, groups, multicasts and places of
// intermediate nodes, and the search for what they do not; see coding_config.h.

#include "collective/coding_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "collective/coding_hops.h"
#include "collective/scheme.h"

// The group is a number of nodes for a search. On a line it is a side, without coordinates the
// nodes that follow one another.
static bool is_searched(const char *group, const topology_t *t, const coding_config_t *config,
                        uint64_t *size) {
  *size = 0;
  if (strcmp(group, "best") == 0) {
    return true;
  }
  return topology_is_cube(t) && t->dims > 1 && config->scheme != CODING_RECURSIVE &&
         decimal_parse(group, size);
}

static bool search_group(const char *group, uint64_t size, const topology_t *t,
                         coding_config_t *config, coding_shapes_t *shapes, noc_error_t *error) {
  if (size == 1 || size > t->nodes || (size == 0 && group[0] == '0')) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%.60s", "groups of 2 nodes or more, up to those of the network"),
                    group);
  }
  coding_shapes_t tried = {0};
  const bool ok = coding_search(t, (uint32_t)size, config, shapes != NULL ? shapes : &tried, error);
  coding_shapes_free(&tried);
  return ok;
}

bool coding_config_read(coding_config_t *config, const coding_text_t *text, const topology_t *t,
                        struct coding_shapes *shapes, const char **key, noc_error_t *error) {
  const char *group = text->group != NULL ? text->group : "best";
  const char *place = text->intermediate != NULL ? text->intermediate : "best";
  uint64_t size = 0;
  const bool searched = is_searched(group, t, config, &size);
  *key = "base";
  if (text->base != NULL && !coding_read_base(text->base, config, error)) {
    return false;
  }
  *key = "intermediate";
  if (searched && place[0] >= '0' && place[0] <= '9') {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.60s', with groups to be searched for",
                                 "given with the sides of a group, or a list of groups"),
                    place);
  }
  if (searched && !topology_is_cube(t) &&
      (strcmp(place, "centre") == 0 || strcmp(place, "inner") == 0)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s on %.40s, which has no coordinates", "best or corner"), place,
                    t->family);
  }
  *key = "group";
  if (!searched && !coding_read_group(group, t, config, error)) {
    return false;
  }
  *key = "intermediate";
  if (!coding_read_placement(place, t, config, error)) {
    return false;
  }
  *key = "group";
  return !searched || search_group(group, size, t, config, shapes, error);
}

bool coding_scheme_find(const char *name, coding_scheme_t *scheme) {
  const scheme_t *found = scheme_find(name);
  if (found == NULL || !found->grouped) {
    return false;
  }
  *scheme = found->coding;
  return true;
}

bool coding_scheme_codes(coding_scheme_t scheme) {
  return scheme == CODING_HNC || scheme == CODING_RECURSIVE;
}

void coding_config_free(coding_config_t *config) {
  coding_groups_free(&config->list);
  coding_groups_free(&config->inner);
  free(config->chosen);
  config->chosen = NULL;
}

static const scheme_t *const kBases[] = {
    [HOPS_UNICAST] = &kUnicastScheme, [HOPS_BINOMIAL] = &kBinomialScheme};

const char *coding_base_name(hops_base_t base) {
  return kBases[base]->name;
}

static const char *const kPlacements[] = {"best", "centre", "corner", "inner", NULL};

// The number of the word `text` begins with, up to a comma; -1 if there is no such.
static int find_word(const char *const *words, const char *text, size_t length) {
  for (int i = 0; words[i] != NULL; i++) {
    if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0) {
      return i;
    }
  }
  return -1;
}

static bool fail_word(const char *const *words, const char *text, const char *more,
                      noc_error_t *error) {
  nearest_t nearest = nearest_start(text);
  for (size_t i = 0; words[i] != NULL; i++) {
    nearest_offer(&nearest, words[i]);
  }
  return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("'%.60s'%s", "%s%s"), text,
                  nearest_hint(&nearest), nearest.names, more);
}

// Numbers with `separator` between them, one a dimension of the topology. Returns what is behind
// them, or NULL.
static const char *read_numbers(const char *text, char separator, unsigned count,
                                uint32_t *number) {
  for (unsigned d = 0; d < count; d++) {
    uint64_t value = 0;
    const size_t length = decimal_scan(text, &value);
    if (length == 0 || value > UINT32_MAX || (d > 0 && text[-1] != separator)) {
      return NULL;
    }
    number[d] = (uint32_t)value;
    text += length + (d + 1 < count && text[length] != '\0');
  }
  return text;
}

char *coding_group_text(const topology_t *t, const uint32_t *side, char out[CODING_TEXT]) {
  size_t used = 0;
  out[0] = '\0';
  for (unsigned d = 0; d < t->dims && used < CODING_TEXT; d++) {
    used += (size_t)snprintf(out + used, CODING_TEXT - used, d > 0 ? "x%u" : "%u", side[d]);
  }
  return out;
}

// The sides must tile the box `whole`.
static bool check_group(const char *text, const topology_t *t, const uint32_t *whole,
                        const uint32_t *side, noc_error_t *error) {
  char box[CODING_TEXT];
  uint64_t nodes = t->nodes_per_router;
  for (unsigned d = 0; d < t->dims; d++) {
    if (side[d] == 0 || whole[d] % side[d] != 0) {
      return noc_fail(error, NOC_BAD_INPUT,
                      SAY_THERE_IS("'%.60s', but groups with a side of %u do not tile %s",
                                   "sides that divide it"),
                      text, side[d], coding_group_text(t, whole, box));
    }
    nodes *= side[d];
  }
  if (nodes < 2) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.60s', a group of one node", "groups of 2 nodes or more"),
                    text);
  }
  return true;
}

// Sides of boxes, of each level.
static bool read_sides(const char *text, const topology_t *t, const hops_space_t *space,
                       coding_config_t *config, noc_error_t *error) {
  const char *at = text;
  for (unsigned i = 0; i < config->levels; i++) {
    const char *end = read_numbers(at, 'x', t->dims, config->side[i]);
    const bool last = i + 1 == config->levels;
    if (end == NULL || *end != (last ? '\0' : ',')) {
      char box[CODING_TEXT];
      return noc_fail(
          error, NOC_BAD_INPUT,
          SAY_THERE_IS("'%.60s'", "best, a number of nodes, the sides of a group in %s%s"), text,
          coding_group_text(t, space->side, box),
          config->levels > 1 ? ", a comma and those of the groups within"
                             : ", or lists such as 0-3;4-7");
    }
    config->side[i][t->dims] = t->nodes_per_router;
    if (!check_group(text, t, i == 0 ? space->side : config->side[0], config->side[i], error)) {
      return false;
    }
    at = end + 1;
  }
  return true;
}

// A list, or a number of nodes that follow one another.
static bool read_list(const char *text, const topology_t *t, coding_groups_t *groups,
                      noc_error_t *error) {
  uint64_t size = 0;
  if (!decimal_parse(text, &size)) {
    return coding_groups_read(groups, text, t->nodes, error);
  }
  if (size < 2) {
    return noc_fail(error, NOC_BAD_INPUT, SAY_THERE_IS("%.20s", "groups of 2 nodes or more"), text);
  }
  if (size > t->nodes || t->nodes % size != 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%.20s, but groups of so many nodes do not tile the %u of %.60s",
                                 "a number that divides them"),
                    text, t->nodes, t->name);
  }
  return coding_groups_runs(groups, (uint32_t)size, t->nodes, error);
}

// Reads the groups of both levels, with a bar between them.
static bool read_lists(const char *text, const topology_t *t, coding_config_t *config,
                       noc_error_t *error) {
  const char *bar = strchr(text, '|');
  if (bar == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.60s'",
                                 "groups, a bar and the groups within, with hnc-recursive, such as "
                                 "0-3;4-7|0-1;2-3;4-5;6-7"),
                    text);
  }
  const size_t length = (size_t)(bar - text);
  char *outer = malloc(length + 1);
  if (outer == NULL) {
    return memory_fail(error, "the groups");
  }
  memcpy(outer, text, length);
  outer[length] = '\0';
  uint32_t group = 0;
  const bool ok =
      read_list(outer, t, &config->list, error) && read_list(bar + 1, t, &config->inner, error);
  free(outer);
  return ok && (coding_groups_nest(&config->inner, &config->list, &group, error) ||
                error->status == NOC_ENVIRONMENT ||
                noc_fail(error, NOC_BAD_INPUT,
                         SAY_THERE_IS("'%.60s', where group %u within has nodes of several groups",
                                      "groups that have their nodes in one"),
                         text, group));
}

bool coding_read_group(const char *text, const topology_t *t, coding_config_t *config,
                       noc_error_t *error) {
  config->levels = config->scheme == CODING_RECURSIVE ? 2 : 1;
  hops_space_t space;
  return hops_space_of(t, &space) && strchr(text, ';') == NULL
             ? read_sides(text, t, &space, config, error)
         : config->levels > 1 ? read_lists(text, t, config, error)
                              : read_list(text, t, &config->list, error);
}

bool coding_read_base(const char *text, coding_config_t *config, noc_error_t *error) {
  const char *at = text;
  unsigned count = 0;
  const char *const names[] = {coding_base_name(HOPS_UNICAST), coding_base_name(HOPS_BINOMIAL),
                               NULL};
  for (;; count++) {
    const size_t length = strcspn(at, ",");
    const int word = find_word(names, at, length);
    if (word < 0 || count == 3) {
      return fail_word(names, text, ", or three of them: intra,inter,distribute", error);
    }
    config->base[count] = (hops_base_t)word;
    if (at[length] == '\0') {
      break;
    }
    at += length + 1;
  }
  if (count == 1) {
    return fail_word(names, text, ", or three of them: intra,inter,distribute", error);
  }
  if (count == 0) {
    config->base[1] = config->base[2] = config->base[0];
  }
  return true;
}

// The node with this number is in group `group`.
static bool is_in_group(const coding_groups_t *list, uint32_t group, uint32_t node) {
  bool found = false;
  for (uint32_t i = 0; i < list->size; i++) {
    found = found || list->node[(size_t)group * list->size + i] == node;
  }
  return found;
}

// Nodes, one of each group of a list.
static bool read_chosen(const char *text, coding_config_t *config, noc_error_t *error) {
  const coding_groups_t *list = &config->list;
  if (config->levels > 1) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.60s'", "best or corner, with lists and hnc-recursive"), text);
  }
  free(config->chosen);
  config->chosen = calloc(list->count, sizeof *config->chosen);
  if (config->chosen == NULL) {
    return memory_fail(error, "the intermediate nodes");
  }
  const char *end = read_numbers(text, ',', list->count, config->chosen);
  if (end == NULL || *end != '\0') {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("'%.60s'",
                                 "best, corner, or a node of each of the %u groups in their order, "
                                 "with a list of groups"),
                    text, list->count);
  }
  for (uint32_t g = 0; g < list->count; g++) {
    if (!is_in_group(list, g, config->chosen[g])) {
      return noc_fail(error, NOC_BAD_INPUT,
                      SAY_THERE_IS("'%.60s', where node %u is outside its group, number %u",
                                   "a node of each group, in their order"),
                      text, config->chosen[g], g);
    }
  }
  config->placement = CODING_AT;
  return true;
}

// Coordinates within a group with sides.
static bool read_coordinates(const char *text, const topology_t *t, coding_config_t *config,
                             noc_error_t *error) {
  const char *end = read_numbers(text, ',', t->dims, config->at);
  if (end == NULL || *end != '\0') {
    return fail_word(kPlacements, text, ", or coordinates in a group such as 3,1", error);
  }
  config->placement = CODING_AT;
  for (unsigned i = 0; i < config->levels; i++) {
    for (unsigned d = 0; d < t->dims; d++) {
      if (config->at[d] >= config->side[i][d]) {
        char box[CODING_TEXT];
        return noc_fail(error, NOC_BAD_INPUT,
                        SAY_THERE_IS("'%.60s', a node outside its group of %s",
                                     "coordinates within it, from 0 on"),
                        text, coding_group_text(t, config->side[i], box));
      }
    }
  }
  return true;
}

bool coding_read_placement(const char *text, const topology_t *t, coding_config_t *config,
                           noc_error_t *error) {
  const int word = find_word(kPlacements, text, strlen(text));
  const bool list = config->list.count > 0;
  if (list && (word == CODING_CENTRE || word == CODING_INNER)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s, which groups with sides have",
                                 "best, corner, or a node of each group, with a list of groups"),
                    text);
  }
  if (word >= 0) {
    config->placement = (coding_placement_t)word;
    return true;
  }
  return list ? read_chosen(text, config, error) : read_coordinates(text, t, config, error);
}
