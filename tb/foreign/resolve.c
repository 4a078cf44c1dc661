// resolve -- see resolve.h.

#include "foreign/resolve.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

enum { WORD = 256, LIST = 600, AT = 160, MAX_BITS = UINT16_MAX, ANY = 0 };

typedef struct {
  map_t *m;
  const foreign_api_t *api;
  const resolve_place_t *place;
  unsigned port;  // that is worked at
  resolve_owners_t owners;
  noc_error_t *error;
} work_t;

// ---- Messages

// " at port E of router 3,2"
static const char *where(const work_t *w, bool port, char out[AT]) {
  const bool at_place = w->place->name[0] != '\0';
  out[0] = '\0';
  if (port && at_place) {
    (void)snprintf(out, AT, " at port %.40s of %.80s", w->place->port_text[w->port],
                   w->place->name);
  } else if (port || at_place) {
    (void)snprintf(out, AT, " at %s%.80s", port ? "port " : "",
                   port ? w->place->port_text[w->port] : w->place->name);
  }
  return out;
}

// Whether the text of a pin is another at each port, or should be.
static bool is_of_port(const map_pin_t *pin) {
  bool is = strstr(pin->name, "{port}") != NULL || strncmp(pin->key, "input.", 6) == 0 ||
            strncmp(pin->key, "output.", 7) == 0;
  for (unsigned i = 0; i < pin->brackets; i++) {
    const map_bracket_t *b = &pin->bracket[i];
    is = is || formula_has(b->high, FORMULA_P) || formula_has(b->high, FORMULA_NODE) ||
         (b->low != NULL && formula_has(b->low, FORMULA_P));
  }
  return is;
}

static bool fail(const work_t *w, const map_pin_t *pin, const char *accepted, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
static bool fail(const work_t *w, const map_pin_t *pin, const char *accepted, const char *format,
                 ...) {
  char text[NOC_ERROR_TEXT];
  char at[AT];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return map_fail(w->m, pin->at, pin->key, accepted, w->error, "%.500s%s", text,
                  where(w, is_of_port(pin), at));
}

// "clk (1), flit (5 of 34)", as many as there is room for.
static void list_pins(const foreign_api_t *api, bool output, char *out, size_t size) {
  enum { TAIL = 24, ONE = 300 };
  size_t used = 0;
  unsigned left = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < api->pins; i++) {
    char one[ONE];
    const foreign_pin_t *p = &api->pin[i];
    if (p->output != output) {
      continue;
    }
    if (p->elements > 1) {
      (void)snprintf(one, sizeof one, "%s (%u of %u)", p->name, p->elements, p->bits);
    } else {
      (void)snprintf(one, sizeof one, "%s (%u)", p->name, p->bits);
    }
    if (left > 0 || used + strlen(one) + TAIL > size) {
      left++;
    } else {
      used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", one);
    }
  }
  if (left > 0) {
    (void)snprintf(out + used, size - used, " and %u more", left);
  }
}

static bool fail_unknown(const work_t *w, const map_pin_t *pin, const char *name, bool output) {
  char pins[LIST];
  char accepted[LIST + 32];
  nearest_t nearest = nearest_start(name);
  for (uint32_t i = 0; i < w->api->pins; i++) {
    if (w->api->pin[i].output == output) {
      nearest_offer(&nearest, w->api->pin[i].name);
    }
  }
  list_pins(w->api, output, pins, sizeof pins);
  (void)snprintf(accepted, sizeof accepted, "one of its %s: %s", output ? "outputs" : "inputs",
                 pins[0] != '\0' ? pins : "there is none");
  return fail(w, pin, accepted, "'%.80s'%s, no pin of %.60s", name, nearest_hint(&nearest),
              w->api->top);
}

// ---- Bits of a pin

static void substitute(const char *name, const char *port, char out[WORD]) {
  size_t used = 0;
  out[0] = '\0';
  while (*name != '\0' && used + 1 < WORD) {
    if (strncmp(name, "{port}", strlen("{port}")) == 0) {
      used += (size_t)snprintf(out + used, WORD - used, "%s", port);
      name += strlen("{port}");
    } else {
      out[used++] = *name++;
      out[used] = '\0';
    }
  }
}

