// carrier_routed -- packets to one node that go along the path of their message, not of their
// nodes: docs/plans.md, "Paths". The interface does not know of paths, so it is a unicast but for
// what the host writes into the head, and for the hops that are counted.

#include <string.h>

#include "workload/carrier_unicast.h"
#include "workload/host.h"
#include "workload/prepare_paths.h"
#include "workload/scoreboard.h"
#include "workload/source_route.h"

static bool used(const workload_t *w) {
  return w->plan != NULL && w->plan->paths > 0;
}

static void *create(workload_t *w, const scenario_t *s, const workload_input_t *input,
                    noc_error_t *error) {
  (void)w;
  (void)s;
  (void)error;
  return input->paths;
}

// The paths belong to the input.
static void leave(void *own) {
  (void)own;
}

static const own_path_t *path_of(const workload_t *w, uint32_t send) {
  const own_paths_t *paths = w->carrier[CARRIER_ROUTED];
  return &paths->path[plan_path_of(w->plan, send)];
}

bool carrier_routed_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                         outgoing_t *out, noc_error_t *error) {
  uint64_t made[SHAPE_MAX_WORDS];
  const uint64_t *data = host_data(w, out, out->sent, made);
  (void)error;
  if (out->sent == 0) {
    const own_path_t *path = path_of(w, out->operation);
    memmove(made, data, w->shape->words * sizeof *made);
    data = made;
    source_route_write_path(network_routing(w->network), w->shape, path->hop, path->routers, made);
  }
  unicast_offer(w, node, network, now, out, PACKET_SOURCE_ROUTED, data);
  return true;
}

bool carrier_routed_ready(const workload_t *w, uint32_t node, unsigned network,
                          const outgoing_t *out) {
  (void)out;
  return host_port_ready(w, node, network);
}

static bool head(const seen_t *s, const flight_t *flight, incoming_t *in, packet_type_t *type) {
  *type = PACKET_SOURCE_ROUTED;
  return scoreboard_is_here(s, flight, in);
}

static bool arrived(const seen_t *s, const incoming_t *in, flight_t *flight) {
  workload_t *w = s->w;
  const flight_t f = *flight;
  const way_t way = {.hops = path_of(w, f.operation)->routers - 1};
  const ends_t ends = {in->source, f.destination, f.operation};
  workload_flight_closed(w, in->source, flight);
  return scoreboard_delivered(w, &f, way, ends, s->now, s->error);
}

const carrier_code_t carrier_routed = {
    .used = used,
    .create = create,
    .free = leave,
    .head = head,
    .arrived = arrived,
};
