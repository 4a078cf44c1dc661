// stays -- with ages in heads: the age that a host hands over, and how long packets stay in the
// network; see workload.h and workload_state.h.

#include "workload/host.h"
#include "workload/host_peers.h"

// A host makes no age older than a quarter of the circle, and a packet stays for less than that
// again: so two that meet are less than half of it apart.
static uint64_t quarter(const noc_shape_t *shape) {
  return UINT64_C(1) << (shape->age_bits - 2);
}

uint64_t workload_most_stay(const noc_shape_t *shape) {
  return quarter(shape) - 1;
}

uint32_t host_age(const workload_t *w, uint32_t node, uint32_t message, uint64_t now) {
  flight_t *flight = workload_flight(w, node, message);
  const uint64_t back = quarter(w->shape);
  const uint64_t earliest = now > back ? now - back : 0;
  const uint64_t made = flight->created > earliest ? flight->created : earliest;
  flight->handed = now;
  return (uint32_t)(made & (UINT64_MAX >> (64 - w->shape->age_bits)));
}

static void offer(const flight_t *flight, uint64_t now, uint32_t source, uint32_t destination,
                  host_peers_stay_t *longest) {
  if (flight->handed <= now && now - flight->handed >= longest->stay) {
    *longest = (host_peers_stay_t){1, now - flight->handed, source, destination};
  }
}

// Looks at the packets on their way from hosts here, but for those of networks that nobody takes:
// they stand still in the end, and then compete with nobody.
static host_peers_stay_t find_longest(const workload_t *w) {
  const uint64_t now = network_cycle(w->network);
  host_peers_stay_t longest = {0};
  uint32_t source = 0;
  uint32_t end = 0;
  for ((void)network_own_nodes(w->network, &source, &end); source < end; source++) {
    const flight_window_t *window = &w->flights.window[source];
    for (uint32_t i = 0; i <= window->mask; i++) {
      const flight_t *flight = &window->entry[i];
      if (flight->flying && !refusals_leave_out(&w->refusals, flight->network)) {
        offer(flight, now, source, carrier_due(w, flight), &longest);
      }
    }
  }
  uint32_t message = 0;
  const flight_t *other = carriers_oldest(w, &source, &message);
  if (other != NULL) {
    offer(other, now, source, carrier_due(w, other), &longest);
  }
  return longest;
}

workload_stay_t workload_longest_stay(const workload_t *w, bool look) {
  const ages_t ages = host_peers_ages(w);
  const workload_stay_t longest = {ages.stay, ages.stay_source, ages.stay_destination};
  host_peers_stay_t here = {0};
  if (look) {
    here = find_longest(w);
    if (w->parted != NULL) {
      host_peers_find_stay(w, &here);
    }
  }
  return here.found != 0 && here.stay >= longest.stay
             ? (workload_stay_t){here.stay, here.source, here.destination}
             : longest;
}
