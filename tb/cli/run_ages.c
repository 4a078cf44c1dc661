// run_ages -- packets that get old: run.max_age, what router.age_bits allows, the warning about one
// that others pass, and what the summary says of fairness.

#include <inttypes.h>

#include "cli/run.h"

enum { AGE_LOOK = 64 };  // cycles between looks at packets on their way, at least

static void print_waiting(const run_t *r, const workload_oldest_t *oldest, FILE *out) {
  if (oldest->place.kind == PLACE_ROUTER) {
    network_print_waiting_at(r->network, &oldest->place.input, out);
  } else if (oldest->place.node == oldest->source) {
    network_print_waiting_of(r->network, oldest->source, out);
  }
}

// With router.arbiter age: no packet stays so long in the network that ages lose their order.
static bool check_stay(run_t *r) {
  const noc_shape_t *shape = network_shape(r->network);
  const uint64_t now = network_cycle(r->network);
  if (!shape->aged) {
    return true;
  }
  const uint64_t most = workload_most_stay(shape);
  const bool look = now >= r->stay_check;
  const workload_stay_t longest = workload_longest_stay(r->workload, look);
  if (longest.stay <= most) {
    if (look) {
      const uint64_t next = most - longest.stay + 1;
      r->stay_check = now + (next > AGE_LOOK ? next : AGE_LOOK);
    }
    return true;
  }
  return noc_fail(&r->error, NOC_CHECK_FAILED,
                  "age: cycle %" PRIu64 ": a packet of node %" PRIu32 " to node %" PRIu32
                  " has been in the network for %" PRIu64 " cycles; router.age_bits" SAY_IS(
                      "%u, which keep packets in order for %" PRIu64 " cycles", "%u or more"),
                  now, longest.source, longest.destination, longest.stay, shape->age_bits, most,
                  shape_clog2(longest.stay + 1) + 2);
}

bool run_check_age(run_t *r) {
  if (!check_stay(r)) {
    return false;
  }
  const uint64_t most = r->scenario->max_age;
  const uint64_t now = network_cycle(r->network);
  if (most == 0 || (now < r->age_check && workload_delivered_age(r->workload) <= most)) {
    return true;
  }
  workload_oldest_t oldest;
  char place[96];
  if (!workload_oldest(r->workload, &oldest) || oldest.age <= most) {
    // Nothing can be older than `most` before.
    const uint64_t next = now + (most - oldest.age) + 1;
    r->age_check = next > now + AGE_LOOK ? next : now + AGE_LOOK;
    return true;
  }
  if (oldest.in_flight) {
    print_waiting(r, &oldest, stderr);
  }
  return noc_fail(&r->error, NOC_CHECK_FAILED,
                  "age: cycle %" PRIu64 ": a packet of node %" PRIu32 " to node %" PRIu32
                  " is %" PRIu64 " cycles old, run.max_age is %" PRIu64 "; it is in %s%s",
                  now, oldest.source, oldest.destination, oldest.age, most,
                  oldest.place.kind == PLACE_SOURCE_QUEUE ? "its " : "",
                  workload_place_name(r->workload, &oldest.place, place, sizeof place));
}

bool run_check_age_at_end(run_t *r) {
  r->age_check = r->stay_check = 0;
  return run_check_age(r);
}

bool run_warn_starved(run_t *r) {
  workload_starved_t s;
  char place[96];
  if (!r->warn || r->scenario->max_age > 0 || !workload_starved(r->workload, &s)) {
    return false;
  }
  r->warn = false;
  (void)fprintf(stderr,
                "warning: cycle %" PRIu64 ": a packet of node %" PRIu32 " to node %" PRIu32
                " is %" PRIu64 " cycles old, and %" PRIu64
                " that were created behind it have been delivered since it was found, half of all "
                "within %" PRIu64 " cycles; it is in %s%s (docs/fairness.md)\n",
                network_cycle(r->network), s.packet.source, s.packet.destination, s.packet.age,
                s.passed, s.median, s.packet.place.kind == PLACE_SOURCE_QUEUE ? "its " : "",
                workload_place_name(r->workload, &s.packet.place, place, sizeof place));
  return true;
}

void run_print_fairness(run_t *r, FILE *out) {
  workload_fairness_t f;
  workload_oldest_t oldest;
  char place[96];
  workload_fairness(r->workload, &f);
  if (f.jain > 0) {
    (void)fprintf(out,
                  "fairness     %" PRIu32 " sources, %.4f to %.4f accepted, Jain's index %.4f\n",
                  f.sources, f.min, f.max, f.jain);
  }
  if (!workload_oldest(r->workload, &oldest)) {
    return;
  }
  (void)fprintf(out, "oldest       %" PRIu64 " cycles, node %" PRIu32 " to node %" PRIu32 ", %s\n",
                oldest.age, oldest.source, oldest.destination,
                workload_place_name(r->workload, &oldest.place, place, sizeof place));
  if (oldest.in_flight) {
    print_waiting(r, &oldest, out);
  }
}
