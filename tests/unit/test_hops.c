// test_hops -- hop counts: lines and boxes against plain sums, the closed form of hierarchies
// against counting, best places and groups against all, and what is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/hops.h"
#include "base/rng.h"
#include "collective/coding_hops.h"
#include "collective/coding_level.h"

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

static uint32_t ring_distance(uint32_t a, uint32_t b, uint32_t ring) {
  const uint32_t hops = a < b ? b - a : a - b;
  return ring > 0 && ring - hops < hops ? ring - hops : hops;
}

static bool same(const hops_count_t *a, const hops_count_t *b) {
  return a->unicasts == b->unicasts && a->hops == b->hops && a->flit_hops == b->flit_hops &&
         a->max_path == b->max_path;
}

// Rows of a line by the plain sum, with places at random.
static void lines(void **state) {
  (void)state;
  uint64_t draw = 0;
  for (uint32_t count = 1; count < 20; count++) {
    for (uint32_t step = 1; step < 5; step++) {
      for (unsigned closed = 0; closed < 2; closed++) {
        uint32_t shift[20];
        for (uint32_t i = 0; i < count; i++) {
          shift[i] = (uint32_t)(rng_draw(1, draw++) % step);
        }
        const uint32_t ring = closed ? count * step : 0;
        hops_line_t line;
        assert_true(hops_line_create(&line, count, step, ring, shift));
        uint64_t all = 0;
        for (uint32_t i = 0; i < count; i++) {
          uint64_t sum = 0;
          uint32_t longest = 0;
          for (uint32_t j = 0; j < count; j++) {
            const uint32_t hops = ring_distance(i * step + shift[i], j * step + shift[j], ring);
            assert_int_equal(hops_line_between(&line, i, j), hops);
            sum += hops;
            longest = hops > longest ? hops : longest;
          }
          assert_int_equal(line.row[i], sum);
          assert_int_equal(line.row_longest[i], longest);
          all += sum;
        }
        assert_int_equal(line.rows, all);
        hops_line_free(&line);
      }
    }
  }
}

// Unicast and binomial allgathers of all nodes: closed form, against plans over the routing.
static void plain(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:1",      "mesh:7",      "mesh:5x4",   "mesh:3x4x2@2",
                                      "torus:6x5",   "torus:2x3x4", "torus:4@3",  "ring:9",
                                      "hypercube:5", "mesh:16x8",   "torus:16x4", "mesh:1x6"};
  static const char *const kSchemes[] = {"unicast", "binomial"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i]);
    routing_t *r = route(t);
    for (size_t k = 0; k < 2; k++) {
      noc_error_t error = {0};
      participants_t p;
      const char *key = NULL;
      hops_count_t closed;
      hops_count_t counted;
      bool known = false;
      uint64_t bound = 0;
      assert_true(participants_of(t, "allgather", kSchemes[k], NULL, NULL, &p, &key, &error));
      assert_true(hops_closed_form(r, "allgather", kSchemes[k], &p, &closed, &known, &error));
      assert_true(known);
      plan_t *plan = collective_plan("allgather", kSchemes[k], &p, &error);
      assert_non_null(plan);
      assert_true(hops_of_plan(r, plan, &counted, &error));
      if (!same(&closed, &counted)) {
        fail_msg("%s by %s: %llu hops, not %llu", kMany[i], kSchemes[k],
                 (unsigned long long)closed.hops, (unsigned long long)counted.hops);
      }
      assert_true(hops_lower_bound("allgather", &p, &bound, &error));
      assert_int_equal(bound, (uint64_t)t->routers * (t->nodes - t->nodes_per_router));
      assert_true(bound <= closed.hops);
      plan_free(plan);
      participants_free(&p);
    }
    routing_free(r);
    topology_free(t);
  }
}

