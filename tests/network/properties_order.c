// properties_order -- flits of a packet stay together on a VC of a link, and packets come out in
// the order in which they came in, where that is promised. Heads are read where they enter the
// first router and leave the last; the queues of interfaces are in order by VC. See
// properties_state.h.

#include <stdlib.h>
#include <string.h>

#include "network/properties_state.h"
#include "shape/packet.h"

// Bits of a head: docs/microarchitecture.md, section 3.
static uint32_t field(const uint64_t *payload, unsigned lsb, unsigned bits) {
  uint32_t value = 0;
  for (unsigned b = 0; b < bits; b++) {
    value |= (uint32_t)(payload[(lsb + b) / 64] >> (lsb + b) % 64 & 1) << b;
  }
  return value;
}

typedef struct {
  uint32_t source, message, network;  // source: a node
} label_t;

static label_t label_of(const properties_t *p, const uint64_t *words) {
  const noc_shape_t *s = p->head;
  uint64_t payload[SHAPE_MAX_WORDS] = {0};
  for (unsigned k = 0; k < s->words; k++) {
    payload[k] = words[k];
  }
  const unsigned source = 4 + s->addr_w + s->len_w;
  const unsigned message = source + s->addr_w;
  return (label_t){
      .source = network_node(p->n, field(payload, source, s->addr_w)),
      .message = field(payload, message, s->msg_w),
      .network = field(payload, message + s->msg_w, s->net_w),
  };
}

void order_create(properties_t *p) {
  const uint64_t nodes = p->nodes;
  p->order.came = calloc(nodes << p->head->msg_w, sizeof *p->order.came);
  p->order.last = calloc(nodes * nodes * p->head->networks, sizeof *p->order.last);
}

void order_free(properties_t *p) {
  free(p->order.came);
  free(p->order.last);
}

static void enter(properties_t *p, const watch_t *w, unsigned i) {
  const label_t h = label_of(p, &p->after->wr_payload[i * p->s->words]);
  if (h.source == (uint32_t)w->node_in[i]) {
    p->order.came[(uint64_t)h.source << p->head->msg_w | h.message] = ++p->order.heads;
  }
}

static void leave(properties_t *p, const watch_t *w, unsigned o) {
  const label_t h = label_of(p, &p->after->out_payload[o * p->s->words]);
  const uint32_t node = (uint32_t)w->node_out[o];
  if (h.source >= p->nodes || h.network >= p->head->networks) {
    return;
  }
  const uint64_t came = p->order.came[(uint64_t)h.source << p->head->msg_w | h.message];
  uint64_t *last =
      &p->order.last[((uint64_t)h.source * p->nodes + node) * p->head->networks + h.network];
  p->seen.heads++;
  if (came > *last) {
    *last = came;
    return;
  }
  p->seen.overtaken++;
  if (p->config.ordered) {
    properties_break(
        p, PROPERTY_ORDER, w, "output", o, p->after->out_vc[o],
        "packet %u of node %u comes to node %u in network %u behind one that left later", h.message,
        h.source, node, h.network);
  }
}

// Kinds on an output VC: a first flit begins a packet, and nothing else does.
static void check_kind(properties_t *p, watch_t *w, unsigned o) {
  const unsigned vc = p->after->out_vc[o];
  const uint32_t kind = p->after->out_kind[o];
  bool *open = &w->open[queue_of(p, o, vc)];
  if (*open == ((kind & KIND_HEAD) != 0)) {
    properties_break(p, PROPERTY_ORDER, w, "output", o, vc, "%s",
                     *open ? "a packet begins within another" : "a flit belongs to no packet");
  }
  *open = (kind & KIND_TAIL) == 0;
}

void order_check(properties_t *p, watch_t *w) {
  for (uint32_t left = p->after->wr_en[0]; left != 0; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    if (w->node_in[i] >= 0 && (p->after->wr_tag[i] & KIND_HEAD) != 0) {
      enter(p, w, i);
    }
  }
  for (uint32_t left = p->after->out_valid[0]; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)__builtin_ctz(left);
    check_kind(p, w, o);
    if (w->node_out[o] >= 0 && (p->after->out_kind[o] & KIND_HEAD) != 0) {
      leave(p, w, o);
    }
  }
}
