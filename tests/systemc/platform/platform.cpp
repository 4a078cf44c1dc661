// platform -- four processors, four memories and a DMA engine on a 4x4 mesh.
//
//   platform [NAME=VALUE ..]
//     router=ref|rtl|lockstep               golden models, the RTL, both compared in every cycle
//     style=blocking|non-blocking|decoupled how the initiators access the network
//     quantum=100                           cycles, with style=decoupled
//     rounds=4                              of every program
//     bus=40                                a bus of so many cycles in the place of the network
//     speed=1                               prints how many transactions a second were simulated
//     noc=noc.yaml map=map.yaml             scenario and address map
//
// Prints the latencies of each initiator, digests of the memories and of the times of all
// transactions, and when the last program ended.

#include <nocstep/tlm_network.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "bus.h"
#include "dma.h"
#include "memory.h"
#include "processor.h"

namespace {

std::map<std::string, std::string> option = {
    {"router", "ref"}, {"style", "blocking"}, {"quantum", "0"},    {"rounds", "4"},
    {"bus", "0"},      {"speed", "0"},        {"noc", "noc.yaml"}, {"map", "map.yaml"}};

constexpr unsigned kProcessorAt[] = {0, 3, 12, 15};
constexpr unsigned kMemoryAt[] = {5, 6, 9, 10};
constexpr unsigned kDmaAt = 1;

struct platform {
  processor copy, stencil, reduction, dma_copy;
  dma engine;
  memory m0, m1, m2, m3;
  processor *processors[4] = {&copy, &stencil, &reduction, &dma_copy};
  memory *memories[4] = {&m0, &m1, &m2, &m3};

  platform(unsigned rounds, style how)
      : copy("copy", program::COPY, rounds, how),
        stencil("stencil", program::STENCIL, rounds, how),
        reduction("reduction", program::REDUCTION, rounds, how),
        dma_copy("dma_copy", program::DMA_COPY, rounds, how),
        engine("engine", how),
        m0("m0", 0x10000, 1),
        m1("m1", 0x10000, 2),
        m2("m2", 0x10000, 3),
        m3("m3", 0x10000, 4) {
  }

  // To a network or a bus.
  template <typename N>
  void bind(N &noc) {
    for (unsigned i = 0; i < 4; i++) {
      processors[i]->access.socket.bind(noc.target_socket[kProcessorAt[i]]);
      noc.initiator_socket[kMemoryAt[i]].bind(memories[i]->socket);
    }
    engine.access.socket.bind(noc.target_socket[kDmaAt]);
    noc.initiator_socket[kDmaAt].bind(engine.socket);
  }

  std::uint64_t print() const {
    const port *ports[] = {&copy.access, &stencil.access, &reduction.access, &dma_copy.access,
                           &engine.access};
    sc_core::sc_time end;
    std::uint64_t times = 0, all = 0;
    std::printf("%-12s %9s %9s %9s %9s\n", "initiator", "accesses", "mean ns", "least", "most");
    for (const port *p : ports) {
      const double count = p->accesses > 0 ? static_cast<double>(p->accesses) : 1;
      std::printf("%-12s %9" PRIu64 " %9.1f %9.0f %9.0f\n", p->get_parent_object()->name(),
                  p->accesses, p->sum.to_seconds() * 1e9 / count, p->least.to_seconds() * 1e9,
                  p->most.to_seconds() * 1e9);
      times = times * 31 + p->times;
      all += p->accesses;
    }
    for (const processor *p : processors) {
      end = p->ended > end ? p->ended : end;
    }
    std::printf("memories");
    for (const memory *m : memories) {
      std::printf(" %016" PRIx64, m->digest());
    }
    std::printf("\ntimes %016" PRIx64 "\nend %.0f ns\n", times, end.to_seconds() * 1e9);
    return all;
  }
};

int run() {
  const double cycles = std::stod(option["quantum"]);
  const sc_core::sc_time quantum(cycles, sc_core::SC_NS);
  const style how = option["style"] == "decoupled"      ? style::DECOUPLED
                    : option["style"] == "non-blocking" ? style::NON_BLOCKING
                                                        : style::BLOCKING;
  tlm::tlm_global_quantum::instance().set(quantum);
  const auto map = nocstep::tlm_address_map::read(option["map"]);
  platform p(static_cast<unsigned>(std::stoul(option["rounds"])), how);

  std::unique_ptr<nocstep::tlm_network> noc;
  std::unique_ptr<bus> fixed;
  if (option["bus"] != "0") {
    fixed.reset(
        new bus("bus", 16, map, sc_core::sc_time(std::stod(option["bus"]), sc_core::SC_NS)));
    p.bind(*fixed);
  } else {
    nocstep::tlm_settings settings;
    settings.sets = {"run.router=" + option["router"]};
    settings.quantum = quantum;
    noc.reset(new nocstep::tlm_network("noc", option["noc"], map, settings));
    p.bind(*noc);
  }

  const auto begun = std::chrono::steady_clock::now();
  sc_core::sc_start();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  const std::uint64_t all = p.print();
  if (noc && !noc->verify()) {
    std::fprintf(stderr, "%s\n", noc->error().c_str());
    return 1;
  }
  if (option["speed"] != "0") {
    std::printf("%.0f transactions/s, %" PRIu64 " messages late\n",
                static_cast<double>(all) / took.count(), noc ? noc->late() : 0);
  }
  return 0;
}

}  // namespace

int sc_main(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    const std::string word = arguments[i];
    const std::size_t at = word.find('=');
    const std::string name = word.substr(0, at);
    if (at == std::string::npos || option.count(name) == 0) {
      std::fprintf(stderr, "%s is no NAME=VALUE of this program; see platform.cpp\n", word.c_str());
      return 2;
    }
    option[name] = word.substr(at + 1);
  }
  try {
    return run();
  } catch (const std::exception &e) {  // sc_core::sc_report is one
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
