// duts -- see duts.h.

#include "lockstep/duts.h"

#include <stdlib.h>
#include <string.h>

#include "dut/plugin.h"
#include "lockstep/words.h"

struct duts {
  const dut_plugin_t *plugin;
  uint32_t members;
  // Words of a member, with slack of its own: threads step different members.
  uint32_t in_stride, stride;
  void **dut;          // [members]
  const void *arrays;  // of the bank, with IN and OUT
  uint32_t *in;        // [in_stride], of reset
  uint32_t *state;     // [members * stride]; of those that are not whole, WIRE fields alone
  bool *whole;         // [members]
  bool *rested;        // [members]; NULL: each step is an evaluation
  words_plan_t *in_plan, *out_plan;
};

const void *duts_arrays(const bank_config_t *c) {
  return (c->component == COMPONENT_ROUTER) ? (const void *)&c->router
                                            : (const void *)&c->interface;
}

// Different for every member, never 0 (which would mean no random values) unless the seed is.
uint32_t duts_seed(const bank_config_t *c, uint32_t member) {
  uint64_t x = c->seed ^ (uint64_t)c->component << 32 ^ c->ids[member];
  if (c->seed == 0) {
    return 0;
  }
  // The finaliser of splitmix64.
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)(x >> 32) | 1u;
}

static bool create_all(duts_t *d, const bank_config_t *c, const bundle_layout_t *layout) {
  d->dut = calloc(d->members, sizeof *d->dut);
  d->in = calloc(d->in_stride, sizeof *d->in);
  d->whole = calloc(d->members, sizeof *d->whole);
  d->rested = c->skip_idle ? calloc(d->members, sizeof *d->rested) : NULL;
  d->state = calloc((size_t)d->members * d->stride, sizeof *d->state);
  d->in_plan = words_plan_create(layout, d->arrays, WORDS_IN);
  d->out_plan = words_plan_create(layout, d->arrays, WORDS_OUT);
  if (d->dut == NULL || d->in == NULL || d->state == NULL || d->whole == NULL ||
      (c->skip_idle && d->rested == NULL) || d->in_plan == NULL || d->out_plan == NULL) {
    return false;
  }
  for (uint32_t m = 0; m < d->members; m++) {
    char name[64];
    (void)component_name(c->topology, c->component, c->ids[m], name, sizeof name);
    d->dut[m] = d->plugin->create(name, duts_seed(c, m));
    if (d->dut[m] == NULL) {
      return false;
    }
  }
  return true;
}

duts_t *duts_create(const bank_config_t *config, const bundle_layout_t *layout, const char *unit,
                    const void *arrays, noc_error_t *error) {
  const dut_plugin_t *plugin =
      (config->no_assertions ? plugin_load_bare : plugin_load)(unit, config->shape, error);
  if (plugin == NULL || !plugin_fits(plugin, layout, error)) {
    return NULL;
  }
  duts_t *d = calloc(1, sizeof *d);
  if (d != NULL) {
    d->plugin = plugin;
    d->arrays = arrays;
    d->members = config->members;
    d->in_stride = layout->in_words + WORDS_SLACK;
    d->stride = layout->state_words + WORDS_SLACK;
  }
  if (d == NULL || !create_all(d, config, layout)) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "no memory for %u RTL instances of %s", config->members,
                   unit);
    duts_free(d);
    return NULL;
  }
  return d;
}

void duts_free(duts_t *d) {
  if (d == NULL) {
    return;
  }
  for (uint32_t m = 0; d->dut != NULL && m < d->members; m++) {
    d->plugin->free(d->dut[m]);
  }
  words_plan_free(d->in_plan);
  words_plan_free(d->out_plan);
  free(d->dut);
  free(d->in);
  free(d->state);
  free(d->whole);
  free(d->rested);
  free(d);
}

bool duts_mutant(const duts_t *d, uint32_t mutant) {
  for (uint32_t m = 0; m < d->members; m++) {
    if (!plugin_mutant(d->plugin, d->dut[m], mutant)) {
      return false;
    }
  }
  return true;
}

static uint32_t *state_of(const duts_t *d, uint32_t member) {
  return d->state + (size_t)member * d->stride;
}

void duts_reset(duts_t *d) {
  for (uint32_t m = 0; m < d->members; m++) {
    words_pack(d->in_plan, m, d->in);
    d->plugin->reset(d->dut[m], d->in, state_of(d, m));
    d->whole[m] = true;
  }
}

