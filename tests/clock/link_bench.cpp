// link_bench -- flits and credits through a clock_crossing_link, words through an async_fifo, with
// clocks of many ratios and phases, and resets in the middle. The checkers know the text alone:
// what comes out is what went in, in order, and in one of the cycles that docs/clock-crossing.md
// allows; a queue is full and empty when its text says so.
//
//   bench [--seed N] [--cycles N] [--bug N] [--plain 1]
//
// Cycles are those of one pair of clocks. Plain: the synchronizers are those of the RTL, which
// miss nothing. A bug is one of the pins between the RTL and the checkers:
// they must find it. Prints a line and ends with status 0 if all is as it should be, else 1.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>

#include "Vlink_bench.h"
#include "clocks.hpp"
#include "verilated.h"

// VCS, DEPTH, FLIT_BITS, STAGES, A_KEEPS_UP, B_KEEPS_UP, FIFO_DEPTH: those of the module.
static const unsigned kVcW = VCS > 8 ? 4 : VCS > 4 ? 3 : VCS > 2 ? 2 : 1;
static const unsigned kPhases = A_KEEPS_UP && B_KEEPS_UP ? 20 : 3;  // of each pair of clocks
static const unsigned kCredit = FLIT_BITS + kVcW + 3;               // place of this bit in a slice

// A write that crosses: the edges of the reader's clock up to then, and whether the
// next one may miss it.
struct crossing_t {
  uint64_t edges;
  bool written, miss;
};
struct flit_t {
  uint32_t vc, kind, payload[FLIT_BITS / 32];
  crossing_t at;
};
struct credit_t {
  uint32_t vc;
  crossing_t at;
};
struct word_t {
  uint32_t data;
  crossing_t at;
};

// Edge after which something that was written at `at` can be seen first, and must be seen.
static uint64_t earliest(const crossing_t &at, unsigned stages) {
  return at.edges + stages;
}
static uint64_t latest(const crossing_t &at, unsigned stages) {
  return at.edges + stages + at.miss;
}

// One end of the link, as a router is one: credits for the other end, buffers of its own.
struct side_t {
  edges_t clock;
  bool reset = true;           // after the last edge
  unsigned credits[VCS] = {};  // for VC buffers of the other side
  unsigned buffer[VCS] = {};   // flits in its own
  unsigned busy = 100;  // percent of cycles in which it sends if it can, and returns a credit
  unsigned returns = 100;
  std::deque<flit_t> flits;  // on the way to it, in order
  std::deque<credit_t> in_credits;
  uint64_t flit_edge = 0, credit_edge = 0;  // after which the last ones came
};

// A slice of a link.
struct pins_t {
  uint32_t word[(FLIT_BITS + 8) / 32 + 2];
};

class bench_t {
 public:
  bench_t(uint64_t seed, unsigned bug, bool plain) : random_(seed), bug_(bug), plain_(plain) {
    Verilated::defaultContextp()->randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
    model_.eval();  // so that the first edges are seen as such
  }

