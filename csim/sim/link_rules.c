// link_rules -- see link_rules.h.

#include "sim/link_rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "router/route_table.h"
#include "shape/packet.h"

bool link_rules_create(link_rules_t *l, const bank_config_t *config, noc_error_t *error) {
  const noc_shape_t *s = config->shape;
  const bool table = config->component == COMPONENT_ROUTER && s->routing == ROUTE_TABLE;
  *l = (link_rules_t){.shape = s,
                      .ports = config->component == COMPONENT_ROUTER ? s->ports : 1,
                      .nodes = config->topology->nodes};
  l->open = calloc(l->ports, sizeof *l->open);
  l->left = calloc(s->networks, sizeof *l->left);
  if (table) {
    l->group = calloc((size_t)s->ports * s->classes, sizeof *l->group);
    l->row = calloc((size_t)s->groups * s->table_rows, sizeof *l->row);
  }
  return (l->open != NULL && l->left != NULL && (!table || (l->group != NULL && l->row != NULL))) ||
         memory_fail(error, "the rules of links");
}

void link_rules_reset(link_rules_t *l) {
  memset(l->open, 0, l->ports * sizeof *l->open);
  memset(l->left, 0, l->shape->networks * sizeof *l->left);
}

void link_rules_free(link_rules_t *l) {
  free(l->open);
  free(l->group);
  free(l->row);
  free(l->left);
  *l = (link_rules_t){0};
}

void link_rules_table(link_rules_t *l, const router_fields_t *f) {
  const noc_shape_t *s = l->shape;
  if (l->row == NULL || (f->cfg_valid[0] & 1) == 0) {
    return;
  }
  const uint32_t index = f->cfg_index[0];
  if (f->cfg_kind[0] == TABLE_GROUP && index < s->ports * s->classes) {
    l->group[index] = (uint8_t)f->cfg_data[0];
  } else if (f->cfg_kind[0] == TABLE_ROW && index < (size_t)s->groups * s->table_rows) {
    l->row[index] = packet_field(f->cfg_data, 0, s->ports) != 0;
  }
}

// --- rules ---------------------------------------------------------------------------------------

__attribute__((format(printf, 4, 5))) static bool breaks(link_rules_broken_t *broken,
                                                         const char *pin, unsigned index,
                                                         const char *format, ...) {
  va_list list;
  va_start(list, format);
  broken->pin = pin;
  broken->index = index;
  (void)vsnprintf(broken->wrong, sizeof broken->wrong, format, list);
  va_end(list);
  return false;
}

static bool check_vc(const link_rules_t *l, const char *pin, unsigned port, unsigned vc,
                     link_rules_broken_t *broken) {
  return vc < l->shape->vcs ||
         breaks(broken, pin, port, SAY_IS("%u", "0 to %u"), vc, l->shape->vcs - 1);
}

// A route that the head brings along leads to a port and a class of VCs that there are; the class
// behind the last is any.
static bool check_route(const link_rules_t *l, unsigned port, const uint64_t *payload, unsigned lsb,
                        link_rules_broken_t *broken) {
  const noc_shape_t *s = l->shape;
  const unsigned to = (unsigned)packet_field(payload, lsb, s->port_w);
  const unsigned vc_class =
      s->class_w > 0 ? (unsigned)packet_field(payload, lsb + s->port_w, s->class_w) : 0;
  if (to >= s->ports) {
    return breaks(broken, "in_payload", port, " has a route by port %u; it must be 0 to %u", to,
                  s->ports - 1);
  }
  return vc_class <= s->classes ||
         breaks(broken, "in_payload", port, " has a route by class %u; it must be 0 to %u",
                vc_class, s->classes);
}

static bool check_head(const link_rules_t *l, unsigned port, unsigned vc, const uint64_t *payload,
                       link_rules_broken_t *broken) {
  const noc_shape_t *s = l->shape;
  const bool worm = s->multicast && packet_is_worm(packet_type(payload));
  if (s->look_w > 0 && !worm && !check_route(l, port, payload, packet_look_lsb(s), broken)) {
    return false;
  }
  if (s->routing == ROUTE_SOURCE) {
    return check_route(l, port, payload, s->route_lsb, broken);
  }
  if (l->row == NULL || worm) {
    return true;
  }
  const uint32_t to = (uint32_t)packet_field(payload, packet_destination_lsb(), s->addr_w);
  const unsigned vc_class = vc % (s->vcs / s->networks) % s->classes;
  const size_t group = l->group[port * s->classes + vc_class];
  return (to < s->rows && group < s->groups && l->row[group * s->table_rows + to]) ||
         breaks(broken, "in_payload", port,
                " has destination %u, to which there is no route from there on VC %u", to, vc);
}