// Numbers worked out by hand: docs/coding.md.
static void by_hand(void **state) {
  (void)state;
  static const struct {
    const char *topology, *group, *base, *place;
    coding_scheme_t scheme;
    uint64_t hops[CODING_STEPS];
  } kMany[] = {
      // 4 groups of 2x2, corners: intra 4 x 16; 3 packets x 4 corners with others 2, 2 and 4 away;
      // 9 packets to each of 4 groups, 1 + 1 + 2 hops; 4 nodes x 4 groups x 8.
      {"mesh:4x4", "2x2", "unicast", "corner", CODING_HNC, {64, 0, 96, 144, 128}},
      // The nodes at the middle: 1, 1 and 2 apart.
      {"mesh:4x4", "2x2", "unicast", "inner", CODING_HNC, {64, 0, 48, 144, 128}},
      // Trees of 3 edges of one hop within a group; of 2, 2 and 2 between corners.
      {"mesh:4x4", "2x2", "binomial", "corner", CODING_HNC, {48, 0, 72, 108, 128}},
      {"mesh:4x4", "2x2", "unicast", "corner", CODING_HIERARCHY, {64, 0, 128, 192, 0}},
      {"mesh:4x4", "2x2", "unicast", "corner", CODING_COMBINING, {64, 0, 32, 48, 0}},
      // A ring of 8: groups 0-3 and 4-7, 4 apart.
      {"ring:8", "4", "unicast", "centre", CODING_HNC, {40, 0, 24, 24, 32}},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i].topology);
    noc_error_t error = {0};
    coding_config_t config = {.scheme = kMany[i].scheme};
    coding_hops_t hops;
    assert_true(coding_read_group(kMany[i].group, t, &config, &error));
    assert_true(coding_read_base(kMany[i].base, &config, &error));
    assert_true(coding_read_placement(kMany[i].place, t, &config, &error));
    assert_true(coding_hops(t, &config, &hops, &error));
    for (unsigned k = 0; k < CODING_STEPS; k++) {
      if (hops.step[0][k].hops != kMany[i].hops[k]) {
        fail_msg("case %zu, %s: %llu hops, not %llu", i, kCodingSteps[k],
                 (unsigned long long)hops.step[0][k].hops, (unsigned long long)kMany[i].hops[k]);
      }
    }
    topology_free(t);
  }
}

static void compare(const topology_t *t, routing_t *r, const coding_config_t *config) {
  noc_error_t error = {0};
  coding_hops_t closed;
  coding_hops_t counted;
  assert_true(coding_hops(t, config, &closed, &error));
  assert_true(coding_hops_count(r, config, &counted, &error));
  bool equal = same(&closed.total, &counted.total);
  for (unsigned level = 0; level < CODING_LEVELS; level++) {
    equal = equal && closed.encoded[level] == counted.encoded[level] &&
            closed.received[level] == counted.received[level];
    for (unsigned k = 0; k < CODING_STEPS; k++) {
      equal = equal && same(&closed.step[level][k], &counted.step[level][k]);
    }
  }
  if (!equal) {
    char box[CODING_TEXT];
    fail_msg("%s, groups of %s, scheme %d, bases %d %d %d, placement %d: %llu hops, not %llu",
             t->name, coding_group_text(t, config->side[0], box), (int)config->scheme,
             (int)config->base[0], (int)config->base[1], (int)config->base[2],
             (int)config->placement, (unsigned long long)closed.total.hops,
             (unsigned long long)counted.total.hops);
  }
}

// The closed form and the messages, one by one: every scheme, base, placement and some sources,
// with the groups that are best of each size.
static void closed_forms(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:12",   "ring:12",     "mesh:9x4", "mesh:4x2x2",
                                      "torus:8x6", "torus:4x3@2", "mesh:1x8", "hypercube:4"};
  uint64_t draw = 0;
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i]);
    routing_t *r = route(t);
    noc_error_t error = {0};
    for (unsigned k = 0; k < 4 * 8 * 4 * 3; k++) {
      coding_config_t config = {
          .scheme = (coding_scheme_t)(k % 4),
          .base = {(k >> 2) & 1 ? HOPS_BINOMIAL : HOPS_UNICAST,
                   (k >> 3) & 1 ? HOPS_BINOMIAL : HOPS_UNICAST,
                   (k >> 4) & 1 ? HOPS_BINOMIAL : HOPS_UNICAST},
          .placement = (coding_placement_t)((k >> 5) % 4),
          .literal = k % 5 == 0,
      };
      // All nodes, some drawn, or one.
      node_set_t sources = {.node = malloc(t->nodes * sizeof(uint32_t))};
      for (uint32_t node = 0; node < t->nodes; node++) {
        if ((k >> 7) == 0 || ((k >> 7) == 1 && rng_draw(5, draw++) % 3 == 0) ||
            ((k >> 7) == 2 && node == k % t->nodes)) {
          sources.node[sources.count++] = node;
        }
      }
      config.sources = &sources;
      coding_shapes_t shapes;
      assert_true(coding_search(t, 0, &config, &shapes, &error));
      for (size_t s = 0; s < shapes.count; s++) {
        memcpy(config.side, shapes.shape[s].side, sizeof config.side);
        compare(t, r, &config);
      }
      coding_shapes_free(&shapes);
      free(sources.node);
    }
    routing_free(r);
    topology_free(t);
  }
}

