// blocks -- see blocks.h.

#include "collective/blocks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "collective/scheme.h"
#include "shape/packet.h"

static bool allocate_places(blocks_t *b, const participants_t *p) {
  b->row = malloc(b->nodes * sizeof *b->row);
  b->column = malloc(b->nodes * sizeof *b->column);
  if (b->row == NULL || b->column == NULL) {
    return false;
  }
  for (uint32_t node = 0; node < b->nodes; node++) {
    b->row[node] = kPlanNone;
    b->column[node] = kPlanNone;
  }
  for (uint32_t i = 0; i < p->to.count; i++) {
    b->row[p->to.node[i]] = i;
  }
  for (uint32_t i = 0; i < p->from.count; i++) {
    b->column[p->from.node[i]] = i;
  }
  return true;
}

// How many nodes are in both sets.
static uint64_t shared(const participants_t *p) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < p->from.count; i++) {
    count += node_set_contains(&p->to, p->from.node[i]);
  }
  return count;
}

// Counts what there is to be found: what the nodes of `to` do not have from the beginning.
static uint64_t count_expected(const blocks_t *b, const participants_t *p) {
  const uint64_t rows = p->to.count;
  const uint64_t columns = p->from.count;
  switch (b->kind) {
    case BLOCK_OF_SOURCE:
    case BLOCK_OF_DESTINATION:
    case BLOCK_OF_PAIR:
      return rows * columns - shared(p);
    case BLOCK_OF_PART:
      return b->parts * (rows - shared(p));
    case BLOCK_REDUCED:
      return b->chunks * (rows - (columns == 1 && shared(p) == 1));
    case BLOCK_OF_BARRIER:
      return rows;
  }
  return 0;
}

// --- reductions ----------------------------------------------------------------------------------

// The chunks and their lengths, as the messages have them.
static bool read_chunks(blocks_t *b, const participants_t *p, const plan_t *plan) {
  for (uint32_t i = 0; i < plan->ops; i++) {
    b->chunks = plan->op[i].tag >= b->chunks ? plan->op[i].tag + 1 : b->chunks;
  }
  b->chunk_flits = malloc(b->chunks * sizeof *b->chunk_flits);
  b->chunk_total = malloc(b->chunks * sizeof *b->chunk_total);
  if (b->chunk_flits == NULL || b->chunk_total == NULL) {
    return false;
  }
  for (uint32_t chunk = 0; chunk < b->chunks; chunk++) {
    b->chunk_flits[chunk] = p->flits;
  }
  for (uint32_t i = 0; i < plan->ops; i++) {
    b->chunk_flits[plan->op[i].tag] = plan->op[i].size;
  }
  return true;
}

static inline uint64_t combine(reduction_t operation, uint64_t a, uint64_t b) {
  return operation == REDUCE_SUM ? a + b : a ^ b;
}

static uint64_t data_mask(const blocks_t *b, unsigned flit, unsigned word) {
  return flit == 0 ? b->head_mask[word] : b->word_mask;
}

// All contributions, node by node.
static void add_contributions(blocks_t *b, const participants_t *p, uint32_t chunk) {
  uint64_t *total = b->chunk_total[chunk];
  for (uint32_t i = 0; i < p->from.count; i++) {
    const uint64_t key = blocks_key(b, p->from.node[i], chunk);
    for (unsigned flit = 0; flit < b->chunk_flits[chunk]; flit++) {
      for (unsigned w = 0; w < b->words; w++) {
        const uint64_t mask = data_mask(b, flit, w);
        const uint64_t mine = rng_data(key, flit, w) & mask;
        uint64_t *word = &total[(size_t)flit * b->words + w];
        *word = b->operation == REDUCE_SUM ? (*word + mine) & mask : *word ^ mine;
      }
    }
  }
}

static bool create_totals(blocks_t *b, const participants_t *p, const plan_t *plan) {
  if (!read_chunks(b, p, plan)) {
    return false;
  }
  size_t flits = 0;
  for (uint32_t chunk = 0; chunk < b->chunks; chunk++) {
    flits += b->chunk_flits[chunk];
  }
  b->total_words = flits * b->words;
  b->total = calloc(b->total_words + 1, sizeof *b->total);
  if (b->total == NULL) {
    return false;
  }
  uint64_t *at = b->total;
  for (uint32_t chunk = 0; chunk < b->chunks; chunk++) {
    b->chunk_total[chunk] = at;
    at += (size_t)b->chunk_flits[chunk] * b->words;
    add_contributions(b, p, chunk);
  }
  return true;
}

void blocks_contribute(const blocks_t *b, uint32_t node, uint32_t tag, uint64_t *combined) {
  const bool contributes = b->column[node] != kPlanNone;
  const uint64_t key = blocks_key(b, node, tag);
  const size_t half = (size_t)b->chunk_flits[tag] * b->words;
  for (unsigned flit = 0; flit < b->chunk_flits[tag]; flit++) {
    for (unsigned w = 0; w < b->words; w++) {
      const size_t i = (size_t)flit * b->words + w;
      combined[i] = contributes ? rng_data(key, flit, w) & data_mask(b, flit, w) : 0;
      combined[half + i] = combined[i];
    }
  }
}

