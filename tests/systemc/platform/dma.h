// dma -- an engine that copies bytes when it is told to. Its registers, 8 bytes each: from, to,
// bytes, and one that begins a copy when it is written, and reads 0 when that is over.

#ifndef PLATFORM_DMA_H
#define PLATFORM_DMA_H

#include <tlm_utils/simple_target_socket.h>

#include <cstring>

#include "port.h"

struct dma : sc_core::sc_module {
  enum { FROM, TO, BYTES, BUSY, REGISTERS, BURST = 64 };
  tlm_utils::simple_target_socket<dma> socket;
  port access;

  dma(sc_core::sc_module_name name, style how)
      : sc_module(name), socket("socket"), access("access", how) {
    socket.register_b_transport(this, &dma::b_transport);
    SC_HAS_PROCESS(dma);
    SC_THREAD(run);
  }

 private:
  void b_transport(tlm::tlm_generic_payload &p, sc_core::sc_time &delay) {
    if (p.get_data_length() != 8 || p.get_address() % 8 != 0) {
      p.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
      return;
    }
    const std::uint64_t index = p.get_address() / 8;
    delay += sc_core::sc_time(1, sc_core::SC_NS);
    if (p.is_read()) {
      std::memcpy(p.get_data_ptr(), &value_[index], 8);
    } else {
      std::memcpy(&value_[index], p.get_data_ptr(), 8);
      if (index == BUSY) {
        begin_.notify(delay);
      }
    }
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  void run() {
    unsigned char burst[BURST];
    for (;;) {
      wait(begin_);
      for (std::uint64_t i = 0; i < value_[BYTES]; i += BURST) {
        access.read(value_[FROM] + i, burst, BURST);
        access.write(value_[TO] + i, burst, BURST);
      }
      value_[BUSY] = 0;
    }
  }

  std::uint64_t value_[REGISTERS] = {};
  sc_core::sc_event begin_;
};

#endif
