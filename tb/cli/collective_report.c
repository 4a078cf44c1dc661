// collective_report -- the comparison of schemes as a table, as CSV and as JSON,
// "nocstep.collective/1".

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cli/collective.h"
#include "cli/run.h"
#include "collective/scheme.h"
#include "runs/results.h"
#include "scenario/scenario_json.h"

// A set as it is given, or what stands for it: all nodes, one, or the other set's.
static void print_set(const scenario_t *s, const node_set_t *set, const char *given,
                      const char *other, FILE *out) {
  if (given != NULL) {
    (void)fputs(given, out);
  } else if (set->count == s->topology->nodes) {
    (void)fputs("all", out);
  } else if (set->count == 1) {
    (void)fprintf(out, "%u", set->node[0]);
  } else {
    (void)fputs(other != NULL ? other : "all", out);
  }
}

static void print_participants(const scenario_t *s, FILE *out) {
  participants_t p;
  const char *key = NULL;
  noc_error_t told = {0};  // by the runs
  if ((s->from == NULL && s->to == NULL) ||
      !participants_of(s->topology, s->collective, s->scheme, s->from, s->to, &p, &key, &told)) {
    return;
  }
  (void)fputs(", from ", out);
  print_set(s, &p.from, s->from, s->to, out);
  (void)fputs(" to ", out);
  print_set(s, &p.to, s->to, s->from, out);
  participants_free(&p);
}

static void print_head(const comparison_t *c, FILE *out) {
  const scenario_t *s = c->scenario;
  (void)fprintf(out, "%-11s %s\n", "scenario", c->source.file);
  (void)fprintf(out, "%-11s %s, %u VCs x %u flits of %u bits, %s, pipeline %u, %s\n", "network",
                s->topology->name, s->vcs, s->depth, s->flit_bits,
                s->cut_through ? "cut-through" : "wormhole", s->pipeline, s->routing);
  (void)fprintf(out, "%-11s %" PRIu64 "\n", "seed", s->seed);
  (void)fprintf(out, "%-11s %s", "collective", s->collective);
  print_participants(s, out);
  (void)fprintf(out, "\n");
}

static uint64_t completion(const workload_result_t *r) {
  return r->completion;
}

static uint64_t packets(const workload_result_t *r) {
  return r->packets;
}

static uint64_t hops(const workload_result_t *r) {
  return r->packet_hops;
}

static int width_of(const comparison_t *c, size_t scheme) {
  const int length = (int)strlen(c->scheme[scheme]);
  return length > 11 ? length : 11;
}

static void print_cell(const comparison_t *c, size_t length, size_t scheme,
                       uint64_t (*value)(const workload_result_t *), FILE *out) {
  const workload_result_t *r = comparison_result(c, length, scheme);
  char text[32];
  if (r == NULL) {
    const char *state = comparison_state(c, length, scheme);
    (void)snprintf(text, sizeof text, "%s", state);
  } else {
    const bool best = value == completion && comparison_is_best(c, length, scheme);
    (void)snprintf(text, sizeof text, "%" PRIu64 "%s", value(r), best ? "*" : " ");
  }
  (void)fprintf(out, " %*s", width_of(c, scheme), text);
}

// One row a length; one for all where they are the same.
static void print_block(const comparison_t *c, const char *title,
                        uint64_t (*value)(const workload_result_t *), FILE *out) {
  bool same = c->lengths > 1 && value != completion;
  for (size_t i = 0; i < c->lengths * c->schemes; i++) {
    const workload_result_t *first = comparison_result(c, 0, i % c->schemes);
    const workload_result_t *r = comparison_result(c, i / c->schemes, i % c->schemes);
    same = same && (first == NULL) == (r == NULL) && (r == NULL || value(first) == value(r));
  }
  (void)fprintf(out, "\n  %-18s", title);
  for (size_t k = 0; k < c->schemes; k++) {
    (void)fprintf(out, " %*s", width_of(c, k), c->scheme[k]);
  }
  (void)fprintf(out, "\n");
  for (size_t length = 0; length < (same ? 1 : c->lengths); length++) {
    char flits[32];
    (void)snprintf(flits, sizeof flits, "%u flit%s", c->flits[length],
                   c->flits[length] == 1 ? "" : "s");
    (void)fprintf(out, "  %-18s", c->no_length ? "" : same ? "at all lengths" : flits);
    for (size_t k = 0; k < c->schemes; k++) {
      print_cell(c, length, k, value, out);
    }
    (void)fprintf(out, "\n");
  }
}

static double joules(const physical_t *p, const simulation_t *s) {
  physical_joules_t j;
  physical_joules(p, &s->energy, &j);
  return j.total;
}

