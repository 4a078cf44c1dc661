// workload_ages -- the oldest packet of a workload, and where it is; see workload.h and ages.h.

#include <inttypes.h>
#include <stdio.h>

#include "workload/host_peers.h"
#include "workload/host_shards.h"

// The oldest packet that is on its way or waits at its source.
typedef struct {
  bool found;
  const flight_t *flight;  // NULL: it waits
  uint64_t created;
  uint32_t source, message;
  uint32_t destination;
} oldest_t;

static void offer_flight(const workload_t *w, const flight_t *flight, uint32_t source,
                         uint32_t message, oldest_t *oldest) {
  if (oldest->found && flight->created >= oldest->created) {
    return;
  }
  *oldest = (oldest_t){true, flight, flight->created, source, message, carrier_due(w, flight)};
}

// Offers all flights but those on some networks.
static void offer_flights(const workload_t *w, uint32_t but, oldest_t *oldest) {
  uint32_t source = 0;
  uint32_t message = 0;
  for (source = 0; source < w->topology->nodes; source++) {
    if (w->parted != NULL && !network_has_node(w->network, source)) {
      continue;  // guests
    }
    const flight_window_t *window = &w->flights.window[source];
    for (uint32_t i = 0; i <= window->mask; i++) {
      const flight_t *flight = &window->entry[i];
      if (flight->flying && (but >> flight->network & 1u) == 0) {
        message = (flight->sequence & w->message_mask) | w->message_bit;
        offer_flight(w, flight, source, message, oldest);
      }
    }
  }
  const flight_t *other = carriers_oldest(w, &source, &message);
  if (other != NULL) {
    offer_flight(w, other, source, message, oldest);
  }
}

static void offer_front(const front_t *front, uint32_t source, oldest_t *oldest) {
  if (oldest->found && front->created >= oldest->created) {
    return;
  }
  *oldest = (oldest_t){true, NULL, front->created, source, 0, front->destination};
}

static oldest_t find_oldest(const workload_t *w, uint32_t but, uint64_t now) {
  oldest_t oldest = {0};
  offer_flights(w, but, &oldest);
  for (uint32_t node = 0; node < w->topology->nodes; node++) {
    front_t front;
    if (workload_front(w, node, ~but, now, &front)) {
      offer_front(&front, node, &oldest);
    }
    if (w->model != NULL && host_model_oldest(w->model, node, &front)) {
      offer_front(&front, node, &oldest);
    }
  }
  return oldest;
}

// --- where it is ---------------------------------------------------------------------------------

// The host has it ready, and has handed nothing of it over.
static bool is_waiting(const workload_t *w, uint32_t source, uint32_t message) {
  const outgoing_t *out = &w->outgoing[(size_t)source * w->shape->networks];
  bool waiting = false;
  for (unsigned k = 0; k < w->shape->networks; k++) {
    waiting = waiting || (out[k].message == message && out[k].sent == 0 && out[k].flits > 0);
  }
  return waiting;
}

// The host of its destination has taken a part of it.
static bool is_arriving(const workload_t *w, const oldest_t *oldest) {
  const incoming_t *in = &w->incoming[(size_t)oldest->destination * w->shape->vcs];
  bool arriving = false;
  for (unsigned v = 0; v < w->shape->vcs; v++) {
    arriving = arriving || (in[v].taken < in[v].flits && in[v].source == oldest->source &&
                            in[v].message == oldest->message);
  }
  return arriving;
}

// The oldest of the packets that the processes have, and its place.
static bool find_together(const workload_t *w, const oldest_t *here, uint64_t now,
                          workload_oldest_t *r) {
  host_peers_oldest_t o = {
      .found = here->found,
      .created = here->created,
      .in_flight = here->flight != NULL,
      .waiting = here->flight == NULL || is_waiting(w, here->source, here->message),
      .entered = here->flight != NULL && here->flight->entered != kNotEntered,
      .source = here->source,
      .message = here->message,
      .destination = here->destination,
  };
  host_peers_find_oldest(w, &o);
  if (o.found == 0) {
    return false;
  }
  *r = (workload_oldest_t){.age = now - o.created,
                           .source = o.source,
                           .destination = o.destination,
                           .in_flight = true,
                           .place = {.node = o.source}};
  const oldest_t oldest = {.source = o.source, .message = o.message, .destination = o.destination};
  const bool arriving = host_peers_any(w, is_arriving(w, &oldest));
  const uint32_t address = network_address(w->network, o.source);
  const bool found = network_find_head(w->network, address, o.message, &r->place.input);
  if (o.waiting == 0) {
    r->place.kind = found && !arriving ? PLACE_ROUTER : PLACE_INTERFACE;
    r->place.node = o.entered != 0 ? o.destination : o.source;
  }
  return true;
}

