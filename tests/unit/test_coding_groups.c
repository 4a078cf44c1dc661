// test_coding_groups -- groups as lists of nodes: what is read and refused, the best intermediate nodes
// by search against all, hops of lists against those of the same boxes, and the search for sizes.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/coding_hops.h"
#include "analysis/coding_level.h"
#include "network/rng.h"

static topology_t *make(const char *string) {
  noc_error_t error = {0};
  topology_t *t = topology_create(string, &error);
  if (t == NULL) {
    fail_msg("%s: %s", string, error.text);
  }
  return t;
}

static routing_t *route(const topology_t *t) {
  noc_error_t error = {0};
  routing_t *r = routing_create(t, NULL, NULL, false, &error);
  if (r == NULL) {
    fail_msg("%s: %s", t->name, error.text);
  }
  return r;
}

// The order within a group is kept, and the text comes back.
static void texts(void **state) {
  (void)state;
  static const struct {
    const char *text, *back;
    uint32_t size, count, node[8];
  } kMany[] = {
      {"0-3;4-7", "0-3;4-7", 4, 2, {0, 1, 2, 3, 4, 5, 6, 7}},
      {"7,1,0-1000", NULL, 0, 0, {0}},
      {"7,0,2-3;4-6,1", "7,0,2-3;4-6,1", 4, 2, {7, 0, 2, 3, 4, 5, 6, 1}},
      {"2,3;0,1;\n4-5;\n6,7", "2-3;0-1;4-5;6-7", 2, 4, {2, 3, 0, 1, 4, 5, 6, 7}},
      {"1,0;3,2;5,4;7,6", "1,0;3,2;5,4;7,6", 2, 4, {1, 0, 3, 2, 5, 4, 7, 6}},
      {"0-7", "0-7", 8, 1, {0, 1, 2, 3, 4, 5, 6, 7}},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    noc_error_t error = {0};
    coding_groups_t groups;
    const bool ok = coding_groups_read(&groups, kMany[i].text, 8, &error);
    assert_int_equal(ok, kMany[i].back != NULL);
    if (ok) {
      char *back = coding_groups_text(&groups);
      assert_int_equal(groups.size, kMany[i].size);
      assert_int_equal(groups.count, kMany[i].count);
      assert_memory_equal(groups.node, kMany[i].node, sizeof kMany[i].node);
      assert_string_equal(back, kMany[i].back);
      free(back);
    }
    coding_groups_free(&groups);
  }
}

