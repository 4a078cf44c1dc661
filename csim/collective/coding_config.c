// coding_config -- all that users write of a hierarchical broadcast,
// and the search for what they do not; see coding_config.h.

#include "collective/coding_config.h"

#include <string.h>

#include "base/decimal.h"
#include "collective/coding_hops.h"

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
