// resolve -- see resolve.h.

#include "foreign/resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/resolve_parts.h"

// ---- Links

static bool back(const resolve_work_t *w, const map_link_t *link, bool output,
                 foreign_link_t *out) {
  const map_t *m = w->m;
  char accepted[64];
  if (!resolve_take(w, &link->back, output, RESOLVE_ANY, &out->back)) {
    return false;
  }
  const bool coded = link->back_vc.text != NULL;
  const bool each = m->back == RETURN_CREDIT && !coded;
  if (out->back.bits != m->vcs && (each || out->back.bits != 1)) {
    (void)snprintf(accepted, sizeof accepted, each ? "%u, one for each VC" : "1, or %u for %u VCs",
                   m->vcs, m->vcs);
    return resolve_fail(w, &link->back, accepted, "'%.60s', which has %u bit%s", link->back.text,
                        out->back.bits, out->back.bits == 1 ? "" : "s");
  }
  if (coded && out->back.bits != 1) {
    return resolve_fail(w, &link->back, "1 bit", "'%.60s', which has %u bits", link->back.text,
                        out->back.bits);
  }
  return !coded || resolve_take(w, &link->back_vc, output, RESOLVE_ANY, &out->back_vc);
}

// A VC as index or one bit for each.
static bool check_vc(const resolve_work_t *w, const map_pin_t *pin, foreign_bits_t at) {
  char accepted[64];
  const unsigned vcs = w->m->vcs;
  const bool fits =
      w->m->vc_code == VC_ONE_HOT ? at.bits == vcs : at.bits > 8 || (1U << at.bits) >= vcs;
  (void)snprintf(accepted, sizeof accepted,
                 w->m->vc_code == VC_ONE_HOT ? "%u, one for each VC" : "enough for %u VCs", vcs);
  return fits || resolve_fail(w, pin, accepted, "'%.60s', which has %u bit%s", pin->text, at.bits,
                              at.bits == 1 ? "" : "s");
}

static const map_pin_t *field_pin(const map_t *m, map_side_t side, map_field_t i) {
  return m->link[side].field[i].text != NULL ? &m->link[side].field[i]
         : m->bits[i].text != NULL           ? &m->bits[i]
                                             : NULL;
}

static bool take_field(const resolve_work_t *w, map_side_t side, map_field_t i,
                       foreign_link_t *link, foreign_bits_t *out) {
  const map_t *m = w->m;
  const map_pin_t *pin = field_pin(m, side, i);
  if (pin == NULL) {
    return true;
  }
  const bool ok = pin == &m->bits[i] ? resolve_take_bits(w, pin, link->flit, out)
                                     : resolve_take(w, pin, side == MAP_OUTPUT, RESOLVE_ANY, out);
  if (!ok) {
    return false;
  }
  if ((i == MAP_HEAD || i == MAP_TAIL) && out->bits != 1) {
    return resolve_fail(w, pin, "1 bit", "'%.60s', which has %u bits", pin->text, out->bits);
  }
  for (unsigned k = 0; i == MAP_KIND && k < sizeof m->kind / sizeof m->kind[0]; k++) {
    if (out->bits < 64 && (m->kind[k] >> out->bits) != 0) {
      return resolve_fail(w, pin, "enough for its codes",
                          "'%.60s', which has %u bit%s for the code %llu", pin->text, out->bits,
                          out->bits == 1 ? "" : "s", (unsigned long long)m->kind[k]);
    }
  }
  return i != MAP_VC || check_vc(w, pin, *out);
}

static bool take_heads(const resolve_work_t *w, map_side_t side, foreign_link_t *link,
                       foreign_field_t *field) {
  for (size_t i = 0; i < w->m->heads; i++) {
    const map_head_t *h = &w->m->head[i];
    field[i] = (foreign_field_t){.is = h->is,
                                 .header = (uint8_t)h->header,
                                 .each = h->each,
                                 .changes = h->changes || h->lookahead};
    const map_pin_t *pin = h->bits.text != NULL ? &h->bits : &h->pin[side];
    if (pin->text == NULL) {
      field[i].changes = true;  // it does not come out: there is nothing to compare
      continue;
    }
    if (!(h->bits.text != NULL
              ? resolve_take_bits(w, pin, link->flit, &field[i].at)
              : resolve_take(w, pin, side == MAP_OUTPUT, RESOLVE_ANY, &field[i].at))) {
      return false;
    }
    if (field[i].at.bits > 64) {
      return resolve_fail(w, pin, "up to 64 bits", "'%.60s', which has %u bits", pin->text,
                          field[i].at.bits);
    }
  }
  link->field = field;
  return true;
}

