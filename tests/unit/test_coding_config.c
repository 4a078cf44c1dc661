// test_coding_config -- groups, multicasts and intermediate nodes as users write them: what is
// read, what is refused and with which sentence, and that no bytes do harm.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "collective/coding_hierarchy.h"

static topology_t *make(const char *string) {
  noc_error_t error = {0};
  topology_t *t = topology_create(string, &error);
  if (t == NULL) {
    fail_msg("%s: %s", string, error.text);
  }
  return t;
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
      {"-3;4-7", NULL, 0, 0, {0}},
      {"0-;4-7", NULL, 0, 0, {0}},
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
       "there is '0-2;4-6', without node 3; there must be groups of all nodes, 0 to 7"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;3-6", NULL, NULL},
       "group",
       "there is '0-3;3-6', where node 3 comes twice; there must be groups with each node in one "
       "of them"},
      {"octagon:8",
       CODING_HNC,
       {"0-4;5-7", NULL, NULL},
       "group",
       "there is '0-4;5-7', where group 1 has 3 nodes and group 0 has 5; there must be groups of "
       "the same size"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;4-8", NULL, NULL},
       "group",
       "there is '0-3;4-8'; there must be sets of nodes from 0 to 7"},
      {"octagon:8",
       CODING_HNC,
       {"0;1;2;3;4;5;6;7", NULL, NULL},
       "group",
       "there is '0;1;2;3;4;5;6;7', a group of one node; there must be groups of 2 nodes or more"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;", NULL, NULL},
       "group",
       "there is '0-3;'; there must be sets"},
      {"octagon:8",
       CODING_HNC,
       {";0-3", NULL, NULL},
       "group",
       "there is ';0-3'; there must be sets"},
      {"octagon:8",
       CODING_HNC,
       {"0-3,;4-7", NULL, NULL},
       "group",
       "there is '0-3,;4-7'; there must be sets"},
      {"octagon:8",
       CODING_HNC,
       {"3-0;4-7", NULL, NULL},
       "group",
       "there is '3-0;4-7'; there must be sets"},
      {"octagon:8",
       CODING_HNC,
       {"0-3;4-7 ", NULL, NULL},
       "group",
       "there is '0-3;4-7 '; there must be sets"},
      {"octagon:8", CODING_HNC, {"", NULL, NULL}, "group", "there is ''; there must be sets"},
      {"octagon:8", CODING_HNC, {"4x2", NULL, NULL}, "group", "there is '4x2'; there must be sets"},
      {"octagon:8",
       CODING_HNC,
       {"3", NULL, NULL},
       "group",
       "there is 3, but groups of so many nodes do not tile the 8 of octagon:8"},
      {"octagon:8",
       CODING_HNC,
       {"16", NULL, NULL},
       "group",
       "there is 16, but groups of so many nodes do not tile"},
      {"octagon:8",
       CODING_HNC,
       {"1", NULL, NULL},
       "group",
       "there is 1; there must be groups of 2 nodes or more"},
      {"octagon:8",
       CODING_HNC,
       {"0", NULL, NULL},
       "group",
       "there is 0; there must be groups of 2 nodes or more"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4", NULL, NULL},
       "group",
       "there is '4'; there must be groups, a bar and the groups within, with hnc-recursive, "
       "such as 0-3;4-7|"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4|", NULL, NULL},
       "group",
       "there is ''; there must be sets"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"|2", NULL, NULL},
       "group",
       "there is ''; there must be sets"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4|2|2", NULL, NULL},
       "group",
       "there is '2|2'; there must be sets"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4|1", NULL, NULL},
       "group",
       "there is 1; there must be groups of 2 nodes or more"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"2|4", NULL, NULL},
       "group",
       "there is '2|4', where group 0 within has nodes of several groups; there must be groups "
       "that have"},
      {"octagon:8",
       CODING_RECURSIVE,
       {"4|0,1;2,3;4,6;5,7", NULL, "0,4"},
       "intermediate",
       "there is '0,4'; there must be best or corner, with lists and hnc-recursive"},
      {"irregular:switches=4,ports=6,hosts=6",
       CODING_RECURSIVE,
       {NULL, NULL, NULL},
       "group",
       "there is best, but irregular:switches=4"},
      {"irregular:switches=4,ports=6,hosts=7",
       CODING_HNC,
       {NULL, NULL, NULL},
       "group",
       "there is best, but irregular:switches=4"},
      {"mesh:4x2",
       CODING_HNC,
       {"0-3;4-8", NULL, NULL},
       "group",
       "there is '0-3;4-8'; there must be sets of nodes from 0 to 7"},
      {"mesh:4x2",
       CODING_RECURSIVE,
       {"0-3;4-7", NULL, NULL},
       "group",
       "there is '0-3;4-7'; there must be groups, a bar"},
      {"mesh:4x2",
       CODING_HNC,
       {"3x1", NULL, NULL},
       "group",
       "there is '3x1', but groups with a side of 3 do not tile 4x2; there must be sides that "
       "divide it"},
      {"mesh:4x2", CODING_HNC, {"1x1", NULL, NULL}, "group", "there is '1x1', a group of one node"},
      {"mesh:4x2",
       CODING_HNC,
       {"3", NULL, NULL},
       "group",
       "there is 3, but no box of 3 nodes tiles mesh:4x2"},
      {"mesh:4x2",
       CODING_HNC,
       {"1", NULL, NULL},
       "group",
       "there is 1; there must be groups of 2 nodes or more"},
      // Intermediate nodes.
      {"mesh:4x2",
       CODING_HNC,
       {"2x2", NULL, "2,0"},
       "intermediate",
       "there is '2,0', a node outside its group of 2x2; there must be coordinates"},
      {"mesh:4x2",
       CODING_HNC,
       {NULL, NULL, "1,0"},
       "intermediate",
       "there is '1,0', with groups to be searched for"},
      {"mesh:4x2",
       CODING_HNC,
       {"0-3;4-7", NULL, "inner"},
       "intermediate",
       "there is inner, which groups with sides have; there must be best, corner"},
      {"mesh:4x2",
       CODING_HNC,
       {"0-3;4-7", NULL, "centre"},
       "intermediate",
       "there is centre, which groups with sides have; there must be best, corner"},
      {"octagon:8",
       CODING_HNC,
       {NULL, NULL, "centre"},
       "intermediate",
       "there is centre on octagon, which has no coordinates; there must be best or corner"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3,2"},
       "intermediate",
       "there is '3,2', where node 2 is outside its group, number 1; there must be"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "4,3"},
       "intermediate",
       "there is '4,3', where node 4 is outside its group, number 0; there must be"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3"},
       "intermediate",
       "there is '3'; there must be best, corner, or a node of each"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3,4,5"},
       "intermediate",
       "there is '3,4,5'; there must be best, corner"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "3,4294967300"},
       "intermediate",
       "there is '3,4294967300'; there must be best, corner"},
      {"octagon:8",
       CODING_HNC,
       {"4", NULL, "center"},
       "intermediate",
       "there is 'center'; there must be best, corner"},
      // Multicasts.
      {"octagon:8",
       CODING_HNC,
       {"4", "tree", NULL},
       "base",
       "there is 'tree'; there must be unicast, binomial"},
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
    assert_non_null(strstr(error.text, "must be"));
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
        assert_non_null(strstr(error.text, "must be"));
        assert_null(strchr(error.text, '\n'));
      }
      coding_config_free(&config);
    }
    assert_true(taken > 100);
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(texts), cmocka_unit_test(refused),
                                     cmocka_unit_test(any_bytes)};
  return cmocka_run_group_tests_name("coding_config", tests, NULL, NULL);
}
