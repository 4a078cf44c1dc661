// bench -- random packets through stream_bench: every stream out is held against the rules of the
// bus (bus_checker.hpp), every packet against those that were sent (a scoreboard), every error
// against those that were made. Neither knows the RTL.
//
//   bench [--seed N] [--cycles N] [--bug N]
//
// A bug is one of the pins between the RTL and the checkers: they must find it. Prints a line and
// ends with status 0 if all is as it should be, else 1.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "Vstream_bench.h"
#include "bus_checker.hpp"
#include "verilated.h"

// VCS, FLIT_BITS, NETWORKS, LEN_W, MSG_W, AGE_W, MAX_FLITS, SMALL_FLITS: those of the module.
static const unsigned kNodes = 4, kStreams = kNodes * NETWORKS;
static const unsigned kBytes = FLIT_BITS / 8;

static unsigned bits_for(unsigned values) {
  unsigned bits = 0;
  while ((1u << bits) < values) {
    bits++;
  }
  return bits;
}
// Bytes of a first flit, and of the longest packet: docs/axi-stream.md.
static const unsigned kHeadBits =
    4 + 2 * 3 + LEN_W + MSG_W + (NETWORKS > 1 ? bits_for(NETWORKS) : 1) + AGE_W;
static const unsigned kFirst = (FLIT_BITS - kHeadBits - bits_for(kBytes)) / 8;
static unsigned max_bytes(unsigned flits) {
  return kFirst + (flits - 1) * kBytes;
}
static unsigned node_flits(unsigned node) {
  return node == 3 ? SMALL_FLITS : MAX_FLITS;
}

// Any pins of the model, bit by bit: they are little-endian words.
template <typename pins_t>
static uint32_t get(const pins_t &pins, unsigned lsb, unsigned width) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(&pins);
  uint32_t value = 0;
  for (unsigned i = 0; i < width; i++) {
    value |= static_cast<uint32_t>(bytes[(lsb + i) / 8] >> (lsb + i) % 8 & 1) << i;
  }
  return value;
}
template <typename pins_t>
static void put(pins_t &pins, unsigned lsb, unsigned width, uint32_t value) {
  auto *bytes = reinterpret_cast<uint8_t *>(&pins);
  for (unsigned i = 0; i < width; i++) {
    const unsigned bit = lsb + i;
    bytes[bit / 8] =
        static_cast<uint8_t>((bytes[bit / 8] & ~(1u << bit % 8)) | (value >> i & 1) << bit % 8);
  }
}

struct beat_t {
  std::vector<uint8_t> data, keep;
  bool last;
};

class bench_t {
 public:
  bench_t(uint64_t seed, unsigned bug) : random_state_(seed), bug_(bug) {
    for (unsigned s = 0; s < kStreams; s++) {
      patience_.push_back(100);
      haste_.push_back(100);
    }
  }

  // Status of the program.
  int run(unsigned cycles) {
    model_.rst_i = 1;
    for (unsigned i = 0; i < 3; i++) {
      drive();
      edge();
    }
    model_.rst_i = 0;
    unsigned quiet = 0;
    for (cycle_ = 0; quiet < 500; cycle_++) {
      making_ = cycle_ < cycles;
      if (cycle_ % 256 == 0) {
        new_phase();
      }
      create();
      drive();
      model_.eval();
      watch();
      edge();
      if (!failure_.empty()) {
        std::printf("FAILED: cycle %u: %s\n", cycle_, failure_.c_str());
        return 1;
      }
      quiet = making_ || due() ? 0 : quiet + 1;
      if (cycle_ > cycles + 20000) {
        std::printf("FAILED: not all is delivered: %zu packets and %u errors are due\n",
                    expected_count_, errors_due_);
        return 1;
      }
    }
    std::printf(
        "%u packets of 1 to %u bytes, %u refused, %u overlong, %u cycles, first flit %u bytes, "
        "%u delivered past a network that was held\n",
        delivered_, largest_, refused_, overlong_, cycle_, kFirst, past_);
    if (delivered_ == 0 || (NETWORKS > 1 && past_ == 0)) {
      std::printf("FAILED: too little was tested\n");
      return 1;
    }
    return 0;
  }

 private:
  // splitmix64
  uint64_t random_() {
    uint64_t x = random_state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
  }
  unsigned draw(unsigned below) {
    return static_cast<unsigned>((random_() >> 32) % below);
  }
  bool chance(unsigned percent) {
    return draw(100) < percent;
  }
  void fail(unsigned stream, const std::string &text) {
    if (failure_.empty()) {
      failure_ = "node " + std::to_string(stream / NETWORKS) + ", network " +
                 std::to_string(stream % NETWORKS) + ": " + text;
    }
  }
  bool due() const {
    return expected_count_ > 0 || errors_due_ > 0 || sending_ > 0;
  }

