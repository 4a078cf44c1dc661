// test_routing_files -- routes and paths from files: they mean what they say, and faults in them
// have their place.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routing/routing.h"
#include "unit/routes.h"
#include "unit/temp_file.h"
#include "unit/topology_graph.h"

// Writes the routing as a table into the file.
static void write_table(routing_t *r) {
  const topology_t *t = r->topology;
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  (void)fprintf(out, "# %s on %s\nclasses %u\ngroups %u\n", r->name, t->name, r->classes,
                r->groups);
  for (uint32_t at = 0; at < t->routers; at++) {
    for (unsigned p = 0; p < t->ports && r->groups > 1; p++) {
      if (t->peer_router[at * t->ports + p] >= 0) {
        (void)fprintf(out, "group %u %u %u\n", at, p, routing_group(r, at, p, 0));
      }
    }
    for (uint32_t n = 0; n < t->nodes; n++) {
      for (uint32_t g = 0; g < r->groups && routing_target(t, n) != at; g++) {
        route_t route;
        noc_error_t error;
        assert_true(routing_route(r, at, g, n, &route, &error));
        if (route.count == 0) {
          continue;  // no packet comes here in this group
        }
        (void)fprintf(out, r->groups > 1 ? "route %u/%u %u:" : "route %u%.0u %u:", at, g, n);
        for (unsigned i = route.count; i-- > 0;) {
          (void)fprintf(out, "%u%s", route.port[i], i > 0 ? "," : "");
        }
        (void)fprintf(out, route.vc_class < r->classes ? " %u\n" : "\n", route.vc_class);
      }
    }
  }
  assert_int_equal(fclose(out), 0);
  temp_file_write(text, length);
  free(text);
}

// A routing that is written as a table and read again routes the same way.
static void same_again(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    bool adaptive;
  } kMany[] = {
      {"torus:5x4@2", NULL, false},
      {"octagons:2x2", NULL, true},
      {"irregular:switches=8,ports=8,hosts=32,seed=1", NULL, true},
      {"irregular:switches=8,ports=8,hosts=32,seed=1", NULL, false},
      {"fattree:k=3,n=3", NULL, true},
      {"dragonfly:p=2,a=4,h=2", NULL, false},
      {"slimfly:q=5", NULL, true},
      {"butterfly:k=2,n=3", NULL, false},
      {"torus:1", NULL, false},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].topology);
    routing_t *r = routes_make(t, kMany[i].routing, NULL, kMany[i].adaptive);
    write_table(r);
    routing_t *table = routes_make(t, "table", temp_file, kMany[i].adaptive);
    assert_int_equal(table->classes, r->classes);
    assert_int_equal(table->groups, r->groups);
    const routes_t expected = routes_walk(r);
    const routes_t found = routes_walk(table);
    assert_true(found.hops == expected.hops && found.longest == expected.longest);
    assert_int_equal(found.widest, expected.widest);
    assert_int_equal(found.highest, expected.highest);
    routing_free(table);
    routing_free(r);
    topology_free(t);
  }
}

static const char kRing[] =
    "route 0 1: 1\nroute 0 2: 1,2\nroute 1 0: 2\nroute 1 2: 1\nroute 2 0: 1\nroute 2 1: 2\n";

