// run_coverage -- see run_coverage.h.

#include "runs/run_coverage.h"

#include <string.h>

#include "analysis/port_pairs.h"
#include "lockstep/factory.h"

static void count_pairs(const network_t *n, run_coverage_t *c) {
  const noc_shape_t *s = network_shape(n);
  noc_error_t error;
  port_pairs_t possible;
  // Routers that copy send worms on ways of their own.
  const bool known = s->multicast
                         ? port_pairs_all(network_topology(n), &possible, &error)
                         : port_pairs_find(network_routing(n), s->classes, &possible, &error);
  for (unsigned p = 0; known && p < NOC_MAX_PORTS; p++) {
    c->pairs += (unsigned)__builtin_popcount(c->of.pairs[p] & possible.out[p]);
    c->possible_pairs += (unsigned)__builtin_popcount(possible.out[p]);
  }
  c->vcs = (unsigned)__builtin_popcount(c->of.vcs);
  c->possible_vcs = s->vcs;
}

void run_coverage(const network_t *n, run_coverage_t *c) {
  *c = (run_coverage_t){0};
  for (size_t i = 0; i < network_banks(n); i++) {
    const coverage_t *of = bank_coverage(network_bank(n, i));
    if (of != NULL) {
      coverage_add(&c->of, of);
      c->runs = 1;
    }
  }
  if (c->runs > 0) {
    count_pairs(n, c);
    c->all_pairs = c->pairs == c->possible_pairs;
    c->all_vcs = c->vcs == c->possible_vcs;
  }
}

// Events, and units with any of them.
typedef struct {
  unsigned events, reached, units, units_reached;
} totals_t;

static bool same_unit(unsigned a, unsigned b) {
  return strcmp(coverage_info(a)->unit, coverage_info(b)->unit) == 0;
}

// The event is the first of its unit that is listed; `*reached`: one of the unit's was seen.
static bool first_of_unit(const coverage_t *c, unsigned event, bool *reached) {
  *reached = false;
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    if (c->listed[e] && same_unit(e, event)) {
      if (e < event) {
        return false;
      }
      *reached |= c->count[e] > 0;
    }
  }
  return c->listed[event];
}

static totals_t totals(const coverage_t *c) {
  totals_t t = {0};
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    bool reached;
    const bool first = first_of_unit(c, e, &reached);
    t.events += c->listed[e];
    t.reached += c->listed[e] && c->count[e] > 0;
    t.units += first;
    t.units_reached += first && reached;
  }
  return t;
}

void run_coverage_print(const run_coverage_t *c, FILE *out) {
  const totals_t t = totals(&c->of);
  if (c->runs == 0) {
    return;
  }
  (void)fprintf(out, "exercised    %u of %u events, %u of %u units, ", t.reached, t.events,
                t.units_reached, t.units);
  if (c->runs == 1) {
    (void)fprintf(out, "%u of %u port pairs, %u of %u VCs\n", c->pairs, c->possible_pairs, c->vcs,
                  c->possible_vcs);
  } else {
    (void)fprintf(out, "all port pairs in %zu of %zu runs, all VCs in %zu\n", c->all_pairs, c->runs,
                  c->all_vcs);
  }
  const char *between = "  never      ";
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    if (c->of.listed[e] && c->of.count[e] == 0) {
      (void)fprintf(out, "%s%s", between, coverage_info(e)->meaning);
      between = "; ";
    }
  }
  (void)fputs(t.reached < t.events ? "\n" : "", out);
}

static json_t *share(size_t reached, size_t possible) {
  return json_pack("{s:I, s:I}", "reached", (json_int_t)reached, "possible", (json_int_t)possible);
}

json_t *run_coverage_json(const run_coverage_t *c) {
  json_t *events = json_object();
  json_t *reached = json_array();
  json_t *never = json_array();
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    bool any;
    if (c->of.listed[e]) {
      (void)json_object_set_new(events, coverage_info(e)->name, json_integer(c->of.count[e]));
    }
    if (first_of_unit(&c->of, e, &any)) {
      (void)json_array_append_new(any ? reached : never, json_string(coverage_info(e)->unit));
    }
  }
  if (c->runs == 1) {
    return json_pack("{s:o, s:{s:o, s:o}, s:o, s:o}", "events", events, "units", "reached", reached,
                     "never", never, "port_pairs", share(c->pairs, c->possible_pairs), "vcs",
                     share(c->vcs, c->possible_vcs));
  }
  return json_pack("{s:o, s:{s:o, s:o}, s:{s:I, s:I, s:I}}", "events", events, "units", "reached",
                   reached, "never", never, "runs", "all", (json_int_t)c->runs, "all_port_pairs",
                   (json_int_t)c->all_pairs, "all_vcs", (json_int_t)c->all_vcs);
}

// Reads a share; returns whether it is the whole.
static bool read_share(const json_t *share, unsigned *reached, unsigned *possible) {
  *reached = (unsigned)json_integer_value(json_object_get(share, "reached"));
  *possible = (unsigned)json_integer_value(json_object_get(share, "possible"));
  return *reached == *possible;
}

void run_coverage_merge(run_coverage_t *sum, const json_t *run) {
  const json_t *events = json_object_get(run, "events");
  coverage_t of = {0};
  if (events == NULL) {
    return;
  }
  for (unsigned e = 0; e < COVERAGE_EVENTS; e++) {
    const json_t *count = json_object_get(events, coverage_info(e)->name);
    of.listed[e] = count != NULL;
    of.count[e] = (uint32_t)json_integer_value(count);
  }
  coverage_add(&sum->of, &of);
  sum->runs++;
  sum->all_pairs +=
      read_share(json_object_get(run, "port_pairs"), &sum->pairs, &sum->possible_pairs);
  sum->all_vcs += read_share(json_object_get(run, "vcs"), &sum->vcs, &sum->possible_vcs);
}
