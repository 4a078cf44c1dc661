// xor_view -- what the golden model of the XOR coding unit keeps beside its registers, over all
// members of a bank: the stores, and what is derived so that no slot is searched for.
//
//   member * slots + s                  per operand slot
//   (member * slots + s) * flits + p    per flit of a slot, `words` words each
//   member * overhead + i               per place of the ring that stands for the pipeline
//
// One store     The arrival and the result store are one array here: a slot holds one operand, and
//               an exclusive or in place has read a flit before its result is written over it.
// Waiting       An exclusive or that misses an operand is in the list of the slot that will hold
//               it, so an operand that arrives finds those it completes. A slot can be in two
//               lists, as who waits for a and as who waits for b: an entry is 2 * slot + side.
// Ready         A bit a slot, and a bit for every 64 of them: the lowest is found at once.
// Pipeline      A ring of the flits read last, each with the time when it was: stage i holds the
//               last that came i + 1 moving cycles ago or earlier. The registers are made from it
//               when somebody looks.

#ifndef NOC_XOR_VIEW_H
#define NOC_XOR_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t tag;      // of the operand: flits, names, coded
  uint16_t a, b;     // of the exclusive or to be made here: its operands
  uint16_t waiter;   // the first that waits for this slot; 0: nobody
  uint16_t next[2];  // behind this slot in the lists of a and b
  uint8_t missing;   // operands still to come
  uint8_t deliver;   // its result goes to the host
} xor_slot_t;

typedef struct {
  uint64_t entered;  // moving cycles before it was read
  uint64_t tag;      // of the result, with its first flit, else 0
  uint16_t slot;
  uint8_t pos;
  bool first, last, deliver;
} xor_flit_t;

typedef struct {
  uint64_t reads;   // flits of both operands read, since reset
  uint64_t time;    // moving cycles so far, of those in which the unit was looked at
  uint64_t ready;   // bit w: word w of the ready slots is not 0
  uint16_t next;    // place in the ring that the next flit takes
  uint16_t known;   // flits in the ring, up to all places ..
  uint16_t inside;  // .. and how many of the latest are still in the pipeline
} xor_pipe_t;

typedef struct {
  size_t slots, flits, overhead;
  size_t ready_words;  // of a member
  unsigned name_w;
  uint64_t name_mask;
  xor_slot_t *slot;     // [member * slots + s]
  uint64_t *store;      // [((member * slots + s) * flits + p) * words]
  uint64_t *ready;      // [member * ready_words + s / 64]
  xor_pipe_t *pipe;     // [member]
  xor_flit_t *flit;     // [member * overhead + place]
  uint64_t *flit_data;  // [(member * overhead + place) * words]
} xor_view_t;

#endif
