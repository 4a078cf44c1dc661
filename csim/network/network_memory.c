// network_memory -- the arrays of a network: estimate, allocation, and the slices that banks get.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/network_state.h"
#include "network/ref.h"

void *network_take(network_t *n, size_t count, size_t size) {
  n->bytes += (double)count * (double)size;
  if (n->counting) {
    return NULL;
  }
  if (size != 0 && count > (SIZE_MAX - sizeof(memory_block_t)) / size) {
    n->short_of_memory = true;
    return NULL;
  }
  // Where other processes have the most of it, pages come when something is written to them.
  const size_t bytes = sizeof(memory_block_t) + count * size;
  memory_block_t *block = n->sparse ? memory_sparse(1, bytes) : memory_array(1, bytes);
  if (block == NULL) {
    n->short_of_memory = true;
    return NULL;
  }
  block->next = n->blocks;
  n->blocks = block;
  return block + 1;
}

// Bytes of one component's fields.
static double field_bytes(const bundle_layout_t *layout) {
  double bytes = 0;
  for (unsigned f = 0; f < layout->n_fields; f++) {
    bytes += (double)layout->field[f].element_size * layout->field[f].count;
  }
  return bytes;
}

static double golden_bytes(const network_t *n, component_t component, bool record) {
  const bank_config_t config = {
      .component = component,
      .shape = &n->shape,
      .members = component == COMPONENT_ROUTER ? n->routers : n->nodes,
  };
  return (double)ref_bytes(&config, record);
}

// The memories of a forwarding unit: slots, tags, rings, child table.
static double forwarding_bytes(const noc_shape_t *s) {
  const double word = 8.0 * s->words;
  const double child = s->addr_w + 2 > 32 ? 8 : 4;
  return s->forward_slots * (s->forward_flits * word + 4 + 2 * 2) +
         s->forward_unit * (double)s->forward_rows * s->forward_children * child;
}

// Verilated models take their own memory, measured (51.6 kB for a router of the default shape, 43.9
// kB for one of 2 ports and 78.6 kB for one of 16; 39.7 kB for an interface), and their pins and
// state as words.
static double rtl_bytes(const network_t *n) {
  const double router = (40 + 2.0 * n->shape.ports) * 1024;
  const double interface = 40.0 * 1024;
  bundle_layout_t layout;
  bundle_router(&n->shape, &layout);
  double bytes = n->routers * (router + field_bytes(&layout));
  bundle_interface(&n->shape, &layout);
  // An XOR unit holds both stores, their tags, and the memory of commands.
  const double word = 8.0 * n->shape.words;
  const double unit =
      n->shape.xor_slots * (2 * (n->shape.xor_flits * word + 8) + 4) + forwarding_bytes(&n->shape);
  return bytes + n->nodes * (interface + unit + field_bytes(&layout));
}

double network_bytes(const network_t *n, const network_config_t *config) {
  network_t all = *n;
  all.counting = true;
  all.bytes = 0;
  (void)network_allocate(&all, config);
  const bool golden_only = strcmp(config->router, "ref") == 0;
  double bytes = all.bytes + golden_bytes(n, COMPONENT_ROUTER, !golden_only) +
                 golden_bytes(n, COMPONENT_INTERFACE, !golden_only);
  if (!golden_only) {
    bytes += rtl_bytes(n);
  }
  // The graph, and what a workload keeps of a node: packets queued, on their way and arriving.
  bytes += 2.0 * sizeof(int32_t) * n->topology->ports * n->routers;
  return bytes + n->nodes * (128.0 + 40.0 * n->shape.vcs + 32.0 * n->shape.networks);
}

