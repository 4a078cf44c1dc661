// stimulus -- random input words for one unit that keep to the contract of its state list: a fifo
// is never overfilled, packets are well formed, nobody sends without a credit.
//
// A generator keeps books of its own about what may come next. It knows neither RTL nor golden
// model; it learns their outputs only through observe(), as the neighbour of a real unit would.
//
//   create -> { begin_reset | next -> (one clock cycle) -> observe }* -> free
//
// Phases   Rates change every few hundred cycles: saturation, trickle, bursts, a single VC, a
//          stalled consumer, back-pressure, anything.
// Checks   observe() returns false when the unit breaks the rules of its links (sends without a
//          credit, tears a packet apart): something that two equal models could do together.

#ifndef NOC_TEST_STIMULUS_H
#define NOC_TEST_STIMULUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shape/bundle.h"
#include "shape/packet.h"
#include "shape/shape.h"

// -- Random numbers ------------------------------------------------------------------------------

typedef struct {
  uint64_t state;
} rng_t;

rng_t rng_seed(uint64_t seed);
uint64_t rng_next(rng_t *r);
unsigned rng_below(rng_t *r, unsigned n);    // 0 to n-1; n at least 1
bool rng_chance(rng_t *r, unsigned of_256);  // true of_256 times in 256
unsigned rng_pick(rng_t *r, uint32_t mask);  // the number of a set bit; mask is not 0

// -- Generators ----------------------------------------------------------------------------------

typedef struct {
  unsigned left;               // cycles to the next phase
  unsigned in, out;            // chances of 256: offer at the input, take at the output
  unsigned burst;              // mean cycles of an on/off burst of the input; 0 without
  unsigned off;                // the input pauses for so many cycles more
  uint32_t vcs, ports, exits;  // masks: VCs in use, ports that send, ports that are sent to
  unsigned max_length;         // of packets
  bool garbage;                // what is not valid is random, else 0
  uint32_t newest, span;       // with ages: those of a phase are newest - span + 1 to newest,
  bool any_age;                // .. or now and then any
} phase_t;

typedef struct stimulus stimulus_t;

typedef struct {
  const char *unit;
  size_t size;
  void (*create)(stimulus_t *st);       // after the common head and st->phase are set; may be NULL
  void (*begin_reset)(stimulus_t *st);  // the unit is reset: forget what was inside; may be NULL
  void (*next)(stimulus_t *st, uint32_t *in);
  bool (*observe)(stimulus_t *st, const uint32_t *state);  // may be NULL
} stimulus_ops_t;

// The rows that have been written into a routing table since the last reset: those of a few
// destinations, in all groups; packets go to no others.
typedef struct {
  uint32_t first, count;  // destinations
  uint32_t loaded;        // rows
} table_book_t;

// The entries of worms that a router that copies packets has got since the last reset: they are
// made of a seed, so that they can be asked for at any time.
typedef struct {
  uint64_t seed;
  bool ups;         // some nodes are reached by no port: worms for them go up
  uint32_t loaded;  // entries written
} worm_book_t;

// Common head; a generator's struct starts with it.
struct stimulus {
  const stimulus_ops_t *ops;
  noc_shape_t shape;
  bundle_layout_t layout;
  rng_t rng;
  phase_t phase;
  uint32_t addr;  // the unit's own address, constant from reset to reset
  uint32_t
      extent;  // the highest coordinates that there are, in the form of an address; as constant
  uint32_t neighbour[SHAPE_MAX_PORTS];  // with lookahead: the addresses behind its outputs; too
  table_book_t table;
  worm_book_t worms;
  bool in_reset;    // next() is for a cycle with reset high
  bool drains;      // senders begin no packet
  bool unicasts;    // senders send no worms and no header flits, whatever the shape
  char error[160];  // why observe() returned false
};

// The generator of a unit, or NULL if there is none.
const stimulus_ops_t *stimulus_find(const char *unit);
stimulus_t *stimulus_create(const stimulus_ops_t *ops, const noc_shape_t *shape,
                            const bundle_layout_t *layout, uint64_t seed);
