// test_irregular -- irregular networks: generated ones are connected, even and depend on the seed
// alone; files say what they mean, and faults in them have their place.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "topology/topology.h"
#include "unit/topology_graph.h"

static topology_t *generate(unsigned switches, unsigned ports, unsigned hosts, unsigned seed) {
  char string[128];
  (void)snprintf(string, sizeof string, "irregular:switches=%u,ports=%u,hosts=%u,seed=%u", switches,
                 ports, hosts, seed);
  return graph_make(string);
}

static bool same_links(const topology_t *a, const topology_t *b) {
  return memcmp(a->peer_router, b->peer_router,
                (size_t)a->routers * a->ports * sizeof *a->peer_router) == 0;
}

// Networks of every size can be generated, up to the fullest that is accepted.
static void generated(void **state) {
  (void)state;
  for (unsigned switches = 1; switches <= 20; switches++) {
    for (unsigned ports = 3; ports <= 8; ports++) {
      const unsigned tree = switches * ports - 2 * (switches - 1);
      const unsigned most = switches == 1                   ? ports
                            : tree < switches * (ports - 1) ? tree
                                                            : switches * (ports - 1);
      for (unsigned hosts = 1; hosts <= most; hosts += hosts + 7 < most ? 7 : 1) {
        topology_t *t = generate(switches, ports, hosts, hosts);
        graph_check(t);
        for (uint32_t n = 0; n + 1 < t->nodes; n++) {  // even, and numbered switch by switch
          assert_true(t->inject[n].router <= t->inject[n + 1].router);
          assert_true(t->inject[n].port <= (hosts - 1) / switches);
        }
        topology_free(t);
      }
    }
  }
}

static void seeds(void **state) {
  (void)state;
  topology_t *first = generate(8, 8, 32, 1);
  topology_t *again = graph_make("irregular:hosts=32,ports=8,switches=8");  // any order; seed 1
  assert_true(same_links(first, again));
  assert_string_equal(first->name, again->name);
  unsigned other = 0;
  for (unsigned seed = 2; seed < 12; seed++) {
    topology_t *t = generate(8, 8, 32, seed);
    other += !same_links(first, t);
    topology_free(t);
  }
  assert_int_equal(other, 10);
  topology_free(first);
  topology_free(again);
  // 8 switches with 4 ports left: all are used, and no two switches are linked twice.
  topology_t *t = generate(64, 8, 256, 5);
  assert_int_equal(graph_search(t).links, 128);
  for (uint32_t r = 0; r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      for (unsigned q = 0; q < p; q++) {
        const int32_t *peer = &t->peer_router[r * t->ports];
        assert_true(peer[p] < 0 || peer[p] != peer[q]);
      }
    }
  }
  topology_free(t);
}

// The highest ports stay open, whatever is drawn; the rest is the network of smaller switches.
static void open_ports(void **state) {
  (void)state;
  for (unsigned open = 0; open <= 4; open++) {
    char string[128];
    (void)snprintf(string, sizeof string, "irregular:switches=8,ports=8,hosts=16,seed=3,open=%u",
                   open);
    topology_t *t = graph_make(string);
    topology_t *small = generate(8, 8 - open, 16, 3);
    graph_check(t);
    assert_string_equal(t->name, open > 0 ? string : small->name);
    assert_int_equal(t->ports, 8);
    for (uint32_t r = 0; r < t->routers; r++) {
      for (unsigned p = 0; p < t->ports; p++) {
        const int32_t peer = t->peer_router[r * t->ports + p];
        const bool is_open = p >= small->ports;
        assert_int_equal(peer, is_open ? -1 : small->peer_router[r * small->ports + p]);
      }
    }
    topology_free(t);
    topology_free(small);
  }
}

// The topology of a file with this text; NULL with the error.
static topology_t *read_text(const char *text, noc_error_t *error) {
  char path[] = "/tmp/nocstep_irregular_XXXXXX";
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  (void)close(fd);
  char string[64];
  (void)snprintf(string, sizeof string, "irregular:%s", path);
  topology_t *t = topology_create(string, error);
  if (t != NULL) {
    assert_string_equal(t->name, string);
    graph_check(t);
  }
  (void)unlink(path);
  return t;
}

