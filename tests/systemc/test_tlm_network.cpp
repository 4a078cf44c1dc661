// Transactions over a network: random programs of three kinds of initiators against five kinds of
// targets and a plain model of what the memories should have. Each arrives exactly once, in order
// for each pair, with its data, and not before the time that an idle network takes; and golden
// models, RTL, lockstep, a network that is woken in every cycle, and one that hands out ahead of
// the time, take the same time to the picosecond. Each way to run is a process of its own: one
// SystemC simulation.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>

#include "check.h"
#include "network.h"
#include "tlm_network.h"
#include "tlm_parts.h"

namespace {

const char kScenario[] =
    "topology: mesh:4x4\nrouter: {vcs: 4, depth: 4, networks: 2}\n"
    "workload: {traffic: external}\n";

const unsigned kInitiatorAt[] = {0, 3, 12, 15, 5, 9};
const unsigned kTargetAt[] = {6, 10, 1, 14, 9};  // the last shares a node
enum { INITIATORS = 6, TARGETS = 5, TRANSACTIONS = 150 };

// The cycles of one message on an idle network, from the closed form of the library.
class idle_network {
 public:
  explicit idle_network(const std::string &file) {
    char error[NOCSTEP_ERROR];
    n_ = nocstep_open(file.c_str(), nullptr, 0, error);
  }
  ~idle_network() {
    nocstep_close(n_);
  }
  double cycles(unsigned from, unsigned to, unsigned bytes) {
    if (from == to) {
      return 0;
    }
    double &known = known_[{from, to, (bytes + 7) / 8}];
    if (known == 0) {
      nocstep_message_t m{};
      m.source = from;
      m.destination = to;
      m.bytes = bytes;
      m.network = 1;
      nocstep_statistics_t s;
      nocstep_statistics(n_, &s);
      const double sum = s.zero_load_latency * static_cast<double>(s.measured);
      (void)nocstep_send(n_, &m);
      (void)nocstep_drain(n_);
      nocstep_statistics(n_, &s);
      known = s.zero_load_latency * static_cast<double>(s.measured) - sum;
    }
    return known;
  }

 private:
  nocstep_t *n_;
  std::map<std::array<unsigned, 3>, double> known_;
};

int run(const std::string &file, const std::string &way) {
  nocstep::tlm_settings settings;
  settings.every_cycle = way == "every-cycle";
  settings.outstanding = 3;
  if (way == "rtl" || way == "lockstep") {
    settings.sets = {"run.router=" + way};
  }
  if (way == "quantum") {
    settings.quantum = sc_core::sc_time(25, sc_core::SC_NS);
    tlm::tlm_global_quantum::instance().set(settings.quantum);
  }
  nocstep::tlm_address_map map;
  for (unsigned i = 0; i < TARGETS; i++) {
    map.add({i * 0x100000ull, INITIATORS * BYTES, kTargetAt[i], 0, ""});
  }
  nocstep::tlm_network noc("noc", file, map, settings);
  std::vector<std::unique_ptr<initiator>> initiators;
  std::vector<std::unique_ptr<memory>> memories;
  for (unsigned i = 0; i < INITIATORS; i++) {
    const auto how = static_cast<initiator::manner>(i % 3);
    const std::string name = "initiator" + std::to_string(i);
    initiators.emplace_back(new initiator(name.c_str(), how, i, TARGETS, TRANSACTIONS));
    initiators.back()->socket.bind(noc.target_socket[kInitiatorAt[i]]);
  }
  for (unsigned i = 0; i < TARGETS; i++) {
    const std::string name = "memory" + std::to_string(i);
    memories.emplace_back(new memory(name.c_str(), static_cast<memory::manner>(i), INITIATORS));
    noc.initiator_socket[kTargetAt[i]].bind(memories.back()->socket);
  }
  sc_core::sc_start();
  unsigned accesses = 0;
  std::uint64_t early = 0;
  idle_network idle(file);
  for (const auto &m : memories) {
    accesses += m->accesses;
    for (const std::string &fault : m->faults) {
      std::printf("fault: %s\n", fault.c_str());
    }
  }
  for (unsigned i = 0; i < INITIATORS; i++) {
    const initiator &one = *initiators[i];
    const nocstep::tlm_latency &latency = noc.latency(kInitiatorAt[i]);
    sc_core::sc_time sum;
    for (const record &r : one.records) {
      sum += r.ended - r.begun;
    }
    for (const std::string &fault : one.faults) {
      std::printf("fault: %s\n", fault.c_str());
    }
    if (!one.done || one.records.size() != TRANSACTIONS || latency.transactions != TRANSACTIONS ||
        latency.sum != sum || one.pool.held != 0) {
      std::printf("fault: initiator %u: %zu done, %u payloads are held\n", i, one.records.size(),
                  one.pool.held);
    }
    for (const record &r : one.records) {
      const unsigned from = kInitiatorAt[i];
      const unsigned to = kTargetAt[r.target];
      const unsigned request = 8 + (r.enables + 7) / 8 + (r.write ? r.length : 0);
      const unsigned response = 4 + (r.write ? 0 : r.length);
      // A cycle behind each way, and two at least in a memory.
      const double least = idle.cycles(from, to, request) + idle.cycles(to, from, response) + 2 + 2;
      early += (r.ended - r.begun).to_seconds() * 1e9 < least - 1e-6 ? 1 : 0;
      std::printf("%u %u %u %s %s\n", i, r.target, r.number, r.begun.to_string().c_str(),
                  r.ended.to_string().c_str());
    }
  }
  std::fprintf(
      stderr, "%s: end %s, late %llu by %llu cycles, early %llu, accesses %u, cycle %llu\n",
      way.c_str(), sc_core::sc_time_stamp().to_string().c_str(),
      static_cast<unsigned long long>(noc.late()),
      static_cast<unsigned long long>(noc.late_cycles()), static_cast<unsigned long long>(early),
      accesses, static_cast<unsigned long long>(nocstep_cycle(noc.handle())));
  const bool late = noc.late() == 0;
  const bool verified = noc.idle() && noc.verify();
  return (accesses == INITIATORS * TRANSACTIONS && early == 0 && late && verified) ? 0 : 1;
}

}  // namespace

int sc_main(int count, char **arguments) {
  const std::string file = count > 2 ? arguments[2] : file_of("noc.yaml", kScenario);
  if (count > 1) {
    return run(file, arguments[1]);
  }
  const std::string golden = file_of("ref.log", "");
  for (const std::string way : {"ref", "every-cycle", "rtl", "lockstep", "quantum"}) {
    const std::string log = file_of(way + ".log", "");
    const std::string command = std::string("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 ") + arguments[0] +
                                " " + way + " " + file + " >" + log;
    check(way + ": every transaction once, in order, verified, none early or late",
          shell(command) == 0);
    check(way + ": with its data", shell("! grep fault " + log) == 0);
    check(way + ": all are there", shell("test $(grep -c . " + log + ") -eq " +
                                         std::to_string(INITIATORS * TRANSACTIONS)) == 0);
    check(way + ": the same times", shell("cmp " + golden + " " + log) == 0);
  }
  return checked();
}
