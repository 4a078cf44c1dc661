// measures_schedules -- the way `schedules`: how many steps a collective takes, and what proves
// that fewer are not enough, as `nocstep schedule` has them. Each schedule is written and read
// back, and passes the check of csim/schedule/check.h, which knows nothing of the search.
//
// A result that does not hang on the time is kept (papers/kept_results.h).

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/decimal.h"
#include "papers/kept_results.h"
#include "papers/measures.h"
#include "runs/schedules.h"
#include "schedule/check.h"
#include "schedule/schedule_file.h"

// Numbers only.
typedef struct {
  double messages, steps, lower;
  double ports, growth, cut, links;  // bounds; NAN where there is none
  double looks;
  double optimal, refuted;  // truths
} found_t;

#define FOUND_FIELD(name)                                        \
  static void found_##name(const void *record, value_t *value) { \
    value->number = ((const found_t *)record)->name;             \
  }
FOUND_FIELD(messages)
FOUND_FIELD(steps)
FOUND_FIELD(lower)
FOUND_FIELD(ports)
FOUND_FIELD(growth)
FOUND_FIELD(cut)
FOUND_FIELD(links)
FOUND_FIELD(looks)
FOUND_FIELD(optimal)
FOUND_FIELD(refuted)

static const record_field_t kFields[] = {
    {"messages", {.kind = KIND_NUMBER}, found_messages},
    {"steps", {.kind = KIND_NUMBER}, found_steps},
    {"lower", {.kind = KIND_NUMBER}, found_lower},
    {"ports", {.kind = KIND_NUMBER}, found_ports},
    {"growth", {.kind = KIND_NUMBER}, found_growth},
    {"cut", {.kind = KIND_NUMBER}, found_cut},
    {"links", {.kind = KIND_NUMBER}, found_links},
    {"looks", {.kind = KIND_NUMBER}, found_looks},
    {"optimal", {.kind = KIND_TRUTH}, found_optimal},
    {"refuted", {.kind = KIND_TRUTH}, found_refuted},
};
static const record_class_t kFound = {"a schedule", kFields, sizeof kFields / sizeof kFields[0]};

// --- what is asked -------------------------------------------------------------------------------

// A number among the texts; `other` if it is not given.
static bool read_number(char *const *text, measure_text_t which, uint64_t low, uint64_t most,
                        uint64_t other, uint64_t *number, noc_error_t *error) {
  *number = other;
  return text[which] == NULL ||
         (decimal_parse(text[which], number) && *number >= low && *number <= most) ||
         noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("'%.60s'", "a number from %llu to %llu"),
                  kMeasureTexts[which], text[which], (unsigned long long)low,
                  (unsigned long long)most);
}

typedef struct {
  uint64_t ports, detour, seed, seconds, looks;
  const search_way_t *search;
} asked_t;

static bool read_asked(char *const *text, asked_t *a, noc_error_t *error) {
  enum { SECONDS = 120 };
  a->search =
      text[MEASURE_SEARCH] != NULL ? search_way_find(text[MEASURE_SEARCH], error) : search_way(0);
  return (a->search != NULL || noc_fail_key(error, NULL, kMeasureTexts[MEASURE_SEARCH])) &&
         read_number(text, MEASURE_PORTS, 1, SCHEDULE_PORTS, 1, &a->ports, error) &&
         read_number(text, MEASURE_DETOUR, 0, SCHEDULE_DETOUR, 0, &a->detour, error) &&
         read_number(text, MEASURE_SEED, 0, INT64_MAX, 1, &a->seed, error) &&
         read_number(text, MEASURE_TIME_LIMIT, 0, 1000000, SECONDS, &a->seconds, error) &&
         read_number(text, MEASURE_LOOK_LIMIT, 0, INT64_MAX, 0, &a->looks, error);
}

// --- the check -----------------------------------------------------------------------------------

