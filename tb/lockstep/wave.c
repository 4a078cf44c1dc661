// wave -- see wave.h.

#include "lockstep/wave.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lockstep/wave_space.h"
#include "lockstep/wave_state.h"
#include "shape/pack.h"

// ---- Variables

fstHandle wave_kind_var(wave_t *w, const char *name) {
  static const char *kNames[] = {"body", "head", "tail", "single"};
  static const char *kValues[] = {"00", "01", "10", "11"};
  if (w->kinds == 0) {
    // Making the table also tags the next variable.
    w->kinds = fstWriterCreateEnumTable(w->fst, "flit_kind", 4, 2, kNames, kValues);
  } else {
    fstWriterEmitEnumTableRef(w->fst, w->kinds);
  }
  return fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 2, name, 0);
}

void wave_field_name(const bundle_field_t *f, const noc_shape_t *s, uint32_t element,
                     char out[WAVE_NAME]) {
  const dimension_place_t place = dimensions_place(f->by, s, element);
  int used = snprintf(out, WAVE_NAME, "%.40s", f->name);
  for (unsigned k = 0; k < place.count; k++) {
    const dimension_info_t *info = dimension_info(place.at[k].dimension);
    if (info->index != INDEX_PART) {
      used +=
          snprintf(out + used, (size_t)(WAVE_NAME - used), "_%s%u", info->wave, place.at[k].index);
    }
  }
}

void wave_var_name(const wave_component_t *c, const wave_var_t *v, char out[WAVE_NAME]) {
  wave_field_name(v->field, c->bank->config.shape, v->element, out);
}

static void declare(wave_t *w, const wave_component_t *c, wave_var_t *v) {
  char name[WAVE_NAME];
  wave_var_name(c, v, name);
  if (strcmp(v->field->radix, "kind") == 0) {
    v->handle = wave_kind_var(w, name);
  } else {
    const enum fstVarType type = (v->field->kind == FIELD_WIRE) ? FST_VT_VCD_WIRE : FST_VT_VCD_REG;
    v->handle = fstWriterCreateVar(w->fst, type, FST_VD_IMPLICIT, v->bits, name, 0);
  }
}

// The variables of these kinds of fields, in a scope of their own.
static bool side_create(wave_t *w, wave_component_t *c, wave_side_t *side, const char *scope,
                        unsigned kinds) {
  const bundle_layout_t *l = &c->bank->layout;
  const size_t words = kinds == WORDS_IN ? l->in_words : l->state_words;
  size_t room = 0;
  for (unsigned i = 0; i < l->n_fields; i++) {
    room += l->field[i].count;
  }
  side->present = true;
  side->var = calloc(room + 1, sizeof *side->var);  // never a request of 0 bytes
  side->now = calloc(words + WORDS_SLACK, sizeof *side->now);
  side->shown = calloc(words + WORDS_SLACK, sizeof *side->shown);
  if (side->var == NULL || side->now == NULL || side->shown == NULL) {
    return false;
  }
  fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, scope, NULL);
  for (unsigned i = 0; i < l->n_fields; i++) {
    const bundle_field_t *f = &l->field[i];
    if ((kinds >> f->kind & 1) == 0) {
      continue;
    }
    const uint32_t step = dimensions_parts(f->by, c->bank->config.shape);
    for (uint32_t e = 0; e < f->count; e += step) {
      wave_var_t *v = &side->var[side->count++];
      *v = (wave_var_t){.field = f, .element = e, .elements = step, .bits = f->bits * step};
      declare(w, c, v);
    }
  }
  fstWriterSetUpscope(w->fst);
  return true;
}

// The inputs of a router of nocstep: those of an interface are its host's, who sets them in the
// course of a cycle.
static bool inputs_create(wave_t *w, wave_component_t *c) {
  if (c->bank->foreign != NULL || (w->network != NULL && c->component != COMPONENT_ROUTER)) {
    return true;
  }
  if (c->in_words == NULL) {
    c->plan = words_plan_create(&c->bank->layout, &c->bank->config.router, WORDS_IN);
  }
  return (c->in_words != NULL || c->plan != NULL) && side_create(w, c, &c->in, "in", WORDS_IN);
}