// ---- Bits of a flit that are two things

static bool meet(foreign_bits_t a, foreign_bits_t b) {
  return a.bits > 0 && b.bits > 0 && a.pin == b.pin && a.element == b.element &&
         a.lsb < b.lsb + b.bits && b.lsb < a.lsb + a.bits;
}

static bool fail_meet(const resolve_work_t *w, const map_pin_t *a, const map_pin_t *b,
                      const char *accepted) {
  return resolve_fail(w, a, accepted, "'%.60s', of which bits are %s as well", a->text, b->key);
}

static const map_pin_t *head_pin(const map_t *m, map_side_t side, size_t i) {
  return m->head[i].bits.text != NULL ? &m->head[i].bits : &m->head[i].pin[side];
}

// Bits that a field of a head shares with others.
static bool check_head(const resolve_work_t *w, map_side_t side, const foreign_link_t *link,
                       size_t i, const foreign_bits_t *field) {
  const map_t *m = w->m;
  const foreign_field_t *f = &link->field[i];
  const map_pin_t *pin = head_pin(m, side, i);
  for (map_field_t k = MAP_HEAD; k < MAP_FIELDS; k++) {
    if (meet(f->at, field[k])) {
      return fail_meet(w, pin, field_pin(m, side, k), "bits of its own");
    }
  }
  for (size_t k = 0; k < i; k++) {
    const foreign_field_t *other = &link->field[k];
    if (meet(f->at, other->at) && (f->header == other->header || f->each || other->each)) {
      return fail_meet(w, pin, head_pin(m, side, k), "bits of its own");
    }
  }
  if (f->each && meet(f->at, link->payload)) {
    return fail_meet(w, pin, field_pin(m, side, MAP_PAYLOAD),
                     "outside the payload, as it stands in every flit");
  }
  if (m->headers == 0 && meet(f->at, link->head_payload)) {
    const map_pin_t *data = field_pin(m, side, MAP_HEAD_PAYLOAD);
    return fail_meet(
        w, pin, data != NULL ? data : field_pin(m, side, MAP_PAYLOAD),
        data != NULL ? "outside of it" : "outside of it, or flit.head_payload or headers given");
  }
  return true;
}

static bool check_fields(const resolve_work_t *w, map_side_t side, const foreign_link_t *link) {
  const foreign_bits_t field[MAP_FIELDS] = {
      [MAP_PAYLOAD] = link->payload, [MAP_HEAD_PAYLOAD] = link->head_payload,
      [MAP_HEAD] = link->head,       [MAP_TAIL] = link->tail,
      [MAP_KIND] = link->kind,       [MAP_VC] = link->vc};
  for (map_field_t i = MAP_HEAD; i < MAP_FIELDS; i++) {
    for (map_field_t k = MAP_PAYLOAD; k < i; k++) {
      if (meet(field[i], field[k])) {
        const map_pin_t *other = field_pin(w->m, side, k);
        return fail_meet(w, field_pin(w->m, side, i),
                         other != NULL ? other : field_pin(w->m, side, MAP_PAYLOAD),
                         "bits of its own");
      }
    }
  }
  for (size_t i = 0; i < w->m->heads; i++) {
    if (!check_head(w, side, link, i, field)) {
      return false;
    }
  }
  return true;
}

