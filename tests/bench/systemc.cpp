// systemc -- runs a scenario to its end under the SystemC kernel, as one module (whole) or as one
// of each router and interface (modules): systemc SCENARIO whole|modules. tests/bench/systemc.sh.

#include <cstdio>
#include <systemc>

#include "module_network.h"
#include "network.h"

namespace {

template <class Network>
class bench : public sc_core::sc_module {
 public:
  explicit bench(const char *file)
      : sc_module(sc_core::sc_module_name("bench")),
        clock_("clock", sc_core::sc_time(1, sc_core::SC_NS)),
        mesh_("mesh", file) {
    mesh_.clock(clock_);
    SC_HAS_PROCESS(bench);
    SC_METHOD(stop);
    sensitive << mesh_.ended();
    dont_initialize();
  }
  int run() {
    sc_core::sc_start();
    std::printf("%llu\n", static_cast<unsigned long long>(mesh_.cycle()));
    return mesh_.error().empty() ? 0 : 1;
  }

 private:
  void stop() {
    sc_core::sc_stop();
  }
  sc_core::sc_clock clock_;
  Network mesh_;
};

}  // namespace

int sc_main(int count, char **argument) {
  if (count != 3) {
    return 2;
  }
  return std::string(argument[2]) == "whole" ? bench<nocstep::network>(argument[1]).run()
                                             : bench<nocstep::module_network>(argument[1]).run();
}
