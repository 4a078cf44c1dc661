// points -- see points.h.

#include "dut/points.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "dut/files.h"
#include "dut/plugin.h"

static const char kHead[] = "# SystemC::Coverage-3\n";
static const char kToggle[] = "v_toggle/";

static void free_point(rtl_point_t *p) {
  free(p->file);
  free(p->module);
  free(p->page);
  free(p->what);
  free(p->lines);
}

void points_free(points_t *p) {
  for (size_t i = 0; i < p->count; i++) {
    free_point(&p->point[i]);
  }
  free(p->point);
  free(p->slot);
  *p = (points_t){0};
}

// ---- Finding

// A place makes a point; the texts are somebody else's.
typedef struct {
  const char *file, *page, *what, *lines;
  size_t page_length;  // without the parameters
  unsigned line, column;
} place_t;

static uint64_t hash_place(const place_t *at) {
  uint64_t hash = hash_text(hash_text(HASH_START, at->file), at->what);
  hash = hash_bytes(hash, at->page, at->page_length);
  hash = hash_bytes(hash, &at->line, sizeof at->line);
  return hash_bytes(hash, &at->column, sizeof at->column);
}

static place_t place_of(const rtl_point_t *p) {
  return (place_t){p->file, p->page, p->what, p->lines, strlen(p->page), p->line, p->column};
}

static bool is_at(const rtl_point_t *p, const place_t *at) {
  return p->line == at->line && p->column == at->column && strcmp(p->what, at->what) == 0 &&
         strlen(p->page) == at->page_length && strncmp(p->page, at->page, at->page_length) == 0 &&
         strcmp(p->file, at->file) == 0;
}

// The slot of a place: that of its point, or a free one.
static uint32_t *slot_of(const points_t *p, const place_t *at) {
  size_t i = (size_t)hash_place(at) & (p->slots - 1);
  while (p->slot[i] != 0 && !is_at(&p->point[p->slot[i] - 1], at)) {
    i = (i + 1) & (p->slots - 1);
  }
  return &p->slot[i];
}

static bool index_anew(points_t *p, size_t slots) {
  uint32_t *slot = calloc(slots, sizeof *slot);
  if (slot == NULL) {
    return false;
  }
  free(p->slot);
  p->slot = slot;
  p->slots = slots;
  for (size_t i = 0; i < p->count; i++) {
    const place_t at = place_of(&p->point[i]);
    *slot_of(p, &at) = (uint32_t)i + 1;
  }
  return true;
}

// Room for one more, at most half of the slots in use.
static bool grow(points_t *p) {
  enum { FIRST = 1024 };
  assert(p->count <= p->room && (p->room == 0) == (p->point == NULL));
  if (p->count == p->room) {
    const size_t room = p->room > 0 ? 2 * p->room : FIRST;
    rtl_point_t *point = realloc(p->point, room * sizeof *point);
    if (point == NULL) {
      return false;
    }
    p->point = point;
    p->room = room;
  }
  return 2 * (p->count + 1) <= p->slots || index_anew(p, p->slots > 0 ? 2 * p->slots : 2 * FIRST);
}

// The point of a place, made if there is none. NULL when memory is short.
static rtl_point_t *find(points_t *p, const place_t *at) {
  if (!grow(p)) {
    return NULL;
  }
  uint32_t *slot = slot_of(p, at);
  if (*slot != 0) {
    return &p->point[*slot - 1];
  }
  const char *module = strchr(at->page, '/');
  const size_t before = module != NULL ? (size_t)(module + 1 - at->page) : 0;
  const bool known = before <= at->page_length;
  rtl_point_t made = {.toggle = strncmp(at->page, kToggle, strlen(kToggle)) == 0,
                      .file = strdup(at->file),
                      .module = known ? strndup(at->page + before, at->page_length - before) : NULL,
                      .page = strndup(at->page, at->page_length),
                      .what = strdup(at->what),
                      .lines = strdup(at->lines),
                      .line = at->line,
                      .column = at->column};
  if (made.file == NULL || made.module == NULL || made.page == NULL || made.what == NULL ||
      made.lines == NULL) {
    free_point(&made);
    return NULL;
  }
  p->point[p->count++] = made;
  *slot = (uint32_t)p->count;
  return &p->point[p->count - 1];
}

// ---- Adding

// Verilator puts parameters behind a module's name: "v_line/fifo__Q4_D8", "v_line/fifo__pi1".
static size_t length_of_page(const char *page) {
  const char *parameters = strstr(page, "__");
  return parameters != NULL ? (size_t)(parameters - page) : strlen(page);
}

bool points_take(points_t *p, const dut_point_t *of, const uint64_t *counts, size_t count,
                 const char *home) {
  const size_t above = strlen(home);
  for (size_t i = 0; i < count; i++) {
    const bool own = strncmp(of[i].file, home, above) == 0 && of[i].file[above] == '/';
    const place_t at = {of[i].file + (own ? above + 1 : 0), of[i].page, of[i].what,  of[i].lines,
                        length_of_page(of[i].page),         of[i].line, of[i].column};
    rtl_point_t *point = find(p, &at);
    if (point == NULL) {
      return false;
    }
    point->count += counts[i];
  }
  return true;
}

