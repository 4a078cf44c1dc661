// options -- parsing and help from the tables of commands.c; see options.h.

#include "cli/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/decimal.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "cli/grid.h"
#include "runs/jobs.h"
#include "runs/ranks.h"
#include "runs/run_rewind.h"

enum { GIVEN = 64 };  // more than any command has

// The arguments of one command while they are read.
typedef struct {
  const command_t *command;
  char *const *argument;  // ends with NULL
  cli_t *cli;
  noc_error_t *error;
  const option_t *given[GIVEN];  // those that may be given once
  size_t n_given;
} parser_t;

static void *member(const option_t *option, cli_t *cli) {
  return (char *)cli + option->offset;
}

static bool append(string_list_t *list, const char *text, noc_error_t *error) {
  const char **item = realloc(list->item, (list->count + 1) * sizeof *item);
  char *copy = strdup(text);
  if (item != NULL) {
    list->item = item;
  }
  if (item == NULL || copy == NULL) {
    free(copy);
    return noc_fail(error, NOC_ENVIRONMENT, "nocstep: out of memory");
  }
  list->item[list->count++] = copy;
  return true;
}

static void list_free(string_list_t *list) {
  for (size_t i = 0; i < list->count; i++) {
    free((void *)list->item[i]);
  }
  free(list->item);
  *list = (string_list_t){.item = NULL};
}

// The k-th option of the command: the common ones, those of a scenario, its own; NULL behind the
// last.
static const option_t *option_at(const command_t *command, size_t k) {
  size_t count = 0;
  const option_t *options = common_options(&count);
  if (k >= count && command != NULL && command->scenario) {
    k -= count;
    options = scenario_options(&count);
  }
  if (k < count) {
    return &options[k];
  }
  k -= count;
  return command != NULL && k < command->n_options ? &command->options[k] : NULL;
}

static const char *command_name(const parser_t *p) {
  return p->command != NULL ? p->command->name : "nocstep";
}

enum { OTHERS = 160 };

// The command has an option of this name.
static bool has_option(const command_t *command, const char *name) {
  const option_t *option = NULL;
  for (size_t k = 0; (option = option_at(command, k)) != NULL; k++) {
    if (strcmp(option->name, name) == 0) {
      return true;
    }
  }
  return false;
}

// " (--csv is an option of sweep, paper)": the commands that have the option, or one that is near,
// which this one has not; "" if none has.
static const char *others_hint(const char *name, char out[OTHERS]) {
  size_t count = 0;
  const command_t *list = commands(&count);
  const option_t *option = NULL;
  nearest_t nearest = nearest_start(name);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; (option = option_at(&list[i], k)) != NULL; k++) {
      nearest_offer(&nearest, option->name);
    }
  }
  size_t length = 0;
  out[0] = '\0';
  for (size_t i = 0; nearest.best != NULL && i < count && length < OTHERS; i++) {
    if (has_option(&list[i], nearest.best)) {
      length += length == 0 ? (size_t)snprintf(out, OTHERS, " (--%s is an option of %s",
                                               nearest.best, list[i].name)
                            : (size_t)snprintf(out + length, OTHERS - length, ", %s", list[i].name);
    }
  }
  if (length > 0 && length + 2 < OTHERS) {
    (void)strcpy(out + length, ")");
  }
  return out;
}

// By the name of `length` letters, or by the letter when `name` is one letter behind one dash.
static const option_t *find_option(const parser_t *p, const char *name, bool is_long) {
  size_t length = strcspn(name, "=");
  char cut[64];
  (void)snprintf(cut, sizeof cut, "%.*s", (int)(length < 60 ? length : 60), name);
  nearest_t nearest = nearest_start(cut);
  const option_t *option = NULL;
  for (size_t k = 0; (option = option_at(p->command, k)) != NULL; k++) {
    if (is_long ? strcmp(option->name, cut) == 0
                : option->letter == name[0] && name[0] != '\0' &&
                      (name[1] == '\0' || option->argument != NULL)) {
      return option;
    }
    nearest_offer(&nearest, option->name);
  }
  char others[OTHERS] = "";
  char hint[OTHERS] = "";
  if (nearest.best != NULL) {
    (void)snprintf(hint, sizeof hint, " (nearest: '--%s')", nearest.best);
  } else if (is_long) {
    (void)others_hint(cut, others);
  }
  noc_fail(p->error, NOC_BAD_INPUT, "%s: " SAY_THERE_IS("no option '%s%.60s'%s%s", "one of %s"),
           command_name(p), is_long ? "--" : "-", name, hint, others, nearest.names);
  return NULL;
}

