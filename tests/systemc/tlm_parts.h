// tlm_parts -- initiators and targets that exercise a tlm_network: each does what it is told by a
// generator of random numbers of its own, keeps what should be in the memories by itself, and knows
// nothing of the network.

#ifndef NOC_TESTS_SYSTEMC_TLM_PARTS_H
#define NOC_TESTS_SYSTEMC_TLM_PARTS_H

#include <tlm.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <systemc>
#include <vector>

enum { BYTES = 256, LONGEST = 64 };  // of an initiator at a memory; of a transaction

// Who sent a transaction, and which of those for one target it is.
struct label : tlm::tlm_extension<label> {
  unsigned initiator = 0, number = 0;
  tlm::tlm_extension_base *clone() const override {
    return new label(*this);
  }
  void copy_from(const tlm::tlm_extension_base &o) override {
    *this = static_cast<const label &>(o);
  }
};

// Payloads with their data; counts those that somebody holds.
class payloads : public tlm::tlm_mm_interface {
 public:
  ~payloads() override;
  tlm::tlm_generic_payload *take();
  void free(tlm::tlm_generic_payload *payload) override;
  unsigned held = 0;

 private:
  std::vector<tlm::tlm_generic_payload *> unused_, all_;
};

// A memory. What it answers, and in how many phases, depends on its manner.
struct memory : sc_core::sc_module {
  enum manner { BLOCKING, EARLY, END_REQUEST_FIRST, RESPONSE_AT_ONCE, FOUR_PHASES };
  tlm_utils::simple_target_socket<memory> socket;
  std::vector<unsigned char> bytes;
  std::vector<std::string> faults;
  unsigned accesses = 0;

  memory(sc_core::sc_module_name name, manner how, unsigned initiators);
  void access(tlm::tlm_generic_payload &payload);

 private:
  void b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                     sc_core::sc_time &delay);
  unsigned transport_dbg(tlm::tlm_generic_payload &payload);
  void serve();
  void note(const sc_core::sc_time &delay);

  manner how_;
  std::vector<unsigned> next_;  // [initiator]
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> queue_;
  tlm::tlm_generic_payload *accepting_ = nullptr;
  sc_core::sc_event answered_;
  tlm::tlm_generic_payload *answering_ = nullptr;
};

// One transaction that is over.
struct record {
  unsigned target, number;
  bool write;
  unsigned length, enables;
  sc_core::sc_time begun, ended;
};

// An initiator with its own bytes at every memory.
struct initiator : sc_core::sc_module {
  enum manner { WAITING, DECOUPLED, PHASED };
  tlm_utils::simple_initiator_socket<initiator> socket;
  std::vector<record> records;
  std::vector<std::string> faults;
  payloads pool;
  bool done = false;

  initiator(sc_core::sc_module_name name, manner how, unsigned number, unsigned targets,
            unsigned transactions);

 private:
  struct wanted {
    record what;
    std::vector<unsigned char> expected;
    std::uint64_t address = 0;
  };
  tlm::tlm_generic_payload *draw();
  void judge(tlm::tlm_generic_payload *payload, const sc_core::sc_time &when);
  unsigned below(unsigned n) {
    return static_cast<unsigned>(random_() % n);
  }
  void run();
  void run_blocking();
  void run_phased();
  void finish_phased();
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                     sc_core::sc_time &delay);

  manner how_;
  unsigned number_, targets_, left_;
  std::mt19937 random_, endings_;  // two, as what happens at the same time has no order
  std::vector<std::vector<unsigned char>> model_;  // [target]
  std::vector<unsigned> sent_;                     // [target]
  std::map<tlm::tlm_generic_payload *, wanted> wanted_;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> responses_;
  bool requesting_ = false;
  sc_core::sc_time free_;  // the next response may come then
  sc_core::sc_event requested_, finished_;
};

#endif
