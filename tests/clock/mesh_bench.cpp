// mesh_bench -- random packets between the four nodes of a mesh in two clock domains, whose hosts
// pause: each packet comes once, at its destination, with its flits in order; none comes that was
// not sent; all come in the end. Then node 0 alone sends to node 1, across the link, and the rate
// is held to the bounds of docs/clock-crossing.md.
//
//   bench [--seed N] [--cycles N]
//
// Cycles are those of the slower clock, for each pair of clocks. Prints a line and ends with status
// 0 if all is as it should be, else 1.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "Vmesh_bench.h"
#include "clocks.hpp"
#include "verilated.h"

// VCS, DEPTH, FLIT_BITS, CUT_THROUGH, PIPELINE, NETWORKS, STAGES: those of the module.
static const unsigned kVcW = VCS > 8 ? 4 : VCS > 4 ? 3 : VCS > 2 ? 2 : 1;
static const unsigned kNetW = NETWORKS > 4 ? 3 : NETWORKS > 2 ? 2 : 1;
static const unsigned kHead = 4 + 2 * 2 + 3 + 4 + kNetW;  // bits of a head: data lie above
static const unsigned kLongest = CUT_THROUGH != 0 && DEPTH < 7 ? DEPTH : 7;

typedef std::vector<uint32_t> packet_t;  // the lowest 32 bits of each flit, heads masked

class bench_t {
 public:
  explicit bench_t(uint64_t seed) : random_(seed) {
    Verilated::defaultContextp()->randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
    model_.eval();  // so that the first edges are seen as such
  }

  // Status of the program.
  int run(unsigned cycles) {
    static const unsigned kPeriods[][2] = {{1000, 1000}, {1000, 1500}, {1500, 1000}, {1000, 1400},
                                           {1000, 4000}, {4000, 1000}, {1000, 1001}, {1003, 1000}};
    unsigned pairs = 0;
    for (const auto &periods : kPeriods) {
      if ((A_KEEPS_UP != 0 && periods[0] > periods[1]) ||
          (B_KEEPS_UP != 0 && periods[1] > periods[0])) {
        continue;
      }
      for (rate_ = false;; rate_ = true) {
        start(periods[0], periods[1]);
        pass(cycles);
        if (failure_.empty() && rate_) {
          hold_rate();
        }
        if (!failure_.empty()) {
          std::printf("FAILED: periods %u and %u at %llu ps: %s\n", periods[0], periods[1],
                      static_cast<unsigned long long>(now_), failure_.c_str());
          return 1;
        }
        if (rate_) {
          break;
        }
      }
      pairs++;
    }
    std::printf("%u pairs of clocks, %llu packets, %llu across clocks; rates of a link:%s\n", pairs,
                packets_, across_, rates_.c_str());
    if (across_ == 0) {
      std::printf("FAILED: too little was tested\n");
      return 1;
    }
    return 0;
  }

 private:
  void fail(const std::string &what) {
    if (failure_.empty()) {
      failure_ = what;
    }
  }

  void start(unsigned a, unsigned b) {
    const unsigned period[2] = {a, b}, least = a < b ? a : b;
    window_ = 1 + random_.draw(least - 1);
    for (unsigned d = 0; d < 2; d++) {
      clock_[d] = {};
      clock_[d].period = period[d];
      clock_[d].window = window_;
      clock_[d].next_rise = now_ + window_ + random_.draw(period[d]);
    }
    model_.arst_i = 1;
    arst_end_ = now_ + 3 * (a > b ? a : b);
    model_.host_valid_i = 0;
    model_.eval();
    model_.a_clk_i = model_.b_clk_i = 1;
    model_.eval();
  }

