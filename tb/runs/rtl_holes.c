// rtl_holes -- see rtl_holes.h.

#include "runs/rtl_holes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"

// ---- Merging

static rtl_best_t *best_of(const rtl_merge_t *m, const char *module) {
  for (size_t i = 0; i < m->bests; i++) {
    if (strcmp(m->best[i].module, module) == 0) {
      return &m->best[i];
    }
  }
  return NULL;
}

static bool note_best(rtl_merge_t *m, const rtl_module_t *module, size_t run) {
  const size_t reached = module->share.lines_reached + module->share.toggles_reached;
  rtl_best_t *best = best_of(m, module->name);
  if (best == NULL) {
    best = realloc(m->best, (m->bests + 1) * sizeof *best);
    if (best == NULL) {
      return false;
    }
    m->best = best;
    best += m->bests;
    *best = (rtl_best_t){.module = strdup(module->name), .run = run};
    if (best->module == NULL) {
      return false;
    }
    m->bests++;
  }
  if (reached > best->reached || (reached == best->reached && run < best->run)) {
    best->reached = reached;
    best->run = run;
  }
  return true;
}

bool rtl_merge_add(rtl_merge_t *m, const points_t *of, size_t run) {
  rtl_coverage_t count;
  bool ok = points_add_run(&m->points, of, run) && rtl_coverage_count(of, NULL, &count);
  if (ok) {
    for (size_t i = 0; ok && i < count.modules; i++) {
      ok = note_best(m, &count.module[i], run);
    }
    rtl_coverage_free(&count);
  }
  return ok;
}

void rtl_merge_free(rtl_merge_t *m) {
  for (size_t i = 0; i < m->bests; i++) {
    free(m->best[i].module);
  }
  free(m->best);
  points_free(&m->points);
  *m = (rtl_merge_t){0};
}

// ---- Finding

void rtl_holes_free(rtl_holes_t *h) {
  for (size_t i = 0; i < h->holes; i++) {
    free(h->hole[i].what);
    free(h->hole[i].text);
  }
  free(h->hole);
  *h = (rtl_holes_t){0};
}

// The signal's name without its last index.
static size_t signal_length(const char *what) {
  const char *bit = strrchr(what, '[');
  return bit != NULL ? (size_t)(bit - what) : strlen(what);
}

static bool same_signal(const rtl_point_t *a, const rtl_point_t *b) {
  const size_t length = signal_length(a->what);
  return a->toggle && b->toggle && a->line == b->line && a->column == b->column &&
         strcmp(a->file, b->file) == 0 && signal_length(b->what) == length &&
         strncmp(a->what, b->what, length) == 0;
}

// The bits that are holes among points first to end - 1, "[3-5,7]", behind the signal's name.
static char *name_bits(const points_t *p, const bool *waived, size_t first, size_t end) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  if (out == NULL) {
    return NULL;
  }
  const char *what = p->point[first].what;
  (void)fprintf(out, "%.*s", (int)signal_length(what), what);
  const char *between = "[";
  for (size_t i = first; i < end; i++) {
    const char *bit = strrchr(p->point[i].what, '[');
    if (p->point[i].count > 0 || waived[i] || bit == NULL) {
      continue;
    }
    const long from = strtol(bit + 1, NULL, 10);
    long to = from;
    for (; i + 1 < end && p->point[i + 1].count == 0 && !waived[i + 1] &&
           strtol(strrchr(p->point[i + 1].what, '[') + 1, NULL, 10) == to + 1;
         i++) {
      to++;
    }
    (void)fprintf(out, to > from ? "%s%ld-%ld" : "%s%ld", between, from, to);
    between = ",";
  }
  (void)fputs(between[0] == ',' ? "]" : "", out);
  return fclose(out) == 0 ? text : NULL;
}

// The one of the points from `first` to `end` that a run has reached most often.
static const rtl_point_t *most(const points_t *p, size_t first, size_t end) {
  const rtl_point_t *best = NULL;
  for (size_t i = first; i < end; i++) {
    const rtl_point_t *at = &p->point[i];
    if (at->count > 0 && (best == NULL || at->most > best->most)) {
      best = at;
    }
  }
  return best;
}

