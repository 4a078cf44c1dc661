// fuzz_command_line -- libFuzzer on command lines, an argument a line, the command first: no crash;
// an error is one line of the right kind; what is accepted keeps the bounds of the tables, and the
// values of --set make as many command lines as they have combinations, each key in them once.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/grid.h"
#include "cli/options.h"
#include "cli/tags.h"
#include "cli/verify.h"
#include "require.h"
#include "runs/physical.h"
#include "scenario/scenario_keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGUMENTS = 32 };

static void check_error(const noc_error_t *error) {
  require(error->status == NOC_BAD_INPUT);
  require(error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
}

static void check_range(const range_t *range) {
  if (range->step == 0) {
    return;  // not given
  }
  const size_t count = range_count(range);
  require(count >= 1 && count <= RANGE_POINTS_MAX && range->from >= 1);
  const uint64_t last = range->from + (count - 1) * range->step;
  require(last <= range->to && last + range->step > range->to && range->to <= RANGE_UNIT);
  char out[RANGE_TEXT];
  range_t again = {0};
  char text[3 * RANGE_TEXT];
  (void)snprintf(text, sizeof text, "%s:", range_text(range->from, out));
  (void)snprintf(text + strlen(text), RANGE_TEXT + 1, "%s:", range_text(range->step, out));
  (void)snprintf(text + strlen(text), RANGE_TEXT + 1, "%s", range_text(range->to, out));
  require(range_parse(text, &again) && memcmp(range, &again, sizeof again) == 0);
}

// The values that the commands read themselves.
static void check_values(const cli_t *cli) {
  noc_error_t error = {0};
  double hertz = 0;
  verify_seeds_t seeds;
  uint64_t shapes = 0;
  char tag[TAG_TEXT];
  check_range(&cli->load);
  if (cli->clock != NULL && physical_clock(cli->clock, &hertz)) {
    require(hertz >= 1 && hertz <= 1e15);
  }
  if (verify_parse_seeds(cli->seeds, &seeds, &error)) {
    require(seeds.count >= 1 && (!seeds.given || seeds.first + seeds.count - 1 <= INT64_MAX));
  } else {
    check_error(&error);
  }
  if (!verify_parse_shapes(cli->shapes, &shapes, &error)) {
    check_error(&error);
  }
  for (size_t i = 0; i < cli->tags.count; i++) {
    for (size_t at = 0; tags_next(cli->tags.item[i], &at, tag);) {
      require(tag[0] != '\0' && at <= strlen(cli->tags.item[i]));
    }
  }
}

static void check_grid(const cli_t *cli) {
  noc_error_t error = {0};
  grid_t g;
  if (!grid_read(cli, &g, &error)) {
    check_error(&error);
    grid_free(&g);
    return;
  }
  size_t points = 1;
  for (size_t i = 0; i < g.keys; i++) {
    points *= g.key[i].values > 1 ? g.key[i].values : 1;
  }
  require(g.points == points && points <= GRID_POINTS_MAX);
  for (size_t i = 0; i < g.points; i++) {
    char label[GRID_LABEL];
    const string_list_t *sets = &g.point[i].sets;
    require(sets->count == g.keys && memchr(grid_label(&g, i, label), '\0', GRID_LABEL) != NULL);
    for (size_t k = 0; k < g.keys; k++) {
      const char *value = strchr(sets->item[k], '=');
      require(strcmp(value != NULL ? value + 1 : "", grid_value(&g, i, k)) == 0);
    }
    require(grid_refuse_repeated(&g.point[i], &error) || g.keys > 1);
  }
  grid_free(&g);
}

// The lines as arguments; the caller frees the text.
static char *cut(const uint8_t *data, size_t size, char *argument[ARGUMENTS + 1]) {
  char *text = malloc(size + 1);
  require(text != NULL);
  memcpy(text, data, size);
  text[size] = '\0';
  size_t count = 0;
  for (char *line = text; line != NULL && count < ARGUMENTS;) {
    argument[count++] = strsep(&line, "\n");
  }
  argument[count] = NULL;
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *argument[ARGUMENTS + 1];
  char *text = cut(data, size, argument);
  noc_error_t error = {0};
  const command_t *command = command_find(argument[0], &error);
  if (command == NULL) {
    check_error(&error);
  }
  cli_t cli;
  if (options_parse(command, argument + 1, &cli, &error)) {
    require(cli.help || cli.version || command == NULL ||
            (cli.operands.count >= command->min_operands &&
             cli.operands.count <= command->max_operands && cli.wave_from <= cli.wave_to));
    check_values(&cli);
    check_grid(&cli);
  } else {
    check_error(&error);
  }
  options_free(command, &cli);
  free(text);
  return 0;
}
