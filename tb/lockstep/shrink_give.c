// shrink_give -- one try: the neighbours of a router or an interface, and its host, are played; see
// shrink.h.

#include <stdlib.h>
#include <string.h>

#include "lockstep/shrink_state.h"
#include "shape/packet.h"

enum { AFTER = 64 };  // cycles that a try goes on behind the last that it gives

static void set(const bundle_field_t *f, uint32_t *words, uint32_t index, uint64_t value) {
  for (unsigned b = 0; b < f->bits; b++) {
    const uint32_t at = index * f->bits + b;
    const uint32_t mask = UINT32_C(1) << at % 32;
    uint32_t *word = &words[f->word + at / 32];
    *word = (value >> b & 1) != 0 ? *word | mask : *word & ~mask;
  }
}

typedef struct {
  uint16_t room[SHAPE_MAX_PORTS][SHAPE_MAX_VCS];  // credits of the neighbours upstream
  uint16_t held[SHAPE_MAX_PORTS][SHAPE_MAX_VCS];  // flits that those downstream have
  size_t first;                                   // flit: all before it have come
  size_t credit;                                  // slot
  size_t beat;                                    // all before it have been given
  bool *sent;                                     // [flits]
  bool *given;                                    // [beats]
} neighbours_t;

// The credits that flit i takes to be sent: with cut-through the first of a packet waits for as
// many as the packet has flits.
static uint16_t credits_needed(const shrink_t *w, const plan_t *p, size_t i) {
  uint16_t flits = 1;
  if (!w->s->shape.cut_through || (p->flit[i].kind & KIND_HEAD) == 0) {
    return flits;
  }
  for (size_t k = i + 1; k < p->flits; k++) {
    if (p->flit[k].packet == p->flit[i].packet) {
      flits++;
    }
  }
  return flits;
}

// The flits that come in this clock: one a port, in order on each VC.
static uint64_t give_flits(shrink_t *w, const plan_t *p, neighbours_t *n, uint64_t now) {
  bool blocked[SHAPE_MAX_PORTS][SHAPE_MAX_VCS] = {{false}};
  const unsigned words = w->s->shape.words;
  uint64_t valid = 0;
  for (size_t i = n->first; i < p->flits && p->flit[i].time <= now; i++) {
    const flit_t *f = &p->flit[i];
    if (n->sent[i]) {
      n->first += i == n->first;
      continue;
    }
    if ((valid >> f->port & 1) == 0 && !blocked[f->port][f->vc] &&
        n->room[f->port][f->vc] >= credits_needed(w, p, i)) {
      n->sent[i] = true;
      n->first += i == n->first;
      n->room[f->port][f->vc]--;
      valid |= UINT64_C(1) << f->port;
      set(w->pin[IN_VC], w->in, f->port, f->vc);
      set(w->pin[IN_KIND], w->in, f->port, f->kind);
      for (unsigned k = 0; k < words; k++) {
        set(w->pin[IN_PAYLOAD], w->in, f->port * words + k, f->payload[k]);
      }
    }
    blocked[f->port][f->vc] = true;
  }
  return valid;
}

// The credits that come back: those of this clock for which a flit has left.
static uint64_t give_credits(shrink_t *w, const plan_t *p, neighbours_t *n, uint64_t now) {
  uint64_t valid = 0;
  for (; n->credit < p->credits && p->credit[n->credit].time <= now; n->credit++) {
    const credit_t *c = &p->credit[n->credit];
    if ((valid >> c->port & 1) == 0 && n->held[c->port][c->vc] > 0) {
      n->held[c->port][c->vc]--;
      valid |= UINT64_C(1) << c->port;
      set(w->pin[C_VC], w->in, c->port, c->vc);
    }
  }
  return valid;
}

