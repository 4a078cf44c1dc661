// shrink_scenario -- see shrink_scenario.h: what is left out, and in what order.

#include "runs/shrink_scenario.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"
#include "runs/run_foreign.h"
#include "runs/shrink_try.h"
#include "scenario/scenario_keys.h"
#include "scenario/scenario_load.h"

enum { SETS = 96, SET_TEXT = 320, EVERY = 64 };

typedef struct {
  try_t try_;  // as it is now, and what the last try gave
  char key[SETS][SCENARIO_KEY];
  char set[SETS][SET_TEXT];
  const char *item[SETS];
  size_t sets;
  scenario_t *scenario;  // of these sets
  sim_result_t result;
  char word[TRY_WORD];
  uint64_t tries;
  void (*progress)(uint64_t tries, const char *topology, size_t packets);
  noc_error_t *error;
  bool stopped;  // by a signal, or because nothing can be run
} work_t;

// ---- Tries

static bool fails(work_t *w) {
  try_result_t r;
  if (w->stopped) {
    return false;
  }
  w->try_.sets = w->item;
  w->try_.n_sets = w->sets;
  if (!try_run(&w->try_, &r, w->error)) {
    w->stopped = true;
    return false;
  }
  w->tries++;
  if (w->progress != NULL && w->tries % EVERY == 0) {
    w->progress(w->tries, w->scenario->topology_text, w->try_.packets);
  }
  const bool same = r.result == w->result && strcmp(r.word, w->word) == 0;
  if (same) {
    try_result_free(&w->try_.last);
    w->try_.last = r;
  } else {
    try_result_free(&r);
  }
  return same;
}

static scenario_t *parse(const work_t *w) {
  noc_error_t ignored = {0};
  char *text = try_text(&w->try_, "/dev/null");
  scenario_t *s = text != NULL ? foreign_scenario_parse(text, strlen(text), w->try_.file, w->item,
                                                        w->sets, &ignored)
                               : NULL;
  free(text);
  return s;
}

// The scenario with this key anew, if it fails in the same way; else as it was.
static bool with(work_t *w, const char *key, const char *value) {
  size_t at = 0;
  char before[SET_TEXT];
  while (at < w->sets && strcmp(w->key[at], key) != 0) {
    at++;
  }
  if (at == SETS) {
    return false;
  }
  const bool added = at == w->sets;
  memcpy(before, w->set[at], sizeof before);
  (void)snprintf(w->key[at], SCENARIO_KEY, "%s", key);
  (void)snprintf(w->set[at], SET_TEXT, "%s=%s", key, value);
  w->item[at] = w->set[at];
  w->sets += added;
  scenario_t *s = parse(w);
  if (s != NULL && fails(w)) {
    scenario_free(w->scenario);
    w->scenario = s;
    return true;
  }
  if (s != NULL) {
    scenario_free(s);
  }
  memcpy(w->set[at], before, sizeof before);
  w->sets -= added;
  return false;
}

static bool with_number(work_t *w, const char *key, uint64_t value) {
  char text[24];
  (void)snprintf(text, sizeof text, "%" PRIu64, value);
  return with(w, key, text);
}

// ---- Keys

// A smaller number, from the smallest on.
static bool smaller(work_t *w, const char *key, uint64_t least, uint64_t now) {
  const uint64_t tries[] = {least, least + 1, least + (now - least) / 4, least + (now - least) / 2,
                            now - 1};
  uint64_t last = UINT64_MAX;
  for (size_t i = 0; now > least && i < sizeof tries / sizeof *tries; i++) {
    if (tries[i] < now && tries[i] != last && with_number(w, key, tries[i])) {
      return true;
    }
    last = tries[i];
  }
  return false;
}