static bool check_flit(link_rules_t *l, bank_t *b, unsigned port, const nocstep_pins_t *pins,
                       link_rules_broken_t *broken) {
  const unsigned vc = pins->in_vc[port];
  const unsigned kind = pins->in_kind[port];
  if (!check_vc(l, "in_vc", port, vc, broken)) {
    return false;
  }
  const bool open = (l->open[port] >> vc & 1) != 0;
  if (kind > (KIND_HEAD | KIND_TAIL) || open == ((kind & KIND_HEAD) != 0)) {
    return breaks(broken, "in_kind", port, SAY_IS("%u", "%s"), kind,
                  open ? "0 or 2 within a packet" : "1 or 3 where no packet is under way");
  }
  if (b->occupied != NULL && b->occupied(b, 0, port, vc) >= l->shape->depth) {
    return breaks(broken, "in_valid", port, " is 1 without a credit; the buffer is full");
  }
  if (b->config.component == COMPONENT_ROUTER && !open &&
      !check_head(l, port, vc, pins->in_payload + (size_t)port * pins->words, broken)) {
    return false;
  }
  l->open[port] =
      (uint16_t)((l->open[port] & ~(1u << vc)) | ((kind & KIND_TAIL) != 0 ? 0u : 1u << vc));
  return true;
}

static bool check_credit(const link_rules_t *l, bank_t *b, unsigned port, unsigned vc,
                         link_rules_broken_t *broken) {
  if (!check_vc(l, "credit_in_vc", port, vc, broken)) {
    return false;
  }
  return b->credits == NULL || b->credits(b, 0, port, vc) < l->shape->depth ||
         breaks(broken, "credit_in_valid", port, " is 1 for VC %u, whose credits are all here", vc);
}

static bool check_range(const char *pin, uint32_t value, uint32_t least, uint32_t most,
                        link_rules_broken_t *broken) {
  return (value >= least && value <= most) ||
         breaks(broken, pin, 0, SAY_IS("%u", "%u to %u"), value, least, most);
}

// The largest number of so many bits.
static uint32_t most_of(unsigned bits) {
  return (uint32_t)((UINT64_C(1) << bits) - 1);
}

// A first beat: what its head is made of. With cut-through a buffer has room for the whole packet.
static bool check_command(const link_rules_t *l, const nocstep_pins_t *pins, uint32_t headers,
                          link_rules_broken_t *broken) {
  const noc_shape_t *s = l->shape;
  const uint32_t flits = pins->host_flits[0];
  const bool worm = s->multicast && packet_is_worm(pins->host_type[0]);
  const bool by_row = s->look_table && !worm;
  return check_range("host_type", pins->host_type[0], 0, most_of(PACKET_TYPE_W), broken) &&
         check_range("host_destination", pins->host_destination[0], 0,
                     by_row ? l->nodes - 1 : most_of(s->addr_w), broken) &&
         check_range("host_message", pins->host_message[0], 0, most_of(s->msg_w), broken) &&
         check_range("host_headers", headers, 0, most_of(s->hdr_w), broken) &&
         check_range("host_flits", flits, headers > 0 ? 2 : 1, most_of(s->len_w), broken) &&
         (!s->cut_through || flits + headers <= s->depth ||
          breaks(broken, "host_flits", 0, " makes a packet of %u flits; a buffer has room for %u",
                 flits + headers, s->depth));
}

// The beat of a host, and how many of its packet are to come.
static bool check_host(const link_rules_t *l, const nocstep_pins_t *pins,
                       link_rules_broken_t *broken) {
  if (pins->host_valid == NULL || (pins->host_valid[0] & 1) == 0) {
    return true;
  }
  const unsigned network = pins->host_network[0];
  const uint32_t headers = pins->host_headers != NULL ? pins->host_headers[0] : 0;
  if (!check_range("host_network", network, 0, l->shape->networks - 1, broken)) {
    return false;
  }
  const bool first = l->left[network] == 0;
  if (first && !check_command(l, pins, headers, broken)) {
    return false;
  }
  if ((pins->host_ready[0] >> network & 1) != 0) {
    l->left[network] = (first ? pins->host_flits[0] + headers : l->left[network]) - 1;
  }
  return true;
}

bool link_rules_check(link_rules_t *l, bank_t *b, const nocstep_pins_t *pins,
                      link_rules_broken_t *broken) {
  bool ok = check_host(l, pins, broken);
  for (unsigned port = 0; port < pins->ports && ok; port++) {
    ok = (pins->in_valid[0] >> port & 1) == 0 || check_flit(l, b, port, pins, broken);
    if (ok && (pins->credit_in_valid[0] >> port & 1) != 0) {
      ok = check_credit(l, b, port, pins->credit_in_vc[port], broken);
    }
  }
  return ok;
}
