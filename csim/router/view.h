// view -- the state that the golden models of a router's units work on, over all members of a bank.
//
// The registers of router_state.def lie together by what is used together: per virtual channel and
// per port, on the input and on the output side. The units' models are inline functions over them;
// router.c makes one clock edge of four members at a time out of them, and each unit's .c file the
// clock edge of that unit alone, for its test.
//
//   in  = member * ports + input port        input[in]              in * vcs + v: input_vc[]
//   out = member * ports + output port       output[out]            out * vcs + w: output_vc[]
//
// Members marked "derived" are no registers: they repeat what registers say, in the form in which
// the allocators ask for it. Every unit that changes a register keeps them in step.
//
// A *word* holds 16-bit masks over the ports of four members, the first in the lowest bits. Bit b
// of it is port b % 16 of member m0 + b / 16.
//
//   word of in_valid      member m0+3       m0+2             m0+1             m0
//                  ................  ...........x....  ................  .............x.x

#ifndef NOC_VIEW_H
#define NOC_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "router/fields.h"
#include "router/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

// Everything on the way of a flit is inlined into one function for each kind of shape.
#define NOC_INLINE static inline __attribute__((always_inline))

enum {
  VIEW_LANES = 4,  // members in a word
  VIEW_LANE_BITS = 16
};

// How the lowest bit in which two addresses differ decides the route; see route_dor.h.
typedef struct {
  uint32_t digit, index;  // bits of the address: of the coordinate that decides, of the index
  uint32_t up;            // port towards higher coordinates
} route_bit_t;

enum { VIEW_ADDRESS_BITS = 32 };

// Input unit, per VC.
typedef struct {
  uint16_t wr, rd, count;     // in_wr, in_rd, in_count
  uint8_t out_port, out_vc;  // in_out_port, in_out_vc
} input_vc_t;

// Input unit, and what the allocators and the pipeline keep for it, per port.
typedef struct {
  uint16_t active;    // in_active
  uint16_t filled;    // derived: VC v has a flit
  uint16_t credited;  // derived: VC v is active, and its output VC has a credit
  uint16_t st_slot;
  uint8_t st_port, st_vc, st_kind;
  uint8_t va_in_ptr, sa_in_ptr;
  uint8_t choice;  // between the two stages of an allocator: the VC picked
  uint16_t unused;
} input_t;

// Output unit, per VC.
typedef struct {
  uint16_t credit;                   // out_credit
  uint8_t holder_port, holder_vc;  // derived: the input VC that a busy VC belongs to
} output_vc_t;

// Output unit and what the allocators keep for it, per port.
typedef struct {
  uint16_t busy;      // out_busy
  uint16_t credited;  // derived: VC w has a credit
  uint16_t want;      // between the two stages of an allocator: inputs that picked this output
  uint8_t va_out_ptr, va_vc_ptr, sa_out_ptr;
  uint8_t unused[7];
} output_t;

_Static_assert(sizeof(input_t) == 16 && sizeof(output_t) == 16, "indexed by shifts");

typedef struct {
  uint16_t block[SHAPE_MAX_VCS];                 // the VCs of the network that VC v is in
  uint8_t next_vc[SHAPE_MAX_VCS];                // (v + 1) mod vcs
  uint8_t next_port[SHAPE_MAX_PORTS];            // (i + 1) mod ports
  uint8_t port_at[VIEW_LANES * VIEW_LANE_BITS];  // bit of a word: lane * ports + port
  uint8_t lane_at[VIEW_LANES * VIEW_LANE_BITS];  // bit of a word: lane * ports
  route_bit_t route[VIEW_ADDRESS_BITS + 1];
} router_tables_t;

typedef struct {
  const router_tables_t *table;
  // Constants of the shape.
  uint32_t ports, vcs, depth, words;
  uint32_t slots;  // vcs * depth: flits an input port's memory holds
  uint32_t pipeline;
  bool cut_through;
  bool record;                                      // keep the WIRE and REG arrays of f
  uint32_t address_mask, coordinates, index_shift;  // of an address
  uint32_t length_lsb, length_mask;                 // of the head
  uint32_t tag_port_mask, tag_need_lsb;             // of a tag: need, port, kind

  // Pins. WIRE and REG are written for observers only, if `record` is set.
  router_fields_t f;

  input_t *input;
  input_vc_t *input_vc;
  output_t *output;
  output_vc_t *output_vc;
  uint64_t *payload;         // [(in * slots + slot) * words]: flit memories
  uint16_t *tag;             // [in * slots + slot]
  uint16_t *st_valid;        // [member]
  uint16_t *inputs_filled;   // [member] derived: inputs with a flit
  uint16_t *inputs_waiting;  // [member] derived: inputs with a VC that waits for an output VC
} router_view_t;

// What an allocator hands out: VC in_vc of an input gets VC out_vc of an output, for a packet (VC
// allocation) or a flit (switch allocation).
typedef struct {
  uint32_t in, out;  // member * ports + port
  uint32_t in_port, out_port;
  uint32_t in_vc, out_vc;
} grant_t;

// A flit on its way from the buffer to an output.
typedef struct {
  uint32_t slot, kind;
} flit_t;

// Fills in the constants and *table, which has to stay. The arrays are the caller's.
void router_view_shape(router_view_t *r, router_tables_t *table, const noc_shape_t *s,
                       bool record);

// The word of members m .. m+3. Those at `end` and behind are not touched and read as 0.
NOC_INLINE uint64_t view_load(const uint16_t *mask, uint32_t m, uint32_t end) {
  uint64_t word = 0;
  if (m + VIEW_LANES <= end) {
    memcpy(&word, mask + m, sizeof word);
  } else {
    memcpy(&word, mask + m, (end - m) * sizeof *mask);
  }
  return word;
}

NOC_INLINE void view_store(uint16_t *mask, uint32_t m, uint32_t end, uint64_t word) {
  if (m + VIEW_LANES <= end) {
    memcpy(mask + m, &word, sizeof word);
  } else {
    memcpy(mask + m, &word, (end - m) * sizeof *mask);
  }
}

// The lowest bit that is set; and a word with one bit set.
NOC_INLINE uint32_t view_lowest(uint64_t word) {
  return (uint32_t)__builtin_ctzll(word);
}
NOC_INLINE uint64_t view_bit(uint32_t b) {
  return UINT64_C(1) << b;
}
// The bit of another port of the same member.
NOC_INLINE uint32_t view_other(uint32_t b, uint32_t port) {
  return (b & ~(VIEW_LANE_BITS - 1u)) | port;
}

#ifdef __cplusplus
}
#endif

#endif
