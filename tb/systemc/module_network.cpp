// module_network -- see module_network.h.

#include "module_network.h"

#include <algorithm>
#include <cstdlib>

namespace nocstep {

enum { STACK = 1 << 20 };  // the workload runs in a thread of the kernel

static std::string part_of(const char *name, const char *what) {
  return std::string(name) + "_" + what;
}

module_network::wires::wires(const char *name)
    : flits(name),
      late_flits(part_of(name, "late").c_str()),
      credits(part_of(name, "credit").c_str()),
      late_credits(part_of(name, "credit_late").c_str()) {
}

module_network::host_wires::host_wires(const char *name, std::size_t networks)
    : beat(name),
      ready(part_of(name, "ready").c_str()),
      takes(part_of(name, "takes").c_str()),
      delivery(part_of(name, "delivery").c_str(), networks) {
}

module_network::module_network(sc_core::sc_module_name name, const std::string &file,
                               const std::vector<std::string> &sets)
    : sc_module(name),
      clock("clock"),
      parts_(file, sets),
      ports_(nocstep_part_pins(nocstep_find_part(parts_.handle(), NOCSTEP_ROUTER, 0))->ports),
      long_links_(parts_.link_latency() > 1),
      nowhere_("nowhere"),
      edge_("edge"),
      ended_("ended") {
  std::string why;
  if (takes_messages(parts_.handle(), &why)) {
    stop(bad_scenario,
         file +
             ": workload.traffic is external with a network of modules; it must be one that "
             "runs by itself: nocstep::network takes messages");
  }
  parts_.reports = false;
  make();
  nocstep_on_edge(parts_.handle(), at_edge, this);
  SC_HAS_PROCESS(module_network);
  SC_METHOD(clocked);
  sensitive << clock.pos();
  dont_initialize();
  SC_THREAD(drive);
  set_stack_size(STACK);
}

// --- modules and signals -------------------------------------------------------------------------

std::string module_network::label(nocstep_component_t component, std::uint32_t id) const {
  std::string text = parts_.name(component, id);
  std::replace(text.begin(), text.end(), ',', '_');
  return (component == NOCSTEP_ROUTER ? "router_" : "interface_") + text;
}

void module_network::make() {
  for (std::uint32_t r = 0; r < parts_.routers(); r++) {
    const std::string own = label(NOCSTEP_ROUTER, r);
    routers_.push_back(std::make_unique<router>(own.c_str(), parts_, r));
    for (unsigned p = 0; p < ports_; p++) {
      const std::string port = own + "_out_" + std::to_string(p);
      router_wires_.push_back(std::make_unique<wires>(port.c_str()));
    }
  }
  for (std::uint32_t n = 0; n < parts_.nodes(); n++) {
    const std::string own = label(NOCSTEP_INTERFACE, n);
    interfaces_.push_back(std::make_unique<network_interface>(own.c_str(), parts_, n));
    node_wires_.push_back(std::make_unique<wires>((own + "_out").c_str()));
    hosts_.push_back(nocstep_part_host(nocstep_find_part(parts_.handle(), NOCSTEP_INTERFACE, n)));
    host_wires_.push_back(
        std::make_unique<host_wires>((own + "_host").c_str(), hosts_.back()->networks));
  }
  offers_.resize(parts_.nodes());
  for (std::uint32_t n = 0; n < parts_.nodes(); n++) {
    join_node(n);
  }
  for (std::uint32_t r = 0; r < parts_.routers(); r++) {
    join_router(r);
  }
}

// Binds the ports of a router that lead to routers, or nowhere; those of nodes are bound.
void module_network::join_router(std::uint32_t id) {
  router &r = *routers_[id];
  r.clock(clock);
  for (unsigned p = 0; p < ports_; p++) {
    wires &own = *router_wires_[id * ports_ + p];
    r.out[p](own.flits);
    r.credit_out[p](own.credits);
    nocstep_place_t end;
    if (nocstep_link(parts_.handle(), id, p, &end)) {
      wires &from = *router_wires_[end.router * ports_ + end.port];
      r.in[p](long_links_ ? from.late_flits : from.flits);
      r.credit_in[p](long_links_ ? from.late_credits : from.credits);
      if (long_links_) {
        const std::string name = label(NOCSTEP_ROUTER, id) + "_link_" + std::to_string(p);
        links_.push_back(std::make_unique<long_link>(name.c_str(), parts_.link_latency()));
        long_link &l = *links_.back();
        l.clock(clock);
        l.in(own.flits);
        l.out(own.late_flits);
        l.credit_in(own.credits);
        l.credit_out(own.late_credits);
      }
      continue;
    }
    if (r.in[p].bind_count() == 0) {
      r.in[p](nowhere_.flits);
    }
    if (r.credit_in[p].bind_count() == 0) {
      r.credit_in[p](nowhere_.credits);
    }
  }
}

void module_network::join_node(std::uint32_t id) {
  network_interface &i = *interfaces_[id];
  wires &own = *node_wires_[id];
  host_wires &host = *host_wires_[id];
  nocstep_place_t enters;
  nocstep_place_t leaves;
  (void)nocstep_node(parts_.handle(), id, &enters, &leaves);
  i.clock(clock);
  i.out(own.flits);
  i.credit_out(own.credits);
  i.in(router_wires_[leaves.router * ports_ + leaves.port]->flits);
  i.credit_in(router_wires_[enters.router * ports_ + enters.port]->credits);
  routers_[enters.router]->in[enters.port](own.flits);
  routers_[leaves.router]->credit_in[leaves.port](own.credits);
  i.host(host.beat);
  i.host_ready(host.ready);
  i.host_takes(host.takes);
  i.delivery(host.delivery);
}

// --- the workload --------------------------------------------------------------------------------

void module_network::clocked() {
  edges_++;
  edge_.notify(sc_core::SC_ZERO_TIME);
}

// Returns after the edge, when all modules have been clocked.
void module_network::wait_edge() {
  sc_core::wait(edge_);
  waited_ = true;
}

// Sets the host ports to what the workload drives.
void module_network::show_hosts() {
  for (std::size_t n = 0; n < hosts_.size(); n++) {
    const nocstep_pins_t &pins = *hosts_[n];
    host_wires &w = *host_wires_[n];
    if (w.takes.read() != *pins.host_takes) {
      w.takes.write(*pins.host_takes);
    }
    if (*pins.host_valid == 0 && !offers_[n]) {
      continue;
    }
    host_beat b;
    b.valid = *pins.host_valid != 0;
    offers_[n] = b.valid;
    if (b.valid) {
      b.network = *pins.host_network;
      b.type = *pins.host_type;
      b.destination = *pins.host_destination;
      b.message = *pins.host_message;
      b.flits = *pins.host_flits;
      b.headers = pins.host_headers != nullptr ? *pins.host_headers : std::uint8_t{0};
      b.age = pins.host_age != nullptr ? *pins.host_age : 0;
      std::copy_n(pins.host_data, pins.words, b.data.begin());
    }
    w.beat.write(b);
  }
}

void module_network::at_edge(void *self) {
  module_network *m = static_cast<module_network *>(self);
  m->show_hosts();
  m->wait_edge();
}

void module_network::drive() {
  bool goes_on = true;
  while (goes_on) {
    waited_ = false;
    goes_on = nocstep_step(parts_.handle(), 1);
    if (goes_on && !waited_) {  // a cycle in which nothing can happen
      wait_edge();
    }
  }
  over_ = true;
  ended_.notify(sc_core::SC_ZERO_TIME);
  if (!error().empty()) {
    sc_core::sc_stop();
    SC_REPORT_ERROR(failed_check, (std::string(name()) + ": " + error()).c_str());
  }
}

// --- what it shows -------------------------------------------------------------------------------

std::uint64_t module_network::cycle() const {
  // A cycle in which nothing can happen is stepped before its edge.
  return over_ ? nocstep_cycle(parts_.handle())
               : std::min<std::uint64_t>(edges_, nocstep_cycle(parts_.handle()));
}

nocstep_statistics_t module_network::statistics() {
  nocstep_statistics_t s;
  nocstep_statistics(parts_.handle(), &s);
  return s;
}

std::string module_network::json() {
  char *text = nocstep_json(parts_.handle());
  const std::string copy = text != nullptr ? text : "";
  std::free(text);
  return copy;
}

bool module_network::over() const {
  return over_;
}

std::string module_network::error() const {
  return nocstep_error(parts_.handle());
}

const sc_core::sc_event &module_network::ended() const {
  return ended_;
}

const sc_core::sc_signal<flit> &module_network::flits(nocstep_component_t component,
                                                      std::uint32_t id, unsigned port) const {
  return component == NOCSTEP_ROUTER ? router_wires_.at(id * ports_ + port)->flits
                                     : node_wires_.at(id)->flits;
}

const sc_core::sc_signal<credit> &module_network::credits(nocstep_component_t component,
                                                          std::uint32_t id, unsigned port) const {
  return component == NOCSTEP_ROUTER ? router_wires_.at(id * ports_ + port)->credits
                                     : node_wires_.at(id)->credits;
}

void module_network::trace(sc_core::sc_trace_file *file) const {
  const auto add = [this, file](const wires &w, const std::string &own, const std::string &port) {
    const std::string path = std::string(name()) + "." + own;
    sc_trace(file, w.flits.read(), path + ".out" + port);
    sc_trace(file, w.credits.read(), path + ".credit_out" + port);
  };
  for (std::uint32_t r = 0; r < parts_.routers(); r++) {
    for (unsigned p = 0; p < ports_; p++) {
      add(*router_wires_[r * ports_ + p], label(NOCSTEP_ROUTER, r), "_" + std::to_string(p));
    }
  }
  for (std::uint32_t n = 0; n < parts_.nodes(); n++) {
    add(*node_wires_[n], label(NOCSTEP_INTERFACE, n), "");
  }
}

}  // namespace nocstep
