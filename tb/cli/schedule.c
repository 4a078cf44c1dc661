// schedule -- `nocstep schedule --topology T --collective C`: lower bounds, a schedule in steps,
// whether it is optimal, and why; and `nocstep schedule --check FILE`, which holds one that was
// written against its network. docs/schedule.md

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "dut/files.h"
#include "runs/cli.h"
#include "runs/output.h"
#include "runs/schedules.h"
#include "schedule/check.h"
#include "schedule/equations.h"
#include "schedule/proof.h"
#include "schedule/schedule_file.h"

enum { NAME = 12, PROOF_FILE = 512 };

static bool is_optimal(const schedules_t *s) {
  return s->best.steps > 0 && s->best.steps == s->lower;
}

// --- the result ----------------------------------------------------------------------------------

static const char *reason(const schedules_t *s) {
  return s->refuted             ? "a proof that fewer are not enough"
         : s->bound == s->ports ? "the ports"
         : s->bound == s->cut   ? "a cut"
         : s->bound == s->load  ? "the load of the links"
                                : "the growth";
}

static void print_bound(const char *name, uint32_t steps, const char *of, FILE *out) {
  if (steps > 0) {
    (void)fprintf(out, "  %-*s>= %u  %s\n", NAME, name, steps, of);
  }
}

static const char *plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

static void print_result(const schedules_t *s, const char *collective, FILE *out) {
  const schedule_problem_t *p = s->problem;
  char name[256];
  (void)fprintf(out, "%s: %s from %u node%s to %u, %llu message%s",
                topology_plain_name(p->topology, name, sizeof name), collective, p->from.count,
                plural(p->from.count), p->to.count, (unsigned long long)p->messages,
                plural(p->messages));
  (void)fprintf(out, ", %u port%s", p->ports, plural(p->ports));
  if (p->detour > 0) {
    (void)fprintf(out, ", up to %u hop%s above the fewest", p->detour, plural(p->detour));
  }
  (void)fputs("\n", out);
  print_bound("ports", s->ports, "what a node sends or takes", out);
  print_bound("growth", s->growth, "how fast messages spread", out);
  print_bound("cut", s->cut, s->cut_exact ? "of all cuts" : "of the cuts that were tried", out);
  print_bound("links", s->load, "the load of links, messages split among paths", out);
  (void)fprintf(out, "  %-*s%u", NAME, "steps", s->best.steps);
  if (is_optimal(s)) {
    (void)fprintf(out, ", optimal by %s\n", reason(s));
  } else {
    (void)fprintf(out, "; at least %u: not proved optimal%s\n", s->lower,
                  s->interrupted    ? ", interrupted"
                  : s->out_of_time  ? ", out of time"
                  : s->out_of_looks ? ", out of looks"
                                    : "");
  }
  (void)fprintf(out, "  %-*s%s, %.3g looks at places of a step, %.2f s of the processor%s\n", NAME,
                "search", s->search->name, (double)s->looks, s->search_s,
                s->by_solver ? ", for more steps: cadical has found these" : "");
}

static bool write_result(const schedules_t *s, const char *collective, output_t *out,
                         noc_error_t *error) {
  const schedule_record_t r = {.problem = s->problem,
                               .collective = collective,
                               .schedule = &s->best,
                               .seed = s->seed,
                               .search = s->search->name,
                               .ports = s->ports,
                               .growth = s->growth,
                               .cut = s->cut,
                               .load = s->load,
                               .lower_bound = s->lower,
                               .optimal = is_optimal(s),
                               .refuted = s->refuted,
                               .interrupted = s->interrupted};
  return (schedule_write(&r, output_stream(out)) ||
          noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result"));
}

// --- files ---------------------------------------------------------------------------------------

enum { FILE_JSON, FILE_OUT, FILE_PROOF, FILES };

typedef struct {
  const char *path[FILES];
  output_t *out[FILES];
} files_t;

static bool open_files(const cli_t *cli, files_t *f, noc_error_t *error) {
  static const char *const kOptions[] = {"--json", "--out", "--proof"};
  *f = (files_t){.path = {cli->json, cli->out, cli->proof}};
  for (size_t i = 0; i < FILES; i++) {
    for (size_t k = 0; k < i && f->path[i] != NULL; k++) {
      if (f->path[k] != NULL &&
          (strcmp(f->path[i], f->path[k]) == 0 || output_same(f->path[i], f->path[k]))) {
        return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%.200s, as for %s", "another file"),
                        kOptions[i], f->path[i], kOptions[k]);
      }
    }
    f->out[i] = f->path[i] != NULL ? output_open(f->path[i], error) : NULL;
    if (f->path[i] != NULL && f->out[i] == NULL) {
      return false;
    }
  }
  return true;
}

