// wave_link -- links in waves: the sender's output pins, and what packet a flit belongs to.

#include <stdlib.h>
#include <string.h>

#include "lockstep/wave_state.h"

// The output pins of a router's port.
static void router_pins(const wave_t *w, uint32_t router, unsigned port, wave_pins_t *flits,
                        wave_pins_t *credits) {
  uint32_t m;
  const bank_t *b = network_locate(w->network, COMPONENT_ROUTER, router, &m);
  const router_fields_t *f = &b->config.router;
  const noc_shape_t *s = b->config.shape;
  const size_t at = (size_t)m * s->ports + port;
  flits->valid = f->out_valid + m;
  flits->port = port;
  flits->vc = f->out_vc + at;
  flits->kind = f->out_kind + at;
  flits->payload = f->out_payload + at * s->words;
  credits->credit_valid = f->credit_out_valid + m;
  credits->credit_port = port;
  credits->credit_vc = f->credit_out_vc + at;
}

static void interface_pins(const wave_t *w, uint32_t node, wave_pins_t *flits,
                           wave_pins_t *credits) {
  uint32_t m;
  const bank_t *b = network_locate(w->network, COMPONENT_INTERFACE, node, &m);
  const interface_fields_t *f = &b->config.interface;
  flits->valid = f->out_valid + m;
  flits->port = 0;
  flits->vc = f->out_vc + m;
  flits->kind = f->out_kind + m;
  flits->payload = f->out_payload + (size_t)m * b->config.shape->words;
  credits->credit_valid = f->credit_out_valid + m;
  credits->credit_port = 0;
  credits->credit_vc = f->credit_out_vc + m;
}

static fstHandle variable(wave_t *w, const char *name, unsigned bits) {
  return fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, name, 0);
}

static void declare(wave_t *w, wave_link_t *l) {
  const noc_shape_t *s = network_shape(w->network);
  const unsigned node_bits = 32;
  fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, l->name, NULL);
  l->flit = fstWriterCreateVar(w->fst, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, "flit", 0);
  l->valid = variable(w, "valid", 1);
  l->kind = wave_kind_var(w, "kind");
  l->vc = variable(w, "vc", s->vc_w);
  l->source = variable(w, "source", node_bits);
  l->destination = variable(w, "destination", node_bits);
  l->message = variable(w, "message", s->msg_w);
  l->length = variable(w, "length", s->len_w);
  if (s->xor_unit != 0) {
    l->slot = variable(w, "slot", s->xslot_w);
    l->block_a = variable(w, "block_a", s->name_w);
    l->block_b = variable(w, "block_b", s->name_w);
  }
  l->payload = variable(w, "payload", s->flit_bits);
  l->credit_valid = variable(w, "credit_valid", 1);
  l->credit_vc = variable(w, "credit_vc", s->vc_w);
  fstWriterSetUpscope(w->fst);
}

static void add_link(wave_t *w, const char *from, const char *to, wave_end_t begin, wave_end_t end,
                     const wave_pins_t *pins) {
  wave_link_t *l = &w->link[w->n_links++];
  l->pins = *pins;
  l->end[0] = begin;
  l->end[1] = end;
  (void)snprintf(l->from, sizeof l->from, "%s", from);
  (void)snprintf(l->to, sizeof l->to, "%s", to);
  (void)snprintf(l->name, sizeof l->name, "link_%s_%s", l->from, l->to);
  declare(w, l);
}

// An earlier port of the router leads to the same router: the links need different names.
static bool is_parallel(const topology_t *t, uint32_t router, unsigned port) {
  const int32_t *peer = &t->peer_router[(size_t)router * t->ports];
  for (unsigned p = 0; p < port; p++) {
    if (peer[p] == peer[port]) {
      return true;
    }
  }
  return false;
}