  void pass(unsigned cycles) {
    const uint64_t slower =
        clock_[0].period > clock_[1].period ? clock_[0].period : clock_[1].period;
    const uint64_t quiet = now_ + cycles * slower, end = quiet + 3000 * slower;
    uint64_t mood = 0;
    first_ = last_ = now_ + 200 * slower;
    counted_ = 0;
    while (failure_.empty() && (now_ < quiet || due_ > 0 || sending() || model_.arst_i != 0)) {
      const uint64_t next =
          clock_[0].next() < clock_[1].next() ? clock_[0].next() : clock_[1].next();
      if (model_.arst_i != 0 && arst_end_ <= next) {
        now_ = arst_end_;
        model_.arst_i = 0;
        model_.eval();
        continue;
      }
      now_ = next;
      making_ = now_ < quiet;
      if (now_ >= mood) {
        mood = now_ + 200 * slower;
        for (unsigned n = 0; n < 4; n++) {
          haste_[n] = random_.chance(50) ? 100 : 30;
          patience_[n] = rate_ || random_.chance(60) ? 100 : random_.draw(60);
        }
      }
      event();
      if (now_ > end) {
        fail("not all is delivered: " + std::to_string(due_) + " packets are due");
      }
    }
  }

  bool sending() const {
    for (const auto &host : hosts_) {
      if (!host.flits.empty()) {
        return true;
      }
    }
    return false;
  }

  void event() {
    bool rise[2] = {false, false};
    for (unsigned d = 0; d < 2; d++) {
      if (clock_[d].next() == now_) {
        rise[d] = clock_[d].step();
        (d == 0 ? model_.a_clk_i : model_.b_clk_i) = rise[d];
      }
    }
    // Before the edge: what is offered is taken at it.
    for (unsigned n = 0; n < 4; n++) {
      if (rise[n % 2] && get(model_.rst_o, n % 2, 1) == 0) {
        taken(n);
        deliver(n);
      }
    }
    model_.eval();
    for (unsigned n = 0; n < 4; n++) {
      if (rise[n % 2]) {
        drive(n);
      }
    }
    model_.eval();
  }

  // A beat of a host.
  void taken(unsigned n) {
    host_t &host = hosts_[n];
    if (get(model_.host_valid_i, n, 1) == 0 ||
        get(model_.host_ready_o, n * NETWORKS + host.network, 1) == 0) {
      return;
    }
    if (++host.at == host.flits.size()) {
      host.flits.clear();
      host.at = 0;
    }
  }

  void drive(unsigned n) {
    host_t &host = hosts_[n];
    const bool may = rate_ ? n == 0 : random_.chance(haste_[n]);
    const bool up = get(model_.rst_o, 0, 2) == 0;
    if (host.flits.empty() && making_ && up && may) {
      host.network = rate_ ? 0 : random_.draw(NETWORKS);
      host.dst = rate_ ? 1 : random_.draw(4);
      host.message = random_.draw(16);
      const unsigned flits = rate_ ? kLongest : 1 + random_.draw(kLongest);
      for (unsigned i = 0; i < flits; i++) {
        const auto word = static_cast<uint32_t>(random_.word());
        host.flits.push_back(i == 0 ? word >> kHead << kHead : word);
      }
      due_++;
      sent_[{n, host.dst, host.network, host.message}][host.flits]++;
    }
    const bool offer = !host.flits.empty() && (rate_ || random_.chance(haste_[n]) || making_ == 0);
    put(model_.host_valid_i, n, 1, offer);
    if (offer) {
      put(model_.host_network_i, n * kNetW, kNetW, host.network);
      put(model_.host_dst_i, n * 2, 2, host.dst);
      put(model_.host_message_i, n * 4, 4, host.message);
      put(model_.host_flits_i, n * 3, 3, static_cast<uint32_t>(host.flits.size()));
      put(model_.host_data_i, n * FLIT_BITS, 32, host.flits[host.at]);
    }
    for (unsigned k = 0; k < NETWORKS; k++) {
      put(model_.del_ready_i, n * NETWORKS + k, 1, !making_ || random_.chance(patience_[n]));
    }
  }

