// shrink_try -- see shrink_try.h.

#include "runs/shrink_try.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "dut/plugin.h"
#include "runs/jobs.h"
#include "runs/run_foreign.h"
#include "runs/run_loop.h"
#include "scenario/scenario_load.h"

void try_result_free(try_result_t *r) {
  free(r->told);
  free(r->packet);
  r->told = NULL;
  r->packet = NULL;
}

// ---- Texts

char *try_text(const try_t *t, const char *trace) {
  char *text = NULL;
  if (!t->traced || trace == NULL) {
    return strdup(t->text);
  }
  return asprintf(&text, "%sworkload:\n  trace: %s\n", t->text, trace) < 0 ? NULL : text;
}

char *try_without_workload(const char *text) {
  static const char *const kOfTraffic[] = {"  warmup:", "  cycles:", "  drain:", "  reset:"};
  char *out = calloc(strlen(text) + 1, 1);
  size_t used = 0;
  bool inside = false;
  for (const char *line = text; out != NULL && *line != '\0';) {
    const size_t length = strcspn(line, "\n") + 1;
    inside = line[0] == ' ' ? inside : strncmp(line, "workload:", 9) == 0;
    bool drop = inside;
    for (size_t i = 0; i < sizeof kOfTraffic / sizeof *kOfTraffic; i++) {
      drop = drop || strncmp(line, kOfTraffic[i], strlen(kOfTraffic[i])) == 0;
    }
    if (!drop) {
      memcpy(out + used, line, length);
      used += length;
    }
    line += length;
  }
  return out;
}

char *try_named(const char *text, const char *from, const char *to) {
  const char *at = strstr(text, from);
  char *out = NULL;
  if (at == NULL) {
    return strdup(text);
  }
  return asprintf(&out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) < 0 ? NULL : out;
}

// ---- In the process of the run

typedef struct {
  workload_sent_t *packet;
  size_t packets, room;
} seen_t;

static void see(void *context, const workload_sent_t *packet) {
  seen_t *s = context;
  if (s->packets == s->room) {
    const size_t room = s->room == 0 ? 1024 : 2 * s->room;
    workload_sent_t *grown = realloc(s->packet, room * sizeof *grown);
    if (grown == NULL) {
      return;
    }
    s->packet = grown;
    s->room = room;
  }
  s->packet[s->packets++] = *packet;
}

static int by_cycle(const void *a, const void *b) {
  const workload_sent_t *x = a;
  const workload_sent_t *y = b;
  return x->created != y->created ? (x->created < y->created ? -1 : 1)
         : x->source != y->source ? (x->source < y->source ? -1 : 1)
                                  : 0;
}

// The packets as a file in memory; its descriptor, or -1.
static int trace_file(const try_t *t) {
  const int fd = memfd_create("trace", 0);
  FILE *out = fd >= 0 ? fdopen(dup(fd), "w") : NULL;
  bool ok = out != NULL;
  for (size_t i = 0; ok && i < t->packets; i++) {
    const workload_sent_t *p = &t->packet[i];
    ok = fprintf(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", p->created, p->source,
                 p->destination, p->flits) > 0;
  }
  ok = out != NULL && fclose(out) == 0 && ok;
  return ok ? fd : -1;
}

static scenario_t *load(const try_t *t, noc_error_t *error) {
  char trace[64];
  const int fd = t->traced ? trace_file(t) : -1;
  (void)snprintf(trace, sizeof trace, "/proc/self/fd/%d", fd);
  if (t->traced && fd < 0) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no trace can be made in memory");
    return NULL;
  }
  char *text = try_text(t, t->traced ? trace : NULL);
  if (text == NULL) {
    (void)memory_fail(error, "a scenario");
    return NULL;
  }
  scenario_t *s = foreign_scenario_parse(text, strlen(text), t->file, t->sets, t->n_sets, error);
  free(text);
  return s;
}