static bool store(const parser_t *p, const option_t *option, const char *value) {
  void *place = member(option, p->cli);
  if (option->type == OPTION_LIST) {
    return append(place, value, p->error);
  }
  if (option->type == OPTION_NUMBER) {
    uint64_t number = 0;
    if (!decimal_parse(value, &number) || number < option->min || number > option->max) {
      return noc_fail(p->error, NOC_BAD_INPUT, "--%s" SAY_IS("'%.60s'", "%llu to %llu"),
                      option->name, value, (unsigned long long)option->min,
                      (unsigned long long)option->max);
    }
    *(uint64_t *)place = number;
    return true;
  }
  if (option->type == OPTION_RANGE) {
    return range_parse(value, place) ||
           noc_fail(p->error, NOC_BAD_INPUT,
                    "--%s" SAY_IS("'%.60s'",
                                  "FROM:STEP:TO such as 0.05:0.05:0.6, with 0 < FROM <= TO <= 1, "
                                  "STEP > 0, up to 6 decimals and %d points"),
                    option->name, value, (int)RANGE_POINTS_MAX);
  }
  if (option->type == OPTION_WORD) {
    nearest_t nearest = nearest_start(value);
    const char *const *word = option->words;
    while (*word != NULL && strcmp(*word, value) != 0) {
      nearest_offer(&nearest, *word++);
    }
    if (*word == NULL) {
      return noc_fail(p->error, NOC_BAD_INPUT, "--%s" SAY_IS("'%.60s'%s", "%s"), option->name,
                      value, nearest_hint(&nearest), nearest.names);
    }
  } else if (*value == '\0') {
    return noc_fail(p->error, NOC_BAD_INPUT, "--%s" SAY_IS("empty", "%s"), option->name,
                    option->argument);
  }
  *(const char **)place = value;
  return true;
}

// An option that stands for a key of the scenario goes into the list of --set, in its order.
static bool store_set(const parser_t *p, const option_t *option, const char *value) {
  if (option->sets == NULL) {
    return true;
  }
  char *set = NULL;
  const string_list_t *sets = &p->cli->sets;
  const size_t length = strlen(option->sets);
  size_t before = sets->count;
  for (size_t i = 0; option->type == OPTION_WORDS && i < sets->count; i++) {
    const char *item = sets->item[i];
    before = strncmp(item, option->sets, length) == 0 && item[length] == '=' ? i : before;
  }
  const bool joins = before < sets->count;
  if ((joins ? asprintf(&set, "%s %s", sets->item[before], value)
             : asprintf(&set, "%s=%s", option->sets, value)) < 0) {
    return memory_fail(p->error, "the options");
  }
  p->cli->has_seed |= option->offset == offsetof(cli_t, seed);
  if (joins) {
    free((void *)sets->item[before]);
    sets->item[before] = set;
    return true;
  }
  const bool ok = append(&p->cli->sets, set, p->error);
  free(set);
  return ok;
}

static bool is_given(const parser_t *p, const char *name) {
  for (size_t i = 0; i < p->n_given; i++) {
    if (strcmp(p->given[i]->name, name) == 0) {
      return true;
    }
  }
  return false;
}

// Refuses an option a second time, but those that may repeat: a result that was asked for would not
// be there. Where it is a key, grid_refuse_repeated() does so.
static bool once(parser_t *p, const option_t *option, const char *value) {
  if (option->type == OPTION_LIST || option->sets != NULL) {
    return true;
  }
  if (is_given(p, option->name)) {
    return noc_fail(p->error, NOC_BAD_INPUT,
                    "--%s" SAY_IS("'%.60s' as well, a second time", "given once"), option->name,
                    value);
  }
  assert(p->n_given < GIVEN);
  p->given[p->n_given++] = option;
  return true;
}

// Reads the option at p->argument, and its value.
static bool read_option(parser_t *p) {
  const char *argument = *p->argument++;
  bool is_long = argument[1] == '-';
  const char *name = argument + (is_long ? 2 : 1);
  const option_t *option = find_option(p, name, is_long);
  if (option == NULL) {
    return false;
  }
  const char *value = is_long ? strchr(name, '=') : NULL;
  if (!is_long && name[1] != '\0') {  // -j4
    value = name;
  }
  if (option->argument == NULL) {
    if (value != NULL) {
      return noc_fail(p->error, NOC_BAD_INPUT,
                      "--%s" SAY_IS("given the argument '%.60s'", "given none"), option->name,
                      value + 1);
    }
    bool *flag = member(option, p->cli);
    const bool before = *flag;
    *flag = true;
    return before || store_set(p, option, "true");
  }
  if (value != NULL) {
    value++;
  } else if (*p->argument != NULL) {
    value = *p->argument++;
  } else {
    return noc_fail(p->error, NOC_BAD_INPUT,
                    "--%s" SAY_IS("without its argument", "followed by %s"), option->name,
                    option->argument);
  }
  return once(p, option, value) && store(p, option, value) && store_set(p, option, value);
}

// Standard output and folders are refused where the file is opened.
static bool is_fst(const char *path) {
  const size_t length = strlen(path);
  return strcmp(path, "-") == 0 || (length > 4 && strcmp(path + length - 4, ".fst") == 0);
}

