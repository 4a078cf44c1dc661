// fuzz_scenario -- libFuzzer on scenario files: no crash; an error is one line of the right kind;
// what is accepted is written as YAML that reads back as the same scenario. Input behind a line
// "%set" is taken as `--set` arguments, one a line.
//
//   clang -std=c17 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -Icsim
//     tests/fuzz/fuzz_scenario.c csim/topology/*.c csim/network/{error,nearest,decimal}.c
//     csim/network/scenario*.c -lyaml -ljansson
//   ./a.out -dict=tests/fuzz/scenario.dict NEW_CORPUS tests/fuzz/corpus_scenario

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "scenario/scenario_json.h"
#include "scenario/scenario_load.h"
#include "setup/scenario.h"
#include "workload/multicasts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Writes the scenario; the caller frees the text.
static char *written(const scenario_t *s) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  require(out != NULL);
  require(scenario_write_yaml(s, out));
  require(fclose(out) == 0);
  return text;
}

static void check_scenario(const scenario_t *s) {
  require(s->topology != NULL && s->vcs >= 1 && s->vcs <= 16 && s->vcs % s->networks == 0);
  const unsigned longest =
      s->workload == WORKLOAD_COLLECTIVE ? scenario_longest(s) : s->packet_flits;
  // 0 of a plan and of multicasts: as long as the network takes; of a program, or up to 16.
  const bool cut = s->workload == WORKLOAD_PLAN || s->workload == WORKLOAD_MULTICASTS ||
                   s->workload == WORKLOAD_EXTERNAL;
  require(s->depth >= 1 && (longest >= 1 || cut));
  require(s->workload != WORKLOAD_MULTICASTS ||
          (s->degree.longest >= 1 && s->degree.longest < s->topology->nodes && s->load <= 1 &&
           s->message_flits >= 1 && multicasts_packet_flits(s) >= 1));
  require(s->route != NULL && s->routing != NULL);
  require(!s->cut_through || longest <= s->depth);
  for (unsigned i = 0; i < s->classes; i++) {
    const scenario_class_t *c = &s->traffic[i];
    require(c->load >= 0 && c->load <= 1 && c->packet_flits.longest >= 1);
    require(!s->cut_through || c->packet_flits.longest <= s->depth);
    require(!s->listed || c->network < s->networks);
  }

  noc_error_t error = {0};
  char *first = written(s);
  scenario_t *again = scenario_parse(first, strlen(first), "again", NULL, 0, &error);
  require(again != NULL);
  char *second = written(again);
  require(strcmp(first, second) == 0);
  json_t *json = scenario_json(s);
  json_t *json_again = scenario_json(again);
  require(json != NULL && json_equal(json, json_again));
  json_decref(json);
  json_decref(json_again);
  scenario_free(again);
  free(first);
  free(second);
}

// Cuts the text at a line "%set" and the rest into lines; returns how many.
static size_t cut_sets(char *text, const char *sets[], size_t max) {
  size_t count = 0;
  char *line = strstr(text, "\n%set\n");
  if (line == NULL) {
    return 0;
  }
  line[1] = '\0';
  line += strlen("\n%set\n");
  while (count < max && *line != '\0') {
    sets[count++] = line;
    line += strcspn(line, "\n");
    if (*line == '\n') {
      *line++ = '\0';
    }
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { MAX_SETS = 8 };
  const char *sets[MAX_SETS];
  char *text = malloc(size + 1);
  require(text != NULL);
  memcpy(text, data, size);
  text[size] = '\0';
  size_t n_sets = cut_sets(text, sets, MAX_SETS);
  size_t length = n_sets > 0 ? strlen(text) : size;
  noc_error_t error = {0};
  scenario_t *s = scenario_parse(text, length, "fuzz.yaml", sets, n_sets, &error);
  if (s == NULL) {
    require(error.status == NOC_BAD_INPUT);
    require(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
  } else {
    check_scenario(s);
  }
  scenario_free(s);
  free(text);
  return 0;
}
