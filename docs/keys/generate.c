// generate -- prints docs/keys.md from the table of scenario keys. `make man` writes the file;
// tests/cli/test_docs.sh holds the two together.

#include <stdio.h>
#include <string.h>

#include "scenario/scenario_keys.h"

enum { TEXT = 1024 };

// A cell of a table: a bar would end it.
static void cell(const char *s) {
  for (; *s != '\0'; s++) {
    (void)fputs(*s == '|' ? "\\|" : (const char[]){*s, '\0'}, stdout);
  }
}

static void print_words(const scenario_key_t *key) {
  const char *before = ": ";
  for (size_t i = 0; key_word(key, i).name != NULL; i++) {
    const scenario_word_t word = key_word(key, i);
    if (*word.meaning != '\0') {
      (void)printf("%s`%s` ", before, word.name);
      cell(word.meaning);
      before = "; ";
    }
  }
}

static void print_key(const scenario_key_t *key) {
  char accepted[TEXT];
  char workloads[KEY_WORKLOADS];
  (void)printf("| `%s` | ", key->name);
  cell(key_accepted(key, accepted, sizeof accepted));
  (void)fputs(" | ", stdout);
  if (key->otherwise != NULL) {
    (void)printf("`%s`", key->otherwise);
  } else if (!key->optional && !key->selects) {
    (void)fputs("required", stdout);
  }
  (void)fputs(" | ", stdout);
  cell(key_workloads(key, workloads));
  if (key_is_bound(key)) {
    char with[KEY_WITH];
    (void)printf("%s`%s` %s", *workloads != '\0' ? ": " : "", key_selector(key)->name,
                 key_with(key, with));
  }
  (void)fputs(" | ", stdout);
  cell(key->help);
  print_words(key);
  (void)puts(" |");
}

static void print_section(const char *section, const char *title) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  (void)printf("\n## %s\n\n| key | values | default | with | what it is |\n|---|---|---|---|---|\n",
               title);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(key[i].section, section) == 0) {
      print_key(&key[i]);
    }
  }
}

int main(void) {
  (void)puts(
      "# Scenario keys\n\n"
      "All keys of a scenario, made from the table that reads them (`make man`). `nocstep list "
      "keys` "
      "prints the same list. A scenario is a YAML file; every section is a mapping of its keys:\n\n"
      "```yaml\n"
      "topology: mesh:8x8\n"
      "router:   {vcs: 4, depth: 8, switching: wormhole}\n"
      "workload: {traffic: uniform, load: 0.2, packet_flits: 4}\n"
      "run:      {router: lockstep, seed: 1, warmup: 1000, cycles: 20000}\n"
      "```\n\n"
      "Any key can be set on the command line: `--set router.vcs=2`, and those of a class by its "
      "number: `--set workload.classes.0.load=0.1`. The keys `traffic`, `classes`, `collective`, "
      "`plan` and `trace` choose the workload, and one of them is required. The column `with` "
      "names "
      "the workloads that have the key, and behind a colon the values of another key that it goes "
      "with; where it is empty, every workload has the key. `-v` prints the whole scenario of a "
      "run, with all defaults.");
  print_section("", "Top level");
  print_section("router", "router");
  print_section("link", "link");
  print_section("workload", "workload");
  print_section("coding", "coding");
  print_section("host", "host");
  print_section("run", "run");
  print_section("run.jitter", "run.jitter");
  print_section("run.link_faults", "run.link_faults");
  return 0;
}
