// dut_print -- what `nocstep dut build` has found, for people; see dut.h.

#include <string.h>

#include "cli/dut.h"

enum { MANY = 8, TEXT = 96 };

const char *dut_way_back(const foreign_t *f) {
  static const char *const kNames[] = {[RETURN_READY] = "ready",
                                       [RETURN_CREDIT] = "credit",
                                       [RETURN_ON] = "on",
                                       [RETURN_OFF] = "off"};
  return kNames[f->back];
}

const char *dut_vc_code(const foreign_t *f) {
  static const char *const kNames[] = {[VC_NONE] = "none",
                                       [VC_INDEX] = "index",
                                       [VC_ONE_HOT] = "one-hot",
                                       [VC_VALID] = "valid lines"};
  return kNames[f->vc_code];
}

// ---- Roles

typedef struct {
  const map_pin_t *role;
  unsigned ports;  // that have it; those of one pin are in order
  unsigned last;
  char names[TEXT];
} role_t;

static void add_port(const dut_t *d, role_t *r, unsigned port) {
  const map_t *m = d->map;
  const char *name = m->all_nodes ? d->foreign->port_name[port] : m->port[port].text;
  const size_t used = strlen(r->names);
  if (r->ports == 0 || r->last != port) {
    r->ports++;
    r->last = port;
    (void)snprintf(r->names + used, sizeof r->names - used, "%s%.20s", used > 0 ? ", " : "", name);
  }
}

// Whether a role is of the ports, or of the module.
static bool is_of_port(const map_pin_t *role) {
  return strncmp(role->key, "input.", 6) == 0 || strncmp(role->key, "output.", 7) == 0 ||
         strncmp(role->key, "head[", 5) == 0;
}

const char *dut_roles(const dut_t *d, uint32_t pin, char out[DUT_ROLES]) {
  enum { ROLES = 12 };
  role_t role[ROLES];
  size_t roles = 0;
  size_t used = 0;
  for (size_t i = d->owners.start[pin]; i < d->owners.start[pin + 1]; i++) {
    const resolve_owner_t *o = &d->owners.owner[i];
    size_t k = 0;
    while (k < roles && role[k].role != o->role) {
      k++;
    }
    if (o->role == NULL || k == ROLES) {
      continue;
    }
    if (k == roles) {
      roles++;
      role[k] = (role_t){.role = o->role};
    }
    add_port(d, &role[k], o->port);
  }
  out[0] = '\0';
  for (size_t k = 0; k < roles && used < DUT_ROLES && role[k].role != NULL; k++) {
    used += (size_t)snprintf(out + used, DUT_ROLES - used, "%s%s", k > 0 ? "; " : "",
                             role[k].role->key);
    if (used < DUT_ROLES && is_of_port(role[k].role)) {
      used += (size_t)(role[k].ports > MANY
                           ? snprintf(out + used, DUT_ROLES - used, " of %u ports", role[k].ports)
                           : snprintf(out + used, DUT_ROLES - used, " of %s", role[k].names));
    }
  }
  return out;
}

// ---- Lines

static void print_pin(const foreign_pin_t *p, const char *role, FILE *out) {
  char width[32];
  if (p->elements > 1) {
    (void)snprintf(width, sizeof width, "%u of %u", p->elements, p->bits);
  } else {
    (void)snprintf(width, sizeof width, "%u", p->bits);
  }
  (void)fprintf(out, "  %-6s  %-20s  %9s%s%s\n", p->output ? "output" : "input", p->name, width,
                role[0] != '\0' ? "  " : "", role);
}

void dut_print_pins(const foreign_api_t *api, FILE *out) {
  (void)fprintf(out, "Pins of %s, with their bits (arrays: elements of bits):\n", api->top);
  for (uint32_t i = 0; i < api->pins; i++) {
    print_pin(&api->pin[i], "", out);
  }
}

static void print_bits(const dut_t *d, const char *name, const foreign_link_t *link,
                       foreign_bits_t at, FILE *out) {
  if (at.bits == 0) {
    return;
  }
  const bool in_flit =
      link->flit.bits > 0 && at.pin == link->flit.pin && at.element == link->flit.element;
  if (in_flit) {
    const unsigned low = at.lsb - link->flit.lsb;
    (void)fprintf(out, at.bits > 1 ? ", %s [%u:%u]" : ", %s [%u]", name, low + at.bits - 1, low);
  } else {
    (void)fprintf(out, ", %s of %u bit%s on %s", name, at.bits, at.bits == 1 ? "" : "s",
                  d->module->api->pin[at.pin].name);
  }
}

