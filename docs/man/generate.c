// generate -- prints nocstep.1 from the tables of commands, options and scenario keys.
// `make man` writes the file; tests/cli/test_docs.sh holds the two together.

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "scenario/scenario_keys.h"

// Text with what roff would read as its own escaped.
static void text(const char *s) {
  if (*s == '.' || *s == '\'') {
    (void)fputs("\\&", stdout);
  }
  for (; *s != '\0'; s++) {
    switch (*s) {
      case '\\':
        (void)fputs("\\e", stdout);
        break;
      case '-':
        (void)fputs("\\-", stdout);
        break;
      case '\'':
        (void)fputs("\\(aq", stdout);
        break;
      default:
        (void)putchar(*s);
    }
  }
}

static void print_option(const option_t *option) {
  (void)puts(".TP");
  if (option->letter != 0) {
    (void)printf("\\fB\\-%c\\fR, ", option->letter);
  }
  (void)fputs("\\fB\\-\\-", stdout);
  text(option->name);
  (void)fputs("\\fR", stdout);
  if (option->argument != NULL) {
    (void)fputs(" \\fI", stdout);
    text(option->argument);
    (void)fputs("\\fR", stdout);
  }
  (void)putchar('\n');
  text(option->help);
  (void)putchar('\n');
}

static void print_options(const char *title, const option_t *options, size_t count) {
  (void)printf(".SS %s\n", title);
  for (size_t i = 0; i < count; i++) {
    print_option(&options[i]);
  }
}

static void print_synopsis(void) {
  size_t count = 0;
  const command_t *command = commands(&count);
  (void)puts(".SH SYNOPSIS");
  for (size_t i = 0; i < count; i++) {
    (void)printf("%s.B nocstep %s\n.RI ", i > 0 ? ".br\n" : "", command[i].name);
    (void)fputs("\"", stdout);
    text(command[i].operands);
    (void)puts(" \" [ OPTION ...]");
  }
}

static void print_commands(void) {
  size_t count = 0;
  const command_t *command = commands(&count);
  (void)puts(".SH COMMANDS");
  for (size_t i = 0; i < count; i++) {
    (void)printf(".TP\n\\fB%s\\fR \\fI", command[i].name);
    text(command[i].operands);
    (void)puts("\\fR");
    text(command[i].summary);
    (void)putchar('\n');
  }
}

static void print_all_options(void) {
  size_t count = 0;
  const option_t *options = common_options(&count);
  (void)puts(".SH OPTIONS");
  print_options("Of all commands", options, count);
  options = scenario_options(&count);
  print_options("Of commands that take a scenario", options, count);
  size_t n_commands = 0;
  const command_t *command = commands(&n_commands);
  for (size_t i = 0; i < n_commands; i++) {
    if (command[i].n_options > 0) {
      char title[64];
      (void)snprintf(title, sizeof title, "Of %s", command[i].name);
      print_options(title, command[i].options, command[i].n_options);
    }
  }
}

// Names the keys that choose the workloads in `kinds`.
static void print_selectors(unsigned kinds) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  const char *before = "";
  for (size_t i = 0; i < count; i++) {
    if (key[i].selects && (key[i].kinds & kinds) != 0) {
      (void)fputs(before, stdout);
      text(key[i].name);
      if (key[i].words != NULL && key[i].words[1].name == NULL) {  // one of its values
        (void)fputs(": ", stdout);
        text(key[i].words[0].name);
      }
      before = " or ";
    }
  }
}

static unsigned all_kinds(void) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  unsigned kinds = 0;
  for (size_t i = 0; i < count; i++) {
    kinds |= key[i].kinds;
  }
  return kinds;
}

// Which workloads have the key, when not all have it.
static void print_kinds(const scenario_key_t *key) {
  if (key->kinds == all_kinds() || key->selects) {
    return;
  }
  (void)fputs("With a workload of ", stdout);
  if (key->list_only) {
    text("classes, in an entry of the list");
  } else {
    print_selectors(key->kinds);
  }
  if (key_is_bound(key)) {
    char with[KEY_WITH];
    (void)fputs(": ", stdout);
    text(key_with_between(key, " ", " ", with));
  }
  (void)puts(".");
}

