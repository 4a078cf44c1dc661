// words -- moves fields between the arrays of a bank and the words of a bundle, for one member at a
// time. Lockstep does without words (dut/dut.h); RTL that drives the network and what looks at
// single members have them.
//
// A plan is made once a bank. It cuts every field into chunks of 1, 2, 4 or 8 bytes of its array; a
// chunk holds one or more elements, and its bits lie together in the words. With BMI2 a chunk is
// one pext or pdep instruction.
//
//   array of 8-bit elements, 3 bits each    00000abc 00000def 00000ghi 00000jkl    one chunk
//   word                                    . . . . jklghidefabc

#ifndef NOC_WORDS_H
#define NOC_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "network/bank.h"
#include "shape/bundle.h"

typedef struct words_plan words_plan_t;

// A set of field kinds.
enum {
  WORDS_IN = 1 << FIELD_IN,
  WORDS_OUT = 1 << FIELD_OUT,
  WORDS_STATE = 1 << FIELD_WIRE | 1 << FIELD_OUT | 1 << FIELD_REG
};

// `arrays` is a router_fields_t or interface_fields_t, as the layout says; the fields of the chosen
// kinds must be set. NULL when out of memory.
words_plan_t *words_plan_create(const bundle_layout_t *layout, const void *arrays, unsigned kinds);
void words_plan_free(words_plan_t *p);

// Member's elements to words, for IN. Bits of an element above its width are dropped.
void words_pack(const words_plan_t *p, uint32_t member, uint32_t *words);
// Words to the member's elements. Reads up to WORDS_SLACK words more.
void words_unpack(const words_plan_t *p, uint32_t member, const uint32_t *words);
enum { WORDS_SLACK = 2 };

#endif
