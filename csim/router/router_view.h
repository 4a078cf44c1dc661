// router_view -- the state that the golden models of a router's units work on, over all members of
// a bank.
//
// The registers of router_state.def lie together by what is used together: per port and per
// virtual channel. The units' models are inline functions over them; router.c makes one clock edge
// of a group of members out of them, and each unit's .c file the clock edge of that unit alone,
// for its test.
//
//   in  = member * ports + input port        port[in]               in * vcs + v: input_vc[]
//   out = member * ports + output port       port[out]              out * vcs + w: output_vc[]
//
// A mask that is called derived is no register: it repeats what registers say, in the form in which
// the allocators ask for it. Every unit that changes a register keeps it in step.
//
// A *word* is a mask over the ports of a group: as many members, in fours, as have 64 ports
// together. Bit b is port base + b of the bank, base the first port of the group.
//
//   5 ports, groups of 12       ........ .....22222111110000   the member within the group
//                                             432104321043210   its port

#ifndef NOC_ROUTER_VIEW_H
#define NOC_ROUTER_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "router/branches.h"
#include "router/matrix_arbiter.h"
#include "shape/fields.h"
#include "shape/lanes.h"
#include "shape/shape.h"
#include "shape/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

// Everything on the way of a flit is inlined into one function for each kind of shape.
#define NOC_INLINE static inline __attribute__((always_inline))

enum {
  VIEW_WORD = 64,  // bits of a word
  VIEW_LANE_W = 16
};

// How the lowest bit in which two addresses differ decides the route; see route_dor.h.
typedef struct {
  uint32_t digit, index;  // bits of the address: of the coordinate that decides, of the index
  uint32_t up;            // port towards higher coordinates
  uint32_t shift;         // lowest bit of the coordinate
} route_bit_t;

// A route: the output port, and the class of the VC to take there (view->any_class: any).
typedef struct {
  uint32_t port, vc_class;
} next_hop_t;

enum { VIEW_ADDRESS_BITS = 32 };

// Input unit, per VC.
typedef struct {
  uint16_t wr, rd, count;   // in_wr, in_rd, in_count
  uint8_t out_bit, out_vc;  // in_out_port, as its bit of the word; in_out_vc
} input_vc_t;

// Output unit, per VC.
typedef struct {
  uint16_t credit;                 // out_credit
  uint8_t holder_port, holder_vc;  // derived: the input VC that a busy VC belongs to
} output_vc_t;

// Both units of a port, and what allocators and pipeline keep for it.
typedef struct {
  uint64_t input;   // three masks over input VCs, see INPUT_*
  uint32_t output;  // two masks over output VCs, see OUTPUT_*
  uint16_t want;    // between the two stages of an allocator: inputs that picked this output
  uint16_t sa_in_favoured, sa_out_favoured;  // sa_in_ptr, sa_out_ptr: rr_favoured() of them
  uint8_t st_bit;                            // st_port, as its bit of the word
  uint8_t st_vc, st_kind;
  uint8_t va_vc_ptr;
  uint8_t choice;     // between the two stages of an allocator: the VC this input picked
  uint8_t choice_vc;  // of the VC allocator: and the output VC for it
  uint8_t chosen;     // within a cycle, of adaptive routes: the port for the head flit on the link
  // Multicast only; there st_bit is st_in, st_bit and st_vc those of the output.
  uint8_t st_word, st_group, st_fix;
  uint32_t st_at;  // st_slot; where nothing is copied counted from the first of the word's inputs
} port_t;

_Static_assert(sizeof(port_t) == 32, "two ports a cache line");

// Lowest bits of the masks in port_t.input and port_t.output.
enum {
  INPUT_CREDITED = 0,    // derived: VC v is active, its output VC has what its next flit needs
  INPUT_FILLED = 16,     // derived: VC v has a flit
  INPUT_ACTIVE = 32,     // in_active
  OUTPUT_BUSY = 0,       // out_busy
  OUTPUT_CREDITED = 16,  // derived: output VC w has a credit
  VC_MASK = 0xffff
};