// Keys that say what a failure is, or which run it is.
static bool is_kept(const char *path) {
  static const char *const kKept[] = {"run.seed",        "run.max_age",         "run.reset",
                                      "run.warmup",      "run.cycles",          "router.age_bits",
                                      "run.jitter.seed", "run.link_faults.seed"};
  for (size_t i = 0; i < sizeof kKept / sizeof *kKept; i++) {
    if (strcmp(kKept[i], path) == 0) {
      return true;
    }
  }
  return false;
}

static bool drop_numbers(work_t *w) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    char path[SCENARIO_KEY];
    bool again = key[i].type == KEY_INTEGER && !key[i].of_class;
    while (again && key_applies(&key[i], w->scenario, 0) &&
           key_has_value(&key[i], w->scenario, 0)) {
      (void)key_path(key_section(&key[i], w->scenario), 0, key[i].name, path);
      again = !is_kept(path) && smaller(w, path, key[i].min,
                                        key_integer(&key[i], key_record(&key[i], w->scenario, 0)));
      any = any || again;
    }
  }
  return any;
}

// The numbers of the topology's name: "mesh:8x8".
static bool shrink_topology(work_t *w) {
  bool any = false;
  for (size_t at = 0; at < strlen(w->scenario->topology_text);) {
    const char *text = w->scenario->topology_text;
    const char *colon = strchr(text, ':');
    char *end = NULL;
    if (colon == NULL || at < (size_t)(colon - text) || !isdigit((unsigned char)text[at])) {
      at++;
      continue;
    }
    const unsigned long long now = strtoull(text + at, &end, 10);
    const unsigned long long tries[] = {1, 2, 3, now / 4, now / 2, now - 1};
    bool found = false;
    for (size_t i = 0; now > 0 && !found && i < sizeof tries / sizeof *tries; i++) {
      char name[SET_TEXT];
      (void)snprintf(name, sizeof name, "%.*s%llu%s", (int)at, text, tries[i], end);
      found = tries[i] > 0 && tries[i] < now && with(w, "topology", name);
    }
    any = any || found;
    if (!found) {
      at = (size_t)(end - text);
    }
  }
  return any;
}

// Traffic that ends behind the failure.
static void shorten(work_t *w) {
  const bool timeout = w->result == SIM_TIMEOUT && strcmp(w->word, "timeout") == 0;
  if (w->scenario->workload != WORKLOAD_TRAFFIC || timeout) {
    return;
  }
  if (w->scenario->warmup > 0) {
    (void)with_number(w, "run.warmup", 0);
  }
  for (uint64_t passes = 0; w->scenario->cycles > passes + 1 + w->scenario->cycles / 32;) {
    const uint64_t middle = passes + (w->scenario->cycles - passes) / 2;
    passes = with_number(w, "run.cycles", middle) ? passes : middle;
    if (w->stopped) {
      return;
    }
  }
}

// ---- Packets

// A trace of its own in the place of traffic, or of a trace in a file: the packets alone, in the
// cycles of their creation.
static bool take_packets(work_t *w) {
  try_t traced = w->try_;
  const workload_kind_t kind = w->scenario->workload;
  if ((kind != WORKLOAD_TRAFFIC && kind != WORKLOAD_TRACE) || w->try_.last.packets == 0) {
    return false;
  }
  char *text = NULL;
  size_t length = 0;
  FILE *out = memory_stream(&text, &length);
  bool ok = out != NULL && scenario_write_absolute(w->scenario, out);
  ok = out != NULL && fclose(out) == 0 && ok;
  traced.text = ok ? try_without_workload(text) : NULL;
  free(text);
  traced.packets = w->try_.last.packets;
  traced.packet = malloc(traced.packets * sizeof *traced.packet);
  if (traced.text == NULL || traced.packet == NULL) {
    free(traced.text);
    free(traced.packet);
    return false;
  }
  memcpy(traced.packet, w->try_.last.packet, traced.packets * sizeof *traced.packet);
  traced.traced = true;
  const try_t before = w->try_;
  const size_t sets = w->sets;
  w->try_ = traced;
  w->sets = 0;
  scenario_t *s = parse(w);
  if (s != NULL && fails(w)) {
    scenario_free(w->scenario);
    w->scenario = s;
    free(before.text);
    return true;
  }
  if (s != NULL) {
    scenario_free(s);
  }
  free(traced.text);
  free(traced.packet);
  w->try_ = before;
  w->sets = sets;
  return false;
}

