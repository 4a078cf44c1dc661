// Bounded bypass of the VC allocator, by a count that knows neither side: how often a packet asks
// for an output VC and does not win, while requests come and go. docs/microarchitecture.md,
// section 9.
//
// The requests are worked out here from what the pins say, the wins are read from the pins. Every
// input VC always has a packet; which output VCs are free follows a short random pattern over and
// over, which is how an arbiter that forgets who lost is made to pass by the same packet for ever.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dut/plugin.h"
#include "router/pack.h"
#include "router/packet.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/twins.h"

enum { PATTERNS = 400, PERIOD = 4, ROUNDS = 100, MOST_PORTS = 16, MOST_VCS = 16 };

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

// A pattern: where each input VC's packet goes, and which VCs of the outputs are busy in each cycle
// of the period.
typedef struct {
  uint32_t port[MOST_PORTS * MOST_VCS];
  uint16_t busy[PERIOD][MOST_PORTS];
  unsigned period;
} pattern_t;

static pattern_t draw(const noc_shape_t *s, rng_t *r) {
  pattern_t p = {.period = 1 + rng_below(r, PERIOD)};
  const unsigned outputs = 1 + rng_below(r, 2);  // few: packets meet
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    p.port[q] = rng_below(r, outputs);
  }
  for (unsigned k = 0; k < p.period; k++) {
    for (unsigned o = 0; o < s->ports; o++) {
      p.busy[k][o] = (uint16_t)rng_below(r, 1u << s->vcs);
    }
  }
  return p;
}

// Counts the losses of all packets under a pattern. Returns the largest number of one packet.
static uint32_t most_losses(allocator_t *a, const pattern_t *p) {
  const noc_shape_t *s = a->shape;
  const unsigned queues = s->ports * s->vcs;
  const unsigned block = s->vcs / s->networks;
  uint16_t waiting[MOST_PORTS];
  uint32_t tag[MOST_PORTS * MOST_VCS];
  uint16_t credit[MOST_PORTS * MOST_VCS];
  uint32_t losses[MOST_PORTS * MOST_VCS] = {0};
  uint32_t most = 0;
  for (unsigned i = 0; i < s->ports; i++) {
    waiting[i] = (uint16_t)((1u << s->vcs) - 1);
  }
  for (unsigned q = 0; q < queues; q++) {
    tag[q] = (1u << s->port_w | p->port[q]) << 2 | KIND_SINGLE;
    credit[q] = (uint16_t)s->depth;
  }
  drive(a, "waiting", waiting);
  drive(a, "front_tag", tag);
  drive(a, "out_credit", credit);
  for (unsigned t = 0; t < ROUNDS * p->period; t++) {
    const uint16_t *busy = p->busy[t % p->period];
    drive(a, "out_busy", busy);
    if (a->plugin != NULL) {
      a->plugin->step(a->unit, a->in, a->state);
    } else {
      a->twin->step(s, a->unit, a->in, a->state);
    }
    const uint32_t won = seen(a, "in_won", 0);
    for (unsigned q = 0; q < queues; q++) {
      const unsigned i = q / s->vcs;
      const unsigned v = q % s->vcs;
      const uint32_t own = ((1u << block) - 1) << (v / block * block);
      if ((won >> i & 1) != 0 && seen(a, "in_vc", i) == v) {
        losses[q] = 0;
      } else if ((own & ~(uint32_t)busy[p->port[q]]) != 0) {
        losses[q]++;
      }
      most = losses[q] > most ? losses[q] : most;
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
  allocator_t a = {.shape = &s};
  for (size_t n = 0; n < unit_twins_count; n++) {
    if (strcmp(unit_twins[n].name, "vc_allocator") == 0) {
      a.twin = &unit_twins[n];
    }
  }
  assert_non_null(a.twin);
  a.twin->layout(&s, &a.layout);
  if (rtl) {
    a.plugin = plugin_load("vc_allocator", &s, &error);
    if (a.plugin == NULL) {
      fail_msg("%s", error.text);
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
  uint32_t most = 0;
  rng_t r = rng_seed(choice.ports * 100 + choice.vcs);
  for (unsigned n = 0; n < PATTERNS; n++) {
    start(&a);
    const pattern_t p = draw(&s, &r);
    const uint32_t losses = most_losses(&a, &p);
    most = losses > most ? losses : most;
    if (losses > bound) {
      fail_msg("%s, pattern %u: a packet asks %" PRIu32
               " times and does not win; the bound is %" PRIu32,
               shape_text(&s), n, losses, bound);
    }
  }
  print_message("%s, %s: at most %" PRIu32 " losses, bound %" PRIu32 "\n", shape_text(&s),
                rtl ? "RTL" : "golden", most, bound);
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