static bool scopes_create(wave_t *w, wave_component_t *c) {
  const bool foreign = c->bank->foreign != NULL;
  const unsigned kinds = strcmp(c->bank->ops->name, "ref") != 0
                             ? WORDS_STATE
                             : WORDS_STATE & ~(unsigned)(1 << FIELD_WIRE);
  if (!foreign && !wave_about(w, c)) {
    return false;
  }
  fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, c->name, NULL);
  const bool ok =
      inputs_create(w, c) && (!foreign || wave_foreign_create(w, c)) &&
      (!c->bank->has_rtl || foreign || side_create(w, c, &c->side[SIDE_RTL], "rtl", kinds)) &&
      (!c->bank->has_ref || side_create(w, c, &c->side[SIDE_REF], "ref", kinds));
  fstWriterSetUpscope(w->fst);
  return ok;
}

static bool component_create(wave_t *w, component_t component, uint32_t id) {
  wave_component_t *c = &w->component[w->n_components++];
  c->bank = network_locate(w->network, component, id, &c->member);
  c->component = component;
  c->id = id;
  char name[64];
  (void)snprintf(c->name, sizeof c->name, "%s_%s",
                 (component == COMPONENT_ROUTER) ? "router" : "ni",
                 component_name(network_topology(w->network), component, id, name, sizeof name));
  return scopes_create(w, c);
}

bool wave_has_router(const wave_t *w, uint32_t router) {
  for (uint32_t i = 0; i < w->routers; i++) {
    if (w->component[i].id == router) {
      return true;
    }
  }
  return false;
}

// Routers with RTL first, up to WAVE_ROUTERS; then the interfaces of these.
static bool components_create(wave_t *w) {
  const topology_t *t = network_topology(w->network);
  const uint32_t routers = (t->routers < WAVE_ROUTERS) ? t->routers : WAVE_ROUTERS;
  const size_t room = (size_t)routers * (1 + t->ports);
  w->component = calloc(room, sizeof *w->component);
  if (w->component == NULL) {
    return false;
  }
  for (int round = 0; round < 2; round++) {
    for (uint32_t r = 0; r < t->routers && w->routers < routers; r++) {
      uint32_t member;
      const bool rtl = network_locate(w->network, COMPONENT_ROUTER, r, &member)->has_rtl;
      if (rtl == (round == 0)) {
        if (!component_create(w, COMPONENT_ROUTER, r)) {
          return false;
        }
        w->routers++;
      }
    }
  }
  for (uint32_t i = 0; i < w->routers; i++) {
    for (unsigned port = 0; port < t->ports; port++) {
      uint32_t node = 0;
      topology_place_t place = {0};
      const bool local = topology_node_at(t, w->component[i].id, port, &node);
      if (local) {
        (void)topology_injection(t, node, &place, 1);
      }
      // An interface is shown with the router that its packets enter at.
      if (!local || place.router != w->component[i].id || place.port != port) {
        continue;
      }
      if (!component_create(w, COMPONENT_INTERFACE, node)) {
        return false;
      }
      w->interfaces++;
    }
  }
  return true;
}

// ---- Values

// The value of an element, or of several that lie side by side.
static uint64_t value_of(const wave_var_t *v, const uint32_t *words) {
  return pack_bits(words + v->field->word, v->element * v->field->bits, v->bits);
}

static void emit_var(wave_t *w, const wave_side_t *side, const wave_var_t *v, bool all) {
  if (v->bits <= 64) {
    const uint64_t value = value_of(v, side->now);
    if (all || value != value_of(v, side->shown)) {
      fstWriterEmitValueChange64(w->fst, v->handle, v->bits, value);
    }
    return;
  }
  // Wide payloads and slots start at a word.
  const size_t word = v->field->word + (size_t)v->element * v->field->bits / 32;
  const uint32_t *now = side->now + word;
  if (all || memcmp(now, side->shown + word, (v->bits + 31) / 32 * sizeof *now) != 0) {
    fstWriterEmitValueChangeVec32(w->fst, v->handle, v->bits, now);
  }
}

// Writes the fields of a side that have changed: the WIRE fields, or the others.
static void emit_fields(wave_t *w, const wave_side_t *side, bool wires) {
  const bundle_field_t *field = NULL;
  bool changed = false;
  for (size_t i = 0; i < side->count; i++) {
    const wave_var_t *v = &side->var[i];
    if ((v->field->kind == FIELD_WIRE) != wires) {
      continue;
    }
    if (v->field != field) {
      field = v->field;
      changed = !w->started || memcmp(side->now + field->word, side->shown + field->word,
                                      field->words * sizeof *side->now) != 0;
    }
    if (changed) {
      emit_var(w, side, v, !w->started);
    }
  }
}