// Hops between and from intermediate nodes at the places of a level.
static uint64_t placed_hops(const coding_level_t *level, const coding_config_t *config,
                            uint32_t *const *shift) {
  hops_box_t box;
  hops_box_t inter;
  assert_true(hops_box_create(&box, &level->space, level->side, NULL, NULL));
  assert_true(hops_box_create(&inter, &level->space, level->grid, level->side, shift));
  uint64_t hops = hops_box_allgather(&inter, config->base[1]).hops;
  for (uint32_t g = 0; g < level->groups; g++) {
    uint32_t at[HOPS_DIMS];
    coding_level_coordinates(level, g, at);
    for (unsigned d = 0; d < box.dims; d++) {
      at[d] = shift[d][at[d]];
    }
    hops += (level->groups - 1) * hops_box_multicast(&box, config->base[2], at).hops;
  }
  hops_box_free(&box);
  hops_box_free(&inter);
  return hops;
}

// No places of the columns of groups take fewer hops than the best ones.
static void best_places(void **state) {
  (void)state;
  static const struct {
    const char *topology, *group;
  } kMany[] = {{"mesh:12x2", "3x1"}, {"mesh:8x6", "4x3"}, {"mesh:10", "2"},
               {"mesh:9x1", "3x1"},  {"mesh:8x4", "4x1"}, {"mesh:8x6", "1x3"}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i].topology);
    for (unsigned k = 0; k < 4; k++) {
      noc_error_t error = {0};
      hops_space_t space;
      coding_level_t level;
      coding_config_t config = {.base = {HOPS_UNICAST, (k & 1) != 0 ? HOPS_BINOMIAL : HOPS_UNICAST,
                                         (k >> 1) != 0 ? HOPS_BINOMIAL : HOPS_UNICAST}};
      assert_true(hops_space_of(t, &space));
      assert_true(coding_read_group(kMany[i].group, t, &config, &error));
      assert_true(coding_level_create(&level, &space, &config, 0, &error));
      const uint64_t best = placed_hops(&level, &config, level.shift);
      uint32_t places[2][12] = {{0}};
      uint32_t none[1] = {0};
      uint32_t *shift[HOPS_DIMS] = {places[0], t->dims > 1 ? places[1] : none, none};
      uint64_t least = UINT64_MAX;
      for (bool more = true; more;) {
        const uint64_t hops = placed_hops(&level, &config, shift);
        least = hops < least ? hops : least;
        more = false;  // to the next places: a number with a digit a column
        for (unsigned d = 0; d < t->dims && !more; d++) {
          for (uint32_t c = 0; c < level.grid[d] && !more; c++) {
            more = ++places[d][c] < level.side[d];
            places[d][c] = more ? places[d][c] : 0;
          }
        }
      }
      assert_int_equal(best, least);
      coding_level_free(&level);
    }
    topology_free(t);
  }
}

