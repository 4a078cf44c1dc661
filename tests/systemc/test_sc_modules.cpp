// Networks of router and interface modules: on golden models, RTL and both the result of
// `nocstep run`, cycle for cycle; long links, classes, tables; the links in a VCD.

#include <cstdio>
#include <memory>
#include <systemc>

#include "check.h"
#include "module_network.h"

namespace {

struct run_of {
  const char *name, *text;
};

const run_of kRuns[] = {
    {"pair",
     "topology: mesh:1x2\nworkload: {traffic: uniform, load: 0.3}\n"
     "run: {cycles: 300, warmup: 50}\n"},
    {"nine",
     "topology: mesh:3x3\nrouter: {vcs: 2, depth: 4}\n"
     "workload: {collective: allgather, scheme: binomial, message_flits: 9}\n"},
    {"mesh",
     "topology: mesh:4x4\nrouter: {vcs: 2, depth: 4}\n"
     "workload: {traffic: uniform, load: 0.3, packet_flits: 4}\nrun: {cycles: 500, warmup: 100}\n"},
    {"far",
     "topology: mesh:2x3\nrouter: {vcs: 2, depth: 4, link_latency: 6}\n"
     "workload: {traffic: uniform, load: 0.2, packet_flits: 4}\nrun: {cycles: 400, warmup: 50}\n"},
    {"classes",
     "topology: torus:3x3\nrouter: {vcs: 4, networks: 2, flit_bits: 128}\n"
     "workload:\n  classes:\n"
     "    - {traffic: uniform, load: 0.04, packet_flits: 1, reply_flits: 5, reply_network: 1}\n"
     "run: {cycles: 400, warmup: 50}\n"},
    {"tables",
     "topology: irregular:switches=8,ports=8,hosts=16,seed=2\nrouter: {vcs: 2, depth: 4}\n"
     "workload: {traffic: uniform, load: 0.1}\nrun: {cycles: 300, warmup: 50}\n"},
};

const char *const kRouters[] = {"ref", "rtl", "lockstep"};

struct pair_of {
  std::string name, file, set;
  std::unique_ptr<nocstep::module_network> module;
};

}  // namespace

int sc_main(int, char **) {
  const std::string messages =
      file_of("messages.yaml", "topology: mesh:2x2\nworkload: {traffic: external}\n");
  std::string found;
  try {
    nocstep::module_network none("none", messages);
  } catch (const std::exception &e) {
    found = e.what();
  }
  check("messages of processes are refused",
        has(found, "messages.yaml: workload.traffic is external with a network of modules"), found);
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  std::vector<pair_of> pairs;
  for (const run_of &run : kRuns) {
    const std::string file = file_of(std::string(run.name) + ".yaml", run.text);
    for (const char *router : kRouters) {
      const std::string name = std::string(run.name) + "_" + router;
      const std::string set = std::string("run.router=") + router;
      const std::vector<std::string> sets = {set};
      pairs.push_back(
          {name, file, set, std::make_unique<nocstep::module_network>(name.c_str(), file, sets)});
      pairs.back().module->clock(clock);
    }
  }
  const std::string vcd = file_of("links", "");
  sc_core::sc_trace_file *waves = sc_core::sc_create_vcd_trace_file(vcd.c_str());
  pairs[0].module->trace(waves);
  // Edges come at 0, 1, .. ns: after half a cycle more, so many cycles have been run.
  const auto behind = [&](std::uint64_t cycles) {
    for (const pair_of &p : pairs) {
      check(p.name + " has run as many cycles as there were edges", p.module->cycle() == cycles,
            std::to_string(p.module->cycle()));
    }
  };
  sc_core::sc_start(sc_core::sc_time(4500, sc_core::SC_PS));
  behind(5);
  sc_core::sc_start(sc_core::sc_time(15500, sc_core::SC_PS) - sc_core::sc_time_stamp());
  behind(16);
  sc_core::sc_start(sc_core::sc_time(1500, sc_core::SC_NS) - sc_core::sc_time_stamp());
  sc_core::sc_close_vcd_trace_file(waves);
  for (const pair_of &p : pairs) {
    const std::string ours = p.module->json();
    check(p.name + " comes to its end", p.module->over() && p.module->error().empty(),
          p.module->error());
    check(p.name + " has the result of nocstep run",
          same_json(ours, result_of_run(p.file, "--set " + p.set)), ours);
  }
  const std::string text = text_of(vcd + ".vcd");
  check("the links are in the VCD",
        has(text, "module router_0_0 ") && has(text, "module out_0 ") && has(text, "payload0") &&
            has(text, "module interface_1 ") && text.size() > 20000,
        text.substr(0, 300));
  return checked();
}
