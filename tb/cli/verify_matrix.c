// verify_matrix -- the runs of a regression: scenarios x shapes x seeds; see verify.h.
//
// The first seed of all comes first, then the second: a fault that every seed shows is seen early
// in all scenarios.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/decimal.h"
#include "base/memory_stream.h"
#include "base/nearest.h"
#include "cli/pairwise.h"
#include "cli/run.h"
#include "cli/scenario_files.h"
#include "cli/tags.h"
#include "cli/verify.h"
#include "runs/repro.h"
#include "runs/simulate.h"
#include "scenario/scenario_keys.h"
#include "scenario/scenario_load.h"

#define VALUES(...)                            \
  .value = (const char *const[]){__VA_ARGS__}, \
  .values = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)

// The ends of what is usual and what is odd: one of a kind, no power of two, more than a packet.
const verify_axis_t kVerifyAxes[VERIFY_AXES] = {
    {"router.vcs", "vcs", VALUES("2", "1", "4")},
    {"router.depth", "depth", VALUES("4", "1", "3", "16"), .foreign = true},
    {"router.flit_bits", "flit_bits", VALUES("64", "32", "128")},
    {"router.switching", "switching", VALUES("wormhole", "cut-through")},
    {"router.pipeline", "pipeline", VALUES("3", "2")},
    {"router.networks", "networks", VALUES("1", "2")},
    {"router.link_latency", "link_latency", VALUES("1", "3")},
    {"router.arbiter", "arbiter", VALUES("round-robin", "age")},
    {"run.reset", "reset", VALUES("0", "97"), .foreign = true},
    {"run.jitter.links", "jitter_links", VALUES("0", "0.3")},
    {"run.jitter.hosts", "jitter_hosts", VALUES("0", "0.3"), .foreign = true},
    {"link.clock_ratio", "clock_ratio", VALUES("1", "0.6")},
};

static const uint64_t kMaxRuns = 1000000;

bool verify_parse_seeds(const char *text, verify_seeds_t *seeds, noc_error_t *error) {
  *seeds = (verify_seeds_t){.count = 1};
  if (text == NULL) {
    return true;
  }
  uint64_t last = 0;
  const size_t length = decimal_scan(text, &seeds->first);
  bool ok = length > 0;
  if (ok && text[length] == '-') {
    seeds->given = true;
    ok = decimal_parse(text + length + 1, &last) && last >= seeds->first && last <= INT64_MAX &&
         last - seeds->first < kMaxRuns;
    seeds->count = last - seeds->first + 1;
  } else {
    seeds->count = seeds->first;
    seeds->first = 0;
    ok = ok && text[length] == '\0' && seeds->count >= 1 && seeds->count <= kMaxRuns;
  }
  return ok ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--seeds" SAY_IS("'%.60s'", "a number of seeds from 1 to %llu, or FIRST-LAST"),
                  text, (unsigned long long)kMaxRuns);
}

bool verify_parse_shapes(const char *text, uint64_t *shapes, noc_error_t *error) {
  *shapes = 0;
  if (text == NULL || strcmp(text, "none") == 0) {
    return true;
  }
  if (strcmp(text, "pairwise") == 0) {
    *shapes = UINT64_MAX;
    return true;
  }
  return (decimal_parse(text, shapes) && *shapes <= kMaxRuns) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--shapes" SAY_IS("'%.60s'", "none, pairwise, or a number of shapes"), text);
}

static bool fail_memory(noc_error_t *error) {
  return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the runs");
}

// ---- Sets

static bool sets_add(string_list_t *sets, const char *key, const char *value) {
  const char **item = realloc(sets->item, (sets->count + 1) * sizeof *item);
  if (item == NULL) {
    return false;
  }
  sets->item = item;
  char *text = NULL;
  if (asprintf(&text, "%s%s%s", key, value[0] != '\0' ? "=" : "", value) < 0) {
    return false;
  }
  sets->item[sets->count++] = text;
  return true;
}