// Refuses the mistakes that only the whole command line shows.
static bool check(const parser_t *p) {
  const cli_t *cli = p->cli;
  const command_t *command = p->command;
  if (cli->help || cli->version || command == NULL) {
    return true;
  }
  size_t count = cli->operands.count;
  // A checkpoint has its scenario.
  if (count < command->min_operands && cli->resume == NULL) {
    return noc_fail(p->error, NOC_BAD_INPUT, "%s: " SAY_THERE_IS("no %s", "nocstep %s %s"),
                    command->name, command->operands, command->name, command->operands);
  }
  if (count > command->max_operands) {
    return noc_fail(p->error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("'%.60s' as well", "nocstep %s %s"), command->name,
                    cli->operands.item[command->max_operands], command->name, command->operands);
  }
  if (!command->grid && !grid_refuse_repeated(cli, p->error)) {
    return false;
  }
  if (cli->wave_from > cli->wave_to) {
    return noc_fail(p->error, NOC_BAD_INPUT,
                    "--wave-to" SAY_IS("a cycle before that of --wave-from", "%llu or more"),
                    (unsigned long long)cli->wave_from);
  }
  if (cli->wave != NULL && !is_fst(cli->wave)) {
    return noc_fail(
        p->error, NOC_BAD_INPUT,
        "--wave" SAY_IS(
            "'%.200s'",
            "FILE.fst, since waves are written as FST only (GTKWave's fst2vcd makes VCD of it)"),
        cli->wave);
  }
  bool has_window = cli->wave_from != 0 || cli->wave_to != UINT64_MAX;
  if (has_window && cli->wave == NULL) {
    return noc_fail(
        p->error, NOC_BAD_INPUT,
        "%s: " SAY_THERE_IS("--wave-from or --wave-to without --wave", "--wave as well"),
        command->name);
  }
  const char *of_report = cli->window != NULL                ? "window"
                          : is_given(p, "checkpoint-memory") ? "checkpoint-memory"
                                                             : NULL;
  return of_report == NULL || cli->report != NULL ||
         noc_fail(p->error, NOC_BAD_INPUT,
                  "%s: " SAY_THERE_IS("--%s without --report", "--report as well"), command->name,
                  of_report);
}

bool options_parse(const command_t *command, char *const argv[], cli_t *cli, noc_error_t *error) {
  *cli = (cli_t){.wave_to = UINT64_MAX,
                 .until = UINT64_MAX,
                 .threads = 1,
                 .jobs = ranks_share(jobs_processors()),
                 .max_failures = 10,
                 .checkpoint_memory = REWIND_MIB,
                 .ports = 1,
                 .search_limit = 120,
                 .block_bytes = 1024,
                 .rounds = 1,
                 .search_seed = 1};
  parser_t p = {.command = command, .argument = argv, .cli = cli, .error = error};
  bool only_operands = false;
  while (*p.argument != NULL) {
    const char *argument = *p.argument;
    bool is_option = !only_operands && argument[0] == '-' && argument[1] != '\0';
    if (is_option && strcmp(argument, "--") == 0) {
      only_operands = true;
      p.argument++;
    } else if (is_option) {
      if (!read_option(&p)) {
        return false;
      }
    } else if (!append(&cli->operands, *p.argument++, error)) {
      return false;
    }
  }
  cli->scenario = cli->operands.count > 0 ? cli->operands.item[0] : NULL;
  cli->progress = cli->quiet              ? PROGRESS_NONE
                  : isatty(STDERR_FILENO) ? PROGRESS_TERMINAL
                                          : PROGRESS_LINES;
  return check(&p);
}

void options_free(const command_t *command, cli_t *cli) {
  list_free(&cli->operands);
  list_free(&cli->sets);
  const option_t *option = NULL;
  for (size_t k = 0; (option = option_at(command, k)) != NULL; k++) {
    if (option->type == OPTION_LIST) {
      list_free(member(option, cli));
    }
  }
}

static void help_line(const option_t *option, FILE *out) {
  char letter[8] = "    ";
  char name[40];
  if (option->letter != 0) {
    (void)snprintf(letter, sizeof letter, "-%c, ", option->letter);
  }
  (void)snprintf(name, sizeof name, "--%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
  (void)fprintf(out, "  %s%-22s %s\n", letter, name, option->help);
}

void options_help(const command_t *command, FILE *out) {
  if (command != NULL) {
    (void)fprintf(out, "usage: nocstep %s %s [OPTION...]\n\n%s\n\noptions:\n", command->name,
                  command->operands, command->summary);
  } else {
    size_t count = 0;
    const command_t *list = commands(&count);
    (void)fputs(
        "usage: nocstep COMMAND [OPTION...]\n\n"
        "Runs networks-on-chip, the RTL and its golden model cycle by cycle.\n\n"
        "commands:\n",
        out);
    for (size_t i = 0; i < count; i++) {
      (void)fprintf(out, "  %-10s %-13s %s\n", list[i].name, list[i].operands, list[i].summary);
    }
    (void)fputs("\noptions of all commands:\n", out);
  }
  const option_t *option = NULL;
  for (size_t k = 0; (option = option_at(command, k)) != NULL; k++) {
    help_line(option, out);
  }
  (void)fputs(
      "\nexit status: 0 passed; 1 a check failed; 2 bad input or usage; 3 the environment "
      "lacks\nsomething (a tool, disk, memory); 4 a bug in nocstep; 130 interrupted\n",
      out);
}
