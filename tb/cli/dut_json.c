// dut_json -- what `nocstep dut build` has found, as JSON, "nocstep.dut/1". jansson's packing
// returns NULL when memory is short, which is found at the end.

#include "cli/dut.h"

static json_t *pins_of(const dut_t *d) {
  json_t *list = json_array();
  for (uint32_t i = 0; list != NULL && i < d->module->api->pins; i++) {
    char roles[DUT_ROLES];
    const foreign_pin_t *p = &d->module->api->pin[i];
    if (json_array_append_new(
            list, json_pack("{s:s, s:s, s:i, s:i, s:s}", "name", p->name, "direction",
                            p->output ? "output" : "input", "bits", (int)p->bits, "elements",
                            (int)p->elements, "roles", dut_roles(d, i, roles))) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static json_t *ports_of(const dut_t *d) {
  json_t *list = json_array();
  for (unsigned i = 0; list != NULL && i < d->foreign->ports; i++) {
    const map_t *m = d->map;
    const char *name = d->foreign->port_name[i];
    if (json_array_append_new(list, json_pack("{s:s, s:s}", "direction", name, "text",
                                              m->all_nodes ? name : m->port[i].text)) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static json_t *heads_of(const dut_t *d) {
  json_t *list = json_array();
  for (size_t i = 0; list != NULL && i < d->map->heads; i++) {
    const map_head_t *h = &d->map->head[i];
    if (json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:i, s:i, s:b, s:b}", "at",
                      h->bits.text != NULL ? h->bits.text : h->pin[MAP_INPUT].text, "is", h->text,
                      "bits", (int)d->module->input->field[i].at.bits, "flit", (int)h->header,
                      "each", (int)h->each, "changes", (int)(h->changes || h->lookahead))) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static json_t *ties_of(const dut_t *d) {
  json_t *list = json_array();
  for (size_t i = 0; list != NULL && i < d->map->ties; i++) {
    const map_tie_t *t = &d->map->tie[i];
    if (json_array_append_new(list, json_pack("{s:s, s:s}", "pin", t->pin.text, "is", t->text)) !=
        0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

bool dut_json(const dut_t *d, FILE *out) {
  const foreign_t *f = d->foreign;
  const foreign_link_t *link = d->module->input;
  char name[256];
  json_t *root = json_pack(
      "{s:s, s:s, s:s, s:s, s:s, s:i, s:o, s:i, s:s, s:i, s:s, s:i, s:i, s:i, s:o, s:i, s:o, s:o, "
      "s:o}",
      "schema", "nocstep.dut/1", "map", f->file, "top", d->map->top, "level",
      f->network ? "network" : "router", "topology",
      topology_plain_name(d->topology, name, sizeof name), "models", (int)d->models, "ports",
      ports_of(d), "vcs", (int)f->vcs, "vc_code", dut_vc_code(f), "depth", (int)f->depth,
      "way_back", dut_way_back(f), "headers", (int)f->headers, "flit", (int)link->flit.bits,
      "payload", (int)link->payload.bits, "longest",
      f->longest == UINT32_MAX ? json_null() : json_integer(f->longest), "flit_bits",
      (int)f->flit_bits, "head", heads_of(d), "tied", ties_of(d), "pins", pins_of(d));
  const bool ok =
      root != NULL && json_dumpf(root, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}
