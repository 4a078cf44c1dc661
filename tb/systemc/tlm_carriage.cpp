// tlm_carriage -- see tlm_carriage.h.

#include "tlm_carriage.h"

namespace nocstep {

enum : std::uint32_t { REQUESTS = 1, RESPONSES = 2 };  // virtual networks, counted from 1

tlm_carriage::pair &tlm_carriage::pair_of(const parcel &p) {
  const std::uint64_t key = std::uint64_t{p.from} << 32 | std::uint64_t{p.to} << 1;
  return pairs_[key | (p.response ? 1 : 0)];
}

void tlm_carriage::send(const parcel &p, std::uint64_t bytes, std::uint64_t cycle) {
  const std::uint64_t now = cycle > cycle_ ? cycle : cycle_;
  std::uint32_t place = 0;
  if (unused_.empty()) {
    place = static_cast<std::uint32_t>(flight_.size());
    flight_.emplace_back();
  } else {
    place = unused_.back();
    unused_.pop_back();
  }
  if (p.from == p.to) {
    locals_.push({now + local_, order_++, place});
  } else {
    messages_.push({now, order_++, bytes, p, place});
  }
  late_ += now > cycle ? 1 : 0;
  late_cycles_ += now - cycle;
  under_way_++;
  flight_[place] = {p, pair_of(p).sent++};
}

// Hands the messages of the current cycle to the library.
bool tlm_carriage::begin_cycle() {
  while (!messages_.empty() && messages_.top().cycle <= cycle_) {
    const message &next = messages_.top();
    nocstep_message_t m{};
    m.source = next.what.from;
    m.destination = next.what.to;
    m.bytes = next.bytes;
    m.tag = next.place;
    m.cycle = cycle_;
    m.network = next.what.response ? RESPONSES : REQUESTS;
    if (!nocstep_send(network_, &m)) {
      return false;
    }
    in_network_++;
    messages_.pop();
  }
  return true;
}

void tlm_carriage::arrive(std::uint32_t place) {
  const flight f = flight_[place];
  pair &between = pair_of(f.what);
  unused_.push_back(place);
  if (f.number != between.given) {
    between.early.emplace(f.number, f.what);
    return;
  }
  between.given++;
  arrived_.push_back(f.what);
  for (auto next = between.early.begin();
       next != between.early.end() && next->first == between.given;
       next = between.early.erase(next)) {
    between.given++;
    arrived_.push_back(next->second);
  }
}

// Takes all of the cycle in which the first arrives.
bool tlm_carriage::run_network(std::uint64_t edge) {
  nocstep_delivery_t d;
  if (in_network_ == 0) {
    cycle_ = edge;
    return true;
  }
  bool any = nocstep_next(network_, edge, &d);
  if (!any && nocstep_error(network_)[0] != '\0') {
    return false;
  }
  cycle_ = any ? d.delivered + 1 : edge;
  for (; any; any = nocstep_next(network_, 0, &d)) {
    in_network_--;
    arrive(static_cast<std::uint32_t>(d.tag));
  }
  return true;
}

bool tlm_carriage::run(std::uint64_t edge) {
  while (arrived_.empty() && cycle_ < edge) {
    std::uint64_t next = edge;
    if (!begin_cycle()) {
      return false;
    }
    if (!messages_.empty() && messages_.top().cycle < next) {
      next = messages_.top().cycle;
    }
    if (!locals_.empty() && locals_.top().edge < next) {
      next = locals_.top().edge;
    }
    if (!run_network(next)) {
      return false;
    }
    while (!locals_.empty() && locals_.top().edge <= cycle_) {
      const std::uint32_t place = locals_.top().place;
      locals_.pop();
      arrive(place);
    }
  }
  return true;
}

bool tlm_carriage::take(parcel *p) {
  if (arrived_.empty()) {
    return false;
  }
  *p = arrived_.front();
  arrived_.pop_front();
  under_way_--;
  return true;
}

}  // namespace nocstep
