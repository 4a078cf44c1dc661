// sweep_grid -- the table of a grid: a row for each combination and load, and one for what each
// combination comes to.

#include <inttypes.h>
#include <string.h>

#include "cli/sweep.h"

json_t *sweep_grid_json(const sweep_t *all, size_t point) {
  json_t *set = json_object();
  for (size_t k = 0; k < all->grid.keys; k++) {
    if (all->grid.key[k].values > 1) {
      const char *value = grid_value(&all->grid, point, k);
      json_t *number =
          grid_is_number(&all->grid, k) ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
      (void)json_object_set_new(set, all->grid.key[k].key,
                                number != NULL ? number : json_string(value));
    }
  }
  return set;
}

static int longer(int width, const char *text) {
  const int length = (int)strlen(text);
  return length > width ? length : width;
}

static int width_of(const grid_key_t *k) {
  int width = longer(0, k->key);
  for (size_t i = 0; i < k->values; i++) {
    width = longer(width, k->value[i]);
  }
  return width;
}

// Curves differ in their files or topologies as well.
static bool differ(const sweep_t *all) {
  return all->curves.cli->operands.count > 1 || all->curves.cli->topologies.count > 1;
}

// Letters of the name of a curve before the values of its keys, ", " left out.
static int name_length(const sweep_t *all, size_t curve) {
  char label[GRID_LABEL];
  const size_t whole = strlen(all->curves.curve[curve].name);
  const size_t behind = strlen(grid_label(&all->grid, all->point[curve], label)) + 2;
  return whole > behind ? (int)(whole - behind) : 0;
}

// The column of what differs beside the keys; 0: there is none.
static int name_width(const sweep_t *all) {
  int width = 0;
  for (size_t i = 0; differ(all) && i < all->curves.count; i++) {
    const int length = name_length(all, i);
    width = length > width ? length : width;
  }
  return width;
}

static void print_keys(const sweep_t *all, size_t curve, int names, FILE *out) {
  (void)fputs(" ", out);
  if (names > 0) {
    (void)fprintf(out, " %-*.*s", names, name_length(all, curve), all->curves.curve[curve].name);
  }
  for (size_t k = 0; k < all->grid.keys; k++) {
    if (all->grid.key[k].values > 1) {
      (void)fprintf(out, " %*s", width_of(&all->grid.key[k]),
                    grid_value(&all->grid, all->point[curve], k));
    }
  }
}

static void print_titles(const sweep_t *all, int names, FILE *out) {
  (void)fputs("\n ", out);
  if (names > 0) {
    (void)fprintf(out, " %-*s", names, "");
  }
  for (size_t k = 0; k < all->grid.keys; k++) {
    if (all->grid.key[k].values > 1) {
      (void)fprintf(out, " %*s", width_of(&all->grid.key[k]), all->grid.key[k].key);
    }
  }
}

static void print_point(const sweep_t *all, const curve_t *c, const curve_point_t *p, FILE *out) {
  char energy[SWEEP_TEXT];
  (void)fprintf(out, " %8g %9.4f %9.4f %9s", range_value(p->load), p->offered, p->accepted,
                sweep_energy_text(all, p, energy));
  if (!curve_has_latency(c, p)) {
    (void)fprintf(out, "  %s\n", curve_state(c, p));
    return;
  }
  sweep_print_latency(p, out);
  (void)fputc('\n', out);
}

static const curve_point_t *at_saturation(const curve_t *c) {
  for (size_t k = 0; k < c->count; k++) {
    if (c->point[k].load == c->saturation && c->point[k].passed) {
      return &c->point[k];
    }
  }
  return NULL;
}

static void print_saturation(const sweep_t *all, const curve_t *c, FILE *out) {
  char energy[SWEEP_TEXT] = "-";
  const curve_point_t *p = at_saturation(c);
  if (p != NULL) {
    (void)sweep_energy_text(all, p, energy);
  }
  char zero[SWEEP_TEXT];
  (void)fprintf(out, " %7u %10s", c->scenario->topology->nodes,
                sweep_zero_text(c, c->zero_load, zero));
  if (curve_saturates(c)) {
    (void)fprintf(out, " %11g %9.4f %9s\n", range_value(c->saturation), c->throughput, energy);
  } else {
    (void)fprintf(out, " %11s\n", curve_unsaturated(c));
  }
}

static void print_head(const sweep_t *all, FILE *out) {
  const cli_t *cli = all->curves.cli;
  for (size_t i = 0; i < cli->operands.count; i++) {
    (void)fprintf(out, "%-11s %s\n", i == 0 ? "scenario" : "", cli->operands.item[i]);
  }
  for (size_t i = 0; i < cli->topologies.count; i++) {
    (void)fprintf(out, "%-11s %s\n", i == 0 ? "topology" : "", cli->topologies.item[i]);
  }
  const char *title = "grid";
  for (size_t k = 0; k < all->grid.keys; k++) {
    const grid_key_t *key = &all->grid.key[k];
    for (size_t i = 0; key->values > 1 && i < key->values; i++) {
      if (i == 0) {
        (void)fprintf(out, "%-11s %s", title, key->key);
        title = "";
      }
      (void)fprintf(out, "%s%s", i > 0 ? ", " : ": ", key->value[i]);
    }
    (void)fputs(key->values > 1 ? "\n" : "", out);
  }
  if (all->curves.count > 0) {
    const curve_t *c = &all->curves.curve[0];
    (void)fprintf(out,
                  "%-11s %" PRIu64 " cycles behind a warm-up of %" PRIu64 ", seed %" PRIu64 "\n",
                  "window", c->scenario->cycles, c->scenario->warmup, c->scenario->seed);
  }
  (void)fprintf(out, "%-11s %s\n", sweep_energy_title(all),
                all->physical.energy ? "joules a flit delivered"
                                     : "to buffers, crossbars and links, a flit delivered");
}

void sweep_grid_table(const sweep_t *all, FILE *out) {
  const int names = name_width(all);
  print_head(all, out);
  print_titles(all, names, out);
  (void)fprintf(out, " %8s %9s %9s %9s %9s %-10s %7s %7s\n", "load", "offered", "accepted",
                sweep_energy_title(all), "latency", "95 %", "p95", "p99");
  for (size_t i = 0; i < all->curves.count; i++) {
    const curve_t *c = &all->curves.curve[i];
    for (size_t k = 0; k < c->count; k++) {
      print_keys(all, i, names, out);
      print_point(all, c, &c->point[k], out);
    }
  }
  (void)fprintf(out, "\n%-11s\n", "together");
  print_titles(all, names, out);
  (void)fprintf(out, " %7s %10s %11s %9s %9s\n", "nodes", "zero load", "saturation", "accepted",
                sweep_energy_title(all));
  for (size_t i = 0; i < all->curves.count; i++) {
    print_keys(all, i, names, out);
    print_saturation(all, &all->curves.curve[i], out);
  }
  for (size_t i = 0; i < all->n_refused; i++) {
    (void)fprintf(out, "%sleft out    %s: %s\n", i == 0 ? "\n" : "", all->refused[i].name,
                  all->refused[i].why);
  }
}
