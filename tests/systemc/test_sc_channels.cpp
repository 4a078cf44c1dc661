// Processes of SystemC send through a network and read from it: the same cycles on golden models,
// RTL and both, and those of a program that sends the same messages by nocstep.h; back-pressure
// both ways; what is refused; a bug in the RTL is named by its register.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <systemc>

#include "check.h"
#include "network.h"

namespace {

const char kMesh[] =
    "topology: mesh:4x4\nrouter: {vcs: 2, depth: 4}\n"
    "workload: {traffic: external, packet_flits: 6}\n";

enum { NODES = 16, EACH = 40 };

// The message number i of a node; its tag says both.
nocstep::message message_of(std::uint32_t from, std::uint32_t i) {
  nocstep::message m;
  m.destination = (from + 1 + (from * 7 + i * 5) % (NODES - 1)) % NODES;
  m.flits = 1 + (from + i) % 9;
  m.tag = from * 1000 + i;
  return m;
}

// Sends all of a node as fast as the channel takes them, reads what comes, and keeps it.
class host : public sc_core::sc_module {
 public:
  sc_core::sc_fifo_out<nocstep::message> to_network;
  sc_core::sc_fifo_in<nocstep::delivery> from_network;
  std::vector<nocstep::delivery> got;
  int fullest = 0;
  sc_core::sc_time pause;  // between two reads

  host(sc_core::sc_module_name name, std::uint32_t node) : sc_module(name), node_(node) {
    SC_HAS_PROCESS(host);
    SC_THREAD(send);
    SC_THREAD(receive);
  }

 private:
  void send() {
    for (std::uint32_t i = 0; i < EACH; i++) {
      to_network.write(message_of(node_, i));
    }
  }
  void receive() {
    for (;;) {
      got.push_back(from_network.read());
      fullest = std::max(fullest, from_network.num_available() + 1);
      if (pause != sc_core::SC_ZERO_TIME) {
        wait(pause);
      }
    }
  }
  std::uint32_t node_;
};

// A network and its hosts.
struct platform {
  nocstep::network mesh;
  sc_core::sc_vector<host> hosts;
  platform(const std::string &name, const std::string &file, const std::string &set,
           sc_core::sc_clock &clock, std::size_t places)
      : mesh(name.c_str(), file, {set}, places), hosts((name + "_host").c_str()) {
    mesh.clock(clock);
    hosts.init(NODES, [](const char *of, std::size_t i) {
      return new host(of, static_cast<std::uint32_t>(i));
    });
    for (std::size_t i = 0; i < NODES; i++) {
      hosts[i].to_network(mesh.node[i]);
      hosts[i].from_network(mesh.node[i]);
    }
  }
  std::vector<nocstep::delivery> all() {
    std::vector<nocstep::delivery> sum;
    for (host &h : hosts) {
      sum.insert(sum.end(), h.got.begin(), h.got.end());
    }
    std::sort(sum.begin(), sum.end(),
              [](const nocstep::delivery &a, const nocstep::delivery &b) { return a.tag < b.tag; });
    return sum;
  }
};

bool same(const std::vector<nocstep::delivery> &a, const std::vector<nocstep::delivery> &b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](const nocstep::delivery &x, const nocstep::delivery &y) {
                      return x.tag == y.tag && x.source == y.source &&
                             x.destination == y.destination && x.flits == y.flits &&
                             x.created == y.created && x.entered == y.entered &&
                             x.delivered == y.delivered;
                    });
}

// The same messages, created when the channels had them, by nocstep.h alone.
std::vector<nocstep::delivery> by_library(const std::string &file,
                                          const std::vector<nocstep::delivery> &as) {
  char error[NOCSTEP_ERROR];
  nocstep_t *n = nocstep_open(file.c_str(), nullptr, 0, error);
  for (const nocstep::delivery &d : as) {
    nocstep_message_t m = {};
    m.source = d.source;
    m.destination = d.destination;
    m.flits = d.flits;
    m.tag = d.tag;
    m.cycle = d.created;
    (void)nocstep_send(n, &m);
  }
  std::vector<nocstep::delivery> got;
  nocstep::delivery d;
  while (nocstep_next(n, NOCSTEP_NEVER, &d)) {
    got.push_back(d);
  }
  nocstep_close(n);
  std::sort(got.begin(), got.end(),
            [](const nocstep::delivery &a, const nocstep::delivery &b) { return a.tag < b.tag; });
  return got;
}

