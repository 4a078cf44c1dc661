// sim_ages -- packets that get old: run.max_age, what router.age_bits allows, the warning about one
// that others pass; see sim.h.

#include <inttypes.h>

#include "sim/sim.h"
#include "sim/sim_tell.h"

enum { AGE_LOOK = 64 };  // cycles between looks at packets on their way, at least

void sim_print_waiting_for(const sim_t *s, const workload_oldest_t *oldest, FILE *out) {
  if (s->peers != NULL) {
    return;  // the packets in front of it are in other processes
  }
  if (oldest->place.kind == PLACE_ROUTER) {
    network_print_waiting_at(s->network, &oldest->place.input, out);
  } else if (oldest->place.node == oldest->source) {
    network_print_waiting_of(s->network, oldest->source, out);
  }
}

// Checks, with router.arbiter age, that no packet stays so long in the network that ages lose their
// order.
static bool check_stay(sim_t *s) {
  const noc_shape_t *shape = network_shape(s->network);
  const uint64_t now = network_cycle(s->network);
  if (!shape->aged) {
    return true;
  }
  const uint64_t most = workload_most_stay(shape);
  const bool look = now >= s->stay_check;
  const workload_stay_t longest = workload_longest_stay(s->workload, look);
  if (longest.stay <= most) {
    if (look) {
      const uint64_t next = most - longest.stay + 1;
      s->stay_check = now + (next > AGE_LOOK ? next : AGE_LOOK);
    }
    return true;
  }
  return noc_fail(&s->error, NOC_CHECK_FAILED,
                  "age: cycle %" PRIu64 ": a packet of node %" PRIu32 " to node %" PRIu32
                  " has been in the network for %" PRIu64 " cycles; router.age_bits" SAY_IS(
                      "%u, which keep packets in order for %" PRIu64 " cycles", "%u or more"),
                  now, longest.source, longest.destination, longest.stay, shape->age_bits, most,
                  shape_clog2(longest.stay + 1) + 2);
}

bool sim_check_age(sim_t *s) {
  if (!check_stay(s)) {
    return false;
  }
  const uint64_t most = s->scenario->max_age;
  const uint64_t now = network_cycle(s->network);
  if (most == 0 || (now < s->age_check && workload_delivered_age(s->workload) <= most)) {
    return true;
  }
  workload_oldest_t oldest;
  char place[96];
  if (!workload_oldest(s->workload, &oldest) || oldest.age <= most) {
    // Nothing can be older than `most` before.
    const uint64_t next = now + (most - oldest.age) + 1;
    s->age_check = next > now + AGE_LOOK ? next : now + AGE_LOOK;
    return true;
  }
  told_t told;
  if (oldest.in_flight && told_open(&told)) {
    sim_print_waiting_for(s, &oldest, told.out);
    told_close(&told, s);
  }
  return noc_fail(&s->error, NOC_CHECK_FAILED,
                  "age: cycle %" PRIu64 ": a packet of node %" PRIu32 " to node %" PRIu32
                  " is %" PRIu64 " cycles old, run.max_age is %" PRIu64 "; it is in %s%s",
                  now, oldest.source, oldest.destination, oldest.age, most,
                  oldest.place.kind == PLACE_SOURCE_QUEUE ? "its " : "",
                  workload_place_name(s->workload, &oldest.place, place, sizeof place));
}

bool sim_check_age_at_end(sim_t *s) {
  s->age_check = s->stay_check = 0;
  return sim_check_age(s);
}

bool sim_warn_starved(sim_t *s) {
  workload_starved_t starved;
  char place[96];
  if (!s->warn || s->scenario->max_age > 0 || !workload_starved(s->workload, &starved)) {
    return false;
  }
  s->warn = false;
  told_t told;
  if (!told_open(&told)) {
    return false;
  }
  (void)fprintf(told.out,
                "warning: cycle %" PRIu64 ": a packet of node %" PRIu32 " to node %" PRIu32
                " is %" PRIu64 " cycles old, and %" PRIu64
                " that were created behind it have been delivered since it was found, half of all "
                "within %" PRIu64 " cycles; it is in %s%s (docs/fairness.md)\n",
                network_cycle(s->network), starved.packet.source, starved.packet.destination,
                starved.packet.age, starved.passed, starved.median,
                starved.packet.place.kind == PLACE_SOURCE_QUEUE ? "its " : "",
                workload_place_name(s->workload, &starved.packet.place, place, sizeof place));
  told_close(&told, s);
  return true;
}
