// run_checkpoint -- see run_checkpoint.h.

#include "runs/run_checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "runs/output.h"
#include "scenario/scenario_load.h"
#include "sim/nocstep.h"

enum { VERSION = 32, FILES = SCENARIO_CLASSES + 8 };

typedef struct {
  char *text;  // [length], and a 0
  uint32_t length, room;
} text_t;

// In front of the state.
typedef struct {
  char version[VERSION];
  text_t name;          // of the scenario's file, whole; "-": it was a pipe
  text_t written;       // the resolved scenario
  text_t absolute;      // .. with whole names of files
  uint32_t sum[FILES];  // of the files that it names
  uint32_t files;
  bool loads;  // those of links over time follow the state
} header_t;

struct run_resume {
  FILE *file;
  checkpoint_t *checkpoint;
  header_t header;
};

// --- header --------------------------------------------------------------------------------------

static void free_header(header_t *h) {
  free(h->name.text);
  free(h->written.text);
  free(h->absolute.text);
  *h = (header_t){0};
}

static void checkpoint_text(text_t *t, const char *name, checkpoint_t *c) {
  checkpoint_list(c, name, &t->text, &t->room, &t->length, 1);
}

static void checkpoint_header(header_t *h, checkpoint_t *c) {
  CHECKPOINT(c, h->version);
  checkpoint_text(&h->name, "the scenario's file", c);
  checkpoint_text(&h->written, "the scenario", c);
  checkpoint_text(&h->absolute, "the scenario with whole names", c);
  CHECKPOINT(c, h->sum);
  CHECKPOINT(c, h->files);
  CHECKPOINT(c, h->loads);
}

typedef bool (*write_scenario_t)(const scenario_t *s, FILE *out);

static bool write_text(const scenario_t *s, write_scenario_t write, text_t *t) {
  size_t size = 0;
  FILE *out = memory_stream(&t->text, &size);
  bool ok = out != NULL && write(s, out);
  ok = out != NULL && fclose(out) == 0 && ok && size <= UINT32_MAX;
  t->length = t->room = (uint32_t)size;
  return ok;
}

static bool copy_text(const char *from, text_t *t) {
  t->text = strdup(from);
  t->length = t->room = (uint32_t)strlen(from);
  return t->text != NULL;
}

// The sum of a file; one that can be read once is refused.
static bool sum_file(const scenario_t *s, const char *key, const char *path, header_t *h,
                     noc_error_t *error) {
  unsigned char bytes[4096];
  struct stat now;
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return noc_fail_file(error, path, "read");
  }
  const bool regular = fstat(fileno(file), &now) == 0 && S_ISREG(now.st_mode);
  uint32_t sum = (uint32_t)crc32(0, NULL, 0);
  for (size_t n = 1; regular && n > 0;) {
    n = fread(bytes, 1, sizeof bytes, file);
    sum = (uint32_t)crc32_z(sum, bytes, n);
  }
  (void)fclose(file);
  if (h->files < FILES) {
    h->sum[h->files++] = sum;
  }
  return regular || noc_fail(error, NOC_BAD_INPUT,
                             "%s: %s" SAY_IS("%s, a device or a pipe",
                                             "a file, as a run with checkpoints reads it again"),
                             s->file, key, path);
}

static bool sum_files(const scenario_t *s, header_t *h, noc_error_t *error) {
  char key[SCENARIO_KEY];
  size_t at = 0;
  const char *topology = topology_file(s->topology->name);
  bool ok = topology == NULL || sum_file(s, "topology", topology, h, error);
  const scenario_file_t *file = scenario_next_file(s, &at, key);
  for (; ok && file != NULL; file = scenario_next_file(s, &at, key)) {
    ok = sum_file(s, key, file->path, h, error);
  }
  return ok;
}

// The header of a run of this scenario.
static bool make_header(const run_t *r, header_t *h, noc_error_t *error) {
  const scenario_t *s = r->sim.scenario;
  *h = (header_t){.loads = r->loads != NULL};
  (void)snprintf(h->version, sizeof h->version, "%s", NOCSTEP_VERSION);
  char *whole = strcmp(s->file, "-") != 0 ? realpath(s->file, NULL) : NULL;
  const bool ok = copy_text(whole != NULL ? whole : s->file, &h->name) &&
                  write_text(s, scenario_write_yaml, &h->written) &&
                  write_text(s, scenario_write_absolute, &h->absolute);
  free(whole);
  return (ok || memory_fail(error, "a checkpoint")) && sum_files(s, h, error);
}

// --- writing -------------------------------------------------------------------------------------

