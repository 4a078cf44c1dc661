// pins -- how foreign modules are joined pin to pin, and how their pins come to rest; see
// bank_state.h.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "foreign/bank_state.h"

// --- joining -------------------------------------------------------------------------------------

typedef struct {
  foreign_bank_t *b;
  uint32_t room;
  bool ok;
} joiner_t;

static uint8_t *storage(const module_t *m, foreign_bits_t at) {
  const foreign_api_t *api = m->map->api;
  uint8_t *pin = api->place(m->instance, at.pin);
  return pin + (size_t)at.element * api->pin[at.pin].bytes;
}

static bool is_whole(const module_t *m, foreign_bits_t at) {
  return at.lsb == 0 && at.bits == m->map->api->pin[at.pin].bits;
}

static bool is_within(foreign_bits_t at, foreign_bits_t whole) {
  return at.pin == whole.pin && at.element == whole.element && at.lsb >= whole.lsb &&
         at.lsb + at.bits <= whole.lsb + whole.bits;
}

static void add_wire(joiner_t *j, uint32_t link, uint32_t from, foreign_bits_t from_bits,
                     uint32_t to, foreign_bits_t to_bits) {
  foreign_bank_t *b = j->b;
  if (from_bits.bits == 0 || to_bits.bits == 0 || !j->ok) {
    return;
  }
  const uint16_t bits = from_bits.bits < to_bits.bits ? from_bits.bits : to_bits.bits;
  from_bits.bits = to_bits.bits = bits;
  j->ok = memory_room(&b->wire, &j->room, b->wires + 1, sizeof *b->wire);
  if (!j->ok) {
    return;
  }
  const module_t *source = &b->module[from];
  const module_t *sink = &b->module[to];
  const uint32_t bytes = source->map->api->pin[from_bits.pin].bytes;
  const bool whole = is_whole(source, from_bits) && is_whole(sink, to_bits) &&
                     bytes == sink->map->api->pin[to_bits.pin].bytes;
  b->wire[b->wires++] = (wire_t){.from = storage(source, from_bits),
                                 .to = storage(sink, to_bits),
                                 .bytes = whole ? bytes : 0,
                                 .from_bits = from_bits,
                                 .to_bits = to_bits,
                                 .from_module = from,
                                 .to_module = to,
                                 .link = link};
}

// A field that stands in `flit` is carried by that.
static void add_field(joiner_t *j, const link_t *l, const foreign_link_t *out, foreign_bits_t from,
                      const foreign_link_t *in, foreign_bits_t to) {
  const bool carried = out->flit.bits > 0 && in->flit.bits > 0 && is_within(from, out->flit) &&
                       is_within(to, in->flit);
  if (!carried) {
    add_wire(j, (uint32_t)(l - j->b->link), l->from, from, l->to, to);
  }
}

static void join_link(joiner_t *j, const link_t *l) {
  const foreign_bank_t *b = j->b;
  const foreign_link_t *out = &b->module[l->from].map->output[l->from_port];
  const foreign_link_t *in = &b->module[l->to].map->input[l->to_port];
  const uint32_t link = (uint32_t)(l - b->link);
  add_wire(j, link, l->from, out->flit, l->to, in->flit);
  add_wire(j, link, l->from, out->valid, l->to, in->valid);
  add_field(j, l, out, out->payload, in, in->payload);
  add_field(j, l, out, out->head_payload, in, in->head_payload);
  add_field(j, l, out, out->head, in, in->head);
  add_field(j, l, out, out->tail, in, in->tail);
  add_field(j, l, out, out->kind, in, in->kind);
  add_field(j, l, out, out->vc, in, in->vc);
  for (unsigned i = 0; i < b->map->fields; i++) {
    add_field(j, l, out, out->field[i].at, in, in->field[i].at);
  }
  add_wire(j, link, l->to, in->back, l->from, out->back);
  add_wire(j, link, l->to, in->back_vc, l->from, out->back_vc);
}

// Brings the wires into the order of the modules that drive them.
static bool sort_wires(foreign_bank_t *b) {
  wire_t *sorted = malloc((b->wires + 1) * sizeof *sorted);
  uint32_t next = 0;
  if (sorted == NULL) {
    return false;
  }
  for (uint32_t m = 0; m < b->modules; m++) {
    b->module[m].first_wire = next;
    for (uint32_t w = 0; w < b->wires; w++) {
      if (b->wire[w].from_module == m) {
        sorted[next++] = b->wire[w];
      }
    }
    b->module[m].wires = next - b->module[m].first_wire;
  }
  free(b->wire);
  b->wire = sorted;
  return true;
}

bool pins_join(foreign_bank_t *b, noc_error_t *error) {
  joiner_t j = {.b = b, .ok = true};
  for (uint32_t i = 0; i < b->links; i++) {
    const link_t *l = &b->link[i];
    if (l->from != kNone && l->to != kNone) {
      join_link(&j, l);
    }
  }
  return (j.ok && sort_wires(b)) || memory_fail(error, "a network of foreign routers");
}

// --- rest ----------------------------------------------------------------------------------------

static void set(const module_t *m, foreign_bits_t at, uint64_t value) {
  foreign_set(m->map->api, m->instance, at, value);
}

static void set_all(const module_t *m, foreign_bits_t at) {
  for (unsigned done = 0; done < at.bits; done += 64) {
    const unsigned left = at.bits - done;
    foreign_bits_t part = at;
    part.lsb = (uint16_t)(at.lsb + done);
    part.bits = (uint16_t)(left < 64 ? left : 64);
    set(m, part, UINT64_MAX);
  }
}

