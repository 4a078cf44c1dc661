// The network module: golden models, RTL and both have under the SystemC kernel the result of
// `nocstep run`, cycle for cycle.

#include <systemc>

#include "check.h"
#include "network.h"

namespace {

struct run_of {
  const char *name, *text;
};

const run_of kRuns[] = {
    {"uniform",
     "topology: mesh:4x4\nrouter: {vcs: 2, depth: 4}\n"
     "workload: {traffic: uniform, load: 0.2}\nrun: {cycles: 600, warmup: 100}\n"},
    {"allgather",
     "topology: mesh:4x4\nworkload: {collective: allgather, scheme: binomial, message_flits: "
     "12}\n"},
    {"replies",
     "topology: mesh:4x4\nrouter: {vcs: 4, depth: 4, networks: 2, link_latency: 3}\n"
     "workload: {classes: [{traffic: uniform, load: 0.04, packet_flits: 1, reply_flits: 5, "
     "reply_network: 1}]}\nrun: {cycles: 600, warmup: 100}\n"},
};

const char *const kRouters[] = {"ref", "rtl", "lockstep"};

}  // namespace

int sc_main(int, char **) {
  struct pair {
    std::string name, file, set;
    nocstep::network *module;
  };
  std::vector<pair> pairs;
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  for (const run_of &run : kRuns) {
    const std::string file = file_of(std::string(run.name) + ".yaml", run.text);
    for (const char *router : kRouters) {
      const std::string name = std::string(run.name) + "_" + router;
      const std::string set = std::string("run.router=") + router;
      pairs.push_back({name, file, set, new nocstep::network(name.c_str(), file, {set})});
      pairs.back().module->clock(clock);
    }
  }
  sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_US));
  for (const pair &p : pairs) {
    const std::string ours = p.module->json();
    check(p.name + " comes to its end", p.module->over() && p.module->error().empty(),
          p.module->error());
    check(p.name + " has the result of nocstep run",
          same_json(ours, result_of_run(p.file, "--set " + p.set)), ours);
    delete p.module;
  }
  return checked();
}
