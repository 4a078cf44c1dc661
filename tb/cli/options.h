// options -- the commands and their options, as tables. They drive parsing, `--help`, the hints for
// unknown names, and whatever else describes the command line (man page, completion).

#ifndef NOCSTEP_OPTIONS_H
#define NOCSTEP_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "runs/cli.h"

typedef enum {
  OPTION_FLAG,    // bool, without an argument
  OPTION_TEXT,    // const char *
  OPTION_LIST,    // string_list_t; may be given several times
  OPTION_NUMBER,  // uint64_t, 0 to `max`
  OPTION_WORD,    // const char *, one of `words`
  OPTION_RANGE,   // range_t, FROM:STEP:TO
  OPTION_WORDS    // const char *; may be given several times: its key gets all, with blanks between
} option_type_t;

typedef struct {
  const char *name;      // "seed", written --seed
  const char *argument;  // "S"; NULL for a flag
  const char *help;      // one line
  char letter;           // 'v' for -v; 0: none
  option_type_t type;
  size_t offset;             // of the member of cli_t
  const char *sets;          // the scenario key it sets as well, "run.seed"; or NULL
  uint64_t min, max;         // OPTION_NUMBER
  const char *const *words;  // OPTION_WORD, ends with NULL
} option_t;

// The other ranks of mpirun do this of a command: nothing, it is refused; some of its runs; a part
// of its network.
typedef enum { RANKS_REFUSED, RANKS_RUNS, RANKS_SPLIT } command_ranks_t;

typedef struct {
  const char *name;
  const char *operands;  // "SCENARIO", "[TOPIC]"
  size_t min_operands;
  size_t max_operands;
  const char *summary;  // one line
  bool scenario;        // has the options that change a scenario
  bool grid;            // --set may give a key several values
  command_ranks_t ranks;
  const option_t *options;  // its own, beside those of all commands
  size_t n_options;
  int (*run)(const cli_t *cli);
} command_t;

const command_t *commands(size_t *count);
const option_t *common_options(size_t *count);
// Those of all commands that take a scenario.
const option_t *scenario_options(size_t *count);

// NULL with the error filled when there is no such command.
const command_t *command_find(const char *name, noc_error_t *error);

// Parses what follows the command's name, up to a NULL; `command` NULL takes the common options
// only. Fills *cli, to be freed with options_free() of the same command in any case.
bool options_parse(const command_t *command, char *const argv[], cli_t *cli, noc_error_t *error);
void options_free(const command_t *command, cli_t *cli);

// The text of `nocstep --help` (command NULL) or `nocstep COMMAND --help`.
void options_help(const command_t *command, FILE *out);

#endif
