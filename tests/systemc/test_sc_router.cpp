// A bench of one router among neighbours made here, which send random packets, take flits and give
// credits back when they like: golden model, RTL and both show the same in every cycle; a bug in
// the RTL is named by its register.

#include <cstdio>
#include <memory>
#include <random>
#include <sstream>
#include <systemc>

#include "check.h"
#include "module_network.h"
#include "modules.h"
#include "open.h"

namespace {

const char kMesh[] =
    "topology: mesh:3x3\nrouter: {vcs: 2, depth: 4}\nworkload: {traffic: external}\n";

enum { VCS = 2, DEPTH = 4, PORTS = 5, MIDDLE = 4, CYCLES = 3000 };

using flits = sc_core::sc_vector<sc_core::sc_signal<nocstep::flit>>;
using credits = sc_core::sc_vector<sc_core::sc_signal<nocstep::credit>>;

// The signals around one router; `out` and `credit_out` are its own.
struct around {
  flits in, out;
  credits credit_in, credit_out;
  explicit around(const std::string &name)
      : in((name + "_in").c_str(), PORTS),
        out((name + "_out").c_str(), PORTS),
        credit_in((name + "_credit_in").c_str(), PORTS),
        credit_out((name + "_credit_out").c_str(), PORTS) {
  }
};

// Drives the inputs of all routers alike, from what the first shows, and counts what differs.
class neighbours : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;
  std::uint64_t sent = 0, came = 0, different = 0;

  neighbours(sc_core::sc_module_name name, const nocstep::parts &of, std::vector<around *> routers)
      : sc_module(name), of_(of), routers_(std::move(routers)) {
    SC_HAS_PROCESS(neighbours);
    SC_METHOD(cycle);
    sensitive << clock.neg();
    dont_initialize();
    for (auto &port : room_) {
      port.fill(DEPTH);
    }
  }

 private:
  struct packet {
    std::uint32_t left = 0;
    bool first = false;
    std::uint32_t destination = 0;
  };

  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(random_() % n);
  }

  nocstep::payload head(std::uint32_t destination, std::uint32_t length) {
    nocstep_head_t h = {};
    h.destination = nocstep_address(of_.handle(), destination);
    h.flits = length;
    nocstep::payload p = {};
    nocstep_head(of_.handle(), &h, p.data());
    return p;
  }

  // A node that packets from this port may go to by the order of dimensions: those that come along
  // x go on in x or turn to y; those along y stay in their column.
  std::uint32_t choose(unsigned port) {
    for (;;) {
      const std::uint32_t node = below(9);
      const std::uint32_t x = node % 3;
      const std::uint32_t y = node / 3;
      const bool fits = port == 0   ? node != MIDDLE
                        : port == 1 ? x <= 1
                        : port == 2 ? x >= 1
                        : port == 3 ? x == 1 && y <= 1
                                    : x == 1 && y >= 1;
      if (fits) {
        return node;
      }
    }
  }

  nocstep::flit next(unsigned port) {
    nocstep::flit f;
    const unsigned vc = below(VCS);
    packet &p = packet_[port][vc];
    if (room_[port][vc] == 0 || below(4) == 0) {
      return f;
    }
    if (p.left == 0) {
      p.left = 1 + below(5);
      p.first = true;
      p.destination = choose(port);
    }
    f.valid = true;
    f.vc = static_cast<std::uint8_t>(vc);
    f.kind = static_cast<std::uint8_t>((p.first ? 1u : 0u) | (p.left == 1 ? 2u : 0u));
    f.payload = p.first ? head(p.destination, p.left) : nocstep::payload{random_()};
    p.first = false;
    p.left--;
    room_[port][vc]--;
    sent++;
    return f;
  }

  void cycle() {
    const around &golden = *routers_[0];
    for (const around *r : routers_) {
      for (unsigned p = 0; p < PORTS; p++) {
        different += !(r->out[p].read() == golden.out[p].read()) +
                     !(r->credit_out[p].read() == golden.credit_out[p].read());
      }
    }
    for (unsigned p = 0; p < PORTS; p++) {
      const nocstep::credit back = golden.credit_out[p].read();
      const nocstep::flit f = golden.out[p].read();
      if (back.valid) {
        room_[p][back.vc]++;
      }
      if (f.valid) {
        came++;
        held_[p].push_back(f.vc);
      }
      nocstep::credit c;
      c.valid = !held_[p].empty() && below(3) > 0;
      if (c.valid) {
        c.vc = held_[p].back();
        held_[p].pop_back();
      }
      const nocstep::flit in = next(p);
      for (around *r : routers_) {
        r->in[p].write(in);
        r->credit_in[p].write(c);
      }
    }
  }

  const nocstep::parts &of_;
  std::vector<around *> routers_;
  std::mt19937_64 random_{1};
  std::array<std::array<packet, VCS>, PORTS> packet_;
  std::array<std::array<unsigned, VCS>, PORTS> room_;
  std::array<std::vector<std::uint8_t>, PORTS> held_;
};

