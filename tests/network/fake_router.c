// fake_router -- see fake_router.h.
//
// A flit waits in the queue of its input and VC; what is shown at an output follows from the queues
// alone, and from what the next router shows where the way back asks for it.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fake_state.h"

enum { DEPTH = 16, RECORD = 32 };

typedef struct {
  uint64_t bits[FAKE_WORDS];
} raw_t;

typedef struct {
  raw_t flit[DEPTH];
  unsigned count;
} queue_t;

typedef struct {
  const fake_t *fake;
  const topology_t *topology;
  uint32_t router;
  uint64_t *pin;  // [pins * FAKE_WORDS]
  bool clock;
  queue_t queue[FAKE_PORTS][FAKE_VCS];
  int route[FAKE_PORTS][FAKE_VCS];  // place of the output of the open packet; -1
  int owner[FAKE_PORTS][FAKE_VCS];  // input that has the VC of an output; -1
  unsigned credits[FAKE_PORTS][FAKE_VCS];
  unsigned due[FAKE_PORTS][FAKE_VCS];
  int lock_in[FAKE_PORTS][FAKE_VCS];  // whose flit was shown there, and has not moved; -1
  unsigned turn[FAKE_PORTS];
  bool dropping[FAKE_PORTS][FAKE_VCS];
  // The outputs show this.
  int from[FAKE_PORTS], vc[FAKE_PORTS];
  raw_t shown[FAKE_PORTS];
  bool skips[FAKE_PORTS];
  // The fault.
  unsigned moved;
  unsigned waited;  // VCs of which a flit was shown and did not move
  bool done, again;
  raw_t record[RECORD];
  unsigned records, replay;
  bool fired;
} router_t;

// --- the layout of a flit ------------------------------------------------------------------------

static uint64_t get(const raw_t *r, unsigned lsb, unsigned bits) {
  uint64_t value = r->bits[lsb / 64] >> lsb % 64;
  if (lsb % 64 + bits > 64) {
    value |= r->bits[lsb / 64 + 1] << (64 - lsb % 64);
  }
  return value & ((UINT64_C(1) << bits) - 1);
}

static void put(raw_t *r, unsigned lsb, unsigned bits, uint64_t value) {
  for (unsigned i = 0; i < bits; i++) {
    const uint64_t bit = UINT64_C(1) << (lsb + i) % 64;
    uint64_t *word = &r->bits[(lsb + i) / 64];
    *word = (value >> i & 1u) != 0 ? *word | bit : *word & ~bit;
  }
}

static bool is_head(const fake_t *f, const raw_t *r) {
  const uint64_t kind = get(r, fake_lsb_kind(f), FAKE_KIND);
  return f->kind ? kind == kFakeKind[1] || kind == kFakeKind[3] : (kind & 1u) != 0;
}
static bool is_tail(const fake_t *f, const raw_t *r) {
  const uint64_t kind = get(r, fake_lsb_kind(f), FAKE_KIND);
  return f->kind ? kind == kFakeKind[2] || kind == kFakeKind[3] : (kind & 2u) != 0;
}
static void mark(const fake_t *f, raw_t *r, bool head, bool tail) {
  const unsigned kind = (head ? 1u : 0) | (tail ? 2u : 0);
  put(r, fake_lsb_kind(f), FAKE_KIND, f->kind ? kFakeKind[kind] : kind);
}

// --- pins ----------------------------------------------------------------------------------------

static uint64_t *pin(router_t *r, unsigned i) {
  return &r->pin[(size_t)i * FAKE_WORDS];
}

static uint64_t all_vcs(const fake_t *f) {
  return (UINT64_C(1) << f->vcs) - 1;
}

// The VC of a link's flit; its valid line is 1.
static unsigned vc_on(router_t *r, bool output, unsigned place) {
  const fake_t *f = r->fake;
  raw_t flit;
  memcpy(&flit, pin(r, fake_pin(output, place, FAKE_FLIT)), sizeof flit);
  const uint64_t code = f->vc_code == VC_VALID ? *pin(r, fake_pin(output, place, FAKE_VALID))
                                               : get(&flit, fake_lsb_vc(f), 4);
  const unsigned vc = f->vc_code == VC_NONE    ? 0
                      : f->vc_code == VC_INDEX ? (unsigned)code
                      : code != 0              ? (unsigned)__builtin_ctzll(code)
                                               : 0;
  return vc < f->vcs ? vc : 0;
}