// The search finds the fewest hops of each size, and of all.
static void search(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:8x6", "torus:12x4", "mesh:4x4@2"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = make(kMany[i]);
    for (unsigned k = 0; k < 4; k++) {
      noc_error_t error = {0};
      const coding_config_t start = {
          .scheme = k < 2 ? CODING_HNC : CODING_HIERARCHY,
          .base = {HOPS_UNICAST, HOPS_BINOMIAL, k % 2 != 0 ? HOPS_BINOMIAL : HOPS_UNICAST}};
      coding_config_t config = start;
      coding_shapes_t shapes;
      uint64_t least[128] = {0};  // of each size
      uint64_t tried = 0;
      assert_true(coding_search(t, 0, &config, &shapes, &error));
      for (uint32_t x = 1; x <= t->radix[0]; x++) {
        for (uint32_t y = 1; y <= t->radix[1]; y++) {
          const uint32_t size = x * y * t->nodes_per_router;
          coding_config_t one = start;
          coding_hops_t hops;
          if (t->radix[0] % x != 0 || t->radix[1] % y != 0 || size < 2 || size == t->nodes) {
            continue;
          }
          one.levels = 1;
          one.side[0][0] = x;
          one.side[0][1] = y;
          one.side[0][2] = t->nodes_per_router;
          assert_true(coding_hops(t, &one, &hops, &error));
          tried++;
          if (least[size] == 0 || hops.total.hops < least[size]) {
            least[size] = hops.total.hops;
          }
        }
      }
      assert_int_equal(shapes.tried, tried);
      for (size_t s = 0; s < shapes.count; s++) {
        assert_int_equal(shapes.shape[s].total.hops, least[shapes.shape[s].size]);
        assert_true(shapes.shape[shapes.best].total.hops <= shapes.shape[s].total.hops);
        assert_true(s == 0 || shapes.shape[s].size > shapes.shape[s - 1].size);
        least[shapes.shape[s].size] = 0;
      }
      for (size_t size = 0; size < 128; size++) {
        assert_int_equal(least[size], 0);
      }
      assert_memory_equal(config.side, shapes.shape[shapes.best].side, sizeof config.side);
      coding_shapes_free(&shapes);
    }
    topology_free(t);
  }
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *group, *base, *place, *text;
  } kMany[] = {
      {"3x4", NULL, NULL, "there is '3x4', but groups with a side of 3 do not tile 8x4"},
      {"0x4", NULL, NULL, "there is '0x4', but groups with a side of 0 do not tile 8x4"},
      {"16x4", NULL, NULL, "there is '16x4', but groups with a side of 16"},
      {"1x1", NULL, NULL, "there is '1x1', a group of one node"},
      {"4", NULL, NULL,
       "there is '4'; there must be best, a number of nodes, the sides of a group in 8x4, or "
       "lists"},
      {"4x", NULL, NULL, "there is '4x'; there must be"},
      {"4x2x1", NULL, NULL, "there is '4x2x1'; there must be"},
      {"4x2,2x2", NULL, NULL, "there is '4x2,2x2'; there must be"},
      {"", NULL, NULL, "there is ''; there must be"},
      {"4x2", "tree", NULL, "there is 'tree'; there must be unicast, binomial"},
      {"4x2", "binomal", NULL, "there is 'binomal' (nearest: 'binomial')"},
      {"4x2", "unicast,unicast", NULL, "there is 'unicast,unicast'; there must be"},
      {"4x2", "unicast,", NULL, "there is 'unicast,'"},
      {"4x2", "unicast,unicast,unicast,unicast", NULL,
       "there is 'unicast,unicast,unicast,unicast'"},
      {"4x2", NULL, "center", "there is 'center' (nearest: 'centre')"},
      {"4x2", NULL, "3", "there is '3'; there must be best, centre, corner, inner"},
      {"4x2", NULL, "3,2", "there is '3,2', a node outside its group of 4x2"},
      {"4x2", NULL, "4,1", "there is '4,1', a node outside its group of 4x2"},
  };
  topology_t *t = make("mesh:8x4");
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    noc_error_t error = {0};
    coding_config_t config = {0};
    const bool ok =
        coding_read_group(kMany[i].group, t, &config, &error) &&
        (kMany[i].base == NULL || coding_read_base(kMany[i].base, &config, &error)) &&
        (kMany[i].place == NULL || coding_read_placement(kMany[i].place, t, &config, &error));
    if (ok || error.status != NOC_BAD_INPUT ||
        strncmp(error.text, kMany[i].text, strlen(kMany[i].text)) != 0) {
      fail_msg("case %zu: %s", i, ok ? "not refused" : error.text);
    }
    assert_non_null(strstr(error.text, "must be"));
  }
  topology_free(t);
  noc_error_t error = {0};
  coding_config_t config = {.scheme = CODING_RECURSIVE};
  coding_hops_t hops;
  t = make("mesh:8x4");
  assert_false(coding_read_group("4x4,3x2", t, &config, &error));
  assert_non_null(strstr(error.text, "a side of 3 do not tile 4x4"));
  topology_free(t);
  t = make("octagon:8");
  assert_false(coding_read_group("4", t, &config, &error));
  assert_false(coding_hops(t, &config, &hops, &error));
  assert_non_null(strstr(error.text, "must be all nodes of a mesh, torus, ring or hypercube"));
  topology_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines),       cmocka_unit_test(plain),
                                     cmocka_unit_test(by_hand),     cmocka_unit_test(closed_forms),
                                     cmocka_unit_test(best_places), cmocka_unit_test(search),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests_name("hops", tests, NULL, NULL);
}