static bool range(const work_t *w, const map_pin_t *pin, const map_bracket_t *b, uint32_t limit,
                  const char *of, foreign_bits_t *out) {
  const formula_values_t *values = &w->place->values[w->port];
  const int64_t high = formula_value(b->high, values);
  const int64_t low = b->low != NULL ? formula_value(b->low, values) : high;
  char accepted[64];
  if (low < 0 || high < low || high >= (int64_t)limit) {
    (void)snprintf(accepted, sizeof accepted, "bits of 0 to %u", limit - 1);
    return b->low == NULL ? fail(w, pin, accepted, "'%.60s', bit %lld of %.100s", pin->text,
                                 (long long)high, of)
                          : fail(w, pin, accepted, "'%.60s', bits %lld to %lld of %.100s",
                                 pin->text, (long long)high, (long long)low, of);
  }
  out->lsb = (uint16_t)(out->lsb + low);
  out->bits = (uint16_t)(high - low + 1);
  return true;
}

static bool is_known(const foreign_api_t *api, const char *name, uint32_t *pin) {
  for (*pin = 0; *pin < api->pins; (*pin)++) {
    if (strcmp(api->pin[*pin].name, name) == 0) {
      return true;
    }
  }
  return false;
}

static bool element(const work_t *w, const map_pin_t *pin, const foreign_pin_t *p,
                    foreign_bits_t *out, unsigned *bracket) {
  char accepted[64];
  const bool array = p->elements > 1 || pin->brackets == MAP_BRACKETS;
  if (!array) {
    return true;
  }
  (void)snprintf(accepted, sizeof accepted, "one of its elements, %.20s[0] to [%u]", p->name,
                 p->elements - 1);
  if (pin->brackets == 0 || pin->bracket[0].low != NULL) {
    return fail(w, pin, accepted, "'%.60s', an array of %u elements", pin->text, p->elements);
  }
  const int64_t i = formula_value(pin->bracket[0].high, &w->place->values[w->port]);
  if (i < 0 || i >= (int64_t)p->elements) {
    return fail(w, pin, accepted, "'%.60s', element %lld", pin->text, (long long)i);
  }
  out->element = (uint16_t)i;
  *bracket = 1;
  return true;
}

// The bits that the text of a pin names; those of a whole pin if it has no brackets.
static bool find(const work_t *w, const map_pin_t *pin, bool output, foreign_bits_t *out) {
  char name[WORD];
  uint32_t index = 0;
  unsigned bracket = 0;
  substitute(pin->name, w->place->port_text[w->port], name);
  if (!is_known(w->api, name, &index)) {
    return fail_unknown(w, pin, name, output);
  }
  const foreign_pin_t *p = &w->api->pin[index];
  if (p->output != output) {
    return fail(w, pin, output ? "an output" : "an input", "'%.80s', which is an %s of %.60s", name,
                p->output ? "output" : "input", w->api->top);
  }
  if (p->bits > MAX_BITS || p->elements > MAX_BITS || index > MAX_BITS) {
    return fail(w, pin, "one of up to 65535 bits", "'%.80s', of %u bits", name, p->bits);
  }
  *out = (foreign_bits_t){.pin = (uint16_t)index, .bits = (uint16_t)p->bits};
  return element(w, pin, p, out, &bracket) &&
         (bracket == pin->brackets || range(w, pin, &pin->bracket[bracket], p->bits, name, out));
}

// ---- One role for each bit

static bool own(const work_t *w, const map_pin_t *pin, foreign_bits_t at) {
  const foreign_pin_t *p = &w->api->pin[at.pin];
  resolve_owner_t *owner =
      w->owners.owner + w->owners.start[at.pin] + (size_t)at.element * p->bits + at.lsb;
  for (unsigned i = 0; i < at.bits; i++) {
    if (owner[i].role != NULL) {
      const map_pin_t *other = owner[i].role;
      const bool port = is_of_port(other);
      return fail(w, pin, "bits of its own", "'%.60s', whose bit %u is %s%s%.40s as well",
                  pin->text, i, other->key, port ? " of port " : "",
                  port ? w->place->port_text[owner[i].port] : "");
    }
    owner[i] = (resolve_owner_t){pin, w->port};
  }
  return true;
}

// `bits`: how many it must have; ANY: any number.
static bool take(const work_t *w, const map_pin_t *pin, bool output, unsigned bits,
                 foreign_bits_t *out) {
  char accepted[64];
  if (!find(w, pin, output, out)) {
    return false;
  }
  if (bits != ANY && out->bits != bits) {
    (void)snprintf(accepted, sizeof accepted, "%u bit%s", bits, bits == 1 ? "" : "s");
    return fail(w, pin, accepted, "'%.60s', which has %u bit%s", pin->text, out->bits,
                out->bits == 1 ? "" : "s");
  }
  return own(w, pin, *out);
}