// One sentence for each that cannot be, with the key at fault.
static void refused(void **state) {
  (void)state;
  static const struct {
    const char *topology;
    coding_scheme_t scheme;
    coding_text_t text;
    const char *key, *why;
  } kMany[] = {
      // No list of all nodes.
      {"octagon:8",
       CODING_HNC,
       {"0-2;4-6", NULL, NULL},
       "group",
       "found '0-2;4-6', without node 3; accepted groups of all nodes, 0 to 7"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;3-6", NULL, NULL},
       "group",
       "found '0-3;3-6', where node 3 comes twice; accepted each node in one group"},
      {"octagon:8",
       CODING_HNC,
       {"0-4;5-7", NULL, NULL},
       "group",
       "found '0-4;5-7', where group 1 has 3 nodes and group 0 has 5; accepted groups of the same "
       "size"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;4-8", NULL, NULL},
       "group",
       "found '0-3;4-8'; accepted sets of nodes from 0 to 7"},
      {"octagon:8",
       CODING_HNC,
       {"0;1;2;3;4;5;6;7", NULL, NULL},
       "group",
       "found '0;1;2;3;4;5;6;7', a group of one node; accepted groups of 2 nodes or more"},
      {"octagon:8", CODING_HNC, {"0-3;", NULL, NULL}, "group", "found '0-3;'; accepted sets"},
      {"octagon:8", CODING_HNC, {";0-3", NULL, NULL}, "group", "found ';0-3'; accepted sets"},
      {"octagon:8",
       CODING_HNC,
       {"0-3,;4-7", NULL, NULL},
       "group",
       "found '0-3,;4-7'; accepted sets"},
      {"octagon:8", CODING_HNC, {"3-0;4-7", NULL, NULL}, "group", "found '3-0;4-7'; accepted sets"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;4-7 ", NULL, NULL},
       "group",
       "found '0-3;4-7 '; accepted sets"},
      {"octagon:8", CODING_HNC, {"", NULL, NULL}, "group", "found ''; accepted sets"},
      {"octagon:8", CODING_HNC, {"4x2", NULL, NULL}, "group", "found '4x2'; accepted sets"},
      {"octagon:8",
       CODING_HNC,
       {"3", NULL, NULL},
       "group",
       "found 3, but groups of so many nodes do not tile the 8 of octagon:8"},
      {"octagon:8",
       CODING_HNC,
       {"16", NULL, NULL},
       "group",
       "found 16, but groups of so many nodes do not tile"},
      {"octagon:8",
       CODING_HNC,
       {"1", NULL, NULL},
       "group",
       "found 1; accepted groups of 2 nodes or more"},
      {"octagon:8",
       CODING_HNC,
       {"0", NULL, NULL},
       "group",
       "found 0; accepted groups of 2 nodes or more"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4", NULL, NULL},
       "group",
       "found '4'; accepted with hnc-recursive groups, a bar and the groups within, such as "
       "0-3;4-7|"},
      {"octagon:8", CODING_RECURSIVE, {"4|", NULL, NULL}, "group", "found ''; accepted sets"},
      {"octagon:8", CODING_RECURSIVE, {"|2", NULL, NULL}, "group", "found ''; accepted sets"},
      {"octagon:8", CODING_RECURSIVE, {"4|2|2", NULL, NULL}, "group", "found '2|2'; accepted sets"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4|1", NULL, NULL},
       "group",
       "found 1; accepted groups of 2 nodes or more"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"2|4", NULL, NULL},
       "group",
       "found '2|4', where group 0 within has nodes of several groups; accepted groups that have"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4|0,1;2,3;4,6;5,7", NULL, "0,4"},
       "intermediate",
       "found '0,4'; accepted with lists and hnc-recursive best and corner"},
      {"irregular:switches=4,ports=6,hosts=6",
       CODING_RECURSIVE,
       {NULL, NULL, NULL},
       "group",
       "found best, but irregular:switches=4"},
      {"irregular:switches=4,ports=6,hosts=7",
       CODING_HNC,
       {NULL, NULL, NULL},
       "group",
       "found best, but irregular:switches=4"},
      {"mesh:4x2",
       CODING_HNC,
       {"0-3;4-8", NULL, NULL},
       "group",
       "found '0-3;4-8'; accepted sets of nodes from 0 to 7"},
      {"mesh:4x2",
       CODING_RECURSIVE,
       {"0-3;4-7", NULL, NULL},
       "group",
       "found '0-3;4-7'; accepted with hnc-recursive groups, a bar"},
      {"mesh:4x2",
       CODING_HNC,
       {"3x1", NULL, NULL},
       "group",
       "found '3x1', but groups with a side of 3 do not tile 4x2; accepted sides that divide it"},
      {"mesh:4x2", CODING_HNC, {"1x1", NULL, NULL}, "group", "found '1x1', a group of one node"},
      {"mesh:4x2",
       CODING_HNC,
       {"3", NULL, NULL},
       "group",
       "found 3, but no box of 3 nodes tiles mesh:4x2"},
      {"mesh:4x2",
       CODING_HNC,
       {"1", NULL, NULL},
       "group",
       "found 1; accepted groups of 2 nodes or more"},
      // Intermediate nodes.
      {"mesh:4x2",
       CODING_HNC,
       {"2x2", NULL, "2,0"},
       "intermediate",
       "found '2,0', a node outside its group of 2x2; accepted coordinates"},
      {"mesh:4x2",
       CODING_HNC,
       {NULL, NULL, "1,0"},
       "intermediate",
       "found '1,0', with groups to be searched for"},
      {"mesh:4x2",
       CODING_HNC,
       {"0-3;4-7", NULL, "inner"},
       "intermediate",
       "found inner, which groups with sides have; accepted with a list"},
      {"mesh:4x2",
       CODING_HNC,
       {"0-3;4-7", NULL, "centre"},
       "intermediate",
       "found centre, which groups with sides have; accepted with a list"},
      {"octagon:8",
       CODING_HNC,
       {NULL, NULL, "centre"},
       "intermediate",
       "found centre on octagon, which has no coordinates; accepted best and corner"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3,2"},
       "intermediate",
       "found '3,2', where node 2 is outside its group, number 1; accepted"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "4,3"},
       "intermediate",
       "found '4,3', where node 4 is outside its group, number 0; accepted"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3"},
       "intermediate",
       "found '3'; accepted with a list of groups best, corner, or a node of each"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3,4,5"},
       "intermediate",
       "found '3,4,5'; accepted with a list"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3,4294967300"},
       "intermediate",
       "found '3,4294967300'; accepted with a list"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "center"},
       "intermediate",
       "found 'center'; accepted with a list"},
      // Multicasts.
      {"octagon:8",
       CODING_HNC,
       {"4", "tree", NULL},
       "base",
       "found 'tree'; accepted unicast, binomial"},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i].topology);
    noc_error_t error = {0};
    coding_config_t config = {.scheme = kMany[i].scheme};
    const char *key = NULL;
    const bool ok = coding_config_read(&config, &kMany[i].text, t, NULL, &key, &error);
    if (ok || error.status != NOC_BAD_INPUT || strcmp(key, kMany[i].key) != 0 ||
        strncmp(error.text, kMany[i].why, strlen(kMany[i].why)) != 0) {
      fail_msg("case %zu: %s: %s", i, key, ok ? "not refused" : error.text);
    }
    assert_non_null(strstr(error.text, "accepted"));
    coding_config_free(&config);
    topology_free(t);
  }
}

