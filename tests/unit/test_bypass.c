// Bounded bypass of the VC allocator, by counts that know neither side: how often a packet asks for
// an output VC and does not win, while requests come and go; and how often others win one that it
// could not ask for, since it had no room there. docs/microarchitecture.md, section 9.
//
// The requests are worked out here from what the pins and va_passes say, the wins are read from the
// pins. Every input VC always has a packet; which output VCs are free, and what room there is,
// follows a short random pattern over and over, which is how an arbiter that forgets who lost is
// made to pass by the same packet for ever. The quick tier takes a quarter of the patterns.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dut/plugin.h"
#include "shape/pack.h"
#include "shape/packet.h"
#include "twins/twins.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

enum { PATTERNS = 400, PERIOD = 4, ROUNDS = 100, MOST_PORTS = 16, MOST_VCS = 16, PASSES = 15 };

// One VC allocator: the golden twin, or the RTL behind its plug-in.
typedef struct {
  const noc_shape_t *shape;
  const unit_twin_t *twin;
  const dut_plugin_t *plugin;  // NULL: the twin
  void *unit;
  bundle_layout_t layout;
  uint32_t *in, *state;
} allocator_t;

static const bundle_field_t *field(const allocator_t *a, const char *name) {
  for (unsigned n = 0; n < a->layout.n_fields; n++) {
    if (strcmp(a->layout.field[n].name, name) == 0) {
      return &a->layout.field[n];
    }
  }
  fail_msg("the list has no %s", name);
  return NULL;
}

static uint32_t seen(const allocator_t *a, const char *name, unsigned index) {
  return (uint32_t)bundle_element(field(a, name), a->state, index);
}

static void drive(const allocator_t *a, const char *name, const void *array) {
  const bundle_field_t *f = field(a, name);
  bundle_pack(a->in + f->word, array, f->element_size, f->bits, f->count);
}

// A pattern: where each input VC's packet goes and how long it is, and in each cycle of the period
// which VCs of the outputs are busy, and their credits.
typedef struct {
  uint32_t port[MOST_PORTS * MOST_VCS], need[MOST_PORTS * MOST_VCS];
  uint16_t busy[PERIOD][MOST_PORTS], credit[PERIOD][MOST_PORTS * MOST_VCS];
  unsigned period;
} pattern_t;

// The losses and passes of a packet since it came to the front; for several packets, the most.
typedef struct {
  uint32_t losses, passes;
} count_t;

static pattern_t draw(const noc_shape_t *s, rng_t *r) {
  pattern_t p = {.period = 1 + rng_below(r, PERIOD)};
  const unsigned outputs = 1 + rng_below(r, 2);  // few: packets meet
  const bool roomy = s->cut_through == 0 || rng_chance(r, 128);
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    p.port[q] = rng_below(r, outputs);
    p.need[q] = roomy ? 1 : rng_chance(r, 128) ? s->depth : 1 + rng_below(r, s->depth);
    for (unsigned k = 0; k < p.period; k++) {
      p.credit[k][q] = (uint16_t)(roomy ? s->depth : rng_below(r, s->depth + 1));
    }
  }
  for (unsigned k = 0; k < p.period; k++) {
    for (unsigned o = 0; o < s->ports; o++) {
      p.busy[k][o] = (uint16_t)rng_below(r, 1u << s->vcs);
    }
  }
  return p;
}

// The output VCs that the packet of input VC q may take and that are free in cycle k of the period;
// those of them that have room for it.
static uint32_t free_of(const noc_shape_t *s, const pattern_t *p, unsigned k, unsigned q) {
  const unsigned block = s->vcs / s->networks;
  const uint32_t own = ((1u << block) - 1) << (q % s->vcs / block * block);
  return own & ~(uint32_t)p->busy[k][p->port[q]];
}

static uint32_t roomy_of(const noc_shape_t *s, const pattern_t *p, unsigned k, unsigned q) {
  uint32_t roomy = 0;
  for (uint32_t left = free_of(s, p, k, q); left != 0; left &= left - 1) {
    const unsigned w = (unsigned)__builtin_ctz(left);
    const bool room = p->credit[k][p->port[q] * s->vcs + w] >= p->need[q];
    roomy |= room ? 1u << w : 0;
  }
  return roomy;
}

// Input VC q in a cycle in which it asked for a VC or did not.
static void count(const allocator_t *a, const pattern_t *p, unsigned k, unsigned q, bool asks,
                  count_t *of) {
  const noc_shape_t *s = a->shape;
  const unsigned i = q / s->vcs;
  if ((seen(a, "in_won", 0) >> i & 1) != 0 && seen(a, "in_vc", i) == q % s->vcs) {
    assert_true(asks);
    *of = (count_t){0};
  } else if (asks) {
    of->losses++;
  } else if (s->cut_through != 0) {
    of->passes += (seen(a, "out_won", p->port[q]) & free_of(s, p, k, q)) != 0;
  }
}

static void start_pattern(allocator_t *a, const pattern_t *p) {
  const noc_shape_t *s = a->shape;
  uint16_t waiting[MOST_PORTS];
  uint32_t tag[MOST_PORTS * MOST_VCS];
  for (unsigned i = 0; i < s->ports; i++) {
    waiting[i] = (uint16_t)((1u << s->vcs) - 1);
  }
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    tag[q] = (p->need[q] << s->port_w | p->port[q]) << 2 | KIND_SINGLE;
  }
  drive(a, "waiting", waiting);
  drive(a, "front_tag", tag);
}

