// forward_view -- what the golden model of the forwarding unit keeps beside its registers, over all
// members of a bank: its memories, and what is derived so that no member is looked at while it
// waits.
//
//   member * slots + s                  per packet slot, and per place of a ring
//   (member * slots + s) * flits + p    per flit of a slot, `words` words each
//   member * children * rows + index    per word of the child table
//
// Timers        A handler that is busy has a cycle in which it is through. The registers of the
//               timers are made from it when somebody looks.
// Sleep         A member is looked at in the cycles in which it is `active`. One whose handlers
//               only wait is `waiting`: it has a cycle in which it is next looked at, and each
//               block of 64 members has the earliest of these, or one before.
// Free slots    A bit a slot, and a bit for every 64 of them: the lowest is found at once.

#ifndef NOC_FORWARD_VIEW_H
#define NOC_FORWARD_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint16_t row, flits;
  uint8_t network;
} forward_tag_t;

typedef struct {
  uint64_t receive_due;     // busy: the cycle in which its timer is 0
  uint64_t send_due;        // busy: the first one in which it asks
  uint64_t wake;            // waiting: the cycle in which it is looked at
  uint64_t stored, copied;  // flits written into slots and read from them, since reset
  uint64_t free;            // bit w: word w of the free slots is not 0
} forward_member_t;

// The wires between the unit, ejection and injection, in one cycle of one member.
typedef struct {
  // Injection gets the flit of a copy that is pushed.
  bool push;
  bool first, end;  // of its packet: the first, the last
  bool more,
      last;  // with the first: another child follows; this one passes the packet on to nobody
  uint8_t network;
  uint16_t flits;           // with the first: of the packet
  const uint64_t *payload;  // as it is pushed
  uint64_t head[SHAPE_MAX_WORDS];
  // Ejection gives the flit that is popped.
  bool take;
  uint8_t vc, kind;
  const uint64_t *taken;   // as it came
  uint32_t fronts;         // bit v: VC v has a flit at its front
  uint32_t keeps, firsts;  // .. that is kept; .. a first one that is
  bool bar;                // a beat of the host takes the place of one that is kept
  bool keep;               // it goes into a slot as well
  // Injection learns this of the registers after the edge.
  bool busy_next, ask_next;
  uint8_t network_next;  // of whichever it is
} forward_wires_t;

// The counts of all members of a bank together.
typedef struct {
  uint64_t cycle;           // edges since reset
  uint64_t stored, copied;  // sums of the members'
  uint64_t used;            // slots in use
} forward_sum_t;

typedef struct {
  size_t slots, flits, rows, children;
  size_t free_words;  // of a member
  unsigned lsb;
  forward_sum_t *sum;          // one
  forward_member_t *member;    // [member]
  forward_tag_t *tag;          // [member * slots + s]
  uint64_t *store;             // [((member * slots + s) * flits + p) * words]
  uint16_t *receive, *send;    // [member * slots + place]: the rings
  uint64_t *free;              // [member * free_words + s / 64]
  uint32_t *child_address;     // [member * rows * children + index]
  uint8_t *child_flags;        // the same: last, more
  forward_wires_t *wires;      // [member % 64]: of the block that is stepped
  uint64_t *active, *waiting;  // words, one a block
  uint64_t *pushing;           // the same: who hands over a flit in this cycle
  uint64_t *wake;              // [block]: no member that waits is looked at before this cycle
} forward_view_t;

#ifdef __cplusplus
}
#endif

#endif