// The last one keeps its name until this one is on the disk.
static bool write_checkpoint(run_t *r, noc_error_t *error) {
  header_t header;
  output_t *out = NULL;
  checkpoint_t *c = NULL;
  bool ok = make_header(r, &header, error);
  if (ok) {
    out = output_open_large(r->cli->checkpoint, error);
    ok = out != NULL;
  }
  if (ok) {
    c = checkpoint_write(output_stream(out));
    ok = c != NULL || memory_fail(error, "a checkpoint");
  }
  if (ok) {
    checkpoint_header(&header, c);
    sim_checkpoint(&r->sim, c);
    if (r->loads != NULL) {
      run_loads_checkpoint(r->loads, c);
    }
    ok = checkpoint_end(c, error);
    if (!ok) {
      const noc_error_t why = *error;
      (void)noc_fail(error, why.status, "%.300s: %s", r->cli->checkpoint, why.text);
    }
  }
  if (ok && fsync(fileno(output_stream(out))) != 0) {
    ok = output_fail(out, errno, error);
  }
  if (ok) {
    ok = output_commit(out, error);
  } else {
    output_discard(out);
  }
  free_header(&header);
  return ok;
}

static void write_now(void *context, sim_t *s) {
  run_t *r = context;
  noc_error_t error = {0};
  const uint64_t cycle = network_cycle(s->network);
  if (write_checkpoint(r, &error)) {
    r->checkpoint = cycle;
    r->checkpoint_failed = false;
    return;
  }
  if (!r->checkpoint_failed) {  // the first of a row
    char line[NOC_ERROR_TEXT + 100];
    (void)snprintf(line, sizeof line,
                   "warning: %s; the checkpoint of cycle %" PRIu64 " is left out\n", error.text,
                   cycle);
    s->observer.tell(s->observer.context, line);
  }
  r->checkpoint_failed = true;
}

void run_checkpoint_every(run_t *r) {
  const uint64_t every = r->cli->every;
  r->checkpoint = UINT64_MAX;
  if (r->cli->checkpoint != NULL) {
    r->sim.observer.checkpoint = write_now;
    r->sim.checkpoint_every = every > 0 ? every : RUN_CHECKPOINT_EVERY;
  }
}

// --- reading -------------------------------------------------------------------------------------

// Puts the name of the file before the line. Returns false.
static bool fail_in(const run_t *r, noc_error_t *error) {
  const noc_error_t why = *error;
  return noc_fail(error, why.status, "%.300s: %s", r->cli->resume, why.text);
}

static bool open_file(run_t *r, run_resume_t *resume, noc_error_t *error) {
  header_t *h = &resume->header;
  resume->file = fopen(r->cli->resume, "rb");
  if (resume->file == NULL) {
    return noc_fail_file(error, r->cli->resume, "read");
  }
  resume->checkpoint = checkpoint_read(resume->file, error);
  if (resume->checkpoint == NULL) {
    return fail_in(r, error);
  }
  checkpoint_header(h, resume->checkpoint);
  if (checkpoint_failed(resume->checkpoint)) {
    (void)checkpoint_end(resume->checkpoint, error);
    resume->checkpoint = NULL;
    return fail_in(r, error);
  }
  h->version[VERSION - 1] = '\0';
  return strcmp(h->version, NOCSTEP_VERSION) == 0 ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%.300s: " SAY_THERE_IS("a checkpoint of nocstep %s", "one of nocstep %s"),
                  r->cli->resume, h->version, NOCSTEP_VERSION);
}

