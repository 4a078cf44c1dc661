// plot -- pictures through gnuplot: PNG or SVG, by the end of the file's name. A picture is there
// in full or not at all, as all result files.

#ifndef NOCSTEP_PLOT_H
#define NOCSTEP_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "runs/cli.h"

// Before the runs: is every name of this option ("--plot") a .png or .svg that can be written, and
// is gnuplot there?
bool plot_check(const char *option, const string_list_t *paths, noc_error_t *error);

enum { PLOT_WIDTH = 900 };  // in pixels; a PNG has twice as many, also in its height

// Draws the picture, `height` pixels high: the commands that write_script() writes go to gnuplot,
// behind those that choose the format, the fonts and the lines.
typedef struct {
  unsigned height;
  void (*write_script)(const void *context, FILE *script);
  const void *context;
  unsigned width;  // 0: PLOT_WIDTH
} plot_t;
bool plot_draw(const char *path, const plot_t *plot, noc_error_t *error);

// A picture of many parts gets more columns, and wider, until it is no higher than that many times
// its width: the next number of columns with which so many parts have fewer rows.
#define PLOT_HIGHEST 1.7
unsigned plot_more_columns(size_t parts, unsigned columns);

// Text in single quotes for a script: gnuplot runs what stands between backquotes in double ones.
void plot_text(FILE *script, const char *text);

// How the i-th curve of a picture looks, or the i-th of a group of bars. No two of the first
// PLOT_MARKED curves have the same colour and mark, and of the first PLOT_LOOKS the lines differ
// where colour and mark do not; of so many bars, PLOT_MARKED, colour and fill differ.
typedef struct {
  const char
      *colour;       // of the palette of Okabe and Ito (2008): the colour-blind can tell them apart
  unsigned mark;     // gnuplot's pointtype, filled; the number before is the same hollow
  unsigned dash;     // gnuplot's dashtype
  const char *fill;  // gnuplot's fillstyle
} plot_look_t;
enum { PLOT_COLOURS = 8, PLOT_MARKED = 48, PLOT_LOOKS = 144 };
plot_look_t plot_look(size_t i);

#endif
