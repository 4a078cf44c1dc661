// forward_needs -- see forward_needs.h.

#include "collective/forward_needs.h"

#include <stdlib.h>

#include "base/memory.h"
#include "network/network.h"

enum { SLOTS = 16 };  // of an interface, unless the scenario says or a message has more packets

// The needs of the forwarded multicasts of a plan.
typedef struct {
  uint32_t multicasts, packets, children;  // most packets of one, most children of a node
  unsigned flits;                          // of the longest packet
} need_t;

static void count_children(const plan_t *p, uint32_t *scratch, need_t *need) {
  for (uint32_t i = 0; i < p->carriers; i++) {
    const plan_carrier_t c = p->carrier[i];
    const uint32_t children = c.kind == CARRY_FORWARD ? plan_children(p, c, scratch) : 0;
    need->children = children > need->children ? children : need->children;
  }
}

static bool find_need(const plan_t *p, unsigned packet_flits, need_t *need, noc_error_t *error) {
  *need = (need_t){0};
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (op->kind == PLAN_MULTICAST && plan_carrier(p, i).kind == CARRY_FORWARD) {
      const uint32_t packets = plan_packets(op->size, packet_flits);
      const unsigned flits = op->size < packet_flits ? op->size : packet_flits;
      need->multicasts++;
      need->packets = packets > need->packets ? packets : need->packets;
      need->flits = flits > need->flits ? flits : need->flits;
    }
  }
  uint32_t *children = calloc(p->nodes, sizeof *children);
  if (children == NULL) {
    return memory_fail(error, "the trees of multicasts");
  }
  count_children(p, children, need);
  free(children);
  return true;
}

// The widest number with a row for each multicast, up to MOST_ROWS, that a head has room for.
static bool choose_numbers(const scenario_t *s, const need_t *need, noc_shape_t *shape,
                           noc_error_t *error) {
  enum { MOST_ROW_BITS = 8, UNICAST_BITS = 4, MOST_BITS = 16 };
  const unsigned lsb = shape_clog2(need->packets);
  const unsigned wanted = shape_clog2(need->multicasts);
  unsigned row_bits = wanted < MOST_ROW_BITS ? wanted : MOST_ROW_BITS;
  for (;; row_bits--) {
    const unsigned bits = lsb + row_bits > UNICAST_BITS ? lsb + row_bits : UNICAST_BITS;
    noc_error_t why = {0};
    noc_shape_t tried = *shape;
    tried.msg_w = 1 + bits;
    tried.forward_rows = UINT32_C(1) << row_bits;
    tried.forward_lsb = lsb;
    if (tried.msg_w <= MOST_BITS && network_complete_shape(s->topology, s->route, &tried, &why)) {
      shape->msg_w = tried.msg_w;
      shape->forward_rows = tried.forward_rows;
      shape->forward_lsb = lsb;
      return true;
    }
    if (row_bits == 0) {
      return noc_fail(error, NOC_BAD_INPUT,
                      SAY_THERE_IS("%u, so that heads have no room for the number of a packet, of "
                                   "%u in a message that interfaces forward",
                                   "wider flits, or longer packets"),
                      s->flit_bits, need->packets);
    }
  }
}

static unsigned slots_of(const scenario_t *s, uint64_t packets) {
  const unsigned most =
      packets < SHAPE_MAX_FORWARD_SLOTS ? (unsigned)packets : (unsigned)SHAPE_MAX_FORWARD_SLOTS;
  return s->slots != 0 ? s->slots : most > SLOTS ? most : SLOTS;
}

bool forward_check(const scenario_t *s, uint64_t packets, const char **key, noc_error_t *error) {
  *key = "router.routing";
  if (s->route->unit == ROUTE_SOURCE) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS("source with multicasts that interfaces forward", "any other routing"));
  }
  *key = "router.networks";
  if (s->networks > 1) {  // slots and rings are shared, so one network could hold back another
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%u with multicasts that interfaces forward", "1"), s->networks);
  }
  *key = "workload.slots";
  if (packets > SHAPE_MAX_FORWARD_SLOTS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("too small for messages of %llu packets, which need as many slots",
                                 "enough, up to %d, with longer packets"),
                    (unsigned long long)packets, (int)SHAPE_MAX_FORWARD_SLOTS);
  }
  return packets <= slots_of(s, packets) ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%u for messages of %llu packets", "%llu to %d, or longer packets"),
                  s->slots, (unsigned long long)packets, (unsigned long long)packets,
                  (int)SHAPE_MAX_FORWARD_SLOTS);
}

bool forward_shape(const scenario_t *s, const plan_t *plan, unsigned packet_flits,
                   noc_shape_t *shape, const char **key, noc_error_t *error) {
  need_t need;
  if (!find_need(plan, packet_flits, &need, error) || !forward_check(s, need.packets, key, error)) {
    return false;
  }
  *key = "workload.k";
  if (need.children > SHAPE_MAX_FORWARD_CHILDREN) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("such that a node has %u children", "such that it has up to %d"),
                    need.children, (int)SHAPE_MAX_FORWARD_CHILDREN);
  }
  shape->forward_slots = slots_of(s, need.packets);
  shape->forward_flits = need.flits;
  shape->forward_children = need.children;
  *key = "router.flit_bits";
  return choose_numbers(s, &need, shape, error);
}
