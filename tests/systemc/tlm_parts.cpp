// tlm_parts -- see tlm_parts.h.

#include "tlm_parts.h"

#include <tlm_utils/tlm_quantumkeeper.h>

#include <algorithm>

using sc_core::sc_time;

static const sc_time kCycle(1, sc_core::SC_NS);

payloads::~payloads() {
  for (tlm::tlm_generic_payload *p : all_) {
    delete[] p->get_data_ptr();
    delete[] p->get_byte_enable_ptr();
    delete p;
  }
}

tlm::tlm_generic_payload *payloads::take() {
  if (unused_.empty()) {
    auto *p = new tlm::tlm_generic_payload(this);
    p->set_data_ptr(new unsigned char[LONGEST]);
    p->set_byte_enable_ptr(nullptr);
    p->set_extension(new label);
    unused_.push_back(p);
    all_.push_back(p);
  }
  tlm::tlm_generic_payload *p = unused_.back();
  unused_.pop_back();
  held++;
  p->acquire();
  return p;
}

void payloads::free(tlm::tlm_generic_payload *payload) {
  delete[] payload->get_byte_enable_ptr();
  payload->set_byte_enable_ptr(nullptr);
  unused_.push_back(payload);
  held--;
}

// --- memory --------------------------------------------------------------------------------------

memory::memory(sc_core::sc_module_name name, manner how, unsigned initiators)
    : sc_module(name),
      socket("socket"),
      bytes(BYTES * initiators),
      how_(how),
      next_(initiators),
      queue_("queue") {
  socket.register_b_transport(this, &memory::b_transport);
  socket.register_transport_dbg(this, &memory::transport_dbg);
  if (how != BLOCKING) {
    socket.register_nb_transport_fw(this, &memory::nb_transport_fw);
    SC_HAS_PROCESS(memory);
    SC_THREAD(serve);
  }
}

void memory::access(tlm::tlm_generic_payload &p) {
  const label *from = p.get_extension<label>();
  const unsigned width = p.get_streaming_width();
  if (from != nullptr && from->number != next_[from->initiator]++) {
    faults.push_back(std::string(name()) + ": one of initiator " + std::to_string(from->initiator) +
                     " is out of order");
  }
  accesses++;
  for (unsigned i = 0; i < p.get_data_length(); i++) {
    const unsigned char *enables = p.get_byte_enable_ptr();
    unsigned char &byte = bytes.at(p.get_address() + i % width);
    if (enables == nullptr || enables[i % p.get_byte_enable_length()] == TLM_BYTE_ENABLED) {
      (p.is_write() ? byte : p.get_data_ptr()[i]) = p.is_write() ? p.get_data_ptr()[i] : byte;
    }
  }
  p.set_dmi_allowed(true);
  p.set_response_status(tlm::TLM_OK_RESPONSE);
}

// Nothing comes ahead of its time but with a quantum.
void memory::note(const sc_time &delay) {
  const bool now = delay == sc_core::SC_ZERO_TIME;
  if (!now && tlm::tlm_global_quantum::instance().get() == sc_core::SC_ZERO_TIME) {
    faults.push_back(std::string(name()) + ": an access ahead of its time");
  }
}

void memory::b_transport(tlm::tlm_generic_payload &payload, sc_time &delay) {
  note(delay);
  access(payload);
  if (how_ == BLOCKING && payload.is_read()) {
    wait(delay + 3 * kCycle);
    delay = sc_core::SC_ZERO_TIME;
  } else {
    delay += 2 * kCycle;
  }
}

tlm::tlm_sync_enum memory::nb_transport_fw(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                           sc_time &delay) {
  if (phase == tlm::END_RESP) {
    answered_.notify(delay);
    return tlm::TLM_COMPLETED;
  }
  note(delay);
  if (accepting_ != nullptr) {
    faults.push_back(std::string(name()) + ": BEGIN_REQ before END_REQ");
  }
  access(payload);
  if (how_ == EARLY) {
    delay += 4 * kCycle;
    return tlm::TLM_COMPLETED;
  }
  if (how_ == RESPONSE_AT_ONCE) {
    phase = tlm::BEGIN_RESP;
    delay += 2.5 * kCycle;
    return tlm::TLM_UPDATED;
  }
  payload.acquire();
  queue_.notify(payload, delay + 5 * kCycle);
  if (how_ == END_REQUEST_FIRST) {
    phase = tlm::END_REQ;
    delay += kCycle;
    return tlm::TLM_UPDATED;
  }
  accepting_ = &payload;
  return tlm::TLM_ACCEPTED;
}

