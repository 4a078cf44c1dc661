// bus -- a bus of a fixed latency in the place of the network, with its sockets, to compare with.

#ifndef PLATFORM_BUS_H
#define PLATFORM_BUS_H

#include <nocstep/tlm_address_map.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <systemc>

struct bus : sc_core::sc_module {
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged_optional<bus>> target_socket;
  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged_optional<bus>> initiator_socket;

  bus(sc_core::sc_module_name name, unsigned nodes, const nocstep::tlm_address_map &map,
      const sc_core::sc_time &latency)
      : sc_module(name),
        target_socket("target_socket", nodes),
        initiator_socket("initiator_socket", nodes),
        map_(map),
        latency_(latency) {
    for (unsigned i = 0; i < nodes; i++) {
      target_socket[i].register_b_transport(this, &bus::b_transport, static_cast<int>(i));
    }
  }

 private:
  void b_transport(int, tlm::tlm_generic_payload &p, sc_core::sc_time &delay) {
    const nocstep::tlm_range *range = map_.find(p.get_address(), p.get_data_length());
    if (range == nullptr) {
      p.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    delay += latency_;
    p.set_address(p.get_address() - range->base + range->offset);
    initiator_socket[range->node]->b_transport(p, delay);
  }

  nocstep::tlm_address_map map_;
  sc_core::sc_time latency_;
};

#endif