// Deterministic: the lowest of several candidates. Groups by class. Rows for all groups.
static void meaning(void **state) {
  (void)state;
  topology_t *t = graph_make("ring:3");  // ports: 1 up, 2 down
  route_t route;
  noc_error_t error = {0};
  temp_file_write(kRing, strlen(kRing));
  routing_t *r = routes_make(t, "table", temp_file, false);
  assert_true(routing_route(r, 0, 0, 2, &route, &error));
  assert_int_equal(route.count, 1);
  assert_int_equal(route.port[0], 1);
  assert_int_equal(route.vc_class, 1);
  assert_int_equal(routing_path(r, 0, 2, NULL, 0, &error), 3);
  assert_true(routing_route(r, 0, 0, 0, &route, &error));
  assert_int_equal(route.port[0], 0);
  routing_free(r);
  r = routes_make(t, "table", temp_file, true);
  assert_true(routing_route(r, 0, 0, 2, &route, &error));
  assert_int_equal(route.count, 2);
  routing_free(r);
  static const char kGroups[] =
      "classes 2\ngroups 3\ngroup 1 2/1 2  # from router 0 in class 1\n"
      "group 2 1 1\nroute 0 1: 1 1\nroute 0 2: 1 1\nroute 1 0: 2\nroute 1 2: 2\n"
      "route 1/2 2: 1 0\nroute 2 0: 1 0\nroute 2/1 0: 1 1\nroute 2 1: 2\n";
  temp_file_write(kGroups, strlen(kGroups));
  r = routes_make(t, "table", temp_file, false);
  assert_int_equal(r->groups, 3);
  assert_int_equal(routing_group(r, 1, 2, 0), 0);
  assert_int_equal(routing_group(r, 1, 2, 1), 2);
  assert_int_equal(routing_group(r, 1, 0, 1), 0);  // from the node
  assert_int_equal(routing_group(r, 2, 1, 0), 1);
  assert_int_equal(routing_group(r, 2, 1, 1), 1);
  routing_hop_t hops[3];
  assert_int_equal(routing_path(r, 0, 2, hops, 3, &error), 3);
  assert_int_equal(hops[0].vc_class, 1);
  assert_int_equal(hops[1].port, 1);
  assert_int_equal(hops[1].vc_class, 0);
  assert_int_equal(hops[2].port, 0);
  assert_int_equal(hops[2].vc_class, 2);
  routing_free(r);
  topology_free(t);
}

typedef struct {
  const char *topology, *routing, *text, *error;
} fault_t;

static void check_faults(const fault_t *fault, size_t count, bool adaptive) {
  for (size_t i = 0; i < count; i++) {
    topology_t *t = graph_make(fault[i].topology);
    noc_error_t error = {0};
    temp_file_write(fault[i].text, strlen(fault[i].text));
    routing_t *r = routing_create(t, fault[i].routing, temp_file, adaptive, &error);
    const char *behind = error.text + strlen(temp_file);
    if (r != NULL || strncmp(error.text, temp_file, strlen(temp_file)) != 0 ||
        strncmp(behind, fault[i].error, strlen(fault[i].error)) != 0) {
      fail_msg("'%s': %s", fault[i].text, r != NULL ? "not refused" : error.text);
    }
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "must be"));
    topology_free(t);
  }
}