// Whatever the bytes: read or refused with one line, and what is read is a hierarchy.
static void any_bytes(void **state) {
  (void)state;
  static const char *const kNetworks[] = {"octagon:8", "mesh:4x2", "torus:2x2@2", "ring:6"};
  static const char kBytes[] = "0123456789012347,,;;-x  \nbest\xff%";
  uint64_t draw = 0;
  for (size_t i = 0; i < sizeof kNetworks / sizeof kNetworks[0]; i++) {
    topology_t *t = make(kNetworks[i]);
    unsigned taken = 0;
    for (unsigned k = 0; k < 4000; k++) {
      static const char *const kStarts[] = {"0-3;4-7", "0,2,4;1,3,5", "2x2", "4", "2x2,1x2", "4|2"};
      char group[24];
      char place[12];
      (void)snprintf(group, sizeof group, "%s", kStarts[rng_draw(3, draw++) % 6]);
      (void)snprintf(place, sizeof place, "%s", k % 2 != 0 ? "1,0" : "best");
      for (unsigned edits = (unsigned)(rng_draw(3, draw++) % 4); edits > 0; edits--) {
        char *text = k % 3 != 0 ? group : place;
        const size_t room = k % 3 != 0 ? sizeof group - 1 : sizeof place - 1;
        const uint64_t random = rng_draw(3, draw++);
        text[random % room] = kBytes[(random >> 32) % (sizeof kBytes - 1)];
      }
      group[sizeof group - 1] = place[sizeof place - 1] = '\0';
      noc_error_t error = {0};
      coding_config_t config = {.scheme = (coding_scheme_t)(k % 4)};
      const char *key = NULL;
      const coding_text_t text = {group, NULL, place};
      if (coding_config_read(&config, &text, t, NULL, &key, &error)) {
        coding_hierarchy_t *h = coding_hierarchy_create(t, &config, &error);
        assert_non_null(h);
        assert_int_equal(coding_hierarchy_groups(h) * coding_hierarchy_group_size(h), t->nodes);
        coding_hierarchy_free(h);
        taken++;
      } else {
        assert_int_equal(error.status, NOC_BAD_INPUT);
        assert_non_null(strstr(error.text, "accepted"));
        assert_null(strchr(error.text, '\n'));
      }
      coding_config_free(&config);
    }
    assert_true(taken > 100);
    topology_free(t);
  }
}

static bool same(const coding_hops_t *a, const coding_hops_t *b) {
  bool equal = a->encoded[0] == b->encoded[0] && a->received[0] == b->received[0];
  for (unsigned k = 0; k < CODING_STEPS; k++) {
    const hops_count_t *x = &a->step[0][k];
    const hops_count_t *y = &b->step[0][k];
    equal = equal && x->unicasts == y->unicasts && x->hops == y->hops &&
            x->flit_hops == y->flit_hops && x->max_path == y->max_path;
  }
  return equal;
}

