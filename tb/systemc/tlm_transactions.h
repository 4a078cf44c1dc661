// tlm_transactions -- what a tlm_network does behind its sockets, whatever their width: cuts
// transactions into packets, keeps the base protocol on both sides, and runs the network when
// something is under way.
//
// The payload that the target sees is the initiator's own, with its address as the map says; the
// packets are as long as address, command, data and byte enables, and carry data of the library.

#ifndef NOCSTEP_SYSTEMC_TLM_TRANSACTIONS_H
#define NOCSTEP_SYSTEMC_TLM_TRANSACTIONS_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <string>
#include <systemc>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "tlm_address_map.h"
#include "tlm_carriage.h"

namespace nocstep {

// The types of reports, beside those of network.h: a call that the base protocol does not allow,
// and a map that does not fit the network.
extern const char *const bad_protocol;
extern const char *const bad_map;

struct tlm_settings {
  std::vector<std::string> sets;               // put over the scenario, each "router.vcs=2"
  sc_core::sc_time period{1, sc_core::SC_NS};  // of a cycle
  unsigned request_bytes = 8;                  // command and address, in front of the data
  unsigned response_bytes = 4;                 // status, in front of the data
  unsigned local_cycles = 1;                   // a way, to a target at the initiator's own node
  unsigned outstanding = 4;                    // non-blocking requests a node, END_REQ waits then
  // How far ahead of the simulation's time something may be handed out, with the rest as its delay.
  // docs/systemc_tlm.md, "Quantum".
  sc_core::sc_time quantum = sc_core::SC_ZERO_TIME;
  // Never ahead: the simulator is woken in every cycle. For comparison, and for platforms in which
  // sc_main() starts something between two sc_start(TIME), of which the simulator knows nothing.
  bool every_cycle = false;
};

// The transactions of one initiator socket, from the local time of the call to that of the
// response.
struct tlm_latency {
  std::uint64_t transactions = 0;
  std::uint64_t refused = 0;  // by the network itself: address, burst
  sc_core::sc_time sum, least, most;
};

class tlm_transactions : public sc_core::sc_module {
 public:
  ~tlm_transactions() override;
  tlm_transactions(const tlm_transactions &) = delete;
  tlm_transactions &operator=(const tlm_transactions &) = delete;

  std::uint32_t nodes() const {
    return nocstep_nodes(network_.get());
  }
  const tlm_latency &latency(std::uint32_t node) const {
    return end_[node].latency;
  }
  nocstep_statistics_t statistics() const;

  // Nothing is under way. Then verify() makes the last checks of the library; false with a sentence
  // in error().
  bool idle() const {
    return carriage_.idle() && agenda_.empty();
  }
  bool verify();
  std::string error() const {
    return nocstep_error(network_.get());
  }

  // Messages that came for a cycle which the network had already run, and were sent later than they
  // should have been, by so many cycles in sum: of an initiator or a target that acts before the
  // delay has passed which it was given with a quantum.
  std::uint64_t late() const {
    return carriage_.late();
  }
  std::uint64_t late_cycles() const {
    return carriage_.late_cycles();
  }

  // For other functions of nocstep.h, but those that step it.
  nocstep_t *handle() {
    return network_.get();
  }

 protected:
  tlm_transactions(sc_core::sc_module_name name, const std::string &scenario,
                   const tlm_address_map &map, const tlm_settings &settings);

  void join(std::uint32_t node, tlm::tlm_fw_transport_if<> *target,
            tlm::tlm_bw_transport_if<> *initiator);
  void check_map() const;

  void b_transport(std::uint32_t node, tlm::tlm_generic_payload &payload, sc_core::sc_time &delay);
  tlm::tlm_sync_enum nb_transport_fw(std::uint32_t node, tlm::tlm_generic_payload &payload,
                                     tlm::tlm_phase &phase, sc_core::sc_time &delay);
  tlm::tlm_sync_enum nb_transport_bw(std::uint32_t node, tlm::tlm_generic_payload &payload,
                                     tlm::tlm_phase &phase, sc_core::sc_time &delay);
  unsigned transport_dbg(tlm::tlm_generic_payload &payload);

 private:
  SC_HAS_PROCESS(tlm_transactions);
  enum : std::uint32_t { NONE = UINT32_MAX };

