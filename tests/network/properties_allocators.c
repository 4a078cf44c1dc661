// properties_allocators -- bounded bypass and work conservation of both allocators, from what the
// fronts asked for and got. See properties_state.h.
//
// Losses are counted for each branch by itself and only in cycles in which it asks; a win ends the
// count. The bounds are those of docs/microarchitecture.md, sections 9, 10 and 15.3.
//
// Work: allocation is separable, so an input has one choice, which is not seen when it loses. An
// input that got nothing must have had something to choose all of whose outputs went to other
// inputs; one that got something for a VC has all else that it asked for with this VC taken by
// other inputs. A wavefront gives the switch differently: what an input that got nothing is ready
// for has gone to other inputs, all of it.

#include "network/properties_state.h"

uint32_t bypass_vc_bound(const noc_shape_t *s) {
  const uint32_t others = s->ports - 1;
  const uint32_t vcs = s->vcs;
  // VCs that a packet may take: any of its block, if its class is open.
  const uint32_t own = vcs / s->networks;
  // Wins of the input while a packet of it has no room: that packet is passed in them.
  const uint32_t passes = s->cut_through ? MOST_PASSES * vcs : 0;
  if (s->multicast) {
    const uint32_t wins = s->ports * vcs - 1;
    return wins + others * s->ports * (wins + vcs * own + passes);
  }
  return others * (vcs * own + vcs - 1 + passes) + vcs - 1;
}

uint32_t bypass_switch_bound(const noc_shape_t *s) {
  const uint32_t others = s->ports - 1;
  if (s->multicast) {
    const uint32_t wins = s->vcs * (others * (s->depth + 1) + 1);
    return wins + (2 * wins + 1) * others;
  }
  if (s->wavefront) {
    return s->vcs * s->ports - 1;
  }
  return (2 * s->vcs - 1) * others + s->vcs - 1;
}

// Counts a branch's losses; returns how many there are now.
static uint32_t count(uint32_t *losses, bool asks, bool gets) {
  *losses = gets ? 0 : *losses + asks;
  return *losses;
}

static void count_branch(properties_t *p, watch_t *w, unsigned i, unsigned v, unsigned o) {
  const front_t *f = &w->front[queue_of(p, i, v)];
  const uint32_t k = queue_of(p, i, v) * p->s->ports + o;
  properties_seen_t *seen = &p->seen;
  const bool asks = (f->asks >> o & 1) != 0;
  const bool ready = (f->ready >> o & 1) != 0;
  seen->vc_requests += asks;
  seen->switch_requests += ready;
  const uint32_t vc = count(&w->vc_losses[k], asks, (f->won >> o & 1) != 0);
  const uint32_t passed = count(&w->switch_losses[k], ready, (f->moved >> o & 1) != 0);
  seen->vc_losses = vc > seen->vc_losses ? vc : seen->vc_losses;
  seen->switch_losses = passed > seen->switch_losses ? passed : seen->switch_losses;
  if (p->config.bounded && vc > seen->vc_bound) {
    properties_break(
        p, PROPERTY_VC_BYPASS, w, "input", i, v,
        "a packet has asked for a VC of output %u in %u cycles and won none; the bound "
        "is %u",
        o, vc, seen->vc_bound);
  }
  if (p->config.bounded && passed > seen->switch_bound) {
    properties_break(
        p, PROPERTY_SWITCH_BYPASS, w, "input", i, v,
        "a flit has asked for output %u in %u cycles and was not granted it; the bound "
        "is %u",
        o, passed, seen->switch_bound);
  }
}

void bypass_check(properties_t *p, watch_t *w) {
  const noc_shape_t *s = p->s;
  p->seen.vc_bound = bypass_vc_bound(s);
  p->seen.switch_bound = bypass_switch_bound(s);
  for (unsigned i = 0; i < s->ports; i++) {
    for (unsigned v = 0; v < s->vcs; v++) {
      for (uint32_t left = w->front[queue_of(p, i, v)].branches; left != 0; left &= left - 1) {
        count_branch(p, w, i, v, (unsigned)__builtin_ctz(left));
      }
    }
  }
}

// All that was given in this cycle.
typedef struct {
  uint16_t won[MOST_PORTS];  // VCs of each output that were given
  uint32_t used;             // outputs that got a flit
} given_t;

