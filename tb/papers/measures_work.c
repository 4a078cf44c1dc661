// measures_work -- measures that need no run of a network, each worked out from its texts in a
// worker process; see measures.h.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dut/files.h"
#include "papers/measures.h"
#include "runs/jobs.h"

typedef struct {
  char *text[MEASURE_TEXTS];
} texts_t;

typedef struct {
  const char *file;  // for messages
  const measured_t *measure;
  measure_work_t work;
  size_t size;  // bytes of a record
  texts_t *of;  // [count]
  size_t count;
  char *record;
  noc_error_t error;
} state_t;

// The last comes first: where networks grow it takes longest.
static size_t index_of(const state_t *s, size_t job) {
  return s->count - 1 - job;
}

// A worker sends its error, and then the record.
static void start(void *context, size_t job, FILE *result) {
  const state_t *s = context;
  const size_t index = index_of(s, job);
  char *record = s->record + index * s->size;
  noc_error_t error = {.status = NOC_OK};
  if (!s->work(s->of[index].text, record, &error) && error.status == NOC_OK) {
    error.status = NOC_INTERNAL;
  }
  (void)fwrite(&error, sizeof error, 1, result);
  (void)fwrite(record, s->size, 1, result);
}

static uint64_t sum(void *context, size_t job) {
  const state_t *s = context;
  uint64_t hash = HASH_START;
  for (size_t i = 0; i < MEASURE_TEXTS; i++) {
    const char *text = s->of[index_of(s, job)].text[i];
    hash = hash_text(hash_bytes(hash, &i, sizeof i), text != NULL ? text : "");
  }
  return hash;
}

static bool done(void *context, const job_result_t *result) {
  state_t *s = context;
  noc_error_t error;
  if (result->died != NULL || result->length != sizeof error + s->size) {
    const char *why = NULL;
    const noc_status_t status = jobs_failure(result, &why);
    return noc_fail(&s->error, status, "%s: %s: the worker process %s", s->file,
                    s->measure->family.name, why);
  }
  memcpy(&error, result->bytes, sizeof error);
  memcpy(s->record + index_of(s, result->index) * s->size, result->bytes + sizeof error, s->size);
  return error.status == NOC_OK || noc_fail(&s->error, error.status, "%s: %s", s->file, error.text);
}

static bool add(evaluation_t *e, void *context) {
  state_t *s = context;
  texts_t *of = &s->of[s->count++];
  for (size_t i = 0; i < MEASURE_TEXTS; i++) {
    of->text[i] = measure_text(s->measure, e, (measure_text_t)i);
    if (of->text[i] == NULL && s->measure->text[i].text != NULL) {
      return false;
    }
  }
  return true;
}

static bool work_out(state_t *s, const cli_t *cli, noc_error_t *error) {
  const jobs_config_t config = {.jobs = s->count,
                                .workers = (unsigned)cli->jobs,
                                .context = s,
                                .start = start,
                                .done = done,
                                .sum = sum};
  if (!jobs_run(&config, error)) {
    return false;
  }
  *error = s->error;
  return s->error.status == NOC_OK;
}

bool measure_work(measured_t *m, evaluation_t *e, const cli_t *cli, size_t size,
                  measure_work_t work, measure_keep_t keep, noc_error_t *error) {
  state_t *s = calloc(1, sizeof *s);
  m->state = s;
  if (s != NULL) {
    *s = (state_t){.file = e->all->file, .measure = m, .work = work, .size = size};
    s->of = calloc(m->count, sizeof *s->of);
    s->record = calloc(m->count, size);
  }
  if (s == NULL || s->of == NULL || s->record == NULL) {
    return memory_fail(error, "the measures");
  }
  if (!measure_each(m, e, add, s)) {
    return false;
  }
  if (!m->kept.reads && !work_out(s, cli, error)) {
    return false;
  }
  for (size_t i = 0; keep != NULL && i < s->count; i++) {
    kept_record(&m->kept);
    keep(&m->kept, s->record + i * size);
  }
  m->family.record = s->record;
  m->family.stride = size;
  return true;
}

void measure_work_free(measured_t *m) {
  state_t *s = m->state;
  for (size_t i = 0; s != NULL && s->of != NULL && i < s->count * MEASURE_TEXTS; i++) {
    free(s->of[i / MEASURE_TEXTS].text[i % MEASURE_TEXTS]);
  }
  if (s != NULL) {
    free(s->of);
    free(s->record);
  }
  free(s);
}
