// series -- what a command compares: every scenario of its operands with its own topology, or with
// each of those of --topology, and that with each combination of the values of a grid.
//
//   static bool take(void *context, const series_t *one, noc_error_t *error);
//   if (!series_each(cli, NULL, take, &all, &error)) ...

#ifndef NOCSTEP_SERIES_H
#define NOCSTEP_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/grid.h"
#include "runs/cli.h"
#include "setup/scenario.h"

typedef struct {
  const cli_t *cli;  // of a grid that of its point
  size_t point;      // of the grid
  const char *file;  // as given on the command line
  const char *text;  // what it holds
  size_t length;
  const char *topology;  // of --topology, in the place of the scenario's own; NULL: not given
  const char *name;  // in tables and legends: what differs of the file, the topology and the point
} series_t;

// Reads every file once (it may be a pipe) and gives its series to take(), in the order of the
// command line, all topologies of a file together; `grid` may be NULL. False with *error filled
// when a file cannot be read, a topology is given twice, or take() has returned false.
bool series_each(const cli_t *cli, const grid_t *grid,
                 bool (*take)(void *context, const series_t *one, noc_error_t *error),
                 void *context, noc_error_t *error);
// How many take() gets without a grid.
size_t series_count(const cli_t *cli);

// Its scenario: with --set, the topology, and then `set` ("workload.load=0.1"; NULL: none). On
// error NULL with a line that names the topology.
scenario_t *series_scenario(const series_t *one, const char *set, noc_error_t *error);

#endif