// Pins of all links; one component and one port more than there are, for what leads nowhere.
static void take_links(network_t *n) {
  const size_t components = (size_t)n->components + 1;
  const size_t ports = (size_t)n->ports + 1;
  const size_t words = n->shape.words;
  n->pins = (link_pins_t){
      .in_valid = network_take(n, components, sizeof(uint16_t)),
      .credit_in_valid = network_take(n, components, sizeof(uint16_t)),
      .out_valid = network_take(n, components, sizeof(uint16_t)),
      .credit_out_valid = network_take(n, components, sizeof(uint16_t)),
      .in_vc = network_take(n, ports, 1),
      .in_kind = network_take(n, ports, 1),
      .credit_in_vc = network_take(n, ports, 1),
      .out_vc = network_take(n, ports, 1),
      .out_kind = network_take(n, ports, 1),
      .credit_out_vc = network_take(n, ports, 1),
      .in_payload = network_take(n, ports * words, sizeof(uint64_t)),
      .out_payload = network_take(n, ports * words, sizeof(uint64_t)),
  };
  n->end = network_take(n, ports, sizeof *n->end);
  n->credit_end = network_take(n, n->nodes, sizeof *n->credit_end);
  n->local_ports = network_take(n, n->routers, sizeof *n->local_ports);
  n->link_flits = network_take(n, ports, sizeof *n->link_flits);
  wires_take(n);
}

static void take_hosts(network_t *n) {
  // find_deliveries() reads whole words of 64 nodes.
  const size_t nodes = n->mask_words * 64;
  const size_t words = n->shape.words;
  const size_t offers = nodes * n->shape.networks;
  interface_fields_t *f = &n->interface_pins;
  f->addr = network_take(n, nodes, sizeof *f->addr);
  f->extent = network_take(n, n->shape.look_address * nodes, sizeof *f->extent);
  f->cfg_valid = network_take(n, n->shape.look_table * nodes, sizeof *f->cfg_valid);
  f->cfg_index = network_take(n, n->shape.look_table * nodes, sizeof *f->cfg_index);
  f->cfg_data = network_take(n, n->shape.look_table * nodes, sizeof *f->cfg_data);
  f->host_valid = network_take(n, nodes, sizeof *f->host_valid);
  f->host_network = network_take(n, nodes, sizeof *f->host_network);
  f->host_type = network_take(n, nodes, sizeof *f->host_type);
  f->host_dst = network_take(n, nodes, sizeof *f->host_dst);
  f->host_message = network_take(n, nodes, sizeof *f->host_message);
  f->host_flits = network_take(n, nodes, sizeof *f->host_flits);
  f->host_headers = network_take(n, n->shape.multicast * nodes, sizeof *f->host_headers);
  f->host_age = network_take(n, n->shape.aged * nodes, sizeof *f->host_age);
  f->host_data = network_take(n, nodes * words, sizeof *f->host_data);
  f->del_ready = network_take(n, nodes, sizeof *f->del_ready);
  f->host_ready = network_take(n, nodes, sizeof *f->host_ready);
  f->del_valid = network_take(n, nodes, sizeof *f->del_valid);
  f->del_vc = network_take(n, offers, sizeof *f->del_vc);
  f->del_kind = network_take(n, offers, sizeof *f->del_kind);
  f->del_type = network_take(n, offers, sizeof *f->del_type);
  f->del_source = network_take(n, offers, sizeof *f->del_source);
  f->del_message = network_take(n, offers, sizeof *f->del_message);
  f->del_data = network_take(n, offers * words, sizeof *f->del_data);
}

