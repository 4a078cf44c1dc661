// topology_graph -- see topology_graph.h.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "unit/topology_graph.h"

topology_t *graph_make(const char *string) {
  noc_error_t error = {0};
  topology_t *t = topology_create(string, &error);
  if (t == NULL) {
    fail_msg("%s: %s", string, error.text);
  }
  return t;
}

// Distances from a router; UINT32_MAX where no path leads. Returns the routers reached.
static uint32_t search(const topology_t *t, uint32_t from, uint32_t *distance, uint32_t *queue) {
  uint32_t tail = 0;
  memset(distance, 0xff, t->routers * sizeof *distance);
  distance[from] = 0;
  queue[tail++] = from;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t r = queue[head];
    for (unsigned p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)r * t->ports + p];
      if (peer >= 0 && distance[peer] == UINT32_MAX) {
        distance[peer] = distance[r] + 1;
        queue[tail++] = (uint32_t)peer;
      }
    }
  }
  return tail;
}

static void check_links(const topology_t *t) {
  for (uint32_t r = 0; r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      const size_t at = (size_t)r * t->ports + p;
      const int32_t peer = t->peer_router[at];
      const int32_t port = t->peer_port[at];
      assert_int_equal(peer < 0, port < 0);
      if (peer >= 0) {
        assert_true((uint32_t)peer < t->routers && (unsigned)port < t->ports);
        const size_t back = (size_t)peer * t->ports + (size_t)port;
        if (peer == (int32_t)r || t->peer_router[back] != (int32_t)r ||
            t->peer_port[back] != (int32_t)p) {
          fail_msg("%s: the link of router %u, port %u does not lead back", t->name, r, p);
        }
      }
    }
  }
}

// One place a node each way; a port serves one node, and no link.
static void check_places(const topology_t *t) {
  const size_t ports = (size_t)t->routers * t->ports + 1;
  uint8_t *used[2] = {calloc(ports, 1), calloc(ports, 1)};
  for (uint32_t n = 0; n < t->nodes; n++) {
    for (unsigned way = 0; way < 2; way++) {
      topology_place_t place = {UINT32_MAX, UINT32_MAX};
      assert_int_equal((way == 0 ? topology_injection : topology_ejection)(t, n, &place, 1), 1);
      assert_true(place.router < t->routers && place.port < t->ports);
      const size_t at = (size_t)place.router * t->ports + place.port;
      assert_int_equal(t->peer_router[at], -1);
      assert_int_equal(used[way][at]++, 0);
    }
  }
  free(used[0]);
  free(used[1]);
}

static void check_again(const topology_t *t) {
  topology_t *again = graph_make(t->name);
  assert_string_equal(again->name, t->name);
  assert_int_equal(again->routers, t->routers);
  assert_int_equal(again->nodes, t->nodes);
  assert_int_equal(again->ports, t->ports);
  const size_t bytes = (size_t)t->routers * t->ports * sizeof *t->peer_router;
  assert_memory_equal(again->peer_router, t->peer_router, bytes);
  assert_memory_equal(again->peer_port, t->peer_port, bytes);
  topology_free(again);
}

void graph_check(const topology_t *t) {
  assert_true(t->routers > 0 && t->nodes > 0);
  check_links(t);
  check_places(t);
  check_again(t);
  uint32_t *distance = malloc(2 * t->routers * sizeof *distance);
  assert_int_equal(search(t, 0, distance, distance + t->routers), t->routers);
  free(distance);
  unsigned coord[NOC_MAX_DIMS];
  for (uint32_t r = 0; r < t->routers; r++) {
    topology_coordinates(t, r, coord);
    assert_int_equal(topology_router_at(t, coord), r);
  }
}

static void count_links(const topology_t *t, graph_numbers_t *numbers) {
  numbers->degree_min = UINT32_MAX;
  for (uint32_t r = 0; r < t->routers; r++) {
    uint32_t degree = 0;
    for (unsigned p = 0; p < t->ports; p++) {
      degree += t->peer_router[(size_t)r * t->ports + p] >= 0;
    }
    numbers->links += degree;
    numbers->degree_min = degree < numbers->degree_min ? degree : numbers->degree_min;
    numbers->degree_max = degree > numbers->degree_max ? degree : numbers->degree_max;
  }
  numbers->links /= 2;
}

graph_numbers_t graph_search(const topology_t *t) {
  graph_numbers_t numbers = {0};
  count_links(t, &numbers);
  uint32_t *distance = malloc(2 * t->routers * sizeof *distance);
  double sum = 0;
  uint32_t last = UINT32_MAX;
  for (uint32_t from = 0; from < t->nodes; from++) {
    topology_place_t here;
    (void)topology_injection(t, from, &here, 1);
    if (here.router != last) {
      (void)search(t, here.router, distance, distance + t->routers);
      last = here.router;
    }
    for (uint32_t to = 0; to < t->nodes; to++) {
      topology_place_t there;
      (void)topology_ejection(t, to, &there, 1);
      if (to != from) {
        const uint32_t d = distance[there.router];
        sum += d;
        numbers.diameter = d > numbers.diameter ? d : numbers.diameter;
      }
    }
  }
  free(distance);
  numbers.mean_distance = t->nodes > 1 ? sum / ((double)t->nodes * (t->nodes - 1.0)) : 0;
  return numbers;
}