static workload_place_t find_place(const workload_t *w, const oldest_t *oldest) {
  workload_place_t place = {.node = oldest->source};
  if (oldest->flight == NULL || is_waiting(w, oldest->source, oldest->message)) {
    return place;
  }
  const uint32_t address = network_address(w->network, oldest->source);
  const bool in_router = !is_arriving(w, oldest) &&
                         network_find_head(w->network, address, oldest->message, &place.input);
  place.kind = in_router ? PLACE_ROUTER : PLACE_INTERFACE;
  if (oldest->flight->entered != kNotEntered) {
    place.node = oldest->destination;
  }
  return place;
}

const char *workload_place_name(const workload_t *w, const workload_place_t *place, char *out,
                                size_t size) {
  char router[64];
  switch (place->kind) {
    case PLACE_SOURCE_QUEUE:
      (void)snprintf(out, size, "source queue");
      break;
    case PLACE_INTERFACE:
      (void)snprintf(out, size, "interface %" PRIu32, place->node);
      break;
    case PLACE_ROUTER:
      (void)snprintf(out, size, "router %s port %u VC %u",
                     topology_router_name(w->topology, place->input.router, router, sizeof router),
                     place->input.port, place->input.vc);
      break;
  }
  return out;
}

// --- the interface -------------------------------------------------------------------------------

static void describe(const workload_t *w, const oldest_t *oldest, uint64_t age,
                     workload_oldest_t *r) {
  *r = (workload_oldest_t){.age = age,
                           .source = oldest->source,
                           .destination = oldest->destination,
                           .in_flight = true,
                           .place = find_place(w, oldest)};
}

void workload_settle(workload_t *w) {
  if (w->parted != NULL) {
    host_peers_settle(w);
  }
  w->has_oldest = workload_oldest(w, &w->oldest);
  w->settled = true;
}

bool workload_oldest(const workload_t *w, workload_oldest_t *oldest) {
  if (w->settled) {
    *oldest = w->oldest;
    return w->has_oldest;
  }
  const uint64_t now = network_cycle(w->network);
  const ages_t a = host_peers_ages(w);
  const oldest_t found = find_oldest(w, w->refusals.nothing, now);
  if (w->parted != NULL) {
    if (find_together(w, &found, now, oldest) && (!a.any || oldest->age >= a.age)) {
      return true;
    }
  } else if (found.found && (!a.any || now - found.created >= a.age)) {
    describe(w, &found, now - found.created, oldest);
    return true;
  }
  *oldest = (workload_oldest_t){.age = a.age,
                                .source = a.source,
                                .destination = a.destination,
                                .place = {.kind = PLACE_INTERFACE, .node = a.destination}};
  return a.any;
}

bool workload_older_elsewhere(const workload_t *w, unsigned network) {
  if (w->parted != NULL) {
    return false;  // nobody here knows of all packets
  }
  const uint64_t now = network_cycle(w->network);
  const oldest_t own = find_oldest(w, ~(UINT32_C(1) << network), now);
  const oldest_t other = find_oldest(w, UINT32_C(1) << network | w->refusals.nothing, now);
  return other.found && (!own.found || other.created < own.created);
}

uint64_t workload_delivered_age(const workload_t *w) {
  return host_peers_ages(w).age;
}

bool workload_starved(workload_t *w, workload_starved_t *starved) {
  if (w->parted != NULL) {
    return false;  // nobody here knows of all packets
  }
  const uint64_t now = network_cycle(w->network);
  const oldest_t oldest = find_oldest(w, w->refusals.nothing, now);
  hosts_settle(w);
  ages_t *a = &w->ages;
  if (!oldest.found || !a->watched || oldest.created != a->created ||
      oldest.source != a->watched_source) {
    a->watched = oldest.found;
    a->created = oldest.created;
    a->watched_source = oldest.source;
    a->passed = 0;
    return false;
  }
  const uint64_t age = now - oldest.created;
  if (age <= WORKLOAD_STARVED_AGE || a->passed < WORKLOAD_STARVED_PASSED || w->latency.count == 0) {
    return false;
  }
  *starved =
      (workload_starved_t){.median = histogram_percentile(&w->latency, 50), .passed = a->passed};
  if (age <= WORKLOAD_STARVED_LATENCIES * starved->median) {
    return false;
  }
  describe(w, &oldest, age, &starved->packet);
  return true;
}
