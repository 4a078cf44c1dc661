// tlm_network -- a network-on-chip between TLM-2.0 sockets: one target and one initiator socket a
// node, transactions routed by an address map and carried, cycle by cycle, as packets by golden
// models, the RTL, or both in lockstep, as run.router of the scenario says. docs/systemc_tlm.md.
//
//   nocstep::tlm_network noc("noc", "noc.yaml", nocstep::tlm_address_map::read("map.yaml"));
//   processor.socket.bind(noc.target_socket[0]);   // what initiates, binds to a target socket
//   noc.initiator_socket[12].bind(memory.socket);  // and what is accessed, to an initiator socket
//
// The scenario has `workload: {traffic: external}` and router.networks of 2 or more. Cycle k lasts
// from k to k+1 periods: what comes to a socket in time t is sent in the first cycle that begins
// then or later, and what arrives in a cycle is handed out at its end. Sockets may stay unbound.

#ifndef NOCSTEP_SYSTEMC_TLM_NETWORK_H
#define NOCSTEP_SYSTEMC_TLM_NETWORK_H

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm_address_map.h"
#include "tlm_transactions.h"

namespace nocstep {

template <unsigned Width>
class tlm_network_of_width : public tlm_transactions {
 public:
  using target = tlm_utils::simple_target_socket_tagged_optional<tlm_network_of_width, Width>;
  using initiator = tlm_utils::simple_initiator_socket_tagged_optional<tlm_network_of_width, Width>;

  sc_core::sc_vector<target> target_socket;        // [node]: its initiator is bound to this
  sc_core::sc_vector<initiator> initiator_socket;  // [node]: this is bound to its target

  tlm_network_of_width(sc_core::sc_module_name name, const std::string &scenario,
                       const tlm_address_map &map, const tlm_settings &settings = {})
      : tlm_transactions(name, scenario, map, settings),
        target_socket("target_socket", nodes()),
        initiator_socket("initiator_socket", nodes()) {
    for (unsigned node = 0; node < nodes(); node++) {
      const int tag = static_cast<int>(node);
      using self = tlm_network_of_width;
      target_socket[node].register_b_transport(this, &self::blocking, tag);
      target_socket[node].register_nb_transport_fw(this, &self::forward, tag);
      target_socket[node].register_transport_dbg(this, &self::debug, tag);
      target_socket[node].register_get_direct_mem_ptr(this, &self::no_direct_memory, tag);
      initiator_socket[node].register_nb_transport_bw(this, &self::backward, tag);
      initiator_socket[node].register_invalidate_direct_mem_ptr(this, &self::invalidated, tag);
    }
  }

 protected:
  void end_of_elaboration() override {
    for (unsigned node = 0; node < nodes(); node++) {
      initiator &to_target = initiator_socket[node];
      target &to_initiator = target_socket[node];
      const bool has_target = to_target.get_base_port().size() > 0;
      const bool has_initiator = to_initiator.get_base_port().size() > 0;
      join(node, has_target ? to_target.operator->() : nullptr,
           has_initiator ? to_initiator.operator->() : nullptr);
    }
    check_map();
  }

 private:
  // The sockets hand out numbers of nodes with a sign.
  void blocking(int node, tlm::tlm_generic_payload &payload, sc_core::sc_time &delay) {
    b_transport(static_cast<std::uint32_t>(node), payload, delay);
  }
  tlm::tlm_sync_enum forward(int node, tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                             sc_core::sc_time &delay) {
    return nb_transport_fw(static_cast<std::uint32_t>(node), payload, phase, delay);
  }
  tlm::tlm_sync_enum backward(int node, tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                              sc_core::sc_time &delay) {
    return nb_transport_bw(static_cast<std::uint32_t>(node), payload, phase, delay);
  }
  unsigned debug(int node, tlm::tlm_generic_payload &payload) {
    (void)node;
    return transport_dbg(payload);
  }
  // Direct memory would pass by the network: refused, for all addresses.
  bool no_direct_memory(int node, tlm::tlm_generic_payload &payload, tlm::tlm_dmi &dmi) {
    (void)node;
    (void)payload;
    dmi.init();
    return false;
  }
  void invalidated(int node, sc_dt::uint64 from, sc_dt::uint64 to) {
    (void)node;
    (void)from;
    (void)to;
  }
};

using tlm_network = tlm_network_of_width<32>;

}  // namespace nocstep

#endif
