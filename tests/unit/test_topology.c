// test_topology -- strings, shapes, links, coordinates and hops of the topologies.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "topology/topology.h"

static topology_t *make(const char *string) {
  noc_error_t error = {0};
  topology_t *t = topology_create(string, &error);
  if (t == NULL) {
    fail_msg("%s: %s", string, error.text);
  }
  return t;
}

static void shapes(void **state) {
  (void)state;
  static const struct {
    const char *string;
    const char *name;
    unsigned dims, nodes_per_router, ports, routers, nodes;
  } kShapes[] = {
      {"mesh:8x8", "mesh:8x8", 2, 1, 5, 64, 64},
      {"mesh:1x1", "mesh:1x1", 2, 1, 5, 1, 1},
      {"mesh:1x2", "mesh:1x2", 2, 1, 5, 2, 2},
      {"mesh:8", "mesh:8", 1, 1, 3, 8, 8},
      {"mesh:4x4x4", "mesh:4x4x4", 3, 1, 7, 64, 64},
      {"mesh:3x5@1", "mesh:3x5", 2, 1, 5, 15, 15},
      {"mesh:8x8@2", "mesh:8x8@2", 2, 2, 6, 64, 128},
      {"mesh:2x3x4x5x6x7@4", "mesh:2x3x4x5x6x7@4", 6, 4, 16, 5040, 20160},
      {"mesh:1024x1024", "mesh:1024x1024", 2, 1, 5, 1 << 20, 1 << 20},
  };
  for (size_t i = 0; i < sizeof kShapes / sizeof kShapes[0]; i++) {
    topology_t *t = make(kShapes[i].string);
    assert_string_equal(t->name, kShapes[i].name);
    assert_string_equal(t->family, "mesh");
    assert_int_equal(t->dims, kShapes[i].dims);
    assert_int_equal(t->nodes_per_router, kShapes[i].nodes_per_router);
    assert_int_equal(t->ports, kShapes[i].ports);
    assert_int_equal(t->routers, kShapes[i].routers);
    assert_int_equal(t->nodes, kShapes[i].nodes);
    topology_free(t);
  }
}