// Counts what happens to all packets under a pattern; returns the most of each.
static count_t most_of(allocator_t *a, const pattern_t *p) {
  const noc_shape_t *s = a->shape;
  count_t packet[MOST_PORTS * MOST_VCS] = {0};
  bool asks[MOST_PORTS * MOST_VCS] = {0};
  count_t most = {0};
  start_pattern(a, p);
  for (unsigned t = 0; t < ROUNDS * p->period; t++) {
    const unsigned k = t % p->period;
    drive(a, "out_busy", p->busy[k]);
    drive(a, "out_credit", p->credit[k]);
    for (unsigned q = 0; q < s->ports * s->vcs; q++) {
      asks[q] = roomy_of(s, p, k, q) != 0 ||
                (seen(a, "va_passes", q) == PASSES && free_of(s, p, k, q) != 0);
    }
    if (a->plugin != NULL) {
      a->plugin->step(a->unit, a->in, a->state);
    } else {
      a->twin->step(s, a->unit, a->in, a->state);
    }
    for (unsigned q = 0; q < s->ports * s->vcs; q++) {
      count(a, p, k, q, asks[q], &packet[q]);
      most.losses = packet[q].losses > most.losses ? packet[q].losses : most.losses;
      most.passes = packet[q].passes > most.passes ? packet[q].passes : most.passes;
    }
  }
  return most;
}

static void start(allocator_t *a) {
  memset(a->in, 0, (a->layout.in_words + 1) * sizeof *a->in);
  if (a->plugin != NULL) {
    a->plugin->reset(a->unit, a->in, a->state);
  } else {
    a->twin->reset(a->shape, a->unit, a->state);
  }
}

static void check(shape_choice_t choice, bool rtl) {
  const noc_shape_t given = shape_of(choice);
  noc_shape_t s = plugin_shape("vc_allocator", &given);
  noc_error_t error = {0};
  assert_true(shape_derive(&s, &error));
  allocator_t a = {.shape = &s, .twin = unit_twin("vc_allocator")};
  if (a.twin == NULL) {
    fail_msg("the golden unit is not in the list");
    return;
  }
  a.twin->layout(&s, &a.layout);
  if (rtl) {
    a.plugin = plugin_load("vc_allocator", &s, &error);
    if (a.plugin == NULL || !plugin_fits(a.plugin, &a.layout, &error)) {
      fail_msg("%s", error.text);
      return;
    }
    a.unit = a.plugin->create("dut", 1);
  } else {
    a.unit = calloc(1, a.twin->state_size(&s));
  }
  a.in = calloc(a.layout.in_words + 1, sizeof *a.in);
  a.state = calloc(a.layout.state_words + 1, sizeof *a.state);
  assert_true(a.unit != NULL && a.in != NULL && a.state != NULL);

  const unsigned size = s.vcs / s.networks;
  const uint32_t bound = (s.ports - 1) * (s.vcs * size + s.vcs - 1) + s.vcs - 1;
  count_t most = {0};
  rng_t r = rng_seed(choice.ports * 100 + choice.vcs);
  for (unsigned n = 0; n < (unit_long_tier() ? PATTERNS : PATTERNS / 4); n++) {
    start(&a);
    const pattern_t p = draw(&s, &r);
    const count_t of = most_of(&a, &p);
    if (of.losses > bound || of.passes > PASSES) {
      fail_msg("%s, pattern %u: a packet asks %" PRIu32 " times and does not win, or %" PRIu32
               " pass it; the bounds are %" PRIu32 " and %u",
               shape_text(&s), n, of.losses, of.passes, bound, PASSES);
    }
    most.losses = of.losses > most.losses ? of.losses : most.losses;
    most.passes = of.passes > most.passes ? of.passes : most.passes;
  }
  print_message("%s, %s: at most %" PRIu32 " losses, bound %" PRIu32 "; at most %" PRIu32
                " passes\n",
                shape_text(&s), rtl ? "RTL" : "golden", most.losses, bound, most.passes);
  // Some packets claim; where all need one credit nobody is passed.
  assert_int_equal(most.passes, s.cut_through != 0 && s.depth > 1 ? PASSES : 0);
  if (rtl) {
    a.plugin->free(a.unit);
  } else {
    free(a.unit);
  }
  free(a.in);
  free(a.state);
}

// Ports, VCs, depth, flit bits, cut-through, pipeline, networks, dims.
static const shape_choice_t kShapes[] = {
    {5, 4, 8, 64, 1, 3, 2, 2}, {3, 1, 1, 64, 0, 3, 1, 1},   {2, 3, 2, 64, 0, 3, 3, 0},
    {5, 4, 8, 64, 0, 3, 1, 2}, {16, 16, 4, 64, 0, 3, 4, 2},
};
enum { SHAPES = sizeof kShapes / sizeof kShapes[0], OF_RTL = 3 };

static void test_golden(void **state) {
  (void)state;
  for (unsigned n = 0; n < SHAPES; n++) {
    check(kShapes[n], false);
  }
}

// The first few, which the test of the unit builds as well.
static void test_rtl(void **state) {
  (void)state;
  for (unsigned n = 0; n < OF_RTL; n++) {
    check(kShapes[n], true);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_rtl)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
