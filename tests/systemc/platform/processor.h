// processor -- runs one small program as often as it is told: what a processor would load and
// store, and the cycles that it computes in between. Programs share no bytes that any of them
// writes, so that the contents of the memories do not depend on time.

#ifndef PLATFORM_PROCESSOR_H
#define PLATFORM_PROCESSOR_H

#include <array>
#include <string>

#include "port.h"

enum class program { COPY, STENCIL, REDUCTION, DMA_COPY };

struct processor : sc_core::sc_module {
  port access;
  sc_core::sc_time ended;

  processor(sc_core::sc_module_name name, program what, unsigned rounds, style how)
      : sc_module(name), access("access", how), what_(what), rounds_(rounds) {
    SC_HAS_PROCESS(processor);
    SC_THREAD(run);
  }

 private:
  static constexpr std::uint64_t kMemory = 0x10000;  // from one memory to the next
  static constexpr std::uint64_t kDma = 0x40000000;
  enum { BLOCK = 1024, LINE = 64, WORDS = LINE / 4 };
  using line = std::array<std::uint32_t, WORDS>;

  void run() {
    for (unsigned i = 0; i < rounds_; i++) {
      switch (what_) {
        case program::COPY:
          copy();
          break;
        case program::STENCIL:
          stencil();
          break;
        case program::REDUCTION:
          reduction(i);
          break;
        case program::DMA_COPY:
          dma_copy();
          break;
      }
    }
    ended = access.now();
  }

  // A block of memory 0 to memory 1.
  void copy() {
    line data;
    for (unsigned at = 0; at < BLOCK; at += LINE) {
      access.read(at, data.data(), LINE);
      access.compute(2);
      access.write(kMemory + 0x4000 + at, data.data(), LINE);
    }
  }

  // Each word of a block of memory 2 becomes the sum of itself and its neighbours, in memory 3.
  void stencil() {
    std::array<std::uint32_t, 2 + WORDS> in;
    line out;
    for (unsigned at = LINE; at < BLOCK; at += LINE) {
      access.read(2 * kMemory + at - 4, in.data(), LINE + 8);
      for (unsigned i = 0; i < WORDS; i++) {
        out[i] = in[i] + in[i + 1] + in[i + 2];
      }
      access.compute(WORDS);
      access.write(3 * kMemory + 0x4000 + at, out.data(), LINE);
    }
  }

  // The sum of a block of every memory, at the end of memory 1.
  void reduction(unsigned round) {
    std::uint32_t sum = round;
    line data;
    for (unsigned at = 0; at < BLOCK; at += LINE) {
      access.read(at / LINE % 4 * kMemory + 0x1000 + at, data.data(), LINE);
      for (std::uint32_t word : data) {
        sum += word;
      }
      access.compute(WORDS / 2);
    }
    access.write(kMemory + 0x8000 + 4 * (round % 64), &sum, 4);
  }

  // The DMA engine copies from memory 3 to memory 0, while this one looks every 100 cycles.
  void dma_copy() {
    const std::uint64_t set[] = {3 * kMemory, 0x8000, BLOCK, 1};
    for (unsigned i = 0; i < 4; i++) {
      std::uint64_t value = set[i];
      access.write(kDma + 8 * i, &value, 8);
    }
    for (std::uint64_t busy = 1; busy != 0;) {
      access.compute(100);
      access.read(kDma + 8 * 3, &busy, 8);
    }
  }

  program what_;
  unsigned rounds_;
};

#endif