// Prints the completion in seconds (--clock) or the joules (--energy), a row for each length.
static void print_physical(const comparison_t *c, const physical_t *p, bool seconds, FILE *out) {
  (void)fprintf(out, "\n  %-18s", seconds ? "completion" : "joules");
  for (size_t k = 0; k < c->schemes; k++) {
    (void)fprintf(out, " %*s", width_of(c, k), c->scheme[k]);
  }
  for (size_t length = 0; length < c->lengths; length++) {
    (void)fprintf(out, "\n  %6u flit%-7s", c->flits[length], c->flits[length] == 1 ? "" : "s");
    for (size_t k = 0; k < c->schemes; k++) {
      const simulation_t *s = comparison_simulation(c, length, k);
      char text[PHYSICAL_TEXT] = "-";
      if (s != NULL && seconds) {
        (void)physical_text((double)s->workload.completion / p->hertz, "s", text);
      } else if (s != NULL) {
        (void)physical_text(joules(p, s), "J", text);
      }
      (void)fprintf(out, " %*s", width_of(c, k), text);
    }
  }
  (void)fputc('\n', out);
}

// The error text of the first length of a scheme that was refused; NULL if none was refused.
static const char *refusal(const comparison_t *c, size_t scheme) {
  for (size_t length = 0; length < c->lengths; length++) {
    const batch_run_t *run = &c->run[length * c->schemes + scheme];
    if (run->done && run->simulation.status != NOC_OK) {
      return run->simulation.error.text;
    }
  }
  return NULL;
}

// The same text but for the names of the two schemes.
static bool same_refusal(const comparison_t *c, size_t scheme, size_t other) {
  const char *a = refusal(c, scheme);
  const char *b = refusal(c, other);
  const size_t of_a = strlen(c->scheme[scheme]);
  const size_t of_b = strlen(c->scheme[other]);
  while (a != NULL && b != NULL && *a != '\0' && *b != '\0') {
    const bool names =
        strncmp(a, c->scheme[scheme], of_a) == 0 && strncmp(b, c->scheme[other], of_b) == 0;
    if (!names && *a != *b) {
      return false;
    }
    a += names ? of_a : 1;
    b += names ? of_b : 1;
  }
  return a != NULL && b != NULL && *a == *b;
}

// Why schemes are missing, once for all that are for the same reason.
static void print_refusals(const comparison_t *c, FILE *out) {
  for (size_t k = 0; k < c->schemes; k++) {
    bool told = refusal(c, k) == NULL;
    for (size_t i = 0; i < k && !told; i++) {
      told = same_refusal(c, i, k);
    }
    for (size_t i = k; i < c->schemes && !told; i++) {
      if (same_refusal(c, k, i)) {
        (void)fprintf(out, "%s%s", i > k ? ", " : "", c->scheme[i]);
      }
    }
    if (!told) {
      (void)fprintf(out, ": %s\n", refusal(c, k));
    }
  }
}

// The schemes of all comparisons, each once.
static size_t all_schemes(const collective_run_t *a, const char *scheme[SCHEMES_COMPARED]) {
  size_t count = 0;
  while (count < SCHEMES_COMPARED && (scheme[count] = collective_scheme(a, count)) != NULL) {
    count++;
  }
  return count;
}

// Completion of all comparisons, one below the other.
static void print_together(const collective_run_t *a, FILE *out) {
  const char *scheme[SCHEMES_COMPARED];
  const size_t schemes = all_schemes(a, scheme);
  int width = 0;
  for (size_t i = 0; i < a->count; i++) {
    const int length = (int)strlen(a->comparison[i].name);
    width = length > width ? length : width;
  }
  (void)fprintf(out, "\n%-11s completion, cycles\n\n  %-*s %8s", "together", width, "", "flits");
  for (size_t k = 0; k < schemes; k++) {
    (void)fprintf(out, " %*s", strlen(scheme[k]) > 11 ? (int)strlen(scheme[k]) : 11, scheme[k]);
  }
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    for (size_t length = 0; length < c->lengths; length++) {
      (void)fprintf(out, "\n  %-*s ", width, c->name);
      (void)(c->no_length ? fprintf(out, "%8s", "") : fprintf(out, "%8u", c->flits[length]));
      for (size_t k = 0; k < schemes; k++) {
        const size_t own = comparison_scheme(c, scheme[k]);
        if (own < c->schemes) {
          print_cell(c, length, own, completion, out);
        } else {
          (void)fprintf(out, " %*s", strlen(scheme[k]) > 11 ? (int)strlen(scheme[k]) : 11, "");
        }
      }
    }
  }
  (void)fputs("\n", out);
}

