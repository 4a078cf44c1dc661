// memory -- a memory: an access takes 2 cycles, and a cycle for each 8 bytes.

#ifndef PLATFORM_MEMORY_H
#define PLATFORM_MEMORY_H

#include <tlm.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

struct memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<memory> socket;
  std::vector<unsigned char> bytes;

  memory(sc_core::sc_module_name name, std::size_t size, std::uint32_t seed)
      : sc_module(name), socket("socket"), bytes(size) {
    for (unsigned char &byte : bytes) {  // anything
      seed = seed * 1664525u + 1013904223u;
      byte = static_cast<unsigned char>(seed >> 24);
    }
    socket.register_b_transport(this, &memory::b_transport);
  }

  std::uint64_t digest() const {
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (unsigned char byte : bytes) {
      sum = (sum ^ byte) * 0x100000001b3u;
    }
    return sum;
  }

 private:
  void b_transport(tlm::tlm_generic_payload &p, sc_core::sc_time &delay) {
    unsigned char *here = &bytes.at(p.get_address());
    const unsigned length = p.get_data_length();
    if (p.get_byte_enable_ptr() != nullptr || p.get_streaming_width() < length) {
      p.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
      return;
    }
    if (p.is_write()) {
      std::copy_n(p.get_data_ptr(), length, here);
    } else if (p.is_read()) {
      std::copy_n(here, length, p.get_data_ptr());
    }
    delay += sc_core::sc_time(2 + (length + 7) / 8, sc_core::SC_NS);
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

#endif
