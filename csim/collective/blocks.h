// blocks -- the data of a collective: what every message must carry, and what every node of `to`
// must have in the end, worked out from the participants alone. docs/collectives.md, "What is
// checked".
//
// Data is made of words: those of a flit, without the bits of the fields in a head flit. A block is
// as long as its message, and its words are random numbers drawn for its number. Of a reduction
// every node contributes a vector, in as many chunks as the scheme has tags; the words are combined
// one by one. A head flit's field bits are 0 in all vectors, so the word above them combines as a
// narrower one.
//
// Received data is never made again: what a node passes on or combines is what has arrived. Beside
// it goes the expectation, made of the contributions by their numbers; and a result is compared
// with the combination of all contributions of `from`, which knows no messages.

#ifndef NOC_BLOCKS_H
#define NOC_BLOCKS_H

#include "base/checkpoint.h"
#include "base/error.h"
#include "base/rng.h"
#include "collective/collectives.h"
#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  block_kind_t kind;
  reduction_t operation;
  uint64_t seed;
  unsigned words;                       // of a flit
  uint64_t word_mask;                   // data bits of a word
  uint64_t head_mask[SHAPE_MAX_WORDS];  // and in a head flit
  uint32_t nodes;
  uint32_t *row, *column;  // [nodes]: place in `to` and in `from`, kPlanNone if not there
  uint32_t rows, columns;  // nodes in `to` and in `from`
  uint32_t parts;          // of BLOCK_OF_PART
  uint64_t *found;         // a bit a block and node, in rows
  size_t found_words;
  uint64_t checked, expected;
  uint64_t elsewhere;  // found by other processes, for nodes of theirs

  // Reductions.
  uint32_t chunks;
  uint32_t *chunk_flits;   // [chunks]
  uint64_t **chunk_total;  // [chunks]: what every result must be, by flit and word
  uint64_t *total;         // .. all of them
  size_t total_words;

  // A barrier: the first computations are the entries, the last ones the leavings.
  uint32_t leave;              // the first of these
  uint32_t entered;            // how many have
  uint32_t entered_elsewhere;  // in other processes: known when all have met, behind cycle 0
  uint32_t early;              // a node that left too early, or kPlanNone; and when
  uint64_t early_cycle;
} blocks_t;

// Makes the blocks of a plan that collective_plan() made for these participants. NOC_BAD_INPUT:
// they need too much memory.
blocks_t *blocks_create(const char *collective, const participants_t *p, const plan_t *plan,
                        const noc_shape_t *shape, uint64_t seed, noc_error_t *error);
void blocks_free(blocks_t *b);
void blocks_checkpoint(blocks_t *b, checkpoint_t *c);

// The key of the data that a node sends of its own under this tag.
static inline uint64_t blocks_key(const blocks_t *b, uint32_t node, uint32_t tag) {
  const uint64_t contribution = b->kind == BLOCK_REDUCED ? (uint64_t)node * b->chunks : 0;
  return rng_key(b->seed, RNG_BLOCK_DATA, contribution + tag);
}

static inline void blocks_mark(blocks_t *b, uint64_t bit) {
  const uint64_t mask = UINT64_C(1) << bit % 64;
  b->checked += (b->found[bit / 64] & mask) == 0;
  b->found[bit / 64] |= mask;
}

// The node has the right data of this tag. Counts if that is what it wants, the first time.
static inline void blocks_found(blocks_t *b, uint32_t node, uint32_t tag) {
  const uint64_t row = b->row[node];
  if (row == kPlanNone || tag >= BLOCK_NONE) {
    return;
  }
  switch (b->kind) {
    case BLOCK_OF_SOURCE:
      if (tag != node) {
        blocks_mark(b, row * b->columns + b->column[tag]);
      }
      break;
    case BLOCK_OF_DESTINATION:
      if (tag == node) {
        blocks_mark(b, row);
      }
      break;
    case BLOCK_OF_PAIR:
      if (tag % b->rows == row) {
        blocks_mark(b, tag);
      }
      break;
    case BLOCK_OF_PART:
      blocks_mark(b, row * b->parts + tag);
      break;
    case BLOCK_REDUCED:
      blocks_mark(b, row * b->chunks + tag);
      break;
    case BLOCK_OF_BARRIER:
      break;
  }
}

// Words of a message of so many flits that a node combines: the data, then its expectation.
static inline size_t blocks_combined_words(const blocks_t *b, uint32_t flits) {
  return 2 * (size_t)flits * b->words;
}
// Sets both to what the node contributes.
void blocks_contribute(const blocks_t *b, uint32_t node, uint32_t tag, uint64_t *combined);
// Combines flit `flit` of a message of `flits` with both.
void blocks_combine(const blocks_t *b, unsigned flit, const uint64_t *data,
                    const uint64_t *expected, uint64_t *combined, unsigned flits);
// The expectation.
static inline const uint64_t *blocks_expectation(const blocks_t *b, uint32_t tag,
                                                 const uint64_t *combined) {
  return combined + (size_t)b->chunk_flits[tag] * b->words;
}

// Compares a node's result with the combination of all contributions. NOC_CHECK_FAILED.
bool blocks_check_result(blocks_t *b, uint32_t node, uint32_t tag, const uint64_t *result,
                         uint64_t now, noc_error_t *error);

// A computation of the plan ends in this cycle.
void blocks_computed(blocks_t *b, const plan_op_t *op, uint32_t operation, uint64_t now);

// All that has been found, here and elsewhere.
static inline uint64_t blocks_all_found(const blocks_t *b) {
  return b->checked + b->elsewhere;
}

// At the end: everything has been found. NOC_CHECK_FAILED.
bool blocks_verify(const blocks_t *b, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
