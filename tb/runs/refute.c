// refute -- see refute.h.

#include "runs/refute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dut/child.h"
#include "dut/files.h"
#include "schedule/cnf.h"
#include "schedule/proof.h"

// CaDiCaL exits with these.
enum {
  SATISFIABLE = 10,
  UNSATISFIABLE = 20,
  FEWEST_CONFLICTS = 1000,
  MOST_LITERALS = 12000000,
  FILE_NAME = 512
};

static bool make_folder(refuter_t *r, noc_error_t *error) {
  if (r->folder[0] != '\0') {
    return true;
  }
  const char *temp = getenv("TMPDIR");
  (void)snprintf(r->folder, sizeof r->folder, "%.200s/nocstep-schedule-XXXXXX",
                 temp != NULL && temp[0] == '/' ? temp : "/tmp");
  if (mkdtemp(r->folder) == NULL) {
    r->folder[0] = '\0';
    return noc_fail_file(error, temp != NULL ? temp : "/tmp", "written");
  }
  return true;
}

static const char *name_file(const refuter_t *r, const char *name, char out[FILE_NAME]) {
  (void)snprintf(out, FILE_NAME, "%s/%s", r->folder, name);
  return out;
}

const char *refute_proof(const refuter_t *r, char out[FILE_NAME]) {
  return name_file(r, "proof", out);
}

void refute_end(refuter_t *r) {
  if (r->folder[0] != '\0') {
    dir_remove(r->folder);
    r->folder[0] = '\0';
  }
}

// The formula, and the beginning of the proof.
static bool write_files(const refuter_t *r, const cnf_t *f, noc_error_t *error) {
  char name[FILE_NAME];
  FILE *dimacs = fopen(name_file(r, "cnf", name), "w");
  FILE *proof = fopen(name_file(r, "proof", name), "w");
  bool ok = dimacs != NULL && proof != NULL;
  ok = ok && proof_write(f, dimacs, proof, error) && ferror(dimacs) == 0 && ferror(proof) == 0;
  ok = (dimacs == NULL || fclose(dimacs) == 0) && ok;
  ok = (proof == NULL || fclose(proof) == 0) && ok;
  return ok || (error->status != NOC_OK ? false : noc_fail_file(error, r->folder, "written"));
}

static bool run_solver(const refuter_t *r, uint64_t conflicts, double seconds, int *status,
                       noc_error_t *error) {
  char cnf[FILE_NAME];
  char drat[FILE_NAME];
  char log[FILE_NAME];
  char values[FILE_NAME];
  // Later versions add variables of their own, which is nothing that follows; earlier ones do not
  // know the option, and would refuse it among the others.
  (void)setenv("CADICAL_FACTOR", "0", 1);
  words_t w = {0};
  words_add(&w, "cadical");
  words_add(&w, "-q");
  words_add(&w, "--no-binary");
  words_add(&w, "-c");
  words_add(&w, "%llu", (unsigned long long)conflicts);
  words_add(&w, "-t");
  words_add(&w, "%.0f", seconds < 1 ? 1 : seconds);
  words_add(&w, "%s", name_file(r, "cnf", cnf));
  words_add(&w, "%s", name_file(r, "drat", drat));
  const child_place_t place = {.what = "schedule", .log = name_file(r, "log", log)};
  const bool ok = child_status(&w, &place, name_file(r, "values", values), status, error);
  words_free(&w);
  return ok;
}

// The lines "v 1 -2 3 .." of the answer.
static bool read_values(const refuter_t *r, const cnf_t *f, schedule_t *found, noc_error_t *error) {
  char name[FILE_NAME];
  char *text = file_read(name_file(r, "values", name));
  uint8_t *value = calloc((size_t)f->variables + 1, 1);
  if (text == NULL || value == NULL) {
    free(text);
    free(value);
    return memory_fail(error, "the answer of cadical");
  }
  char *rest = text;
  for (char *line = NULL; (line = strsep(&rest, "\n")) != NULL;) {
    for (char *at = line + 1; line[0] == 'v' && *at != '\0';) {
      const char *before = at;
      const long literal = strtol(at, &at, 10);
      if (at == before) {
        break;  // no number
      }
      at += strspn(at, " \r");
      if (literal > 0 && literal <= f->variables) {
        value[literal] = 1;
      }
    }
  }
  const bool ok = cnf_schedule(f, value, found, error);
  free(text);
  free(value);
  return ok;
}

// Puts what the solver has written behind the symmetries.
static bool append_proof(const refuter_t *r, noc_error_t *error) {
  char name[FILE_NAME];
  FILE *in = fopen(name_file(r, "drat", name), "r");
  FILE *out = fopen(name_file(r, "proof", name), "a");
  bool ok = in != NULL && out != NULL;
  char block[1 << 14];
  for (size_t got = 0; ok && (got = fread(block, 1, sizeof block, in)) > 0;) {
    ok = fwrite(block, 1, got, out) == got;
  }
  ok = ok && ferror(in) == 0;
  if (in != NULL) {
    (void)fclose(in);
  }
  ok = (out == NULL || fclose(out) == 0) && ok;
  return ok || noc_fail_file(error, r->folder, "written");
}

static bool ask(refuter_t *r, const cnf_t *f, uint64_t conflicts, double seconds, refute_t *answer,
                schedule_t *found, noc_error_t *error) {
  int status = 0;
  if (!make_folder(r, error) || !write_files(r, f, error) ||
      !run_solver(r, conflicts, seconds, &status, error)) {
    return false;
  }
  if (status == SATISFIABLE) {
    *answer = REFUTE_FOUND;
    return read_values(r, f, found, error);
  }
  if (status != UNSATISFIABLE) {
    return true;
  }
  char name[FILE_NAME];
  if (!append_proof(r, error)) {
    return false;
  }
  if (!proof_check(f->p, f->steps, refute_proof(r, name), error)) {
    const noc_error_t why = *error;
    return noc_fail(error, NOC_INTERNAL, "cadical's proof does not hold: %s", why.text);
  }
  *answer = REFUTE_PROVED;
  return true;
}

bool refute_steps(refuter_t *r, const schedule_problem_t *p, uint32_t steps, double effort,
                  double seconds, refute_t *answer, schedule_t *found, noc_error_t *error) {
  char program[FILES_PATH];
  *answer = REFUTE_UNKNOWN;
  error->status = NOC_OK;
  r->missing = !path_program("cadical", program);
  if (r->missing || steps == 0) {
    return true;
  }
  const double most = effort / FEWEST_CONFLICTS;
  cnf_t f;
  if (!cnf_create(p, steps, most < MOST_LITERALS ? (uint32_t)most : MOST_LITERALS, &f, error)) {
    return error->status == NOC_CHECK_FAILED;  // too large
  }
  const bool ok = ask(r, &f, (uint64_t)(effort / f.literals), seconds, answer, found, error);
  cnf_free(&f);
  return ok;
}