static void tables_refused(void **state) {
  (void)state;
  static const fault_t kFaults[] = {
      {"ring:3", "table", "", ": there is no route from router 1, where nodes enter, to node 0;"},
      {"ring:3", "table", "rout 0 1: 1\n",
       ":1:1: there is 'rout' (nearest: 'route'); there must be"},
      {"ring:3", "table", "route 3 1: 1\n", ":1:7: router is '3'; it must be 0 to 2"},
      {"ring:3", "table", "route 0 3: 1\n", ":1:9: destination is '3'; it must be 0 to 2"},
      {"ring:3", "table", "route 0 1 1\n", ":1:11: there is no ':' behind the destination"},
      {"ring:3", "table", "route 0 1:\n", ":1:11: port is ''; it must be 0 to 2"},
      {"ring:3", "table", "route 0 1: 3\n", ":1:12: port is '3'; it must be 0 to 2"},
      {"ring:3", "table", "route 0 1: 0\n",
       ":1:12: there is port 0 of router 0, which leads to no"},
      {"ring:3", "table", "route 0 1: 1,1\n",
       ":1:14: there is port 1 again; there must be another one"},
      {"ring:3", "table", "route 0 1: 1 1\n", ":1:14: class is '1'; it must be 0 to 0"},
      {"ring:3", "table", "classes 2\nroute 0 1: 1 1 1\n", ":2:16: there is more on the line"},
      {"ring:3", "table", "classes 2\nclasses 2\n",
       ":2:1: there is classes again; there must be one such line"},
      {"ring:3", "table", "groups 2\nclasses 2\ngroups 3\n", ":3:1: there is groups again"},
      {"ring:3", "table", "classes 17\n", ":1:9: there is '17'; there must be 1 to 16"},
      {"ring:3", "table", "route 0 1: 1\nclasses 2\n", ":2:1: there is classes behind a group or"},
      {"ring:3", "table", "groups 0\n", ":1:8: there is '0'; there must be 1 to 16"},
      {"ring:3", "table", "group 0 0 0\n", ":1:9: there is port 0 of router 0, which leads to no"},
      {"ring:3", "table", "group 0 1 1\n", ":1:11: group is '1'; it must be 0 to 0"},
      {"ring:3", "table", "group 0 1/1 0\n", ":1:11: class is '1'; it must be 0 to 0"},
      {"ring:3", "table", "route 0/1 1: 1\n", ":1:9: group is '1'; it must be 0 to 0"},
      {"ring:3", "table", "route 0 0: 1\n",
       ":1:7: there is router 0, where node 0 is; there must be"},
      {"ring:3", "table", "route 0 1: 1\nroute 0 1: 2\n",
       ":2:7: there is the route from router 0 to node 1 again, as in line 1"},
      // A hole behind a way, and at an entry.
      {"ring:4", "table", "route 0 2: 1\n", ": there is no route from router 1, where nodes enter"},
      {"fattree:k=2,n=2", "table", "route 0 2: 2\nroute 0 3: 3\nroute 1 0: 2\nroute 1 1: 3\n",
       ":3:7: there is a way to router 2, which has no route to node 0; there must be one from "
       "every"},
      // Loops.
      {"ring:3", "table", "route 1 0: 1\nroute 2 0: 2\n",
       ":2:7: there is a loop: router 2 sends packets to node 0 back to router 1; there must be "
       "routes"},
      {"ring:3", "table", "\xff\n", ":1:1: there is"},
  };
  check_faults(kFaults, sizeof kFaults / sizeof kFaults[0], false);
  char many[400] = "route 0 1: 1";
  for (unsigned port = 2; port <= 65; port++) {
    (void)snprintf(many + strlen(many), sizeof many - strlen(many), ",%u", port);
  }
  const fault_t ports = {"flattened:70", "table", many,
                         ":1:195: there is more than 64 ports; there must be at most so many"};
  check_faults(&ports, 1, false);
  topology_t *t = graph_make("ring:3");
  noc_error_t error = {0};
  assert_null(routing_create(t, "table", NULL, false, &error));
  assert_non_null(strstr(error.text, "table without a file"));
  assert_null(routing_create(t, "table", "/no/such/file", false, &error));
  assert_non_null(strstr(error.text, "cannot be opened"));
  topology_free(t);
}

// Every candidate counts when the routing is adaptive, the lowest one when it is not.
static void adaptive_loop(void **state) {
  (void)state;
  static const char kText[] =
      "route 0 1: 1\nroute 0 2: 2\nroute 1 0: 1,2\nroute 1 2: 1\nroute 2 0: 1,2\nroute 2 1: 2\n";
  static const fault_t kFault = {"ring:3", "table", kText, ":5:7: there is a loop: router 2 sends"};
  check_faults(&kFault, 1, true);
  topology_t *t = graph_make("ring:3");
  temp_file_write(kText, strlen(kText));
  routing_t *r = routes_make(t, "table", temp_file, false);
  (void)routes_walk(r);
  routing_free(r);
  topology_free(t);
}

