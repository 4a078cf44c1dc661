// ratio_bench -- flits and credits through a clocked_link, beside its golden model: each arrives in
// the cycle that csim/network/link_clock.h says, for clocks of many ratios whose edges coincide now
// and then. Both ends send at random as credits allow.
//
//   bench [--seed N] [--cycles N]
//
// Cycles are those of the routers, for each ratio. Prints a line and ends with status 0, or 1.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>

#include "Vratio_bench.h"
#include "clocks.hpp"
#include "network/link_clock.h"
#include "verilated.h"

// VCS, DEPTH, FLIT_BITS, LATENCY, LINK_KEEPS_UP, ROUTER_KEEPS_UP: those of the module.
static const unsigned kVcW = VCS > 8 ? 4 : VCS > 4 ? 3 : VCS > 2 ? 2 : 1;
static const unsigned kFlit = FLIT_BITS + kVcW + 3;  // bits of the forward part of a slice
static const unsigned kWords = FLIT_BITS / 32;

struct flit_t {
  uint32_t vc, kind, payload[kWords];
  uint64_t due;  // cycle in which it arrives
};
struct credit_t {
  uint32_t vc;
  uint64_t due;
};

// An end of the link, and all that is on the way to it.
struct end_t {
  std::deque<flit_t> flits;
  std::deque<credit_t> credits;
  link_crossed_t flit_last = {}, credit_last = {};
  unsigned credit[VCS] = {};  // for the buffers of the other end
  unsigned buffer[VCS] = {};  // flits in its own
  unsigned busy = 100, returns = 100;
};

class bench_t {
 public:
  explicit bench_t(uint64_t seed) : random_(seed) {
  }

  int run(unsigned cycles) {
    static const uint64_t kRatios[] = {10000,   250000,  333333,  500000,  666667,   999999,
                                       1000001, 1400000, 2000000, 3700000, 100000000};
    for (const uint64_t ratio : kRatios) {
      if ((LINK_KEEPS_UP != 0 && ratio < LINK_CLOCK_ONE) ||
          (ROUTER_KEEPS_UP != 0 && ratio > LINK_CLOCK_ONE)) {
        continue;
      }
      clock_ = {ratio, LATENCY};
      if (!pass(ratio < 100000 ? 20 * cycles : cycles)) {
        std::printf("FAILED: ratio %g, cycle %llu: %s\n", static_cast<double>(ratio) / 1e6,
                    static_cast<unsigned long long>(cycle_), failure_);
        return 1;
      }
    }
    std::printf("%llu flits, %llu credits, at most %u flits on the way\n", flits_, credits_, most_);
    if (flits_ == 0 || credits_ == 0 || (LINK_KEEPS_UP == 0 && most_ < VCS * DEPTH)) {
      std::printf("FAILED: too little was tested\n");
      return 1;
    }
    return 0;
  }

 private:
  // From reset on: the edges number 0 of both clocks are the last ones in reset. Then edge k of the
  // routers is that into cycle k, and edge j of the link comes with or before it if
  // j <= k * ratio.
  bool pass(unsigned cycles) {
    begin();
    uint64_t link_edge = 0;
    const uint64_t quiet = cycles;
    const uint64_t all = quiet + (4 + 2 * VCS * DEPTH) * (3 + link_clock_most(&clock_));
    for (cycle_ = 0; cycle_ < all && failure_ == nullptr; cycle_++) {
      came(0);
      came(1);
      send(0, cycle_ < quiet);
      send(1, cycle_ < quiet);
      model_->eval();
      // To the next edge of the routers.
      const uint64_t next = cycle_ + 1;
      for (; (link_edge + 1) * LINK_CLOCK_ONE < next * clock_.ratio; link_edge++) {
        edge(false, true);
      }
      const bool both = (link_edge + 1) * LINK_CLOCK_ONE == next * clock_.ratio;
      link_edge += both;
      edge(true, both);
    }
    for (const end_t &end : end_) {
      if (!end.flits.empty() || !end.credits.empty()) {
        fail("not all has come");
      }
    }
    return failure_ == nullptr;
  }

  void begin() {
    model_ = std::make_unique<Vratio_bench>();
    end_[0] = end_[1] = end_t();
    for (end_t &end : end_) {
      for (unsigned v = 0; v < VCS; v++) {
        end.credit[v] = DEPTH;
      }
    }
    put_zero(model_->a_link_i);
    put_zero(model_->b_link_i);
    model_->clk_i = model_->link_clk_i = 0;
    model_->rst_i = 1;
    model_->eval();
    for (unsigned i = 0; i < 4; i++) {
      edge(true, true);
    }
    model_->rst_i = 0;
    model_->eval();
  }

