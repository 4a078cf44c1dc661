// plot -- pictures through gnuplot: PNG or SVG, by the end of the file's name. A picture is there
// in full or not at all, as all result files.

#ifndef NOCSTEP_PLOT_H
#define NOCSTEP_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/cli.h"
#include "network/error.h"

// Before the runs: is every name of this option ("--plot") a .png or .svg that can be written, and is
// gnuplot there?
bool plot_check(const char *option, const string_list_t *paths, noc_error_t *error);

enum { PLOT_WIDTH = 900 };  // in pixels; a PNG has twice as many, also in its height

// Draws the picture, `height` pixels high: the commands that write_script() writes go to gnuplot,
// behind those that choose the format, the fonts and the lines. `rows` lie below each other.
typedef struct {
  unsigned height;
  void (*write_script)(const void *context, FILE *script);
  const void *context;
} plot_t;
bool plot_draw(const char *path, const plot_t *plot, noc_error_t *error);

// Text in single quotes for a script: gnuplot runs what stands between backquotes in double ones.
void plot_text(FILE *script, const char *text);

// A colour of the palette of Okabe and Ito (2008), which the colour-blind can tell apart.
const char *plot_colour(size_t i);

#endif