// A network can run only if its routers have 2 to 16 ports.
static void runs(void **state) {
  (void)state;
  noc_error_t error = {0};
  topology_t *t = make("mesh:8x8@12");
  assert_true(topology_check_runs(t, &error));
  topology_free(t);
  t = make("mesh:8x8@13");
  assert_false(topology_check_runs(t, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_string_equal(
      error.text,
      "there is mesh:8x8@13, with routers of 17 ports; there must be one with 2 to 16 ports");
  topology_free(t);
  t = make("mesh:1");  // a node's port alone would do, but dimensions have theirs
  assert_true(topology_check_runs(t, &error));
  topology_free(t);
  t = make("hypercube:4@13");
  assert_false(topology_check_runs(t, &error));
  topology_free(t);
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *string;
    const char *start;   // of the error
    const char *inside;  // somewhere in the error
  } kBad[] = {
      {"", "column 1 of ''", "must be mesh"},
      {"mesh", "column 5 of 'mesh': there is the end; there must be ':'", "mesh:8x8"},
      {"mesh:", "column 6 of 'mesh:': there is the end", "a radix from 1 to 4194304"},
      {"mesh:0x8", "column 6 of 'mesh:0x8': there is '0x8'", "1 to 4194304"},
      {"mesh:8x0", "column 8 of 'mesh:8x0': there is '0'", "1 to 4194304"},
      {"mesh:8x", "column 8", "there is the end"},
      {"mesh:x8", "column 6", "there is 'x8'"},
      {"mesh:8xx8", "column 8", "there is 'x8'"},
      {"mesh:-1x8", "column 6", "there is '-1x8'"},
      {"mesh:+1x8", "column 6", "there is '+1x8'"},
      {"mesh: 8x8", "column 6", "there is ' 8x8'"},
      {"mesh:08x8", "column 6", "there is '08x8'"},
      {"mesh:8X8", "column 7", "there is 'X8'"},
      {"mesh:8x8 ", "column 9", "there is ' '"},
      {"mesh:8x8junk", "column 9", "there is 'junk'"},
      {"mesh:8x8@", "column 10", "there is the end"},
      {"mesh:8x8@0", "column 10", "there is '0'"},
      {"mesh:8x8@2@2", "column 11", "there is '@2'"},
      {"mesh:8x8@2x", "column 11", "there is 'x'"},
      {"mesh:8x8@4294967295", "column 10", "there is '4294967295'"},
      {"mesh:1x2x3x4x5x6x7", "column 18", "1 to 6 dimensions"},
      {"mesh:2049x2048", "column 11",
       "4196352 for the routers; there must be up to 4194304 routers"},
      {"mesh:4194305", "column 6", "1 to 4194304"},
      {"mesh:1048576x1048576x1048576", "column 14", "1099511627776 for the routers"},
      {"mesh:99999999999999999999999x2", "column 6", "1 to 4194304"},
      {"mesh:2097152@4", "column 14", "8388608 for the nodes; there must be up to 4194304 nodes"},
      {"mseh:8x8", "column 1", "family 'mseh' (nearest: 'mesh'); there must be mesh"},
      {"Mesh:8x8", "column 1", "(nearest: 'mesh')"},
      {"taurus:8x8", "column 1", "family 'taurus' (nearest: 'torus'); there must be mesh"},
      {"ring:4x4", "column 7", "there is 'x4'"},
      {"hypercube:23", "column 11", "from 1 to 22"},
      {"octagon:7", "column 9",
       "7 for the routers; there must be 8, 12, 16, .. routers, a multiple of 4"},
      {"octagon:4", "column 9", "4 for the routers; there must be 8, 12"},
      {"octagon:10", "column 9", "10 for the routers; there must be 8, 12"},
      {"octagon:8^", "column 11", "there is the end; there must be a number of dimensions"},
      {"octagon:8^7", "column 11", "there is '7'"},
      {"octagon:8^0", "column 11", "there is '0'"},
      {"octagon:10^2", "column 9", "10 for the routers; there must be 8, 12"},
      {"octagon:x", "column 9",
       "there is 'x'; there must be a number of routers from 1 to 4194304"},
      {"octagons:x2", "column 10", "there is 'x2'; there must be a number of rows from 1 to"},
      {"octagons:2000x2000", "column 10",
       "24004000 for the routers; there must be up to 4194304 routers"},
      {"octagons:2x2 ", "column 13", "there must be '@' and the nodes per router, or the end"},
      {"hypercube:4 ", "column 12", "there must be '@' and the nodes per router, or the end"},
      {"slimfly:q=5x", "column 12", "there must be '@' and the nodes per router, or the end"},
      {"flattened:x", "column 11", "there is 'x'; there must be a radix from 1 to 4194304"},
      {"octagon:16^6", "column 9", "16777216 for the routers; there must be up to 4194304"},
      {"octagon:8^2x", "column 12", "'x'; there must be '^' and the dimensions"},
      {"octagons:3", "column 11", "there is the end; there must be RxC"},
      {"octagons:2x0", "column 12", "there is '0'"},
      {"fattree:4x3", "column 9",
       "there is '4x3'; there must be the arguments k, n, growth, each as NAME=NUMBER"},
      {"fattree:k=4", "column 12", "there is the end; there must be ',' and n=NUMBER as well"},
      {"fattree:k=4,n=3,k=4", "column 17", "must be every argument once"},
      {"fattree:k=1,n=3", "column 11", "there is '1,n=3'; there must be k from 2"},
      {"fattree:k=4,n=3@2", "column 16",
       "there is '@2'; there must be the end (the family has its own"},
      {"fattree:k=4,m=3", "column 13", "there is 'm'; there must be the arguments k, n, growth"},
      {"fattree:k=2,n=3,growth=x", "column 24", "there is 'x'; there must be growth from 1 to"},
      {"fattree:k=2,n=3,growth=", "column 24", "there is the end; there must be growth from 1 to"},
      {"fattree:k=2,n=3,growth=0.999999", "column 24", "there must be growth from 1 to"},
      {"fattree:k=2,n=3,growth=2.000001", "column 24", "must be growth from 1 to k: no subtree"},
      {"fattree:k=2,n=3,growth=1.", "column 24", "six digits behind the point"},
      {"fattree:k=2,n=3,growth=1e0", "column 25", "there is 'e0'; there must be the end"},
      {"fattree:k=2,n=3,growth=99999999999999999999", "column 24", "growth from 1 to"},
      {"fattree:k=2,n=15,growth=2", "column 9", "there must be up to 134217728 ports"},
      {"tree:k=2,n=3,growth=2", "column 14", "there is 'growth'; there must be the arguments k, n"},
      {"tree:k=1,n=3", "column 8", "there must be k from 2"},
      {"tree:k=2,n=0", "column 12", "there must be n from 1 to 22"},
      {"tree:k=2,n=23", "column 12", "there must be n from 1 to 22"},
      {"tree:k=3,n=14", "column 6", "there must be k^n up to 4194304 nodes"},
      {"fattree:k=2,n=22", "column 9", "46137344 for the routers; there must be up to 4194304"},
      {"butterfly:k=9,n=22", "column 11", "must be k^n up to 4194304 nodes"},
      {"dragonfly:p=2,a=4,h=2,g=10", "column 25",
       "10 for the groups; there must be 2 to 9 groups, so that each of the others gets an equal "
       "share of the 8"},
      {"dragonfly:p=2,a=4,h=2,g=4", "column 25", "4 for the groups; there must be 2 to 9 groups"},
      {"dragonfly:p=2,a=4,h=2@2", "column 22", "there is '@2'"},
      {"dragonfly:p=1,a=2048,h=2048", "column 11", "routers; there must be up to 4194304"},
      {"slimfly:q=6", "column 11", "there is '6'; there must be an odd prime, 4w + 1 or 4w - 1"},
      {"slimfly:q=9", "column 11", "must be an odd prime"},
      {"slimfly:q=2", "column 11", "q from 3"},
      {"h3dm:m=4,n=4,levels=6,q=0", "column 21", "6 for the levels; there must be up to 5 levels"},
      {"h3dm:m=4,n=4,levels=2,q=3", "column 25",
       "there is '3'; there must be q so that 2^q layers of the 4"},
      {"h3dm:m=8,n=4,levels=9,q=0", "column 6", "up to 4194304 routers"},
      {"h3dm:m=4,n=1,levels=2,q=0", "column 12", "n from 2"},
      {"irregular:switches=8,ports=8,hosts=51", "column 36",
       "51 for the hosts; there must be up to 50 hosts"},
      {"irregular:switches=1,ports=8,hosts=9", "column 36",
       "9 for the hosts; there must be up to 8 hosts"},
      {"irregular:switches=2,ports=1,hosts=1", "column 28",
       "1 for the port; there must be more ports"},
      {"irregular:switches=2,ports=4,hosts=2,open=3", "column 28",
       "4 for the ports; there must be more that are not open"},
      {"irregular:switches=2,ports=4,hosts=2,open=4", "column 43",
       "there is 4 for the open ports; there must be fewer than the 4 of a switch"},
      {"irregular:switches=2,ports=4,hosts=7,open=1", "column 36", "there must be up to 4 hosts"},
      {"irregular:switches=8,port=8,hosts=3", "column 22", "there is 'port' (nearest: 'ports')"},
      {"irregular:switches=8,ports=8,hosts=32@2", "column 38", "there is '@2'"},
      {"flattened:1024x1024", "column 20", "2146435072 for the ports of all routers together"},
      {"8x8", "column 1", "family '8x8'"},
      {":8x8", "column 1", "family ''"},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    noc_error_t error = {0};
    topology_t *t = topology_create(kBad[i].string, &error);
    if (t != NULL || strncmp(error.text, kBad[i].start, strlen(kBad[i].start)) != 0 ||
        strstr(error.text, kBad[i].inside) == NULL) {
      fail_msg("'%s': %s", kBad[i].string, t != NULL ? "not refused" : error.text);
    }
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "must be"));
  }
}