void collective_table(const void *all, FILE *out) {
  const collective_run_t *a = all;
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    (void)fprintf(out, "%s", i > 0 ? "\n" : "");
    print_head(c, out);
    print_block(c, "completion, cycles", completion, out);
    comparison_print_least(c, out);
    print_block(c, "packets", packets, out);
    print_block(c, "packet hops", hops, out);
    if (a->physical.hertz > 0) {
      print_physical(c, &a->physical, true, out);
    }
    if (a->physical.energy) {
      print_physical(c, &a->physical, false, out);
    }
    (void)fprintf(out, "\n* the best\n");
    print_refusals(c, out);
    comparison_print_ranking(c, &a->physical, out);
  }
  if (a->count > 1) {
    print_together(a, out);
  }
  for (size_t i = 0; i < a->left_out_count; i++) {
    (void)fprintf(out, "%s%-11s %s: %s\n", i == 0 ? "\n" : "", i == 0 ? "left out" : "",
                  a->left_out[i].name, a->left_out[i].error.text);
  }
  if (a->interrupted) {
    (void)fprintf(out, "interrupted: runs are missing\n");
  }
}

static void csv_least(const comparison_t *c, size_t length, size_t scheme, FILE *out) {
  const least_cycles_t l = comparison_least(c, length);
  const double gap = comparison_gap(c, length, scheme);
  if (l.any > 0) {
    (void)fprintf(out, ",%" PRIu64 ",%s,%" PRIu64 ",%s,", l.any, least_reason_name(l.any_reason),
                  l.plain, least_reason_name(l.plain_reason));
  } else {
    (void)fputs(",,,,,", out);
  }
  if (gap > 0) {
    (void)fprintf(out, "%.6g", gap);
  }
  (void)fprintf(out, ",%s", scheme_hardware(scheme_find(c->scheme[scheme])));
}

static void csv_ranking(const comparison_t *c, size_t length, size_t scheme, FILE *out) {
  const simulation_t *s = comparison_simulation(c, length, scheme);
  if (s == NULL) {
    (void)fputs(",,,,,,,,", out);
    return;
  }
  for (unsigned by = 0; by < RANKS; by++) {
    (void)fprintf(out, ",%u", comparison_rank(c, length, scheme, (rank_t)by));
  }
  (void)fprintf(out, ",%" PRIu64 ",%.6g,%.6g,%" PRIu64 ",%.0f", s->busiest_flits,
                comparison_most_used(s), comparison_mean_use(s), s->energy.link_traversals,
                physical_accesses(&s->energy));
}

static void csv_physical(const physical_t *p, const simulation_t *s, FILE *out) {
  if (p->hertz > 0) {
    (void)fputc(',', out);
    if (s != NULL) {
      (void)fprintf(out, "%.6g", (double)s->workload.completion / p->hertz);
    }
  }
  if (p->energy) {
    (void)fputc(',', out);
    if (s != NULL) {
      (void)fprintf(out, "%.6g", joules(p, s));
    }
  }
  (void)fputc('\n', out);
}

bool collective_csv(const void *all, FILE *out) {
  const collective_run_t *a = all;
  (void)fputs(
      "scenario,collective,scheme,flits,state,completion,packets,hops,best,topology,"
      "rank_completion,rank_hops,rank_link,busiest_link,most_used,mean_use,flit_hops,accesses,"
      "bound,bound_reason,plain_bound,plain_reason,gap,hardware",
      out);
  (void)fputs(a->physical.hertz > 0 ? ",completion_s" : "", out);
  (void)fputs(a->physical.energy ? ",joules\n" : "\n", out);
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    for (size_t k = 0; k < c->lengths * c->schemes; k++) {
      const size_t length = k / c->schemes;
      const size_t scheme = k % c->schemes;
      const workload_result_t *r = comparison_result(c, length, scheme);
      results_csv_field(c->source.file, out);
      (void)fprintf(out, ",%s,%s,", c->scenario->collective, c->scheme[scheme]);
      if (!c->no_length) {
        (void)fprintf(out, "%u", c->flits[length]);
      }
      (void)fprintf(out, ",%s,", comparison_state(c, length, scheme));
      if (r != NULL) {
        (void)fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d,", r->completion, r->packets,
                      r->packet_hops, comparison_is_best(c, length, scheme));
      } else {
        (void)fputs(",,,,", out);
      }
      results_csv_field(c->scenario->topology->name, out);
      csv_ranking(c, length, scheme, out);
      csv_least(c, length, scheme, out);
      csv_physical(&a->physical, comparison_simulation(c, length, scheme), out);
    }
  }
  return true;
}

static json_t *number(uint64_t value) {
  return json_integer((json_int_t)value);
}

// The members that only a run that has passed has.
static json_t *load_json(const comparison_t *c, size_t length, size_t scheme,
                         const simulation_t *s) {
  return json_pack(
      "{s:i, s:i, s:{s:o, s:f, s:f}, s:{s:i, s:i, s:i}, s:o}", "sources", (int)s->workload.from,
      "destinations", (int)s->workload.to, "links", "busiest", number(s->busiest_flits),
      "most_used", comparison_most_used(s), "mean_use", comparison_mean_use(s), "rank",
      "completion", (int)comparison_rank(c, length, scheme, RANK_COMPLETION), "hops",
      (int)comparison_rank(c, length, scheme, RANK_HOPS), "link",
      (int)comparison_rank(c, length, scheme, RANK_LINK), "energy", sim_energy_json(&s->energy));
}

