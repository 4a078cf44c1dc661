// port -- how the initiators of the platform access the network, in one of three styles, and how
// long each access took.

#ifndef PLATFORM_PORT_H
#define PLATFORM_PORT_H

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdint>
#include <systemc>

enum class style { BLOCKING, NON_BLOCKING, DECOUPLED };

// The one payload of a port: whoever frees it, it stays.
struct kept : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload *payload) override {
    payload->reset();
  }
};

class port : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<port> socket;
  std::uint64_t accesses = 0, times = 0xcbf29ce484222325u;  // a digest of the times of all
  sc_core::sc_time sum, least, most;

  port(sc_core::sc_module_name name, style how)
      : sc_module(name), socket("socket"), payload_(&kept_), style_(how) {
    socket.register_nb_transport_bw(this, &port::backward);
    keeper_.reset();
    payload_.acquire();
  }

  // Time that passes without an access.
  void compute(double cycles) {
    const sc_core::sc_time time(cycles, sc_core::SC_NS);
    if (style_ == style::DECOUPLED) {
      keeper_.inc(time);
      sync();
    } else {
      wait(time);
    }
  }

  void read(std::uint64_t at, void *data, unsigned length) {
    access(tlm::TLM_READ_COMMAND, at, data, length);
  }
  void write(std::uint64_t at, void *data, unsigned length) {
    access(tlm::TLM_WRITE_COMMAND, at, data, length);
  }

  sc_core::sc_time now() const {
    return keeper_.get_current_time();
  }

 private:
  void access(tlm::tlm_command command, std::uint64_t at, void *data, unsigned length) {
    payload_.set_command(command);
    payload_.set_address(at);
    payload_.set_data_ptr(static_cast<unsigned char *>(data));
    payload_.set_data_length(length);
    payload_.set_streaming_width(length);
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    const sc_core::sc_time begun = now();
    if (style_ == style::NON_BLOCKING) {
      request();
    } else {
      sc_core::sc_time delay = keeper_.get_local_time();
      socket->b_transport(payload_, delay);
      keeper_.set(delay);
    }
    count(now() - begun);
    style_ == style::DECOUPLED ? sync() : keeper_.sync();
    if (payload_.is_response_error()) {
      SC_REPORT_ERROR("/platform", payload_.get_response_string().c_str());
    }
  }

  // One request, and its response; the network holds the payload in between.
  void request() {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (socket->nb_transport_fw(payload_, phase, delay) == tlm::TLM_COMPLETED) {
      wait(delay);  // refused
    } else {
      wait(response_);
    }
  }

  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload &, tlm::tlm_phase &phase,
                              sc_core::sc_time &delay) {
    if (phase != tlm::BEGIN_RESP) {
      return tlm::TLM_ACCEPTED;
    }
    response_.notify(delay);
    return tlm::TLM_COMPLETED;
  }

  void sync() {
    if (keeper_.need_sync()) {
      keeper_.sync();
    }
  }

  void count(const sc_core::sc_time &took) {
    least = accesses == 0 || took < least ? took : least;
    most = took > most ? took : most;
    sum += took;
    accesses++;
    times = (times ^ now().value()) * 0x100000001b3u;
  }

  kept kept_;
  tlm::tlm_generic_payload payload_;
  tlm_utils::tlm_quantumkeeper keeper_;
  sc_core::sc_event response_;
  style style_;
};

#endif