// The host pins of XOR units. Without units the arrays have no elements, but a place.
static void take_units(network_t *n) {
  const size_t nodes = n->shape.xor_unit * n->mask_words * 64;
  const size_t words = n->shape.words;
  interface_fields_t *f = &n->interface_pins;
  f->host_slot = network_take(n, nodes, sizeof *f->host_slot);
  f->host_name = network_take(n, nodes, sizeof *f->host_name);
  f->host_from = network_take(n, nodes, sizeof *f->host_from);
  f->cmd_valid = network_take(n, nodes, sizeof *f->cmd_valid);
  f->cmd_op = network_take(n, nodes, sizeof *f->cmd_op);
  f->cmd_slot = network_take(n, nodes, sizeof *f->cmd_slot);
  f->cmd_a = network_take(n, nodes, sizeof *f->cmd_a);
  f->cmd_b = network_take(n, nodes, sizeof *f->cmd_b);
  f->cmd_deliver = network_take(n, nodes, sizeof *f->cmd_deliver);
  f->cmd_name = network_take(n, nodes, sizeof *f->cmd_name);
  f->cmd_flits = network_take(n, nodes, sizeof *f->cmd_flits);
  f->cmd_data = network_take(n, nodes * words, sizeof *f->cmd_data);
  f->del_slot = network_take(n, nodes * n->shape.networks, sizeof *f->del_slot);
  f->del_name = network_take(n, nodes * n->shape.networks, sizeof *f->del_name);
  f->res_ready = network_take(n, nodes, sizeof *f->res_ready);
  f->res_valid = network_take(n, nodes, sizeof *f->res_valid);
  f->res_kind = network_take(n, nodes, sizeof *f->res_kind);
  f->res_slot = network_take(n, nodes, sizeof *f->res_slot);
  f->res_name = network_take(n, nodes, sizeof *f->res_name);
  f->res_data = network_take(n, nodes * words, sizeof *f->res_data);
  f->fill_valid = network_take(n, nodes, sizeof *f->fill_valid);
  f->fill_slot = network_take(n, nodes, sizeof *f->fill_slot);
  f->fill_source = network_take(n, nodes, sizeof *f->fill_source);
  f->fill_message = network_take(n, nodes, sizeof *f->fill_message);
  f->done_valid = network_take(n, nodes, sizeof *f->done_valid);
  f->done_slot = network_take(n, nodes, sizeof *f->done_slot);
  f->inj_from = network_take(n, nodes, sizeof *f->inj_from);
  n->fill_mask = network_take(n, n->mask_words, sizeof *n->fill_mask);
  n->done_mask = network_take(n, n->mask_words, sizeof *n->done_mask);
  n->result_mask = network_take(n, n->mask_words, sizeof *n->result_mask);
  n->result_held = network_take(n, nodes, sizeof *n->result_held);
}

// Takes memory for the pins of forwarding units.
static void take_forwarding(network_t *n) {
  const size_t nodes = n->shape.forward_unit * n->mask_words * 64;
  interface_fields_t *f = &n->interface_pins;
  f->forward_wr = network_take(n, nodes, sizeof *f->forward_wr);
  f->forward_wr_index = network_take(n, nodes, sizeof *f->forward_wr_index);
  f->forward_wr_data = network_take(n, nodes, sizeof *f->forward_wr_data);
  f->forward_valid = network_take(n, nodes, sizeof *f->forward_valid);
  f->forward_network = network_take(n, nodes, sizeof *f->forward_network);
  f->forward_message = network_take(n, nodes, sizeof *f->forward_message);
  f->forward_flits = network_take(n, nodes, sizeof *f->forward_flits);
  f->forward_age = network_take(n, n->shape.aged * nodes, sizeof *f->forward_age);
  f->forward_data = network_take(n, nodes * n->shape.words, sizeof *f->forward_data);
  f->forward_receive = network_take(n, nodes, sizeof *f->forward_receive);
  f->forward_send = network_take(n, nodes, sizeof *f->forward_send);
  f->forward_ready = network_take(n, nodes, sizeof *f->forward_ready);
  n->keeping = network_take(n, nodes, sizeof *n->keeping);
  n->kept = network_take(n, nodes, sizeof *n->kept);
}

// The link pins are shared: routers first, then interfaces.
static void share_links(network_t *n) {
  const link_pins_t *p = &n->pins;
  router_fields_t *r = &n->router_pins;
  interface_fields_t *f = &n->interface_pins;
  const size_t port = (size_t)n->routers * n->shape.ports;
  r->in_valid = p->in_valid;
  r->in_vc = p->in_vc;
  r->in_kind = p->in_kind;
  r->in_payload = p->in_payload;
  r->credit_in_valid = p->credit_in_valid;
  r->credit_in_vc = p->credit_in_vc;
  r->out_valid = p->out_valid;
  r->out_vc = p->out_vc;
  r->out_kind = p->out_kind;
  r->out_payload = p->out_payload;
  r->credit_out_valid = p->credit_out_valid;
  r->credit_out_vc = p->credit_out_vc;
  f->in_valid = p->in_valid + n->routers;
  f->in_vc = p->in_vc + port;
  f->in_kind = p->in_kind + port;
  f->in_payload = p->in_payload + port * n->shape.words;
  f->credit_in_valid = p->credit_in_valid + n->routers;
  f->credit_in_vc = p->credit_in_vc + port;
  f->out_valid = p->out_valid + n->routers;
  f->out_vc = p->out_vc + port;
  f->out_kind = p->out_kind + port;
  f->out_payload = p->out_payload + port * n->shape.words;
  f->credit_out_valid = p->credit_out_valid + n->routers;
  f->credit_out_vc = p->credit_out_vc + port;
}

