// properties_progress -- in every virtual network with flits in queues of routers or interfaces,
// and hosts that take what comes, one leaves or enters a queue within a bound. See
// properties_state.h.

#include <stdlib.h>
#include <string.h>

#include "network/properties_state.h"

// While nothing of a network moves, none of its packets takes a VC from another, but by winning it.
// So one of them asks without a break: for an output VC as often as it may lose, then for the
// switch as often; or it is at an interface, whose VCs take turns. Before that credits may have to
// come round.
uint32_t progress_bound(const properties_t *p) {
  const unsigned round = p->s->pipeline + 2 + p->s->bypass + 2 * (p->latency - 1);
  return bypass_vc_bound(p->s) + bypass_switch_bound(p->s) + round + 2 * p->s->vcs;
}

void progress_create(properties_t *p) {
  static const char *const kFields[] = {"inj_rd", "inj_count", "ej_rd", "ej_count"};
  for (unsigned f = 0; f < 4; f++) {
    p->place[f] = shown_field(&p->host[0].bank->layout, kFields[f]);
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    p->host[node].place = calloc(4 * (size_t)p->s->vcs, sizeof(uint32_t));
  }
  // The oldest goes first, whichever network it is in: no bound holds for the others then.
  const bool passed_over = !p->config.bounded && p->s->networks > 1;
  p->seen.still_bound = passed_over ? UINT32_MAX : progress_bound(p);
}

void progress_free(properties_t *p) {
  for (uint32_t node = 0; node < p->nodes; node++) {
    free(p->host[node].place);
  }
}

typedef struct {
  uint32_t moved, waits;             // networks, a bit each
  const watch_t *at[MOST_NETWORKS];  // a router where flits of it wait
  unsigned port[MOST_NETWORKS], vc[MOST_NETWORKS];
} motion_t;

static void look_at_router(const properties_t *p, const watch_t *w, motion_t *m) {
  const shown_t *b = &w->shown[0];
  const shown_t *a = &w->shown[1];
  for (unsigned i = 0; i < p->s->ports; i++) {
    for (unsigned v = 0; v < p->s->vcs; v++) {
      const unsigned q = queue_of(p, i, v);
      const unsigned k = v / (p->s->vcs / p->s->networks);
      if (a->in_count[q] != b->in_count[q] || a->in_rd[q] != b->in_rd[q]) {
        m->moved |= 1u << k;
      }
      if (a->in_count[q] > 0) {
        m->waits |= 1u << k;
        m->at[k] = w;
        m->port[k] = i;
        m->vc[k] = v;
      }
    }
  }
}

static void look_at_interface(const properties_t *p, host_watch_t *h, motion_t *m) {
  h->bank->ops->state(h->bank, h->member, h->bank->has_rtl, p->words);
  for (unsigned f = 0; f < 4; f++) {
    for (unsigned v = 0; v < p->s->vcs; v++) {
      const unsigned k = v / (p->s->vcs / p->s->networks);
      uint32_t *was = &h->place[f * p->s->vcs + v];
      const uint32_t is = (uint32_t)bundle_element(p->place[f], p->words, v);
      m->moved |= is != *was ? 1u << k : 0;
      m->waits |= f % 2 == 1 && is > 0 ? 1u << k : 0;
      *was = is;
    }
  }
}

void progress_check(properties_t *p) {
  motion_t m = {0};
  for (uint32_t r = 0; r < p->routers; r++) {
    look_at_router(p, &p->router[r], &m);
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    look_at_interface(p, &p->host[node], &m);
  }
  for (unsigned k = 0; k < p->s->networks; k++) {
    const uint32_t bit = 1u << k;
    if ((m.moved & bit) != 0 || (m.waits & bit) == 0 || (p->refused & bit) != 0) {
      p->still[k] = 0;
      continue;
    }
    p->still[k]++;
    p->seen.still = p->still[k] > p->seen.still ? p->still[k] : p->seen.still;
    if (p->still[k] > p->seen.still_bound) {
      properties_break(p, PROPERTY_PROGRESS, m.at[k] != NULL ? m.at[k] : &p->router[0], "input",
                       m.port[k], m.vc[k],
                       "%s of network %u wait, and none has moved in %u cycles; the bound is %u",
                       m.at[k] != NULL ? "flits here" : "flits in interfaces", k, p->still[k],
                       p->seen.still_bound);
    }
  }
  p->refused = 0;
}