// Simulations that end with an error, each in a process of its own: the line of the error.
int erring(const std::string &what, const std::string &file) {
  const bool bug = what == "planted";
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  try {
    platform p("mesh", file, bug ? "run.router=lockstep" : "run.router=ref", clock,
               what == "nothing" ? 0 : 4);
    nocstep::message m = message_of(0, 0);
    m.destination = what == "nowhere" ? 99 : m.destination;
    (void)p.mesh.node[what == "nowhere" ? 3 : 0].nb_write(m);
    sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));
    std::printf("no error: %s\n", p.mesh.error().c_str());
  } catch (const std::exception &e) {
    std::printf("%s, %s\n", e.what(),
                sc_core::sc_get_status() == sc_core::SC_STOPPED ? "stopped" : "not stopped");
  }
  return 0;
}

std::string error_of(const std::string &self, const std::string &arguments) {
  const std::string out = file_of("error.txt", "");
  (void)shell(self + " " + arguments + " >" + out + " 2>&1");
  return text_of(out);
}

void test_errors(const std::string &self, const std::string &file) {
  std::string text = error_of(self, "nowhere " + file);
  check("a message to nowhere ends the simulation",
        has(text, "/nocstep/bad_message") &&
            has(text, "mesh: node 3: destination is node 99; it must be 0 to 15"),
        text);
  text = error_of(self, "none " + file + ".none");
  check("a scenario that is not there", has(text, "/nocstep/bad_scenario") && has(text, ".none"),
        text);
  text = error_of(self, "nothing " + file);
  check("channels have places",
        has(text, "/nocstep/bad_scenario") && has(text, "places is 0; it must be 1 or more"), text);
  const std::string copy =
      planted("rtl/router/switch_allocator.sv", "noc_pkg::rr_next(4'(in_vc_o[p*VcW +: VcW]), Vcs)",
              "in_vc_o[p*VcW +: VcW]");
  text = error_of("NOCSTEP_HOME=" + copy + " " + self, "planted " + file);
  check("a bug in the RTL is named by its register",
        has(text, "/nocstep/failed_check") && has(text, "mesh: mismatch: cycle ") &&
            has(text, ": sa_in_ptr["),
        text);
}

}  // namespace

int sc_main(int count, char **argument) {
  if (count == 3) {
    return erring(argument[1], argument[2]);
  }
  const std::string file = file_of("mesh.yaml", kMesh);
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  std::vector<std::unique_ptr<platform>> platforms;
  for (const char *router : {"ref", "rtl", "lockstep"}) {
    platforms.push_back(
        std::make_unique<platform>(router, file, std::string("run.router=") + router, clock, EACH));
  }
  platform tight("tight", file, "run.router=ref", clock, 2);
  platform single("single", file, "run.router=ref", clock, 1);
  platform slow("slow", file, "run.router=ref", clock, 3);
  for (host &h : slow.hosts) {
    h.pause = sc_core::sc_time(50, sc_core::SC_NS);
  }
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));

  const std::vector<nocstep::delivery> golden = platforms[0]->all();
  check("all messages arrive", golden.size() == NODES * EACH);
  check("at the cycles of the library", same(golden, by_library(file, golden)));
  check("the RTL delivers in the same cycles", same(golden, platforms[1]->all()));
  check("and both in lockstep", same(golden, platforms[2]->all()));
  check("which has compared", platforms[2]->mesh.statistics().comparisons > 0);

  // A message has a place until its last packet is the next to go.
  const std::vector<nocstep::delivery> held = tight.all();
  check("with 2 places they all arrive", held.size() == NODES * EACH);
  check("they are created later", !same(held, golden));
  check("at the cycles of the library too", same(held, by_library(file, held)));
  for (const nocstep::delivery &d : held) {
    const std::uint32_t i = static_cast<std::uint32_t>(d.tag % 1000);
    if (i >= 3 && d.created < held[d.source * EACH + i - 3].entered) {
      check("no third message waits behind the next", false, std::to_string(d.tag));
    }
  }
  check("with 1 place they all arrive too", single.all().size() == NODES * EACH);
  // All places are free again, also that of a message that left in the edge in which it came.
  int free_places = 0;
  for (nocstep::channel &c : single.mesh.node) {
    free_places += c.num_free();
  }
  check("then all places are free", free_places == NODES, std::to_string(free_places));
  // Nobody reads for long: the network holds the rest, so messages cannot be written either.
  int fullest = 0;
  std::size_t got = 0;
  for (const host &h : slow.hosts) {
    fullest = std::max(fullest, h.fullest);
    got += h.got.size();
  }
  check("slow readers leave at most 3 unread", fullest == 3, std::to_string(fullest));
  check("and what they do not take waits in the network", got == NODES * EACH, std::to_string(got));
  sc_core::sc_stop();
  check("the last checks pass", platforms[2]->mesh.error().empty() && !platforms[2]->mesh.over());
  test_errors(argument[0], file);
  return checked();
}