static bool check_file(const schedules_t *s, const char *collective, FILE *file, const char *path,
                       noc_error_t *error) {
  const bool optimal = s->best.steps == s->lower;
  const schedule_record_t r = {.problem = s->problem,
                               .collective = collective,
                               .schedule = &s->best,
                               .seed = s->seed,
                               .lower_bound = s->lower,
                               .optimal = optimal,
                               .refuted = s->refuted};
  schedule_read_t read;
  if (!schedule_write(&r, file) || fflush(file) != 0) {
    return noc_fail_file(error, path, "written");
  }
  if (!schedule_read(path, &read, error)) {
    return false;
  }
  const bool ok = schedule_check(s->problem->topology, &read, path, false, error);
  schedule_read_free(&read);
  return ok;
}

static bool check(const schedules_t *s, const char *collective, noc_error_t *error) {
  char path[] = "/tmp/nocstep-schedule-XXXXXX";
  const int fd = mkstemp(path);
  FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
  const bool ok = file != NULL ? check_file(s, collective, file, path, error)
                               : noc_fail_file(error, "/tmp", "written");
  if (file != NULL) {
    (void)fclose(file);
  }
  if (fd >= 0) {
    (void)unlink(path);
  }
  return ok;
}

// --- the answer ----------------------------------------------------------------------------------

static double bound(uint32_t steps) {
  return steps > 0 ? (double)steps : NAN;
}

static bool find(const asked_t *a, const schedule_problem_t *p, char *const *text, found_t *out,
                 noc_error_t *error) {
  schedules_t s = {.problem = p,
                   .search = a->search,
                   .seed = a->seed,
                   .time_limit = (double)a->seconds,
                   .look_limit = a->looks};
  bool ok = schedules_find(&s, error) &&
            (!s.interrupted || noc_fail(error, NOC_INTERRUPTED, "interrupted")) &&
            check(&s, text[MEASURE_COLLECTIVE], error);
  if (ok) {
    *out = (found_t){.messages = (double)p->messages,
                     .steps = s.best.steps,
                     .lower = s.lower,
                     .ports = bound(s.ports),
                     .growth = bound(s.growth),
                     .cut = bound(s.cut),
                     .links = bound(s.load),
                     .looks = (double)s.looks,
                     .optimal = s.best.steps == s.lower,
                     .refuted = s.refuted};
    if (!s.out_of_time && !s.solver_missed) {
      kept_result_write("schedules", text, MEASURE_TEXTS, out, sizeof *out);
    }
  }
  schedules_free(&s);
  return ok;
}

static bool work(char *const *text, void *record, noc_error_t *error) {
  asked_t a;
  schedule_problem_t p;
  const char *key = NULL;
  if (!read_asked(text, &a, error)) {
    return false;
  }
  if (kept_result_read("schedules", text, MEASURE_TEXTS, record, sizeof(found_t))) {
    return true;
  }
  topology_t *t = topology_create(text[MEASURE_TOPOLOGY], error);
  bool ok = t != NULL;
  if (ok &&
      !schedule_problem_create(t, text[MEASURE_COLLECTIVE], text[MEASURE_FROM], text[MEASURE_TO],
                               (unsigned)a.ports, (unsigned)a.detour, &p, &key, error)) {
    ok = key != NULL && noc_is_keyless(error) ? noc_fail_key(error, NULL, key) : false;
  } else if (ok) {
    ok = find(&a, &p, text, record, error);
    schedule_problem_free(&p);
  }
  topology_free(t);
  return ok;
}

static void keep(kept_t *k, void *record) {
  kept_numbers(k, record, sizeof(found_t));
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(found_t), work, keep, error);
}

static const char *const kKeys[] = {"topology",    "collective",  "?from",   "?to",
                                    "?ports",      "?detour",     "?search", "?seed",
                                    "?time_limit", "?look_limit", NULL};
const measure_way_t kMeasureSchedules = {"schedules", &kFound, kKeys, run, measure_work_free, true};
