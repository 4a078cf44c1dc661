// network -- see network.h.

#include "network.h"

#include <cstdlib>

namespace nocstep {

static nocstep_t *open_network(const std::string &file, const std::vector<std::string> &sets,
                               std::size_t places) {
  if (places == 0) {
    stop(bad_scenario, "places is 0; it must be 1 or more");
  }
  return open_with(nocstep_open, file, sets);
}

network::network(sc_core::sc_module_name name, const std::string &file,
                 const std::vector<std::string> &sets, std::size_t places)
    : sc_module(name),
      clock("clock"),
      node("node"),
      network_(open_network(file, sets, places)),
      ended_("ended") {
  node.init(nodes(), [this, places](const char *of_node, std::size_t i) {
    return new channel(of_node, this, static_cast<std::uint32_t>(i), places);
  });
  nocstep_on_delivery(network_, delivered, this);
  SC_HAS_PROCESS(network);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

network::~network() {
  nocstep_close(network_);
}

void network::wake(channel &c) {
  awake_.push_back(&c);
}

void network::delivered(void *self, const delivery *d) {
  network *n = static_cast<network *>(self);
  n->delivered_++;
  n->node[d->destination].deliver(*d);
}

void network::end() {
  over_ = true;
  ended_.notify(sc_core::SC_ZERO_TIME);
}

void network::fail(const char *type, const std::string &line) {
  end();
  sc_core::sc_stop();
  SC_REPORT_ERROR(type, (std::string(name()) + ": " + line).c_str());
}

// Gives the network what was written before this edge, and takes no more where nobody reads.
void network::send() {
  for (channel *c : awake_) {
    message m;
    while (c->take(m)) {
      nocstep_message_t out = {};
      out.source = c->node_;
      out.destination = m.destination;
      out.flits = m.flits;
      out.bytes = m.bytes;
      out.tag = m.tag;
      if (!nocstep_send(network_, &out)) {
        fail(bad_message, "node " + std::to_string(c->node_) + ": " + error());
        return;
      }
      sent_++;
    }
    nocstep_accept(network_, c->node_, c->accepts());
  }
}

void network::look() {
  std::size_t kept = 0;
  for (channel *c : awake_) {
    if (c->look(nocstep_waiting(network_, c->node_))) {
      awake_[kept++] = c;
    }
  }
  awake_.resize(kept);
}

void network::edge() {
  if (!over_) {
    send();
  }
  if (over_) {
    return;
  }
  if (nocstep_step(network_, 1)) {
    look();
  } else if (error().empty()) {
    end();
  } else {
    fail(failed_check, error());
  }
}

void network::end_of_simulation() {
  if (!over_ && sent_ > 0 && sent_ == delivered_ && !nocstep_drain(network_)) {
    fail(failed_check, error());
  }
}

std::uint32_t network::nodes() const {
  return nocstep_nodes(network_);
}

std::uint64_t network::cycle() const {
  return nocstep_cycle(network_);
}

nocstep_statistics_t network::statistics() {
  nocstep_statistics_t s;
  nocstep_statistics(network_, &s);
  return s;
}

std::string network::json() {
  char *text = nocstep_json(network_);
  const std::string copy = text != nullptr ? text : "";
  std::free(text);
  return copy;
}

bool network::over() const {
  return over_;
}

std::string network::error() const {
  return nocstep_error(network_);
}

const sc_core::sc_event &network::ended() const {
  return ended_;
}

nocstep_t *network::handle() {
  return network_;
}

}  // namespace nocstep