static uint64_t back_mask(router_t *r, unsigned place) {
  const fake_t *f = r->fake;
  uint64_t back = *pin(r, fake_pin(true, place, FAKE_BACK));
  if (f->back == RETURN_OFF) {
    back = ~back;
  }
  return f->one_line ? (back & 1u) * all_vcs(f) : back & all_vcs(f);
}

static unsigned place_of(unsigned port) {
  return FAKE_PORTS - 1 - port;  // the map has them the other way round
}

static bool is_faulty(const router_t *r, fake_fault_t fault) {
  return r->fake->fault == fault && r->fake->router == r->router &&
         r->moved >= r->fake->countdown && !r->done;
}

static bool is_at(const router_t *r, unsigned place) {
  return place == place_of(r->fake->port);
}

// --- the router ----------------------------------------------------------------------------------

// Whether the way goes up in a dimension; on a ring the shorter one.
static unsigned is_up(uint64_t from, uint64_t to, unsigned size, bool wraps) {
  return wraps ? (to + size - from) % size <= size / 2 : to > from;
}

static int find_route(router_t *r, unsigned in, const raw_t *head) {
  const fake_t *f = r->fake;
  const uint64_t x = *pin(r, FAKE_X);
  const uint64_t y = *pin(r, FAKE_Y);
  const uint64_t dx = get(head, fake_lsb_dx(f), 4);
  const uint64_t dy = get(head, fake_lsb_dx(f) + 4, 4);
  const bool wraps = r->topology->wiring == WIRING_TORUS;
  const unsigned port = dx != x   ? 2 - is_up(x, dx, r->topology->radix[0], wraps)
                        : dy != y ? 4 - is_up(y, dy, r->topology->radix[1], wraps)
                                  : 0;
  (void)in;
  if ((is_faulty(r, FAULT_MISDELIVERED) || is_faulty(r, FAULT_NOWHERE)) && port != f->port) {
    return (int)place_of(f->port);
  }
  return (int)place_of(port);
}

// Picks what an output shows: the flit of an input and a VC, or none.
static void choose(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  const uint64_t back = back_mask(r, o);
  r->from[o] = -1;
  if (is_faulty(r, FAULT_STUCK)) {
    return;
  }
  for (unsigned k = 0; k < FAKE_PORTS * f->vcs && r->from[o] < 0; k++) {
    const unsigned i = (r->turn[o] + k) % (FAKE_PORTS * f->vcs);
    const unsigned in = i / f->vcs;
    const unsigned v = i % f->vcs;
    const queue_t *q = &r->queue[in][v];
    const bool force = (is_faulty(r, FAULT_OVERFLOW) || is_faulty(r, FAULT_OFF)) && is_at(r, o);
    if (q->count == 0 || r->route[in][v] != (int)o ||
        (r->owner[o][v] >= 0 && r->owner[o][v] != (int)in) ||
        (r->lock_in[o][v] >= 0 && r->lock_in[o][v] != (int)in) ||
        (!force && f->back == RETURN_CREDIT && r->credits[o][v] == 0) ||
        (!force && (f->back == RETURN_ON || f->back == RETURN_OFF) && (back >> v & 1u) == 0)) {
      continue;
    }
    r->from[o] = (int)in;
    r->vc[o] = (int)v;
    r->shown[o] = q->flit[0];
  }
}

// The flit that is shown, as the fault has it.
static void spoil(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  raw_t *flit = &r->shown[o];
  r->skips[o] = false;
  if (!is_at(r, o) || !is_faulty(r, f->fault) || r->from[o] < 0 || r->from[o] == FAKE_PORTS) {
    return;
  }
  const queue_t *q = &r->queue[r->from[o]][r->vc[o]];
  const bool head = is_head(f, flit);
  const bool tail = is_tail(f, flit);
  const bool carries = !head || f->headers == 0;
  switch (f->fault) {
    case FAULT_PAYLOAD:
      put(flit, 5, 1, get(flit, 5, 1) ^ (uint64_t)!head);
      break;
    case FAULT_HEAD:
      put(flit, f->payload_bits - 1, 1, get(flit, f->payload_bits - 1, 1) ^ (uint64_t)carries);
      break;
    case FAULT_FIELD:
      put(flit, fake_lsb_dx(f), 1, get(flit, fake_lsb_dx(f), 1) ^ (uint64_t)head);
      break;
    case FAULT_LENGTH:
      mark(f, flit, head, false);
      break;
    case FAULT_EARLY_TAIL:
      mark(f, flit, head, true);
      break;
    case FAULT_INTERLEAVED:
      mark(f, flit, true, tail);
      break;
    case FAULT_HEADLESS:
      mark(f, flit, false, tail);
      break;
    case FAULT_KIND:
      put(flit, fake_lsb_kind(f), FAKE_KIND, 5);
      break;
    case FAULT_INVENTED:
      for (unsigned i = 0; head && i < f->payload_bits; i += 2) {
        put(flit, i, 1, get(flit, i, 1) ^ 1u);
      }
      break;
    case FAULT_SKIPPED:
      r->skips[o] = !head && !tail && q->count >= 2;
      *flit = r->skips[o] ? q->flit[1] : *flit;
      break;
    case FAULT_UNSTABLE:
      put(flit, 5, 1, get(flit, 5, 1) ^ (uint64_t)(r->waited >> r->vc[o] & 1u));
      break;
    default:
      break;
  }
}