void stimulus_reset(stimulus_t *st, uint32_t *in);  // the IN words of a cycle with reset high
void stimulus_next(stimulus_t *st, uint32_t *in);
bool stimulus_observe(stimulus_t *st, const uint32_t *state);
void stimulus_free(stimulus_t *st);

extern const stimulus_ops_t stimulus_rr_arbiter, stimulus_matrix_arbiter, stimulus_wavefront,
    stimulus_fifo, stimulus_route_dor, stimulus_route_octagon, stimulus_route_h3dm,
    stimulus_route_table, stimulus_route_select, stimulus_route_room, stimulus_route_source,
    stimulus_input_unit, stimulus_output_unit, stimulus_vc_allocator, stimulus_switch_allocator,
    stimulus_crossbar, stimulus_router, stimulus_injection, stimulus_ejection,
    stimulus_network_interface, stimulus_xor_unit, stimulus_forward_unit, stimulus_worm_table,
    stimulus_worm_decoder, stimulus_branch_unit, stimulus_branch_vc_allocator,
    stimulus_branch_switch_allocator, stimulus_copy_crossbar, stimulus_link_encoder,
    stimulus_link_decoder, stimulus_host_guard;

// -- For the generators --------------------------------------------------------------------------

// Element `index` of field number `field` of the list, in IN words or in state words.
void stimulus_set(const stimulus_t *st, uint32_t *words, unsigned field, uint32_t index,
                  uint64_t value);
uint64_t stimulus_get(const stimulus_t *st, const uint32_t *words, unsigned field, uint32_t index);

// The input offers something in this cycle (rate and bursts of the phase).
bool stimulus_offers(stimulus_t *st);
uint32_t stimulus_mask(unsigned n);  // n low bits
// Flits of a packet, legal for the shape; `field`: the length field of the head has to hold it.
unsigned stimulus_length(stimulus_t *st, bool field);
unsigned stimulus_kind(unsigned position, unsigned length);  // of flit `position` of a packet
// A random payload; with `head`, head fields over it, and a path whose first field is legal if the
// shape has one.
void stimulus_payload(stimulus_t *st, const packet_head_t *head, uint64_t *payload);
// True in some phases with cut-through: some packets are long then, and nowhere is there room for
// these.
bool stimulus_crowds(const stimulus_t *st);
// An age; those of a phase are near each other. 0 without ages.
uint32_t stimulus_age(stimulus_t *st);
// A random packet head of `length` flits for VC vc's network.
packet_head_t stimulus_head(stimulus_t *st, unsigned length, unsigned vc);
// Writes a payload into field `field`, for port `port`.
void stimulus_set_payload(const stimulus_t *st, uint32_t *in, unsigned field, unsigned port,
                          const uint64_t *payload);

// -- Addresses and tables (stimulus_places.c) ----------------------------------------------------

// A new place for the unit: extents that the routing takes, and an address within them.
void stimulus_place(stimulus_t *st);
// Ports that lead to nodes, as far as addresses can name them.
unsigned stimulus_nodes(const stimulus_t *st);
// An address within the extents: near `near` (some digits differ) or anywhere.
uint32_t stimulus_address(stimulus_t *st, uint32_t near);
bool stimulus_within(const stimulus_t *st, uint32_t address);
// Where a packet may go: in a mesh behind one of phase.exits, by table to a destination of the
// book.
uint32_t stimulus_destination(stimulus_t *st);
uint32_t stimulus_class(stimulus_t *st);       // 0 to classes - 1, or any; 0 with one class
uint32_t stimulus_candidates(stimulus_t *st);  // output ports of a row, not 0

// One cycle of the configuration port (the fields' numbers): rows after a reset, then any row or
// group now and then. True when heads may arrive.
typedef struct {
  unsigned valid, kind, index, data;
} cfg_fields_t;
bool stimulus_configure(stimulus_t *st, uint32_t *in, cfg_fields_t field);
// The same of an interface with lookahead by tables, which has rows alone (`kind` is not read).
bool stimulus_configure_first(stimulus_t *st, uint32_t *in, cfg_fields_t field);

