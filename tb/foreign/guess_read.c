// guess_read -- asks Verilator for the pins of a module that has no map yet; see guess.h.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dut/kept.h"
#include "dut/toolchain.h"
#include "foreign/guess.h"
#include "foreign/module_pins.h"

static const char kWhat[] = "dut guess";
static const char kPrefix[] = "Vguess";

typedef struct {
  char temp[FILES_PATH], log[FILES_PATH];
  guess_t *g;
} ask_t;

static bool run(const ask_t *a, const char *how, const char *top, noc_error_t *error) {
  words_t w = {0};
  words_add(&w, "%s", toolchain_verilator());
  words_add(&w, "%s", how);
  words_add(&w, "--no-timing");
  words_add(&w, "-Wno-fatal");
  words_add(&w, "-Wno-lint");
  words_add(&w, "-Wno-style");
  words_add(&w, "--prefix");
  words_add(&w, "%s", kPrefix);
  words_add(&w, "--Mdir");
  words_add(&w, "%s", a->temp);
  if (top != NULL) {
    words_add(&w, "--top-module");
    words_add(&w, "%s", top);
  }
  for (size_t i = 0; i < a->g->files->includes; i++) {
    words_add(&w, "-I%s", a->g->files->include[i]);
  }
  for (size_t i = 0; i < a->g->files->sources; i++) {
    words_add(&w, "%s", a->g->files->source[i]);
  }
  const child_place_t place = {.what = kWhat, .log = a->log, .temp = a->temp};
  struct sigaction old[2];
  child_catch(old);
  const bool ok = child_run(&w, &place, NULL, error);
  child_restore(old);
  words_free(&w);
  return ok;
}

// The name behind a mark, up to a quote; NULL if there is none.
static const char *name_behind(const char *text, const char *mark, char out[GUESS_NAME]) {
  const char *at = strstr(text, mark);
  if (at == NULL) {
    return NULL;
  }
  at += strlen(mark);
  (void)snprintf(out, GUESS_NAME, "%.*s", (int)strcspn(at, "'\""), at);
  return at;
}

// Verilator's warning names those that no other module has inside.
static bool check_tops(const ask_t *a, noc_error_t *error) {
  char names[512] = "";
  char name[GUESS_NAME];
  char *text = file_read(a->log);
  size_t used = 0;
  unsigned tops = 0;
  for (const char *at = text; at != NULL && (at = name_behind(at, "Top module '", name)) != NULL;) {
    used += used < sizeof names ? (size_t)snprintf(names + used, sizeof names - used, "%s%.60s",
                                                   tops > 0 ? ", " : "", name)
                                : 0;
    tops++;
  }
  free(text);
  return tops == 0 || noc_fail(error, NOC_BAD_INPUT,
                               "nocstep dut guess: " SAY_THERE_IS("no --top", "one of %s"), names);
}

// The name of the top module is in the description that Verilator writes as XML.
static bool find_top(const ask_t *a, noc_error_t *error) {
  char path[FILES_PATH];
  if (!run(a, "--xml-only", NULL, error) || !check_tops(a, error)) {
    return false;
  }
  char *text = path_print(path, "%s/%s.xml", a->temp, kPrefix) ? file_read(path) : NULL;
  if (text == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: what Verilator wrote cannot be read", kWhat);
  }
  // The first cell of the hierarchy.
  const char *cells = strstr(text, "<cells>");
  const bool ok = cells != NULL && name_behind(cells, " name=\"", a->g->top) != NULL;
  free(text);
  return ok || noc_fail(error, NOC_BAD_INPUT,
                        "nocstep dut guess: " SAY_THERE_IS("no module", "one, or --top NAME"));
}

static bool read_pins(const ask_t *a, noc_error_t *error) {
  guess_t *g = a->g;
  char path[FILES_PATH];
  char *text = path_print(path, "%s/%s.h", a->temp, kPrefix) ? file_read(path) : NULL;
  const char *at = text;
  pin_row_t row;
  if (text == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: what Verilator wrote cannot be read", kWhat);
  }
  while (pins_next(&at, &row)) {
    guess_pin_t *more = realloc(g->pin, (g->pins + 1) * sizeof *more);
    if (more == NULL) {
      free(text);
      return noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", kWhat);
    }
    g->pin = more;
    guess_pin_t *p = &g->pin[g->pins++];
    *p = (guess_pin_t){.output = row.output, .bits = row.bits, .elements = row.elements};
    memcpy(p->name, row.name, sizeof p->name);
  }
  free(text);
  return g->pins > 0 ||
         noc_fail(error, NOC_BAD_INPUT,
                  "nocstep dut guess: " SAY_THERE_IS("no pin of %s", "inputs and outputs"), g->top);
}

static bool ask(ask_t *a, const char *top, noc_error_t *error) {
  char dir[FILES_PATH];
  if (!toolchain_find(kWhat, NULL, error) || !kept_dir(dir, error) ||
      !path_print(a->temp, "%s/guess-XXXXXX", dir) || mkdtemp(a->temp) == NULL) {
    return error->status != NOC_OK ||
           noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write to %s", kWhat, dir);
  }
  // It stays for those whose sources do not compile.
  bool ok = path_print(a->log, "%s/guess.log", dir);
  (void)unlink(a->log);
  if (top != NULL) {
    (void)snprintf(a->g->top, sizeof a->g->top, "%s", top);
  } else {
    ok = ok && find_top(a, error);
  }
  ok = ok && run(a, "--cc", a->g->top, error) && read_pins(a, error);
  dir_remove(a->temp);
  if (ok) {
    (void)unlink(a->log);
  }
  return ok;
}

bool guess_map(const guess_files_t *files, const char *top, FILE *out, noc_error_t *error) {
  guess_t g = {.files = files};
  ask_t *a = calloc(1, sizeof *a);
  if (a == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", kWhat);
  }
  bool ok = true;
  for (size_t i = 0; i < files->sources && ok; i++) {
    if (access(files->source[i], R_OK) != 0) {
      ok = noc_fail_file(error, files->source[i], "read");
    }
  }
  if (ok) {
    a->g = &g;
    ok = ask(a, top, error);
  }
  if (ok) {
    guess_work_out(&g);
    guess_write(&g, out);
  }
  free(g.pin);
  free(a);
  return ok;
}