static void replay(router_t *r, unsigned o) {
  if (r->replay < r->records && is_at(r, o) && r->again) {
    r->from[o] = FAKE_PORTS;  // of no input
    r->shown[o] = r->record[r->replay];
  }
}

static void show_output(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  uint64_t *valid = pin(r, fake_pin(true, o, FAKE_VALID));
  raw_t *flit = &r->shown[o];
  choose(r, o);
  replay(r, o);
  spoil(r, o);
  bool shows = r->from[o] >= 0;
  unsigned v = shows ? (unsigned)r->vc[o] : 0;
  if (is_at(r, o) && is_faulty(r, FAULT_WITHDRAWN) && r->waited != 0) {
    shows = false;
    r->from[o] = -1;
  }
  if (is_at(r, o) && is_faulty(r, FAULT_NETWORK) && is_head(f, flit)) {
    v = (v + f->vcs / 2) % f->vcs;
  }
  uint64_t code = f->vc_code == VC_INDEX ? v : UINT64_C(1) << v;
  if (is_at(r, o) && is_faulty(r, FAULT_VC) && shows) {
    code = f->vc_code == VC_INDEX ? f->vcs : 3;
  }
  put(flit, fake_lsb_vc(f), 4, f->vc_code == VC_INDEX || f->vc_code == VC_ONE_HOT ? code : 0);
  *valid = !shows ? 0 : f->vc_code == VC_VALID ? code : 1;
  if (is_at(r, o) && f->fault == FAULT_RESET && f->router == r->router) {
    *valid = 1;
  }
  memcpy(pin(r, fake_pin(true, o, FAKE_FLIT)), flit, sizeof *flit);
}

static bool moves(router_t *r, unsigned o) {
  return r->from[o] >= 0 &&
         (r->fake->back != RETURN_READY || (back_mask(r, o) >> r->vc[o] & 1u) != 0);
}

static void show_back(router_t *r, unsigned in) {
  const fake_t *f = r->fake;
  uint64_t *back = pin(r, fake_pin(false, in, FAKE_BACK));
  uint64_t mask = 0;
  if (f->fault == FAULT_SETTLE) {
    const uint64_t other = *pin(r, fake_pin(true, in, FAKE_BACK)) & 1u;
    *back = r->router == f->router ? other ^ 1u : other;
    return;
  }
  if (f->back == RETURN_CREDIT) {
    unsigned first = f->vcs;
    for (unsigned v = f->vcs; v-- > 0;) {
      mask |= (uint64_t)(r->due[in][v] > 0) << v;
      first = r->due[in][v] > 0 ? v : first;
    }
    if (f->fault == FAULT_EARLY_CREDIT && r->router == f->router && is_at(r, in)) {
      mask = 1;
    }
    *back = mask;
    if (f->coded_credit) {
      const bool wrong = is_at(r, in) && is_faulty(r, FAULT_CREDIT_VC);
      *back = mask != 0;
      const unsigned vc = wrong ? f->vcs : first < f->vcs ? first : 0;
      *pin(r, fake_pin(false, in, FAKE_BACK_VC)) = f->vc_code == VC_ONE_HOT ? 1u << vc : vc;
    }
    return;
  }
  for (unsigned v = 0; v < f->vcs; v++) {
    bool room = r->queue[in][v].count < f->depth;
    for (unsigned o = 0; f->combinational && o < FAKE_PORTS && !room; o++) {
      room = r->from[o] == (int)in && r->vc[o] == (int)v && moves(r, o);
    }
    mask |= (uint64_t)room << v;
  }
  mask = is_at(r, in) && is_faulty(r, FAULT_CLOSED) ? 0 : mask;
  mask = f->one_line ? mask == all_vcs(f) : mask;
  *back = f->back == RETURN_OFF ? ~mask & (f->one_line ? 1u : all_vcs(f)) : mask;
}