static void print_key(const scenario_key_t *key) {
  char accepted[1024];
  (void)fputs(".TP\n\\fB", stdout);
  text(key->section);
  (void)fputs(*key->section != '\0' ? "." : "", stdout);
  text(key->name);
  (void)puts("\\fR");
  print_kinds(key);
  (void)fputs("Accepted: ", stdout);
  text(key_accepted(key, accepted, sizeof accepted));
  if (key->otherwise != NULL && *key->otherwise != '\0') {
    (void)fputs("; default ", stdout);
    text(key->otherwise);
  } else if (key->otherwise == NULL && !key->selects && !key->optional) {
    (void)fputs("; required", stdout);
  }
  (void)puts(".");
  for (size_t i = 0; key_word(key, i).name != NULL; i++) {
    const scenario_word_t word = key_word(key, i);
    if (*word.meaning != '\0') {
      (void)fputs(".br\n\\fI", stdout);
      text(word.name);
      (void)fputs("\\fR: ", stdout);
      text(word.meaning);
      (void)putchar('\n');
    }
  }
}

static void print_scenario(void) {
  size_t count = 0;
  const scenario_key_t *key = scenario_keys(&count);
  (void)puts(
      ".SH SCENARIO\n"
      "A YAML file with the sections \\fBrouter\\fR, \\fBworkload\\fR and \\fBrun\\fR. Any key can "
      "be set\non the command line: \\fB\\-\\-set router.vcs=2\\fR. One of the keys that choose "
      "the "
      "workload\nis required:");
  print_selectors(all_kinds());
  (void)puts(".");
  for (size_t i = 0; i < count; i++) {
    print_key(&key[i]);
  }
}

int main(void) {
  (void)puts(
      ".\\\" Made by docs/man/generate.c from the tables of the command: make man\n"
      ".TH NOCSTEP 1 \"\" nocstep\n"
      ".SH NAME\n"
      "nocstep \\- run networks\\-on\\-chip, RTL and golden model in lockstep");
  print_synopsis();
  (void)puts(
      ".SH DESCRIPTION\n"
      "Runs a network\\-on\\-chip cycle by cycle: as golden models in C, as Verilated RTL, or as "
      "both\nin lockstep, where every output and every architectural register is compared after "
      "every\nclock edge. What is run is described by a scenario; \\- as its name is standard "
      "input.");
  print_commands();
  print_all_options();
  print_scenario();
  (void)puts(
      ".SH EXIT STATUS\n"
      ".TP\n0\nPassed.\n"
      ".TP\n1\nA check failed: mismatch, scoreboard, deadlock, stall.\n"
      ".TP\n2\nBad input or usage; one line on standard error says what was found and what is "
      "accepted.\n"
      ".TP\n3\nThe environment lacks something: a tool, disk, memory.\n"
      ".TP\n4\nA bug in nocstep.\n"
      ".TP\n130\nInterrupted; partial results are written.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n.B NOCSTEP_PLUGINS\nThe folder of the Verilator plug\\-ins. It must belong to the "
      "user or to root, and nobody else may write to it.\n"
      ".TP\n.B NOCSTEP_HOME\nThe folder with rtl, tb and csim that plug\\-ins are built from.\n"
      ".TP\n.B VERILATOR, CXX\nThe programs that build them: verilator and g++, or clang++.\n"
      ".SH FILES\n"
      ".TP\n.I build/plugins\nPlug\\-ins, beside the executable; kept, and built anew when the RTL "
      "changes.\n"
      ".TP\n.I tests/scenarios\nScenarios to start from; \\fBnocstep list scenarios\\fR names "
      "them.\n"
      ".SH EXAMPLES\n"
      ".nf\n"
      "nocstep run tests/scenarios/demo_uniform.yaml\n"
      "nocstep run my.yaml \\-\\-router ref \\-\\-set router.vcs=8 \\-\\-seed 7\n"
      "nocstep run my.yaml \\-\\-wave out.fst \\-\\-wave\\-from 500 \\-\\-wave\\-to 700\n"
      ".fi\n"
      ".SH SEE ALSO\n"
      ".BR verilator (1),\n.BR gtkwave (1)");
  return 0;
}
