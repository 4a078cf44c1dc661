// unit_lockstep -- see unit_lockstep.h.

#include "unit/unit_lockstep.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// cmocka.h needs these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dut/clock.h"
#include "dut/plugin.h"
#include "twins/twins.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_coverage.h"

// One instance of everything, for the time of an episode.
typedef struct {
  const unit_lockstep_t *job;
  unit_lockstep_result_t *result;
  const unit_twin_t *twin;
  const dut_plugin_t *plugin;
  noc_shape_t shape;
  bundle_layout_t layout;
  uint64_t seed;
  uint64_t cycle;  // of the episode
  void *dut, *golden;
  stimulus_t *stimulus;
  uint32_t *in, *rtl_state, *golden_state, *last_state;
} bench_t;

static void *allocate(size_t n, size_t size) {
  void *p = calloc(n + 1, size);
  assert(p != NULL);
  return p;
}

__attribute__((format(printf, 2, 3))) static bool report(bench_t *b, const char *format, ...) {
  char text[800];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  (void)snprintf(b->result->text, sizeof b->result->text,
                 "%s (%s), seed %" PRIu64 ", cycle %" PRIu64 ": %s", b->job->unit,
                 shape_text(&b->shape), b->seed, b->cycle, text);
  return false;
}

static uint64_t element(const bundle_field_t *f, const uint32_t *state, uint32_t index) {
  return bundle_element(f, state, index);
}

// Names the first element that differs.
static bool report_difference(bench_t *b, uint32_t from_word) {
  for (unsigned n = 0; n < b->layout.n_fields; n++) {
    const bundle_field_t *f = &b->layout.field[n];
    if (f->kind == FIELD_IN || f->word < from_word) {
      continue;
    }
    for (uint32_t i = 0; i < f->count; i++) {
      uint64_t rtl = element(f, b->rtl_state, i), golden = element(f, b->golden_state, i);
      if (rtl != golden) {
        return report(b, "%s[%" PRIu32 "] (%s): RTL %#" PRIx64 ", golden %#" PRIx64, f->name, i,
                      f->meaning, rtl, golden);
      }
    }
  }
  return report(b, "words differ in bits that belong to no element");
}

// Compares the words from `from_word` on, and asks everyone who can object.
static bool compare(bench_t *b, uint32_t from_word) {
  uint32_t words = b->layout.state_words - from_word;
  b->result->comparisons += words;
  if (b->plugin == NULL) {
    return true;
  }
  if (memcmp(b->rtl_state + from_word, b->golden_state + from_word, words * sizeof(uint32_t)) !=
      0) {
    return report_difference(b, from_word);
  }
  const char *failed = b->plugin->failed(b->dut);
  if (failed != NULL && b->job->mutant == 0) {
    return report(b, "assertion in the RTL: %s", failed);
  }
  return true;
}

static bool has_registers(const bench_t *b) {
  return b->layout.state_words > b->layout.wire_words;
}

// A cycle with reset high. WIRE fields are not compared: before the first reset the registers
// behind them are unknown.
static bool reset(bench_t *b) {
  stimulus_reset(b->stimulus, b->in);
  if (b->plugin != NULL) {
    b->plugin->reset(b->dut, b->in, b->rtl_state);
  }
  b->twin->reset(&b->shape, b->golden, b->golden_state);
  b->result->resets++;
  return compare(b, b->layout.wire_words);
}

static bool step(bench_t *b) {
  stimulus_next(b->stimulus, b->in);
  memcpy(b->last_state, b->golden_state, b->layout.state_words * sizeof(uint32_t));
  if (b->plugin != NULL) {
    b->plugin->step(b->dut, b->in, b->rtl_state);
  }
  b->twin->step(&b->shape, b->golden, b->in, b->golden_state);
  b->result->cycles++;
  if (memcmp(b->last_state, b->golden_state, b->layout.state_words * sizeof(uint32_t)) != 0) {
    b->result->active++;
  }
  if (!compare(b, 0)) {
    return false;
  }
  return stimulus_observe(b->stimulus, b->golden_state) ||
         report(b, "both break a rule of the link: %s", b->stimulus->error);
}

static bool episode(bench_t *b, uint64_t cycles) {
  rng_t rng = rng_seed(b->seed ^ 0x5EED);
  bool equal = !has_registers(b) || reset(b);
  for (b->cycle = 0; equal && b->cycle < cycles; b->cycle++) {
    if (has_registers(b) && rng_below(&rng, 1500) == 0) {
      equal = reset(b);
    }
    equal = equal && step(b);
  }
  return equal;
}

static bool begin(bench_t *b) {
  const stimulus_ops_t *ops = stimulus_find(b->job->unit);
  const bool rtl = b->plugin != NULL;  // else the golden twin alone
  b->dut = rtl ? b->plugin->create("dut", (uint32_t)(b->seed % 0x7FFFFFFF) + 1) : NULL;
  b->golden = calloc(1, b->twin->state_size(&b->shape));
  if ((rtl && b->dut == NULL) || b->golden == NULL || ops == NULL) {
    return report(b, "no memory, or no stimulus");
  }
  // The mutant is set even if it is none, since the input has a random initial value.
  if (rtl && !plugin_mutant(b->plugin, b->dut, b->job->mutant) && b->job->mutant != 0) {
    return report(b, "the plug-in has no mutants");
  }
  b->stimulus = stimulus_create(ops, &b->shape, &b->layout, b->seed);
  if (!has_registers(b)) {
    stimulus_reset(b->stimulus, b->in);  // the golden twin still wants to be set up
    b->twin->reset(&b->shape, b->golden, b->golden_state);
  }
  return true;
}