static void pop(queue_t *q) {
  memmove(q->flit, q->flit + 1, --q->count * sizeof *q->flit);
}

static void note_fault(router_t *r, unsigned o, const raw_t *flit) {
  const fake_t *f = r->fake;
  if (!is_at(r, o)) {
    return;
  }
  const bool once = f->fault == FAULT_REPEATED ? r->again : false;
  r->moved++;
  if (f->fault == FAULT_REPEATED_PACKET && f->router == r->router && !r->again) {
    r->records = is_head(f, flit) ? 0 : r->records;
    if (r->records < RECORD) {
      r->record[r->records++] = *flit;
    }
    r->again = is_tail(f, flit) && r->moved >= f->countdown;
  }
  r->done = r->done || once;
}

static void send(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  const bool valid = r->from[o] >= 0;
  const bool moved = moves(r, o);
  const unsigned v = valid ? (unsigned)r->vc[o] : 0;
  if (is_at(r, o)) {
    r->waited = !valid ? 0 : moved ? r->waited & ~(1u << v) : r->waited | 1u << v;
  }
  if (!moved) {
    if (valid && r->from[o] < FAKE_PORTS) {  // it stays, or lets another VC go first
      r->lock_in[o][v] = r->from[o];
      r->turn[o] = (unsigned)r->from[o] * f->vcs + v + (f->vcs > 1);
    }
    return;
  }
  r->credits[o][v] -= f->back == RETURN_CREDIT && r->credits[o][v] > 0;
  if (r->from[o] == FAKE_PORTS) {
    r->replay++;
    return;
  }
  const unsigned in = (unsigned)r->from[o];
  queue_t *q = &r->queue[in][v];
  const raw_t flit = q->flit[0];
  if (is_at(r, o) && is_faulty(r, FAULT_REPEATED) && !is_head(f, &flit) && !is_tail(f, &flit) &&
      !r->again) {
    r->again = true;  // it stays
    return;
  }
  note_fault(r, o, &flit);
  for (unsigned n = r->skips[o] ? 2 : 1; n > 0; n--) {
    const bool loses =
        is_at(r, in) && (is_faulty(r, FAULT_CREDIT_LOST) || is_faulty(r, FAULT_CREDITS_LOST));
    pop(q);
    r->due[in][v] += !loses;
    r->done = r->done || (loses && f->fault == FAULT_CREDIT_LOST);
  }
  r->lock_in[o][v] = -1;
  r->owner[o][v] = is_tail(f, &flit) ? -1 : (int)in;
  r->turn[o] = in * f->vcs + v + 1;
  if (is_tail(f, &flit)) {
    r->route[in][v] = -1;
  }
}

static void take(router_t *r, unsigned in, const uint64_t *ready) {
  const fake_t *f = r->fake;
  if (*pin(r, fake_pin(false, in, FAKE_VALID)) == 0) {
    return;
  }
  const unsigned v = vc_on(r, false, in);
  queue_t *q = &r->queue[in][v];
  if ((f->back == RETURN_READY && (ready[in] >> v & 1u) == 0) || q->count == DEPTH) {
    return;
  }
  raw_t flit;
  memcpy(&flit, pin(r, fake_pin(false, in, FAKE_FLIT)), sizeof flit);
  if (is_at(r, in) && is_faulty(r, FAULT_LOST) && is_head(f, &flit)) {
    r->dropping[in][v] = true;
    r->done = true;
  }
  if (r->dropping[in][v]) {
    r->due[in][v]++;
    r->dropping[in][v] = !is_tail(f, &flit);
    return;
  }
  q->flit[q->count++] = flit;
  if (is_at(r, in) && is_faulty(r, FAULT_ORDER) && q->count >= 3) {
    const raw_t other = q->flit[1];
    q->flit[1] = q->flit[2];
    q->flit[2] = other;
    r->done = true;
  }
  if (is_at(r, in) &&
      (f->fault == FAULT_LOST || f->fault == FAULT_ORDER || f->fault == FAULT_CREDIT_LOST ||
       f->fault == FAULT_CREDITS_LOST || f->fault == FAULT_CLOSED || f->fault == FAULT_CREDIT ||
       f->fault == FAULT_CREDIT_VC)) {
    r->moved++;
  }
}