void blocks_combine(const blocks_t *b, unsigned flit, const uint64_t *data,
                    const uint64_t *expected, uint64_t *combined, unsigned flits) {
  uint64_t *mine = combined + (size_t)flit * b->words;
  uint64_t *expectation = mine + (size_t)flits * b->words;
  for (unsigned w = 0; w < b->words; w++) {
    const uint64_t mask = data_mask(b, flit, w);
    mine[w] = combine(b->operation, mine[w], data[w]) & mask;
    expectation[w] = combine(b->operation, expectation[w], expected[w]) & mask;
  }
}

bool blocks_check_result(blocks_t *b, uint32_t node, uint32_t tag, const uint64_t *result,
                         uint64_t now, noc_error_t *error) {
  if (b->row[node] == kPlanNone) {
    return true;
  }
  const uint64_t *total = b->chunk_total[tag];
  for (size_t i = 0; i < (size_t)b->chunk_flits[tag] * b->words; i++) {
    if (result[i] != total[i]) {
      return noc_fail(error, NOC_CHECK_FAILED,
                      "collective: cycle %" PRIu64
                      ": node %u: chunk %u of the result, flit %zu: data "
                      "word %zu is 0x%016" PRIx64 ", all contributions combined are 0x%016" PRIx64,
                      now, node, tag, i / b->words + 1, i % b->words, result[i], total[i]);
    }
  }
  blocks_found(b, node, tag);
  return true;
}

// --- barrier -------------------------------------------------------------------------------------

void blocks_computed(blocks_t *b, const plan_op_t *op, uint32_t operation, uint64_t now) {
  if (b->kind != BLOCK_OF_BARRIER) {
    return;
  }
  if (operation < b->columns) {
    b->entered++;
  } else if (operation >= b->leave) {
    const uint32_t entered = b->entered + b->entered_elsewhere;
    b->checked += entered == b->columns;
    if (entered < b->columns && b->early == kPlanNone) {
      b->early = op->node;
      b->early_cycle = now;
    }
  }
}

// --- all -----------------------------------------------------------------------------------------

blocks_t *blocks_create(const char *collective, const participants_t *p, const plan_t *plan,
                        const noc_shape_t *shape, uint64_t seed, noc_error_t *error) {
  blocks_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)memory_fail(error, "the data of a collective");
    return NULL;
  }
  const bool cut = p->use->parts != NULL;
  *b = (blocks_t){.kind = cut ? BLOCK_OF_PART : collective_find(collective)->block,
                  .operation = p->operation,
                  .seed = seed,
                  .words = shape->words,
                  .nodes = p->topology->nodes,
                  .rows = p->to.count,
                  .columns = p->from.count,
                  .parts = cut ? p->use->parts(p) : 1,
                  .chunks = 1,
                  .leave = plan->ops - p->from.count,
                  .early = kPlanNone};
  b->word_mask = shape->word_bits == 64 ? UINT64_MAX : (UINT64_C(1) << shape->word_bits) - 1;
  for (unsigned w = 0; w < shape->words; w++) {
    b->head_mask[w] = b->word_mask;
  }
  packet_clear_fields(shape, b->head_mask);
  bool ok = allocate_places(b, p) && (b->kind != BLOCK_REDUCED || create_totals(b, p, plan));
  const uint32_t each = b->kind == BLOCK_REDUCED      ? b->chunks
                        : b->kind == BLOCK_OF_PART    ? b->parts
                        : b->kind == BLOCK_OF_BARRIER ? 0
                                                      : b->columns;
  const double bits = (double)b->rows * each;
  if (ok && !memory_check(bits / 8, "what every node has of this collective", error)) {
    blocks_free(b);
    return NULL;
  }
  b->found_words = (size_t)(bits / 64) + 1;
  b->found = ok ? calloc(b->found_words, sizeof *b->found) : NULL;
  if (b->found == NULL) {
    blocks_free(b);
    (void)memory_fail(error, "the data of a collective");
    return NULL;
  }
  b->expected = count_expected(b, p);
  return b;
}

void blocks_free(blocks_t *b) {
  if (b == NULL) {
    return;
  }
  free(b->row);
  free(b->column);
  free(b->found);
  free(b->chunk_flits);
  free(b->chunk_total);
  free(b->total);
  free(b);
}

void blocks_checkpoint(blocks_t *b, checkpoint_t *c) {
  CHECKPOINT_ARRAY(c, b->found, b->found_words);
  CHECKPOINT(c, b->checked);
  CHECKPOINT(c, b->entered);
  CHECKPOINT(c, b->early);
  CHECKPOINT(c, b->early_cycle);
}

bool blocks_verify(const blocks_t *b, noc_error_t *error) {
  if (b->early != kPlanNone) {
    return noc_fail(error, NOC_CHECK_FAILED,
                    "barrier: node %u left in cycle %" PRIu64 ", before every node had entered",
                    b->early, b->early_cycle);
  }
  return blocks_all_found(b) == b->expected ||
         noc_fail(error, NOC_CHECK_FAILED,
                  "collective: %" PRIu64 " of %" PRIu64 " %s were found with the right data",
                  blocks_all_found(b), b->expected,
                  b->kind == BLOCK_REDUCED ? "results" : "blocks");
}