static void emit_side(wave_t *w, const wave_component_t *c, wave_side_t *side, bool rtl,
                      bool wires) {
  c->bank->ops->state(c->bank, c->member, rtl, side->now);
  emit_fields(w, side, wires);
  const size_t wire_words = c->bank->layout.wire_words;
  if (wires) {
    memcpy(side->shown, side->now, wire_words * sizeof *side->now);
  } else {
    memcpy(side->shown + wire_words, side->now + wire_words,
           (c->bank->layout.state_words - wire_words) * sizeof *side->now);
  }
}

static void emit_inputs(wave_t *w, wave_component_t *c) {
  const size_t words = c->bank->layout.in_words;
  if (c->plan != NULL) {
    words_pack(c->plan, c->member, c->in.now);
  } else {
    memcpy(c->in.now, c->in_words, words * sizeof *c->in.now);
  }
  emit_fields(w, &c->in, false);
  memcpy(c->in.shown, c->in.now, words * sizeof *c->in.now);
}

static void emit_components(wave_t *w, bool wires) {
  for (size_t i = 0; i < w->n_components; i++) {
    wave_component_t *c = &w->component[i];
    if (wires) {
      wave_foreign_emit(w, c);
    }
    // Those of a network have been set behind the edge before; alone, they come with the cycle.
    if (c->in.present && wires == (c->plan == NULL)) {
      emit_inputs(w, c);
    }
    for (unsigned s = 0; s < SIDES; s++) {
      if (c->side[s].present) {
        emit_side(w, c, &c->side[s], s == SIDE_RTL, wires);
      }
    }
  }
}

static void set_time(wave_t *w, uint64_t time) {
  if (!w->started || time != w->time) {
    fstWriterEmitTimeChange(w->fst, time);
    w->time = time;
  }
}

// The rising edge that starts `cycle`: registers, links.
static void emit_edge(wave_t *w, uint64_t cycle) {
  set_time(w, cycle * WAVE_PERIOD);
  fstWriterEmitValueChange64(w->fst, w->clock, 1, 1);
  fstWriterEmitValueChange64(w->fst, w->cycle, 64, cycle);
  if (!w->started) {
    // Nothing is known yet of what is seen in the course of a cycle: shown as it is now.
    emit_components(w, true);
  }
  emit_components(w, false);
  if (w->network != NULL) {
    wave_links_emit(w);
  }
  w->started = true;
}

// ---- Files

static void side_free(const wave_side_t *side) {
  free(side->var);
  free(side->now);
  free(side->shown);
}

static void wave_free(wave_t *w) {
  for (size_t i = 0; i < w->n_components; i++) {
    for (unsigned s = 0; s < SIDES; s++) {
      side_free(&w->component[i].side[s]);
    }
    side_free(&w->component[i].in);
    if (w->component[i].plan != NULL) {
      words_plan_free(w->component[i].plan);
    }
    wave_foreign_free(&w->component[i]);
  }
  if (w->temporary != NULL) {
    (void)unlink(w->temporary);
  }
  temporary_end(&w->owner);
  free(w->component);
  free(w->link);
  free(w->path);
  for (unsigned i = 0; i < WAVE_SAVES; i++) {
    free(w->save_path[i]);
  }
  free(w->temporary);
  free(w);
}

static bool create_file(wave_t *w) {
  w->fst = fstWriterCreate(w->temporary, 1);
  if (w->fst == NULL) {
    return false;
  }
  fstWriterSetPackType(w->fst, FST_WR_PT_LZ4);
  fstWriterSetTimescaleFromString(w->fst, "1ns");
  fstWriterSetVersion(w->fst, "nocstep");
  fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "noc", NULL);
  w->clock = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "clk", 0);
  w->cycle = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 64, "cycle", 0);
  const bool ok = w->network != NULL ? components_create(w) && wave_links_create(w)
                                     : scopes_create(w, &w->component[0]);
  fstWriterSetUpscope(w->fst);
  return ok;
}

// `w` is freed if that fails.
static wave_t *open_file(wave_t *w, const char *path, noc_error_t *error) {
  w->owner.fd = -1;
  if (!wave_name_files(w, path, error)) {
    wave_free(w);
    return NULL;
  }
  wave_space_watch(path, w->temporary, w->owner.name);
  if (!create_file(w)) {
    (void)wave_fail(error, path);
    if (w->fst != NULL) {
      fstWriterClose(w->fst);
    }
    wave_space_unwatch();
    wave_free(w);
    return NULL;
  }
  return w;
}

