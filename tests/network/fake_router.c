// fake_router -- see fake_router.h.
//
// A flit waits in the queue of its input and VC; what is shown at an output follows from the queues
// alone, and from what the next router shows where the way back asks for it.

#include "fake_router.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = 5, VCS = 4, DEPTH = 16, WORDS = 6, RECORD = 32, CODES = 3 };
enum { CLOCK, RESET, MY_X, MY_Y, FIRST };
// Pins of a port, in both directions.
enum { FLIT, VALID, BACK, BACK_VC, OF_LINK };

typedef struct {
  uint64_t bits[WORDS];
} raw_t;

typedef struct {
  raw_t flit[DEPTH];
  unsigned count;
} queue_t;

typedef struct {
  const fake_t *fake;
  uint32_t router;
  uint64_t *pin;  // [pins * WORDS]
  bool clock;
  queue_t queue[PORTS][VCS];
  int route[PORTS][VCS];  // place of the output of the open packet; -1
  int owner[PORTS][VCS];  // input that has the VC of an output; -1
  unsigned credits[PORTS][VCS];
  unsigned due[PORTS][VCS];
  int lock_in[PORTS][VCS];  // whose flit was shown there, and has not moved; -1
  unsigned turn[PORTS];
  bool dropping[PORTS][VCS];
  // What is shown.
  int from[PORTS], vc[PORTS];
  raw_t shown[PORTS];
  bool skips[PORTS];
  // The fault.
  unsigned moved;
  unsigned waited;  // VCs of which a flit was shown and did not move
  bool done, again;
  raw_t record[RECORD];
  unsigned records, replay;
  bool fired;
} router_t;

typedef struct {
  foreign_t map;
  fake_t fake;
  topology_t const *topology;
  foreign_api_t api;
  foreign_pin_t pins[FIRST + 2 * PORTS * OF_LINK];
  char names[FIRST + 2 * PORTS * OF_LINK][24];
  const char *port_name[PORTS];
  foreign_module_t *modules;
  formula_t *dx, *dy;
} made_t;

// One fake at a time: its create() has no context.
static made_t *made;

static unsigned pin_of(bool output, unsigned place, unsigned what) {
  return FIRST + (place * 2 + output) * OF_LINK + what;
}

// --- the layout of a flit ------------------------------------------------------------------------

static foreign_bits_t at(unsigned pin, unsigned lsb, unsigned bits) {
  return (foreign_bits_t){.pin = (uint16_t)pin, .lsb = (uint16_t)lsb, .bits = (uint16_t)bits};
}

static unsigned lsb_dx(const fake_t *f) {
  return f->headers > 0 ? 0 : f->payload_bits;
}
static unsigned lsb_kind(const fake_t *f) {
  return f->payload_bits + 8;
}
static unsigned lsb_vc(const fake_t *f) {
  return lsb_kind(f) + 3;
}
static unsigned flit_bits(const fake_t *f) {
  return lsb_vc(f) + 4;
}

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

static const uint64_t kKind[4] = {1, 2, 4, 7};  // body, head, tail, single

static bool is_head(const fake_t *f, const raw_t *r) {
  const uint64_t kind = get(r, lsb_kind(f), CODES);
  return f->kind ? kind == kKind[1] || kind == kKind[3] : (kind & 1u) != 0;
}
static bool is_tail(const fake_t *f, const raw_t *r) {
  const uint64_t kind = get(r, lsb_kind(f), CODES);
  return f->kind ? kind == kKind[2] || kind == kKind[3] : (kind & 2u) != 0;
}
static void mark(const fake_t *f, raw_t *r, bool head, bool tail) {
  const unsigned kind = (head ? 1u : 0) | (tail ? 2u : 0);
  put(r, lsb_kind(f), CODES, f->kind ? kKind[kind] : kind);
}

// --- pins ----------------------------------------------------------------------------------------

static uint64_t *pin(router_t *r, unsigned i) {
  return &r->pin[(size_t)i * WORDS];
}

static uint64_t all_vcs(const fake_t *f) {
  return (UINT64_C(1) << f->vcs) - 1;
}

// The VC of a link's flit; its valid line is 1.
static unsigned vc_on(router_t *r, bool output, unsigned place) {
  const fake_t *f = r->fake;
  raw_t flit;
  memcpy(&flit, pin(r, pin_of(output, place, FLIT)), sizeof flit);
  const uint64_t code =
      f->vc_code == VC_VALID ? *pin(r, pin_of(output, place, VALID)) : get(&flit, lsb_vc(f), 4);
  const unsigned vc = f->vc_code == VC_NONE    ? 0
                      : f->vc_code == VC_INDEX ? (unsigned)code
                      : code != 0              ? (unsigned)__builtin_ctzll(code)
                                               : 0;
  return vc < f->vcs ? vc : 0;
}

