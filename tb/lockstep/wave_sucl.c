// wave_sucl -- a command file of Surfer (wave_save.h), as its documentation has the commands
// (docs.surfer-project.org, "Commands"): surfer FILE.fst --command-file FILE.sucl. It cannot close
// groups, so that what is in a closed one is left out, and titles are dividers. A '#' begins a
// comment, ';' ends a command.

#include <inttypes.h>
#include <string.h>

#include "lockstep/wave_surfer.h"

static void begin(save_t *s) {
  (void)fputs("# A command file of Surfer: surfer FILE.fst --command-file FILE.sucl\n", s->out);
}

// One word: blanks would end it.
static void word(const save_t *s, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    (void)fputc(strchr(" #;", text[i]) != NULL ? '_' : text[i], s->out);
  }
}

static void comment(save_t *s, const char *text, size_t length) {
  if (s->hidden > 0) {
    return;
  }
  (void)fputs("divider_add", s->out);
  if (length > 0) {
    (void)fputc(' ', s->out);
    word(s, text, length);
  }
  (void)fputc('\n', s->out);
  s->items++;
}

static void group(save_t *s, bool open, const char *title) {
  if (s->hidden > 0 || !open) {
    s->hidden++;
  } else {
    comment(s, title, strlen(title));
  }
}

static void group_end(save_t *s, bool open, const char *title) {
  (void)open;
  (void)title;
  s->hidden -= s->hidden > 0;
}

// The item that has come last, by the letters that Surfer shows: 'a' to 'p' are the digits 0 to 15.
static void focus(save_t *s) {
  char letter[2 * sizeof s->items + 1];
  (void)snprintf(letter, sizeof letter, "%x", s->items - 1);
  for (char *l = letter; *l != '\0'; l++) {
    *l = (char)(*l <= '9' ? *l - '0' + 'a' : *l - 'a' + 'k');
  }
  (void)fprintf(s->out, "item_focus %s\n", letter);
}

static void wave_signal(save_t *s, const save_signal_t *signal) {
  if (s->hidden > 0) {
    return;
  }
  (void)fprintf(s->out, "variable_add noc.%s%s%s\n", signal->scope,
                (*signal->scope != '\0') ? "." : "", signal->name);
  s->items++;
  const char *format = surfer_format(signal);
  const char *color = surfer_color(signal);
  if (format == NULL && color == NULL && signal->alias == NULL) {
    return;
  }
  focus(s);
  if (format != NULL) {
    (void)fprintf(s->out, "item_set_format %s\n", format);
  }
  if (color != NULL) {
    (void)fprintf(s->out, "item_set_color %s\n", color);
  }
  if (signal->alias != NULL) {
    (void)fprintf(s->out, "item_rename %s\n", signal->alias);
  }
}

static void end(save_t *s) {
  (void)fputs("item_unfocus\n", s->out);
  for (unsigned i = 0; i < s->marks; i++) {
    (void)fprintf(s->out, "marker_set_at %" PRIu64 " ", s->mark[i].time);
    word(s, s->mark[i].name, strlen(s->mark[i].name));
    (void)fputc('\n', s->out);
  }
  if (s->marked) {
    (void)fprintf(s->out, "cursor_set %" PRIu64 "\n", s->marker);
  }
  (void)fprintf(s->out, "zoom_to %" PRIu64 " %" PRIu64 "\n", s->start, s->start + SURFER_SPAN);
}

const save_format_t kSaveSurfer = {begin, group, group_end, comment, wave_signal, end};