// Copies one wire; true: its input has changed.
static bool carry(const foreign_bank_t *b, const wire_t *w) {
  if (w->bytes > 0) {
    if (memcmp(w->to, w->from, w->bytes) == 0) {
      return false;
    }
    memcpy(w->to, w->from, w->bytes);
    return true;
  }
  const module_t *from = &b->module[w->from_module];
  const module_t *to = &b->module[w->to_module];
  uint64_t *now = b->scratch;
  uint64_t *before = now + (w->to_bits.bits + 63) / 64;
  foreign_get_words(from->map->api, from->instance, w->from_bits, now);
  foreign_get_words(to->map->api, to->instance, w->to_bits, before);
  if (memcmp(now, before, (w->to_bits.bits + 63u) / 64 * sizeof *now) == 0) {
    return false;
  }
  foreign_set_words(to->map->api, to->instance, w->to_bits, now);
  return true;
}

static void drive(foreign_bank_t *b, const module_t *m) {
  for (uint32_t i = m->first_wire; i < m->first_wire + m->wires; i++) {
    if (carry(b, &b->wire[i])) {
      b->module[b->wire[i].to_module].dirty = true;
    }
  }
}

// The pins that change in one more pass.
static bool fail_settle(foreign_bank_t *b) {
  enum { SHOWN = 4 };
  char text[BANK_RULE_TEXT] = "";
  size_t length = 0;
  unsigned shown = 0;
  const link_t *first = NULL;
  for (uint32_t m = 0; m < b->modules; m++) {
    module_t *module = &b->module[m];
    if (module->dirty) {
      module->dirty = false;
      (void)module->map->api->eval(module->instance);
    }
    for (uint32_t i = module->first_wire; i < module->first_wire + module->wires; i++) {
      const wire_t *w = &b->wire[i];
      if (!carry(b, w)) {
        continue;
      }
      b->module[w->to_module].dirty = true;
      first = first != NULL ? first : &b->link[w->link];
      char name[160];
      if (shown++ < SHOWN && length < sizeof text) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s (%s)",
                             shown > 1 ? ", " : "", module->map->api->pin[w->from_bits.pin].name,
                             explain_link(b, &b->link[w->link], name, sizeof name));
      }
    }
  }
  return explain_break(b, RULE_SETTLE, first, false, kNone, NULL,
                       "the pins do not come to rest in %d passes: %s%s", (int)FOREIGN_PASSES,
                       shown > 0 ? text : "those of a module change by themselves",
                       shown > SHOWN ? ", .." : "");
}

bool pins_settle(foreign_bank_t *b) {
  for (uint32_t m = 0; m < b->modules; m++) {
    set(&b->module[m], b->module[m].map->clock, 0);
    drive(b, &b->module[m]);
  }
  for (uint32_t m = 0; m < b->modules; m++) {
    b->module[m].dirty = true;
  }
  bool any = true;
  for (unsigned pass = 0; any && pass < FOREIGN_PASSES; pass++) {
    any = false;
    for (uint32_t m = 0; m < b->modules; m++) {
      module_t *module = &b->module[m];
      if (module->dirty) {
        any = true;
        module->dirty = !module->map->api->eval(module->instance);
        drive(b, module);
      }
    }
  }
  return !any || fail_settle(b);
}

void pins_rise(foreign_bank_t *b) {
  for (uint32_t m = 0; m < b->modules; m++) {
    const module_t *module = &b->module[m];
    set(module, module->map->clock, 1);
    (void)module->map->api->eval(module->instance);
  }
}

// Inputs that nobody drives: flits never come, and what is sent there may always go.
static void set_unused(const foreign_bank_t *b, const module_t *m) {
  for (unsigned p = 0; p < b->map->ports; p++) {
    if (m->map->port[p] == UINT32_MAX &&
        (b->map->back == RETURN_READY || b->map->back == RETURN_ON)) {
      set_all(m, m->map->output[p].back);
    }
  }
  for (uint32_t i = 0; i < m->map->ties; i++) {
    set(m, m->map->tie[i], m->map->tie_value[i]);
  }
}

static void set_reset(const module_t *m, bool active) {
  if (m->map->reset.bits > 0) {
    set(m, m->map->reset, active != m->map->reset_low);
  }
}

void pins_reset(foreign_bank_t *b) {
  uint32_t cycles = 1;
  for (uint32_t m = 0; m < b->modules; m++) {
    const module_t *module = &b->module[m];
    set_unused(b, module);
    // A model sees the edge of an asynchronous reset.
    set(module, module->map->clock, 0);
    set_reset(module, false);
    (void)module->map->api->eval(module->instance);
    set_reset(module, true);
    cycles = module->map->reset_cycles > cycles ? module->map->reset_cycles : cycles;
  }
  ends_drive(b);
  for (uint32_t i = 0; i < cycles; i++) {
    (void)pins_settle(b);
    pins_rise(b);
  }
  for (uint32_t m = 0; m < b->modules; m++) {
    const module_t *module = &b->module[m];
    set_reset(module, false);
    (void)module->map->api->failed(module->instance);  // what fires on random values is dropped
  }
  b->broken = (bank_rule_t){.name = NULL};  // what does not settle in reset may do so behind it
}
