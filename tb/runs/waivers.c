// waivers -- see waivers.h.

#include "runs/waivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dut/files.h"

static const char kMark[] = " -- ";
static const char kBlanks[] = " \t";

void waivers_free(waivers_t *w) {
  for (size_t i = 0; i < w->rows; i++) {
    free(w->row[i].module);
    free(w->row[i].pattern);
    free(w->row[i].reason);
  }
  free(w->row);
  *w = (waivers_t){0};
}

// ---- Reading

// Cuts blanks off the end.
static char *trim(char *text) {
  size_t length = strlen(text);
  while (length > 0 && strchr(kBlanks, text[length - 1]) != NULL) {
    text[--length] = '\0';
  }
  return text;
}

// The next word; cuts it off the rest.
static char *word(char **rest) {
  char *at = *rest + strspn(*rest, kBlanks);
  char *end = at + strcspn(at, kBlanks);
  *rest = end + (*end != '\0');
  *end = '\0';
  return at;
}

static bool refuse(const waivers_t *w, unsigned line, const char *key, const char *found,
                   const char *accepted, noc_error_t *error) {
  return noc_fail(error, NOC_BAD_INPUT, "%.300s:%u: %s" SAY_IS("%.200s", "%s"), w->path, line, key,
                  *found != '\0' ? found : "not there", accepted);
}

// Takes a row apart, which changes it.
static bool read_row(waivers_t *w, char *text, unsigned line, noc_error_t *error) {
  // A reason that is missing leaves the mark, without what would follow.
  char *mark = strstr(text, kMark);
  char *reason = mark != NULL ? mark + strlen(kMark) : text + strlen(text);
  if (mark != NULL) {
    *mark = '\0';
  }
  char *rest = text;
  const char *kind = word(&rest);
  const char *module = word(&rest);
  const char *pattern = trim(rest + strspn(rest, kBlanks));
  reason = trim(reason + strspn(reason, kBlanks));
  const bool toggle = strcmp(kind, "toggle") == 0;
  if (!toggle && strcmp(kind, "line") != 0) {
    return refuse(w, line, "the kind of a waiver", kind, "line or toggle", error);
  }
  if (*module == '\0' || *pattern == '\0') {
    return refuse(w, line, "the pattern", "",
                  toggle ? "a signal, such as addr_i[3]" : "a point, such as else: if (full_i)",
                  error);
  }
  if (*reason == '\0') {
    return refuse(w, line, "the reason", "", "words behind the pattern and ' -- '", error);
  }
  waiver_t *row = realloc(w->row, (w->rows + 1) * sizeof *row);
  if (row == NULL) {
    return memory_fail(error, "waivers");
  }
  w->row = row;
  row += w->rows++;
  *row = (waiver_t){.toggle = toggle,
                    .line = line,
                    .module = strdup(module),
                    .pattern = strdup(pattern),
                    .reason = strdup(reason)};
  return (row->module != NULL && row->pattern != NULL && row->reason != NULL) ||
         memory_fail(error, "waivers");
}

bool waivers_read(waivers_t *w, const char *path, noc_error_t *error) {
  *w = (waivers_t){.path = path};
  if (path == NULL) {
    return true;
  }
  char *text = file_read(path);
  if (text == NULL) {
    return noc_fail_file(error, path, "read");
  }
  bool ok = true;
  unsigned line = 1;
  for (char *at = text; ok && at != NULL; line++) {
    char *row = strsep(&at, "\n");
    const char *first = row + strspn(row, kBlanks);
    ok = *first == '\0' || *first == '#' || read_row(w, row, line, error);
  }
  free(text);
  return ok;
}

// ---- Points

// Moves both past a bit of the text, [9], that is in a range of the pattern, [7-31].
static bool bit_fits(const char **pattern, const char **text) {
  unsigned first = 0;
  unsigned last = 0;
  unsigned bit = 0;
  int range_end = 0;
  int bit_end = 0;
  const bool fits = sscanf(*pattern, "[%u-%u]%n", &first, &last, &range_end) == 2 &&
                    sscanf(*text, "[%u]%n", &bit, &bit_end) == 1 && range_end > 0 && bit_end > 0 &&
                    first <= bit && bit <= last;
  if (fits) {
    *pattern += range_end;
    *text += bit_end;
  }
  return fits;
}

// Whether the text is one that the pattern stands for.
static bool fits(const char *pattern, const char *text) {
  const char *star = NULL;
  const char *from = NULL;
  while (*text != '\0') {
    if (*pattern == '*') {
      star = pattern++;
      from = text;
    } else if (*pattern == '[' && bit_fits(&pattern, &text)) {
      continue;
    } else if (*pattern == *text) {
      pattern++;
      text++;
    } else if (star != NULL) {
      pattern = star + 1;
      text = ++from;
    } else {
      return false;
    }
  }
  pattern += strspn(pattern, "*");
  return *pattern == '\0';
}

void waivers_apply(waivers_t *w, const points_t *p, source_lines_t *lines, bool *waived) {
  char line[256];
  char text[320];
  for (size_t i = 0; w->rows > 0 && i < p->count; i++) {
    const rtl_point_t *point = &p->point[i];
    (void)snprintf(text, sizeof text, "%s", point->what);
    if (!point->toggle) {
      (void)snprintf(text, sizeof text, "%s: %s", point->what,
                     source_line(lines, point->file, point->line, line, sizeof line));
    }
    for (size_t k = 0; k < w->rows; k++) {
      waiver_t *row = &w->row[k];
      if (row->toggle == point->toggle && fits(row->module, point->module) &&
          fits(row->pattern, text)) {
        row->points++;
        row->reached = row->reached == NULL && point->count > 0 ? point : row->reached;
        waived[i] = waived[i] || point->count == 0;
      }
    }
  }
}

static bool is_wrong(const waiver_t *row) {
  return row->points == 0 || row->reached != NULL;
}

size_t waivers_complaints(const waivers_t *w) {
  size_t count = 0;
  for (size_t i = 0; i < w->rows; i++) {
    count += is_wrong(&w->row[i]);
  }
  return count;
}

const char *waivers_complaint(const waivers_t *w, size_t i) {
  static char text[1024];
  const waiver_t *row = &w->row[i];
  if (!is_wrong(row)) {
    return NULL;
  }
  const rtl_point_t *p = row->reached;
  if (p == NULL) {
    (void)snprintf(text, sizeof text, "%.300s:%u: stands for no point: %s %.200s", w->path,
                   row->line, row->module, row->pattern);
  } else {
    (void)snprintf(text, sizeof text, "%.300s:%u: stands for a point that was reached: %s:%u %s",
                   w->path, row->line, p->file, p->line, p->what);
  }
  return text;
}