// The reached line point of the module that begins last before point i.
static const rtl_point_t *above(const points_t *p, size_t i) {
  const rtl_point_t *hole = &p->point[i];
  const rtl_point_t *found = NULL;
  size_t end = i;
  while (end < p->count && p->point[end].line == hole->line &&
         strcmp(p->point[end].file, hole->file) == 0) {
    end++;  // the other arm of an if has the place of this one
  }
  for (size_t k = end; k > 0 && strcmp(p->point[k - 1].file, hole->file) == 0; k--) {
    const rtl_point_t *at = &p->point[k - 1];
    if (found != NULL && at->line < found->line) {
      break;
    }
    if (!at->toggle && at->count > 0 && strcmp(at->module, hole->module) == 0 &&
        (found == NULL || at->most > found->most)) {
      found = at;
    }
  }
  return found;
}

static void find_nearest(const rtl_merge_t *m, rtl_hole_t *h) {
  const rtl_best_t *best = best_of(m, h->point->module);
  if (h->through != NULL) {
    h->near = h->point->toggle ? NEAR_SIGNAL : NEAR_BLOCK;
    h->run = h->through->run;
  } else if (best != NULL && best->reached > 0) {
    h->near = NEAR_MODULE;
    h->run = best->run;
  }
}

bool rtl_holes_find(const rtl_merge_t *m, const bool *waived, source_lines_t *lines,
                    rtl_holes_t *h) {
  char line[256];
  const points_t *p = &m->points;
  *h = (rtl_holes_t){0};
  h->hole = calloc(p->count + 1, sizeof *h->hole);
  if (h->hole == NULL) {
    return false;
  }
  for (size_t i = 0, end = 0; i < p->count; i = end) {
    const rtl_point_t *point = &p->point[i];
    size_t missing = 0;
    for (end = i; end < p->count && (end == i || same_signal(point, &p->point[end])); end++) {
      missing += p->point[end].count == 0 && !waived[end];
    }
    if (missing == 0) {
      continue;
    }
    rtl_hole_t *hole = &h->hole[h->holes++];
    hole->point = point;
    hole->points = missing;
    hole->what = point->toggle ? name_bits(p, waived, i, end) : strdup(point->what);
    hole->text = strdup(source_line(lines, point->file, point->line, line, sizeof line));
    hole->through = point->toggle ? most(p, i, end) : above(p, i);
    find_nearest(m, hole);
    if (hole->what == NULL || hole->text == NULL) {
      return false;
    }
  }
  return true;
}

// ---- Telling

const char *rtl_near_name(rtl_near_t near) {
  static const char *const kName[] = {[NEAR_NOTHING] = "nothing",
                                      [NEAR_BLOCK] = "block",
                                      [NEAR_SIGNAL] = "signal",
                                      [NEAR_MODULE] = "module"};
  return kName[near];
}

void rtl_hole_print(const rtl_hole_t *h, rtl_run_name_t *name, const void *context, FILE *out) {
  (void)fprintf(out, "%s:%u %s", h->point->file, h->point->line, h->what);
  if (h->point->toggle) {
    (void)fprintf(out, ", %zu bit%s never change%s\n", h->points, h->points > 1 ? "s" : "",
                  h->points > 1 ? "" : "s");
  } else {
    (void)fprintf(out, "  | %s\n", h->text);
  }
  if (h->near == NEAR_NOTHING) {
    (void)fputs("  nearest  none: no run has reached anything of the module\n", out);
    return;
  }
  (void)fputs("  nearest  ", out);
  name(context, h->run, out);
  if (h->near == NEAR_MODULE) {
    (void)fprintf(out, ", which has reached most of %s\n", h->point->module);
  } else if (h->near == NEAR_BLOCK) {
    (void)fprintf(out, ", %llu times at line %u (%s)\n", (unsigned long long)h->through->most,
                  h->through->line, h->through->what);
  } else {
    (void)fprintf(out, ", %llu changes of %s\n", (unsigned long long)h->through->most,
                  h->through->what);
  }
}

json_t *rtl_hole_json(const rtl_hole_t *h) {
  return json_pack("{s:s, s:I, s:s, s:s, s:s, s:I, s:s}", "file", h->point->file, "line",
                   (json_int_t)h->point->line, "module", h->point->module, "kind",
                   h->point->toggle ? "toggle" : "line", "what", h->what, "points",
                   (json_int_t)h->points, "text", h->text);
}
