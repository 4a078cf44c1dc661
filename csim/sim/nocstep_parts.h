// nocstep_parts -- the routers and interfaces of a network one by one, by their pins, for
// simulators that clock them themselves. docs/systemc.md.
//
//   nocstep_t *n = nocstep_open_parts("mesh.yaml", NULL, 0, error);
//   nocstep_part_t *r = nocstep_find_part(n, NOCSTEP_ROUTER, 4);
//   const nocstep_pins_t *pins = nocstep_part_pins(r);
//   pins->in_valid[0] = 1; pins->in_kind[0] = 3; ..   the link of input port 0 has a flit
//   nocstep_part_step(r);                             one rising clock edge
//   if (pins->out_valid[0] >> 2 & 1) ..               so has that of output port 2
//
// A part is what run.router says: a golden model, the RTL, or both, of which every output and every
// register is compared after every edge. Its pins are those of docs/microarchitecture.md, sections
// 2, 12 and 13. Tables are loaded. Interfaces with units for coding and forwarding are refused.
//
// A workload runs on the parts when nocstep_on_edge() has been called: then nocstep_step() drives
// the hosts' side, calls `edge` once in a cycle, in which the caller steps every part, and reads
// what they show. In cycles in which nothing can happen `edge` is not called: a part that is
// stepped in one stays as it is.

#ifndef NOCSTEP_PARTS_H
#define NOCSTEP_PARTS_H

#include "nocstep.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NOCSTEP_MAX_WORDS = 4 };  // 64-bit words of a flit

typedef enum { NOCSTEP_ROUTER, NOCSTEP_INTERFACE } nocstep_component_t;

typedef struct nocstep_part nocstep_part_t;

// Valid masks have a bit a port, the others an element a port (an interface has one), payloads
// `words` words a port. What is not valid is not read. kind: bit 0 first flit of its packet, bit 1
// last.
typedef struct {
  unsigned ports, words, networks;
  // Set before a step.
  uint16_t *in_valid;
  uint8_t *in_vc, *in_kind;
  uint64_t *in_payload;
  uint16_t *credit_in_valid;
  uint8_t *credit_in_vc;
  // Show what the last step has given.
  const uint16_t *out_valid;
  const uint8_t *out_vc, *out_kind;
  const uint64_t *out_payload;
  const uint16_t *credit_out_valid;
  const uint8_t *credit_out_vc;
  // The host's side of an interface: a beat that it offers, and the networks of which it takes.
  uint8_t *host_valid, *host_network, *host_type;
  uint32_t *host_destination;  // address
  uint16_t *host_message, *host_flits;
  uint8_t *host_headers;  // routers that copy, else NULL
  uint32_t *host_age;     // with ages, else NULL
  uint64_t *host_data;
  uint16_t *host_takes;
  // The networks of which a beat is accepted, and those that have one for the host; an element, or
  // `words` words, a network.
  const uint16_t *host_ready, *delivery_valid;
  const uint8_t *delivery_vc, *delivery_kind, *delivery_type;
  const uint32_t *delivery_source;  // address
  const uint16_t *delivery_message;
  const uint64_t *delivery_data;
} nocstep_pins_t;

// As nocstep_open().
NOCSTEP_API nocstep_t *nocstep_open_parts(const char *file, const char *const *sets, size_t n_sets,
                                          char error[NOCSTEP_ERROR]);

NOCSTEP_API uint32_t nocstep_routers(const nocstep_t *n);
NOCSTEP_API unsigned nocstep_link_latency(const nocstep_t *n);
// The address that stands in heads for a node, and on the pins of hosts. UINT32_MAX: there is no
// such node.
NOCSTEP_API uint32_t nocstep_address(const nocstep_t *n, uint32_t node);
// The first flit of a packet as it is on links: docs/microarchitecture.md, section 3. The rest of
// it is data. False: a field does not fit into a head of this network; the flit is 0.
typedef struct {
  uint8_t type, network;
  uint32_t destination, source;  // addresses
  uint32_t flits, message;
} nocstep_head_t;
NOCSTEP_API bool nocstep_head(const nocstep_t *n, const nocstep_head_t *head,
                              uint64_t payload[NOCSTEP_MAX_WORDS]);
// "3,2" or "17", "" if there is no such component; returns out.
NOCSTEP_API char *nocstep_part_name(const nocstep_t *n, nocstep_component_t component, uint32_t id,
                                    char *out, size_t size);

// A port of a router.
typedef struct {
  uint32_t router, port;
} nocstep_place_t;
// Where the link ends that leaves by a port of a router for another. False: it leads to none.
// Credits take the same way back.
NOCSTEP_API bool nocstep_link(const nocstep_t *n, uint32_t router, unsigned port,
                              nocstep_place_t *end);
// Where the packets of a node enter and leave; the same port but for the families whose nodes send
// at one end and receive at the other. False: there is no such node.
NOCSTEP_API bool nocstep_node(const nocstep_t *n, uint32_t node, nocstep_place_t *enters,
                              nocstep_place_t *leaves);

// Belongs to the network. NULL: no such component, or a network that was not opened by parts.
NOCSTEP_API nocstep_part_t *nocstep_find_part(const nocstep_t *n, nocstep_component_t component,
                                              uint32_t id);
NOCSTEP_API const nocstep_pins_t *nocstep_part_pins(const nocstep_part_t *p);
// One rising edge. False: a register differs, or an assertion of the RTL has fired, or a pin has
// what no neighbour or host shows: a VC or a network that is not there, a first flit within a
// packet or another where none is under way, a flit for a buffer that is full (without a credit), a
// credit for one that is free, a head that this router has no route for, a field of a host's first
// beat that is wider than its pin, a packet without a flit or too long. It is not stepped any more.
// Worms whose lengths or sets of nodes are not what their heads say are not looked through.
NOCSTEP_API bool nocstep_part_step(nocstep_part_t *p);
// "mismatch: cycle 12: router 1,1: sa_in_ptr[2]: RTL 1, golden 0"; "cycle 3: router 4: in_vc[0] is
// 9; it must be 0 to 1"; "" if there was none.
NOCSTEP_API const char *nocstep_part_error(const nocstep_part_t *p);

typedef void (*nocstep_edge_t)(void *context);
NOCSTEP_API void nocstep_on_edge(nocstep_t *n, nocstep_edge_t edge, void *context);
// The host's side of an interface as the workload drives it: what to set the pins of hosts to when
// `edge` is called. The others are not to be looked at.
NOCSTEP_API const nocstep_pins_t *nocstep_part_host(const nocstep_part_t *p);

#ifdef __cplusplus
}
#endif

#endif