// Every other transaction of four phases has an END_REQ of its own.
void memory::serve() {
  for (unsigned i = 0;; i++) {
    tlm::tlm_generic_payload *p = queue_.get_next_transaction();
    if (p == nullptr) {
      wait(queue_.get_event());
      continue;
    }
    sc_time delay = sc_core::SC_ZERO_TIME;
    tlm::tlm_phase phase = tlm::END_REQ;
    if (how_ == FOUR_PHASES) {
      accepting_ = nullptr;
      if (i % 2 == 0) {
        (void)socket->nb_transport_bw(*p, phase, delay);
        wait(2.5 * kCycle);
      }
    }
    phase = tlm::BEGIN_RESP;
    delay = i % 3 * kCycle;
    if (socket->nb_transport_bw(*p, phase, delay) == tlm::TLM_ACCEPTED) {
      wait(answered_);
    }
    p->release();
  }
}

unsigned memory::transport_dbg(tlm::tlm_generic_payload &payload) {
  access(payload);
  accesses--;
  return payload.get_data_length();
}

// --- initiator -----------------------------------------------------------------------------------

initiator::initiator(sc_core::sc_module_name name, manner how, unsigned number, unsigned targets,
                     unsigned transactions)
    : sc_module(name),
      socket("socket"),
      how_(how),
      number_(number),
      targets_(targets),
      left_(transactions),
      random_(number + 1),
      endings_(number + 100),
      model_(targets, std::vector<unsigned char>(BYTES)),
      sent_(targets),
      responses_("responses") {
  socket.register_nb_transport_bw(this, &initiator::nb_transport_bw);
  SC_HAS_PROCESS(initiator);
  SC_THREAD(run);
  if (how == PHASED) {
    SC_THREAD(finish_phased);
  }
}