void verify_sets_free(string_list_t *sets) {
  for (size_t i = 0; i < sets->count; i++) {
    free((char *)sets->item[i]);
  }
  free(sets->item);
}

static bool sets_key(const char *set, const char *key) {
  const size_t length = strlen(key);
  return strncmp(set, key, length) == 0 && set[length] == '=';
}

static bool user_sets(const cli_t *cli, const char *key) {
  for (size_t i = 0; i < cli->sets.count; i++) {
    if (sets_key(cli->sets.item[i], key)) {
      return true;
    }
  }
  return false;
}

// Begins the --set of a run with what the user has set, and with the lockstep of all components,
// where there is a golden model.
static bool sets_begin(string_list_t *sets, const cli_t *cli, bool foreign) {
  bool ok = true;
  for (size_t i = 0; ok && i < cli->sets.count; i++) {
    const char *set = cli->sets.item[i];
    if (foreign || !sets_key(set, "run.router")) {
      ok = sets_add(sets, set, "");
    }
  }
  return ok && (foreign || sets_add(sets, "run.router", "lockstep"));
}

// ---- Selection

static bool add_file(string_list_t *files, const char *file) {
  return sets_add(files, file, "");
}

static bool add_folder(string_list_t *files, const char *folder, noc_error_t *error) {
  size_t count = 0;
  char **found = scenario_files(folder, &count);
  if (found == NULL) {
    return noc_fail_file(error, folder, "read");
  }
  bool ok = count > 0 ||
            noc_fail(error, NOC_BAD_INPUT,
                     "%s: " SAY_THERE_IS("no scenario", "a folder with *.yaml files"), folder);
  for (size_t i = 0; ok && i < count; i++) {
    ok = add_file(files, found[i]) || fail_memory(error);
  }
  scenario_files_free(found, count);
  return ok;
}

static bool list_files(const cli_t *cli, string_list_t *files, noc_error_t *error) {
  if (cli->operands.count == 0) {
    char folder[PATH_MAX];
    return scenario_folder(folder)
               ? add_folder(files, folder, error)
               : noc_fail(error, NOC_BAD_INPUT,
                          "verify: " SAY_THERE_IS("no tests/scenarios", "files and folders"));
  }
  for (size_t i = 0; i < cli->operands.count; i++) {
    const char *operand = cli->operands.item[i];
    struct stat status;
    if (strcmp(operand, "-") == 0) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "-: " SAY_THERE_IS("standard input", "files and folders, which can be read many times"));
    }
    const bool folder = stat(operand, &status) == 0 && S_ISDIR(status.st_mode);
    if (folder ? !add_folder(files, operand, error)
               : !add_file(files, operand) && !fail_memory(error)) {
      return false;
    }
  }
  return true;
}

static bool wanted(const cli_t *cli, const char *tags) {
  bool any = cli->tags.count == 0;
  for (size_t i = 0; !any && i < cli->tags.count; i++) {
    any = tags_have(tags, cli->tags.item[i]);
  }
  return any;
}

// A tag that no scenario has is a mistake.
static bool check_tags(const verify_t *v, noc_error_t *error) {
  for (size_t i = 0; i < v->cli->tags.count; i++) {
    const char *tag = v->cli->tags.item[i];
    nearest_t nearest = nearest_start(tag);
    char best[TAG_TEXT];
    bool found = false;
    for (size_t k = 0; k < v->scenarios; k++) {
      char word[TAG_TEXT];
      for (size_t at = 0; tags_next(v->scenario[k].tags, &at, word);) {
        bool seen = false;
        for (size_t before = 0; before < k; before++) {
          seen |= tags_have(v->scenario[before].tags, word);
        }
        if (!seen) {
          nearest_offer(&nearest, word);
        }
        if (nearest.best == word) {  // which is about to be another
          nearest.best = strcpy(best, word);
        }
      }
      found |= tags_have(v->scenario[k].tags, tag);
    }
    if (!found) {
      return noc_fail(error, NOC_BAD_INPUT, "--tag" SAY_IS("'%.60s'%s", "%s"), tag,
                      nearest_hint(&nearest),
                      nearest.names[0] != '\0' ? nearest.names : "none, since no scenario has any");
    }
  }
  return true;
}