static void take_delay_lines(network_t *n, unsigned link_latency) {
  const size_t ports = (size_t)n->routers * n->shape.ports;
  n->delay_lines = link_latency - 1;
  n->delay = network_take(n, n->delay_lines, sizeof *n->delay);
  for (unsigned i = 0; i < n->delay_lines && !n->short_of_memory; i++) {
    const delay_line_t line = {
        .flit_from = network_take(n, ports, sizeof(uint32_t)),
        .credit_from = network_take(n, ports, sizeof(uint32_t)),
        .flit_vc = network_take(n, ports, 1),
        .flit_kind = network_take(n, ports, 1),
        .credit_vc = network_take(n, ports, 1),
        .payload = network_take(n, ports * n->shape.words, sizeof(uint64_t)),
    };
    if (n->delay != NULL) {
      n->delay[i] = line;
    }
  }
}

// Static inputs of the routers, and the configuration ports of those that have one.
static void take_statics(network_t *n) {
  router_fields_t *r = &n->router_pins;
  const size_t ports = n->shape.cfg_port * n->routers;
  r->addr = network_take(n, n->routers, sizeof *r->addr);
  r->extent = network_take(n, n->routers, sizeof *r->extent);
  r->neighbour = network_take(n, n->shape.look_address * n->ports, sizeof *r->neighbour);
  r->cfg_valid = network_take(n, ports, sizeof *r->cfg_valid);
  r->cfg_kind = network_take(n, ports, sizeof *r->cfg_kind);
  r->cfg_index = network_take(n, ports, sizeof *r->cfg_index);
  r->cfg_data = network_take(n, ports * n->shape.cfg_words, sizeof *r->cfg_data);
  r->local = network_take(n, n->shape.multicast * n->routers, sizeof *r->local);
}

bool network_allocate(network_t *n, const network_config_t *config) {
  take_links(n);
  take_hosts(n);
  take_units(n);
  take_forwarding(n);
  n->was_held = network_take(n, n->shape.slot_unit * n->mask_words * 64, sizeof *n->was_held);
  take_statics(n);
  n->id = network_take(n, n->components, sizeof *n->id);
  n->router_slot = network_take(n, n->routers, sizeof *n->router_slot);
  n->node_slot = network_take(n, n->nodes, sizeof *n->node_slot);
  n->address = network_take(n, n->nodes, sizeof *n->address);
  n->delivery_mask = network_take(n, n->mask_words, sizeof *n->delivery_mask);
  n->entering_mask = network_take(n, n->mask_words, sizeof *n->entering_mask);
  n->on_way = network_take(n, (size_t)n->ports * n->shape.vcs, sizeof *n->on_way);
  // The latency of links with a clock of their own is between their queues.
  const bool clocked = link_clock_is(&config->queues.clock);
  take_delay_lines(n, clocked ? 1 : config->link_latency);
  link_queues_take(n, &config->queues);
  link_faults_take(n, &config->link_faults);
  if (n->short_of_memory || n->counting) {
    return false;
  }
  share_links(n);
  return true;
}

// Both slices move every pointer of a pin by the elements of the members before it.
#define MOVE(name, type, bits, by, radix, meaning) \
  slice.name += (size_t)slot * DIMENSIONS_COUNT(by);
#define KEEP(name, type, bits, by, radix, meaning)
#define IN   MOVE
#define OUT  MOVE
#define WIRE KEEP
#define REG  KEEP

router_fields_t network_router_slice(const network_t *n, uint32_t slot) {
  const noc_shape_t *s = &n->shape;
  router_fields_t slice = n->router_pins;
#include "shape/router_state.def"
  return slice;
}

interface_fields_t network_slice_of(const noc_shape_t *s, interface_fields_t slice, uint32_t slot) {
#include "shape/network_interface_state.def"
  return slice;
}

interface_fields_t network_interface_slice(const network_t *n, uint32_t slot) {
  return network_slice_of(&n->shape, n->interface_pins, slot);
}

#undef IN
#undef OUT
#undef WIRE
#undef REG
