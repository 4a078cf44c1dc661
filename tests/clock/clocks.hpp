// clocks -- two free-running clocks for a bench, random numbers, and pins of any width.
//
// Time is counted in picoseconds. A clock is low for `window` before each of its rising edges: that
// is the window of tests/clock/window/synchronizer.sv, shorter than any period of either clock.

#ifndef NOCSTEP_TESTS_CLOCK_CLOCKS_HPP
#define NOCSTEP_TESTS_CLOCK_CLOCKS_HPP

#include <cstdint>

// splitmix64
class random_t {
 public:
  explicit random_t(uint64_t seed) : state_(seed) {
  }
  uint64_t word() {
    uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
  }
  unsigned draw(unsigned below) {
    return static_cast<unsigned>((word() >> 32) % below);
  }
  bool chance(unsigned percent) {
    return draw(100) < percent;
  }

 private:
  uint64_t state_;
};

// Any pins of the model, bit by bit: they are little-endian words.
template <typename pins_t>
uint32_t get(const pins_t &pins, unsigned lsb, unsigned width) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(&pins);
  uint32_t value = 0;
  for (unsigned i = 0; i < width; i++) {
    value |= static_cast<uint32_t>(bytes[(lsb + i) / 8] >> (lsb + i) % 8 & 1) << i;
  }
  return value;
}
template <typename pins_t>
void put(pins_t &pins, unsigned lsb, unsigned width, uint32_t value) {
  auto *bytes = reinterpret_cast<uint8_t *>(&pins);
  for (unsigned i = 0; i < width; i++) {
    const unsigned bit = lsb + i;
    bytes[bit / 8] =
        static_cast<uint8_t>((bytes[bit / 8] & ~(1u << bit % 8)) | (value >> i & 1) << bit % 8);
  }
}

struct edges_t {
  uint64_t period = 0, window = 0;
  uint64_t next_rise = 0;  // time of the next rising edge
  uint64_t count = 0;      // rising edges up to now, with one that is now
  bool low = false;        // the clock is low, so the next event is the rising edge

  // Time of the next event.
  uint64_t next() const {
    return low ? next_rise : next_rise - window;
  }
  // The event is now: true if it is the rising edge.
  bool step() {
    if (!low) {
      low = true;
      return false;
    }
    low = false;
    count++;
    next_rise += period;
    return true;
  }
  // A change that another clock makes at `time`, now, may be missed at the next rising edge.
  bool may_miss(uint64_t time) const {
    return time + window >= next_rise;
  }
};

#endif