static void drop_unwanted(verify_t *v) {
  size_t kept = 0;
  for (size_t i = 0; i < v->scenarios; i++) {
    if (wanted(v->cli, v->scenario[i].tags)) {
      v->scenario[kept++] = v->scenario[i];
    } else {
      free((char *)v->scenario[i].file);
      free(v->scenario[i].tags);
    }
  }
  v->scenarios = kept;
}

static bool select_scenarios(verify_t *v, noc_error_t *error) {
  string_list_t files = {0};
  bool ok = list_files(v->cli, &files, error);
  v->scenario = calloc(files.count + 1, sizeof *v->scenario);
  if (v->scenario == NULL) {
    verify_sets_free(&files);
    return fail_memory(error);
  }
  for (size_t i = 0; ok && i < files.count; i++) {
    scenario_t *s =
        foreign_scenario_load(files.item[i], v->cli->sets.item, v->cli->sets.count, error);
    ok = s != NULL && (!wanted(v->cli, s->tags) || simulate_check(s, error));
    if (ok) {
      verify_scenario_t *scenario = &v->scenario[v->scenarios++];
      scenario->foreign = s->dut.path != NULL;
      scenario->file = strdup(files.item[i]);
      scenario->tags = s->tags != NULL ? strdup(s->tags) : NULL;
      ok = (scenario->file != NULL && (scenario->tags != NULL) == (s->tags != NULL)) ||
           fail_memory(error);
    }
    scenario_free(s);
  }
  verify_sets_free(&files);
  if (!ok || !check_tags(v, error)) {
    return false;
  }
  drop_unwanted(v);
  return true;
}

// ---- Shapes

// Reads the scenario with these sets, and finds the shape of its routers. Adds what brings back
// assertions that are off. False where the scenario, its workload or the shape refuses them.
static bool resolve(const char *file, string_list_t *sets, verify_variant_t *variant,
                    noc_error_t *error) {
  scenario_t *s = foreign_scenario_load(file, sets->item, sets->count, error);
  workload_input_t input = {0};
  if (s == NULL) {
    return false;
  }
  noc_shape_t shape = scenario_shape(s);
  bool ok = (s->assertions == ASSERTIONS_ON || sets_add(sets, "run.assertions", "on") ||
             noc_fail(error, NOC_ENVIRONMENT, "out of memory")) &&
            workload_read(s, &input, error) && workload_widths(s, &input, &shape, error);
  if (ok && !network_complete_shape(s->topology, s->route, &shape, error)) {
    const noc_error_t why = *error;
    ok = noc_fail(error, why.status, "%s: %s", file, why.text);
  }
  variant->shape = shape;
  variant->routers = s->topology->routers;
  variant->seed = s->seed;
  for (unsigned a = 0; a < VERIFY_AXES; a++) {
    const scenario_key_t *key = key_find_path(kVerifyAxes[a].key, strlen(kVerifyAxes[a].key));
    char decimal[DECIMAL_TEXT];
    if (key->type == KEY_DECIMAL) {
      (void)snprintf(variant->word[a], VERIFY_WORD, "%s",
                     key_decimal(key_integer(key, s), decimal));
    } else if (key->type == KEY_INTEGER) {
      (void)snprintf(variant->word[a], VERIFY_WORD, "%u", (unsigned)key_integer(key, s));
    } else {
      (void)snprintf(variant->word[a], VERIFY_WORD, "%s", key_name(key, s));
    }
  }
  if (!ok) {
    scenario_locate(s, error);
  }
  workload_input_free(&input);
  scenario_free(s);
  return ok;
}