// The error stays one line that fits, whatever the string is.
static void refused_long_and_dirty(void **state) {
  (void)state;
  enum { LENGTH = 100000 };
  char *text = malloc(LENGTH + 1);
  assert_non_null(text);
  memset(text, '\n', LENGTH);
  text[LENGTH] = '\0';
  noc_error_t error = {0};
  assert_null(topology_create(text, &error));
  assert_null(strchr(error.text, '\n'));
  memcpy(text, "mesh:8x\033", 8);
  assert_null(topology_create(text, &error));
  assert_null(strchr(error.text, '\033'));
  assert_non_null(strstr(error.text, "column 8"));
  memset(text, 'x', LENGTH);
  assert_null(topology_create(text, &error));
  free(text);
}

// Every link leads to the neighbour one further in its dimension and back; edges have none.
static void links(void **state) {
  (void)state;
  static const char *const kStrings[] = {"mesh:1x1", "mesh:1x2",     "mesh:7",      "mesh:3x5@2",
                                         "mesh:8x8", "mesh:2x3x4@3", "mesh:2x1x3x2"};
  for (size_t i = 0; i < sizeof kStrings / sizeof kStrings[0]; i++) {
    topology_t *t = make(kStrings[i]);
    unsigned n_links = 0;
    unsigned expected = 0;
    for (unsigned d = 0; d < t->dims; d++) {
      expected += 2 * (t->routers / t->radix[d]) * (t->radix[d] - 1);
    }
    for (uint32_t r = 0; r < t->routers; r++) {
      unsigned here[NOC_MAX_DIMS];
      topology_coordinates(t, r, here);
      for (unsigned p = 0; p < t->ports; p++) {
        int32_t peer = t->peer_router[r * t->ports + p];
        int32_t port = t->peer_port[r * t->ports + p];
        if (p < t->nodes_per_router) {
          assert_int_equal(peer, -1);
          assert_int_equal(port, -1);
          continue;
        }
        unsigned d = (p - t->nodes_per_router) / 2;
        bool up = (p - t->nodes_per_router) % 2 == 0;
        bool edge = up ? here[d] + 1 == t->radix[d] : here[d] == 0;
        assert_int_equal(peer < 0, edge);
        assert_int_equal(port < 0, edge);
        if (edge) {
          continue;
        }
        n_links++;
        here[d] = up ? here[d] + 1 : here[d] - 1;
        assert_int_equal(peer, topology_router_at(t, here));
        here[d] = up ? here[d] - 1 : here[d] + 1;
        assert_int_equal(port, up ? p + 1 : p - 1);
        assert_int_equal(t->peer_router[(uint32_t)peer * t->ports + (uint32_t)port], r);
      }
    }
    assert_int_equal(n_links, expected);
    topology_free(t);
  }
}

