// shrink -- see shrink.h.

#include "lockstep/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "shape/packet.h"

enum { AFTER = 64 };  // cycles that a try goes on behind the last that it gives

typedef struct {
  uint64_t time;  // clock behind the prefix in which it may come
  uint8_t port, vc, kind;
  uint32_t packet;
  uint64_t payload[SHAPE_MAX_WORDS];
} flit_t;

typedef struct {
  uint64_t time;
  uint8_t port, vc;
} credit_t;

typedef struct {
  flit_t *flit;
  credit_t *credit;
  size_t flits, credits;
} plan_t;

typedef enum { IN_VALID, IN_VC, IN_KIND, IN_PAYLOAD, C_VALID, C_VC, PINS } pin_t;
typedef enum { OUT_VALID, OUT_VC, CO_VALID, CO_VC, OUTS } out_t;

typedef struct {
  const inputs_t *s;
  alone_t *alone;
  const char *reg;  // that goes wrong first
  const bundle_field_t *pin[PINS], *out[OUTS];
  size_t reset, prefix;  // clock of the last reset; the first behind tables
  inputs_t made;         // by the last try
  uint64_t tries;
  uint32_t *in;
  void (*progress)(uint64_t tries, uint64_t flits);
} shrink_t;

static const bundle_field_t *field(const inputs_t *s, const char *name, field_kind_t kind) {
  for (unsigned i = 0; i < s->layout.n_fields; i++) {
    if (s->layout.field[i].kind == kind && strcmp(s->layout.field[i].name, name) == 0) {
      return &s->layout.field[i];
    }
  }
  return NULL;
}

static void set(const bundle_field_t *f, uint32_t *words, uint32_t index, uint64_t value) {
  for (unsigned b = 0; b < f->bits; b++) {
    const uint32_t at = index * f->bits + b;
    const uint32_t mask = UINT32_C(1) << at % 32;
    uint32_t *word = &words[f->word + at / 32];
    *word = (value >> b & 1) != 0 ? *word | mask : *word & ~mask;
  }
}

static bool find_pins(shrink_t *w) {
  static const char *const kPins[PINS] = {"in_valid",   "in_vc",           "in_kind",
                                          "in_payload", "credit_in_valid", "credit_in_vc"};
  static const char *const kOuts[OUTS] = {"out_valid", "out_vc", "credit_out_valid",
                                          "credit_out_vc"};
  bool ok = true;
  for (unsigned i = 0; i < PINS; i++) {
    ok = (w->pin[i] = field(w->s, kPins[i], FIELD_IN)) != NULL && ok;
  }
  for (unsigned i = 0; i < OUTS; i++) {
    ok = (w->out[i] = field(w->s, kOuts[i], FIELD_OUT)) != NULL && ok;
  }
  return ok;
}

// ---- One try

