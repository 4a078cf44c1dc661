// test_coding_groups -- groups as lists of nodes: their best intermediate nodes by search against
// all, hops of lists against those of the same boxes, and the search for sizes.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/coding_hops.h"

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

// Boxes written as lists take the same hops, with the same intermediate nodes and, where the trees
// go along the same lines, with trees; with the best ones no more.
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

// Each group has its own best intermediate nodes within: on a line those that are next to the
// middle of it, nodes 2 and 5, and 10 and 13, which are at other places of their lists. 3 packets
// of 4 groups go 3 hops, and 3 packets to 4 groups 1 + 1 + 2.
static void places_within(void **state) {
  (void)state;
  topology_t *t = make("mesh:16");
  routing_t *r = route(t);
  noc_error_t error = {0};
  const char *key = NULL;
  coding_config_t config = {.scheme = CODING_RECURSIVE};
  const coding_text_t text = {"0-7;8-15|0-3;4-7;11,10,9,8;15,14,13,12", NULL, NULL};
  coding_hops_t hops;
  assert_true(coding_config_read(&config, &text, t, NULL, &key, &error));
  assert_true(coding_hops_count(r, &config, &hops, &error));
  assert_int_equal(hops.step[1][CODING_INTER].hops, 36);
  assert_int_equal(hops.step[1][CODING_DISTRIBUTE].hops, 48);
  coding_config_free(&config);
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

// The search ends where no group by itself has a better node, and not far from the best of all
// choices.
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

// The search finds the size with the fewest hops;
// hops by the config's table are those of the paths.
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

      cmocka_unit_test(boxes_as_lists), cmocka_unit_test(levels_as_lists),
      cmocka_unit_test(places_within),  cmocka_unit_test(best_nodes),
      cmocka_unit_test(search),         cmocka_unit_test(between_nodes)};
  return cmocka_run_group_tests_name("coding_groups", tests, NULL, NULL);
}
