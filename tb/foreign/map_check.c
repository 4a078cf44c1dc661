// map_check -- keys of a map that do not go together, and fields that are missing.

#include <stdio.h>

#include "foreign/map_reader.h"

static bool fail_unfit(const map_reader_t *r, map_place_t at, const char *key, const char *why,
                       const char *accepted) {
  return noc_fail(r->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s" SAY_UNFIT("%s", "%s"), r->m->file,
                  at.line, at.column, key, why, accepted);
}

static bool has_field(const map_t *m, map_field_t i) {
  return m->bits[i].text != NULL || m->link[MAP_INPUT].field[i].text != NULL;
}

// A field stands in flit, or in input and output.
static bool check_field(const map_reader_t *r, map_field_t i) {
  const map_t *m = r->m;
  const map_pin_t *bits = &m->bits[i];
  const map_pin_t *in = &m->link[MAP_INPUT].field[i];
  const map_pin_t *out = &m->link[MAP_OUTPUT].field[i];
  if (bits->text != NULL && (in->text != NULL || out->text != NULL)) {
    const map_pin_t *other = in->text != NULL ? in : out;
    return fail_unfit(r, other->at, other->key, "the field is among the bits of flit as well",
                      "one of both");
  }
  if ((in->text != NULL) != (out->text != NULL)) {
    char key[MAP_KEY];
    const map_side_t missing = in->text == NULL ? MAP_INPUT : MAP_OUTPUT;
    (void)snprintf(key, sizeof key, "%s.%s", kMapSides[missing], kMapFields[i]);
    return map_fail_at(r, m->link[missing].at, key, "missing", "given, as the other side has it");
  }
  if (bits->text != NULL) {
    for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
      if (m->link[side].flit.text == NULL) {
        char key[MAP_KEY];
        (void)snprintf(key, sizeof key, "%s.flit", kMapSides[side]);
        return map_fail(m, m->link[side].at, key, "given", r->error,
                        "missing, and %s stands in its bits", bits->key);
      }
    }
  }
  return true;
}

static bool check_heads(const map_reader_t *r) {
  const map_t *m = r->m;
  for (size_t i = 0; i < m->heads; i++) {
    const map_head_t *h = &m->head[i];
    for (map_side_t side = MAP_INPUT; side < MAP_SIDES && h->bits.text != NULL; side++) {
      if (m->link[side].flit.text == NULL) {
        char key[MAP_KEY];
        (void)snprintf(key, sizeof key, "%s.flit", kMapSides[side]);
        return map_fail(m, m->link[side].at, key, "given", r->error,
                        "missing, and %s stands in its bits", h->bits.key);
      }
    }
  }
  return true;
}

static bool check_vc(const map_reader_t *r) {
  const map_t *m = r->m;
  if (m->vc_code == VC_VALID || m->vc_code == VC_NONE) {
    if (has_field(m, MAP_VC)) {
      const map_pin_t *pin = &m->link[MAP_INPUT].field[MAP_VC];
      return fail_unfit(r, pin->at, pin->key, "flit.vc is valid", "one of both");
    }
    return m->vc_code == VC_VALID || m->vcs == 1 ||
           map_fail(m, m->flit_at, "flit.vc", "given, or vcs 1", r->error, "missing, and vcs %u",
                    m->vcs);
  }
  return has_field(m, MAP_VC) ||
         map_fail_at(r, m->flit_at, "flit.vc.at", "missing", "given, or vc in input and output");
}

static bool check_packets(const map_reader_t *r) {
  const map_t *m = r->m;
  if (m->has_kind && (has_field(m, MAP_HEAD) || has_field(m, MAP_TAIL))) {
    return fail_unfit(r, m->flit_at, "flit.kind", "there is head or tail too", "one of both");
  }
  if (m->has_kind != has_field(m, MAP_KIND)) {
    return m->has_kind
               ? map_fail_at(r, m->flit_at, "flit.kind.at", "missing",
                             "given, or kind in input and output")
               : map_fail_at(r, m->link[MAP_INPUT].field[MAP_KIND].at, "flit.kind", "missing",
                             "a mapping from head, body, tail and single to codes");
  }
  if (has_field(m, MAP_HEAD) && !has_field(m, MAP_TAIL)) {
    return map_fail_at(r, m->flit_at, "flit.tail", "missing", "given, as head is");
  }
  if (m->single && m->longest != 1) {
    return map_fail(m, m->flit_at, "longest", "1, as there is neither tail nor kind", r->error,
                    "%u", m->longest);
  }
  if (m->single && m->headers > 0) {
    return map_fail(m, m->flit_at, "headers", "0, as there is neither tail nor kind", r->error,
                    "%u", m->headers);
  }
  if (m->headers > 0 && has_field(m, MAP_HEAD_PAYLOAD)) {
    return fail_unfit(r, m->flit_at, "flit.head_payload", "headers carry no data",
                      "headers: 0, or no head_payload");
  }
  return m->headers == 0 || m->longest > m->headers ||
         map_fail(m, m->flit_at, "longest", "more than headers", r->error, "%u", m->longest);
}

bool map_check(const map_reader_t *r, bool has_depth) {
  map_t *m = r->m;
  const bool ends = has_field(m, MAP_TAIL) || m->has_kind || has_field(m, MAP_KIND);
  m->single = !ends;
  if (m->vc_code == VC_NONE && has_field(m, MAP_VC)) {
    m->vc_code = VC_INDEX;
  }
  m->marks_head = has_field(m, MAP_HEAD);
  if (m->longest == 0) {
    m->longest = m->single ? 1 : UINT32_MAX;
  }
  for (map_field_t i = 0; i < MAP_FIELDS; i++) {
    if (!check_field(r, i)) {
      return false;
    }
  }
  if (!has_field(m, MAP_PAYLOAD)) {
    return map_fail_at(r, m->flit_at, "flit.payload", "missing",
                       "given, or payload in input and output");
  }
  if (m->back == RETURN_CREDIT && !has_depth) {
    return map_fail_at(r, m->link[MAP_INPUT].back.at, "depth", "missing",
                       "given: the credits that a sender begins with");
  }
  for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
    const map_link_t *link = &m->link[side];
    if (link->back_vc.text != NULL && (m->vc_code == VC_VALID || m->vc_code == VC_NONE)) {
      return fail_unfit(r, link->back_vc.at, link->back_vc.key,
                        "it is coded as the vc of a flit, and that has no bits",
                        "a bit for each VC");
    }
  }
  if ((m->link[MAP_INPUT].back_vc.text != NULL) != (m->link[MAP_OUTPUT].back_vc.text != NULL)) {
    return fail_unfit(r, m->link[MAP_OUTPUT].back.at, "output.credit",
                      "the credits of input are coded otherwise", "the same in both");
  }
  return check_vc(r) && check_packets(r) && check_heads(r);
}