typedef struct {
  uint16_t room[SHAPE_MAX_PORTS][SHAPE_MAX_VCS];  // credits of the neighbours upstream
  uint16_t held[SHAPE_MAX_PORTS][SHAPE_MAX_VCS];  // flits that those downstream have
  size_t first;                                   // flit: all before it have come
  size_t credit;                                  // slot
  bool *sent;                                     // [flits]
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

static void look(const shrink_t *w, neighbours_t *n) {
  const uint32_t *state = alone_golden(w->alone);
  const uint64_t out = bundle_element(w->out[OUT_VALID], state, 0);
  const uint64_t credit = bundle_element(w->out[CO_VALID], state, 0);
  for (unsigned p = 0; p < w->s->shape.ports; p++) {
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
static bool fails(shrink_t *w, const plan_t *p) {
  const inputs_t *s = w->s;
  neighbours_t n = {.sent = calloc(p->flits + 1, sizeof *n.sent)};
  bank_mismatch_t m = {.cycle = 0};
  bool same = n.sent != NULL && alone_begin(w->alone);
  uint64_t last = p->flits > 0 ? p->flit[p->flits - 1].time : 0;
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
    same = clock_once(w, (inputs_clock_t){.cycle = cycle + t}, w->in, &m);
    look(w, &n);
  }
  free(n.sent);
  if (w->progress != NULL && ++w->tries % 64 == 0) {
    w->progress(w->tries, p->flits);
  }
  return !same && m.field != NULL && strcmp(m.field->name, w->reg) == 0;
}

// ---- Leaving out

static void release(plan_t *p) {
  free(p->flit);
  free(p->credit);
}

static bool copy(const plan_t *p, plan_t *out) {
  *out = (plan_t){.flit = malloc((p->flits + 1) * sizeof *out->flit),
                  .credit = malloc((p->credits + 1) * sizeof *out->credit)};
  if (out->flit == NULL || out->credit == NULL) {
    release(out);
    return false;
  }
  return true;
}

// Takes the try if it fails in the same way, else forgets it.
static bool take(shrink_t *w, plan_t *p, plan_t *changed) {
  const bool ok = fails(w, changed);
  if (ok) {
    release(p);
    *p = *changed;
  } else {
    release(changed);
  }
  return ok;
}

// Leaves out the packets of these numbers.
static bool without_packets(shrink_t *w, plan_t *p, const uint32_t *packet, size_t count) {
  plan_t c;
  if (!copy(p, &c)) {
    return false;
  }
  for (size_t i = 0; i < p->flits; i++) {
    bool out = false;
    for (size_t k = 0; k < count && !out; k++) {
      out = packet[k] == p->flit[i].packet;
    }
    if (!out) {
      c.flit[c.flits++] = p->flit[i];
    }
  }
  c.credits = p->credits;
  memcpy(c.credit, p->credit, p->credits * sizeof *c.credit);
  return take(w, p, &c);
}

static size_t packets_of(const plan_t *p, uint32_t *packet) {
  size_t count = 0;
  for (size_t i = 0; i < p->flits; i++) {
    bool seen = false;
    for (size_t k = count; k-- > 0 && !seen;) {
      seen = packet[k] == p->flit[i].packet;
    }
    if (!seen) {
      packet[count++] = p->flit[i].packet;
    }
  }
  return count;
}

static void drop_packets(shrink_t *w, plan_t *p) {
  uint32_t *packet = calloc(p->flits + 1, sizeof *packet);
  size_t count = packet != NULL ? packets_of(p, packet) : 0;
  for (size_t size = (count + 1) / 2; count > 0 && size > 0; size /= 2) {
    for (size_t at = 0; at < count;) {
      const size_t n = count - at < size ? count - at : size;
      if (without_packets(w, p, packet + at, n)) {
        memmove(packet + at, packet + at + n, (count - at - n) * sizeof *packet);
        count -= n;
      } else {
        at += n;
      }
    }
  }
  free(packet);
}

// Takes `count` cycles out from `at` on: what was to come in them comes at once.
static bool without_cycles(shrink_t *w, plan_t *p, uint64_t at, uint64_t count) {
  plan_t c;
  if (!copy(p, &c)) {
    return false;
  }
  c.flits = p->flits;
  c.credits = p->credits;
  for (size_t i = 0; i < p->flits; i++) {
    const uint64_t t = p->flit[i].time;
    c.flit[i] = p->flit[i];
    c.flit[i].time = t < at ? t : t < at + count ? at : t - count;
  }
  for (size_t i = 0; i < p->credits; i++) {
    const uint64_t t = p->credit[i].time;
    c.credit[i] = p->credit[i];
    c.credit[i].time = t < at ? t : t < at + count ? at : t - count;
  }
  return take(w, p, &c);
}

static void drop_cycles(shrink_t *w, plan_t *p) {
  uint64_t end = p->flits > 0 ? p->flit[p->flits - 1].time : 0;
  for (uint64_t size = (end + 1) / 2; size > 0; size /= 2) {
    for (uint64_t at = 0; at + size <= end;) {
      if (without_cycles(w, p, at, size)) {
        end -= size;
      } else {
        at += size;
      }
    }
  }
}

// Leaves out flit i, which is no head, of a packet whose length no router reads but in its head.
static bool without_flit(shrink_t *w, plan_t *p, size_t i) {
  const noc_shape_t *s = &w->s->shape;
  plan_t c;
  const flit_t gone = p->flit[i];
  size_t before = i;
  size_t head = i;
  for (size_t k = 0; k < i; k++) {
    if (p->flit[k].packet == gone.packet) {
      before = k;
      head = (p->flit[k].kind & KIND_HEAD) != 0 ? k : head;
    }
  }
  if (head == i || !copy(p, &c)) {
    return false;
  }
  c.flits = p->flits;
  c.credits = p->credits;
  memcpy(c.flit, p->flit, p->flits * sizeof *c.flit);
  memcpy(c.credit, p->credit, p->credits * sizeof *c.credit);
  const uint64_t length = packet_field(c.flit[head].payload, packet_length_lsb(s), s->len_w);
  packet_set_field(c.flit[head].payload, packet_length_lsb(s), s->len_w, length - 1);
  c.flit[before].kind |= gone.kind & KIND_TAIL;
  memmove(c.flit + i, c.flit + i + 1, (c.flits - i - 1) * sizeof *c.flit);
  c.flits--;
  return take(w, p, &c);
}

static void drop_flits(shrink_t *w, plan_t *p) {
  const noc_shape_t *s = &w->s->shape;
  for (size_t i = p->flits; !s->cut_through && !s->multicast && i-- > 0;) {
    if ((p->flit[i].kind & KIND_HEAD) == 0) {
      (void)without_flit(w, p, i);
    }
  }
}

// Data of flits that are no heads are 0, as far as nobody needs them.
static void clear_payloads(shrink_t *w, plan_t *p) {
  for (size_t i = 0; !w->s->shape.multicast && i < p->flits; i++) {
    plan_t c;
    if ((p->flit[i].kind & KIND_HEAD) != 0 || !copy(p, &c)) {
      continue;
    }
    c.flits = p->flits;
    c.credits = p->credits;
    memcpy(c.flit, p->flit, p->flits * sizeof *c.flit);
    memcpy(c.credit, p->credit, p->credits * sizeof *c.credit);
    memset(c.flit[i].payload, 0, sizeof c.flit[i].payload);
    (void)take(w, p, &c);
  }
}

// ---- From and to a stimulus

// The flits and credits since the last reset and its tables.
static bool read_plan(shrink_t *w, plan_t *p) {
  const inputs_t *s = w->s;
  const bundle_field_t *cfg = field(s, "cfg_valid", FIELD_IN);
  const unsigned ports = s->shape.ports;
  uint32_t open[SHAPE_MAX_PORTS][SHAPE_MAX_VCS] = {{0}};
  uint32_t packets = 0;
  for (size_t i = 0; i < s->clocks; i++) {
    w->reset = s->clock[i].reset ? i : w->reset;
  }
  w->prefix = w->reset + 1;
  for (size_t i = w->prefix; cfg != NULL && cfg->count > 0 && i < s->clocks; i++) {
    w->prefix = bundle_element(cfg, inputs_words(s, i), 0) != 0 ? i + 2 : w->prefix;
  }
  w->prefix = w->prefix < s->clocks ? w->prefix : s->clocks;
  *p = (plan_t){.flit = calloc((s->clocks - w->prefix) * ports + 1, sizeof *p->flit),
                .credit = calloc((s->clocks - w->prefix) * ports + 1, sizeof *p->credit)};
  for (size_t i = w->prefix; p->flit != NULL && p->credit != NULL && i < s->clocks; i++) {
    const uint32_t *in = inputs_words(s, i);
    for (unsigned port = 0; port < ports; port++) {
      if ((bundle_element(w->pin[IN_VALID], in, 0) >> port & 1) != 0) {
        flit_t *f = &p->flit[p->flits++];
        *f = (flit_t){.time = i - w->prefix,
                      .port = (uint8_t)port,
                      .vc = (uint8_t)(bundle_element(w->pin[IN_VC], in, port) % SHAPE_MAX_VCS),
                      .kind = (uint8_t)bundle_element(w->pin[IN_KIND], in, port)};
        if ((f->kind & KIND_HEAD) != 0) {
          open[port][f->vc] = ++packets;
        }
        f->packet = open[port][f->vc];
        for (unsigned k = 0; k < s->shape.words; k++) {
          f->payload[k] = bundle_element(w->pin[IN_PAYLOAD], in, port * s->shape.words + k);
        }
      }
      if ((bundle_element(w->pin[C_VALID], in, 0) >> port & 1) != 0) {
        p->credit[p->credits++] =
            (credit_t){.time = i - w->prefix,
                       .port = (uint8_t)port,
                       .vc = (uint8_t)(bundle_element(w->pin[C_VC], in, port) % SHAPE_MAX_VCS)};
      }
    }
  }
  return p->flit != NULL && p->credit != NULL;
}

static void reduce(shrink_t *w, plan_t *p) {
  size_t before;
  do {
    before = p->flits;
    drop_packets(w, p);
    drop_cycles(w, p);
    drop_flits(w, p);
  } while (p->flits < before);
  clear_payloads(w, p);
}

bool shrink(const inputs_t *s, alone_t *alone, const bank_mismatch_t *first, inputs_t *small,
            shrink_result_t *result, void (*progress)(uint64_t tries, uint64_t flits),
            noc_error_t *error) {
  shrink_t w = {.s = s, .alone = alone, .reg = first->field->name, .progress = progress};
  plan_t p = {.flits = 0};
  bool ok = find_pins(&w);
  inputs_begin(&w.made, s->component, &s->shape);
  w.in = calloc(s->layout.in_words + 1, sizeof *w.in);
  ok = (ok && w.in != NULL && read_plan(&w, &p)) ||
       noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  ok = ok && (fails(&w, &p) ||
              noc_fail(error, NOC_BAD_INPUT,
                       "the failure does not come from flits and credits since the last reset "
                       "alone, and cannot be shrunk"));
  if (ok) {
    reduce(&w, &p);
    (void)fails(&w, &p);
    *small = w.made;
    memcpy(small->place, s->place, sizeof small->place);
    small->compares = s->compares;
    small->seed = s->seed;
    *result = (shrink_result_t){
        .flits = 0, .cycles = small->clocks - (w.prefix - w.reset), .tries = w.tries};
    for (size_t i = 0; i < small->clocks; i++) {
      const uint64_t valid = bundle_element(w.pin[IN_VALID], inputs_words(small, i), 0);
      result->flits += (uint64_t)__builtin_popcountll(valid);
    }
  } else {
    inputs_free(&w.made);
  }
  release(&p);
  free(w.in);
  return ok;
}