typedef struct {
  uint16_t block[SHAPE_MAX_VCS];         // the VCs of the network that VC v is in
  uint16_t of_class[SHAPE_MAX_VCS + 1];  // the VCs of class c; behind the last class: of any
  uint8_t class_of[SHAPE_MAX_VCS];       // the class of VC v
  uint8_t next_vc[SHAPE_MAX_VCS];        // (v + 1) mod vcs
  // rr_favoured() of the VC behind v, and of the port behind i.
  uint16_t favoured_vc[SHAPE_MAX_VCS];
  uint16_t favoured_port[SHAPE_MAX_PORTS];
  uint8_t lane[VIEW_WORD];    // bit b of a word: bit of port 0 of the same member
  uint8_t member[VIEW_WORD];  // and the member within the group
  uint16_t bit[VIEW_WORD];    // and the bit of its port in a mask over ports
  route_bit_t route[VIEW_ADDRESS_BITS + 1];
  uint8_t digit_of[VIEW_ADDRESS_BITS];  // bit b of an address: the digit that it is in
  uint64_t path[SHAPE_MAX_WORDS];       // source: the bits of the path in a head flit
} router_tables_t;

// An input's flit of the last cycle, whose late bits follow in this one, and its row of the table.
typedef struct {
  uint32_t candidates;  // 0: not a head
  uint16_t position;    // in_late_position
  uint8_t vc;           // in_late_vc
  uint8_t vc_class;
} late_flit_t;

typedef struct router_view router_view_t;

// The functions of a router that copies packets, beside those of all others or in their place
// (multicast/multicast_router.h): they place its arrays, reset them, clear WIRE fields before an
// edge, make an edge but for the configuration port, show the registers of member m, and serve the
// part of the port that is its own.
typedef struct {
  void (*place)(router_view_t *r, arena_t *a);
  void (*reset)(const router_view_t *r);
  void (*clear_wires)(const router_view_t *r);
  void (*step)(const router_view_t *r);
  void (*registers)(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to);
  void (*configure)(const router_view_t *r, uint32_t m);
} router_copies_t;

struct router_view {
  const router_tables_t *table;
  // Constants of the shape.
  size_t ports, vcs, depth, words;
  size_t slots;  // vcs * depth: flits an input port's memory holds
  uint32_t pipeline;
  bool cut_through;
  bool record;                                      // keep the WIRE and REG arrays of f
  uint32_t group;                                   // members in a word
  uint64_t even, half, four;                        // ports of members, see view_squeeze()
  uint32_t address_mask, coordinates, index_shift;  // of an address
  uint32_t length_lsb, length_mask;                 // of the head
  uint32_t tag_port_mask, tag_class_lsb;            // of a tag: class, port, kind
  uint32_t tag_need_lsb;                            // of a tag as it is observed: need above
  uint32_t tag_next_lsb;                            // and, late with lookahead, the next route
  bool aged;                                        // packets have ages: arbiters look at them
  bool speculative;                                 // VC and switch allocation are in parallel
  bool sync_read;   // payload memories are read in the cycle of the grant, as observers see
  bool wavefront;   // the switch is given by a wavefront
  bool early;       // a flit is allocated in the cycle of its arrival
  bool registered;  // grants are, and flits cross in the next cycle
  bool look;        // heads carry the route: where, its bits
  bool late;        // routes from tables come a cycle after the flit
  uint32_t look_lsb, look_w;
  uint32_t age_bits, age_lsb;  // of the head
  // Constants of the routing; see the route_*.h.
  uint32_t routing;               // route_unit_t
  uint32_t any_class, top_class;  // classes and classes - 1; both 0 with one class
  uint32_t locals, digit_w, digit_mask, layers_log2;
  uint32_t classes, groups, rows, table_rows;
  size_t row_bytes;  // of a row in memory
  uint32_t row_mask, group_mask;
  bool adaptive;
  size_t cfg_words;                      // of the data of the configuration port; 0 without one
  uint32_t path_lsb, path_field;         // source: bit of the first field; bits of one
  uint32_t path_class, path_class_mask;  // and of the class in it

  uint32_t members;
  // The members that an edge steps: all, or a part of them that begins and ends between groups.
  uint32_t first, end;
  // Pins. WIRE and REG are written for observers only, if `record` is set.
  router_fields_t f;