  struct transaction {
    tlm::tlm_generic_payload *payload = nullptr;  // NULL: the place is free
    std::uint32_t source = 0, target = 0;
    std::uint64_t address = 0;  // the initiator's
    std::uint64_t mapped = 0;   // the target's
    bool blocking = false;
    bool answered = false;                       // by the target
    sc_core::sc_time begun, when;                // local times: of the call, of what happened last
    std::unique_ptr<sc_core::sc_event> arrived;  // a blocking one waits for it
  };

  // The state of a node. Each number is the place of a transaction, or NONE.
  struct end {
    tlm::tlm_fw_transport_if<> *target = nullptr;
    tlm::tlm_bw_transport_if<> *initiator = nullptr;
    tlm_latency latency;
    // The initiator's side.
    std::uint32_t requesting = NONE;  // between BEGIN_REQ and END_REQ
    std::uint32_t held = NONE;        // .. which is to go when another is through
    unsigned outstanding = 0;         // non-blocking
    std::uint32_t responding = NONE;  // between BEGIN_RESP and END_RESP
    bool initiator_busy = false;      // until the time of END_RESP
    std::deque<std::uint32_t> responses;
    // The target's side.
    std::uint32_t accepting = NONE;  // between BEGIN_REQ and END_REQ
    bool target_busy = false;        // until a time that the target has told
    std::deque<std::uint32_t> requests;
  };

  // Something that happens at the beginning of a cycle, as soon as those before it are over.
  enum class action { END_REQUEST, INITIATOR_FREE, TARGET_FREE };
  struct entry {
    std::uint64_t edge, order;
    action what;
    std::uint32_t index;                    // of a transaction; TARGET_FREE: the node
    bool operator<(const entry &o) const {  // std::priority_queue has the last in front
      return edge != o.edge ? edge > o.edge : order > o.order;
    }
  };

  // Transactions: tlm_transactions.cpp.
  std::uint64_t edge_of(const sc_core::sc_time &t) const;
  sc_core::sc_time time_of(std::uint64_t edge) const;
  std::uint32_t open(std::uint32_t node, tlm::tlm_generic_payload &payload, const tlm_range &range,
                     const sc_core::sc_time &when);
  void close(std::uint32_t place);
  void send(std::uint32_t place, bool response, std::uint64_t cycle);
  std::uint64_t bytes(const tlm::tlm_generic_payload &payload, bool response) const;
  const tlm_range *accept(tlm::tlm_generic_payload &payload) const;
  void refuse(std::uint32_t node, sc_core::sc_time &delay);
  [[noreturn]] void fail(const char *type, const std::string &what) const;

  // The phases: tlm_phases.cpp.
  void begin_request(std::uint32_t node, tlm::tlm_generic_payload &payload, const tlm_range &range,
                     const sc_core::sc_time &when);
  void dispatch_request(std::uint32_t place, std::uint64_t cycle);
  void end_request(std::uint32_t place);
  void offer_request(std::uint32_t node);
  void free_target(std::uint32_t node, const sc_core::sc_time &when);
  void answer(std::uint32_t place, const sc_core::sc_time &when);
  void offer_response(std::uint32_t node);
  void end_response(std::uint32_t place, const sc_core::sc_time &when);
  void free_initiator(std::uint32_t node);
  std::uint32_t find(const tlm::tlm_generic_payload &payload) const;

  // The clock: tlm_clock.cpp.
  void plan(action what, std::uint32_t index, const sc_core::sc_time &when);
  void clock();
  void settle();
  std::uint64_t limit() const;
  bool due() const;
  void hand_out();
  void wait_until(const sc_core::sc_time &when);

  struct closer {
    void operator()(nocstep_t *n) const {
      nocstep_close(n);
    }
  };
  tlm_settings settings_;
  tlm_address_map map_;
  std::unique_ptr<nocstep_t, closer> network_;
  tlm_carriage carriage_;
  std::vector<end> end_;
  std::vector<transaction> transaction_;
  std::vector<std::uint32_t> unused_;
  std::unordered_map<const tlm::tlm_generic_payload *, std::uint32_t> phased_;  // non-blocking
  std::priority_queue<entry> agenda_;
  std::uint64_t order_ = 0;
  std::uint64_t edge_ = 0;   // what happens at this one is handed out
  sc_core::sc_time handed_;  // its time, while it is
  sc_core::sc_event wake_;
};

}  // namespace nocstep

#endif