  // How often streams offer and take, for 256 cycles. Now and then one network is held at all
  // nodes: the others go on.
  void new_phase() {
    static const unsigned kChances[] = {5, 30, 70, 100};
    held_ = making_ && chance(30) ? draw(NETWORKS) : NETWORKS;
    for (unsigned s = 0; s < kStreams; s++) {
      patience_[s] = making_ ? kChances[draw(4)] : 100;
      haste_[s] = making_ ? kChances[draw(4)] : 100;
      if (s % NETWORKS == held_) {
        patience_[s] = 0;
      }
    }
  }

  // A packet for each stream that has none: mostly right, now and then one that is to be refused.
  void create() {
    for (unsigned s = 0; s < kStreams && making_; s++) {
      if (beats_[s].empty() && chance(haste_[s])) {
        new_packet(s);
        sending_++;
      }
    }
  }

  void new_packet(unsigned s) {
    const unsigned node = s / NETWORKS, most = max_bytes(node_flits(node));
    const bool store = node % 2 == 0;
    static const unsigned kMost = 3 * 256;
    unsigned size = 1 + draw(chance(30) ? (most < 2 * kBytes ? most : 2 * kBytes) : most);
    if (chance(10)) {
      size = most - draw(most < 2 ? 1 : 2);
    }
    const unsigned to = draw(kNodes);
    dest_[s] = to;
    id_[s] = draw(1u << MSG_W);
    user_[s] = size;
    int cause = -1;  // of the error that is expected
    enum { RIGHT, DEST, LONG, NOTHING, KEEP, EARLY, LATE } wrong = RIGHT;
    if (chance(12)) {
      wrong = static_cast<decltype(wrong)>(1 + draw(6));
    }
    if (store && wrong >= EARLY) {
      wrong = RIGHT;  // the length is not announced
    }
    if (wrong == LONG) {
      size = most + 1 + draw(kMost < 6 * kBytes ? kMost : 6 * kBytes);
      user_[s] = size;
      cause = 1;
    }
    std::vector<uint8_t> bytes(size);
    for (auto &byte : bytes) {
      byte = static_cast<uint8_t>(random_() | 1);  // not 0, as padding is
    }
    beats_[s] = cut(bytes);
    if (wrong == DEST) {
      dest_[s] |= 4;
      cause = 0;
    } else if (wrong == NOTHING) {
      cause = 1;
      if (store) {
        beats_[s].resize(1);
        beats_[s][0].keep.assign(kBytes, 0);
        beats_[s][0].last = true;
      } else {
        user_[s] = 0;
      }
    } else if (wrong == KEEP) {
      cause = 2;
      const unsigned number = draw(static_cast<unsigned>(beats_[s].size()));
      // Any byte; in the last beat not the highest, without which it would be a shorter packet.
      const unsigned kept = size - number * kBytes;
      const unsigned hole = kept > kBytes ? draw(kBytes) : kept > 2 ? draw(kept - 1) : 0;
      beats_[s][number].keep[hole] = 0;
      if (!store) {
        bytes[number * kBytes + hole] = 0;
      }
      if (store && beats_[s].size() == 1 && size == 1) {
        cause = 1;  // then it has no byte
      }
    } else if (wrong == EARLY && beats_[s].size() > 1) {
      cause = 3;
      const unsigned left = 1 + draw(static_cast<unsigned>(beats_[s].size()) - 1);
      beats_[s].resize(left);
      beats_[s].back().last = true;
      for (size_t i = left * kBytes; i < size; i++) {
        bytes[i] = 0;
      }
    } else if (wrong == LATE) {
      cause = 3;
      beats_[s].back().last = false;
      for (unsigned more = 1 + draw(9); more > 0; more--) {
        beats_[s].push_back(
            {std::vector<uint8_t>(kBytes, 0x55), std::vector<uint8_t>(kBytes, 1), more == 1});
      }
    }
    if (cause >= 0) {
      causes_[s].push_back(static_cast<unsigned>(cause));
      errors_due_++;
    }
    const bool leaves = cause < 0 || (!store && cause >= 2);
    // A packet of one flit whose head says on its way that it has no byte (stream_bench.sv).
    const bool empty = to == 3 && bytes.size() <= kFirst && id_[s] == (1U << MSG_W) - 1;
    if (leaves && (empty || bytes.size() > max_bytes(node_flits(to)))) {
      overlong_due_[to * NETWORKS + s % NETWORKS]++;
      errors_due_++;
    } else if (leaves) {
      expected_[{to * NETWORKS + s % NETWORKS, node, id_[s]}].push_back({bytes, order_++});
      expected_count_++;
    }
  }

