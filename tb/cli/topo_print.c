// topo_print -- the numbers of a topology as a table, measured ones beside closed forms.

#include <math.h>
#include <string.h>

#include "cli/topo.h"

enum { NAME = 16, COLUMN = 16, TEXT = 32 };

// A number as it is read: whole numbers without a point, nothing for NAN.
static const char *text_of(char text[TEXT], double value) {
  if (isnan(value)) {
    text[0] = '\0';
  } else if (fabs(value) < 1e15 && value == floor(value)) {
    (void)snprintf(text, TEXT, "%.0f", value);
  } else {
    (void)snprintf(text, TEXT, "%.6g", value);
  }
  return text;
}

static void print_row(FILE *out, const char *name, double measured, const char *mark,
                      double closed) {
  char left[TEXT];
  char right[TEXT];
  char both[2 * TEXT];
  (void)snprintf(both, sizeof both, "%s%s", mark, text_of(left, measured));
  (void)fprintf(out, isnan(closed) ? "  %-*s%*s\n" : "  %-*s%*s%*s\n", NAME, name, COLUMN,
                isnan(measured) ? "-" : both, COLUMN, text_of(right, closed));
}

static const char *description(const topology_t *t) {
  size_t count = 0;
  const topology_family_t *family = topology_families(&count);
  while (strcmp(family->name, t->family) != 0) {
    family++;
  }
  return family->meaning;
}

static void print_method(const measure_t *m, FILE *out) {
  switch (m->method) {
    case MEASURE_ENUMERATION:
      (void)fprintf(out, "Distances: all pairs.\n");
      break;
    case MEASURE_SYMMETRY:
      (void)fprintf(out, "Distances: from %u router%s that stand%s for all.\n", m->searches,
                    m->searches == 1 ? "" : "s", m->searches == 1 ? "s" : "");
      break;
    case MEASURE_CLOSED_FORM:
      (void)fprintf(out, "Distances: the closed form; too many routers to search.\n");
      break;
    case MEASURE_SAMPLE:
      (void)fprintf(out,
                    "Distances: from %u routers drawn at random; the diameter is at least that.\n",
                    m->searches);
      break;
  }
}

enum { CYCLE_TEXT = 700 };

static void print_routing(const topo_t *topo, FILE *out) {
  const routing_t *r = topo->routing;
  const dependencies_t *d = &topo->dependencies;
  (void)fprintf(out, "Routing: %s%s, %u VC class%s", r->name, r->adaptive ? ", adaptive" : "",
                d->classes, d->classes == 1 ? "" : "es");
  if (d->classes < r->classes) {
    (void)fprintf(out, " (it needs %u)", r->classes);
  }
  (void)fprintf(out, ".\n");
}

// Prints the dependencies of unicasts, or of all packets that `with` names.
static void print_dependencies(const topo_t *topo, const dependencies_t *d, const char *with,
                               FILE *out) {
  const routing_t *r = topo->routing;
  (void)fprintf(out, "Channels%s: %llu, ", with, (unsigned long long)d->channels);
  if (d->method == DEPENDENCIES_NUMBERING) {
    (void)fprintf(out,
                  d->acyclic ? "with numbers that rise along %llu sampled routes: no deadlock.\n"
                             : "with numbers that do not rise along all of %llu sampled routes: "
                               "nothing is proved.\n",
                  (unsigned long long)d->routes);
    return;
  }
  (void)fprintf(out, "%llu dependencies, ", (unsigned long long)d->dependencies);
  if (d->acyclic) {
    (void)fprintf(out, "no cycle: no deadlock.\n");
    return;
  }
  char cycle[CYCLE_TEXT];
  (void)dependencies_cycle(r, d, cycle, sizeof cycle);
  (void)fprintf(out, "a shortest cycle has %u:\n  %s%s\n", d->length, cycle,
                strlen(cycle) + 1 == sizeof cycle ? ".." : "");
}

// Worms: what the proof takes for granted is said as well.
static void print_worms(const topo_t *topo, FILE *out) {
  char with[64];
  if (topo->worm_kind != NULL) {
    const bool both = strcmp(topo->worm_kind, "both") == 0;
    (void)snprintf(with, sizeof with, " with %s worms", both ? "tree and path" : topo->worm_kind);
    print_dependencies(topo, &topo->worms, with, out);
    (void)fprintf(out,
                  "  (worms branch; virtual cut-through, and branches that move by themselves)\n");
  }
}

static void print_messages(const topo_t *topo, FILE *out) {
  const messages_t *m = &topo->messages;
  if (!topo->has_messages) {
    return;
  }
  (void)fprintf(out, "Messages: %u, load factor %.6g", m->count, m->load.factor);
  if (m->load.load > 0) {
    (void)fprintf(out, ": %u over %u link%s %s %s %u of level %u", m->load.load, m->load.capacity,
                  m->load.capacity == 1 ? "" : "s", m->load.up ? "up from" : "down to",
                  m->load.level == 0 ? "node" : "subtree", m->load.subtree, m->load.level);
  }
  (void)fprintf(out, ".\nRounds: %u of load factor %.6g at most, at least %.0f", m->rounds,
                m->fullest, ceil(m->load.factor));
  if (!isnan(m->constant)) {
    (void)fprintf(out, "; %.4g x load factor x log2 of the nodes", m->constant);
  }
  (void)fprintf(out, ".\n");
}

void topo_print(const topo_t *topo, FILE *out) {
  const topology_t *t = topo->topology;
  const measure_t *m = &topo->measured;
  const topology_forms_t *f = &topo->forms;
  const double none = NAN;
  char name[256];
  (void)fprintf(out, "%s: %s\n", topology_plain_name(t, name, sizeof name), description(t));
  (void)fprintf(out, "  %-*s%*s%*s\n", NAME, "", COLUMN, "measured", COLUMN, "closed form");
  print_row(out, "nodes", t->nodes, "", none);
  print_row(out, "routers", t->routers, "", none);
  print_row(out, "links", m->links, "", none);
  char degree[TEXT];
  (void)snprintf(degree, sizeof degree, m->degree_min == m->degree_max ? "" : "%u to ",
                 m->degree_min);
  print_row(out, "degree", m->degree_max, degree, none);
  const bool closed = m->method == MEASURE_CLOSED_FORM;
  print_row(out, "diameter", closed ? none : m->diameter, m->method == MEASURE_SAMPLE ? ">= " : "",
            f->diameter);
  print_row(out, "mean distance", closed ? none : m->mean_distance,
            m->method == MEASURE_SAMPLE ? "~ " : "", f->mean_distance);
  const dependencies_t *d = &topo->dependencies;
  print_row(out, "mean route", d->mean_route, topo->route_exact ? "" : "~ ",
            topo->routing->shortest ? f->mean_distance : none);
  print_row(out, "bisection", m->cut, m->cut_exact ? "" : "<= ", f->bisection);
  if (!isnan(m->edge_connectivity)) {
    print_row(out, "connectivity", m->edge_connectivity, "", none);
    print_row(out, "spanning trees", m->trees, m->trees_exact ? "" : ">= ", none);
  }
  if (!isnan(topo->moore)) {
    print_row(out, "Moore bound", none, "", topo->moore);
  }
  print_method(m, out);
  print_routing(topo, out);
  print_dependencies(topo, &topo->dependencies, "", out);
  print_worms(topo, out);
  print_messages(topo, out);
}
