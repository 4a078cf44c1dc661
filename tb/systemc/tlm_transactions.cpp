// tlm_transactions -- see tlm_transactions.h. This file has what blocking and non-blocking
// transactions share, and the blocking ones; tlm_phases.cpp the others, tlm_clock.cpp the time.

#include "tlm_transactions.h"

#include <algorithm>

#include "open.h"

namespace nocstep {

const char *const bad_protocol = "/nocstep/bad_protocol";
const char *const bad_map = "/nocstep/bad_map";

enum : std::uint64_t { LONGEST_FLITS = 1u << 20 };  // of a message of the library

static nocstep_t *open_network(const std::string &file, const std::vector<std::string> &sets) {
  nocstep_t *n = open_with(nocstep_open, file, sets);
  std::string why;
  const bool external = takes_messages(n, &why);
  const std::uint32_t networks = nocstep_networks(n);
  if (!external || networks < 2) {
    nocstep_close(n);
    stop(bad_scenario, file + ": " +
                           (!external ? why
                                      : "router.networks is 1; it must be 2 or more: responses "
                                        "have a virtual network of their own"));
  }
  return n;
}

tlm_transactions::tlm_transactions(sc_core::sc_module_name name, const std::string &scenario,
                                   const tlm_address_map &map, const tlm_settings &settings)
    : sc_module(name),
      settings_(settings),
      map_(map),
      network_(open_network(scenario, settings.sets)),
      carriage_(network_.get(), std::max(settings.local_cycles, 1u)),
      end_(nodes()) {
  if (settings_.period == sc_core::SC_ZERO_TIME || settings_.outstanding == 0) {
    fail(bad_scenario, settings_.outstanding == 0 ? "outstanding is 0; it must be 1 or more"
                                                  : "period is 0; it must be longer");
  }
  for (const tlm_range &r : map_.ranges()) {
    if (r.node >= nodes()) {
      stop(bad_map, (r.place.empty() ? "" : r.place + ": ") + "node is " + std::to_string(r.node) +
                        "; it must be 0 to " + std::to_string(nodes() - 1));
    }
  }
  SC_THREAD(clock);
}

tlm_transactions::~tlm_transactions() = default;

void tlm_transactions::fail(const char *type, const std::string &what) const {
  stop(type, std::string(name()) + ": " + what);
}

void tlm_transactions::join(std::uint32_t node, tlm::tlm_fw_transport_if<> *target,
                            tlm::tlm_bw_transport_if<> *initiator) {
  end_[node].target = target;
  end_[node].initiator = initiator;
}

void tlm_transactions::check_map() const {
  for (const tlm_range &r : map_.ranges()) {
    if (end_[r.node].target == nullptr) {
      stop(bad_map, (r.place.empty() ? "" : r.place + ": ") + "node is " + std::to_string(r.node) +
                        ", whose initiator_socket is not bound; it must be one with a target");
    }
  }
}

nocstep_statistics_t tlm_transactions::statistics() const {
  nocstep_statistics_t s;
  nocstep_statistics(network_.get(), &s);
  return s;
}

bool tlm_transactions::verify() {
  return nocstep_drain(network_.get());
}

// --- transactions --------------------------------------------------------------------------------

std::uint32_t tlm_transactions::open(std::uint32_t node, tlm::tlm_generic_payload &payload,
                                     const tlm_range &range, const sc_core::sc_time &when) {
  std::uint32_t place = 0;
  if (unused_.empty()) {
    place = static_cast<std::uint32_t>(transaction_.size());
    transaction_.emplace_back();
    transaction_[place].arrived = std::make_unique<sc_core::sc_event>();
  } else {
    place = unused_.back();
    unused_.pop_back();
  }
  transaction &t = transaction_[place];
  t.payload = &payload;
  t.source = node;
  t.target = range.node;
  t.address = payload.get_address();
  t.mapped = t.address - range.base + range.offset;
  t.blocking = true;
  t.answered = false;
  t.begun = when;
  t.when = when;
  return place;
}

void tlm_transactions::close(std::uint32_t place) {
  transaction &t = transaction_[place];
  tlm_latency &l = end_[t.source].latency;
  const sc_core::sc_time took = t.when - t.begun;
  l.least = l.transactions == 0 || took < l.least ? took : l.least;
  l.most = took > l.most ? took : l.most;
  l.sum += took;
  l.transactions++;
  t.payload = nullptr;
  unused_.push_back(place);
}

std::uint64_t tlm_transactions::bytes(const tlm::tlm_generic_payload &payload,
                                      bool response) const {
  const bool data = response ? payload.is_read() : payload.is_write();
  const std::uint64_t enables = payload.get_byte_enable_ptr() != nullptr && !response
                                    ? (payload.get_byte_enable_length() + 7u) / 8  // a bit a byte
                                    : 0;
  const std::uint64_t sum = (response ? settings_.response_bytes : settings_.request_bytes) +
                            enables + (data ? payload.get_data_length() : 0);
  return std::max<std::uint64_t>(sum, 1);
}

void tlm_transactions::send(std::uint32_t place, bool response, std::uint64_t cycle) {
  const transaction &t = transaction_[place];
  const tlm_carriage::parcel p{response ? t.target : t.source, response ? t.source : t.target,
                               place, response};
  const bool slept = idle();
  carriage_.send(p, bytes(*t.payload, response), cycle);
  if (slept) {
    wake_.notify(sc_core::SC_ZERO_TIME);
  }
}

// The range of a payload; NULL, with the response that says why.
const tlm_range *tlm_transactions::accept(tlm::tlm_generic_payload &payload) const {
  const std::uint64_t width = std::min(payload.get_data_length(), payload.get_streaming_width());
  const std::uint64_t most = LONGEST_FLITS * (nocstep_flit_bits(network_.get()) / 8);
  payload.set_dmi_allowed(false);
  if (width == 0 || bytes(payload, false) > most || bytes(payload, true) > most) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return nullptr;
  }
  const tlm_range *range = map_.find(payload.get_address(), width);
  if (range == nullptr) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  return range;
}