static void print_flit(const dut_t *d, FILE *out) {
  const foreign_link_t *link = d->module->input;
  const foreign_t *f = d->foreign;
  if (link->flit.bits > 0) {
    (void)fprintf(out, "flit      %u bits", link->flit.bits);
  } else {
    (void)fprintf(out, "flit      pins of its own");
  }
  print_bits(d, "payload", link, link->payload, out);
  if (d->map->bits[MAP_HEAD_PAYLOAD].text != NULL ||
      d->map->link[MAP_INPUT].field[MAP_HEAD_PAYLOAD].text != NULL) {
    print_bits(d, "head_payload", link, link->head_payload, out);
  }
  print_bits(d, "head", link, link->head, out);
  print_bits(d, "tail", link, link->tail, out);
  print_bits(d, "kind", link, link->kind, out);
  print_bits(d, "vc", link, link->vc, out);
  (void)fprintf(out, "\nfits      router.flit_bits up to %u", f->flit_bits);
  if (f->longest != UINT32_MAX) {
    (void)fprintf(out, ", packets of up to %u flit%s", f->longest, f->longest == 1 ? "" : "s");
  }
  (void)fputc('\n', out);
}

static void print_heads(const dut_t *d, FILE *out) {
  const map_t *m = d->map;
  if (m->headers > 0) {
    (void)fprintf(out, "headers   %u flit%s in front of each packet\n", m->headers,
                  m->headers == 1 ? "" : "s");
  }
  for (size_t i = 0; i < m->heads; i++) {
    const map_head_t *h = &m->head[i];
    const foreign_bits_t at = d->module->input->field[i].at;
    (void)fprintf(out, "%s%s is %s (%u bit%s%s", i == 0 ? "head      " : "          ",
                  h->bits.text != NULL ? h->bits.text : h->pin[MAP_INPUT].text, h->text, at.bits,
                  at.bits == 1 ? "" : "s", h->each ? ", in each flit" : "");
    if (m->headers > 1 && !h->each) {
      (void)fprintf(out, ", header %u", h->header);
    }
    (void)fprintf(out, "%s)\n",
                  h->lookahead ? ", renewed by routers"
                  : h->changes ? ", may change"
                               : "");
  }
}

static void print_ports(const dut_t *d, FILE *out) {
  const map_t *m = d->map;
  if (m->network) {
    (void)fprintf(out, "ends      %u, at the nodes\n", d->foreign->ports);
    return;
  }
  for (size_t i = 0; i < m->ports; i++) {
    (void)fprintf(out, "%s%s", i == 0 ? "ports     " : ", ", m->port[i].name);
    if (strcmp(m->port[i].name, m->port[i].text) != 0) {
      (void)fprintf(out, " is %s", m->port[i].text);
    }
  }
  (void)fputc('\n', out);
}

static void print_ties(const dut_t *d, FILE *out) {
  for (size_t i = 0; i < d->map->ties; i++) {
    const map_tie_t *t = &d->map->tie[i];
    (void)fprintf(out, "%s%s is %s\n", i == 0 ? "tied      " : "          ", t->pin.text, t->text);
  }
}

void dut_print(const dut_t *d, FILE *out) {
  const foreign_t *f = d->foreign;
  const map_t *m = d->map;
  char name[256];
  char roles[DUT_ROLES];
  (void)fprintf(out, "map       %s: %s %s, %zu source file%s, %u model%s\n", m->file,
                m->network ? "network" : "router", m->top, m->sources.count,
                m->sources.count == 1 ? "" : "s", d->models, d->models == 1 ? "" : "s");
  (void)fprintf(out, "fitted to %s\n", topology_plain_name(d->topology, name, sizeof name));
  (void)fprintf(out, "clock     %s", m->clock.text);
  if (m->reset.text != NULL) {
    (void)fprintf(out, "; reset %s, %s for %u cycle%s", m->reset.text,
                  m->reset_low ? "low" : "high", m->reset_cycles, m->reset_cycles == 1 ? "" : "s");
  }
  (void)fputc('\n', out);
  print_ports(d, out);
  (void)fprintf(out, "VCs       %u", f->vcs);
  if (f->vc_code != VC_NONE) {
    (void)fprintf(out, ", as %s", dut_vc_code(f));
  }
  (void)fprintf(out, ", %u flits deep; way back: %s", f->depth, dut_way_back(f));
  if (f->back == RETURN_ON || f->back == RETURN_OFF) {
    (void)fprintf(out, ", slack %u", f->slack);
  }
  (void)fputc('\n', out);
  print_flit(d, out);
  print_heads(d, out);
  print_ties(d, out);
  (void)fputs("pins      bits (arrays: elements of bits), roles\n", out);
  for (uint32_t i = 0; i < d->module->api->pins; i++) {
    (void)dut_roles(d, i, roles);
    print_pin(&d->module->api->pin[i], roles[0] != '\0' ? roles : "not used", out);
  }
}
