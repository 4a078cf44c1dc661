// modules -- a router and a network interface as SystemC modules by their pins: golden model, RTL,
// or both with every output and every register compared after every edge, as run.router of the
// scenario says. The ports are the same for all three. docs/systemc.md.
//
//   nocstep::parts of("mesh.yaml", {"run.router=lockstep"});
//   nocstep::router r("r", of, 4);              router 4 of the mesh
//   r.clock(clock);
//   r.in[0](from_node); r.credit_out[0](credits_to_node); ..
//
// A port is one signal: of flits one way, of credits the other. Outputs come from registers and
// change behind the rising edge. A difference ends the simulation: sc_stop(), and an SC_ERROR of
// the type nocstep::failed_check that names the register.

#ifndef NOCSTEP_SYSTEMC_MODULES_H
#define NOCSTEP_SYSTEMC_MODULES_H

#include <nocstep_parts.h>

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "flit.h"

namespace nocstep {

// The parts of the network of a scenario; outlives the modules made of them. SC_ERROR of the type
// nocstep::bad_scenario, then std::runtime_error, for one that cannot be opened.
class parts {
 public:
  explicit parts(const std::string &file, const std::vector<std::string> &sets = {});
  ~parts();
  parts(const parts &) = delete;
  parts &operator=(const parts &) = delete;

  std::uint32_t routers() const;
  std::uint32_t nodes() const;
  unsigned link_latency() const;
  // "3,2", or "17" of a node.
  std::string name(nocstep_component_t component, std::uint32_t id) const;
  nocstep_t *handle() const;

  // A difference ends the simulation at once; a network of modules tells it by itself.
  bool reports = true;

 private:
  nocstep_t *network_;
};

// Both have these.
class component : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;

  // "mismatch: cycle 12: router 1,1: sa_in_ptr[2]: RTL 1, golden 0"; "" as long as there is none.
  std::string error() const;

 protected:
  component(sc_core::sc_module_name name, const parts &of, nocstep_component_t kind,
            std::uint32_t id);
  // One edge of what is behind the pins.
  void step();

  nocstep_part_t *const part_;
  const nocstep_pins_t &pins_;

 private:
  const parts &of_;
  bool failed_ = false;
};

// `in`, `credit_out` and `out`, `credit_in` have an element a port of the router, of which ports
// that lead nowhere are bound to signals that nobody drives.
class router : public component {
 public:
  sc_core::sc_vector<sc_core::sc_in<flit>> in;
  sc_core::sc_vector<sc_core::sc_out<credit>> credit_out;
  sc_core::sc_vector<sc_core::sc_out<flit>> out;
  sc_core::sc_vector<sc_core::sc_in<credit>> credit_in;

  router(sc_core::sc_module_name name, const parts &of, std::uint32_t id);

 private:
  void edge();
  std::uint32_t shown_ = 0, credits_shown_ = 0;  // ports whose signals are valid
};

class network_interface : public component {
 public:
  sc_core::sc_in<flit> in;
  sc_core::sc_out<credit> credit_out;
  sc_core::sc_out<flit> out;
  sc_core::sc_in<credit> credit_in;
  // The host: what it offers, of which virtual networks that is accepted (bit k: network k), what
  // it is offered, an element a network, and of which networks it takes that.
  sc_core::sc_in<host_beat> host;
  sc_core::sc_out<std::uint32_t> host_ready;
  sc_core::sc_vector<sc_core::sc_out<host_delivery>> delivery;
  sc_core::sc_in<std::uint32_t> host_takes;

  network_interface(sc_core::sc_module_name name, const parts &of, std::uint32_t node);

 private:
  void edge();
  void take_host();
  void show_host();
  std::uint32_t shown_ = 0, credits_shown_ = 0, deliveries_ = 0;  // the signals that are valid
  std::uint32_t ready_ = 0;
};

// A link of a latency above 1: flits one way, credits the other, later by latency - 1 edges.
class long_link : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_in<flit> in;
  sc_core::sc_out<flit> out;
  sc_core::sc_in<credit> credit_in;
  sc_core::sc_out<credit> credit_out;

  long_link(sc_core::sc_module_name name, unsigned latency);

 private:
  void edge();
  std::vector<flit> flits_;
  std::vector<credit> credits_;
  std::size_t at_ = 0;
};

}  // namespace nocstep

#endif
