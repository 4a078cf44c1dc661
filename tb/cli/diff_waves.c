// diff_waves -- see diff_waves.h.

#include "cli/diff_waves.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_diff.h"

enum { SHOWN = 40 };

bool diff_is_waves(const char *path, FILE *file) {
  // An FST file begins with the block of its header, whose length is fixed.
  static const char kHeader[] = {0, 0, 0, 0, 0, 0, 0, 1, 73};
  char begin[sizeof kHeader];
  const size_t length = strlen(path);
  return (length > 4 && strcmp(path + length - 4, ".fst") == 0) ||
         (file != NULL && fread(begin, 1, sizeof begin, file) == sizeof begin &&
          memcmp(begin, kHeader, sizeof begin) == 0);
}

// ---- Options

static bool read_ask(const cli_t *cli, wave_diff_ask_t *ask, noc_error_t *error) {
  int end = 0;
  *ask = (wave_diff_ask_t){.to = UINT64_MAX, .scope = cli->scope};
  const char *text = cli->offset;
  if (text != NULL &&
      (sscanf(text, "%15" SCNd64 "%n", &ask->offset, &end) != 1 || text[end] != '\0')) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--offset" SAY_IS("'%.60s'", "a number of cycles, such as 10 or -10"), text);
  }
  text = cli->cycles;
  return text == NULL ||
         (sscanf(text, "%15" SCNu64 ":%15" SCNu64 "%n", &ask->from, &ask->to, &end) == 2 &&
          text[end] == '\0' && ask->from <= ask->to && strpbrk(text, "+- ") == NULL) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--cycles" SAY_IS("'%.60s'", "two cycles, first and last, such as 100:200"),
                  text);
}

// ---- Text

// The scope without the one of the whole network.
static const char *short_scope(const char *scope) {
  return strncmp(scope, "noc.", strlen("noc.")) == 0 ? scope + strlen("noc.") : scope;
}

static const char *last_level(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot != NULL ? dot + 1 : name;
}

// A line a scope: signals that one file has alone lie side by side.
static void print_alone(const wave_diff_t *d, unsigned side) {
  uint32_t lines = 0;
  for (uint32_t i = 0; i < d->alone[side] && lines < SHOWN; lines++) {
    const char *name = d->only[side][i];
    const size_t scope = (size_t)(last_level(name) - name);
    uint32_t count = 0;
    while (i < d->alone[side] && strncmp(d->only[side][i], name, scope) == 0 &&
           strchr(d->only[side][i] + scope, '.') == NULL) {
      count++;
      i++;
    }
    (void)printf("%-12s %" PRIu32 " signals of %.*s, as %s\n",
                 lines > 0   ? ""
                 : side == 0 ? "in A alone"
                             : "in B alone",
                 count, (int)(scope > 0 ? scope - 1 : 0), name, name + scope);
  }
}

static void print_places(const wave_diff_t *d, int64_t offset) {
  for (uint32_t i = 0; i < d->parting && i < SHOWN; i++) {
    const wave_diff_place_t *p = &d->place[i];
    char cycle[64];
    (void)snprintf(cycle, sizeof cycle, offset != 0 ? "%" PRIu64 " (B %" PRIu64 ")" : "%" PRIu64,
                   p->cycle, p->cycle + (uint64_t)offset);
    (void)printf("  %-8s %-18s %-26s %s: %s -> %s", cycle, short_scope(p->scope), p->unit,
                 last_level(p->name), p->a, p->b);
    if (p->differ > 1) {
      (void)printf(", and %" PRIu32 " more", p->differ - 1);
    }
    (void)fputc('\n', stdout);
  }
  if (d->parting > SHOWN) {
    (void)printf("  .. and %" PRIu32 " more (--json has all)\n", d->parting - SHOWN);
  }
}

static void print_waves(const wave_diff_t *d, const wave_diff_ask_t *ask) {
  const wave_diff_place_t *first = d->place;
  (void)printf("compared     %" PRIu32 " signals, cycles %" PRIu64 " to %" PRIu64 " of A",
               d->signals, d->from, d->to);
  if (ask->offset != 0) {
    (void)printf(", %" PRIu64 " to %" PRIu64 " of B", d->from + (uint64_t)ask->offset,
                 d->to + (uint64_t)ask->offset);
  }
  (void)fputc('\n', stdout);
  if (wave_diff_equal(d)) {
    (void)printf("equal        in every cycle\n");
    return;
  }
  if (d->parting > 0) {
    (void)printf("part         in cycle %" PRIu64 ", %s: %s is %s in A, %s in B\n", first->cycle,
                 first->unit, first->name, first->a, first->b);
    (void)printf("differ       %" PRIu32 " signals, of %" PRIu32
                 " units, each from its first cycle on:\n",
                 d->differ, d->parting);
    print_places(d, ask->offset);
  } else {
    (void)printf("equal        what both have, in every cycle\n");
  }
  for (uint32_t i = 0; i < d->widths && i < SHOWN; i++) {
    (void)printf("%-12s %s: %" PRIu32 " bits in A, %" PRIu32 " in B; not compared\n",
                 i == 0 ? "other width" : "", d->width[i].name, d->width[i].a, d->width[i].b);
  }
  print_alone(d, 0);
  print_alone(d, 1);
}

// ---- JSON

static json_t *places_json(const wave_diff_t *d) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < d->parting; i++) {
    const wave_diff_place_t *p = &d->place[i];
    (void)json_array_append_new(
        list, json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "cycle", (json_int_t)p->cycle,
                        "scope", p->scope, "unit", p->unit, "signal", p->name, "a", p->a, "b", p->b,
                        "differ", (json_int_t)p->differ, "signals", (json_int_t)p->signals));
  }
  return list;
}

static json_t *alone_json(const wave_diff_t *d, unsigned side) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < d->alone[side]; i++) {
    (void)json_array_append_new(list, json_string(d->only[side][i]));
  }
  return list;
}

static json_t *widths_json(const wave_diff_t *d) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < d->widths; i++) {
    const wave_diff_width_t *w = &d->width[i];
    (void)json_array_append_new(list, json_pack("{s:s, s:I, s:I}", "signal", w->name, "a",
                                                (json_int_t)w->a, "b", (json_int_t)w->b));
  }
  return list;
}

static json_t *waves_json(const wave_diff_t *d, const wave_diff_ask_t *ask) {
  json_t *units = places_json(d);
  json_t *first = json_array_get(units, 0);
  return json_pack("{s:s, s:s, s:b, s:{s:I, s:I, s:I}, s:I, s:I, s:O?, s:o, s:o, s:o, s:o}",
                   "schema", "nocstep.diff/1", "of", "waves", "equal", wave_diff_equal(d), "cycles",
                   "from", (json_int_t)d->from, "to", (json_int_t)d->to, "offset",
                   (json_int_t)ask->offset, "signals", (json_int_t)d->signals, "differ",
                   (json_int_t)d->differ, "first", first, "units", units, "widths", widths_json(d),
                   "only_a", alone_json(d, 0), "only_b", alone_json(d, 1));
}

bool diff_waves(const cli_t *cli, bool print, json_t **json, bool *equal, noc_error_t *error) {
  wave_diff_ask_t ask;
  wave_diff_t d;
  if (!read_ask(cli, &ask, error) ||
      !wave_diff(cli->operands.item[0], cli->operands.item[1], &ask, &d, error)) {
    return false;
  }
  *equal = wave_diff_equal(&d);
  if (print) {
    print_waves(&d, &ask);
  }
  *json = waves_json(&d, &ask);
  wave_diff_free(&d);
  return true;
}