// Takes this list in the place of the packets, which it replaces if that fails.
static bool with_packets(work_t *w, workload_sent_t *packet, size_t packets) {
  workload_sent_t *before = w->try_.packet;
  const size_t count = w->try_.packets;
  w->try_.packet = packet;
  w->try_.packets = packets;
  if (fails(w)) {
    free(before);
    return true;
  }
  free(packet);
  w->try_.packet = before;
  w->try_.packets = count;
  return false;
}

static bool without_packets(work_t *w, size_t at, size_t count) {
  const size_t left = w->try_.packets - count;
  workload_sent_t *p = malloc((left + 1) * sizeof *p);
  if (p == NULL) {
    return false;
  }
  memcpy(p, w->try_.packet, at * sizeof *p);
  memcpy(p + at, w->try_.packet + at + count, (left - at) * sizeof *p);
  return with_packets(w, p, left);
}

static bool drop_packets(work_t *w) {
  bool any = false;
  for (size_t size = (w->try_.packets + 1) / 2; size > 0 && !w->stopped; size /= 2) {
    for (size_t at = 0; at < w->try_.packets && w->try_.packets > 1;) {
      const size_t left = w->try_.packets - at;
      if (without_packets(w, at, left < size ? left : size)) {
        any = true;
      } else {
        at += size;
      }
    }
  }
  return any;
}

// A packet with another length, or all packets from one on so much earlier.
static bool change_packets(work_t *w, size_t at, uint32_t flits, uint64_t earlier) {
  workload_sent_t *p = malloc(w->try_.packets * sizeof *p);
  if (p == NULL) {
    return false;
  }
  memcpy(p, w->try_.packet, w->try_.packets * sizeof *p);
  p[at].flits = flits;
  for (size_t i = at; i < w->try_.packets; i++) {
    p[i].created -= earlier;
  }
  return with_packets(w, p, w->try_.packets);
}

static bool shorten_packets(work_t *w) {
  bool any = false;
  for (size_t i = 0; i < w->try_.packets; i++) {
    const uint32_t tries[] = {1, 2, w->try_.packet[i].flits / 2};
    bool found = false;
    for (size_t k = 0; !found && k < sizeof tries / sizeof *tries; k++) {
      found =
          tries[k] > 0 && tries[k] < w->try_.packet[i].flits && change_packets(w, i, tries[k], 0);
    }
    any = any || found;
  }
  return any;
}

static bool close_gaps(work_t *w) {
  bool any = false;
  for (size_t i = 0; i < w->try_.packets; i++) {
    const uint64_t before = i > 0 ? w->try_.packet[i - 1].created : 0;
    const uint64_t gap = w->try_.packet[i].created - before;
    const uint64_t tries[] = {gap, gap / 2};
    bool found = false;
    for (size_t k = 0; !found && k < sizeof tries / sizeof *tries; k++) {
      found = tries[k] > 0 && change_packets(w, i, w->try_.packet[i].flits, tries[k]);
    }
    any = any || found;
  }
  return any;
}

static void reduce(work_t *w) {
  bool any = true;
  shorten(w);
  while (any && !w->stopped) {
    any = shrink_topology(w);
    any = drop_numbers(w) || any;
  }
  shorten(w);
  for (any = take_packets(w); any && !w->stopped;) {
    any = drop_packets(w);
    any = shrink_topology(w) || any;
    any = drop_numbers(w) || any;
    any = shorten_packets(w) || any;
    any = close_gaps(w) || any;
  }
}

// ---- From and to the caller

