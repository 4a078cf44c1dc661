// rtl_coverage -- see rtl_coverage.h.

#include "runs/rtl_coverage.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep/factory.h"
#include "runs/output.h"

bool rtl_points_write(const network_t *n, points_t *points, const char *path, noc_error_t *error) {
  for (size_t i = 0; i < network_banks(n); i++) {
    if (!bank_points(network_bank(n, i), points, error)) {
      return false;
    }
  }
  points_sort(points);
  output_t *out = output_open(path, error);
  if (out == NULL) {
    return false;
  }
  points_write(points, output_stream(out));
  return output_commit(out, error);
}

static void count(rtl_share_t *s, const rtl_point_t *p, bool waived) {
  s->waived += waived;
  if (!waived && p->toggle) {
    s->toggles++;
    s->toggles_reached += p->count > 0;
  } else if (!waived) {
    s->lines++;
    s->lines_reached += p->count > 0;
  }
}

static int compare(const void *a, const void *b) {
  return strcmp(((const rtl_module_t *)a)->name, ((const rtl_module_t *)b)->name);
}

// The module of this name, added if it is a new one: points of a module follow each other.
static rtl_module_t *module_of(rtl_coverage_t *c, const char *name) {
  for (size_t i = c->modules; i > 0; i--) {
    const char *known = c->module[i - 1].name;
    if (known != NULL && strcmp(known, name) == 0) {
      return &c->module[i - 1];
    }
  }
  rtl_module_t *added = &c->module[c->modules++];
  added->name = name;
  return added;
}

bool rtl_coverage_count(const points_t *p, const bool *waived, rtl_coverage_t *c) {
  *c = (rtl_coverage_t){0};
  c->module = calloc(p->count + 1, sizeof *c->module);
  if (c->module == NULL) {
    return false;
  }
  for (size_t i = 0; i < p->count; i++) {
    const bool hidden = waived != NULL && waived[i];
    count(&module_of(c, p->point[i].module)->share, &p->point[i], hidden);
    count(&c->all, &p->point[i], hidden);
  }
  qsort(c->module, c->modules, sizeof *c->module, compare);
  return true;
}

void rtl_coverage_free(rtl_coverage_t *c) {
  free(c->module);
  *c = (rtl_coverage_t){0};
}

static double percent(size_t reached, size_t possible) {
  return possible > 0 ? 100.0 * (double)reached / (double)possible : 100.0;
}

void rtl_coverage_print(const rtl_coverage_t *c, FILE *out) {
  const rtl_share_t *s = &c->all;
  (void)fprintf(out, "RTL reached  %zu of %zu lines (%.1f %%), %zu of %zu toggles (%.1f %%)",
                s->lines_reached, s->lines, percent(s->lines_reached, s->lines), s->toggles_reached,
                s->toggles, percent(s->toggles_reached, s->toggles));
  if (s->waived > 0) {
    (void)fprintf(out, ", %zu waived", s->waived);
  }
  (void)fputc('\n', out);
}

void rtl_coverage_table(const rtl_coverage_t *c, FILE *out) {
  (void)fprintf(out, "%-26s %8s %8s %7s %9s %9s %7s %7s\n", "module", "lines", "of", "%", "toggles",
                "of", "%", "waived");
  for (size_t i = 0; i < c->modules; i++) {
    const rtl_share_t *s = &c->module[i].share;
    (void)fprintf(out, "%-26s %8zu %8zu %7.1f %9zu %9zu %7.1f %7zu\n", c->module[i].name,
                  s->lines_reached, s->lines, percent(s->lines_reached, s->lines),
                  s->toggles_reached, s->toggles, percent(s->toggles_reached, s->toggles),
                  s->waived);
  }
}

static json_t *part(size_t reached, size_t possible) {
  return json_pack("{s:I, s:I}", "reached", (json_int_t)reached, "possible", (json_int_t)possible);
}

json_t *rtl_coverage_json(const rtl_coverage_t *c) {
  json_t *modules = json_array();
  for (size_t i = 0; i < c->modules; i++) {
    const rtl_share_t *s = &c->module[i].share;
    (void)json_array_append_new(modules,
                                json_pack("{s:s, s:o, s:o}", "module", c->module[i].name, "lines",
                                          part(s->lines_reached, s->lines), "toggles",
                                          part(s->toggles_reached, s->toggles)));
  }
  return json_pack("{s:o, s:o, s:I, s:o}", "lines", part(c->all.lines_reached, c->all.lines),
                   "toggles", part(c->all.toggles_reached, c->all.toggles), "waived",
                   (json_int_t)c->all.waived, "modules", modules);
}