static void end(bench_t *b) {
  if (b->stimulus != NULL) {
    stimulus_free(b->stimulus);
  }
  if (b->dut != NULL) {
    unit_coverage_take(b->plugin, b->dut);
    b->plugin->free(b->dut);
  }
  free(b->golden);
  b->stimulus = NULL;
  b->dut = b->golden = NULL;
}

// A cycle of a router of 16 ports and 16 VCs takes as long as thirteen of one with 5 and 4.
static uint64_t cycles_of(const unit_lockstep_t *job) {
  const uint64_t channels = (uint64_t)job->shape->ports * job->shape->vcs;
  const uint64_t most = job->channel_cycles / channels;
  return job->channel_cycles == 0 || most > job->cycles ? job->cycles : most;
}

bool unit_lockstep_run(const unit_lockstep_t *job, unit_lockstep_result_t *result) {
  *result = (unit_lockstep_result_t){0};
  bench_t b = {.job = job, .result = result, .seed = job->seed, .plugin = job->plugin};
  b.shape = plugin_shape(job->unit, job->shape);
  noc_error_t error = {0};
  bool derived = shape_derive(&b.shape, &error);
  b.twin = unit_twin(job->unit);
  if (!derived || b.twin == NULL) {
    return report(&b, "%s", derived ? "no golden twin" : error.text);
  }
  unit_coverage_begin();
  if (b.plugin == NULL && !job->golden_only) {
    b.plugin = plugin_load(job->unit, &b.shape, &error);
  }
  if (b.plugin == NULL && !job->golden_only) {
    return report(&b, "%s", error.text);
  }
  b.twin->layout(&b.shape, &b.layout);
  if (b.plugin != NULL && !plugin_fits(b.plugin, &b.layout, &error)) {
    return report(&b, "%s", error.text);
  }
  b.in = allocate(b.layout.in_words, sizeof(uint32_t));
  b.rtl_state = allocate(b.layout.state_words, sizeof(uint32_t));
  b.golden_state = allocate(b.layout.state_words, sizeof(uint32_t));
  b.last_state = allocate(b.layout.state_words, sizeof(uint32_t));
  bool equal = true;
  uint64_t episodes = has_registers(&b) ? job->episodes : 1;  // one, for exhaustive stimuli
  const uint64_t cycles = has_registers(&b) ? cycles_of(job) : job->cycles;
  for (uint64_t e = 0; equal && e < episodes; e++) {
    b.seed = job->seed + e;
    equal = begin(&b) && episode(&b, cycles / episodes);
    end(&b);
  }
  if (equal && (result->comparisons == 0 || result->active == 0)) {
    equal = report(&b, "nothing was compared, or nothing ever changed");
  }
  free(b.in);
  free(b.rtl_state);
  free(b.golden_state);
  free(b.last_state);
  return result->equal = equal;
}

bool unit_long_tier(void) {
  const char *tier = getenv("NOCSTEP_LONG");
  return tier != NULL && strcmp(tier, "1") == 0;
}

unsigned unit_shapes(unsigned quick, unsigned counted, unsigned all) {
  return unit_long_tier() ? all : unit_coverage_wanted() ? counted : quick;
}

// A million cycles of 5 ports with 4 VCs each.
enum { CHANNEL_CYCLES = 20000000 };

static void check(const char *unit, const noc_shape_t *shapes, unsigned n_shapes, uint64_t quick,
                  uint64_t full, bool golden_only) {
  for (unsigned i = 0; i < n_shapes; i++) {
    double start = clock_s();
    unit_lockstep_t job = {.unit = unit,
                           .shape = &shapes[i],
                           .seed = 1000 * (i + 1),
                           .cycles = unit_long_tier() ? full : quick,
                           .channel_cycles = unit_long_tier() ? CHANNEL_CYCLES : 0,
                           .episodes = 10,
                           .golden_only = golden_only};
    unit_lockstep_result_t result;
    bool equal = unit_lockstep_run(&job, &result);
    print_message("%s, %s: %" PRIu64 " cycles (%" PRIu64 " with changes), %" PRIu64
                  " resets, %" PRIu64 " words compared, %.1f s\n",
                  unit, shape_text(&shapes[i]), result.cycles, result.active, result.resets,
                  result.comparisons, clock_s() - start);
    if (!equal) {
      fail_msg("%s", result.text);
    }
  }
}

void unit_lockstep_check(const char *unit, const noc_shape_t *shapes, unsigned n_shapes,
                         uint64_t quick, uint64_t full) {
  check(unit, shapes, n_shapes, quick, full, false);
}