static void tell(const run_t *r, seen_t *seen, FILE *out) {
  char *told = NULL;
  size_t length = 0;
  FILE *text = memory_stream(&told, &length);
  if (text != NULL && (r->sim.result == SIM_DEADLOCK || r->sim.result == SIM_TIMEOUT) &&
      r->sim.network != NULL) {
    (void)sim_print_waiting(&r->sim, text);
  }
  if (text != NULL) {
    (void)fclose(text);
  }
  if (seen->packets > 0) {
    qsort(seen->packet, seen->packets, sizeof *seen->packet, by_cycle);
  }
  const struct {
    sim_result_t result;
    noc_error_t error;
    uint64_t cycles, packets, told;
  } head = {r->sim.result, r->sim.error, r->sim.network != NULL ? network_cycle(r->sim.network) : 0,
            seen->packets, length};
  (void)fwrite(&head, sizeof head, 1, out);
  if (seen->packets > 0) {
    (void)fwrite(seen->packet, sizeof *seen->packet, seen->packets, out);
  }
  if (length > 0) {
    (void)fwrite(told, 1, length, out);
  }
  free(told);
}

// The process of the run has the try, the caller the result.
typedef struct {
  const try_t *what;
  try_result_t *result;
  bool short_of_memory;
} job_t;

static cli_t silent(const try_t *t) {
  return (cli_t){.quiet = true,
                 .progress = PROGRESS_NONE,
                 .rtl_at = t->cli->rtl_at,
                 .lockstep_at = t->cli->lockstep_at,
                 .threads = 1};
}

static bool build(run_t *r, const try_t *t) {
  plugin_quiet(t->cli->quiet);
  r->sim.scenario = load(t, &r->sim.error);
  return r->sim.scenario != NULL && run_read_places(r) && run_places_foreign(&r->sim) &&
         sim_read(&r->sim) && run_choose_banks(r) && sim_build(&r->sim);
}

bool try_load_plugins(const try_t *t, noc_error_t *error) {
  const cli_t cli = silent(t);
  run_t r = {.cli = &cli};
  const bool ok = build(&r, t);
  *error = r.sim.error;
  run_free(&r);
  plugin_freeze();
  return ok;
}

static void start(void *context, size_t index, FILE *out) {
  const job_t *job = context;
  const try_t *t = job->what;
  const cli_t cli = silent(t);
  run_t r = {.cli = &cli, .sim = {.result = SIM_FAULT}};
  seen_t seen = {.packets = 0};
  (void)index;
  if (build(&r, t)) {
    workload_see(r.sim.workload, (workload_see_t){see, &seen});
    sim_loop(&r.sim);
  } else {
    r.sim.result = SIM_FAULT;
  }
  tell(&r, &seen, out);
  free(seen.packet);
  run_free(&r);
}

// ---- In the caller

static bool done(void *context, const job_result_t *job) {
  struct {
    sim_result_t result;
    noc_error_t error;
    uint64_t cycles, packets, told;
  } head;
  job_t *d = context;
  try_result_t *r = d->result;
  if (job->died != NULL || job->length < sizeof head) {
    const char *why = NULL;
    const noc_status_t status = jobs_failure(job, &why);
    (void)noc_fail(&r->error, status, "the process of a run %s", why);
    return true;
  }
  memcpy(&head, job->bytes, sizeof head);
  const size_t bytes = head.packets * sizeof *r->packet;
  if (job->length != sizeof head + bytes + head.told) {
    return true;
  }
  r->packet = malloc(bytes + 1);
  r->told = calloc(head.told + 1, 1);
  if (r->packet == NULL || r->told == NULL) {
    d->short_of_memory = true;
    return false;
  }
  memcpy(r->packet, job->bytes + sizeof head, bytes);
  memcpy(r->told, job->bytes + sizeof head + bytes, head.told);
  r->packets = head.packets;
  r->result = head.result;
  r->error = head.error;
  r->cycles = head.cycles;
  (void)snprintf(r->word, sizeof r->word, "%.*s", (int)strcspn(head.error.text, ": "),
                 head.error.text);
  return true;
}

bool try_run(const try_t *t, try_result_t *r, noc_error_t *error) {
  *r = (try_result_t){.result = SIM_FAULT};
  job_t job = {.what = t, .result = r};
  const jobs_config_t config = {
      .jobs = 1, .workers = 1, .context = &job, .start = start, .done = done};
  return jobs_run(&config, error) &&
         (!job.short_of_memory || noc_fail(error, NOC_ENVIRONMENT, "out of memory"));
}