static void discard_files(files_t *f) {
  for (size_t i = 0; i < FILES; i++) {
    output_discard(f->out[i]);
    f->out[i] = NULL;
  }
}

static bool copy_proof(const schedules_t *s, output_t *out, noc_error_t *error) {
  char name[PROOF_FILE];
  char *text = file_read(refute_proof(&s->refuter, name));
  const bool ok = text != NULL && fputs(text, output_stream(out)) >= 0;
  free(text);
  return ok || noc_fail(error, NOC_ENVIRONMENT, "out of memory for the proof");
}

static bool write_files(const schedules_t *s, const char *collective, files_t *f,
                        noc_error_t *error) {
  bool ok = true;
  for (size_t i = 0; i < FILES; i++) {
    if (f->out[i] == NULL || (i == FILE_PROOF && !s->refuted)) {
      continue;
    }
    ok = ok && (i == FILE_PROOF ? copy_proof(s, f->out[i], error)
                                : write_result(s, collective, f->out[i], error));
    if (ok) {
      ok = output_commit(f->out[i], error);
      f->out[i] = NULL;
    }
  }
  return ok;
}

// --- finding -------------------------------------------------------------------------------------

static bool is_to_stdout(const cli_t *cli) {
  return output_is_stdout(cli->json) || output_is_stdout(cli->out) || output_is_stdout(cli->proof);
}

static topology_t *make_topology(const char *string, const char *before, noc_error_t *error) {
  topology_t *t = topology_create(string, error);
  if (t == NULL) {
    const noc_error_t why = *error;
    (void)noc_fail(error, why.status, "%s: %s", before, why.text);
  }
  return t;
}

static bool is_given(const char *option, const char *value, noc_error_t *error) {
  return value != NULL || noc_fail(error, NOC_BAD_INPUT,
                                   "nocstep schedule: " SAY_THERE_IS(
                                       "no %s", "--topology T --collective C, or --check FILE"),
                                   option);
}

static void tell_result(const cli_t *cli, const schedules_t *s) {
  if (!cli->quiet && !is_to_stdout(cli)) {
    print_result(s, cli->collective, stdout);
    if (cli->out != NULL) {
      (void)printf("  %-*s%s\n", NAME, "written", cli->out);
    }
    if (cli->proof != NULL) {
      (void)printf("  %-*s%s\n", NAME, "proof",
                   s->refuted ? cli->proof : "none: nothing had to be refuted");
    }
  }
  if (s->solver_missed && !is_optimal(s)) {
    (void)fputs(
        "schedule: the program cadical is not there, so that fewer steps were not refuted\n",
        stderr);
  }
}

static bool find(const cli_t *cli, const schedule_problem_t *p, int *status, noc_error_t *error) {
  files_t files;
  const search_way_t *search = search_way(0);
  if (cli->search != NULL) {
    search = search_way_find(cli->search, error);
    if (search == NULL) {
      return noc_fail_key(error, NULL, "--search");
    }
  }
  schedules_t s = {.problem = p,
                   .search = search,
                   .seed = cli->search_seed,
                   .time_limit = (double)cli->search_limit,
                   .look_limit = cli->look_limit,
                   .progress = cli->progress};
  bool ok = open_files(cli, &files, error) && schedules_find(&s, error);
  if (ok && s.best.steps == 0) {
    ok = noc_fail(error, s.interrupted ? NOC_INTERRUPTED : NOC_ENVIRONMENT,
                  "schedule: %s before there was any",
                  s.interrupted ? "interrupted" : "out of time");
  }
  if (ok) {
    ok = write_files(&s, cli->collective, &files, error);
  }
  if (ok) {
    tell_result(cli, &s);
    *status = s.interrupted ? NOC_INTERRUPTED : NOC_OK;
  }
  discard_files(&files);
  schedules_free(&s);
  return ok;
}

