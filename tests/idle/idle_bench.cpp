// idle_bench -- hosts for idle_bench.sv, and what has to hold of idle routers (docs/idle.md):
//
//   same    the host pins of both lines are equal in every cycle, resets among them
//   open    not all routers are idle while a flit is on its way, and none whose node is offered one
//   rests   all are idle soon behind the last delivery
//
// and routers rest in the middle of traffic. Prints "passed: .." or "FAILED: ..", status 0 or 1.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "../clock/clocks.hpp"

namespace {

constexpr unsigned kNodes = 3, kAll = 7, kFlits = 3, kSettled = 20;

class bench_t {
 public:
  explicit bench_t(uint64_t seed) : random_(seed) {
  }

  int run(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles && failure_.empty(); cycle++) {
      if (cycle % 60 == 0) {
        begin_phase();
      }
      offer(cycle < 2 || random_.chance(cycle % 977 == 0 ? 100 : 0));
      step();
    }
    if (failure_.empty() && (resting_ * 50 < cycles || delivered_ * 20 < cycles)) {
      failure_ = "routers hardly rest, or nothing moves";
    }
    if (!failure_.empty()) {
      std::printf("FAILED: %s\n", failure_.c_str());
      return 1;
    }
    std::printf(
        "passed: %u cycles, %u flits delivered, %u of %u router cycles without a clock, "
        "%u cycles of rest in traffic\n",
        cycles, delivered_, idle_, cycles * kNodes, resting_);
    return 0;
  }

 private:
  void begin_phase() {
    static const unsigned kChances[] = {100, 30, 5, 5, 0, 0};
    offers_ = kChances[random_.draw(6)];
    takes_ = random_.chance(70) ? 100 : random_.draw(60);
  }

  void offer(bool reset) {
    unsigned valid = 0, dst = 0, flits = 0;
    for (unsigned n = 0; n < kNodes; n++) {
      if (left_[n] == 0 && !offered_[n]) {
        dst_[n] = random_.chance(10) ? 3 : random_.draw(kNodes);
        flits_[n] = random_.chance(5) ? 0 : 1 + random_.draw(kFlits);
      }
      // A beat that is offered stays, unless there is a reset.
      offered_[n] = offered_[n] || random_.chance(offers_);
      valid |= static_cast<unsigned>(offered_[n]) << n;
      dst |= dst_[n] << 2 * n;
      flits |= flits_[n] << 2 * n;
    }
    model_.rst_i = reset;
    model_.host_valid_i = reset ? 0 : valid;
    model_.host_dst_i = dst;
    model_.host_flits_i = flits;
    for (unsigned n = 0; n < kNodes; n++) {
      put(model_.host_data_i, n * FLIT_BITS, FLIT_BITS, static_cast<uint32_t>(random_.word()));
    }
    model_.del_ready_i = 0;
    for (unsigned n = 0; n < kNodes; n++) {
      model_.del_ready_i |= static_cast<unsigned>(random_.chance(takes_)) << n;
    }
  }

  void step() {
    model_.clk_i = 0;
    model_.eval();
    look();
    if (model_.rst_i) {
      begun_ = true;
      on_way_ = quiet_ = 0;
      for (unsigned n = 0; n < kNodes; n++) {
        left_[n] = 0;
        offered_[n] = false;
      }
    } else if (begun_) {
      count();
    }
    model_.clk_i = 1;
    model_.eval();
  }

  // The pins of a cycle.
  void look() {
    if (!begun_ || !failure_.empty()) {
      return;
    }
    const unsigned idle = model_.idle_o;
    if (!model_.same_o) {
      failure_ = "the host pins differ";
    } else if (idle == kAll && on_way_ > 0) {
      failure_ = "all routers are idle, and a flit is on its way";
    } else if ((idle & model_.del_valid_o) != 0) {
      failure_ = "a router is idle whose node is offered a flit";
    } else if (quiet_ > kSettled && idle != kAll) {
      failure_ = "a router is not idle long behind the last delivery";
    }
    for (unsigned n = 0; n < kNodes; n++) {
      idle_ += idle >> n & 1;
    }
    resting_ += idle != 0 && on_way_ > 0;
  }

  // The edge takes beats of packets that can be sent, and deliveries.
  void count() {
    quiet_ = on_way_ == 0 && model_.host_valid_i == 0 ? quiet_ + 1 : 0;
    for (unsigned n = 0; n < kNodes; n++) {
      if ((model_.del_valid_o & model_.del_ready_i) >> n & 1) {
        on_way_--;
        delivered_++;
      }
      if (((model_.host_valid_i & model_.host_ready_o) >> n & 1) == 0) {
        continue;
      }
      if (left_[n] == 0) {
        good_[n] = dst_[n] < kNodes && flits_[n] > 0;
        left_[n] = flits_[n] > 0 ? flits_[n] : 1;
      }
      left_[n]--;
      on_way_ += good_[n];
      offered_[n] = false;
    }
  }

  Vidle_bench model_;
  random_t random_;
  unsigned offers_ = 0, takes_ = 0;
  unsigned dst_[kNodes] = {}, flits_[kNodes] = {}, left_[kNodes] = {};
  bool offered_[kNodes] = {}, good_[kNodes] = {}, begun_ = false;
  unsigned on_way_ = 0, quiet_ = 0, idle_ = 0, resting_ = 0, delivered_ = 0;
  std::string failure_;
};

}  // namespace

int main(int argc, char **argv) {
  const unsigned long seed = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1;
  Verilated::commandArgs(argc, argv);
  const auto bench = std::make_unique<bench_t>(seed);
  return bench->run(20000);
}
