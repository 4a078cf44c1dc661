// properties_flow -- a VC of a link carries a buffer of flits in a credit loop at most, since each
// flit needs a credit: docs/timing.md, "Flow rate". And the meter, with which a test holds streams
// that have nothing else in their way to the form itself. See properties_state.h.

#include <stdlib.h>

#include "network/properties_state.h"

unsigned flow_round(const properties_t *p, const watch_t *w, unsigned port) {
  const bool to_node = w->node_out[port] >= 0;
  // An interface takes no flit in the cycle of its arrival, where routers do.
  const unsigned later = to_node && p->s->bypass ? 1 : 0;
  return p->s->pipeline + 2 + later + 2 * ((to_node ? 1 : p->latency) - 1);
}

// Cycles of so many packets.
static double stream_form(const properties_t *p, unsigned flits, unsigned packets) {
  const unsigned depth = p->s->depth;
  const unsigned between = p->s->pipeline + 2 + 2 * (p->latency - 1);
  const unsigned round = p->s->bypass && between < 5 ? 5 : between;  // to the interface
  const double least = (double)flits * packets;
  if (!p->s->cut_through) {
    return depth < round ? least * round / depth : least;
  }
  const unsigned fit = depth / flits;
  const double apart = (double)(round + flits - 1 - depth % flits) / fit;
  return apart > flits ? apart * packets : least;
}

bool properties_stream(properties_t *p, unsigned flits, unsigned first, unsigned more) {
  const uint64_t from = (uint64_t)flits * first;
  const uint64_t to = from + (uint64_t)flits * more;
  const watch_t *w = &p->router[p->meter_router];
  const double form = stream_form(p, flits, more);
  if (p->meter_count <= to) {
    properties_break(p, PROPERTY_FLOW, w, "output", p->meter_port, 0,
                     "%lu flits were granted, of %lu that were to be measured",
                     (unsigned long)p->meter_count, (unsigned long)to + 1);
    return false;
  }
  const double cycles = (double)(p->metered[to] - p->metered[from]);
  if (cycles < form - 1e-6 || cycles > form + 1e-6) {
    properties_break(p, PROPERTY_FLOW, w, "output", p->meter_port, 0,
                     "%u packets of %u flits without a gap took %.0f cycles; by the form %.1f",
                     more, flits, cycles, form);
  }
  return !p->broken[PROPERTY_FLOW];
}

static void note(properties_t *p, const watch_t *w, unsigned port) {
  if (!p->metering || w->id != p->meter_router || port != p->meter_port) {
    return;
  }
  if (p->meter_count == p->meter_room) {
    p->meter_room = 2 * p->meter_room + 64;
    uint64_t *more = realloc(p->metered, p->meter_room * sizeof *more);
    if (more == NULL) {
      abort();
    }
    p->metered = more;
  }
  p->metered[p->meter_count++] = p->cycle;
}

static void grant(properties_t *p, watch_t *w, unsigned o, unsigned vc) {
  const unsigned depth = p->s->depth;
  const unsigned q = queue_of(p, o, vc);
  uint64_t *slot = &w->grant[(uint64_t)q * depth + w->granted[q] % depth];
  const unsigned round = flow_round(p, w, o);
  if (w->granted[q] >= depth && p->cycle - *slot < round) {
    properties_break(
        p, PROPERTY_FLOW, w, "output", o, vc,
        "%u flits are granted within %lu cycles, of a buffer of %u whose credits take %u",
        depth + 1, (unsigned long)(p->cycle - *slot), depth, round);
  }
  *slot = p->cycle;
  w->granted[q]++;
  note(p, w, o);
}

void flow_check(properties_t *p, watch_t *w) {
  for (unsigned q = 0; q < p->s->ports * p->s->vcs; q++) {
    const front_t *f = &w->front[q];
    for (uint32_t left = f->dropped ? 0 : f->moved; left != 0; left &= left - 1) {
      const unsigned o = (unsigned)__builtin_ctz(left);
      grant(p, w, o, f->vc[o]);
    }
  }
}
