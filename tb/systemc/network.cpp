// network -- see network.h.

#include "network.h"

#include <cstdlib>
#include <stdexcept>

namespace nocstep {

const char *const failed_check = "/nocstep/failed_check";
const char *const bad_scenario = "/nocstep/bad_scenario";

static nocstep_t *open(const std::string &file, const std::vector<std::string> &sets) {
  std::vector<const char *> words;
  words.reserve(sets.size());
  for (const std::string &set : sets) {
    words.push_back(set.c_str());
  }
  char error[NOCSTEP_ERROR];
  nocstep_t *n = nocstep_open(file.c_str(), words.data(), words.size(), error);
  if (n == nullptr) {
    SC_REPORT_ERROR(bad_scenario, error);
    throw std::runtime_error(error);
  }
  return n;
}

network::network(sc_core::sc_module_name name, const std::string &file,
                 const std::vector<std::string> &sets)
    : sc_module(name), clock("clock"), network_(open(file, sets)), ended_("ended") {
  SC_HAS_PROCESS(network);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

network::~network() {
  nocstep_close(network_);
}

void network::edge() {
  if (over_ || nocstep_step(network_, 1)) {
    return;
  }
  over_ = true;
  ended_.notify(sc_core::SC_ZERO_TIME);
  if (!error().empty()) {
    sc_core::sc_stop();
    SC_REPORT_ERROR(failed_check, (std::string(name()) + ": " + error()).c_str());
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
