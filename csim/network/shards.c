// shards -- see shards.h.

#include "network/shards.h"

// Ends of `count` ranges of about as many words each, in members.
static void cut(uint32_t *begin, unsigned count, uint32_t members, uint32_t of_word) {
  const uint64_t words = ((uint64_t)members + of_word - 1) / of_word;
  for (unsigned i = 0; i <= count; i++) {
    const uint64_t at = (words * i + count / 2) / count * of_word;
    begin[i] = i == 0 ? 0 : at < members && i < count ? (uint32_t)at : members;
  }
}

void shards_cut(shards_t *s, unsigned threads, uint32_t routers, uint32_t group, uint32_t nodes) {
  const uint32_t words = (routers + group - 1) / group;
  const uint32_t most = threads == 1 ? 1 : threads * SHARDS_EACH;
  s->count = words < most ? words : most;
  s->count = s->count == 0 ? 1 : s->count;
  cut(s->router, s->count, routers, group);
  cut(s->node, s->count, nodes, SHARDS_BLOCK);
}

unsigned shards_of(const uint32_t *begin, unsigned count, uint32_t slot) {
  unsigned low = 0;
  unsigned high = count;  // begin[low] <= slot < begin[high]
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    if (begin[middle] <= slot) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