  port_t *port;
  input_vc_t *input_vc;
  output_vc_t *output_vc;
  uint64_t *in_order;   // va_in_order, [in * order_words(vcs)]
  uint64_t *out_order;  // va_out_order, [(out * vcs + w) * order_words(ports)]
  uint64_t *payload;    // [(in * slots + slot) * words]: flit memories
  uint16_t *tag;        // [in * slots + slot]: class, port, kind
  // These are NULL without cut-through.
  uint16_t *need;   // [in * slots + slot]; of routers that do not copy
  uint8_t *passes;  // va_passes, [in * vcs + v]
  // These are NULL without ages.
  uint32_t *age;     // [in * slots + slot]: of heads
  uint32_t *vc_age;  // in_age, multicast: br_age, [in * vcs + v]
  // These are NULL without speculation.
  uint64_t *bid_order;            // sa_bid_order, [out * order_words(ports)]
  uint64_t *speculated, *wasted;  // [out], since reset: picks of bids, and those wasted
  // These are NULL without a wavefront.
  uint8_t *diagonal;  // sa_diagonal, [member]
  uint8_t *pair_ptr;  // sa_pair_ptr, [in * ports + output port]
  // These are NULL without tables.
  uint8_t *row;        // [((member * groups + group) * table_rows + n) * row_bytes]
  uint8_t *row_group;  // tbl_group, [in * classes + class]
  // These are NULL without late routes; next without lookahead too.
  uint64_t *inputs_late;   // words, one a group: in_late
  late_flit_t *late_flit;  // [in]
  uint16_t *next;          // [in * slots + slot]: class and port at the next router, of heads
  // These are the links before the edge, and what leaves through wires. A bank that has pins loads
  // the one from them and stores the other there.
  bool wired;                       // it has none: f.in_* and f.out_* are the arrays of all links
  wire_t *wire;                     // [out], and of credits [in]
  uint64_t *sent;                   // [out]: flits that have left there
  uint64_t *flit_in, *credit_in;    // words, one a group; zero after the edge
  uint64_t *flit_out, *credit_out;  // words, as wires say
  // Words, one a group.
  uint64_t *st_valid;
  uint64_t *inputs_filled;   // derived: inputs with a flit
  uint64_t *inputs_waiting;  // derived: inputs with a VC that waits for an output VC

  // In observed routers that do not copy: members of which the last edge wrote WIRE, OUT or REG
  // elements, 64 a word. It also clears what the edge before it has left in WIRE and OUT.
  uint64_t *touched;

  const router_copies_t *copies;  // NULL: packets are not copied
  worm_view_t worms;              // with copies only
};

// A grant of an allocator: VC in_vc of an input gets VC out_vc of an output, for a packet (VC
// allocation) or a flit (switch allocation).
typedef struct {
  size_t in, out;  // member * ports + port
  size_t in_port, out_port;
  size_t out_bit;  // of the word
  size_t in_vc, out_vc;
} grant_t;

// VC allocation hands this to the switch allocator in the same cycle, with speculation, about the
// inputs of a word: who has made a bid (a VC, and the port that its packet wants), and who has won
// an output VC (for this VC); outputs whose VCs are won, and by which inputs of their member. Then
// what comes of the bids: outputs that picked one, and those of them whose pick was wasted.
typedef struct {
  uint64_t bid, won;
  uint8_t bid_vc[VIEW_WORD], bid_port[VIEW_WORD];
  uint8_t won_vc[VIEW_WORD];
  uint64_t given;
  uint16_t winners[VIEW_WORD];  // of outputs in `given`
  uint64_t picked, wasted;
} speculation_t;

// A flit on its way from the buffer to an output; where it lies in the memories.
typedef struct {
  size_t at;
  uint32_t kind;
} flit_t;

// Fills in the constants and *table, which has to stay. The arrays are the caller's, and so is what
// makes a router copy packets: multicast_shape().
void router_view_shape(router_view_t *r, router_tables_t *table, const noc_shape_t *s,
                       uint32_t members, bool record);

// The members of a word.
uint32_t router_view_group(const noc_shape_t *s);