  // Status of the program.
  int run(unsigned cycles) {
    static const struct {
      unsigned a, b;
    } kPeriods[] = {{1000, 1000}, {1000, 1500}, {1500, 1000}, {1000, 1400}, {1000, 4000},
                    {4000, 1000}, {1000, 1001}, {1001, 1000}, {1000, 7300}, {1700, 1000}};
    unsigned pairs = 0;
    for (const auto &periods : kPeriods) {
      if ((A_KEEPS_UP != 0 && periods.a > periods.b) ||
          (B_KEEPS_UP != 0 && periods.b > periods.a)) {
        continue;
      }
      // Phases and windows are random but for the first, in which edges coincide. In the last, the
      // clocks change and stop, unless a queue is short because one keeps up.
      for (unsigned phase = 0; phase < kPhases; phase++) {
        pairs++;
        start(periods.a, periods.b, phase == 0);
        changes_ = phase == 2 && A_KEEPS_UP == 0 && B_KEEPS_UP == 0;
        if (!pass(cycles)) {
          std::printf("FAILED: periods %u and %u, phase %u, %s at %llu ps: %s\n", periods.a,
                      periods.b, phase, in_ == 0 ? "a" : "b", static_cast<unsigned long long>(now_),
                      failure_.c_str());
          return 1;
        }
      }
    }
    std::printf(
        "%u pairs of clocks, %llu flits, %llu credits, %llu words, %llu of them missed at "
        "an edge, at most %u flits in a queue, %u resets\n",
        pairs, flits_, credits_, words_, missed_, most_, resets_);
    const bool faster = A_KEEPS_UP != 0 || B_KEEPS_UP != 0;
    if (flits_ == 0 || credits_ == 0 || words_ == 0 || (missed_ == 0 && !plain_) || full_ == 0 ||
        resets_ < pairs || (!faster && most_ < VCS * DEPTH)) {
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

  // A pair of clocks, from reset on.
  void start(unsigned a, unsigned b, bool together) {
    const unsigned least = a < b ? a : b;
    const unsigned window = together ? least / 2 : 1 + random_.draw(least - 1);
    const unsigned period[2] = {a, b};
    for (unsigned s = 0; s < 2; s++) {
      edges_t &clock = side_[s].clock;
      base_[s] = period[s];
      clock = {};
      clock.period = period[s];
      clock.window = window;
      clock.next_rise = now_ + window + (together ? 0 : random_.draw(period[s]));
      side_[s].busy = side_[s].returns = 100;
    }
    model_.a_clk_i = 1;
    model_.b_clk_i = 1;
    begin_reset();
  }

  // The asynchronous reset, for three periods of the slower clock, the least that is promised.
  void begin_reset() {
    const uint64_t a = side_[0].clock.period, b = side_[1].clock.period;
    arst_end_ = now_ + 3 * (a > b ? a : b);
    for (const auto &side : side_) {  // a clock that stands still is waited for
      const uint64_t third = side.clock.next_rise + 2 * side.clock.period;
      arst_end_ = third > arst_end_ && changes_ ? third : arst_end_;
    }
    model_.arst_i = 1;
    model_.eval();
    if (model_.a_rst_o == 0 || model_.b_rst_o == 0) {
      fail("a reset does not rise with the asynchronous one");
    }
    for (auto &side : side_) {
      side.reset = true;
      side.flits.clear();
      side.in_credits.clear();
      side.flit_edge = side.credit_edge = 0;
      for (unsigned v = 0; v < VCS; v++) {
        side.credits[v] = DEPTH;
        side.buffer[v] = 0;
      }
    }
    for (auto &hold : released_) {
      hold = 0;
    }
    fifo_.clear();
    reads_.clear();
    wrote_ = read_ = 0;
    resets_++;
  }

  // So many cycles of the slower clock, with a reset in the middle; then all is let out.
  bool pass(unsigned cycles) {
    const uint64_t a = side_[0].clock.period, b = side_[1].clock.period;
    const uint64_t slower = a > b ? a : b;
    const uint64_t begin = now_, middle = begin + (cycles / 2) * slower + random_.draw(1000);
    const uint64_t quiet = begin + cycles * slower, end = quiet + (8 * VCS * DEPTH + 120) * slower;
    bool was_reset = false;
    uint64_t mood = begin;
    making_ = true;
    while (failure_.empty() && now_ < end) {
      uint64_t next = side_[0].clock.next();
      next = side_[1].clock.next() < next ? side_[1].clock.next() : next;
      if (model_.arst_i != 0 && arst_end_ <= next) {
        now_ = arst_end_;
        model_.arst_i = 0;
        model_.eval();
        continue;
      }
      if (!was_reset && middle < next) {
        now_ = middle;
        was_reset = true;
        begin_reset();
        continue;
      }
      now_ = next;
      making_ = now_ < quiet;
      if (now_ >= mood) {
        mood = now_ + 60 * slower;
        moods();
      }
      event();
    }
    if (failure_.empty() && (due() || side_[0].reset || side_[1].reset)) {
      fail("not all has come");
    }
    return failure_.empty();
  }

  void moods() {
    static const unsigned kMoods[] = {100, 100, 60, 20, 0}, kSlower[] = {1, 1, 2, 3, 40};
    for (unsigned s = 0; s < 2; s++) {
      side_t &side = side_[s];
      side.clock.period = base_[s] * (changes_ && making_ ? kSlower[random_.draw(5)] : 1);
      side.busy = kMoods[random_.draw(5)];
      side.returns = kMoods[random_.draw(5)];
    }
    writes_ = kMoods[random_.draw(5)];
    takes_ = kMoods[random_.draw(5)];
  }

  bool due() const {
    for (const auto &side : side_) {
      if (!side.flits.empty() || !side.in_credits.empty()) {
        return true;
      }
      for (unsigned v = 0; v < VCS; v++) {
        if (side.credits[v] != DEPTH || side.buffer[v] != 0) {
          return true;
        }
      }
    }
    return !fifo_.empty();
  }

  // Edges of one clock or both.
  void event() {
    bool rise[2] = {false, false};
    for (unsigned s = 0; s < 2; s++) {
      if (side_[s].clock.next() == now_) {
        rise[s] = side_[s].clock.step();
        (s == 0 ? model_.a_clk_i : model_.b_clk_i) = rise[s];
      }
    }
    const bool wrote = model_.wr_valid_i != 0 && model_.wr_ready_o != 0;
    const bool read = model_.rd_valid_o != 0 && model_.rd_ready_i != 0;
    model_.eval();
    for (unsigned s = 0; s < 2; s++) {
      in_ = s;
      if (rise[s]) {
        reset(s);
      }
      if (rise[s] && !side_[s].reset) {
        written(s);
        if (s == 0 && wrote) {
          fifo_.back().at = crossed(1);
        }
        if (s == 1 && read) {
          reads_.push_back(crossed(0));
          fifo_.pop_front();
          read_++;
        }
      }
    }
    for (unsigned s = 0; s < 2 && failure_.empty(); s++) {
      in_ = s;
      if (rise[s]) {
        came(s);
        s == 0 ? drive_writer() : drive_reader();
        send(s);
      }
    }
  }

  // The reset of a side after an edge.
  void reset(unsigned s) {
    const bool now = (s == 0 ? model_.a_rst_o : model_.b_rst_o) != 0;
    released_[s] = model_.arst_i != 0 ? 0 : released_[s] + 1;
    if (now != (released_[s] < STAGES)) {
      fail("the reset falls at another edge than that of its stages");
    }
    // After the last edge in reset the side is up, and all of its registers are 0.
    const bool before = side_[s].reset;
    side_[s].reset = now;
    if (before) {  // a reader in reset sees nothing: what waits for it counts from here
      for (flit_t &flit : side_[s].flits) {
        hold(&flit.at, s);
      }
      for (credit_t &credit : side_[s].in_credits) {
        hold(&credit.at, s);
      }
      for (word_t &word : fifo_) {
        if (s == 1) {
          hold(&word.at, s);
        }
      }
    }
  }
  void hold(crossing_t *at, unsigned s) const {
    if (at->written) {
      *at = {side_[s].clock.count, true, false};
    }
  }

  // The other side sees something that happens now.
  crossing_t crossed(unsigned reader) const {
    const edges_t &clock = side_[reader].clock;
    return {clock.count, true, clock.may_miss(now_)};
  }

  // A side's link of the cycle before is in the queues.
  void written(unsigned s) {
    side_t &other = side_[1 - s];
    if (!other.flits.empty() && !other.flits.back().at.written) {
      other.flits.back().at = crossed(1 - s);
    }
    if (!other.in_credits.empty() && !other.in_credits.back().at.written) {
      other.in_credits.back().at = crossed(1 - s);
    }
    unsigned inside = 0;
    for (const flit_t &flit : other.flits) {
      inside += flit.at.written;
    }
    most_ = inside > most_ ? inside : most_;
    const bool keeps_up = s == 0 ? B_KEEPS_UP != 0 : A_KEEPS_UP != 0;
    if (inside > VCS * DEPTH || (keeps_up && inside > STAGES + 3)) {
      fail("more flits in a queue than are promised");
    }
  }

  // The link into a side after an edge.
  void came(unsigned s) {
    side_t &side = side_[s];
    pins_ = {};
    for (unsigned i = 0; i < kCredit + 1 + kVcW; i++) {
      put(pins_, i, 1, s == 0 ? get(model_.a_link_o, i, 1) : get(model_.b_link_o, i, 1));
    }
    plant(s);
    const uint64_t edge = side.clock.count;
    const bool valid = get(pins_, 0, 1) != 0, credit = get(pins_, kCredit, 1) != 0;
    if (side.reset) {
      for (unsigned i = 0; i < kCredit + 1 + kVcW; i++) {
        if (get(pins_, i, 1) != 0) {
          fail("a link is not 0 in reset");
        }
      }
      return;
    }
    // A register behind the queue: an edge more than its own.
    if (valid && (side.flits.empty() || !side.flits.front().at.written)) {
      fail("a flit that nobody sent");
    } else if (valid) {
      const flit_t &flit = side.flits.front();
      if (get(pins_, 1, kVcW) != flit.vc || get(pins_, 1 + kVcW, 2) != flit.kind) {
        fail("a flit of another VC or kind than the next that was sent");
      }
      for (unsigned w = 0; w < FLIT_BITS / 32; w++) {
        if (get(pins_, 3 + kVcW + 32 * w, 32) != flit.payload[w]) {
          fail("a flit with another payload than the next that was sent");
        }
      }
      if (edge < earliest(flit.at, STAGES + 1)) {
        fail("a flit comes too early");
      }
      missed_ += edge == latest(flit.at, STAGES + 1) && flit.at.miss;
      if (++side.buffer[flit.vc] > DEPTH) {
        fail("a flit for which there is no room");
      }
      side.flits.pop_front();
      side.flit_edge = edge;
      flits_++;
    } else {
      for (unsigned i = 1; i < kCredit; i++) {
        if (get(pins_, i, 1) != 0) {
          fail("a link without a flit is not 0");
        }
      }
      if (!side.flits.empty() && side.flits.front().at.written &&
          edge >= latest(side.flits.front().at, STAGES + 1)) {
        fail("a flit does not come in time");
      }
    }
    if (credit && (side.in_credits.empty() || !side.in_credits.front().at.written)) {
      fail("a credit that nobody sent");
    } else if (credit) {
      const credit_t &next = side.in_credits.front();
      if (get(pins_, kCredit + 1, kVcW) != next.vc) {
        fail("a credit of another VC than the next that was sent");
      }
      if (edge < earliest(next.at, STAGES + 1)) {
        fail("a credit comes too early");
      }
      if (++side.credits[next.vc] > DEPTH) {
        fail("a credit too many");
      }
      side.in_credits.pop_front();
      credits_++;
    } else if (get(pins_, kCredit + 1, kVcW) != 0) {
      fail("a link without a credit names a VC");
    } else if (!side.in_credits.empty() && side.in_credits.front().at.written &&
               edge >= latest(side.in_credits.front().at, STAGES + 1)) {
      fail("a credit does not come in time");
    }
  }

  // The link out of a side for the next cycle. With short queues nobody sends before both are
  // up.
  void send(unsigned s) {
    side_t &side = side_[s], &other = side_[1 - s];
    pins_t link = {};
    const bool wait = (A_KEEPS_UP != 0 || B_KEEPS_UP != 0) && other.reset;
    if (!side.reset && !wait) {
      const unsigned first = random_.draw(VCS);
      for (unsigned i = 0; i < VCS && making_ && random_.chance(i == 0 ? side.busy : 100); i++) {
        const unsigned v = (first + i) % VCS;
        if (side.credits[v] > 0) {
          flit_t flit = {v, random_.draw(4), {}, {0, false, false}};
          side.credits[v]--;
          put(link, 0, 1, 1);
          put(link, 1, kVcW, v);
          put(link, 1 + kVcW, 2, flit.kind);
          for (unsigned w = 0; w < FLIT_BITS / 32; w++) {
            flit.payload[w] = static_cast<uint32_t>(random_.word());
            put(link, 3 + kVcW + 32 * w, 32, flit.payload[w]);
          }
          other.flits.push_back(flit);
          break;
        }
      }
      const unsigned share = making_ ? side.returns : 100;
      for (unsigned i = 0; i < VCS && random_.chance(i == 0 ? share : 100); i++) {
        const unsigned v = (first + i) % VCS;
        if (side.buffer[v] > 0) {
          side.buffer[v]--;
          put(link, kCredit, 1, 1);
          put(link, kCredit + 1, kVcW, v);
          other.in_credits.push_back({v, {0, false, false}});
          break;
        }
      }
    }
    for (unsigned i = 0; i < kCredit + 1 + kVcW; i++) {
      if (s == 0) {
        put(model_.a_link_i, i, 1, get(link, i, 1));
      } else {
        put(model_.b_link_i, i, 1, get(link, i, 1));
      }
    }
    model_.eval();
  }

  // The queue, after an edge of its writer: full when it must be, and not longer than it may be.
  void drive_writer() {
    const uint64_t edge = side_[0].clock.count;
    unsigned sure = 0, maybe = 0;
    for (const crossing_t &at : reads_) {
      sure += latest(at, STAGES) <= edge;
      maybe += earliest(at, STAGES) <= edge;
    }
    if (side_[0].reset) {
      model_.wr_valid_i = 0;
      return;
    }
    const unsigned inside = static_cast<unsigned>(wrote_ - gone_());
    const bool ready = (model_.wr_ready_o != 0) != (bug_ == 9 && random_.draw(100) == 0);
    if (ready && inside - maybe >= FIFO_DEPTH) {
      fail("a full queue takes a word");
    }
    if (!ready && inside - sure < FIFO_DEPTH) {
      fail("a queue with room takes no word");
    }
    full_ += !ready;
    while (!reads_.empty() && latest(reads_.front(), STAGES) <= edge) {
      reads_.pop_front();
    }
    model_.wr_valid_i = making_ && random_.chance(writes_);
    model_.wr_data_i = static_cast<uint16_t>(random_.word());
    if (model_.wr_valid_i != 0 && model_.wr_ready_o != 0) {
      fifo_.push_back({model_.wr_data_i, {0, false, false}});
      wrote_++;
    }
  }
  // Reads that are no longer in reads_.
  uint64_t gone_() const {
    return read_ - reads_.size();
  }

  // After an edge of its reader.
  void drive_reader() {
    const uint64_t edge = side_[1].clock.count;
    if (side_[1].reset) {
      model_.rd_ready_i = 0;
      return;
    }
    const bool valid = model_.rd_valid_o != 0;
    const bool there = !fifo_.empty() && fifo_.front().at.written;
    const uint32_t data = model_.rd_data_o ^ (bug_ == 8 && random_.draw(100) == 0 ? 1u : 0u);
    if (valid && (!there || earliest(fifo_.front().at, STAGES) > edge)) {
      fail("a word that nobody wrote, or too early");
    } else if (valid && data != fifo_.front().data) {
      fail("another word than the next that was written");
    } else if (!valid && there && latest(fifo_.front().at, STAGES) <= edge) {
      fail("a word does not come in time");
    }
    model_.rd_ready_i = !making_ || random_.chance(takes_);
    words_ += valid && model_.rd_ready_i != 0;
  }

  // A bug of the pins.
  void plant(unsigned s) {
    const bool now = get(pins_, 0, 1) != 0 && random_.draw(100) == 0;
    const bool credit = get(pins_, kCredit, 1) != 0 && random_.draw(100) == 0;
    switch (bug_) {
      case 1:  // a flit is lost
        if (now) {
          pins_ = {};
        }
        break;
      case 2:  // a flit comes twice
        if (now) {
          kept_ = pins_;
          keep_ = true;
        } else if (keep_ && get(pins_, 0, 1) == 0) {
          pins_ = kept_;
          keep_ = false;
        }
        break;
      case 3:  // a bit of a payload
        put(pins_, 3 + kVcW, 1, get(pins_, 3 + kVcW, 1) ^ now);
        break;
      case 4:  // another kind
        put(pins_, 1 + kVcW, 1, get(pins_, 1 + kVcW, 1) ^ now);
        break;
      case 5:  // a credit is lost
        if (credit) {
          put(pins_, kCredit, 1 + kVcW, 0);
        }
        break;
      case 6:  // a credit of another VC
        put(pins_, kCredit + 1, 1, get(pins_, kCredit + 1, 1) ^ (credit && VCS > 1));
        break;
      case 7:  // a flit and its credit a cycle late
        if (s == 0) {
          const pins_t late = kept_;
          kept_ = pins_;
          pins_ = late;
        }
        break;
      default:
        break;
    }
  }

  Vlink_bench model_;
  random_t random_;
  unsigned bug_, in_ = 0;
  bool plain_;
  uint64_t now_ = 1000, arst_end_ = 0, base_[2] = {};
  bool changes_ = false;
  side_t side_[2];
  unsigned released_[2] = {};
  bool making_ = true, keep_ = false;
  pins_t pins_ = {}, kept_ = {};
  std::string failure_;
  unsigned writes_ = 100, takes_ = 100;
  std::deque<word_t> fifo_;       // words in the queue
  std::deque<crossing_t> reads_;  // that its writer need not have seen
  uint64_t wrote_ = 0, read_ = 0;
  unsigned long long flits_ = 0, credits_ = 0, words_ = 0, missed_ = 0;
  unsigned most_ = 0, full_ = 0, resets_ = 0;
};

int main(int argc, char **argv) {
  unsigned long seed = 1, cycles = 300, bug = 0, plain = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    unsigned long *value = std::strcmp(argv[i], "--seed") == 0     ? &seed
                           : std::strcmp(argv[i], "--cycles") == 0 ? &cycles
                           : std::strcmp(argv[i], "--plain") == 0  ? &plain
                                                                   : &bug;
    *value = std::strtoul(argv[i + 1], nullptr, 10);
  }
  Verilated::commandArgs(argc, argv);  // +mutant=N behind the others: tests/mutation
  const auto bench = std::make_unique<bench_t>(seed, static_cast<unsigned>(bug), plain != 0);
  return bench->run(static_cast<unsigned>(cycles));
}