void unit_golden_check(const char *unit, const noc_shape_t *shapes, unsigned n_shapes,
                       uint64_t quick, uint64_t full) {
  check(unit, shapes, n_shapes, quick, full, true);
}

enum { CODED_QUICK = 1, CODED_COUNTED = 3, CODED_SHAPES = 4 };

// Slots, flits of the longest operand, overhead, bits of a name at the end.
static void coded_shapes(noc_shape_t shapes[CODED_SHAPES]) {
  shapes[0] = shape_coded((shape_choice_t){5, 4, 8, 64, 0, 3, 2, 2}, 17, 5, 1, 4);
  shapes[1] = shape_coded((shape_choice_t){3, 1, 1, 64, 0, 3, 1, 1}, 2, 1, 0, 1);
  shapes[2] = shape_coded((shape_choice_t){5, 8, 16, 128, 1, 3, 4, 2}, 100, 16, 3, 22);
  shapes[3] = shape_coded((shape_choice_t){16, 16, 640, 256, 1, 3, 16, 0}, 4096, 64, 64, 12);
}

void unit_coded_check(const char *unit) {
  noc_shape_t shapes[CODED_SHAPES];
  coded_shapes(shapes);
  unit_lockstep_check(unit, shapes, unit_shapes(CODED_QUICK, CODED_COUNTED, CODED_SHAPES), 30000,
                      1000000);
}

void unit_coded_golden_check(const char *unit) {
  noc_shape_t shapes[CODED_SHAPES];
  coded_shapes(shapes);
  unit_golden_check(unit, shapes, unit_long_tier() ? CODED_SHAPES : 2, 40000, 1000000);
}

void unit_forward_check(const char *unit) {
  noc_shape_t shapes[FORWARD_SHAPES];
  shapes_forwarding(shapes);
  unit_lockstep_check(unit, shapes, unit_shapes(FORWARD_QUICK, FORWARD_COUNTED, FORWARD_SHAPES),
                      30000, 1000000);
}

void unit_forward_golden_check(const char *unit) {
  noc_shape_t shapes[FORWARD_SHAPES];
  shapes_forwarding(shapes);
  unit_golden_check(unit, shapes, FORWARD_SHAPES, 20000, 1000000);
}

void unit_aged_multicast_check(const char *unit) {
  noc_shape_t shapes[AGED_MULTICAST_SHAPES];
  shapes_aged_multicast(shapes);
  unit_lockstep_check(unit, shapes, unit_long_tier() ? AGED_MULTICAST_SHAPES : AGED_MULTICAST_QUICK,
                      10000, 1000000);
}

void unit_looking_multicast_check(const char *unit) {
  noc_shape_t shapes[LOOKING_MULTICAST_SHAPES];
  shapes_looking_multicast(shapes);
  unit_lockstep_check(unit, shapes,
                      unit_long_tier() ? LOOKING_MULTICAST_SHAPES : LOOKING_MULTICAST_QUICK, 10000,
                      1000000);
}

enum { AGED_QUICK = 1, AGED_COUNTED = 3, AGED_SHAPES = 6 };

// Shapes for the network interface's units, with ages: alone, with an XOR unit, with a forwarding
// unit and header flits.
static unsigned aged_shapes(noc_shape_t shapes[AGED_SHAPES]) {
  noc_shape_t kept =
      shape_with_multicast(shape_of((shape_choice_t){5, 4, 12, 128, 1, 3, 1, 2}), 0, 1, 0);
  kept = shape_forwarding(kept, (forward_choice_t){3, 7, 9, 3, 1});
  shapes[0] = shape_aged(shape_of((shape_choice_t){5, 4, 4, 64, 0, 3, 2, 2}), 6);
  shapes[1] = shape_aged(shape_coded((shape_choice_t){5, 4, 8, 128, 0, 3, 2, 2}, 17, 5, 1, 4), 16);
  shapes[2] = shape_aged(kept, 12);
  shapes[3] = shape_aged(shape_of((shape_choice_t){5, 3, 9, 128, 1, 3, 1, 2}), 32);
  shapes[4] = shape_aged(shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 1}), 4);
  shapes[5] = shape_aged(shape_of((shape_choice_t){5, 16, 640, 256, 1, 3, 4, 2}), 24);
  return unit_shapes(AGED_QUICK, AGED_COUNTED, AGED_SHAPES);
}

void unit_aged_check(const char *unit) {
  noc_shape_t shapes[AGED_SHAPES];
  const unsigned n = aged_shapes(shapes);
  unit_lockstep_check(unit, shapes, n, 30000, 1000000);
}

void unit_aged_golden_check(const char *unit) {
  noc_shape_t shapes[AGED_SHAPES];
  (void)aged_shapes(shapes);
  unit_golden_check(unit, shapes, AGED_SHAPES, 20000, 1000000);
}

void unit_multicast_check(const char *unit) {
  noc_shape_t shapes[MULTICAST_SHAPES];
  shapes_multicast(shapes);
  unit_lockstep_check(unit, shapes,
                      unit_shapes(MULTICAST_QUICK, MULTICAST_COUNTED, MULTICAST_SHAPES), 10000,
                      1000000);
}
