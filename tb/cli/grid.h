// grid -- a design space: every combination of the values that --set gives to keys. Commas stand
// between values of numbers and choices; a key whose text may hold commas has --set once for each.
//
//   grid_t g;
//   if (!grid_read(cli, &g, &error)) ...
//   for (size_t i = 0; i < g.points; i++) ... g.point[i].sets has each key once ...
//   grid_free(&g);

#ifndef NOCSTEP_GRID_H
#define NOCSTEP_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "runs/cli.h"

enum { GRID_POINTS_MAX = 1000 };

// A key with its values; with more than one it is an axis of the grid.
typedef struct {
  char *key;     // "router.vcs"
  char **value;  // [values]; a set without '=' has none, and is its own key
  size_t values;
} grid_key_t;

typedef struct {
  grid_key_t *key;  // in the order of the command line
  size_t keys;
  size_t axes;    // keys with several values
  cli_t *point;   // [points] the command line of each combination, the last key varies first
  size_t points;  // 1 without axes
} grid_t;

// False with *error filled; grid_free() in any case.
bool grid_read(const cli_t *cli, grid_t *g, noc_error_t *error);
void grid_free(grid_t *g);

// The value that a point has of a key.
const char *grid_value(const grid_t *g, size_t point, size_t key);
// Its values are numbers.
bool grid_is_number(const grid_t *g, size_t key);
// "vcs=2 depth=4", the axes of a point; "" without any.
enum { GRID_LABEL = 160 };
const char *grid_label(const grid_t *g, size_t point, char out[GRID_LABEL]);

// For the commands that have no grid: no key is set twice.
bool grid_refuse_repeated(const cli_t *cli, noc_error_t *error);

#endif