// The axes that a scenario is varied over: those that the user has not set.
typedef struct {
  const verify_t *v;
  const char *file;
  bool foreign;
  unsigned axis[VERIFY_AXES];  // numbers in kVerifyAxes
  unsigned values[VERIFY_AXES];
  unsigned axes;
  noc_error_t *error;
} search_t;

static bool row_sets(const search_t *s, const pairwise_row_t *row, string_list_t *sets) {
  bool ok = sets_begin(sets, s->v->cli, s->foreign);
  for (unsigned a = 0; ok && a < s->axes; a++) {
    const verify_axis_t *axis = &kVerifyAxes[s->axis[a]];
    ok = sets_add(sets, axis->key, axis->value[row->at[a]]);
  }
  return ok;
}

static bool possible(void *context, const pairwise_row_t *row) {
  const search_t *s = context;
  string_list_t sets = {0};
  verify_variant_t variant;
  noc_error_t ignored;
  const bool ok = row_sets(s, row, &sets) && resolve(s->file, &sets, &variant, &ignored);
  verify_sets_free(&sets);
  return ok;
}

static char *row_label(const search_t *s, const pairwise_row_t *row) {
  char *label = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&label, &size);
  const char *before = "";
  for (unsigned a = 0; out != NULL && a < s->axes; a++) {
    const verify_axis_t *axis = &kVerifyAxes[s->axis[a]];
    const char *value = axis->value[row->at[a]];
    const bool optional = key_find_path(axis->key, strlen(axis->key))->optional;
    if (!optional || row->at[a] > 0) {  // else there is none of it
      (void)fprintf(out, "%s%s=%s", before, axis->name, value);
      before = " ";
    }
  }
  if (out != NULL) {
    (void)fclose(out);
  }
  return label;
}

// A variant with these sets, which it takes over, and this label, NULL: out of memory.
static bool add_variant(verify_t *v, size_t scenario, string_list_t sets, char *label,
                        noc_error_t *error) {
  verify_variant_t *more = realloc(v->variant, (v->variants + 1) * sizeof *more);
  if (more == NULL || label == NULL) {
    v->variant = more != NULL ? more : v->variant;
    verify_sets_free(&sets);
    free(label);
    return fail_memory(error);
  }
  v->variant = more;
  verify_variant_t *variant = &v->variant[v->variants++];
  *variant = (verify_variant_t){.scenario = scenario, .sets = sets, .label = label};
  v->scenario[scenario].shapes++;
  return resolve(v->scenario[scenario].file, &variant->sets, variant, error);
}

static bool add_own(verify_t *v, size_t scenario, noc_error_t *error) {
  string_list_t sets = {0};
  if (!sets_begin(&sets, v->cli, v->scenario[scenario].foreign)) {
    verify_sets_free(&sets);
    return fail_memory(error);
  }
  return add_variant(v, scenario, sets, strdup(""), error);
}

// Up to `shapes` rows of the covering set. Scenarios take different ones: where only some are
// wanted, all of them together still meet many pairs.
static bool add_shapes(verify_t *v, size_t scenario, uint64_t shapes, noc_error_t *error) {
  const bool foreign = v->scenario[scenario].foreign;
  search_t s = {.v = v, .file = v->scenario[scenario].file, .foreign = foreign, .error = error};
  for (unsigned a = 0; a < VERIFY_AXES; a++) {
    if (!user_sets(v->cli, kVerifyAxes[a].key) && (!foreign || kVerifyAxes[a].foreign)) {
      s.axis[s.axes] = a;
      s.values[s.axes++] = kVerifyAxes[a].values;
    }
  }
  pairwise_t cover;
  bool ok = pairwise_cover(s.values, s.axes, possible, &s, &cover, error);
  const size_t count = shapes < cover.count ? (size_t)shapes : cover.count;
  if (ok && count == cover.count) {
    v->scenario[scenario].pairs = cover.covered;
    v->scenario[scenario].impossible = cover.impossible;
  }
  for (size_t i = 0; ok && i < count; i++) {
    const pairwise_row_t *row = &cover.row[(scenario * count + i) % cover.count];
    string_list_t sets = {0};
    if (row_sets(&s, row, &sets)) {
      ok = add_variant(v, scenario, sets, row_label(&s, row), error);
    } else {
      verify_sets_free(&sets);
      ok = fail_memory(error);
    }
  }
  pairwise_free(&cover);
  return ok;
}

