// netlist -- see netlist.h.

#include "dut/netlist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Once the parameters are set. It leaves out the pass that shares arithmetic, which takes 13 GB for
// a router that copies.
static const char kSynthesis[] =
    "proc\nflatten\nopt\ncheck -assert\nsynth -noshare\ncheck -assert\n"
    "select -assert-none t:$_DLATCH*\nselect -assert-none t:$mem*\n";

static const char *yosys(void) {
  const char *name = getenv("YOSYS");
  return (name != NULL && *name != '\0') ? name : "yosys";
}

bool netlist_find(const char *what, noc_error_t *error) {
  char path[FILES_PATH];
  return path_program(yosys(), path) ||
         noc_fail(error, NOC_ENVIRONMENT,
                  "%s: %.200s not found: install it (apt install yosys), or use --router tops",
                  what, yosys());
}

uint64_t netlist_hash(uint64_t hash) {
  return hash_text(hash_program(hash, yosys()), kSynthesis);
}

static bool write_script(const char *path, const char *netlist, const plugin_job_t *job) {
  FILE *out = fopen(path, "w");
  if (out == NULL) {
    return false;
  }
  for (size_t i = 0; i < job->files.count; i++) {
    const bool package = plugin_is_package(job->files.path[i]);
    (void)fprintf(out, "read_verilog -sv %s\"%s\"\n", package ? "" : "-defer ", job->files.path[i]);
  }
  for (size_t i = 0; i < job->parameters; i++) {
    (void)fprintf(out, "chparam -set %s %u %s\n", job->parameter[i], job->value[i], job->module);
  }
  (void)fprintf(out, "hierarchy -check -top %s\n%swrite_verilog -noattr \"%s\"\n", job->module,
                kSynthesis, netlist);
  const bool ok = ferror(out) == 0;
  return fclose(out) == 0 && ok;
}

// The copy has its place before the plug-in has: there is none without.
static bool keep(const toolchain_t *t, const char *netlist, noc_error_t *error) {
  char copy[FILES_PATH];
  char place[FILES_PATH];
  char *text = file_read(netlist);
  FILE *out = path_print(copy, "%s/kept.v", t->temp) &&
                      path_print(place, "%s/%s.v", t->dir, t->name) && text != NULL
                  ? fopen(copy, "w")
                  : NULL;
  bool ok = out != NULL && fputs(text, out) >= 0;
  ok = (out == NULL || fclose(out) == 0) && ok;
  free(text);
  return ok ? toolchain_keep(t, copy, place, error)
            : noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s/%s.v: %s", t->what, t->dir,
                       t->name, strerror(errno));
}

bool netlist_make(const toolchain_t *t, const plugin_job_t *job, noc_error_t *error) {
  char script[FILES_PATH];
  char netlist[FILES_PATH];
  if (!path_print(script, "%s/netlist.ys", t->temp) ||
      !path_print(netlist, "%s/netlist.v", t->temp) || !write_script(script, netlist, job)) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s: cannot write %s/netlist.ys: %s", t->what, t->temp,
                    strerror(errno));
  }
  words_t w = {0};
  words_add(&w, "%s", yosys());
  words_add(&w, "-q");
  words_add(&w, "-s");
  words_add(&w, "%s", script);
  const bool ok = toolchain_run(t, &w, error) && keep(t, netlist, error);
  words_free(&w);
  return ok;
}
