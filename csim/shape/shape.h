// shape -- the parameters that make one kind of router and interface, and the widths derived from
// them. docs/microarchitecture.md, section 1.
//
// Plain data. Two components with equal shapes are built from the same RTL plug-in.

#ifndef NOC_SHAPE_H
#define NOC_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SHAPE_MAX_PORTS = 16,
  SHAPE_MAX_VCS = 16,
  SHAPE_MAX_DEPTH = 640,
  SHAPE_MAX_WORDS = 4,  // 64-bit words of the widest payload
  SHAPE_INJ_DEPTH = 4,  // flits per VC in an interface's injection queue
  SHAPE_MAX_DIMS = 24,
  SHAPE_MAX_GROUPS = 16,
  SHAPE_MAX_ROWS = 65536,
  SHAPE_MAX_XOR_SLOTS = 4096,
  SHAPE_MAX_XOR_FLITS = 64,
  SHAPE_MAX_XOR_OVERHEAD = 64,
  SHAPE_MAX_NAME_BITS = 22,
  SHAPE_MIN_AGE_BITS = 4,
  SHAPE_MAX_AGE_BITS = 32,
  SHAPE_HEADER_BITS = 7,  // of the number of header flits in a worm's head
  SHAPE_MAX_HEADERS = 127,
  SHAPE_MAX_STRING_BITS = 4096,
  SHAPE_MAX_FORWARD_SLOTS = 1024,
  SHAPE_MAX_FORWARD_FLITS = 640,
  SHAPE_MAX_FORWARD_ROWS = 65536,
  SHAPE_MAX_FORWARD_CHILDREN = 64
};

// The route computation units, the values of the RTL's parameter Routing:
// docs/microarchitecture.md, section 6.
typedef enum {
  ROUTE_MESH,
  ROUTE_TORUS,
  ROUTE_HYPERCUBE,
  ROUTE_OCTAGON,
  ROUTE_H3DM,
  ROUTE_TABLE,
  ROUTE_SOURCE,
  ROUTE_UNITS
} route_unit_t;

// Checks of the words of a link, the values of the RTL's parameter LinkCheck: docs/link-check.md.
typedef enum { LINK_UNCHECKED, LINK_PARITY, LINK_SECDED } link_check_t;