// A beat for a network that the interface is ready for, in order on each network.
static bool give_beat(shrink_t *w, const plan_t *p, neighbours_t *n, uint64_t now) {
  const noc_shape_t *s = &w->s->shape;
  const uint64_t ready = bundle_element(w->host_ready, alone_golden(w->alone), 0);
  uint64_t passed = 0;
  for (size_t i = n->beat; i < p->beats && p->beat[i].time <= now; i++) {
    const beat_t *b = &p->beat[i];
    if (n->given[i]) {
      n->beat += i == n->beat;
      continue;
    }
    if ((ready & ~passed) >> b->network & 1) {
      const uint32_t *from = inputs_words(w->s, b->clock);
      const bundle_layout_t *l = &w->s->layout;
      for (unsigned f = 0; f < l->n_fields; f++) {
        if (l->field[f].kind == FIELD_IN && strncmp(l->field[f].name, "host_", 5) == 0) {
          memcpy(w->in + l->field[f].word, from + l->field[f].word,
                 l->field[f].words * sizeof *from);
        }
      }
      if (b->flits > 0) {
        set(w->host[HOST_FLITS], w->in, 0, b->flits);
      }
      for (unsigned k = 0; b->blank && k < s->words; k++) {
        set(w->host[HOST_DATA], w->in, k, 0);
      }
      n->given[i] = true;
      n->beat += i == n->beat;
      return true;
    }
    passed |= UINT64_C(1) << b->network;
  }
  return false;
}

static void give_host(shrink_t *w, const plan_t *p, neighbours_t *n, uint64_t now) {
  if (w->host_ready == NULL) {
    return;
  }
  const bool all = p->ready == NULL || now >= p->clocks;
  set(w->host[HOST_VALID], w->in, 0, give_beat(w, p, n, now));
  set(w->host[DEL_READY], w->in, 0, all ? UINT64_MAX : p->ready[now]);
}

static void look(const shrink_t *w, neighbours_t *n) {
  const uint32_t *state = alone_golden(w->alone);
  const uint64_t out = bundle_element(w->out[OUT_VALID], state, 0);
  const uint64_t credit = bundle_element(w->out[CO_VALID], state, 0);
  for (unsigned p = 0; p < w->ports; p++) {
    if ((out >> p & 1) != 0) {
      n->held[p][bundle_element(w->out[OUT_VC], state, p) % SHAPE_MAX_VCS]++;
    }
    if ((credit >> p & 1) != 0) {
      n->room[p][bundle_element(w->out[CO_VC], state, p) % SHAPE_MAX_VCS]++;
    }
  }
}

static bool clock_once(shrink_t *w, inputs_clock_t clock, const uint32_t *in, bank_mismatch_t *m) {
  return !inputs_add(&w->made, clock, in) || alone_clock(w->alone, clock, in, m);
}

// Whether the same register still goes wrong first; w->made is what was given.
bool shrink_fails(shrink_t *w, const plan_t *p) {
  const inputs_t *s = w->s;
  neighbours_t n = {.sent = calloc(p->flits + 1, sizeof *n.sent),
                    .given = calloc(p->beats + 1, sizeof *n.given)};
  bank_mismatch_t m = {.cycle = 0};
  bool same = n.sent != NULL && n.given != NULL && alone_begin(w->alone);
  const uint64_t flit = p->flits > 0 ? p->flit[p->flits - 1].time : 0;
  const uint64_t beat = p->beats > 0 ? p->beat[p->beats - 1].time : 0;
  const uint64_t last = flit > beat ? flit : beat;
  const uint64_t cycle = s->clock[w->prefix - 1].reset ? 0 : s->clock[w->prefix - 1].cycle + 1;
  w->made.clocks = 0;
  for (unsigned i = 0; i < SHAPE_MAX_PORTS; i++) {
    for (unsigned v = 0; v < SHAPE_MAX_VCS; v++) {
      n.room[i][v] = (uint16_t)s->shape.depth;
    }
  }
  for (size_t i = w->reset; same && i < w->prefix; i++) {
    same = clock_once(w, s->clock[i], inputs_words(s, i), &m);
  }
  memcpy(w->in, inputs_words(s, w->prefix - 1), s->layout.in_words * sizeof *w->in);
  for (uint64_t t = 0; same && t <= last + AFTER; t++) {
    set(w->pin[IN_VALID], w->in, 0, give_flits(w, p, &n, t));
    set(w->pin[C_VALID], w->in, 0, give_credits(w, p, &n, t));
    give_host(w, p, &n, t);
    same = clock_once(w, (inputs_clock_t){.cycle = cycle + t}, w->in, &m);
    look(w, &n);
  }
  free(n.sent);
  free(n.given);
  if (w->progress != NULL && ++w->tries % 64 == 0) {
    w->progress(w->tries, p->flits + p->beats);
  }
  return !same && m.field != NULL && strcmp(m.field->name, w->reg) == 0;
}