// Bits of a flit.
static bool take_bits(const work_t *w, const map_pin_t *pin, foreign_bits_t flit,
                      foreign_bits_t *out) {
  char of[64];
  *out = flit;
  (void)snprintf(of, sizeof of, "a flit of %u bits", flit.bits);
  return pin->brackets == 0 || range(w, pin, &pin->bracket[0], flit.bits, of, out);
}

// ---- Links

static bool back(const work_t *w, const map_link_t *link, bool output, foreign_link_t *out) {
  const map_t *m = w->m;
  char accepted[64];
  if (!take(w, &link->back, output, ANY, &out->back)) {
    return false;
  }
  const bool coded = link->back_vc.text != NULL;
  const bool each = m->back == RETURN_CREDIT && !coded;
  if (out->back.bits != m->vcs && (each || out->back.bits != 1)) {
    (void)snprintf(accepted, sizeof accepted, each ? "%u, one for each VC" : "1, or %u for %u VCs",
                   m->vcs, m->vcs);
    return fail(w, &link->back, accepted, "'%.60s', which has %u bits", link->back.text,
                out->back.bits);
  }
  if (coded && out->back.bits != 1) {
    return fail(w, &link->back, "1 bit", "'%.60s', which has %u bits", link->back.text,
                out->back.bits);
  }
  return !coded || take(w, &link->back_vc, output, ANY, &out->back_vc);
}

// A VC as index or one bit for each.
static bool check_vc(const work_t *w, const map_pin_t *pin, foreign_bits_t at) {
  char accepted[64];
  const unsigned vcs = w->m->vcs;
  const bool fits =
      w->m->vc_code == VC_ONE_HOT ? at.bits == vcs : at.bits > 8 || (1U << at.bits) >= vcs;
  (void)snprintf(accepted, sizeof accepted,
                 w->m->vc_code == VC_ONE_HOT ? "%u, one for each VC" : "enough for %u VCs", vcs);
  return fits || fail(w, pin, accepted, "'%.60s', which has %u bit%s", pin->text, at.bits,
                      at.bits == 1 ? "" : "s");
}

static const map_pin_t *field_pin(const map_t *m, map_side_t side, map_field_t i) {
  return m->link[side].field[i].text != NULL ? &m->link[side].field[i]
         : m->bits[i].text != NULL           ? &m->bits[i]
                                             : NULL;
}

static bool take_field(const work_t *w, map_side_t side, map_field_t i, foreign_link_t *link,
                       foreign_bits_t *out) {
  const map_t *m = w->m;
  const map_pin_t *pin = field_pin(m, side, i);
  if (pin == NULL) {
    return true;
  }
  const bool ok = pin == &m->bits[i] ? take_bits(w, pin, link->flit, out)
                                     : take(w, pin, side == MAP_OUTPUT, ANY, out);
  if (!ok) {
    return false;
  }
  if ((i == MAP_HEAD || i == MAP_TAIL) && out->bits != 1) {
    return fail(w, pin, "1 bit", "'%.60s', which has %u bits", pin->text, out->bits);
  }
  for (unsigned k = 0; i == MAP_KIND && k < sizeof m->kind / sizeof m->kind[0]; k++) {
    if (out->bits < 64 && (m->kind[k] >> out->bits) != 0) {
      return fail(w, pin, "enough for its codes", "'%.60s', which has %u bit%s for the code %llu",
                  pin->text, out->bits, out->bits == 1 ? "" : "s", (unsigned long long)m->kind[k]);
    }
  }
  return i != MAP_VC || check_vc(w, pin, *out);
}