bool duts_step_member(duts_t *d, uint32_t member) {
  if (d->rested != NULL) {
    d->rested[member] =
        !d->plugin->cycle_busy(d->dut[member], d->arrays, member, state_of(d, member));
    if (d->rested[member]) {
      return true;
    }
    d->whole[member] = false;
    return d->plugin->failed(d->dut[member]) == NULL;
  }
  d->whole[member] = false;
  d->plugin->cycle(d->dut[member], d->arrays, member, state_of(d, member));
  return d->plugin->failed(d->dut[member]) == NULL;
}

bool duts_rested(const duts_t *d, uint32_t member) {
  return d->rested != NULL && d->rested[member];
}

bool duts_equal(const duts_t *d, uint32_t member, const void *golden) {
  return d->plugin->equal(d->dut[member], golden, member, state_of(d, member));
}

const uint32_t *duts_state(const duts_t *d, uint32_t member) {
  if (!d->whole[member]) {
    d->plugin->registers(d->dut[member], state_of(d, member));
    d->whole[member] = true;
  }
  return state_of(d, member);
}

const char *duts_failed(const duts_t *d, uint32_t member) {
  return d->plugin->failed(d->dut[member]);
}

void duts_drive(duts_t *d) {
  for (uint32_t m = 0; m < d->members; m++) {
    words_unpack(d->out_plan, m, duts_state(d, m));
  }
}

bool duts_points(const duts_t *d, points_t *sum, noc_error_t *error) {
  return points_take_duts(sum, d->plugin, d->dut, d->members, error);
}

// A snapshot: the words of all members, then each instance.
static size_t state_bytes(const duts_t *d) {
  return (size_t)d->members * d->stride * sizeof *d->state;
}

size_t duts_snapshot_size(const duts_t *d) {
  size_t size = state_bytes(d);
  for (uint32_t m = 0; m < d->members; m++) {
    size += d->plugin->snapshot_size(d->dut[m]);
  }
  return size;
}

void duts_save(const duts_t *d, void *to) {
  unsigned char *at = to;
  for (uint32_t m = 0; m < d->members; m++) {
    (void)duts_state(d, m);
  }
  memcpy(at, d->state, state_bytes(d));
  at += state_bytes(d);
  for (uint32_t m = 0; m < d->members; m++) {
    d->plugin->save(d->dut[m], at);
    at += d->plugin->snapshot_size(d->dut[m]);
  }
}

void duts_restore(duts_t *d, const void *from) {
  const unsigned char *at = from;
  memcpy(d->state, at, state_bytes(d));
  memset(d->whole, true, d->members * sizeof *d->whole);
  at += state_bytes(d);
  for (uint32_t m = 0; m < d->members; m++) {
    d->plugin->restore(d->dut[m], at);
    at += d->plugin->snapshot_size(d->dut[m]);
  }
}

static bool same_build(const duts_t *d, checkpoint_t *c) {
  uint64_t build = plugin_build_number(d->plugin);
  const uint64_t own = build;
  CHECKPOINT(c, build);
  if (build != own) {
    checkpoint_refuse(c, SAY_THERE_IS("RTL of another build", "the plug-ins that wrote it"));
  }
  return !checkpoint_failed(c);
}

void duts_checkpoint(duts_t *d, checkpoint_t *c) {
  const bool reads = checkpoint_reads(c);
  const size_t size = d->members > 0 ? d->plugin->snapshot_size(d->dut[0]) : 0;
  unsigned char *instance = malloc(size + 1);
  if (instance == NULL) {
    checkpoint_no_memory(c, "an instance of the RTL");
    return;
  }
  if (same_build(d, c)) {
    checkpoint_begin(c, "instances", d->members, size);
  }
  for (uint32_t m = 0; m < d->members && !checkpoint_failed(c); m++) {
    if (!reads) {
      (void)duts_state(d, m);
      d->plugin->save(d->dut[m], instance);
    }
    checkpoint_piece(c, instance, 1);
    if (reads && !checkpoint_failed(c)) {
      d->plugin->restore(d->dut[m], instance);
      d->whole[m] = true;
    }
  }
  free(instance);
  checkpoint_array(c, "words", d->state, (size_t)d->members * d->stride, sizeof *d->state);
}
