// bus_checker -- a stream, held against the rules of AXI4-Stream and of docs/axi-stream.md by its
// pins alone, a cycle after the other. It knows of no network: what it hands on is packets.
//
//   after reset tvalid is low; what is offered stays as it is until tready; tkeep is all ones but
//   in a last beat, where it is ones from the lowest on, one at least; a byte that is not kept is
//   0; tid and tuser are the same in all beats of a packet

#ifndef STREAM_BUS_CHECKER_HPP
#define STREAM_BUS_CHECKER_HPP

#include <cstdint>
#include <string>
#include <vector>

struct stream_pins {
  bool valid, ready, last;
  std::vector<uint8_t> data, keep;  // a byte each, a bit each
  uint32_t id, user;

  bool same_beat(const stream_pins &other) const {
    return last == other.last && data == other.data && keep == other.keep && id == other.id &&
           user == other.user;
  }
};

struct stream_packet {
  std::vector<uint8_t> bytes;
  uint32_t id, user;
};

class bus_checker {
 public:
  // The pins of one cycle. Empty if they keep the rules, else which they break. With the last beat
  // of a packet *whole is set, and the packet is in packet() until the next call.
  std::string cycle(const stream_pins &now, bool *whole) {
    std::string broken;
    *whole = false;
    if (first_cycle_ && now.valid) {
      broken = "tvalid is high after reset";
    } else if (waiting_ && !now.valid) {
      broken = "tvalid falls before tready";
    } else if (waiting_ && !now.same_beat(before_)) {
      broken = "a beat changes before tready";
    } else if (now.valid) {
      broken = beat(now);
    }
    if (now.valid && now.ready) {
      if (!inside_) {
        packet_ = {{}, now.id, now.user};
      }
      for (size_t i = 0; i < now.data.size(); i++) {
        if (now.keep[i] != 0) {
          packet_.bytes.push_back(now.data[i]);
        }
      }
      inside_ = !now.last;
      *whole = now.last;
    }
    first_cycle_ = false;
    waiting_ = now.valid && !now.ready;
    before_ = now;
    return broken;
  }

  const stream_packet &packet() const {
    return packet_;
  }
  bool waiting() const {
    return waiting_;
  }  // the beat of the last cycle was not taken

 private:
  std::string beat(const stream_pins &now) const {
    size_t ones = 0;
    while (ones < now.keep.size() && now.keep[ones] != 0) {
      ones++;
    }
    for (size_t i = ones; i < now.keep.size(); i++) {
      if (now.keep[i] != 0) {
        return "tkeep has a gap";
      }
      if (now.data[i] != 0) {
        return "a byte that is not kept is not 0";
      }
    }
    if (ones == 0) {
      return "a beat has no byte";
    }
    if (!now.last && ones < now.keep.size()) {
      return "a beat before the last is not full";
    }
    if (inside_ && (now.id != packet_.id || now.user != packet_.user)) {
      return "tid or tuser changes within a packet";
    }
    return {};
  }

  bool first_cycle_ = true, waiting_ = false, inside_ = false;
  stream_pins before_ = {};
  stream_packet packet_ = {};
};

#endif