static json_t *reason_json(uint64_t cycles, least_reason_t reason) {
  return json_pack("{s:o, s:s}", "cycles", number(cycles), "reason", least_reason_name(reason));
}

// The bounds of a length, and the gap of a run that has passed.
static void add_least(json_t *object, const comparison_t *c, size_t length, size_t scheme) {
  const least_cycles_t l = comparison_least(c, length);
  const double gap = comparison_gap(c, length, scheme);
  if (l.any == 0) {
    return;
  }
  json_t *by = json_object();
  for (unsigned i = 0; i < LEAST_REASONS; i++) {
    if (l.by[i] > 0) {
      (void)json_object_set_new(by, least_reason_name((least_reason_t)i), number(l.by[i]));
    }
  }
  (void)json_object_set_new(object, "bound",
                            json_pack("{s:o, s:o, s:o}", "any", reason_json(l.any, l.any_reason),
                                      "plain", reason_json(l.plain, l.plain_reason), "by", by));
  if (gap > 0) {
    (void)json_object_set_new(object, "gap", json_real(gap));
  }
}

static json_t *run_json_of(const physical_t *p, const comparison_t *c, size_t length,
                           size_t scheme) {
  const workload_result_t *r = comparison_result(c, length, scheme);
  const batch_run_t *run = &c->run[length * c->schemes + scheme];
  json_t *object =
      json_pack("{s:s, s:s, s:o, s:s, s:o, s:o, s:o, s:b}", "scheme", c->scheme[scheme], "hardware",
                scheme_hardware(scheme_find(c->scheme[scheme])), "flits",
                c->no_length ? json_null() : number(c->flits[length]), "result",
                comparison_state(c, length, scheme), "completion",
                r != NULL ? number(r->completion) : json_null(), "packets",
                r != NULL ? number(r->packets) : json_null(), "hops",
                r != NULL ? number(r->packet_hops) : json_null(), "best",
                comparison_is_best(c, length, scheme));
  const simulation_t *s = comparison_simulation(c, length, scheme);
  add_least(object, c, length, scheme);
  if (s != NULL) {
    (void)json_object_update_new(object, load_json(c, length, scheme, s));
    if (p->hertz > 0) {
      (void)json_object_set_new(
          object, "seconds",
          json_pack("{s:f}", "completion", (double)s->workload.completion / p->hertz));
    }
    if (p->energy) {
      (void)json_object_set_new(object, "joules", run_joules_json(p, &s->energy));
    }
  }
  if (run->done && run->simulation.status != NOC_OK) {
    (void)json_object_set_new(object, "error", json_string(run->simulation.error.text));
  }
  return object;
}

static json_t *comparison_json(const physical_t *p, const comparison_t *c) {
  json_t *runs = json_array();
  for (size_t k = 0; k < c->lengths * c->schemes; k++) {
    (void)json_array_append_new(runs, run_json_of(p, c, k / c->schemes, k % c->schemes));
  }
  json_t *scenario = scenario_json(c->scenario);
  json_t *workload = json_object_get(scenario, "workload");
  (void)json_object_del(workload, "scheme");  // they are those of a run
  (void)json_object_del(workload, "message_flits");
  return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name", c->name, "file", c->source.file,
                   "topology", c->scenario->topology->name, "collective", c->scenario->collective,
                   "scenario", scenario, "runs", runs);
}

bool collective_json(const void *all, FILE *out) {
  const collective_run_t *a = all;
  json_t *list = json_array();
  for (size_t i = 0; i < a->count; i++) {
    (void)json_array_append_new(list, comparison_json(&a->physical, &a->comparison[i]));
  }
  const bool whole = json_array_size(list) == a->count;
  json_t *left_out = a->left_out_count > 0 ? json_array() : NULL;
  for (size_t i = 0; i < a->left_out_count; i++) {
    (void)json_array_append_new(left_out, json_pack("{s:s, s:s}", "name", a->left_out[i].name,
                                                    "error", a->left_out[i].error.text));
  }
  json_t *clock = a->physical.hertz > 0 ? json_real(a->physical.hertz) : NULL;
  json_t *root =
      json_pack("{s:s, s:b, s:o, s:o*, s:o*}", "schema", "nocstep.collective/1", "interrupted",
                a->interrupted, "comparisons", list, "left_out", left_out, "clock_hz", clock);
  const bool ok = root != NULL && whole && json_dumpf(root, out, JSON_INDENT(2)) == 0 &&
                  fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}