// The list of the boxes that a config has, place by place.
static coding_groups_t list_of(const topology_t *t, const coding_config_t *config) {
  noc_error_t error = {0};
  coding_hierarchy_t *h = coding_hierarchy_create(t, config, &error);
  assert_non_null(h);
  coding_groups_t list = {.node = calloc(t->nodes, sizeof *list.node),
                          .size = coding_hierarchy_group_size(h),
                          .count = coding_hierarchy_groups(h)};
  assert_non_null(list.node);
  for (uint32_t i = 0; i < t->nodes; i++) {
    list.node[i] = coding_hierarchy_node(h, i / list.size, i % list.size);
  }
  coding_hierarchy_free(h);
  return list;
}

// Boxes written as lists take the same hops, with the same intermediate nodes and, where the trees go
// along the same lines, with trees; with the best ones no more.
static void boxes_as_lists(void **state) {
  (void)state;
  static const struct {
    const char *topology, *group;
    bool line;
  } kMany[] = {{"mesh:8x4", "4x2", false},     {"torus:6x4", "3x2", false},
               {"mesh:12", "3", true},         {"ring:12", "4", true},
               {"mesh:4x3@2", "2x3", false},   {"mesh:1x9", "1x3", true},
               {"torus:4x4x2", "2x2x2", false}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i].topology);
    routing_t *r = route(t);
    for (unsigned k = 0; k < 8 * 3 * 2; k++) {
      noc_error_t error = {0};
      coding_config_t boxes = {.scheme = k % 2 != 0 ? CODING_HIERARCHY : CODING_HNC};
      for (unsigned step = 0; step < 3 && kMany[i].line; step++) {
        boxes.base[step] = ((k >> (step + 1)) & 1) != 0 ? HOPS_BINOMIAL : HOPS_UNICAST;
      }
      static const coding_placement_t kPlaces[] = {CODING_BEST, CODING_CORNER, CODING_CENTRE};
      boxes.placement = kPlaces[(k >> 4) % 3];
      assert_true(coding_read_group(kMany[i].group, t, &boxes, &error));
      coding_config_t lists = boxes;
      lists.list = list_of(t, &boxes);
      coding_hierarchy_t *h = coding_hierarchy_create(t, &boxes, &error);
      if (boxes.placement == CODING_CENTRE) {
        lists.placement = CODING_AT;
        lists.chosen = calloc(lists.list.count, sizeof *lists.chosen);
        assert_non_null(lists.chosen);
        for (uint32_t g = 0; g < lists.list.count; g++) {
          lists.chosen[g] = coding_hierarchy_intermediate(h, g);
        }
      }
      coding_hierarchy_free(h);
      coding_hops_t a;
      coding_hops_t b;
      assert_true(coding_hops(t, &boxes, &a, &error));
      assert_true(coding_hops_count(r, &lists, &b, &error));
      if (boxes.placement == CODING_BEST ? b.total.hops > a.total.hops : !same(&a, &b)) {
        fail_msg("%s, case %u: %llu hops of boxes, %llu of lists", t->name, k,
                 (unsigned long long)a.total.hops, (unsigned long long)b.total.hops);
      }
      coding_config_free(&lists);
    }
    routing_free(r);
    topology_free(t);
  }
}

// Both levels of boxes written as lists, in another order of the groups within.
static void levels_as_lists(void **state) {
  (void)state;
  static const char kLists[] =
      "0-3,8-11,16-19,24-27;4-7,12-15,20-23,28-31|22-23,30-31;6-7,14-15;0-1,8-9;2-3,10-11;"
      "16-17,24-25;20-21,28-29;4-5,12-13;18-19,26-27";
  topology_t *t = make("mesh:8x4");
  routing_t *r = route(t);
  for (unsigned k = 0; k < 2; k++) {
    noc_error_t error = {0};
    const char *key = NULL;
    coding_config_t boxes = {.scheme = CODING_RECURSIVE};
    coding_config_t lists = boxes;
    coding_hops_t a;
    coding_hops_t b;
    const coding_text_t sides = {"4x4,2x2", NULL, "corner"};
    const coding_text_t text = {kLists, NULL, k == 0 ? "corner" : "best"};
    assert_true(coding_config_read(&boxes, &sides, t, NULL, &key, &error));
    assert_true(coding_config_read(&lists, &text, t, NULL, &key, &error));
    assert_true(coding_hops(t, &boxes, &a, &error));
    assert_true(coding_hops_count(r, &lists, &b, &error));
    for (unsigned step = 0; step < CODING_STEPS; step++) {
      for (unsigned level = 0; level < CODING_LEVELS; level++) {
        assert_int_equal(a.step[level][step].unicasts, b.step[level][step].unicasts);
        assert_true(k == 0 ? a.step[level][step].hops == b.step[level][step].hops
                           : a.total.hops > b.total.hops);
      }
    }
    coding_config_free(&lists);
    coding_config_free(&boxes);
  }
  routing_free(r);
  topology_free(t);
}