static bool take_link(const resolve_work_t *w, map_side_t side, foreign_link_t *link,
                      foreign_field_t *field) {
  const map_t *m = w->m;
  const map_link_t *from = &m->link[side];
  const bool output = side == MAP_OUTPUT;
  foreign_bits_t *const out[MAP_FIELDS] = {
      [MAP_PAYLOAD] = &link->payload, [MAP_HEAD_PAYLOAD] = &link->head_payload,
      [MAP_HEAD] = &link->head,       [MAP_TAIL] = &link->tail,
      [MAP_KIND] = &link->kind,       [MAP_VC] = &link->vc};
  if ((from->flit.text != NULL &&
       !resolve_take(w, &from->flit, output, RESOLVE_ANY, &link->flit)) ||
      !resolve_take(w, &from->valid, output, m->vc_code == VC_VALID ? m->vcs : 1, &link->valid) ||
      !back(w, from, !output, link)) {
    return false;
  }
  if (from->back_vc.text != NULL && !check_vc(w, &from->back_vc, link->back_vc)) {
    return false;
  }
  for (map_field_t i = 0; i < MAP_FIELDS; i++) {
    if (!take_field(w, side, i, link, out[i])) {
      return false;
    }
  }
  if (m->headers == 0 && link->head_payload.bits == 0) {
    link->head_payload = link->payload;
  }
  return take_heads(w, side, link, field) && check_fields(w, side, link);
}

// ---- All links carry the same

static bool check_equal(const resolve_work_t *w, map_side_t side, const foreign_link_t *link,
                        const foreign_link_t *first) {
  const map_t *m = w->m;
  const struct {
    map_field_t field;
    foreign_bits_t is, must;
  } rows[] = {{MAP_PAYLOAD, link->payload, first->payload},
              {MAP_HEAD_PAYLOAD, link->head_payload, first->head_payload},
              {MAP_KIND, link->kind, first->kind},
              {MAP_VC, link->vc, first->vc}};
  char accepted[96];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const map_pin_t *pin = field_pin(m, side, rows[i].field);
    if (pin != NULL && rows[i].is.bits != rows[i].must.bits) {
      (void)snprintf(accepted, sizeof accepted, "%u, as in input of port %.40s", rows[i].must.bits,
                     w->place->port_text[0]);
      return resolve_fail(w, pin, accepted, "'%.60s', in %s %u bits wide", pin->text,
                          kMapSides[side], rows[i].is.bits);
    }
  }
  for (size_t i = 0; i < m->heads; i++) {
    const map_pin_t *pin = head_pin(m, side, i);
    if (pin->text != NULL && link->field[i].at.bits != first->field[i].at.bits) {
      (void)snprintf(accepted, sizeof accepted, "%u, as in input of port %.40s",
                     first->field[i].at.bits, w->place->port_text[0]);
      return resolve_fail(w, pin, accepted, "'%.60s', in %s %u bits wide", pin->text,
                          kMapSides[side], link->field[i].at.bits);
    }
  }
  return true;
}

// ---- Ties, and what is left

static bool is_for_ports(const map_tie_t *t) {
  return resolve_is_of_port(&t->pin) || formula_has(t->value, FORMULA_P) ||
         formula_has(t->value, FORMULA_NODE);
}

static bool tie(const resolve_work_t *w, const map_tie_t *t, foreign_bits_t *at, uint64_t *value,
                uint32_t *count) {
  char name[RESOLVE_NAME];
  char accepted[64];
  uint32_t pin = 0;
  resolve_name(t->pin.name, w->place->port_text[w->port], name);
  const bool output = resolve_is_known(w->api, name, &pin) && w->api->pin[pin].output;
  foreign_bits_t bits;
  if (!resolve_take(w, &t->pin, output, RESOLVE_ANY, &bits)) {
    return false;
  }
  if (output) {
    return true;
  }
  const int64_t is = formula_value(t->value, &w->place->values[w->port]);
  const unsigned room = bits.bits < 63 ? bits.bits : 63;
  if (is >= 0 ? (is >> room) != 0 : room < 63 && is < -(INT64_C(1) << (room - 1))) {
    (void)snprintf(accepted, sizeof accepted, "a value of %u bit%s", bits.bits,
                   bits.bits == 1 ? "" : "s");
    return resolve_fail(w, &t->pin, accepted, "%lld", (long long)is);
  }
  at[*count] = bits;
  value[*count] = bits.bits < 64 ? (uint64_t)is & ((UINT64_C(1) << bits.bits) - 1) : (uint64_t)is;
  (*count)++;
  return true;
}

