// Routings with fewer VCs than they need really deadlock, and the watchdog names the cycle that the
// channel dependency graph has: every link of the wait-for chain waits for the next as some route
// does, and on a ring it is the very cycle that a run is refused for.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "routing/dependencies.h"
#include "unit/temp_file.h"

enum { MAX_CHANNELS = 512, NAME = 64 };

// Channels by the names that users see, and which follow each other on some route.
typedef struct {
  unsigned count;
  char name[MAX_CHANNELS][NAME];
  bool follows[MAX_CHANNELS][MAX_CHANNELS];
} graph_t;

static unsigned find(const graph_t *g, const char *name) {
  unsigned i = 0;
  while (i < g->count && strcmp(g->name[i], name) != 0) {
    i++;
  }
  return i;
}

static unsigned number(graph_t *g, const topology_t *t, uint32_t router, uint32_t port,
                       unsigned vc_class) {
  char name[NAME];
  char from[24];
  char to[24];
  const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
  assert_true(peer >= 0);
  (void)snprintf(name, sizeof name, "%s -> %s class %u",
                 topology_router_name(t, router, from, sizeof from),
                 topology_router_name(t, (uint32_t)peer, to, sizeof to), vc_class);
  const unsigned i = find(g, name);
  if (i == g->count) {
    assert_true(i < MAX_CHANNELS);
    (void)strcpy(g->name[g->count++], name);
  }
  return i;
}

// From the paths between all nodes, with as many classes as the network has.
static graph_t *graph_of(routing_t *r, unsigned classes) {
  enum { LONGEST = 64 };
  const topology_t *t = r->topology;
  routing_hop_t hop[LONGEST];
  noc_error_t error;
  graph_t *g = calloc(1, sizeof *g);
  assert_non_null(g);
  for (uint32_t pair = 0; pair < t->nodes * t->nodes; pair++) {
    const size_t routers = routing_path(r, pair / t->nodes, pair % t->nodes, hop, LONGEST, &error);
    assert_true(routers >= 1 && routers <= LONGEST);
    topology_place_t place;
    (void)topology_injection(t, pair / t->nodes, &place, 1);
    unsigned last = MAX_CHANNELS;
    for (size_t i = 0; i + 1 < routers; i++) {
      const unsigned cut = routing_cut(r, hop[i].vc_class, classes);
      const unsigned now = number(g, t, place.router, hop[i].port, cut < classes ? cut : 0);
      if (last < MAX_CHANNELS) {
        g->follows[last][now] = true;
      }
      last = now;
      place.router = (uint32_t)t->peer_router[(size_t)place.router * t->ports + hop[i].port];
    }
  }
  return g;
}

static bool stands_still(sim_t *s) {
  while (network_cycle(s->network) < 50000) {
    assert_true(sim_step(s));
    if (network_cycle(s->network) % 500 == 0) {
      assert_true(network_check_conservation(s->network, &s->error));
    }
    if (network_cycle(s->network) > workload_last_progress(s->workload) + 2000) {
      return true;
    }
  }
  return false;
}

// Runs until nothing moves; what the watchdog prints, to be freed.
static char *deadlock(sim_t *s) {
  bool closed = false;
  assert_true(stands_still(s));
  assert_true(workload_waiting(s->workload));
  char *text = sim_chain_text(s->network, &closed);
  assert_true(closed);
  return text;
}

// The links behind the heading, up to the end of the line.
static char *links_of(const char *text) {
  static const char kHeading[] = "links that wait for each other: ";
  const char *at = strstr(text, kHeading);
  assert_non_null(at);
  at += strlen(kHeading);
  char *links = strndup(at, strcspn(at, "\n"));
  assert_non_null(links);
  return links;
}

// Cuts "a, b, c" (names of routers have commas without blanks) into the numbers of the channels.
static unsigned cut_links(const graph_t *g, const char *links, unsigned *channel) {
  unsigned count = 0;
  for (const char *at = links; *at != '\0' && count < MAX_CHANNELS;) {
    const char *comma = strstr(at, ", ");
    const size_t length = comma != NULL ? (size_t)(comma - at) : strlen(at);
    char name[NAME];
    (void)snprintf(name, sizeof name, "%.*s", (int)length, at);
    channel[count] = find(g, name);
    if (channel[count] == g->count) {
      fail_msg("%s: no route takes '%s'", links, name);
    }
    count++;
    at += length + (comma != NULL ? 2 : 0);
  }
  return count;
}

// Each link waits for the next, and the last for the first, as the dependencies are.
static void check_links(const graph_t *g, const char *links, unsigned at_least) {
  unsigned channel[MAX_CHANNELS];
  const unsigned count = cut_links(g, links, channel);
  assert_true(count >= at_least);
  for (unsigned i = 0; i < count; i++) {
    const unsigned next = channel[(i + 1) % count];
    if (!g->follows[channel[i]][next]) {
      fail_msg("%s: %s does not depend on %s", links, g->name[channel[i]], g->name[next]);
    }
    for (unsigned before = 0; before < i; before++) {
      assert_int_not_equal(channel[before], channel[i]);
    }
  }
}