// ---- Runs

bool verify_sets(const verify_variant_t *variant, uint64_t seed, string_list_t *sets) {
  char text[24];
  (void)snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
  *sets = (string_list_t){0};
  bool ok = true;
  for (size_t i = 0; ok && i < variant->sets.count; i++) {
    if (!sets_key(variant->sets.item[i], "run.seed")) {
      ok = sets_add(sets, variant->sets.item[i], "");
    }
  }
  return ok && sets_add(sets, "run.seed", text);
}

static char *line_of(const verify_t *v, const verify_variant_t *variant, uint64_t seed) {
  string_list_t sets;
  const bool ok = verify_sets(variant, seed, &sets);
  const cli_t cli = {.scenario = v->scenario[variant->scenario].file, .sets = sets};
  char *line = ok ? repro_line(&cli, NULL) : NULL;
  verify_sets_free(&sets);
  return line;
}

static bool add_runs(verify_t *v, const verify_seeds_t *seeds, noc_error_t *error) {
  if (v->variants > kMaxRuns || seeds->count * v->variants > kMaxRuns) {
    return noc_fail(error, NOC_BAD_INPUT, "verify: " SAY_THERE_IS("more than %llu runs", "fewer"),
                    (unsigned long long)kMaxRuns);
  }
  v->run = calloc(seeds->count * v->variants + 1, sizeof *v->run);
  if (v->run == NULL) {
    return fail_memory(error);
  }
  for (uint64_t k = 0; k < seeds->count; k++) {
    for (size_t i = 0; i < v->variants; i++) {
      const verify_variant_t *variant = &v->variant[i];
      const uint64_t first = seeds->given ? seeds->first : variant->seed;
      if (k > INT64_MAX - first) {
        return noc_fail(error, NOC_BAD_INPUT,
                        "--seeds" SAY_IS("%llu, from seed %llu of %s on", "up to %llu there"),
                        (unsigned long long)seeds->count, (unsigned long long)first,
                        v->scenario[variant->scenario].file,
                        (unsigned long long)(INT64_MAX - first + 1));
      }
      const uint64_t seed = first + k;
      char *repro = line_of(v, variant, seed);
      if (repro == NULL) {
        return fail_memory(error);
      }
      v->run[v->runs++] = (verify_run_t){.variant = i, .seed = seed, .repro = repro};
    }
  }
  return true;
}

bool verify_matrix(verify_t *v, noc_error_t *error) {
  verify_seeds_t seeds;
  uint64_t shapes = 0;
  if (!verify_parse_seeds(v->cli->seeds, &seeds, error) ||
      !verify_parse_shapes(v->cli->shapes, &shapes, error) || !select_scenarios(v, error)) {
    return false;
  }
  for (size_t i = 0; i < v->scenarios; i++) {
    if (!add_own(v, i, error) || (shapes > 0 && !add_shapes(v, i, shapes, error))) {
      return false;
    }
  }
  return add_runs(v, &seeds, error);
}

void verify_free(verify_t *v) {
  for (size_t i = 0; i < v->scenarios; i++) {
    free((char *)v->scenario[i].file);
    free(v->scenario[i].tags);
  }
  for (size_t i = 0; i < v->variants; i++) {
    verify_sets_free(&v->variant[i].sets);
    free(v->variant[i].label);
  }
  for (size_t i = 0; i < v->runs; i++) {
    json_decref(v->run[i].result);
    free(v->run[i].repro);
  }
  for (size_t i = 0; i < v->groups; i++) {
    free(v->group[i].what);
    free(v->group[i].run);
    free(v->group[i].variant);
  }
  free(v->scenario);
  free(v->variant);
  free(v->run);
  free(v->group);
}
