// wave_gtkw -- GTKWave's save file (wave_save.h): groups can be closed, 26 markers have names.

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_save.h"

// Flags of a line in a save file, as GTKWave writes them.
#define TITLE        "@200"
#define OPEN_BEGIN   "@800200"
#define OPEN_END     "@1000200"
#define CLOSED_BEGIN "@c00200"
#define CLOSED_END   "@1401200"

static const char *const kShow[] = {[SAVE_HEX] = "@22",
                                    [SAVE_DEC] = "@24",
                                    [SAVE_BIN] = "@28",
                                    [SAVE_KIND] = "@100000028",
                                    [SAVE_TEXT] = "@820"};
static const int kColor[] = {[SAVE_RTL] = 2, [SAVE_REF] = 6, [SAVE_LINK] = 3};

// The window, in pixels. The names get as much as the longest needs, whatever is written here, and
// values only what is left of it: so no name is longer than SAVE_LETTERS, and values have room.
enum {
  WINDOW_WIDTH = 1600,
  WINDOW_HEIGHT = 1000,
  TREE_WIDTH = 24,  // closed, since all signals are in the list
  LETTER_WIDTH = 8,
  VALUE_LETTERS = 18,
  SIGNALS_WIDTH = (SAVE_LETTERS + VALUE_LETTERS) * LETTER_WIDTH
};

// This zoom makes a cycle some 90 pixels wide, enough for a flit as text, and shows ten.
static const char kZoom[] = "-4.500000";

static void begin(save_t *s) {
  (void)fprintf(s->out, "[dumpfile] \"%s\"\n", s->dump);
  (void)fprintf(s->out, "[timestart] %" PRIu64 "\n", s->start);
  (void)fprintf(s->out, "[size] %d %d\n[pos] -1 -1\n", WINDOW_WIDTH, WINDOW_HEIGHT);
  (void)fprintf(s->out, "*%s %s%" PRIu64, kZoom, s->marked ? "" : "-", s->marked ? s->marker : 1);
  for (unsigned i = 0; i < SAVE_MARKS; i++) {
    (void)fprintf(s->out, " %s%" PRIu64, i < s->marks ? "" : "-",
                  i < s->marks ? s->mark[i].time : 1);
  }
  (void)fprintf(s->out, "\n");
  for (unsigned i = 0; i < s->marks; i++) {
    (void)fprintf(s->out, "[markername] %c%s\n", 'A' + (char)i, s->mark[i].name);
  }
  (void)fprintf(s->out, "[sst_width] %d\n[signals_width] %d\n[sst_expanded] 0\n", TREE_WIDTH,
                SIGNALS_WIDTH);
}

static void group(save_t *s, bool open, const char *title) {
  (void)fprintf(s->out, "%s\n-%s\n", open ? OPEN_BEGIN : CLOSED_BEGIN, title);
}

static void group_end(save_t *s, bool open, const char *title) {
  (void)fprintf(s->out, "%s\n-%s\n", open ? OPEN_END : CLOSED_END, title);
}

static void comment(save_t *s, const char *text, size_t length) {
  (void)fprintf(s->out, "%s\n-%.*s\n", TITLE, (int)length, text);
}

static void wave_signal(save_t *s, const save_signal_t *signal) {
  assert(signal->scope != NULL);
  (void)fprintf(s->out, "%s\n", kShow[signal->show]);
  if (signal->color != SAVE_PLAIN) {
    (void)fprintf(s->out, "[color] %d\n", kColor[signal->color]);
  }
  if (signal->alias != NULL) {
    (void)fprintf(s->out, "+{%s} ", signal->alias);
  }
  (void)fprintf(s->out, "noc.%s%s%s", signal->scope, (*signal->scope != '\0') ? "." : "",
                signal->name);
  if (signal->bits > 1) {
    (void)fprintf(s->out, "[%u:0]", signal->bits - 1);
  }
  (void)fprintf(s->out, "\n");
}

static void end(save_t *s) {
  (void)s;
}

const save_format_t kSaveGtkw = {begin, group, group_end, comment, wave_signal, end};