static bool take_heads(const work_t *w, map_side_t side, foreign_link_t *link,
                       foreign_field_t *field) {
  for (size_t i = 0; i < w->m->heads; i++) {
    const map_head_t *h = &w->m->head[i];
    field[i] = (foreign_field_t){.is = h->is,
                                 .header = (uint8_t)h->header,
                                 .each = h->each,
                                 .changes = h->changes || h->lookahead};
    const map_pin_t *pin = h->bits.text != NULL ? &h->bits : &h->pin[side];
    if (pin->text == NULL) {
      continue;
    }
    if (!(h->bits.text != NULL ? take_bits(w, pin, link->flit, &field[i].at)
                               : take(w, pin, side == MAP_OUTPUT, ANY, &field[i].at))) {
      return false;
    }
    if (field[i].at.bits > 64) {
      return fail(w, pin, "up to 64 bits", "'%.60s', which has %u bits", pin->text,
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

static bool fail_meet(const work_t *w, const map_pin_t *a, const map_pin_t *b,
                      const char *accepted) {
  return fail(w, a, accepted, "'%.60s', of which bits are %s as well", a->text, b->key);
}

static const map_pin_t *head_pin(const map_t *m, map_side_t side, size_t i) {
  return m->head[i].bits.text != NULL ? &m->head[i].bits : &m->head[i].pin[side];
}

// Bits that a field of a head shares with others.
static bool check_head(const work_t *w, map_side_t side, const foreign_link_t *link, size_t i,
                       const foreign_bits_t *field) {
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

static bool check_fields(const work_t *w, map_side_t side, const foreign_link_t *link) {
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

static bool take_link(const work_t *w, map_side_t side, foreign_link_t *link,
                      foreign_field_t *field) {
  const map_t *m = w->m;
  const map_link_t *from = &m->link[side];
  const bool output = side == MAP_OUTPUT;
  foreign_bits_t *const out[MAP_FIELDS] = {
      [MAP_PAYLOAD] = &link->payload, [MAP_HEAD_PAYLOAD] = &link->head_payload,
      [MAP_HEAD] = &link->head,       [MAP_TAIL] = &link->tail,
      [MAP_KIND] = &link->kind,       [MAP_VC] = &link->vc};
  if ((from->flit.text != NULL && !take(w, &from->flit, output, ANY, &link->flit)) ||
      !take(w, &from->valid, output, m->vc_code == VC_VALID ? m->vcs : 1, &link->valid) ||
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

static bool check_equal(const work_t *w, map_side_t side, const foreign_link_t *link,
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
      return fail(w, pin, accepted, "'%.60s', in %s %u bits wide", pin->text, kMapSides[side],
                  rows[i].is.bits);
    }
  }
  for (size_t i = 0; i < m->heads; i++) {
    const map_pin_t *pin = head_pin(m, side, i);
    if (pin->text != NULL && link->field[i].at.bits != first->field[i].at.bits) {
      (void)snprintf(accepted, sizeof accepted, "%u, as in input of port %.40s",
                     first->field[i].at.bits, w->place->port_text[0]);
      return fail(w, pin, accepted, "'%.60s', in %s %u bits wide", pin->text, kMapSides[side],
                  link->field[i].at.bits);
    }
  }
  return true;
}

// ---- Ties, and what is left

static bool is_for_ports(const map_tie_t *t) {
  return is_of_port(&t->pin) || formula_has(t->value, FORMULA_P) ||
         formula_has(t->value, FORMULA_NODE);
}

static bool tie(const work_t *w, const map_tie_t *t, foreign_bits_t *at, uint64_t *value,
                uint32_t *count) {
  char name[WORD];
  char accepted[64];
  uint32_t pin = 0;
  substitute(t->pin.name, w->place->port_text[w->port], name);
  const bool output = is_known(w->api, name, &pin) && w->api->pin[pin].output;
  foreign_bits_t bits;
  if (!take(w, &t->pin, output, ANY, &bits)) {
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
    return fail(w, &t->pin, accepted, "%lld", (long long)is);
  }
  at[*count] = bits;
  value[*count] = bits.bits < 64 ? (uint64_t)is & ((UINT64_C(1) << bits.bits) - 1) : (uint64_t)is;
  (*count)++;
  return true;
}

static bool take_ties(work_t *w, foreign_module_t *module) {
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
static bool check_left(const work_t *w) {
  char list[LIST];
  char at[AT];
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
                                w->error, "%.60s%s, with %u input%s that have no role: %s%s",
                                w->api->top, where(w, false, at), found, found == 1 ? "" : "s",
                                list, used < sizeof list / 2 ? "" : ", ..");
}

static bool start(work_t *w) {
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

static bool resolve(work_t *w, foreign_module_t *module) {
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
  if (!take(w, &m->clock, false, 1, &module->clock) ||
      (m->reset.text != NULL && !take(w, &m->reset, false, 1, &module->reset))) {
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
  work_t w = {.m = m, .api = api, .place = place, .error = error};
  const bool ok = resolve(&w, module);
  if (owners != NULL && ok) {
    *owners = w.owners;
  } else {
    resolve_owners_free(&w.owners);
  }
  return ok;
}