struct bench {
  nocstep::parts parts;
  nocstep::router middle;
  around wires;
  bench(const std::string &file, const std::string &kind, sc_core::sc_clock &clock)
      : parts(file, {"run.router=" + kind}), middle(kind.c_str(), parts, MIDDLE), wires(kind) {
    middle.clock(clock);
    middle.in(wires.in);
    middle.out(wires.out);
    middle.credit_in(wires.credit_in);
    middle.credit_out(wires.credit_out);
  }
};

// These meet a bug in the RTL, each in a process of its own.
int erring_network(const std::string &file) {
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  nocstep::module_network mesh(
      "mesh", file, {"run.router=lockstep", "workload.traffic=uniform", "workload.load=0.3"});
  mesh.clock(clock);
  try {
    sc_core::sc_start(sc_core::sc_time(CYCLES, sc_core::SC_NS));
  } catch (const std::exception &e) {
    std::printf("%s, over: %d\n", e.what(), mesh.over());
  }
  return 0;
}

int erring(const std::string &file) {
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  bench b(file, "lockstep", clock);
  neighbours all("neighbours", b.parts, {&b.wires});
  all.clock(clock);
  try {
    sc_core::sc_start(sc_core::sc_time(CYCLES, sc_core::SC_NS));
    std::printf("no error: %s\n", b.middle.error().c_str());
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
  }
  return 0;
}

template <typename T>
std::string shown(const T &value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

void test_values() {
  nocstep::flit a;
  nocstep::flit b;
  a.payload[0] = 1;
  check("flits that are not valid are equal", a == b && shown(a) == "-");
  a.valid = b.valid = true;
  check("those that are valid are not", !(a == b));
  b.payload[0] = 1;
  b.vc = 1;
  check("nor on another VC", !(a == b));
  b.kind = 3;
  b.payload[1] = 0xab;
  check("a flit as text", shown(b) == "single vc 1 0xab_0000000000000001", shown(b));
  nocstep::credit c;
  c.vc = 3;
  check("a credit as text", shown(c) == "-");
  c.valid = true;
  check("one that is there", shown(c) == "vc 3" && !(c == nocstep::credit{}));
}

}  // namespace

int sc_main(int count, char **argument) {
  if (count > 1) {
    return count == 2 ? erring(argument[1]) : erring_network(argument[1]);
  }
  test_values();
  const std::string file = file_of("mesh.yaml", kMesh);
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  bench golden(file, "ref", clock);
  bench rtl(file, "rtl", clock);
  bench both(file, "lockstep", clock);
  neighbours all("neighbours", golden.parts, {&golden.wires, &rtl.wires, &both.wires});
  all.clock(clock);
  sc_core::sc_start(sc_core::sc_time(CYCLES, sc_core::SC_NS));
  check("flits come out", all.came > CYCLES, std::to_string(all.came));
  check("those that went in", all.sent >= all.came && all.sent - all.came <= PORTS * VCS * DEPTH,
        std::to_string(all.sent));
  check("all outputs are the same in every cycle", all.different == 0,
        std::to_string(all.different));
  check("and all registers", both.middle.error().empty() && rtl.middle.error().empty(),
        both.middle.error());
  const std::string copy =
      planted("rtl/router/switch_allocator.sv", "noc_pkg::rr_next(4'(in_vc_o[p*VcW +: VcW]), Vcs)",
              "in_vc_o[p*VcW +: VcW]");
  const std::string out = file_of("error.txt", "");
  (void)shell("NOCSTEP_HOME=" + copy + " " + argument[0] + " " + file + " >" + out + " 2>&1");
  std::string text = text_of(out);
  check("a bug in the RTL is named by its register",
        has(text, "/nocstep/failed_check") && has(text, "router 1,1: sa_in_ptr["), text);
  (void)shell("NOCSTEP_HOME=" + copy + " " + argument[0] + " " + file + " network >" + out +
              " 2>&1");
  text = text_of(out);
  check("and from within a network of modules",
        has(text, "mesh: mismatch: cycle ") && has(text, ": sa_in_ptr[") && has(text, "over: 1"),
        text);
  return checked();
}