static bool begin(work_t *w, const char *file, noc_error_t *error) {
  w->scenario = foreign_scenario_load(file, NULL, 0, error);
  if (w->scenario == NULL) {
    return false;
  }
  size_t length = 0;
  FILE *out = memory_stream(&w->try_.text, &length);
  bool ok = out != NULL && scenario_write_absolute(w->scenario, out);
  ok = out != NULL && fclose(out) == 0 && ok;
  if (!ok) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  }
  try_result_t *r = &w->try_.last;
  if (!try_load_plugins(&w->try_, error)) {
    return false;
  }
  if (!try_run(&w->try_, r, error)) {
    return false;
  }
  w->result = r->result;
  memcpy(w->word, r->word, sizeof w->word);
  if (r->error.status != NOC_OK && r->error.status != NOC_CHECK_FAILED) {
    *error = r->error;
    return false;
  }
  return (r->result != SIM_PASS && r->result != SIM_MISMATCH) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%.300s: " SAY_THERE_IS("%s", "a failure of the whole network"), file,
                  r->result == SIM_PASS ? "no failure with this nocstep"
                                        : "a mismatch, which its report shows on one router");
}

static bool finish(work_t *w, const char *trace, shrunk_t *small, noc_error_t *error) {
  small->result = w->try_.last.result;
  small->error = w->try_.last.error;
  small->told = w->try_.last.told;
  small->cycles = w->try_.last.cycles;
  w->try_.last.told = NULL;
  small->traced = w->try_.traced;
  workload_sent_t **packet = small->traced ? &w->try_.packet : &w->try_.last.packet;
  small->packet = *packet;
  small->packets = small->traced ? w->try_.packets : w->try_.last.packets;
  *packet = NULL;
  small->tries = w->tries;
  char *text = try_text(&w->try_, small->traced ? "/dev/null" : NULL);
  scenario_t *s = text != NULL ? foreign_scenario_parse(text, strlen(text), w->try_.file, w->item,
                                                        w->sets, error)
                               : NULL;
  free(text);
  size_t length = 0;
  FILE *out = s != NULL ? memory_stream(&small->text, &length) : NULL;
  bool ok = out != NULL && scenario_write_absolute(s, out);
  ok = out != NULL && fclose(out) == 0 && ok;
  if (s != NULL) {
    scenario_free(s);
  }
  if (ok && small->traced) {
    char *named = try_named(small->text, "/dev/null", trace);
    free(small->text);
    small->text = named;
    ok = named != NULL;
  }
  return ok || noc_fail(error, NOC_ENVIRONMENT, "out of memory");
}

bool shrink_scenario(const cli_t *cli, const char *file, const char *trace,
                     void (*progress)(uint64_t tries, const char *topology, size_t packets),
                     shrunk_t *small, noc_error_t *error) {
  work_t *w = calloc(1, sizeof *w);
  *small = (shrunk_t){.result = SIM_PASS};
  if (w == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  }
  w->try_.cli = cli;
  w->try_.file = file;
  w->progress = progress;
  w->error = error;
  bool ok = begin(w, file, error);
  if (ok) {
    small->cycles_before = w->try_.last.cycles;
    small->packets_before = w->try_.last.packets;
    reduce(w);
    ok = !w->stopped && finish(w, trace, small, error);
  }
  if (w->scenario != NULL) {
    scenario_free(w->scenario);
  }
  try_result_free(&w->try_.last);
  free(w->try_.text);
  free(w->try_.packet);
  free(w);
  return ok;
}

void shrunk_free(shrunk_t *s) {
  free(s->told);
  free(s->text);
  free(s->packet);
}

void shrunk_write_trace(const shrunk_t *s, FILE *out) {
  (void)fprintf(out, "cycle,source,destination,flits\n");
  for (size_t i = 0; i < s->packets; i++) {
    const workload_sent_t *p = &s->packet[i];
    (void)fprintf(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", p->created, p->source,
                  p->destination, p->flits);
  }
}
