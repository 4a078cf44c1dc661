// collective_least -- the completions of a comparison beside the fewest cycles that there can be:
// docs/bounds.md.

#include <inttypes.h>

#include "cli/collective.h"
#include "collective/scheme.h"

// A scheme that takes any sets tells who takes part, if there is one: the sets of others are the
// same.
static const char *widest_scheme(const char *collective) {
  const char *scheme = NULL;
  bool open = false;
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair) && !open; i++) {
    if (collective_find(collective) == pair.collective && (scheme == NULL || !pair.use->same)) {
      scheme = pair.scheme->name;
      open = !pair.use->same;
    }
  }
  return scheme;
}

bool comparison_find_least(comparison_t *c, noc_error_t *error) {
  const scenario_t *s = c->scenario;
  const char *key = NULL;
  noc_error_t why = {0};
  participants_t p;
  if (!participants_of(s->topology, s->collective, widest_scheme(s->collective), s->from, s->to, &p,
                       &key, &why)) {
    return why.status != NOC_ENVIRONMENT || noc_fail(error, why.status, "%s", why.text);
  }
  const zero_load_t timing = scenario_zero_load(s);
  c->least = least_network_create(collective_find(s->collective), s->topology, &p.from, &p.to,
                                  &timing, &why);
  participants_free(&p);
  return c->least != NULL || why.status != NOC_ENVIRONMENT ||
         noc_fail(error, why.status, "%s", why.text);
}

least_cycles_t comparison_least(const comparison_t *c, size_t length) {
  const least_cycles_t none = {0};
  return c->least != NULL ? least_cycles(c->least, c->flits[length]) : none;
}

double comparison_gap(const comparison_t *c, size_t length, size_t scheme) {
  const workload_result_t *r = comparison_result(c, length, scheme);
  const least_cycles_t least = comparison_least(c, length);
  return r != NULL && least.any > 0 ? (double)r->completion / (double)least.any : 0;
}

void comparison_print_least(const comparison_t *c, FILE *out) {
  if (c->least == NULL || comparison_least(c, 0).any == 0) {
    return;
  }
  (void)fprintf(out, "\n  %-18s %11s %-11s %11s %s\n", "fewest cycles", "bound", "", "plain", "");
  for (size_t length = 0; length < c->lengths; length++) {
    const least_cycles_t l = comparison_least(c, length);
    char flits[32];
    (void)snprintf(flits, sizeof flits, "%u flit%s", c->flits[length],
                   c->flits[length] == 1 ? "" : "s");
    (void)fprintf(out, "  %-18s %11" PRIu64 " %-11s %11" PRIu64 " %s\n", c->no_length ? "" : flits,
                  l.any, least_reason_name(l.any_reason), l.plain,
                  least_reason_name(l.plain_reason));
  }
}
