// rng -- counter-based random numbers: a hash of (seed, stream, node, counter). No state, so the
// order in which nodes draw does not matter, and any draw can be repeated.
//
// The mixer is the finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014).

#ifndef NOC_RNG_H
#define NOC_RNG_H

#include <stdint.h>

// Each purpose that numbers are drawn for has a stream of its own; streams do not touch.
typedef enum {
  RNG_GAP = 1,
  RNG_DESTINATION,
  RNG_PACKET_DATA,
  RNG_BLOCK_DATA,
  RNG_HOTSPOT,
  RNG_LENGTH,
  RNG_BURST,
  RNG_BURST_START,
  RNG_REPLY_LENGTH,
  RNG_REPLY_DATA,
  RNG_TRACE_DATA,
  RNG_MAP,
  RNG_TOPOLOGY,
  RNG_MULTICAST_GAP,
  RNG_MULTICAST_DEGREE,
  RNG_MULTICAST_SET,
  RNG_ACCEPT,
  RNG_EXTERNAL_DATA,
  RNG_SCHEDULE,
  RNG_ORDER,
  RNG_JITTER_LINK,
  RNG_JITTER_HOST,
  RNG_LINK_FAULT
} rng_stream_t;

static const uint64_t kRngStep = UINT64_C(0x9e3779b97f4a7c15);  // 2^64 / golden ratio, odd

static inline uint64_t rng_mix(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

// Start of the numbers of one node and stream.
static inline uint64_t rng_key(uint64_t seed, rng_stream_t stream, uint64_t node) {
  return rng_mix(rng_mix(seed + (uint64_t)stream * kRngStep) + (node + 1) * kRngStep);
}

static inline uint64_t rng_draw(uint64_t key, uint64_t counter) {
  return rng_mix(key + (counter + 1) * kRngStep);
}

// A number below n, from 64 random bits.
static inline uint32_t rng_below(uint64_t random, uint32_t n) {
  return (uint32_t)((random >> 32) * n >> 32);
}

// A list of `count` begins with `picked` entries of it, drawn one after the other (Fisher, Yates).
static inline void rng_shuffle(uint32_t *list, uint32_t picked, uint32_t count, uint64_t key) {
  for (uint32_t i = 0; i < picked && i + 1 < count; i++) {
    const uint32_t other = i + rng_below(rng_draw(key, i), count - i);
    const uint32_t kept = list[i];
    list[i] = list[other];
    list[other] = kept;
  }
}

// Above 0 and below 1.
static inline double rng_fraction(uint64_t random) {
  return ((double)(random >> 11) + 0.5) * 0x1p-53;
}

// A share in millionths, as the number that 32 random bits are below so often.
static inline uint64_t rng_threshold(uint64_t millionths) {
  return (millionths << 32) / 1000000;
}

// Payload data: word `word` (0 to 3) of flit `flit` of a packet with this key.
static inline uint64_t rng_data(uint64_t key, unsigned flit, unsigned word) {
  return rng_draw(key, 4u * flit + word);
}

#endif
