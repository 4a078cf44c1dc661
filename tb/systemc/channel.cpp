// channel -- see channel.h.

#include "channel.h"

#include "network.h"

namespace nocstep {

channel::channel(const char *name, network *owner, std::uint32_t node, std::size_t places)
    : sc_prim_channel(name), owner_(owner), node_(node), places_(places) {
}

const char *channel::kind() const {
  return "nocstep::channel";
}

// --- those who write -----------------------------------------------------------------------------

int channel::num_free() const {
  return used_ < places_ ? static_cast<int>(places_ - used_) : 0;
}

bool channel::nb_write(const message &m) {
  if (num_free() == 0) {
    return false;
  }
  written_.push_back(m);
  used_++;
  request_update();
  return true;
}

void channel::write(const message &m) {
  while (!nb_write(m)) {
    sc_core::wait(place_);
  }
}

const sc_core::sc_event &channel::data_read_event() const {
  return place_;
}

// --- those who read ------------------------------------------------------------------------------

int channel::num_available() const {
  return static_cast<int>(readable_);
}

bool channel::nb_read(delivery &d) {
  if (readable_ == 0) {
    return false;
  }
  d = arrived_.front();
  arrived_.pop_front();
  readable_--;
  request_update();
  return true;
}

void channel::read(delivery &d) {
  while (!nb_read(d)) {
    sc_core::wait(delivery_);
  }
}

delivery channel::read() {
  delivery d;
  read(d);
  return d;
}

const sc_core::sc_event &channel::data_written_event() const {
  return delivery_;
}

// --- the network ---------------------------------------------------------------------------------

bool channel::take(message &m) {
  if (seen_ == 0) {
    return false;
  }
  m = written_.front();
  written_.pop_front();
  seen_--;
  request_update();  // it may have left the network's queue in the edge in which it came there
  return true;
}

void channel::deliver(const delivery &d) {
  arrived_.push_back(d);
  request_update();
}

bool channel::accepts() const {
  return unread_ < places_;
}

bool channel::look(std::size_t waiting) {
  if (waiting != waiting_) {
    waiting_ = waiting;
    request_update();
  }
  awake_ = waiting_ > 0 || seen_ > 0 || !accepts();
  return awake_;
}

void channel::update() {
  const std::size_t before = used_;
  const std::size_t readable = readable_;
  seen_ = written_.size();
  used_ = seen_ + waiting_;
  readable_ = arrived_.size();
  unread_ = readable_;
  if (used_ < before) {
    place_.notify(sc_core::SC_ZERO_TIME);
  }
  if (readable_ > readable) {
    delivery_.notify(sc_core::SC_ZERO_TIME);
  }
  if (!awake_ && (seen_ > 0 || !accepts())) {
    awake_ = true;
    owner_->wake(*this);
  }
}

}  // namespace nocstep
