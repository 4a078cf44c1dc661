// wires -- the links of a network of golden models alone, of latency 1.
//
// A component writes what it sends in a cycle where the other end reads in the next: there are two
// sides, of which one is read and the other written, in turns. No flit is carried in between, and
// pins are written only for those who look at them.
//
// Components and flat ports are numbered as in network_state.h. The valid words are those of the
// views: a word a group of routers, then one 64 interfaces, then one for what leads nowhere. Behind
// these lie those that a shard (network/shards.h) writes in the place of words of other shards, so
// that no word has two writers in a cycle: they are brought to their places when it ends.

#ifndef NOC_WIRES_H
#define NOC_WIRES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "router/router_view.h"
#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t *flit, *credit;  // valid words
  uint8_t *vc, *kind, *credit_vc;
  uint64_t *payload;  // shape.words words a port
} wire_side_t;

typedef struct wires {
  const noc_shape_t *shape;
  uint32_t routers, nodes, group;     // routers a word
  uint32_t router_words, node_words;  // valid words
  uint32_t first_node;                // flat port of the first interface
  wire_t *wire;                       // [flat port]: where flits go, and credits of routers
  wire_t *credit_wire;                // [interface]: where its credits go
  wire_side_t side[2];
  unsigned now;  // the side that is read
  // Valid words: bit set: the last flit, or credit, of a port is on side 1.
  uint64_t *newest_flit, *newest_credit;
  uint64_t *beats;     // [node / 64]: offered a beat
  uint64_t *entering;  // [node / 64]: a head has left for the router
  uint64_t *sent;      // [flat port]: flits that have left routers there
  // The members of the banks begin with these components, that of interfaces has so many words.
  uint32_t bank_router, bank_node, bank_blocks;
  const uint64_t *offering;  // [word of the bank]: something is offered to the host
  uint64_t *injected;        // [node / 64]: flits that have left interfaces in this cycle
  uint32_t exports;          // words behind the others
  uint32_t *export_word;     // [exports]: the word of another shard that each stands for
} wires_t;

struct network;

// Takes the memory of the network; network_wire() takes the rest.
void wires_take(struct network *n);
void wires_free(wires_t *w);
// Nothing is on the links any more.
void wires_reset(struct network *n);

// Those of a network whose links are wires.
void wires_checkpoint(struct network *n, checkpoint_t *c);

// Lets a view read one side of the wires and write the other.
void wires_connect_routers(wires_t *w, unsigned side, router_view_t *r);
void wires_connect_interfaces(wires_t *w, unsigned side, interface_view_t *r);

// A wire to a flat port. The word that export i is.
wire_t wires_lead_to(const wires_t *w, uint32_t at);
uint32_t wires_export(const wires_t *w, uint32_t i);

// Bits of what has just been written become those of the side that it is on.
static inline void wires_note(uint64_t *newest, uint64_t written, unsigned side) {
  *newest ^= (*newest ^ (0 - (uint64_t)side)) & written;
}

// Ends a cycle: the sides change. Returns the flits that are on links to routers, how many of them
// come from interfaces, and those on links to interfaces.
typedef struct {
  uint64_t to_routers, injected, to_interfaces;
} wires_flits_t;
wires_flits_t wires_end(wires_t *w);

// The payload of the flit that has left an interface in the last cycle.
static inline const uint64_t *wires_injected(const wires_t *w, uint32_t slot) {
  return &w->side[w->now].payload[(size_t)w->wire[w->first_node + slot].port * w->shape->words];
}

// The same before the cycle ends.
static inline const uint64_t *wires_injected_now(const wires_t *w, uint32_t slot) {
  return &w->side[w->now ^ 1].payload[(size_t)w->wire[w->first_node + slot].port * w->shape->words];
}

// Writes what is on the links to the pins: the outputs of one component (an interface counted from
// the first), or all pins of the network.
void wires_show_router(const wires_t *w, uint32_t slot, const router_fields_t *f, uint32_t member);
void wires_show_interface(const wires_t *w, uint32_t slot, const interface_fields_t *f,
                          uint32_t member);
void wires_show(struct network *n);

#ifdef __cplusplus
}
#endif

#endif
