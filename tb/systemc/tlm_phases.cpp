// tlm_phases -- non-blocking transactions of a tlm_network, in the four phases of the base
// protocol; see tlm_transactions.h.
//
// An initiator's request ends (END_REQ) a cycle after it has gone to its interface, which takes so
// many as settings.outstanding; the next waits in front of it. At a target there is one request at
// a time between BEGIN_REQ and END_REQ, at an initiator one response between BEGIN_RESP and
// END_RESP. Responses of targets are taken at once.

#include "network.h"
#include "tlm_transactions.h"

namespace nocstep {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

std::uint32_t tlm_transactions::find(const tlm::tlm_generic_payload &payload) const {
  const auto found = phased_.find(&payload);
  return found != phased_.end() ? found->second : NONE;
}

// --- the initiator's side ------------------------------------------------------------------------

tlm::tlm_sync_enum tlm_transactions::nb_transport_fw(std::uint32_t node,
                                                     tlm::tlm_generic_payload &payload,
                                                     tlm::tlm_phase &phase, sc_time &delay) {
  if (phase == tlm::BEGIN_REQ) {
    if (!payload.has_mm()) {
      fail(bad_protocol, "BEGIN_REQ with a payload that has no memory manager");
    }
    if (end_[node].requesting != NONE || find(payload) != NONE) {
      fail(bad_protocol, "BEGIN_REQ before the END_REQ of the request before it");
    }
    const tlm_range *range = accept(payload);
    if (range == nullptr) {
      refuse(node, delay);
      return tlm::TLM_COMPLETED;
    }
    begin_request(node, payload, *range, sc_time_stamp() + delay);
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::END_RESP) {
    const std::uint32_t place = find(payload);
    if (place == NONE || end_[node].responding != place) {
      fail(bad_protocol, "END_RESP without BEGIN_RESP");
    }
    end_response(place, sc_time_stamp() + delay);
    return tlm::TLM_COMPLETED;
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    fail(bad_protocol, "END_REQ or BEGIN_RESP from an initiator");
  }
  return tlm::TLM_ACCEPTED;  // a phase of somebody's extension, which may be ignored
}

void tlm_transactions::begin_request(std::uint32_t node, tlm::tlm_generic_payload &payload,
                                     const tlm_range &range, const sc_time &when) {
  end &e = end_[node];
  const std::uint32_t place = open(node, payload, range, when);
  transaction_[place].blocking = false;
  payload.acquire();
  phased_.emplace(&payload, place);
  e.requesting = place;
  if (e.outstanding < settings_.outstanding) {
    dispatch_request(place, edge_of(when));
  } else {
    e.held = place;
  }
}

void tlm_transactions::dispatch_request(std::uint32_t place, std::uint64_t cycle) {
  end_[transaction_[place].source].outstanding++;
  send(place, false, cycle);
  plan(action::END_REQUEST, place, time_of(cycle));
}

void tlm_transactions::end_request(std::uint32_t place) {
  const transaction &t = transaction_[place];
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_time delay = handed_ - sc_time_stamp();
  end_[t.source].requesting = NONE;
  (void)end_[t.source].initiator->nb_transport_bw(*t.payload, phase, delay);
}

void tlm_transactions::offer_response(std::uint32_t node) {
  end &e = end_[node];
  if (e.responses.empty() || e.responding != NONE || e.initiator_busy) {
    return;
  }
  const std::uint32_t place = e.responses.front();
  transaction &t = transaction_[place];
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_time delay = handed_ - sc_time_stamp();
  e.responses.pop_front();
  e.responding = place;
  t.when = handed_;
  const tlm::tlm_sync_enum told = e.initiator->nb_transport_bw(*t.payload, phase, delay);
  if (told == tlm::TLM_COMPLETED || (told == tlm::TLM_UPDATED && phase == tlm::END_RESP)) {
    end_response(place, sc_time_stamp() + delay);
  }
}

// The payload is the initiator's alone again; the next response may come then.
void tlm_transactions::end_response(std::uint32_t place, const sc_time &when) {
  tlm::tlm_generic_payload *payload = transaction_[place].payload;
  const std::uint32_t node = transaction_[place].source;
  end_[node].responding = NONE;
  end_[node].initiator_busy = true;
  plan(action::INITIATOR_FREE, node, when);
  phased_.erase(payload);
  close(place);
  payload->release();
}

void tlm_transactions::free_initiator(std::uint32_t node) {
  end &e = end_[node];
  e.initiator_busy = false;
  e.outstanding--;
  if (e.held != NONE) {
    const std::uint32_t held = e.held;
    e.held = NONE;
    dispatch_request(held, std::max(edge_, edge_of(transaction_[held].begun)));
  }
  offer_response(node);
}

// --- the target's side ---------------------------------------------------------------------------

void tlm_transactions::offer_request(std::uint32_t node) {
  end &e = end_[node];
  if (e.requests.empty() || e.accepting != NONE || e.target_busy) {
    return;
  }
  const std::uint32_t place = e.requests.front();
  tlm::tlm_generic_payload &payload = *transaction_[place].payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_time delay = handed_ - sc_time_stamp();
  e.requests.pop_front();
  e.accepting = place;
  payload.set_address(transaction_[place].mapped);
  const tlm::tlm_sync_enum told = e.target->nb_transport_fw(payload, phase, delay);
  const sc_time when = sc_time_stamp() + delay;
  if (told == tlm::TLM_COMPLETED) {
    free_target(node, when);
    answer(place, when);
  } else if (told == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    free_target(node, when);
    phase = tlm::END_RESP;
    (void)e.target->nb_transport_fw(payload, phase, delay);
    answer(place, when);
  } else if (told == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
    free_target(node, when);
  }
}

// The next request may come then.
void tlm_transactions::free_target(std::uint32_t node, const sc_time &when) {
  end_[node].accepting = NONE;
  end_[node].target_busy = true;
  plan(action::TARGET_FREE, node, when);
}

void tlm_transactions::answer(std::uint32_t place, const sc_time &when) {
  transaction &t = transaction_[place];
  t.answered = true;
  t.payload->set_address(t.address);
  t.payload->set_dmi_allowed(false);
  send(place, true, edge_of(when));
}

tlm::tlm_sync_enum tlm_transactions::nb_transport_bw(std::uint32_t node,
                                                     tlm::tlm_generic_payload &payload,
                                                     tlm::tlm_phase &phase, sc_time &delay) {
  const std::uint32_t place = find(payload);
  const bool known =
      place != NONE && transaction_[place].target == node && !transaction_[place].answered;
  const sc_time when = sc_time_stamp() + delay;
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    if (!known || (phase == tlm::END_REQ && end_[node].accepting != place)) {
      fail(bad_protocol, "END_REQ or BEGIN_RESP of a transaction that the target does not have");
    }
    if (end_[node].accepting == place) {
      free_target(node, when);
    }
    if (phase == tlm::BEGIN_RESP) {
      answer(place, when);
      return tlm::TLM_COMPLETED;
    }
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) {
    fail(bad_protocol, "BEGIN_REQ or END_RESP from a target");
  }
  return tlm::TLM_ACCEPTED;
}

}  // namespace nocstep