  static std::vector<beat_t> cut(const std::vector<uint8_t> &bytes) {
    std::vector<beat_t> beats;
    for (size_t at = 0; at < bytes.size(); at += kBytes) {
      beat_t beat = {std::vector<uint8_t>(kBytes, 0xee), std::vector<uint8_t>(kBytes, 0), false};
      for (size_t i = 0; i < kBytes && at + i < bytes.size(); i++) {
        beat.data[i] = bytes[at + i];
        beat.keep[i] = 1;
      }
      beats.push_back(beat);
    }
    beats.back().last = true;
    return beats;
  }

  // Inputs of this cycle. What a stream offers stays until it is taken.
  void drive() {
    for (unsigned s = 0; s < kStreams; s++) {
      if (!offered_[s]) {
        offered_[s] = !beats_[s].empty() && chance(haste_[s]);
      }
      put(model_.s_axis_tvalid, s, 1, offered_[s]);
      const bool first = at_[s] == 0;
      // Who is not first says nothing of dest, id and user.
      put(model_.s_axis_tdest, 3 * s, 3, first ? dest_[s] : ~dest_[s]);
      put(model_.s_axis_tid, MSG_W * s, MSG_W, first ? id_[s] : ~id_[s]);
      put(model_.s_axis_tuser, 16 * s, 16, first ? user_[s] : ~user_[s]);
      for (unsigned i = 0; i < kBytes; i++) {
        const bool there = offered_[s];
        put(model_.s_axis_tdata, (s * kBytes + i) * 8, 8, there ? beats_[s][at_[s]].data[i] : 0xcc);
        put(model_.s_axis_tkeep, s * kBytes + i, 1, there ? beats_[s][at_[s]].keep[i] : 1);
      }
      put(model_.s_axis_tlast, s, 1, offered_[s] && beats_[s][at_[s]].last);
      put(model_.m_axis_tready, s, 1, chance(patience_[s]));
    }
  }

  stream_pins pins_of(unsigned s) {
    stream_pins pins = {get(model_.m_axis_tvalid, s, 1) != 0,
                        get(model_.m_axis_tready, s, 1) != 0,
                        get(model_.m_axis_tlast, s, 1) != 0,
                        {},
                        {},
                        get(model_.m_axis_tid, 3 * s, 3),
                        get(model_.m_axis_tuser, MSG_W * s, MSG_W)};
    for (unsigned i = 0; i < kBytes; i++) {
      pins.data.push_back(static_cast<uint8_t>(get(model_.m_axis_tdata, (s * kBytes + i) * 8, 8)));
      pins.keep.push_back(static_cast<uint8_t>(get(model_.m_axis_tkeep, s * kBytes + i, 1)));
    }
    armed_[s] = armed_[s] || (cycle_ > 1000 && !checkers_[s].waiting());
    if (armed_[s]) {
      plant(&pins);
    }
    return pins;
  }

  // A bug, from the first beat behind cycle 1000 on. Most look at the beat alone, so that it stays
  // as it is while it waits: the rules for that find nothing.
  void plant(stream_pins *pins) {
    const unsigned number = pins->data[0] >> 1;  // the lowest bit is always 1
    switch (bug_) {
      case 1:  // some tlast are lost
        pins->last = pins->last && number % 4 != 0;
        break;
      case 2:  // tvalid falls
        pins->valid = pins->valid && (pins->ready || cycle_ % 4 != 0);
        break;
      case 3:  // data change while they wait
        pins->data[0] = static_cast<uint8_t>(pins->data[0] ^ (!pins->ready && cycle_ % 4 == 0));
        break;
      case 4:  // a byte too many is kept
        for (unsigned i = 1; i < kBytes; i++) {
          if (pins->last && pins->keep[i] == 0) {
            pins->keep[i] = 1;
            break;
          }
        }
        break;
      case 5:  // a byte too few is kept
        for (unsigned i = kBytes - 1; i > 0; i--) {
          if (pins->last && pins->keep[i] != 0) {
            pins->keep[i] = 0;
            pins->data[i] = 0;
            break;
          }
        }
        break;
      case 6:  // beats are lost
        pins->valid = pins->valid && number % 32 != 0;
        break;
      case 7:  // beats come from another source
        pins->id ^= static_cast<uint32_t>(number % 32 == 0);
        break;
      default:
        break;
    }
  }