static void add_port(wave_t *w, uint32_t router, unsigned port) {
  const topology_t *t = network_topology(w->network);
  const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
  wave_pins_t out = {0};
  wave_pins_t in = {0};
  char here[WAVE_END];
  char there[WAVE_END];
  (void)topology_router_name(t, router, here, sizeof here);
  const wave_end_t own = {COMPONENT_ROUTER, router, port};
  wave_end_t other = {COMPONENT_ROUTER, 0, 0};
  uint32_t node = 0;
  if (topology_node_at(t, router, port, &node)) {
    // Each side's credits belong to the flits of the other.
    router_pins(w, router, port, &out, &in);
    interface_pins(w, node, &in, &out);
    (void)snprintf(there, sizeof there, "ni_%u", node);
    other = (wave_end_t){COMPONENT_INTERFACE, node, 0};
    topology_place_t enters;
    topology_place_t leaves;
    (void)topology_injection(t, node, &enters, 1);
    (void)topology_ejection(t, node, &leaves, 1);
    if (enters.router == router && enters.port == port) {
      add_link(w, there, here, other, own, &in);
    }
    if (leaves.router == router && leaves.port == port) {
      add_link(w, here, there, own, other, &out);
    }
  } else if (peer >= 0) {
    const unsigned back = (unsigned)t->peer_port[(size_t)router * t->ports + port];
    router_pins(w, router, port, &out, &in);
    router_pins(w, (uint32_t)peer, back, &in, &out);
    other = (wave_end_t){COMPONENT_ROUTER, (uint32_t)peer, back};
    (void)topology_router_name(t, (uint32_t)peer, there, sizeof there);
    if (is_parallel(t, router, port)) {
      const size_t used = strlen(there);
      (void)snprintf(there + used, sizeof there - used, "_port_%u", port);
    }
    add_link(w, here, there, own, other, &out);
    if (!wave_has_router(w, (uint32_t)peer)) {
      add_link(w, there, here, other, own, &in);
    }
  }
}

bool wave_links_create(wave_t *w) {
  const topology_t *t = network_topology(w->network);
  w->link = calloc((size_t)w->routers * t->ports * 2, sizeof *w->link);
  if (w->link == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < w->routers; i++) {
    for (unsigned port = 0; port < t->ports; port++) {
      add_port(w, w->component[i].id, port);
    }
  }
  return true;
}

// An idle link floats: a line in the middle.
static void emit_idle(const wave_t *w, wave_link_t *l) {
  enum { FLIT_BITS_MAX = 256 };
  char z[FLIT_BITS_MAX];
  if (l->started && l->idle) {
    return;
  }
  memset(z, 'z', sizeof z);
  fstWriterEmitVariableLengthValueChange(w->fst, l->flit, "", 0);
  fstWriterEmitValueChange64(w->fst, l->valid, 1, 0);
  const fstHandle floating[] = {l->kind,        l->vc,      l->payload, l->source,  l->length,
                                l->destination, l->message, l->slot,    l->block_a, l->block_b};
  for (size_t i = 0; i < sizeof floating / sizeof *floating; i++) {
    if (floating[i] != 0) {  // a handle
      fstWriterEmitValueChange(w->fst, floating[i], z);
    }
  }
  l->idle = true;
}

// Shows what the head says to an XOR unit; only a coded packet has block_b. Adds the blocks to
// `text`.
static void emit_operand(const wave_t *w, const wave_link_t *l, const wave_packet_t *p,
                         char text[WAVE_NAME]) {
  const noc_shape_t *s = network_shape(w->network);
  const size_t used = strlen(text);
  fstWriterEmitValueChange64(w->fst, l->slot, s->xslot_w, p->slot);
  fstWriterEmitValueChange64(w->fst, l->block_a, s->name_w, p->block_a);
  if (p->coded) {
    fstWriterEmitValueChange64(w->fst, l->block_b, s->name_w, p->block_b);
    (void)snprintf(text + used, WAVE_NAME - used, " %u^%u", p->block_a, p->block_b);
  } else {
    char z[64];
    memset(z, 'z', sizeof z);
    fstWriterEmitValueChange(w->fst, l->block_b, z);
    (void)snprintf(text + used, WAVE_NAME - used, " %u", p->block_a);
  }
}

// Where the packet goes: a node; the destination of worms is not read.
static void emit_destination(const wave_t *w, const wave_link_t *l, const wave_packet_t *p,
                             char text[16]) {
  const bool tree = p->type == PACKET_TREE_WORM;
  if (tree || p->type == PACKET_PATH_WORM) {
    char z[32];
    memset(z, 'z', sizeof z);
    fstWriterEmitValueChange(w->fst, l->destination, z);
    (void)snprintf(text, 16, "%s", tree ? "tree" : "path");
  } else {
    fstWriterEmitValueChange64(w->fst, l->destination, 32, p->destination);
    (void)snprintf(text, 16, "%u", p->destination);
  }
}