static uint64_t back_mask(router_t *r, unsigned place) {
  const fake_t *f = r->fake;
  uint64_t back = *pin(r, pin_of(true, place, BACK));
  if (f->back == RETURN_OFF) {
    back = ~back;
  }
  return f->one_line ? (back & 1u) * all_vcs(f) : back & all_vcs(f);
}

static unsigned place_of(unsigned port) {
  return PORTS - 1 - port;  // the map has them the other way round
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
  const uint64_t x = *pin(r, MY_X);
  const uint64_t y = *pin(r, MY_Y);
  const uint64_t dx = get(head, lsb_dx(f), 4);
  const uint64_t dy = get(head, lsb_dx(f) + 4, 4);
  const bool wraps = made->topology->wiring == WIRING_TORUS;
  const unsigned port = dx != x   ? 2 - is_up(x, dx, made->topology->radix[0], wraps)
                        : dy != y ? 4 - is_up(y, dy, made->topology->radix[1], wraps)
                                  : 0;
  (void)in;
  if ((is_faulty(r, FAULT_MISDELIVERED) || is_faulty(r, FAULT_NOWHERE)) && port != f->port) {
    return (int)place_of(f->port);
  }
  return (int)place_of(port);
}

// What an output shows: the flit of an input and a VC, or none.
static void choose(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  const uint64_t back = back_mask(r, o);
  r->from[o] = -1;
  if (is_faulty(r, FAULT_STUCK)) {
    return;
  }
  for (unsigned k = 0; k < PORTS * f->vcs && r->from[o] < 0; k++) {
    const unsigned i = (r->turn[o] + k) % (PORTS * f->vcs);
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
  if (!is_at(r, o) || !is_faulty(r, f->fault) || r->from[o] < 0) {
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
      put(flit, lsb_dx(f), 1, get(flit, lsb_dx(f), 1) ^ (uint64_t)head);
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
      put(flit, lsb_kind(f), CODES, 5);
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
    r->from[o] = PORTS;  // of no input
    r->shown[o] = r->record[r->replay];
  }
}

static void show_output(router_t *r, unsigned o) {
  const fake_t *f = r->fake;
  uint64_t *valid = pin(r, pin_of(true, o, VALID));
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
  put(flit, lsb_vc(f), 4, f->vc_code == VC_INDEX || f->vc_code == VC_ONE_HOT ? code : 0);
  *valid = !shows ? 0 : f->vc_code == VC_VALID ? code : 1;
  if (is_at(r, o) && f->fault == FAULT_RESET && f->router == r->router) {
    *valid = 1;
  }
  memcpy(pin(r, pin_of(true, o, FLIT)), flit, sizeof *flit);
}

static bool moves(router_t *r, unsigned o) {
  return r->from[o] >= 0 &&
         (r->fake->back != RETURN_READY || (back_mask(r, o) >> r->vc[o] & 1u) != 0);
}

static void show_back(router_t *r, unsigned in) {
  const fake_t *f = r->fake;
  uint64_t *back = pin(r, pin_of(false, in, BACK));
  uint64_t mask = 0;
  if (f->fault == FAULT_SETTLE) {
    const uint64_t other = *pin(r, pin_of(true, in, BACK)) & 1u;
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
      const unsigned vc = wrong ? f->vcs : first % f->vcs;
      *pin(r, pin_of(false, in, BACK_VC)) = f->vc_code == VC_ONE_HOT ? 1u << vc : vc;
    }
    return;
  }
  for (unsigned v = 0; v < f->vcs; v++) {
    bool room = r->queue[in][v].count < f->depth;
    for (unsigned o = 0; f->combinational && o < PORTS && !room; o++) {
      room = r->from[o] == (int)in && r->vc[o] == (int)v && moves(r, o);
    }
    mask |= (uint64_t)room << v;
  }
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
    if (valid && r->from[o] < PORTS) {  // it stays, or lets another VC go first
      r->lock_in[o][v] = r->from[o];
      r->turn[o] = (unsigned)r->from[o] * f->vcs + v + (f->vcs > 1);
    }
    return;
  }
  r->credits[o][v] -= f->back == RETURN_CREDIT && r->credits[o][v] > 0;
  if (r->from[o] == PORTS) {
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
    const bool loses = is_at(r, in) && is_faulty(r, FAULT_CREDIT_LOST);
    pop(q);
    r->due[in][v] += !loses;
    r->done = r->done || loses;
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
  if (*pin(r, pin_of(false, in, VALID)) == 0) {
    return;
  }
  const unsigned v = vc_on(r, false, in);
  queue_t *q = &r->queue[in][v];
  if ((f->back == RETURN_READY && (ready[in] >> v & 1u) == 0) || q->count == DEPTH) {
    return;
  }
  raw_t flit;
  memcpy(&flit, pin(r, pin_of(false, in, FLIT)), sizeof flit);
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
       f->fault == FAULT_CREDIT || f->fault == FAULT_CREDIT_VC)) {
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
  const uint64_t back = *pin(r, pin_of(true, o, BACK));
  const uint64_t vc = *pin(r, pin_of(true, o, BACK_VC));
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
  for (unsigned p = 0; p < PORTS; p++) {
    r->turn[p] = 0;
    for (unsigned v = 0; v < VCS; v++) {
      r->route[p][v] = r->owner[p][v] = r->lock_in[p][v] = -1;
      r->credits[p][v] = r->fake->depth;
    }
  }
}

