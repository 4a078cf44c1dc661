// network_reset -- reset in the middle of traffic: every component for one clock edge, its inputs
// as they are; what is on links is lost. Part of network.h.

#include <string.h>

#include "network/network_state.h"

static void clear_links(network_t *n) {
  for (unsigned i = 0; i < n->delay_lines; i++) {
    n->delay[i].flits = 0;
    n->delay[i].credits = 0;
  }
  link_queues_reset(n);
  link_faults_reset(n);
  memset(n->link_flits, 0, n->ports * sizeof *n->link_flits);
}

static void clear_hosts(network_t *n) {
  const interface_fields_t *f = &n->interface_pins;
  memset(f->host_valid, 0, n->nodes * sizeof *f->host_valid);
  if (n->shape.xor_unit) {
    memset(f->cmd_valid, 0, n->nodes * sizeof *f->cmd_valid);
    memset(n->result_held, 0, n->nodes * sizeof *n->result_held);
  }
  if (n->shape.slot_unit) {
    memset(n->was_held, 0, n->nodes * sizeof *n->was_held);
  }
  if (n->shape.forward_unit) {
    memset(n->keeping, 0, n->nodes * sizeof *n->keeping);
    memset(n->kept, 0, n->nodes * sizeof *n->kept);
  }
  forward_units_clear_pins(n);
  memset(n->offers, 0, n->shards.count * sizeof *n->offers);
  n->offered = n->commanded = n->any_held = n->events = n->resting = false;
  n->results = 0;
  n->quiet = 0;
}

void network_reset(network_t *n) {
  for (size_t b = 0; b < n->banks; b++) {
    n->bank[b]->ops->reset(n->bank[b]);
  }
  clear_links(n);
  clear_hosts(n);
  wires_reset(n);
  if (n->split != NULL) {
    split_show(n);
  }
  links_transfer(n);
  if (n->shape.xor_unit) {
    xor_units_observe(n);
  }
  for (uint32_t node = 0; node < n->nodes; node++) {
    network_host_takes(n, node, UINT32_MAX);
  }
  // Rows outlast a reset, groups do not.
  if (n->shape.routing == ROUTE_TABLE) {
    tables_load_groups(n);
  }
  n->counts = (network_counts_t){0};
  n->cycle = 0;
}