static bool take_ties(resolve_work_t *w, foreign_module_t *module) {
  map_t *m = w->m;
  const size_t most = m->ties * w->place->ports + 1;
  foreign_bits_t *at = map_take(m, most, sizeof *at, w->error);
  uint64_t *value = map_take(m, most, sizeof *value, w->error);
  if (at == NULL || value == NULL) {
    return false;
  }
  for (size_t i = 0; i < m->ties; i++) {
    const unsigned ports = is_for_ports(&m->tie[i]) ? w->place->ports : 1;
    for (w->port = 0; w->port < ports; w->port++) {
      if (!tie(w, &m->tie[i], at, value, &module->ties)) {
        return false;
      }
    }
  }
  module->tie = at;
  module->tie_value = value;
  return true;
}

// Inputs of which bits have no role.
static bool check_left(const resolve_work_t *w) {
  char list[RESOLVE_LIST];
  char at[RESOLVE_AT];
  size_t used = 0;
  unsigned found = 0;
  for (uint32_t i = 0; i < w->api->pins; i++) {
    const foreign_pin_t *p = &w->api->pin[i];
    unsigned free_bits = 0;
    for (size_t k = w->owners.start[i]; k < w->owners.start[i + 1]; k++) {
      free_bits += w->owners.owner[k].role == NULL;
    }
    if (p->output || free_bits == 0) {
      continue;
    }
    found++;
    if (used < sizeof list / 2) {
      used += (size_t)snprintf(list + used, sizeof list - used, "%s%.100s (%u of %u bits)",
                               used > 0 ? ", " : "", p->name, free_bits, p->bits * p->elements);
    }
  }
  return found == 0 || map_fail(w->m, w->m->top_at, "top", "one whose inputs all have one, or tie",
                                w->error, "%.60s%s, with %u input%s without a role: %s%s",
                                w->api->top, resolve_where(w, false, at), found,
                                found == 1 ? "" : "s", list, used < sizeof list / 2 ? "" : ", ..");
}

static bool start(resolve_work_t *w) {
  size_t bits = 0;
  w->owners.start = calloc(w->api->pins + 1, sizeof *w->owners.start);
  for (uint32_t i = 0; w->owners.start != NULL && i < w->api->pins; i++) {
    w->owners.start[i] = bits;
    bits += (size_t)w->api->pin[i].bits * w->api->pin[i].elements;
  }
  if (w->owners.start != NULL) {
    w->owners.start[w->api->pins] = bits;
    w->owners.owner = calloc(bits + 1, sizeof *w->owners.owner);
  }
  return w->owners.owner != NULL ||
         noc_fail(w->error, NOC_ENVIRONMENT, "%s: out of memory", w->m->file);
}

static bool resolve(resolve_work_t *w, foreign_module_t *module) {
  map_t *m = w->m;
  const unsigned ports = w->place->ports;
  foreign_link_t *link = map_take(m, (size_t)MAP_SIDES * ports, sizeof *link, w->error);
  foreign_field_t *field = map_take(m, MAP_SIDES * ports * (m->heads + 1), sizeof *field, w->error);
  if (link == NULL || field == NULL || !start(w)) {
    return false;
  }
  module->api = w->api;
  module->input = link;
  module->output = link + ports;
  module->reset_low = m->reset_low;
  module->reset_cycles = m->reset_cycles;
  if (!resolve_take(w, &m->clock, false, 1, &module->clock) ||
      (m->reset.text != NULL && !resolve_take(w, &m->reset, false, 1, &module->reset))) {
    return false;
  }
  for (w->port = 0; w->port < ports; w->port++) {
    for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
      foreign_link_t *one = &link[(unsigned)side * ports + w->port];
      if (!take_link(w, side, one, field) || !check_equal(w, side, one, link)) {
        return false;
      }
      field += m->heads;
    }
  }
  return take_ties(w, module) && check_left(w);
}

void resolve_owners_free(resolve_owners_t *o) {
  free(o->start);
  free(o->owner);
  *o = (resolve_owners_t){0};
}

bool resolve_module(map_t *m, const foreign_api_t *api, const resolve_place_t *place,
                    foreign_module_t *module, resolve_owners_t *owners, noc_error_t *error) {
  resolve_work_t w = {.m = m, .api = api, .place = place, .error = error};
  const bool ok = resolve(&w, module);
  if (owners != NULL && ok) {
    *owners = w.owners;
  } else {
    resolve_owners_free(&w.owners);
  }
  return ok;
}
