// module_network -- the network of a scenario made of router and interface modules, joined by
// signals, with the scenario's workload at its host ports: the cycles and the result of
// `nocstep run`. docs/systemc.md.
//
//   nocstep::module_network mesh("mesh", "mesh.yaml", {"run.router=rtl"});
//   mesh.clock(clock);
//   mesh.trace(file);   every link, into a VCD
//
// It has no messages of processes: nocstep::network has, and a scenario of `traffic: external` is
// refused (bad_scenario). The modules are clocked by the kernel; the workload sees what they show
// after each edge and sets the host ports for the next.

#ifndef NOCSTEP_SYSTEMC_MODULE_NETWORK_H
#define NOCSTEP_SYSTEMC_MODULE_NETWORK_H

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "modules.h"
#include "open.h"

namespace nocstep {

class module_network : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;

  module_network(sc_core::sc_module_name name, const std::string &file,
                 const std::vector<std::string> &sets = {});

  // As of nocstep::network. statistics() and json() are those of the cycle under way, which may be
  // through before its edge where nothing can happen in it.
  std::uint64_t cycle() const;
  nocstep_statistics_t statistics();
  std::string json();
  bool over() const;
  std::string error() const;
  const sc_core::sc_event &ended() const;

  // The outputs of a router or an interface: a signal a port, of an interface port 0.
  const sc_core::sc_signal<flit> &flits(nocstep_component_t component, std::uint32_t id,
                                        unsigned port = 0) const;
  const sc_core::sc_signal<credit> &credits(nocstep_component_t component, std::uint32_t id,
                                            unsigned port = 0) const;
  // All of them, as NAME.router_1_0.out_2 and so on.
  void trace(sc_core::sc_trace_file *file) const;

 private:
  // The signals of a port, or of an interface; `late_` behind a long link.
  struct wires {
    sc_core::sc_signal<flit> flits, late_flits;
    sc_core::sc_signal<credit> credits, late_credits;
    explicit wires(const char *name);
  };
  struct host_wires {
    sc_core::sc_signal<host_beat> beat;
    sc_core::sc_signal<std::uint32_t> ready, takes;
    sc_core::sc_vector<sc_core::sc_signal<host_delivery>> delivery;
    host_wires(const char *name, std::size_t networks);
  };

  std::string label(nocstep_component_t component, std::uint32_t id) const;
  void make();
  void join_router(std::uint32_t id);
  void join_node(std::uint32_t id);
  void drive();
  void wait_edge();
  void clocked();
  void show_hosts();
  static void at_edge(void *self);

  parts parts_;
  unsigned ports_;
  bool long_links_;
  std::vector<std::unique_ptr<router>> routers_;
  std::vector<std::unique_ptr<network_interface>> interfaces_;
  std::vector<std::unique_ptr<wires>> router_wires_;  // [router * ports_ + port]
  std::vector<std::unique_ptr<wires>> node_wires_;
  std::vector<std::unique_ptr<host_wires>> host_wires_;
  std::vector<std::unique_ptr<long_link>> links_;
  std::vector<const nocstep_pins_t *> hosts_;  // as the workload drives them
  std::vector<bool> offers_;
  wires nowhere_;
  sc_core::sc_event edge_, ended_;
  std::uint64_t edges_ = 0;
  bool waited_ = false;  // for the edge of this cycle
  bool over_ = false;
};

}  // namespace nocstep

#endif