enum { MOST = 16 };  // groups

// Hops of D and E with these places.
static uint64_t placed_hops(const topology_t *t, routing_t *r, coding_config_t *config,
                            const uint32_t *place) {
  noc_error_t error = {0};
  const coding_groups_t *list = &config->list;
  for (uint32_t g = 0; g < list->count; g++) {
    config->chosen[g] = list->node[g * list->size + place[g]];
  }
  config->placement = CODING_AT;
  coding_hops_t hops;
  assert_true(coding_hops_count(r, config, &hops, &error));
  assert_int_equal(hops.total.unicasts, (uint64_t)t->nodes * (t->nodes - 1));
  return hops.step[0][CODING_INTER].hops + hops.step[0][CODING_DISTRIBUTE].hops;
}

// Places of the intermediate nodes that the search finds.
static void find_places(const topology_t *t, const coding_config_t *config, uint32_t *place) {
  noc_error_t error = {0};
  coding_hierarchy_t *h = coding_hierarchy_create(t, config, &error);
  assert_non_null(h);
  for (uint32_t g = 0; g < coding_hierarchy_groups(h); g++) {
    place[g] = 0;
    while (coding_hierarchy_node(h, g, place[g]) != coding_hierarchy_intermediate(h, g)) {
      place[g]++;
    }
  }
  coding_hierarchy_free(h);
}

// No other node of one group takes fewer hops.
static bool is_still(const topology_t *t, routing_t *r, coding_config_t *config,
                     const uint32_t *place) {
  const uint64_t hops = placed_hops(t, r, config, place);
  bool still = true;
  for (uint32_t g = 0; g < config->list.count; g++) {
    for (uint32_t i = 0; i < config->list.size; i++) {
      uint32_t other[MOST];
      memcpy(other, place, sizeof other);
      other[g] = i;
      still = still && placed_hops(t, r, config, other) >= hops;
    }
  }
  return still;
}

// The fewest hops of all choices.
static uint64_t least_of_all(const topology_t *t, routing_t *r, coding_config_t *config) {
  uint32_t all[MOST] = {0};
  uint64_t least = UINT64_MAX;
  const uint32_t groups = config->list.count;
  for (uint32_t g = 0; g < groups;) {
    const uint64_t one = placed_hops(t, r, config, all);
    least = one < least ? one : least;
    for (g = 0; g < groups && ++all[g] == config->list.size; g++) {
      all[g] = 0;
    }
  }
  return least;
}

// The search ends where no group by itself has a better node, and not far from the best of all choices.
static void best_nodes(void **state) {
  (void)state;
  static const struct {
    const char *topology, *group;
    bool all;
  } kMany[] = {{"octagon:8", "4", true},
               {"octagon:8@2", "0,15,7,3;1-2,5-6;4,8-10;11-14", true},
               {"fattree:k=2,n=3", "0,4;1,5;2,6;3,7", true},
               {"irregular:switches=5,ports=6,hosts=9", "8,0-1;7,3,2;4-6", true},
               {"irregular:switches=12,ports=4,hosts=12", "3", true},
               {"mesh:5x3", "0,14,7;1-3;4-6;8-10;11-13", true},
               {"mesh:12x1", "0,1,2;3-5;6,7,8;9-11", true},
               {"irregular:switches=48,ports=4,hosts=48", "4", false},
               {"irregular:switches=60,ports=4,hosts=60,seed=3", "5", false}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i].topology);
    routing_t *r = route(t);
    for (unsigned bases = 0; bases < 4; bases++) {
      noc_error_t error = {0};
      coding_config_t config = {.base = {HOPS_UNICAST,
                                         (bases & 1) != 0 ? HOPS_BINOMIAL : HOPS_UNICAST,
                                         bases >> 1 != 0 ? HOPS_BINOMIAL : HOPS_UNICAST}};
      uint32_t found[MOST] = {0};
      assert_true(coding_read_group(kMany[i].group, t, &config, &error));
      find_places(t, &config, found);
      config.chosen = calloc(config.list.count, sizeof *config.chosen);
      assert_non_null(config.chosen);
      if (!is_still(t, r, &config, found)) {
        fail_msg("%s, bases %u: one group has a better node", t->name, bases);
      }
      const uint64_t hops = placed_hops(t, r, &config, found);
      const uint64_t least = kMany[i].all ? least_of_all(t, r, &config) : hops;
      if (hops > least + least / 20) {
        fail_msg("%s, bases %u: %llu hops, the best %llu", t->name, bases, (unsigned long long)hops,
                 (unsigned long long)least);
      }
      coding_config_free(&config);
    }
    routing_free(r);
    topology_free(t);
  }
}