static void emit_packet(const wave_t *w, const wave_link_t *l, const wave_packet_t *p, unsigned vc,
                        unsigned kind, bool header) {
  static const char *const kShort[] = {"", "H", "T", "S"};
  const noc_shape_t *s = network_shape(w->network);
  char text[WAVE_NAME];
  char to[16];
  if (p->known) {
    fstWriterEmitValueChange64(w->fst, l->source, 32, p->source);
    emit_destination(w, l, p, to);
    fstWriterEmitValueChange64(w->fst, l->message, s->msg_w, p->message);
    fstWriterEmitValueChange64(w->fst, l->length, s->len_w, p->length);
    (void)snprintf(text, sizeof text, "%s%sv%u %u>%s #%u%s", kShort[kind & 3u],
                   (kind & 3u) != 0 ? " " : "", vc, p->source, to, p->message,
                   header ? " header" : "");
    if (s->xor_unit != 0) {
      emit_operand(w, l, p, text);
    }
  } else {
    (void)snprintf(text, sizeof text, "%s%sv%u ?", kShort[kind & 3u], (kind & 3u) != 0 ? " " : "",
                   vc);
  }
  fstWriterEmitVariableLengthValueChange(w->fst, l->flit, text, (uint32_t)strlen(text));
}

// Keeps whose flit this is. True of a header flit behind the head.
static bool follow_flit(const wave_t *w, wave_link_t *l) {
  const noc_shape_t *s = network_shape(w->network);
  const unsigned kind = *l->pins.kind;
  wave_packet_t *p = &l->packet[*l->pins.vc % SHAPE_MAX_VCS];
  if ((kind & KIND_HEAD) != 0) {
    packet_head_t head;
    packet_unpack(s, l->pins.payload, &head);
    *p = (wave_packet_t){.known = true,
                         .source = network_node(w->network, head.source),
                         .destination = network_node(w->network, head.destination),
                         .message = head.message,
                         .length = head.length,
                         .type = head.type,
                         .headers = head.headers,
                         .coded = head.type == PACKET_CODED,
                         .slot = head.slot,
                         .block_a = head.operand_a,
                         .block_b = head.operand_b};
  }
  const bool header = (kind & KIND_HEAD) == 0 && p->headers > 0;
  p->headers = (uint8_t)(p->headers - header);
  return header;
}

static void emit_flit(const wave_t *w, wave_link_t *l) {
  const noc_shape_t *s = network_shape(w->network);
  const unsigned vc = *l->pins.vc;
  const unsigned kind = *l->pins.kind;
  const bool header = follow_flit(w, l);
  uint32_t payload[2 * SHAPE_MAX_WORDS];
  bundle_pack(payload, l->pins.payload, sizeof *l->pins.payload, s->word_bits, s->words);
  if (s->flit_bits <= 64) {
    fstWriterEmitValueChange64(w->fst, l->payload, s->flit_bits, *l->pins.payload);
  } else {
    fstWriterEmitValueChangeVec32(w->fst, l->payload, s->flit_bits, payload);
  }
  fstWriterEmitValueChange64(w->fst, l->valid, 1, 1);
  fstWriterEmitValueChange64(w->fst, l->kind, 2, kind);
  fstWriterEmitValueChange64(w->fst, l->vc, s->vc_w, vc);
  emit_packet(w, l, &l->packet[vc % SHAPE_MAX_VCS], vc, kind, header);
  l->idle = false;
}

static void emit_credit(const wave_t *w, wave_link_t *l) {
  const bool credit = (*l->pins.credit_valid >> l->pins.credit_port & 1u) != 0;
  if (!l->started || credit != l->credit) {
    fstWriterEmitValueChange64(w->fst, l->credit_valid, 1, credit);
    l->credit = credit;
  }
  if (!l->started || *l->pins.credit_vc != l->credit_on) {
    l->credit_on = *l->pins.credit_vc;
    fstWriterEmitValueChange64(w->fst, l->credit_vc, network_shape(w->network)->vc_w, l->credit_on);
  }
}

static bool has_flit(const wave_link_t *l) {
  return (*l->pins.valid >> l->pins.port & 1u) != 0;
}

void wave_links_follow(wave_t *w) {
  for (size_t i = 0; i < w->n_links; i++) {
    if (has_flit(&w->link[i])) {
      (void)follow_flit(w, &w->link[i]);
    }
  }
}

void wave_links_emit(wave_t *w) {
  for (size_t i = 0; i < w->n_links; i++) {
    wave_link_t *l = &w->link[i];
    if (has_flit(l)) {
      emit_flit(w, l);
    } else {
      emit_idle(w, l);
    }
    emit_credit(w, l);
    l->started = true;
  }
}