// -- Worms (stimulus_worms.c) ---------------------------------------------------------------------

// The same for the worm table, after the routing table's; and what has been or will be written.
bool stimulus_configure_worms(stimulus_t *st, uint32_t *in, cfg_fields_t field);
typedef struct {
  bool reached;
  unsigned port, plane;
} worm_way_t;
worm_way_t stimulus_reach(const stimulus_t *st, unsigned group, unsigned node);
// Nodes that a string can name: to a router the bits of the last word above it are nodes too.
unsigned stimulus_string_nodes(const noc_shape_t *shape);
uint32_t stimulus_up(const stimulus_t *st, unsigned group);  // {class, ports}
unsigned stimulus_plane_class(const stimulus_t *st, unsigned plane);

// A packet on its way over a link, of a shape with multicast.
typedef struct {
  uint8_t type, headers;
  uint16_t length;  // without header flits
  bool any;         // its string has a node so far
} worm_packet_t;

// The next packet of a sender: often a worm, as far as the shape has room. Returns all its flits.
unsigned stimulus_worm(stimulus_t *st, worm_packet_t *packet);
// Flit `position` of it, on VC vc.
void stimulus_worm_flit(stimulus_t *st, worm_packet_t *packet, unsigned position, unsigned vc,
                        uint64_t *payload);

// A sender at one end of a link: well-formed packets, one at a time on a VC, within credits.
typedef struct {
  uint16_t credits[SHAPE_MAX_VCS];
  uint16_t sent[SHAPE_MAX_VCS], length[SHAPE_MAX_VCS];  // of the packet under way
  // These are used with an XOR unit only: who knows which packets its slots want (NULL: nobody),
  // and the heads.
  struct coding_host *slots;
  packet_head_t head[SHAPE_MAX_VCS];
  worm_packet_t worm[SHAPE_MAX_VCS];  // with multicast only: what it is
  // These are used with a forwarding unit only: who knows which packets can be forwarded (NULL:
  // none can); bit v: the packet under way on VC v can, and its head is known.
  struct forward_host *tables;
  uint16_t kept;
} link_source_t;

typedef struct {
  unsigned vc, kind;
  uint64_t payload[SHAPE_MAX_WORDS];
  packet_head_t head;  // with an XOR unit: of its packet
} link_flit_t;

void link_source_reset(link_source_t *l, const noc_shape_t *s);
bool link_source_next(stimulus_t *st, link_source_t *l, link_flit_t *flit);  // false: no flit
bool link_source_credit(stimulus_t *st, link_source_t *l, unsigned vc);      // false: one too many

// A receiver at the other end: counts what it holds and gives credits back when it likes.
typedef struct {
  uint16_t held[SHAPE_MAX_VCS];
  uint16_t open;  // bit v: a packet has begun and not ended on VC v
} link_sink_t;

bool link_sink_take(stimulus_t *st, link_sink_t *l, unsigned vc, unsigned kind);
bool link_sink_credit(stimulus_t *st, link_sink_t *l, unsigned *vc);  // false: none in this cycle

// A host: hands packets to an interface beat by beat, one packet at a time per virtual network.
typedef struct {
  uint16_t left[SHAPE_MAX_VCS];  // beats to come of each network's packet
} host_source_t;

typedef struct {
  unsigned network, flits;
  unsigned headers;  // with multicast only
  bool first;        // of its packet: the command is read
  uint64_t data[SHAPE_MAX_WORDS];
} host_beat_t;

// The virtual networks of which the host takes a beat in this cycle. Now and then it refuses some
// for a while, kept in *refused.
uint32_t host_sink_ready(stimulus_t *st, uint32_t *refused);

// A beat for any network, ready or not (false: none); `ready` is what the interface last showed.
// Any type that a host may give a packet.
unsigned host_source_type(stimulus_t *st);
// The destination of a packet of this type: any, or one that the interface has a route to.
uint64_t host_source_destination(stimulus_t *st, unsigned type);
bool host_source_next(stimulus_t *st, host_source_t *h, uint32_t ready, host_beat_t *beat);

#endif