// A transaction, and what must come of it. Every memory is at an address of its own, a million
// bytes apart.
tlm::tlm_generic_payload *initiator::draw() {
  tlm::tlm_generic_payload *p = pool.take();
  const unsigned target = below(targets_);
  const unsigned length = 1 + below(LONGEST);
  const unsigned width = below(4) == 0 ? 1 + below(length) : length;
  const unsigned at = below(BYTES - LONGEST);
  const bool write = below(2) == 0;
  std::vector<unsigned char> &model = model_[target];
  wanted w{{target, sent_[target], write, length, 0, {}, {}}, {}, 0};
  if (below(3) == 0) {
    w.what.enables = 1 + below(8);
    auto *enables = new unsigned char[w.what.enables];
    for (unsigned i = 0; i < w.what.enables; i++) {
      enables[i] = below(2) == 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    p->set_byte_enable_ptr(enables);
  }
  p->set_byte_enable_length(w.what.enables);
  for (unsigned i = 0; i < length; i++) {
    p->get_data_ptr()[i] = static_cast<unsigned char>(below(256));
  }
  w.expected.assign(p->get_data_ptr(), p->get_data_ptr() + length);
  for (unsigned i = 0; i < length; i++) {
    unsigned char &byte = model[at + i % width];
    if (w.what.enables == 0 || p->get_byte_enable_ptr()[i % w.what.enables] == TLM_BYTE_ENABLED) {
      (write ? byte : w.expected[i]) = write ? w.expected[i] : byte;
    }
  }
  p->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  p->set_address(target * 0x100000ull + number_ * BYTES + at);
  p->set_data_length(length);
  w.address = p->get_address();
  p->set_streaming_width(width);
  p->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  label *l = p->get_extension<label>();
  l->initiator = number_;
  l->number = sent_[target]++;
  wanted_[p] = w;
  return p;
}

void initiator::judge(tlm::tlm_generic_payload *p, const sc_time &when) {
  const auto found = wanted_.find(p);
  if (found == wanted_.end()) {
    faults.push_back(std::string(name()) + ": a response twice, or to nothing");
    return;
  }
  wanted &w = found->second;
  w.what.ended = when;
  if (p->get_response_status() != tlm::TLM_OK_RESPONSE || p->is_dmi_allowed() ||
      p->get_address() != w.address ||
      !std::equal(w.expected.begin(), w.expected.end(), p->get_data_ptr())) {
    faults.push_back(std::string(name()) + ": data of transaction " +
                     std::to_string(w.what.number) + " to " + std::to_string(w.what.target) + " " +
                     p->get_response_string());
  }
  records.push_back(w.what);
  wanted_.erase(found);
  p->release();
}

void initiator::run() {
  how_ == PHASED ? run_phased() : run_blocking();
  done = wanted_.empty();
}

void initiator::run_blocking() {
  tlm_utils::tlm_quantumkeeper keeper;
  keeper.reset();
  for (; left_ > 0; left_--) {
    const sc_time rest = below(4) == 0 ? below(40) * kCycle / 2.0 : sc_core::SC_ZERO_TIME;
    if (how_ == DECOUPLED) {
      keeper.inc(rest);
    } else {
      wait(rest);
    }
    tlm::tlm_generic_payload *p = draw();
    sc_time delay = keeper.get_local_time();
    wanted_[p].what.begun = sc_core::sc_time_stamp() + delay;
    socket->b_transport(*p, delay);
    judge(p, sc_core::sc_time_stamp() + delay);
    keeper.set(delay);
    if (how_ != DECOUPLED || keeper.need_sync()) {
      keeper.sync();
    }
  }
}

void initiator::run_phased() {
  for (; left_ > 0; left_--) {
    wait(below(8) == 0 ? below(20) * kCycle / 2.0 : sc_core::SC_ZERO_TIME);
    tlm::tlm_generic_payload *p = draw();
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = below(3) == 0 ? kCycle : sc_core::SC_ZERO_TIME;
    wanted_[p].what.begun = sc_core::sc_time_stamp() + delay;
    requesting_ = true;
    if (socket->nb_transport_fw(*p, phase, delay) != tlm::TLM_ACCEPTED) {
      faults.push_back(std::string(name()) + ": BEGIN_REQ is not accepted");
    }
    while (requesting_) {
      wait(requested_);
    }
  }
  while (!wanted_.empty()) {
    wait(finished_);
  }
}

tlm::tlm_sync_enum initiator::nb_transport_bw(tlm::tlm_generic_payload &payload,
                                              tlm::tlm_phase &phase, sc_time &delay) {
  if (phase == tlm::END_REQ) {
    if (!requesting_) {
      faults.push_back(std::string(name()) + ": END_REQ without BEGIN_REQ");
    }
    requesting_ = false;
    requested_.notify(delay);
    return tlm::TLM_ACCEPTED;
  }
  const sc_time begins = sc_core::sc_time_stamp() + delay;
  if (begins < free_) {
    faults.push_back(std::string(name()) + ": BEGIN_RESP before the end of the response before it");
  }
  const unsigned ending =
      static_cast<unsigned>(endings_() % 3);  // all three ways to end a response
  if (ending == 0) {
    responses_.notify(payload, delay);
    return tlm::TLM_ACCEPTED;
  }
  judge(&payload, sc_core::sc_time_stamp() + delay);
  finished_.notify(delay);
  phase = tlm::END_RESP;
  delay += ending == 1 ? 9.5 * kCycle : sc_core::SC_ZERO_TIME;
  free_ = sc_core::sc_time_stamp() + delay;
  return ending == 1 ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
}

void initiator::finish_phased() {
  for (;;) {
    wait(responses_.get_event());
    while (tlm::tlm_generic_payload *p = responses_.get_next_transaction()) {
      const sc_time when = sc_core::sc_time_stamp();
      wait(1.5 * kCycle);
      tlm::tlm_phase phase = tlm::END_RESP;
      sc_time delay = sc_core::SC_ZERO_TIME;
      p->acquire();  // until it has been judged
      (void)socket->nb_transport_fw(*p, phase, delay);
      judge(p, when);
      p->release();
      finished_.notify();
    }
  }
}