  // Beats of packets on one VC come one packet after the other.
  void deliver(unsigned n) {
    for (unsigned k = 0; k < NETWORKS; k++) {
      const unsigned s = n * NETWORKS + k;
      if (get(model_.del_valid_o, s, 1) == 0 || get(model_.del_ready_i, s, 1) == 0) {
        continue;
      }
      const unsigned vc = get(model_.del_vc_o, s * kVcW, kVcW);
      const unsigned kind = get(model_.del_kind_o, s * 2, 2);
      packet_t &packet = open_[n][vc];
      if (((kind & 1) != 0) != packet.empty()) {
        fail("a first flit within a packet, or none at its beginning");
      }
      packet.push_back(get(model_.del_data_o, s * FLIT_BITS, 32));
      if (rate_ && now_ > first_ && making_) {
        counted_++;
        last_ = now_;
      } else if (rate_ && making_) {
        first_ = now_ > first_ ? now_ : first_;
      }
      if ((kind & 2) != 0) {
        const unsigned source = get(model_.del_source_o, s * 2, 2);
        const unsigned message = get(model_.del_message_o, s * 4, 4);
        auto &due = sent_[{source, n, k, message}];
        const auto it = due.find(packet);
        if (it == due.end()) {
          fail("a packet that nobody sent, or that has come before");
          return;
        }
        if (--it->second == 0) {
          due.erase(it);
        }
        due_--;
        packets_++;
        across_ += source % 2 != n % 2;
        packet.clear();
      }
    }
  }

  // Node 0 sent to node 1 as fast as it can: Vcs VCs, each a buffer of flits in a credit loop.
  void hold_rate() {
    const double a = static_cast<double>(clock_[0].period),
                 b = static_cast<double>(clock_[1].period);
    const double w = static_cast<double>(window_), fixed = PIPELINE * a + 2 * b + a + b;
    const double shortest = fixed + STAGES * b + STAGES * a;
    const double longest = fixed + (STAGES + 1) * (a + b) + 2 * w;
    const double slower = a > b ? a : b;
    const double flits = counted_ / static_cast<double>(last_ - first_) * slower;
    const double depth = DEPTH * slower * (VCS / NETWORKS);
    const double most = depth / shortest < 1 ? depth / shortest : 1;
    const double least = depth / longest < 1 ? depth / longest : 1;
    char text[80];
    std::snprintf(text, sizeof(text), " %.0f:%.0f %.3f (%.3f to %.3f)", a, b, flits, least, most);
    rates_ += text;
    // One VC is served in every cycle; the packets of several share the link unevenly, which the
    // form does not say, and with cut-through they wait for room: these have an upper bound only.
    const bool exact = VCS == 1 && CUT_THROUGH == 0;
    if (flits > most * 1.01 || (exact && flits < least * 0.99)) {
      fail(std::string("a rate that is not within the bounds:") + text);
    }
  }

  struct host_t {
    packet_t flits;
    size_t at = 0;
    unsigned network = 0, dst = 0, message = 0;
  };

  Vmesh_bench model_;
  random_t random_;
  edges_t clock_[2];
  uint64_t now_ = 1000, arst_end_ = 0, first_ = 0, last_ = 0;
  unsigned window_ = 0, counted_ = 0, due_ = 0;
  bool making_ = true, rate_ = false;
  std::string failure_, rates_;
  host_t hosts_[4];
  packet_t open_[4][VCS];
  unsigned haste_[4] = {}, patience_[4] = {};
  std::map<std::vector<unsigned>, std::map<packet_t, unsigned>> sent_;
  unsigned long long packets_ = 0, across_ = 0;
};

int main(int argc, char **argv) {
  unsigned long seed = 1, cycles = 2000;
  for (int i = 1; i + 1 < argc; i += 2) {
    unsigned long *value = std::strcmp(argv[i], "--seed") == 0 ? &seed : &cycles;
    *value = std::strtoul(argv[i + 1], nullptr, 10);
  }
  const auto bench = std::make_unique<bench_t>(seed);
  return bench->run(static_cast<unsigned>(cycles));
}