// The search finds the size with the fewest hops; hops by the config's table are those of the paths.
static void search(void **state) {
  (void)state;
  static const char *const kMany[] = {"octagon:12", "fattree:k=2,n=4", "flattened:4x4",
                                      "irregular:switches=12,ports=4,hosts=12"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i]);
    routing_t *r = route(t);
    noc_error_t error = {0};
    hops_between_t *between = hops_between_create(r, &error);
    const char *key = NULL;
    coding_config_t config = {.scheme = CODING_HNC, .between = between};
    const coding_text_t text = {.base = "unicast,binomial,unicast"};
    coding_shapes_t shapes = {0};
    assert_non_null(between);
    assert_true(coding_config_read(&config, &text, t, &shapes, &key, &error));
    uint64_t least = UINT64_MAX;
    size_t tried = 0;
    for (uint32_t size = 2; size < t->nodes; size++) {
      coding_config_t one = {.scheme = CODING_HNC};
      char number[16];
      (void)snprintf(number, sizeof number, "%u", size);
      const coding_text_t sized = {number, "unicast,binomial,unicast", "best"};
      if (t->nodes % size == 0) {
        coding_hops_t hops;
        assert_true(coding_config_read(&one, &sized, t, NULL, &key, &error));
        assert_true(coding_hops_count(r, &one, &hops, &error));
        assert_int_equal(shapes.shape[tried].size, size);
        assert_int_equal(shapes.shape[tried++].total.hops, hops.total.hops);
        least = hops.total.hops < least ? hops.total.hops : least;
        coding_config_free(&one);
      }
    }
    assert_int_equal(shapes.count, tried);
    assert_int_equal(shapes.shape[shapes.best].total.hops, least);
    assert_int_equal(config.list.size, shapes.shape[shapes.best].size);
    coding_shapes_free(&shapes);
    coding_config_free(&config);
    hops_between_free(between);
    routing_free(r);
    topology_free(t);
  }
}

// Hops between nodes, by coordinates and from the table, are those of the paths.
static void between_nodes(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:5x3@2",  "torus:5x4x2",     "hypercube:4", "ring:7",
                                      "octagon:8@2", "fattree:k=2,n=3", "slimfly:q=5"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i]);
    routing_t *r = route(t);
    noc_error_t error = {0};
    hops_between_t *between = hops_between_create(r, &error);
    assert_non_null(between);
    assert_int_equal(between->coord != NULL, topology_is_cube(t));
    for (uint32_t from = 0; from < t->nodes; from++) {
      for (uint32_t to = 0; to < t->nodes; to++) {
        uint32_t hops = 0;
        assert_true(hops_between(between, from, to, &hops, &error));
        assert_int_equal(hops + 1, routing_path(r, from, to, NULL, 0, &error));
      }
    }
    hops_between_free(between);
    routing_free(r);
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts),           cmocka_unit_test(refused),
      cmocka_unit_test(any_bytes),       cmocka_unit_test(boxes_as_lists),
      cmocka_unit_test(levels_as_lists), cmocka_unit_test(best_nodes),
      cmocka_unit_test(search),          cmocka_unit_test(between_nodes)};
  return cmocka_run_group_tests_name("coding_groups", tests, NULL, NULL);
}