static bool command_find(const cli_t *cli, int *status, noc_error_t *error) {
  if (!is_given("--topology", cli->topology, error) ||
      !is_given("--collective", cli->collective, error)) {
    return false;
  }
  topology_t *t = make_topology(cli->topology, "--topology", error);
  if (t == NULL) {
    return false;
  }
  schedule_problem_t p;
  const char *key = NULL;
  bool ok = schedule_problem_create(t, cli->collective, cli->from, cli->to, (unsigned)cli->ports,
                                    (unsigned)cli->max_detour, &p, &key, error);
  if (ok) {
    ok = find(cli, &p, status, error);
    schedule_problem_free(&p);
  } else if (key != NULL && noc_is_keyless(error)) {
    char option[32];
    (void)snprintf(option, sizeof option, "--%s", key);
    (void)noc_fail_key(error, NULL, option);
  }
  topology_free(t);
  return ok;
}

// --- checking ------------------------------------------------------------------------------------

// Works out anew what a file says of fewer steps: by bounds, or by a proof.
static bool check_claim(const cli_t *cli, const topology_t *t, const schedule_read_t *r,
                        const char **claim, noc_error_t *error) {
  schedule_problem_t p;
  const char *key = NULL;
  if (!schedule_problem_create(t, r->collective, r->from, r->to, r->ports, r->max_detour, &p, &key,
                               error)) {
    return key != NULL && noc_is_keyless(error) ? noc_fail_key(error, cli->check, key) : false;
  }
  bool ok = true;
  schedules_t s = {.problem = &p};
  if (cli->proof != NULL && r->steps == 1) {
    ok = noc_fail(error, NOC_BAD_INPUT,
                  "--proof" SAY_UNFIT("a schedule of one step", "one with fewer steps to refute"));
  } else if (cli->proof != NULL) {
    ok = proof_check(&p, r->steps - 1, cli->proof, error);
    *claim = "optimal: the proof holds that fewer are not enough";
  } else if (r->optimal) {
    ok = schedules_bounds(&s, error);
    *claim = s.bound == r->steps ? "optimal: it meets a lower bound"
                                 : "said to be optimal, which only --proof FILE can show";
    if (ok && s.bound > r->steps) {
      ok = noc_fail(error, NOC_INTERNAL, "%s: fewer steps than the bound of %u", cli->check,
                    s.bound);
    }
  } else {
    *claim = "not said to be optimal";
  }
  schedule_problem_free(&p);
  return ok;
}

static bool check_read(const cli_t *cli, const schedule_read_t *r, noc_error_t *error) {
  char before[FILES_PATH];
  (void)path_print(before, "%.200s: topology", cli->check);
  topology_t *t = make_topology(r->topology, before, error);
  const char *claim = NULL;
  const bool ok = t != NULL && schedule_check(t, r, cli->check, false, error) &&
                  check_claim(cli, t, r, &claim, error);
  if (ok && !cli->quiet) {
    (void)printf("%s: %s on %s, %u message%s in %u step%s: passed\n  %s\n", cli->check,
                 r->collective, r->topology, r->entries, plural(r->entries), r->steps,
                 plural(r->steps), claim);
  }
  topology_free(t);
  return ok;
}

static bool command_check(const cli_t *cli, noc_error_t *error) {
  if (cli->topology != NULL || cli->collective != NULL || cli->from != NULL || cli->to != NULL ||
      cli->json != NULL || cli->out != NULL || cli->search != NULL || cli->look_limit > 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--check" SAY_UNFIT("another option",
                                        "--proof alone beside it: the file says "
                                        "the rest"));
  }
  schedule_read_t r;
  if (!schedule_read(cli->check, &r, error)) {
    return false;
  }
  const bool ok = check_read(cli, &r, error);
  schedule_read_free(&r);
  return ok;
}

// --- equations -----------------------------------------------------------------------------------

static bool command_equation(const cli_t *cli, noc_error_t *error) {
  const equation_t *e = NULL;
  double value = 0;
  if (!equation_evaluate(cli->equation, cli->given != NULL ? cli->given : "", &e, &value, error)) {
    return false;
  }
  (void)printf("(%s) %s = %s = %g\n", e->name, e->result, e->text, value);
  return true;
}

int command_schedule(const cli_t *cli) {
  noc_error_t error = {0};
  int status = NOC_OK;
  const bool ok = cli->equation != NULL ? command_equation(cli, &error)
                  : cli->check != NULL  ? command_check(cli, &error)
                                        : command_find(cli, &status, &error);
  return ok ? status : cli_report(&error);
}