#define UNIFORM "traffic=uniform workload.load=1 workload.packet_flits=16"

static const char kSettings[] =
    "topology=%s router.vcs=1 router.depth=2 router.allow_deadlock=true workload.%s run.router=%s";

static char *check_deadlock(const char *topology, const char *workload, const char *kind) {
  char settings[512];
  (void)snprintf(settings, sizeof settings, kSettings, topology, workload, kind);
  sim_t s = sim_create(settings);
  dependencies_t d;
  assert_true(dependencies_find(s.scenario->route, 1, &d, &s.error));
  assert_false(d.acyclic);
  char *text = deadlock(&s);
  char *links = links_of(text);
  graph_t *g = graph_of(s.scenario->route, 1);
  check_links(g, links, d.length);  // that of the checker is a shortest one
  dependencies_free(&d);
  free(links);
  free(g);
  sim_free(&s);
  return text;
}

static void test_same_links(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"ring:8", "torus:8x8", "torus:5x5@2",
                                            "dragonfly:p=2,a=4,h=2"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    free(check_deadlock(kTopologies[i], UNIFORM, "ref"));
  }
}

// Writes a trace: in cycle 0 every node of a ring sends a long packet to the node `step` further
// on, so that all hold their first link before any has a second.
static void write_rotation(unsigned nodes, unsigned step) {
  char text[512];
  size_t used = 0;
  for (unsigned i = 0; i < nodes; i++) {
    used +=
        (size_t)snprintf(text + used, sizeof text - used, "0 %u %u 16\n", i, (i + step) % nodes);
  }
  temp_file_write(text, used);
}

static void test_octagon(void **state) {
  (void)state;
  char trace[64];
  write_rotation(8, 2);  // two links each, next after next
  (void)snprintf(trace, sizeof trace, "trace=%s", temp_file);
  free(check_deadlock("octagon:8", trace, "ref"));
}

// On a ring with traffic in the direction of the checker's cycle the watchdog prints that cycle,
// which may begin at another link. RTL and golden models stand still alike.
static void test_ring_is_the_cycle(void **state) {
  (void)state;
  static const char *const kKinds[] = {"ref", "lockstep"};
  char cycle[1100];
  char trace[64];
  noc_error_t error;
  topology_t *t = topology_create("ring:8", &error);
  routing_t *r = routing_create(t, NULL, NULL, false, &error);
  dependencies_t d;
  assert_true(dependencies_find(r, 1, &d, &error));
  assert_int_equal(d.length, 8);
  char once[512];
  (void)dependencies_cycle(r, &d, once, sizeof once);
  const bool up = (d.cycle[0].router + 1) % 8 == d.cycle[1].router;
  (void)snprintf(cycle, sizeof cycle, "%s, %s", once, once);
  write_rotation(8, up ? 3 : 5);
  (void)snprintf(trace, sizeof trace, "trace=%s", temp_file);
  char *text[2];
  for (size_t i = 0; i < 2; i++) {
    text[i] = check_deadlock("ring:8", trace, kKinds[i]);
    char *links = links_of(text[i]);
    if (strlen(links) * 2 + 2 != strlen(cycle) || strstr(cycle, links) == NULL) {
      fail_msg("watchdog: %s; checker, twice: %s", links, cycle);
    }
    free(links);
  }
  assert_string_equal(text[0], text[1]);
  free(text[0]);
  free(text[1]);
  dependencies_free(&d);
  routing_free(r);
  topology_free(t);
}

// A packet waits, with cut-through, for room behind a VC that is free, until others have passed it;
// here nobody passes any more.
static void test_no_room(void **state) {
  (void)state;
  char *text = check_deadlock("ring:8",
                              "traffic=uniform workload.load=0.9 workload.packet_flits=3:0.5,7:0.5 "
                              "router.switching=cut-through router.depth=8",
                              "ref");
  if (strstr(text, " credits that its head needs\n") == NULL) {
    fail_msg("%s", text);
  }
  free(text);
}

// The same load with the VCs that the routings need passes.
static void test_enough_vcs(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"ring:8", "torus:8x8", "octagon:8",
                                            "dragonfly:p=2,a=4,h=2"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    char settings[512];
    (void)snprintf(settings, sizeof settings, kSettings, kTopologies[i], UNIFORM,
                   "ref router.vcs=2 run.cycles=3000");
    sim_t s = sim_create(settings);
    if (!sim_run(&s, 100, 200000)) {
      fail_msg("%s: %s", settings, s.error.text);
    }
    sim_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_links),        cmocka_unit_test(test_octagon),
      cmocka_unit_test(test_ring_is_the_cycle), cmocka_unit_test(test_no_room),
      cmocka_unit_test(test_enough_vcs),
  };
  return cmocka_run_group_tests_name("network/deadlock", tests, temp_file_make, temp_file_remove);
}
