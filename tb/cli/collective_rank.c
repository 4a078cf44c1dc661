// collective_rank -- the schemes of a comparison in order: by completion, hops and the load of
// links.

#include <inttypes.h>
#include <string.h>

#include "cli/collective.h"

uint64_t comparison_value(const simulation_t *s, rank_t by) {
  return by == RANK_COMPLETION ? s->workload.completion
         : by == RANK_HOPS     ? s->energy.link_traversals
                               : s->busiest_flits;
}

unsigned comparison_rank(const comparison_t *c, size_t length, size_t scheme, rank_t by) {
  const simulation_t *mine = comparison_simulation(c, length, scheme);
  unsigned rank = 1;
  for (size_t k = 0; mine != NULL && k < c->schemes; k++) {
    const simulation_t *other = comparison_simulation(c, length, k);
    rank += other != NULL && comparison_value(other, by) < comparison_value(mine, by);
  }
  return mine != NULL ? rank : 0;
}

double comparison_most_used(const simulation_t *s) {
  return s->cycles > 0 ? (double)s->busiest_flits / (double)s->cycles : 0;
}

double comparison_mean_use(const simulation_t *s) {
  const double room = (double)s->links * (double)s->cycles;
  return room > 0 ? (double)s->energy.link_traversals / room : 0;
}

static void print_row(const comparison_t *c, const physical_t *p, size_t length, size_t scheme,
                      FILE *out) {
  const double gap = comparison_gap(c, length, scheme);
  char energy[PHYSICAL_TEXT];
  const simulation_t *s = comparison_simulation(c, length, scheme);
  (void)fprintf(out, "  %-18s", c->scheme[scheme]);
  for (unsigned by = 0; by < RANKS; by++) {
    (void)fprintf(out, " %11" PRIu64 " %3u.", comparison_value(s, (rank_t)by),
                  comparison_rank(c, length, scheme, (rank_t)by));
  }
  if (p->energy) {
    physical_joules_t joules;
    physical_joules(p, &s->energy, &joules);
    (void)physical_text(joules.total, "J", energy);
  } else {
    (void)snprintf(energy, sizeof energy, "%.0f", physical_accesses(&s->energy));
  }
  (void)fprintf(out, " %10.3f %9.3f %11s", comparison_most_used(s), comparison_mean_use(s), energy);
  (void)(gap > 0 ? fprintf(out, " %7.2f\n", gap) : fprintf(out, " %7s\n", "-"));
}

// The first scheme that has a result at this length; the number of schemes when none has.
static size_t first_result(const comparison_t *c, size_t length) {
  size_t k = 0;
  while (k < c->schemes && comparison_simulation(c, length, k) == NULL) {
    k++;
  }
  return k;
}

void comparison_print_ranking(const comparison_t *c, const physical_t *p, FILE *out) {
  bool any = false;
  for (size_t length = 0; length < c->lengths; length++) {
    const size_t first = first_result(c, length);
    if (first == c->schemes) {
      continue;
    }
    const workload_result_t *r = comparison_result(c, length, first);
    (void)fprintf(out, "\nranking     from %u node%s to %u", r->from, r->from == 1 ? "" : "s",
                  r->to);
    if (!c->no_length) {
      (void)fprintf(out, ", messages of %u flit%s", c->flits[length],
                    c->flits[length] == 1 ? "" : "s");
    }
    (void)fprintf(out, "\n\n  %-18s %16s %16s %16s %10s %9s %11s %7s\n", "", "completion",
                  "flit hops", "busiest link", "most used", "mean use",
                  p->energy ? "energy" : "accesses", "gap");
    for (unsigned rank = 1; rank <= c->schemes; rank++) {
      for (size_t k = 0; k < c->schemes; k++) {
        if (comparison_rank(c, length, k, RANK_COMPLETION) == rank) {
          print_row(c, p, length, k, out);
        }
      }
    }
    any = true;
  }
  if (any) {
    (void)fputs("\nbusiest link between routers: flits; use of such links: flits per cycle\n", out);
  }
}
