// network_checkpoint -- the state of a network in a checkpoint; see network.h.
//
// Pins, those of hosts too, are listed as the state lists have them, banks and links by their own
// modules. What conservation, energy and wait chains find is not kept.

#include "network/network_state.h"

bool network_can_checkpoint(const network_t *n) {
  bool can = true;
  for (size_t b = 0; b < n->banks; b++) {
    can = can && n->bank[b]->ops->checkpoint != NULL;
  }
  return can;
}

#define SKIP(...)
#define PINS(name, type, bits, by, radix, meaning) \
  checkpoint_array(c, #name, f->name, members *DIMENSIONS_COUNT(by), sizeof(type));
#define IN   PINS
#define OUT  PINS
#define WIRE SKIP
#define REG  SKIP

static void checkpoint_router_pins(network_t *n, checkpoint_t *c) {
  const noc_shape_t *s = &n->shape;
  const router_fields_t *f = &n->router_pins;
  const size_t members = n->routers;
#include "shape/router_state.def"
}

static void checkpoint_interface_pins(network_t *n, checkpoint_t *c) {
  const noc_shape_t *s = &n->shape;
  const interface_fields_t *f = &n->interface_pins;
  const size_t members = n->nodes;
#include "shape/network_interface_state.def"
}

#undef IN
#undef OUT
#undef WIRE
#undef REG

// The flits and credits on each line.
static void checkpoint_delay(network_t *n, checkpoint_t *c) {
  for (unsigned i = 0; i < n->delay_lines; i++) {
    delay_line_t *line = &n->delay[i];
    CHECKPOINT(c, line->flits);
    CHECKPOINT(c, line->credits);
    CHECKPOINT_ARRAY(c, line->flit_from, line->flits);
    CHECKPOINT_ARRAY(c, line->flit_vc, line->flits);
    CHECKPOINT_ARRAY(c, line->flit_kind, line->flits);
    CHECKPOINT_ARRAY(c, line->payload, line->flits * n->shape.words);
    CHECKPOINT_ARRAY(c, line->credit_from, line->credits);
    CHECKPOINT_ARRAY(c, line->credit_vc, line->credits);
  }
}

static void checkpoint_links(network_t *n, checkpoint_t *c) {
  CHECKPOINT_ARRAY(c, n->link_flits, n->ports);
  CHECKPOINT_ARRAY(c, n->entering_mask, n->mask_words);
  checkpoint_delay(n, c);
  link_queues_checkpoint(n, c);
  link_faults_checkpoint(n, c);
  if (n->wired) {
    wires_checkpoint(n, c);
  }
}

// Who holds something is looked at in each cycle.
static void checkpoint_hosts(network_t *n, checkpoint_t *c) {
  const size_t units = n->shape.xor_unit * n->mask_words;
  CHECKPOINT_ARRAY(c, n->delivery_mask, n->mask_words);
  CHECKPOINT_ARRAY(c, n->fill_mask, units);
  CHECKPOINT_ARRAY(c, n->done_mask, units);
  CHECKPOINT_ARRAY(c, n->result_mask, units);
  CHECKPOINT_ARRAY(c, n->keeping, n->shape.forward_unit * n->nodes);
  CHECKPOINT_ARRAY(c, n->kept, n->shape.forward_unit * n->nodes);
  CHECKPOINT(c, n->deliveries);
  CHECKPOINT(c, n->results);
  CHECKPOINT(c, n->holding);
  CHECKPOINT(c, n->events);
  CHECKPOINT(c, n->quiet);
  CHECKPOINT(c, n->resting);
}

// Whether links are wires depends on who has looked at them.
static void checkpoint_wired(network_t *n, checkpoint_t *c) {
  bool wired = n->wired;
  CHECKPOINT(c, wired);
  if (!checkpoint_reads(c) || wired == n->wired) {
    return;
  }
  network_unwire(n);
  if (wired) {
    checkpoint_refuse(c, SAY_THERE_IS("a network whose links are wires", "one with pins"));
  }
}

void network_checkpoint(network_t *n, checkpoint_t *c) {
  checkpoint_wired(n, c);
  CHECKPOINT(c, n->cycle);
  CHECKPOINT(c, n->counts);
  for (size_t b = 0; b < n->banks; b++) {
    n->bank[b]->ops->checkpoint(n->bank[b], c);
  }
  checkpoint_router_pins(n, c);
  checkpoint_interface_pins(n, c);
  checkpoint_links(n, c);
  checkpoint_hosts(n, c);
}
