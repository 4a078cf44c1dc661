// resolve_pins -- see resolve_parts.h.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "foreign/resolve_parts.h"

enum { MAX_BITS = UINT16_MAX };

// ---- Messages

const char *resolve_where(const resolve_work_t *w, bool port, char out[RESOLVE_AT]) {
  const bool at_place = w->place->name[0] != '\0';
  out[0] = '\0';
  if (port && at_place) {
    (void)snprintf(out, RESOLVE_AT, " at port %.40s of %.80s", w->place->port_text[w->port],
                   w->place->name);
  } else if (port || at_place) {
    (void)snprintf(out, RESOLVE_AT, " at %s%.80s", port ? "port " : "",
                   port ? w->place->port_text[w->port] : w->place->name);
  }
  return out;
}

bool resolve_is_of_port(const map_pin_t *pin) {
  bool is = strstr(pin->name, "{port}") != NULL || strncmp(pin->key, "input.", 6) == 0 ||
            strncmp(pin->key, "output.", 7) == 0;
  for (unsigned i = 0; i < pin->brackets; i++) {
    const map_bracket_t *b = &pin->bracket[i];
    is = is || formula_has(b->high, FORMULA_P) || formula_has(b->high, FORMULA_NODE) ||
         (b->low != NULL && formula_has(b->low, FORMULA_P));
  }
  return is;
}