typedef struct {
  // Chosen.
  unsigned ports;      // 2 to 16
  unsigned vcs;        // 1 to 16
  unsigned depth;      // 1 to 640 flits per VC
  unsigned flit_bits;  // 32, 64, 128, 256
  unsigned cut_through;
  unsigned pipeline;      // 2, 3
  unsigned speculative;   // 1: the switch is asked for in parallel with VC allocation; no worms
  unsigned wavefront;     // 1: pairs of input and output by diagonals; no ages, no multicast
  unsigned sync_read;     // 1: flit memories and route tables are read at a clock edge; pipeline 3
  unsigned lookahead;     // 1: heads carry the route at the next router; not adaptive
  unsigned networks;      // divides vcs
  unsigned dims;          // 0 to 24
  unsigned digit_w;       // 1 to 20
  unsigned local_w;       // 0 to 22
  unsigned len_w;         // 1 to 10
  unsigned msg_w;         // 1 to 16
  unsigned routing;       // route_unit_t
  unsigned classes;       // of VCs, 1 to vcs / networks; 0 stands for 1
  unsigned layers_log2;   // h3dm: q, 0 to 7
  unsigned groups;        // table: arrival groups, 1 to 16; 0 stands for 1
  unsigned rows;          // table: destinations, 1 to 65536; 0 stands for 1
  unsigned adaptive;      // table: 1 chooses by credits
  unsigned route_w;       // source: bits of the path, 0 with other routings
  unsigned xor_slots;     // operand slots of the XOR unit, 2 to 4096; 0: no unit
  unsigned xor_flits;     // flits of the longest operand, 1 to 64; without a unit 1; 0 stands for 1
  unsigned xor_overhead;  // cycles that an exclusive or takes beyond the least, 0 to 64
  unsigned name_w;        // bits of an operand's name, 1 to 22; without a unit 1; 0 stands for 1
  unsigned multicast;     // 1: routers copy packets; not with source routing
  unsigned sync_copies;   // multicast: 1: the branches of a packet move together
  unsigned string_bits;   // multicast: of a tree worm's string, 0 to 4096; 0: no tree worms
  unsigned planes;        // multicast: of the worm table, 1 to classes + 1; 0 stands for 1
  // The forwarding unit of an interface. Without one all but the lsb are 1; 0 stands for 1.
  unsigned forward_slots;     // packet slots, 1 to 1024; 0: no unit
  unsigned forward_flits;     // flits of the longest packet that is forwarded, 1 to 640
  unsigned forward_rows;      // of its child table, 1 to 65536
  unsigned forward_children;  // that a row has at most, 1 to 64
  unsigned forward_lsb;       // lowest bit of the row in a message number, below msg_w

  unsigned age_bits;  // of a packet's age in its head, 4 to 32; 0: arbiters look at none

  unsigned link_check;  // of the ends of a link, link_check_t; routers and interfaces have none

  // Derived by shape_derive().
  unsigned locals;  // nodes at a router by the rules of its routing; 0 with table and source
  unsigned vc_w, port_w, ptr_w, cnt_w, slot_w, addr_w, net_w;
  unsigned inj_slot_w;    // max(1, clog2(4 vcs))
  unsigned aged;          // 1 with ages
  unsigned age_w;         // of an age: max(1, age_bits)
  unsigned age_lsb;       // with ages: where it stands in a head, else 0
  unsigned look;          // 1 if heads have a field for the route at the next router,
  unsigned look_address;  // .. which routers find from addresses
  unsigned look_table;    // .. which is in tables, of interfaces too
  unsigned look_row_w;    // of the number of a row in an interface: max(1, clog2(rows)); else 1
  unsigned look_data_w;   // of such a row: row_w; else 1
  unsigned table_rows;    // of a router for a group: rows, or those and as many own ones (worms)
  unsigned look_w;        // of that field: class_w + port_w, else 0
  unsigned look_lsb;      // and where it stands in a head, else 0
  unsigned bypass;        // 1 if a flit is allocated in the cycle of its arrival: lookahead,
                          // pipeline 2
  unsigned data_reset;    // 1: payload registers are reset, as the golden model's are
  unsigned registered;    // 1 if grants are registered, and flits cross in the next cycle
  unsigned words;         // 64-bit words of a payload: 1, 1, 2, 4
  unsigned word_bits;     // payload bits in each: 32 or 64
  unsigned head_bits;     // HeadBits: where data, or a path and then data, start in a head flit
  unsigned data_lsb;      // where data starts: head_bits + route_w
  unsigned route_lsb;     // source: head_bits, else 0
  unsigned class_w;       // of a class in a tag: 0 with one class, else clog2(classes + 1)
  unsigned route_tag_w;   // of a tag that allocators see: len_w + class_w + port_w + 2
  unsigned tag_w;         // of one in a buffer: that, and look_w if late; multicast: 2, the kind
  unsigned late;          // 1 if routes from tables come a cycle late: sync_read, no multicast
  unsigned late_w;        // bits of a tag that do: class_w + port_w, else 0
  unsigned late_lsb;      // and where: the route's, with lookahead the next one's; else 0
  unsigned group_w;       // max(1, clog2(groups))
  unsigned row_w;         // class_w + ports
  unsigned cfg_port;      // 1 with a configuration port: table, multicast
  unsigned cfg_kind_w;    // of what comes in there: 1; with multicast 3
  unsigned cfg_w;         // of an index at the configuration port
  unsigned cfg_data_w;    // of its data, or of each of the cfg_words elements of it: row_w; with
  unsigned cfg_words;     // .. multicast those of a payload
  unsigned room_w;        // of a sum of credits: cnt_w + clog2(vcs + 1)
  unsigned room_classes;  // sums per output port and network: 1 with one class, else classes + 1
  unsigned xor_unit;      // 1 with an XOR unit
  unsigned xslot_w;       // max(1, clog2(xor_slots))
  unsigned xpos_w;        // max(1, clog2(xor_flits))
  unsigned xtag_w;        // of an operand's tag: len_w + 2 name_w + 1
  unsigned code_w;        // of slot and operands in a head: xslot_w + 2 name_w, 0 without a unit
  unsigned hdr_w;         // of the number of header flits in a head: 7, 0 without multicast
  unsigned headers_lsb;   // multicast: where it stands in a head, else 0
  unsigned string_words;  // multicast: flits of a string: max(1, ceil(string_bits / flit_bits))
  unsigned pair_w;        // multicast: of a path worm's pair: addr_w + ports + class_w
  unsigned pos_w;         // multicast: of a flit's number in its packet: cnt_w; with wormhole 11
  unsigned left_w;        // of a packet's flits, header flits too, in an interface: len_w; with
                          // multicast max(len_w, hdr_w) + 1
  unsigned forward_unit;  // 1 with a forwarding unit
  unsigned slot_unit;     // 1 with an XOR or a forwarding unit
  unsigned fslot_w;       // max(1, clog2(forward_slots))
  unsigned fcnt_w;        // clog2(forward_slots + 1), 1 without a unit
  unsigned fpos_w;        // max(1, clog2(forward_flits))
  unsigned fchild_w;      // max(1, clog2(forward_children))
  unsigned frow_w;        // max(1, clog2(forward_rows))
  unsigned findex_w;      // max(1, clog2(forward_rows forward_children))
  unsigned ftag_w;        // of a packet in a slot: frow_w + net_w + len_w

  unsigned check_w;  // check bits of a link's word; 1 where it has none

  // Whole networks as one module (rtl/top) only, 0 elsewhere.
  unsigned top_size[3];  // routers per dimension, 1 where there is none
  unsigned nodes;
  unsigned top_latency;  // of the links between routers, cycles
  unsigned top_guard;    // 1: host ports have a guard
  unsigned top_idle;     // 1: shows which routers are idle; 2: stops their clocks too
} noc_shape_t;

// Checks the chosen parameters and fills in the rest. Errors are NOC_BAD_INPUT and name the
// parameter; a head that does not leave 8 data bits names the flit_bits it needs.
bool shape_derive(noc_shape_t *s, noc_error_t *error);

// Derives the widths of tags again, for who changes len_w or sync_read after shape_derive().
void shape_derive_tag(noc_shape_t *s);

// Bits of a link's word, without check bits.
unsigned shape_link_bits(const noc_shape_t *s);

// Bits needed for values 0 to n-1, at least 1; and exactly (0 for n <= 1).
unsigned shape_width(uint64_t n);
unsigned shape_clog2(uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