static wave_t *wave_create(const char *path, network_t *n, uint64_t from, uint64_t to,
                           noc_error_t *error) {
  errno = 0;
  wave_t *w = calloc(1, sizeof *w);
  if (w == NULL) {
    (void)wave_fail(error, path);
    return NULL;
  }
  w->network = n;
  w->from = from;
  w->to = to;
  return w;
}

wave_t *wave_open(const char *path, network_t *n, uint64_t from, uint64_t to, noc_error_t *error) {
  wave_t *w = wave_create(path, n, from, to, error);
  if (w == NULL) {
    return NULL;
  }
  w->shape = network_shape(n);
  w = open_file(w, path, error);
  if (w != NULL && network_cycle(n) >= from) {
    emit_edge(w, network_cycle(n));
  }
  return w;
}

wave_t *wave_open_alone(const char *path, bank_t *bank, const char *name, const uint32_t *in,
                        uint64_t from, uint64_t to, noc_error_t *error) {
  wave_t *w = wave_create(path, NULL, from, to, error);
  if (w == NULL) {
    return NULL;
  }
  w->shape = bank->config.shape;
  w->component = calloc(1, sizeof *w->component);
  if (w->component == NULL) {
    (void)wave_fail(error, path);
    wave_free(w);
    return NULL;
  }
  w->n_components = 1;
  w->component[0] =
      (wave_component_t){.bank = bank, .component = bank->config.component, .in_words = in};
  (void)snprintf(w->component[0].name, WAVE_NAME, "%s", name);
  return open_file(w, path, error);
}

static void emit_cycle(wave_t *w, uint64_t cycle) {
  if (cycle + 1 < w->from || cycle > w->to) {
    return;
  }
  if (w->started) {
    set_time(w, cycle * WAVE_PERIOD);
    emit_components(w, true);
    set_time(w, cycle * WAVE_PERIOD + WAVE_PERIOD / 2);
    fstWriterEmitValueChange64(w->fst, w->clock, 1, 0);
  }
  emit_edge(w, cycle + 1);
}

void wave_cycle(wave_t *w, network_t *n) {
  // The cycle whose clock edge has just been.
  const uint64_t cycle = network_cycle(n) - 1;
  if (cycle + 1 < w->from) {
    wave_links_follow(w);
  }
  emit_cycle(w, cycle);
}

void wave_follow(wave_t *w, const wave_way_t *way) {
  w->way = way;
}

void wave_alone_begin(wave_t *w) {
  if (w->from == 0) {
    emit_edge(w, 0);
  }
}

void wave_alone_cycle(wave_t *w, uint64_t cycle) {
  w->last = cycle;
  emit_cycle(w, cycle);
}

const bank_mismatch_t *wave_mismatch(const wave_t *w) {
  if (w->network != NULL) {
    return network_mismatch(w->network);
  }
  const bank_mismatch_t *m = &w->component[0].bank->mismatch;
  return m->field != NULL ? m : NULL;
}

// Some time after a mismatch, in which nothing is known: else GTKWave, which never scrolls beyond
// the end, would not show the cycles before it.
static void emit_end(wave_t *w) {
  enum { CYCLES_AFTER = 8, CYCLE_BITS = 64 };
  char x[CYCLE_BITS];
  memset(x, 'x', sizeof x);
  set_time(w, w->time + WAVE_PERIOD);
  fstWriterEmitValueChange(w->fst, w->clock, x);
  fstWriterEmitValueChange(w->fst, w->cycle, x);
  set_time(w, w->time + CYCLES_AFTER * WAVE_PERIOD);
}

bool wave_close(wave_t *w, noc_error_t *error) {
  errno = 0;
  if (!w->started) {
    emit_edge(w, w->network != NULL ? network_cycle(w->network) : w->last);
  }
  if (wave_mismatch(w) != NULL) {
    emit_end(w);
  }
  fstWriterClose(w->fst);
  wave_space_unwatch();
  const bool ok = wave_keep(w, error);
  wave_free(w);
  return ok;
}

void wave_discard(wave_t *w) {
  fstWriterClose(w->fst);
  wave_space_unwatch();
  wave_free(w);
}