static void paths(void **state) {
  (void)state;
  static const char kText[] = "classes 3\npath 0 5: 1/2 3 3/0\npath 4 0: 1 3 2 4  # round about\n";
  topology_t *t = graph_make("mesh:4x3");  // ports: 1 +x, 2 -x, 3 +y, 4 -y
  temp_file_write(kText, strlen(kText));
  noc_error_t error = {0};
  routing_t *r = routing_create(t, "source", temp_file, false, &error);
  assert_null(r);
  assert_non_null(strstr(error.text,
                         ":2:20: there is a path that ends at router 9; there must be one to "
                         "router 5, where node 5 is"));
  static const char kGood[] = "classes 3\npath 0 5: 1/2 3\npath 4 0: 1 3/0 2 4 4  # round about\n";
  temp_file_write(kGood, strlen(kGood));
  r = routes_make(t, "source", temp_file, false);
  assert_int_equal(r->classes, 3);
  assert_int_equal(r->paths, 2);
  assert_true(routing_own_paths(r, 5) && routing_own_paths(r, 0) && !routing_own_paths(r, 4));
  routing_hop_t hops[8];
  assert_int_equal(routing_path(r, 0, 5, hops, 8, &error), 3);
  assert_int_equal(hops[0].port, 1);
  assert_int_equal(hops[0].vc_class, 2);
  assert_int_equal(hops[1].port, 3);
  assert_int_equal(hops[1].vc_class, 3);
  assert_int_equal(hops[2].port, 0);
  assert_int_equal(hops[2].vc_class, 3);
  assert_int_equal(routing_path(r, 4, 0, hops, 8, &error), 6);
  assert_int_equal(hops[1].vc_class, 0);
  assert_int_equal(routing_path(r, 4, 0, hops, 2, &error), 6);  // no more than fit
  assert_int_equal(routing_path(r, 1, 5, hops, 8, &error), 2);  // along the topology's own
  assert_int_equal(hops[0].port, 3);
  assert_int_equal(hops[0].vc_class, 3);
  routing_free(r);
  r = routes_make(t, "source", NULL, false);
  assert_int_equal(r->paths, 0);
  assert_int_equal(routing_path(r, 0, 5, hops, 8, &error), 3);
  routing_free(r);
  topology_free(t);
}

static void paths_refused(void **state) {
  (void)state;
  static const fault_t kFaults[] = {
      {"mesh:4x3", "source", "paths 0 1: 1\n",
       ":1:1: there is 'paths' (nearest: 'path'); there must be"},
      {"mesh:4x3", "source", "path 12 1: 1\n", ":1:6: source is '12'; it must be 0 to 11"},
      {"mesh:4x3", "source", "path 1 1: 1\n", ":1:8: there is a path of node 1 to itself"},
      {"mesh:4x3", "source", "path 0 1 1\n", ":1:10: there is no ':' behind the destination"},
      {"mesh:4x3", "source", "path 0 1: 2\n",
       ":1:11: there is port 2 of router 0, which leads to no"},
      {"mesh:4x3", "source", "path 0 1: 1 0\n",
       ":1:13: there is port 0 of router 1, which leads to"},
      {"mesh:4x3", "source", "path 0 1: 1/1\n", ":1:13: class is '1'; it must be 0 to 0"},
      {"mesh:4x3", "source", "path 0 1:\n",
       ":1:10: there is a path that ends at router 0; there must be"},
      {"mesh:4x3", "source", "path 0 1: 1\nclasses 2\n",
       ":2:1: there is a line of classes behind a path"},
      {"mesh:4x3", "source", "classes 2\nclasses 2\n", ":2:1: there is classes again; there must"},
      {"torus:4x4", "source", "classes 1\n", ":1:9: there is '1'; there must be 2 to 16"},
      {"mesh:4x3", "source", "classes 2 2\n", ":1:11: there is more on the line"},
      {"mesh:4x3", "source", "path 0 1: 1\npath 0 2: 1 1\npath 0 1: 3 1 4\n",
       ":3:6: there is the path from node 0 to node 1 again, as in line 1; there must be one such "
       "path"},
  };
  check_faults(kFaults, sizeof kFaults / sizeof kFaults[0], false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_again),    cmocka_unit_test(meaning), cmocka_unit_test(tables_refused),
      cmocka_unit_test(adaptive_loop), cmocka_unit_test(paths),   cmocka_unit_test(paths_refused),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