bool resolve_fail(const resolve_work_t *w, const map_pin_t *pin, const char *accepted,
                  const char *format, ...) {
  char text[NOC_ERROR_TEXT];
  char at[RESOLVE_AT];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return map_fail(w->m, pin->at, pin->key, accepted, w->error, "%.500s%s", text,
                  resolve_where(w, resolve_is_of_port(pin), at));
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

static bool fail_unknown(const resolve_work_t *w, const map_pin_t *pin, const char *name,
                         bool output) {
  char pins[RESOLVE_LIST];
  char accepted[RESOLVE_LIST + 32];
  nearest_t nearest = nearest_start(name);
  for (uint32_t i = 0; i < w->api->pins; i++) {
    if (w->api->pin[i].output == output) {
      nearest_offer(&nearest, w->api->pin[i].name);
    }
  }
  list_pins(w->api, output, pins, sizeof pins);
  (void)snprintf(accepted, sizeof accepted, "one of its %s: %s", output ? "outputs" : "inputs",
                 pins[0] != '\0' ? pins : "there is none");
  return resolve_fail(w, pin, accepted, "'%.80s'%s, no pin of %.60s", name, nearest_hint(&nearest),
                      w->api->top);
}

// ---- Bits of a pin

void resolve_name(const char *name, const char *port, char out[RESOLVE_NAME]) {
  size_t used = 0;
  out[0] = '\0';
  while (*name != '\0' && used + 1 < RESOLVE_NAME) {
    if (strncmp(name, "{port}", strlen("{port}")) == 0) {
      used += (size_t)snprintf(out + used, RESOLVE_NAME - used, "%s", port);
      name += strlen("{port}");
    } else {
      out[used++] = *name++;
      out[used] = '\0';
    }
  }
}

static bool range(const resolve_work_t *w, const map_pin_t *pin, const map_bracket_t *b,
                  uint32_t limit, const char *of, foreign_bits_t *out) {
  const formula_values_t *values = &w->place->values[w->port];
  const int64_t high = formula_value(b->high, values);
  const int64_t low = b->low != NULL ? formula_value(b->low, values) : high;
  char accepted[64];
  if (low < 0 || high < low || high >= (int64_t)limit) {
    (void)snprintf(accepted, sizeof accepted, "bits of 0 to %u%s", limit - 1,
                   high < low ? ", the higher one first" : "");
    return b->low == NULL ? resolve_fail(w, pin, accepted, "'%.60s', bit %lld of %.100s", pin->text,
                                         (long long)high, of)
                          : resolve_fail(w, pin, accepted, "'%.60s', bits %lld to %lld of %.100s",
                                         pin->text, (long long)high, (long long)low, of);
  }
  out->lsb = (uint16_t)(out->lsb + low);
  out->bits = (uint16_t)(high - low + 1);
  return true;
}

bool resolve_is_known(const foreign_api_t *api, const char *name, uint32_t *pin) {
  for (*pin = 0; *pin < api->pins; (*pin)++) {
    if (strcmp(api->pin[*pin].name, name) == 0) {
      return true;
    }
  }
  return false;
}

static bool element(const resolve_work_t *w, const map_pin_t *pin, const foreign_pin_t *p,
                    foreign_bits_t *out, unsigned *bracket) {
  char accepted[64];
  const bool array = p->elements > 1 || pin->brackets == MAP_BRACKETS;
  if (!array) {
    return true;
  }
  (void)snprintf(accepted, sizeof accepted, "one of its elements, %.20s[0] to [%u]", p->name,
                 p->elements - 1);
  if (pin->brackets == 0 || pin->bracket[0].low != NULL) {
    return resolve_fail(w, pin, accepted, "'%.60s', an array of %u elements", pin->text,
                        p->elements);
  }
  const int64_t i = formula_value(pin->bracket[0].high, &w->place->values[w->port]);
  if (i < 0 || i >= (int64_t)p->elements) {
    return resolve_fail(w, pin, accepted, "'%.60s', element %lld", pin->text, (long long)i);
  }
  out->element = (uint16_t)i;
  *bracket = 1;
  return true;
}

// The bits that the text of a pin names; those of a whole pin if it has no brackets.
static bool find(const resolve_work_t *w, const map_pin_t *pin, bool output, foreign_bits_t *out) {
  char name[RESOLVE_NAME];
  uint32_t index = 0;
  unsigned bracket = 0;
  resolve_name(pin->name, w->place->port_text[w->port], name);
  if (!resolve_is_known(w->api, name, &index)) {
    return fail_unknown(w, pin, name, output);
  }
  const foreign_pin_t *p = &w->api->pin[index];
  if (p->output != output) {
    return resolve_fail(w, pin, output ? "an output" : "an input",
                        "'%.80s', which is an %s of %.60s", name, p->output ? "output" : "input",
                        w->api->top);
  }
  if (p->bits > MAX_BITS || p->elements > MAX_BITS || index > MAX_BITS) {
    return resolve_fail(w, pin, "one of up to 65535 bits", "'%.80s', of %u bits", name, p->bits);
  }
  *out = (foreign_bits_t){.pin = (uint16_t)index, .bits = (uint16_t)p->bits};
  return element(w, pin, p, out, &bracket) &&
         (bracket == pin->brackets || range(w, pin, &pin->bracket[bracket], p->bits, name, out));
}

// ---- One role for each bit

static bool own(const resolve_work_t *w, const map_pin_t *pin, foreign_bits_t at) {
  const foreign_pin_t *p = &w->api->pin[at.pin];
  resolve_owner_t *owner =
      w->owners.owner + w->owners.start[at.pin] + (size_t)at.element * p->bits + at.lsb;
  for (unsigned i = 0; i < at.bits; i++) {
    if (owner[i].role != NULL) {
      const map_pin_t *other = owner[i].role;
      const bool port = resolve_is_of_port(other);
      return resolve_fail(w, pin, "bits of its own", "'%.60s', whose bit %u is %s%s%.40s as well",
                          pin->text, i, other->key, port ? " of port " : "",
                          port ? w->place->port_text[owner[i].port] : "");
    }
    owner[i] = (resolve_owner_t){pin, w->port};
  }
  return true;
}

bool resolve_take(const resolve_work_t *w, const map_pin_t *pin, bool output, unsigned bits,
                  foreign_bits_t *out) {
  char accepted[64];
  if (!find(w, pin, output, out)) {
    return false;
  }
  if (bits != RESOLVE_ANY && out->bits != bits) {
    (void)snprintf(accepted, sizeof accepted, "%u bit%s", bits, bits == 1 ? "" : "s");
    return resolve_fail(w, pin, accepted, "'%.60s', which has %u bit%s", pin->text, out->bits,
                        out->bits == 1 ? "" : "s");
  }
  return own(w, pin, *out);
}

bool resolve_take_bits(const resolve_work_t *w, const map_pin_t *pin, foreign_bits_t flit,
                       foreign_bits_t *out) {
  char of[64];
  *out = flit;
  (void)snprintf(of, sizeof of, "a flit of %u bits", flit.bits);
  return pin->brackets == 0 || range(w, pin, &pin->bracket[0], flit.bits, of, out);
}