// Words that `members` members have.
NOC_INLINE uint32_t view_groups(const router_view_t *r, uint32_t members) {
  return (members + r->group - 1) / r->group;
}

// Words of the mask of all members, `touched`.
NOC_INLINE size_t view_touched_words(const router_view_t *r) {
  return (r->members + VIEW_WORD - 1) / VIEW_WORD;
}

// The order of the VCs of an input; of the inputs at VC w of an output.
NOC_INLINE uint64_t *view_in_order(const router_view_t *r, size_t in) {
  return &r->in_order[in * order_words(r->vcs)];
}
NOC_INLINE uint64_t *view_out_order(const router_view_t *r, size_t out, size_t w) {
  return &r->out_order[(out * r->vcs + w) * order_words(r->ports)];
}

// The order of the inputs that bid for an output.
NOC_INLINE uint64_t *view_bid_order(const router_view_t *r, size_t out) {
  return &r->bid_order[out * order_words(r->ports)];
}

// An input of the member, by its port, has won a VC of the output at a bit.
NOC_INLINE void speculation_give(speculation_t *s, size_t out_bit, size_t in_port) {
  const uint64_t bit = UINT64_C(1) << out_bit;
  const uint32_t before = (s->given & bit) != 0 ? s->winners[out_bit] : 0;
  s->winners[out_bit] = (uint16_t)(before | UINT32_C(1) << in_port);
  s->given |= bit;
}

// The registers of a member's orders: va_in_order (ports * vcs elements) and va_out_order
// (ports * vcs * ports).
void view_order_rows(const router_view_t *r, uint32_t member, uint16_t *in_rows,
                     uint16_t *out_rows);

// The register va_passes of a member, ports * vcs elements.
void view_passes(const router_view_t *r, uint32_t member, uint8_t *passes);

// The port of a bit of a word.
NOC_INLINE size_t view_port(const router_view_t *r, size_t b) {
  return b - r->table->lane[b];
}

NOC_INLINE size_t view_lowest(uint64_t word) {
  return (size_t)__builtin_ctzll(word);
}
NOC_INLINE uint64_t view_bit(size_t b) {
  return UINT64_C(1) << b;
}

// Masks of four members, 16 bits each, to the bits of a word, and back.
//
//   ...........aaaaa...........bbbbb...........ccccc...........ddddd
//   ......................aaaaabbbbb......................cccccddddd
//   ............................................aaaaabbbbbcccccddddd
NOC_INLINE uint64_t view_squeeze(const router_view_t *r, uint64_t masks) {
  const size_t gap = VIEW_LANE_W - r->ports;
  uint64_t pairs = (masks & r->even) | (masks & ~r->even) >> gap;
  return (pairs & r->half) | (pairs & ~r->half) >> 2 * gap;
}
NOC_INLINE uint64_t view_spread(const router_view_t *r, uint64_t bits) {
  const size_t gap = VIEW_LANE_W - r->ports;
  uint64_t pairs = (bits & r->half) | (bits & ~r->half) << 2 * gap;
  return (pairs & r->even) | (pairs & ~r->even) << gap;
}

// The word of the group that starts with member m0, from one mask a member. Masks behind the last
// member are not touched and read as 0.
NOC_INLINE uint64_t view_load(const router_view_t *r, const uint16_t *mask, uint32_t m0) {
  uint64_t word = 0;
  uint32_t end = m0 + r->group < r->members ? m0 + r->group : r->members;
  size_t shift = 0;
  for (uint32_t m = m0; m < end; m += LANES) {
    word |= view_squeeze(r, lanes_load(mask + m, end - m)) << shift;
    shift += LANES * r->ports;
  }
  return word;
}

NOC_INLINE void view_store(const router_view_t *r, uint16_t *mask, uint32_t m0, uint64_t word) {
  uint32_t end = m0 + r->group < r->members ? m0 + r->group : r->members;
  size_t shift = 0;
  for (uint32_t m = m0; m < end; m += LANES) {
    lanes_store(mask + m, end - m, view_spread(r, word >> shift & r->four));
    shift += LANES * r->ports;
  }
}

#ifdef __cplusplus
}
#endif

#endif