static void coordinates(void **state) {
  (void)state;
  topology_t *t = make("mesh:3x5x2");
  unsigned coord[NOC_MAX_DIMS];
  topology_coordinates(t, 1, coord);  // x runs fastest
  assert_int_equal(coord[0], 1);
  assert_int_equal(coord[1], 0);
  for (uint32_t r = 0; r < t->routers; r++) {
    topology_coordinates(t, r, coord);
    assert_int_equal(r, coord[0] + 3 * (coord[1] + 5 * coord[2]));
    assert_int_equal(topology_router_at(t, coord), r);
  }
  char name[32];
  assert_string_equal(topology_router_name(t, 0, name, sizeof name), "0,0,0");
  assert_string_equal(topology_router_name(t, 29, name, sizeof name), "2,4,1");
  assert_string_equal(topology_router_name(t, 29, name, 4), "2,4");  // cut to what fits
  assert_string_equal(topology_router_name(t, 29, name, 1), "");
  topology_free(t);
}

// Hops against a breadth-first search over the links.
static void hops(void **state) {
  (void)state;
  static const char *const kStrings[] = {"mesh:1x2", "mesh:9", "mesh:5x4@2", "mesh:3x2x4"};
  enum { MAX = 64 };
  for (size_t i = 0; i < sizeof kStrings / sizeof kStrings[0]; i++) {
    topology_t *t = make(kStrings[i]);
    for (uint32_t from = 0; from < t->nodes; from++) {
      unsigned distance[MAX];
      uint32_t queue[MAX];
      size_t head = 0;
      size_t tail = 0;
      memset(distance, 0xff, sizeof distance);
      queue[tail++] = from / t->nodes_per_router;
      distance[queue[0]] = 0;
      while (head < tail) {
        uint32_t r = queue[head++];
        for (unsigned p = 0; p < t->ports; p++) {
          int32_t peer = t->peer_router[r * t->ports + p];
          if (peer >= 0 && distance[peer] == UINT32_MAX) {
            distance[peer] = distance[r] + 1;
            queue[tail++] = (uint32_t)peer;
          }
        }
      }
      for (uint32_t to = 0; to < t->nodes; to++) {
        assert_int_equal(topology_hops(t, from, to), distance[to / t->nodes_per_router]);
      }
    }
    topology_free(t);
  }
}

static void families(void **state) {
  (void)state;
  size_t count = 0;
  const topology_family_t *family = topology_families(&count);
  assert_true(count >= 1);
  for (size_t i = 0; i < count; i++) {
    topology_t *t = make(family[i].example);  // the example is one
    assert_string_equal(t->family, family[i].name);
    assert_true(strlen(family[i].meaning) > 0);
    topology_free(t);
  }
  topology_free(NULL);
}

static void edit_distances(void **state) {
  (void)state;
  assert_int_equal(edit_distance("", ""), 0);
  assert_int_equal(edit_distance("abc", ""), 3);
  assert_int_equal(edit_distance("mesh", "mesh"), 0);
  assert_int_equal(edit_distance("mseh", "mesh"), 1);  // a swap
  assert_int_equal(edit_distance("mes", "mesh"), 1);
  assert_int_equal(edit_distance("kitten", "sitting"), 3);
  nearest_t nearest = nearest_start("dept");
  nearest_offer(&nearest, "vcs");
  assert_string_equal(nearest_hint(&nearest), "");
  nearest_offer(&nearest, "depth");
  assert_string_equal(nearest_hint(&nearest), " (nearest: 'depth')");
  assert_string_equal(nearest.names, "vcs, depth");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes),
      cmocka_unit_test(runs),
      cmocka_unit_test(refused),
      cmocka_unit_test(links),
      cmocka_unit_test(refused_long_and_dirty),
      cmocka_unit_test(coordinates),
      cmocka_unit_test(hops),
      cmocka_unit_test(families),
      cmocka_unit_test(edit_distances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