static given_t given(const properties_t *p, const watch_t *w) {
  given_t g = {0};
  for (unsigned q = 0; q < p->s->ports * p->s->vcs; q++) {
    const front_t *f = &w->front[q];
    for (uint32_t left = f->won; left != 0; left &= left - 1) {
      const unsigned o = (unsigned)__builtin_ctz(left);
      g.won[o] = (uint16_t)(g.won[o] | 1u << f->vc[o]);
    }
    g.used |= f->dropped ? 0 : f->moved;
  }
  return g;
}

// The outputs at which VC v of an input asks for a VC in vain though all that it may take are idle.
static uint32_t idle_vcs(const front_t *f, const given_t *g) {
  uint32_t idle = 0;
  for (uint32_t left = f->asks & ~f->won; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctz(left);
    idle |= (f->eligible[o] & g->won[o]) == 0 ? 1u << o : 0;
  }
  return idle;
}

// The outputs that VC v asks for at the flit that would be read, and that are idle.
static uint32_t idle_outputs(const front_t *f, const given_t *g) {
  uint32_t idle = 0;
  for (uint32_t left = f->ready & ~f->moved & ~g->used; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctz(left);
    idle |= f->read[o] == f->position ? 1u << o : 0;
  }
  return idle;
}

// A VC of an input, and the outputs that it asked for and that were idle.
typedef struct {
  bool found;
  unsigned vc;
  uint32_t idle;
} left_idle_t;

// Finds a VC whose outputs were left idle although the input must have chosen it.
static left_idle_t left_vcs(const properties_t *p, const watch_t *w, unsigned i, const given_t *g) {
  left_idle_t left = {0};
  for (unsigned v = 0; v < p->s->vcs; v++) {
    const front_t *f = &w->front[queue_of(p, i, v)];
    const uint32_t idle = idle_vcs(f, g);
    if (f->won != 0) {
      return (left_idle_t){idle != 0, v, idle};
    }
    if (f->asks != 0 && idle == 0) {
      left.idle = 0;  // it may have chosen this VC, unless it won for another
      left.vc = MOST_VCS;
    } else if (f->asks != 0 && left.vc != MOST_VCS && !left.found) {
      left = (left_idle_t){true, v, idle};
    }
  }
  left.found = left.found && left.vc != MOST_VCS;
  return left;
}

static left_idle_t left_flits(const properties_t *p, const watch_t *w, unsigned i,
                              const given_t *g) {
  left_idle_t left = {0};
  for (unsigned v = 0; v < p->s->vcs; v++) {
    const front_t *f = &w->front[queue_of(p, i, v)];
    const bool drops = f->drop_due && f->position == 1;  // would have been dropped
    const uint32_t idle = idle_outputs(f, g);
    if (f->moved != 0) {
      return (left_idle_t){!f->dropped && idle != 0, v, idle};
    }
    if (p->s->wavefront && f->ready != 0) {
      left = idle != 0 ? (left_idle_t){true, v, idle} : left;
    } else if (f->ready != 0 && idle == 0 && !drops) {
      left.vc = MOST_VCS;
    } else if ((f->ready != 0 || drops) && left.vc != MOST_VCS && !left.found) {
      left = (left_idle_t){true, v, idle};
    }
  }
  left.found = left.found && left.vc != MOST_VCS;
  return left;
}

void work_check(properties_t *p, watch_t *w) {
  const given_t g = given(p, w);
  for (unsigned i = 0; i < p->s->ports; i++) {
    const left_idle_t vcs = left_vcs(p, w, i, &g);
    if (vcs.found) {
      properties_break(p, PROPERTY_VC_WORK, w, "input", i, vcs.vc,
                       "a packet asks for a VC of output %d, and neither it nor another gets one",
                       __builtin_ctz(vcs.idle | 1u << 31));
    }
    const left_idle_t flits = left_flits(p, w, i, &g);
    if (flits.found) {
      properties_break(
          p, PROPERTY_SWITCH_WORK, w, "input", i, flits.vc,
          "a flit is ready for output %d, which is idle, and its input chose nothing else",
          __builtin_ctz(flits.idle | 1u << 31));
    }
  }
  for (unsigned q = 0; q < p->s->ports * p->s->vcs; q++) {
    const front_t *f = &w->front[q];
    p->seen.flits += f->dropped ? 0 : (unsigned)__builtin_popcount(f->moved);
  }
}