  void watch() {
    for (unsigned s = 0; s < kStreams; s++) {
      bool whole = false;
      const stream_pins pins = pins_of(s);
      const std::string broken = checkers_[s].cycle(pins, &whole);
      if (!broken.empty()) {
        fail(s, broken);
      }
      if (whole) {
        arrived(s, checkers_[s].packet());
      }
      if (get(model_.error_o, s, 1) != 0) {
        const unsigned cause = get(model_.error_cause_o, 2 * s, 2);
        if (causes_[s].empty() || causes_[s].front() != cause) {
          fail(s, "error " + std::to_string(cause) + ", expected " +
                      (causes_[s].empty() ? "none" : std::to_string(causes_[s].front())));
        } else {
          causes_[s].pop_front();
          errors_due_--;
          refused_++;
        }
      }
      if (get(model_.overlong_o, s, 1) != 0) {
        if (overlong_due_[s] == 0) {
          fail(s, "a packet is swallowed");
        } else {
          overlong_due_[s]--;
          errors_due_--;
          overlong_++;
        }
      }
    }
  }

  // A packet, whole: one that was sent to this stream and has not come yet. On a network of one VC
  // no packet overtakes another of its source.
  void arrived(unsigned s, const stream_packet &packet) {
    auto &due = expected_[{s, packet.id, packet.user}];
    for (size_t i = 0; i < due.size(); i++) {
      if (due[i].bytes == packet.bytes) {
        const uint64_t order = due[i].order;
        due.erase(due.begin() + static_cast<std::ptrdiff_t>(i));
        expected_count_--;
        delivered_++;
        past_ += held_ < NETWORKS && s % NETWORKS != held_;
        largest_ =
            packet.bytes.size() > largest_ ? static_cast<unsigned>(packet.bytes.size()) : largest_;
        uint64_t &latest = latest_[{s, packet.id}];
        if (VCS == NETWORKS && order < latest) {
          fail(s, "a packet has overtaken another of its source");
        }
        latest = order;
        return;
      }
    }
    fail(s, "a packet of " + std::to_string(packet.bytes.size()) + " bytes, source " +
                std::to_string(packet.id) + ", message " + std::to_string(packet.user) +
                ", that nobody sent");
  }

  // The rising edge, and what it took.
  void edge() {
    model_.eval();
    for (unsigned s = 0; s < kStreams; s++) {
      if (offered_[s] && model_.rst_i == 0 && get(model_.s_axis_tready, s, 1) != 0) {
        offered_[s] = false;
        if (++at_[s] == beats_[s].size()) {
          beats_[s].clear();
          at_[s] = 0;
          sending_--;
        }
      }
    }
    model_.clk_i = 1;
    model_.eval();
    model_.clk_i = 0;
    model_.eval();
  }

  struct sent_t {
    std::vector<uint8_t> bytes;
    uint64_t order;
  };

  Vstream_bench model_;
  uint64_t random_state_;
  unsigned bug_, cycle_ = 0, held_ = NETWORKS;
  bool making_ = false;
  std::string failure_;
  std::vector<unsigned> patience_, haste_;  // percent: streams out take, streams in offer
  std::vector<beat_t> beats_[kStreams];     // of the packet that a stream sends
  size_t at_[kStreams] = {};
  bool offered_[kStreams] = {};
  bool armed_[kStreams] = {};  // the bug is there
  uint32_t dest_[kStreams] = {}, id_[kStreams] = {}, user_[kStreams] = {};
  bus_checker checkers_[kStreams];
  std::map<std::tuple<unsigned, uint32_t, uint32_t>, std::deque<sent_t>> expected_;
  std::map<std::tuple<unsigned, uint32_t>, uint64_t> latest_;
  std::deque<unsigned> causes_[kStreams];
  unsigned overlong_due_[kStreams] = {};
  size_t expected_count_ = 0;
  unsigned errors_due_ = 0, sending_ = 0, delivered_ = 0, refused_ = 0, overlong_ = 0, largest_ = 0,
           past_ = 0;
  uint64_t order_ = 0;
};

int main(int argc, char **argv) {
  unsigned long seed = 1, cycles = 10000, bug = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    unsigned long *value = std::strcmp(argv[i], "--seed") == 0     ? &seed
                           : std::strcmp(argv[i], "--cycles") == 0 ? &cycles
                                                                   : &bug;
    *value = std::strtoul(argv[i + 1], nullptr, 10);
  }
  Verilated::commandArgs(argc, argv);  // +mutant=N behind the others: tests/mutation
  const auto bench = std::make_unique<bench_t>(seed, static_cast<unsigned>(bug));
  return bench->run(static_cast<unsigned>(cycles));
}