static void find_routes(router_t *r) {
  for (unsigned in = 0; in < PORTS; in++) {
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
  uint64_t ready[PORTS];
  if (*pin(r, RESET) != 0) {
    clear(r);
    return;
  }
  for (unsigned p = 0; p < PORTS; p++) {
    const uint64_t back = *pin(r, pin_of(false, p, BACK));
    ready[p] = f->one_line ? (back & 1u) * all_vcs(f) : back;
    give_credits(r, p);
  }
  for (unsigned p = 0; p < PORTS; p++) {
    send(r, p);
  }
  for (unsigned p = 0; p < PORTS; p++) {
    if (f->back == RETURN_CREDIT) {
      take_credits(r, p);
    }
    take(r, p, ready);
  }
  find_routes(r);
  r->fired = r->fired || is_faulty(r, FAULT_ASSERTION);
}

static bool eval(void *instance) {
  router_t *r = instance;
  const bool clock = *pin(r, CLOCK) != 0;
  if (clock && !r->clock) {
    rise(r);
  }
  r->clock = clock;
  for (unsigned o = 0; o < PORTS; o++) {
    show_output(r, o);
  }
  for (unsigned in = 0; in < PORTS; in++) {
    show_back(r, in);
  }
  return true;
}

static const char *failed(void *instance) {
  const router_t *r = instance;
  return r->fired ? "fake.sv:1: an assertion of the fake" : NULL;
}

static void *create(const char *name, uint32_t seed) {
  router_t *r = calloc(1, sizeof *r);
  assert(r != NULL);
  (void)seed;
  r->fake = &made->fake;
  r->router = (uint32_t)strtoul(strchr(name, '_') + 1, NULL, 10);
  r->pin = calloc((size_t)made->api.pins * WORDS, sizeof *r->pin);
  assert(r->pin != NULL);
  clear(r);
  return r;
}

static void release(void *instance) {
  router_t *r = instance;
  free(r->pin);
  free(r);
}

static void *place(void *instance, uint32_t i) {
  return pin(instance, i);
}

// --- the map -------------------------------------------------------------------------------------

static void add_pin(made_t *m, unsigned i, const char *name, bool output, unsigned bits) {
  (void)snprintf(m->names[i], sizeof m->names[i], "%s", name);
  const unsigned words = (bits + 31) / 32;
  m->pins[i] = (foreign_pin_t){.name = m->names[i],
                               .output = output,
                               .bits = bits,
                               .elements = 1,
                               .bytes = bits > 64 ? 4 * words : 8};
}

static void add_pins(made_t *m) {
  static const char *const kNames[] = {"local", "e", "w", "n", "s"};
  static const char *const kWhat[] = {"flit", "valid", "back", "back_vc"};
  const fake_t *f = &m->fake;
  add_pin(m, CLOCK, "clk", false, 1);
  add_pin(m, RESET, "rst", false, 1);
  add_pin(m, MY_X, "x", false, 4);
  add_pin(m, MY_Y, "y", false, 4);
  for (unsigned p = 0; p < PORTS; p++) {
    m->port_name[p] = kNames[PORTS - 1 - p];
    for (unsigned d = 0; d < 2; d++) {
      const unsigned bits[OF_LINK] = {flit_bits(f), f->vc_code == VC_VALID ? f->vcs : 1,
                                      f->one_line || f->coded_credit ? 1 : f->vcs, 4};
      for (unsigned what = 0; what < OF_LINK; what++) {
        char name[24];
        (void)snprintf(name, sizeof name, "%s_%s_%s", m->port_name[p], d ? "out" : "in",
                       kWhat[what]);
        const bool back = what == BACK || what == BACK_VC;
        add_pin(m, pin_of(d != 0, p, what), name, (d != 0) != back, bits[what]);
      }
    }
  }
}

static foreign_link_t link_of(made_t *m, unsigned p, bool output) {
  const fake_t *f = &m->fake;
  const unsigned flit = pin_of(output, p, FLIT);
  foreign_field_t *field = calloc(2, sizeof *field);
  assert(field != NULL);
  field[0] = (foreign_field_t){.at = at(flit, lsb_dx(f), 4), .is = m->dx};
  field[1] = (foreign_field_t){.at = at(flit, lsb_dx(f) + 4, 4), .is = m->dy};
  foreign_link_t l = {
      .flit = at(flit, 0, flit_bits(f)),
      .valid = at(pin_of(output, p, VALID), 0, f->vc_code == VC_VALID ? f->vcs : 1),
      .payload = at(flit, 0, f->payload_bits),
      .back = at(pin_of(output, p, BACK), 0, f->one_line || f->coded_credit ? 1 : f->vcs),
      .field = field};
  if (f->kind) {
    l.kind = at(flit, lsb_kind(f), CODES);
  } else {
    l.head = at(flit, lsb_kind(f), 1);
    l.tail = at(flit, lsb_kind(f) + 1, 1);
  }
  if (f->vc_code == VC_INDEX || f->vc_code == VC_ONE_HOT) {
    l.vc = at(flit, lsb_vc(f), 4);
  }
  if (f->coded_credit) {
    l.back_vc = at(pin_of(output, p, BACK_VC), 0, 4);
  }
  return l;
}

static void add_module(made_t *m, uint32_t router) {
  const topology_t *t = m->topology;
  foreign_module_t *module = &m->modules[router];
  foreign_bits_t *tie = calloc(2, sizeof *tie);
  uint64_t *value = calloc(2, sizeof *value);
  uint32_t *port = calloc(PORTS, sizeof *port);
  unsigned coordinates[NOC_MAX_DIMS];
  assert(tie != NULL && value != NULL && port != NULL);
  topology_coordinates(t, router, coordinates);
  tie[0] = at(MY_X, 0, 4);
  tie[1] = at(MY_Y, 0, 4);
  value[0] = coordinates[0];
  value[1] = coordinates[1];
  *module = (foreign_module_t){.api = &m->api,
                               .clock = at(CLOCK, 0, 1),
                               .reset = at(RESET, 0, 1),
                               .reset_cycles = 3,
                               .ties = 2,
                               .tie = tie,
                               .tie_value = value,
                               .input = calloc(PORTS, sizeof *module->input),
                               .output = calloc(PORTS, sizeof *module->output),
                               .port = port};
  assert(module->input != NULL && module->output != NULL);
  for (unsigned p = 0; p < PORTS; p++) {
    const unsigned of = PORTS - 1 - p;
    const bool leads = of == 0 || t->peer_router[(size_t)router * t->ports + of] >= 0;
    port[p] = leads ? of : UINT32_MAX;
    module->input[p] = link_of(m, p, false);
    module->output[p] = link_of(m, p, true);
  }
}

foreign_t *fake_create(const fake_t *fake, const topology_t *t) {
  noc_error_t error;
  made_t *m = calloc(1, sizeof *m);
  assert(m != NULL && t->ports == PORTS && fake->vcs <= VCS);
  made = m;
  m->fake = *fake;
  m->topology = t;
  m->dx = formula_parse("dx", true, &error);
  m->dy = formula_parse("dy", true, &error);
  m->modules = calloc(t->routers, sizeof *m->modules);
  assert(m->dx != NULL && m->dy != NULL && m->modules != NULL);
  add_pins(m);
  m->api = (foreign_api_t){.abi = FOREIGN_ABI,
                           .top = "fake",
                           .pins = FIRST + 2 * PORTS * OF_LINK,
                           .pin = m->pins,
                           .create = create,
                           .place = place,
                           .eval = eval,
                           .failed = failed,
                           .free = release};
  for (uint32_t r = 0; r < t->routers; r++) {
    add_module(m, r);
  }
  m->map = (foreign_t){.name = "fake",
                       .file = "fake.yaml",
                       .ports = PORTS,
                       .port_name = m->port_name,
                       .vcs = fake->vcs,
                       .depth = fake->depth,
                       .headers = fake->headers,
                       .slack = 1,
                       .longest = UINT32_MAX,
                       .back = fake->back,
                       .vc_code = fake->vc_code,
                       .has_kind = fake->kind,
                       .marks_head = !fake->mark_tail_only,
                       .fields = 2,
                       .modules = t->routers,
                       .module = m->modules,
                       .flit_bits = fake->payload_bits};
  memcpy(m->map.kind, kKind, sizeof kKind);
  return &m->map;
}

void fake_free(foreign_t *f) {
  made_t *m = (made_t *)f;
  for (uint32_t r = 0; r < m->topology->routers; r++) {
    const foreign_module_t *module = &m->modules[r];
    for (unsigned p = 0; p < PORTS; p++) {
      free((void *)module->input[p].field);
      free((void *)module->output[p].field);
    }
    free((void *)module->tie);
    free((void *)module->tie_value);
    free((void *)module->port);
    free(module->input);
    free(module->output);
  }
  free(m->modules);
  formula_free(m->dx);
  formula_free(m->dy);
  free(m);
}