static bool same_text(const text_t *a, const text_t *b) {
  return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static bool is_of(const scenario_t *s, const text_t *absolute) {
  text_t own = {0};
  const bool same = write_text(s, scenario_write_absolute, &own) && same_text(&own, absolute);
  free(own.text);
  return same;
}

static scenario_t *parse(const cli_t *cli, const text_t *text, const text_t *name,
                         noc_error_t *error) {
  char *file = strndup(name->text, name->length);
  scenario_t *s = NULL;
  if (file != NULL) {
    s = scenario_parse(text->text, text->length, file, cli->sets.item, cli->sets.count, error);
  } else {
    (void)memory_fail(error, "the scenario");
  }
  free(file);
  return s;
}

// The scenario of the checkpoint, with the names of files as they were written if these are still
// the same files.
static scenario_t *read_scenario(const cli_t *cli, const header_t *h, noc_error_t *error) {
  if (cli->scenario != NULL) {
    return foreign_scenario_load(cli->scenario, cli->sets.item, cli->sets.count, error);
  }
  scenario_t *s = parse(cli, &h->written, &h->name, error);
  if (s != NULL && is_of(s, &h->absolute)) {
    return s;
  }
  if (s != NULL) {
    scenario_free(s);
  }
  return parse(cli, &h->absolute, &h->name, error);
}

// The line at which two texts part.
static int parting_line(const text_t *t, size_t at, const char **line) {
  size_t begin = at < t->length ? at : t->length;
  while (begin > 0 && t->text[begin - 1] != '\n') {
    begin--;
  }
  while (begin < t->length && t->text[begin] == ' ') {
    begin++;
  }
  *line = t->text + begin;
  const char *end = memchr(*line, '\n', t->length - begin);
  const ptrdiff_t length = end != NULL ? end - *line : (ptrdiff_t)(t->length - begin);
  return (int)(length < 100 ? length : 100);
}

static bool fail_differs(const run_t *r, const text_t *here, const text_t *there,
                         noc_error_t *error) {
  size_t at = 0;
  const char *line[2];
  while (at < here->length && at < there->length && here->text[at] == there->text[at]) {
    at++;
  }
  const int length[2] = {parting_line(here, at, &line[0]), parting_line(there, at, &line[1])};
  return noc_fail(error, NOC_BAD_INPUT,
                  "--resume" SAY_IS("%.200s, of another scenario, with '%.*s' for '%.*s'",
                                    "a checkpoint of this scenario"),
                  r->cli->resume, length[1], line[1], length[0], line[0]);
}

static bool check_scenario(const run_t *r, const header_t *h, noc_error_t *error) {
  header_t own;
  bool ok = make_header(r, &own, error);
  if (ok && !same_text(&own.absolute, &h->absolute)) {
    ok = fail_differs(r, &own.absolute, &h->absolute, error);
  }
  if (ok && (own.files != h->files || memcmp(own.sum, h->sum, sizeof own.sum) != 0)) {
    ok = noc_fail(error, NOC_BAD_INPUT,
                  "--resume" SAY_IS("%.300s, but a file that the scenario names has changed since",
                                    "with the same files"),
                  r->cli->resume);
  }
  if (ok && r->cli->html != NULL && !h->loads) {
    ok = noc_fail(error, NOC_BAD_INPUT,
                  "--html" SAY_IS("given with --resume %.300s, which has no loads over time",
                                  "given when the checkpoint is written, too"),
                  r->cli->resume);
  }
  free_header(&own);
  return ok;
}

bool run_resume_scenario(run_t *r) {
  noc_error_t *error = &r->sim.error;
  if (r->cli->resume == NULL) {
    return true;
  }
  r->resume = calloc(1, sizeof *r->resume);
  if (r->resume == NULL) {
    return memory_fail(error, "a checkpoint");
  }
  if (!open_file(r, r->resume, error)) {
    return false;
  }
  r->sim.scenario = read_scenario(r->cli, &r->resume->header, error);
  return r->sim.scenario != NULL && check_scenario(r, &r->resume->header, error);
}

// Loads that nobody wants any more.
static bool skip_loads(const run_t *r, checkpoint_t *c) {
  run_loads_t loads;
  noc_error_t error;
  const bool ok = run_loads_create(&loads, r->sim.network, &error);
  if (ok) {
    run_loads_checkpoint(&loads, c);
  } else {
    checkpoint_no_memory(c, "a checkpoint");
  }
  run_loads_free(&loads);
  return ok;
}

bool run_resume_state(run_t *r) {
  noc_error_t *error = &r->sim.error;
  run_resume_t *resume = r->resume;
  uint32_t operations = 0;
  if ((r->cli->resume != NULL || r->cli->checkpoint != NULL) &&
      !sim_can_checkpoint(&r->sim, error)) {
    return false;
  }
  if (resume == NULL) {
    return true;
  }
  sim_checkpoint(&r->sim, resume->checkpoint);
  if (r->loads != NULL) {
    run_loads_checkpoint(r->loads, resume->checkpoint);
  } else if (resume->header.loads) {
    (void)skip_loads(r, resume->checkpoint);
  }
  const bool ok = checkpoint_end(resume->checkpoint, error) || fail_in(r, error);
  resume->checkpoint = NULL;
  r->resumed_at = network_cycle(r->sim.network);
  r->before = *network_counts(r->sim.network);
  r->complete_before = workload_operations(r->sim.workload, &operations);
  run_resume_free(r);
  return ok;
}

void run_resume_free(run_t *r) {
  run_resume_t *resume = r->resume;
  noc_error_t ignored;
  if (resume == NULL) {
    return;
  }
  if (resume->checkpoint != NULL) {
    (void)checkpoint_end(resume->checkpoint, &ignored);
  }
  if (resume->file != NULL) {
    (void)fclose(resume->file);
  }
  free_header(&resume->header);
  free(resume);
  r->resume = NULL;
}

// --- options -------------------------------------------------------------------------------------

bool run_checkpoint_options(run_t *r) {
  const cli_t *cli = r->cli;
  const scenario_t *s = r->sim.scenario;
  const char *option = cli->checkpoint != NULL ? "--checkpoint" : "--resume";
  if (cli->checkpoint == NULL && cli->resume == NULL) {
    return cli->every == 0 || noc_fail(&r->sim.error, NOC_BAD_INPUT,
                                       "--every" SAY_IS("given alone", "given with --checkpoint"));
  }
  if (s->dut.path != NULL) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "%s" SAY_IS("given with a foreign router (run.dut)",
                                "given with routers of nocstep, golden or RTL"),
                    option);
  }
  if (cli->events != NULL || cli->transactions != NULL || cli->follow != 0) {
    return noc_fail(&r->sim.error, NOC_BAD_INPUT,
                    "%s" SAY_IS("given with %s, which is of a whole run", "given without"), option,
                    cli->events != NULL         ? "--events"
                    : cli->transactions != NULL ? "--transactions"
                                                : "--follow");
  }
  return cli->every == 0 || cli->checkpoint != NULL ||
         noc_fail(&r->sim.error, NOC_BAD_INPUT,
                  "--every" SAY_IS("given alone", "given with --checkpoint"));
}