static void files(void **state) {
  (void)state;
  noc_error_t error = {0};
  topology_t *t = read_text(
      "# two\n\nswitch a 4\nswitch b-1 3 # three\nhost h0 a\nhost h1 b-1.0\nhost h2 a.0\n"
      "link a b-1\r\nlink a.3 b-1.2",
      &error);
  if (t == NULL) {
    fail_msg("%s", error.text);
  }
  assert_int_equal(t->routers, 2);
  assert_int_equal(t->nodes, 3);
  assert_int_equal(t->ports, 4);
  static const topology_place_t kHosts[] = {
      {0, 1}, {1, 0}, {0, 0}};  // a.0 is named, so h0 is at a.1
  for (uint32_t n = 0; n < 3; n++) {
    assert_int_equal(t->inject[n].router, kHosts[n].router);
    assert_int_equal(t->inject[n].port, kHosts[n].port);
  }
  assert_int_equal(t->peer_port[2], 1);  // link a b-1: the lowest that are left, a.2 and b-1.1
  assert_int_equal(t->peer_port[3], 2);
  topology_free(t);
}

static void faults(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *inside;
  } kBad[] = {
      {"", ":1:1: there is no host; there must be one or more"},
      {"switch a 4\nswitch b 4\nswitch a 4\n",
       ":3:8: there is the switch 'a' again, as in line 1; there must be another name"},
      {"switch a 4\nhost h a\nhost h a\n", ":3:6: there is the host 'h' again, as in line 2"},
      {"switch a 4\nhost a a\nlink a a\n", ":3:8: there is a link from a switch to itself"},
      {"switch a 0\n", ":1:10: ports is '0'; it must be 1 to 4096"},
      {"switch a\nhost h a\n", ":1:9: ports is ''; it must be 1 to 4096"},
      {"switch\n", ":1:7: there is no name of a switch; there must be letters"},
      {"switch a+b 4\n", ":1:8: there is the name of a switch 'a+b'"},
      {"switch a 4 5\n", ":1:12: there is more on the line; there must be its end"},
      {"swich a 4\n",
       ":1:1: there is 'swich' (nearest: 'switch'); there must be switch, host, link"},
      {"switch alpha 4\nhost h alhpa\n",
       ":2:8: there is no switch 'alhpa' above (nearest: 'alpha'); there must be one that has its "
       "line"},
      {"host h a\nswitch a 4\n", ":1:8: there is no switch 'a' above"},
      {"switch a 2\nhost h a.2\n", ":2:10: port is '2'; it must be 0 to 1"},
      {"switch a 2\nhost h a.\n", ":2:10: port is ''; it must be 0 to 1"},
      {"switch a 2\nhost h a.1\nhost i a.1\n", ":3:8: there is port 1 of switch 'a' again"},
      {"switch a 2\nhost h a\nhost i a\nhost j a\n",
       ":4:8: there is no port left at switch 'a'; there must be hosts and links for its 2 ports"},
      {"switch a 3\nswitch b 3\nswitch c 3\nhost h b\nlink a b\n",
       ":3:8: there is no path between the switches 'a' and 'c'; there must be a network that is "
       "connected"},
      {"switch a 4\nhost h a\nlink a\n", ":3:7: there is no switch; there must be letters"},
      {"switch abcdefghijklmnopqrstuvwxyzabcdefghijklmnop 4\n",
       ":1:8: there is the name of a switch"},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    noc_error_t error = {0};
    topology_t *t = read_text(kBad[i].text, &error);
    if (t != NULL || strstr(error.text, kBad[i].inside) == NULL) {
      fail_msg("'%s': %s", kBad[i].text, t != NULL ? "not refused" : error.text);
    }
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "must be"));
  }
  noc_error_t error = {0};
  assert_null(topology_create("irregular:no/such/file", &error));
  assert_string_equal(error.text, "no/such/file: cannot be opened: No such file or directory");
  assert_null(topology_create("irregular:", &error));
  assert_non_null(strstr(error.text, "column 11 of 'irregular:': there is the end"));
}

// One name more than there is room for.
static void many_names(void **state) {
  (void)state;
  enum { MOST = 1 << 17 };
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  for (unsigned i = 0; i <= MOST; i++) {
    (void)fprintf(out, "switch s%u 2\n", i);
  }
  assert_int_equal(fclose(out), 0);
  noc_error_t error = {0};
  assert_null(read_text(text, &error));
  assert_non_null(strstr(
      error.text, ":131073:8: there is more than 131072 names; there must be at most so many"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(generated), cmocka_unit_test(seeds),  cmocka_unit_test(open_ports),
      cmocka_unit_test(files),     cmocka_unit_test(faults), cmocka_unit_test(many_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