bool points_take_duts(points_t *p, const dut_plugin_t *plugin, void *const *dut, size_t duts,
                      noc_error_t *error) {
  char home[PLUGIN_PATH];
  const dut_coverage_t *coverage = plugin_coverage(plugin);
  if (coverage == NULL || duts == 0) {
    return true;
  }
  if (!plugin_home(home, error)) {
    return false;
  }
  size_t count = 0;
  const dut_point_t *point = coverage->points(dut[0], &count);
  uint64_t *counts = calloc(count + 1, sizeof *counts);
  bool ok = counts != NULL;
  for (size_t i = 0; ok && i < duts; i++) {
    coverage->add(dut[i], counts);
  }
  ok = ok && points_take(p, point, counts, count, home);
  free(counts);
  return ok || noc_fail(error, NOC_ENVIRONMENT, "out of memory for what the RTL has reached");
}

bool points_add_run(points_t *sum, const points_t *of, size_t run) {
  for (size_t i = 0; i < of->count; i++) {
    const uint64_t count = of->point[i].count;
    const place_t at = place_of(&of->point[i]);
    rtl_point_t *point = find(sum, &at);
    if (point == NULL) {
      return false;
    }
    point->count += count;
    // Runs may come in any order.
    if (count > point->most || (count > 0 && count == point->most && run < point->run)) {
      point->most = count;
      point->run = run;
    }
  }
  return true;
}

// Bits of a signal by their numbers.
static int compare(const void *a, const void *b) {
  const rtl_point_t *x = a;
  const rtl_point_t *y = b;
  int order = strcmp(x->file, y->file);
  if (order == 0 && x->line != y->line) {
    order = x->line < y->line ? -1 : 1;
  }
  if (order == 0 && x->column != y->column) {
    order = x->column < y->column ? -1 : 1;
  }
  order = order != 0 ? order : strcmp(x->page, y->page);
  return order != 0 ? order : strverscmp(x->what, y->what);
}

void points_sort(points_t *p) {
  if (p->count > 0) {
    qsort(p->point, p->count, sizeof *p->point, compare);
    memset(p->slot, 0, p->slots * sizeof *p->slot);
    for (size_t i = 0; i < p->count; i++) {
      const place_t at = place_of(&p->point[i]);
      *slot_of(p, &at) = (uint32_t)i + 1;
    }
  }
}

// ---- Files: a line a point, pairs of \1 KEY \2 VALUE in quotes, and the count

void points_write(const points_t *p, FILE *out) {
  (void)fputs(kHead, out);
  for (size_t i = 0; i < p->count; i++) {
    const rtl_point_t *t = &p->point[i];
    (void)fprintf(out, "C '\1f\2%s\1l\2%u\1n\2%u\1page\2%s\1o\2%s", t->file, t->line, t->column,
                  t->page, t->what);
    if (t->lines[0] != '\0') {
      (void)fprintf(out, "\1S\2%s", t->lines);
    }
    (void)fprintf(out, "' %llu\n", (unsigned long long)t->count);
  }
}

// Takes a line apart, which changes it. False if it is no point.
static bool read_line(char *line, place_t *at, uint64_t *count) {
  char *end = strrchr(line, '\'');
  *at = (place_t){.what = "", .lines = ""};
  if (strncmp(line, "C '\1", 4) != 0 || end == NULL || end[1] != ' ') {
    return false;
  }
  char *rest = NULL;
  *count = strtoull(end + 2, &rest, 10);
  if (rest == end + 2 || *rest != '\0') {
    return false;
  }
  *end = '\0';
  for (char *pair = strtok_r(line + 4, "\1", &rest); pair != NULL;
       pair = strtok_r(NULL, "\1", &rest)) {
    char *value = strchr(pair, '\2');
    if (value == NULL) {
      return false;
    }
    *value++ = '\0';
    if (strcmp(pair, "f") == 0) {
      at->file = value;
    } else if (strcmp(pair, "page") == 0) {
      at->page = value;
    } else if (strcmp(pair, "o") == 0) {
      at->what = value;
    } else if (strcmp(pair, "S") == 0) {
      at->lines = value;
    } else if (strcmp(pair, "l") == 0) {
      at->line = (unsigned)strtoul(value, NULL, 10);
    } else if (strcmp(pair, "n") == 0) {
      at->column = (unsigned)strtoul(value, NULL, 10);
    }
  }
  if (at->file == NULL || at->page == NULL) {
    return false;
  }
  at->page_length = length_of_page(at->page);
  return true;
}

bool points_read(points_t *p, const char *path, noc_error_t *error) {
  char *text = file_read(path);
  if (text == NULL || strncmp(text, kHead, strlen(kHead)) != 0) {
    (void)(text == NULL ? noc_fail_file(error, path, "read")
                        : noc_fail(error, NOC_BAD_INPUT, "%.300s:1" SAY_IS("another line", "%.*s"),
                                   path, (int)strlen(kHead) - 1, kHead));
    free(text);
    return false;
  }
  char *rest = NULL;
  unsigned number = 1;
  bool ok = true;
  for (char *line = strtok_r(text + strlen(kHead), "\n", &rest); ok && line != NULL;
       line = strtok_r(NULL, "\n", &rest)) {
    place_t at;
    uint64_t count = 0;
    number++;
    rtl_point_t *point = NULL;
    if (!read_line(line, &at, &count)) {
      ok = noc_fail(error, NOC_BAD_INPUT, "%.300s:%u" SAY_IS("no point", "one"), path, number);
    } else if ((point = find(p, &at)) == NULL) {
      ok = noc_fail(error, NOC_ENVIRONMENT, "%.300s: out of memory", path);
    } else {
      point->count += count;
    }
  }
  free(text);
  return ok;
}