static void give_credits(router_t *r, unsigned in) {
  const fake_t *f = r->fake;
  bool given = false;
  for (unsigned v = 0; v < f->vcs; v++) {
    if (r->due[in][v] == 0 || (f->coded_credit && given)) {
      continue;
    }
    given = true;
    if (is_at(r, in) && is_faulty(r, FAULT_CREDIT)) {
      r->done = true;  // it is given again
      continue;
    }
    r->due[in][v]--;
  }
}

static void take_credits(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  const uint64_t back = *pin(r, fake_pin(true, o, FAKE_BACK));
  const uint64_t vc = *pin(r, fake_pin(true, o, FAKE_BACK_VC));
  for (unsigned v = 0; v < f->vcs; v++) {
    const uint64_t code = f->vc_code == VC_ONE_HOT ? UINT64_C(1) << v : v;
    const bool comes = f->coded_credit ? back != 0 && vc == code : (back >> v & 1u) != 0;
    r->credits[o][v] += comes;
  }
}

static void clear(router_t *r) {
  memset(r->queue, 0, sizeof r->queue);
  memset(r->due, 0, sizeof r->due);
  memset(r->dropping, 0, sizeof r->dropping);
  r->moved = r->records = r->replay = 0;
  r->waited = 0;
  r->done = r->again = r->fired = false;
  for (unsigned p = 0; p < FAKE_PORTS; p++) {
    r->turn[p] = 0;
    for (unsigned v = 0; v < FAKE_VCS; v++) {
      r->route[p][v] = r->owner[p][v] = r->lock_in[p][v] = -1;
      r->credits[p][v] = r->fake->depth;
    }
  }
}

static void find_routes(router_t *r) {
  for (unsigned in = 0; in < FAKE_PORTS; in++) {
    for (unsigned v = 0; v < r->fake->vcs; v++) {
      const queue_t *q = &r->queue[in][v];
      if (q->count > 0 && r->route[in][v] < 0) {
        r->route[in][v] = find_route(r, in, &q->flit[0]);
      }
    }
  }
}

static void rise(router_t *r) {
  const fake_t *f = r->fake;
  uint64_t ready[FAKE_PORTS];
  if (*pin(r, FAKE_RESET) != 0) {
    clear(r);
    return;
  }
  for (unsigned p = 0; p < FAKE_PORTS; p++) {
    const uint64_t back = *pin(r, fake_pin(false, p, FAKE_BACK));
    ready[p] = f->one_line ? (back & 1u) * all_vcs(f) : back;
    give_credits(r, p);
  }
  for (unsigned p = 0; p < FAKE_PORTS; p++) {
    send(r, p);
  }
  for (unsigned p = 0; p < FAKE_PORTS; p++) {
    if (f->back == RETURN_CREDIT) {
      take_credits(r, p);
    }
    take(r, p, ready);
  }
  find_routes(r);
  r->fired = r->fired || is_faulty(r, FAULT_ASSERTION);
}

bool fake_eval(void *instance) {
  router_t *r = instance;
  const bool clock = *pin(r, FAKE_CLOCK) != 0;
  if (clock && !r->clock) {
    rise(r);
  }
  r->clock = clock;
  for (unsigned o = 0; o < FAKE_PORTS; o++) {
    show_output(r, o);
  }
  for (unsigned in = 0; in < FAKE_PORTS; in++) {
    show_back(r, in);
  }
  return true;
}

const char *fake_failed(void *instance) {
  const router_t *r = instance;
  return r->fired ? "fake.sv:1: an assertion of the fake" : NULL;
}

void *fake_instance(const fake_t *fake, const topology_t *t, uint32_t router) {
  router_t *r = calloc(1, sizeof *r);
  assert(r != NULL);
  r->fake = fake;
  r->topology = t;
  r->router = router;
  r->pin = calloc((size_t)FAKE_PINS * FAKE_WORDS, sizeof *r->pin);
  assert(r->pin != NULL);
  clear(r);
  return r;
}

void fake_release(void *instance) {
  router_t *r = instance;
  free(r->pin);
  free(r);
}

void *fake_place(void *instance, uint32_t i) {
  return pin(instance, i);
}