// A refusal takes a cycle, at the initiator.
void tlm_transactions::refuse(std::uint32_t node, sc_core::sc_time &delay) {
  end_[node].latency.refused++;
  delay += settings_.period;
}

void tlm_transactions::b_transport(std::uint32_t node, tlm::tlm_generic_payload &payload,
                                   sc_core::sc_time &delay) {
  const tlm_range *range = accept(payload);
  if (range == nullptr) {
    refuse(node, delay);
    return;
  }
  const std::uint32_t place = open(node, payload, *range, sc_core::sc_time_stamp() + delay);
  send(place, false, edge_of(transaction_[place].begun));
  wait(*transaction_[place].arrived);
  delay = transaction_[place].when - sc_core::sc_time_stamp();
  payload.set_address(transaction_[place].mapped);
  end_[range->node].target->b_transport(payload, delay);
  payload.set_address(transaction_[place].address);
  payload.set_dmi_allowed(false);
  send(place, true, edge_of(sc_core::sc_time_stamp() + delay));
  wait(*transaction_[place].arrived);
  delay = transaction_[place].when - sc_core::sc_time_stamp();
  close(place);
}

// Untimed, past the network.
unsigned tlm_transactions::transport_dbg(tlm::tlm_generic_payload &payload) {
  const std::uint64_t address = payload.get_address();
  const tlm_range *range = map_.find(address, payload.get_data_length());
  if (range == nullptr) {
    return 0;
  }
  const auto &target = end_[range->node].target;
  if (target == nullptr) {  // before the end of elaboration nobody is there
    return 0;
  }
  payload.set_address(address - range->base + range->offset);
  const unsigned count = target->transport_dbg(payload);
  payload.set_address(address);
  return count;
}

}  // namespace nocstep