  template <typename pins_t>
  static void put_zero(pins_t &pins) {
    std::memset(&pins, 0, sizeof pins);
  }

  // A rising edge of one clock or both.
  void edge(bool router, bool link) {
    model_->clk_i = router;
    model_->link_clk_i = link;
    model_->eval();
    model_->clk_i = model_->link_clk_i = 0;
    model_->eval();
  }

  void fail(const char *what) {
    failure_ = failure_ == nullptr ? what : failure_;
  }

  // Looks at the pins of an end in this cycle.
  void came(unsigned e) {
    e == 0 ? read(end_[0], model_->a_link_o) : read(end_[1], model_->b_link_o);
  }
  template <typename pins_t>
  void read(end_t &end, const pins_t &pins) {
    const bool flit = get(pins, 0, 1) != 0;
    const bool credit = get(pins, kFlit, 1) != 0;
    if (flit != (!end.flits.empty() && end.flits.front().due == cycle_)) {
      fail("a flit in another cycle than the golden model's");
      return;
    }
    if (credit != (!end.credits.empty() && end.credits.front().due == cycle_)) {
      fail("a credit in another cycle than the golden model's");
      return;
    }
    if (flit) {
      const flit_t &f = end.flits.front();
      bool same = get(pins, 1, kVcW) == f.vc && get(pins, 1 + kVcW, 2) == f.kind;
      for (unsigned w = 0; w < kWords; w++) {
        same = same && get(pins, 3 + kVcW + 32 * w, 32) == f.payload[w];
      }
      if (!same) {
        fail("another flit than the next that was sent");
        return;
      }
      end.buffer[f.vc]++;
      end.flits.pop_front();
    }
    if (credit) {
      if (get(pins, kFlit + 1, kVcW) != end.credits.front().vc) {
        fail("another credit than the next that was sent");
        return;
      }
      end.credit[end.credits.front().vc]++;
      end.credits.pop_front();
    }
  }

  void send(unsigned e, bool more) {
    e == 0 ? write(end_[0], end_[1], model_->a_link_i, more)
           : write(end_[1], end_[0], model_->b_link_i, more);
  }
  template <typename pins_t>
  void write(end_t &end, end_t &other, pins_t &pins, bool more) {
    static const unsigned kMoods[] = {100, 100, 60, 20, 0};
    put_zero(pins);
    if (cycle_ % 64 == 0) {
      end.busy = kMoods[random_.draw(5)];
      end.returns = kMoods[random_.draw(5)];
    }
    const unsigned v = random_.draw(VCS);
    if (more && end.credit[v] > 0 && random_.chance(end.busy)) {
      flit_t f = {v, random_.draw(4), {}, link_clock_arrival(&clock_, &other.flit_last, cycle_)};
      put(pins, 0, 1, 1);
      put(pins, 1, kVcW, v);
      put(pins, 1 + kVcW, 2, f.kind);
      for (unsigned w = 0; w < kWords; w++) {
        f.payload[w] = static_cast<uint32_t>(random_.word());
        put(pins, 3 + kVcW + 32 * w, 32, f.payload[w]);
      }
      end.credit[v]--;
      other.flits.push_back(f);
      most_ = other.flits.size() > most_ ? static_cast<unsigned>(other.flits.size()) : most_;
      flits_++;
    }
    const unsigned c = random_.draw(VCS);
    if (end.buffer[c] > 0 && (!more || random_.chance(end.returns))) {
      put(pins, kFlit, 1, 1);
      put(pins, kFlit + 1, kVcW, c);
      end.buffer[c]--;
      other.credits.push_back({c, link_clock_arrival(&clock_, &other.credit_last, cycle_)});
      credits_++;
    }
  }

  std::unique_ptr<Vratio_bench> model_;
  random_t random_;
  link_clock_t clock_ = {};
  end_t end_[2];
  uint64_t cycle_ = 0;
  const char *failure_ = nullptr;
  unsigned long long flits_ = 0, credits_ = 0;
  unsigned most_ = 0;
};

int main(int argc, char **argv) {
  unsigned long seed = 1, cycles = 2000;
  for (int i = 1; i + 1 < argc; i += 2) {
    (std::strcmp(argv[i], "--seed") == 0 ? seed : cycles) = std::strtoul(argv[i + 1], nullptr, 10);
  }
  return std::make_unique<bench_t>(seed)->run(static_cast<unsigned>(cycles));
}
