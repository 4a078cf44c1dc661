// One transaction at a time, and what a network between TLM-2.0 sockets refuses: times on an idle
// network to the picosecond, addresses, bursts, direct memory, debug accesses, back-pressure, calls
// that the base protocol does not allow; and address maps, from files and from programs.

#include <functional>
#include <stdexcept>

#include "check.h"
#include "network.h"
#include "tlm_network.h"
#include "tlm_parts.h"

using sc_core::sc_time;

namespace {

const sc_time kCycle(2, sc_core::SC_NS);

const char kScenario[] =
    "topology: mesh:4x4\nrouter: {vcs: 2, depth: 4, networks: 2}\n"
    "workload: {traffic: external}\n";

const char kMap[] =
    "ranges:\n"
    "- {base: 0x1000, size: 256, node: 15}\n"
    "- {base: 1M, size: 256, node: 15, offset: 128}\n"
    "- {base: 0x100, size: 64, node: 0}\n";

std::uint64_t idle_cycles(const std::string &file, unsigned from, unsigned to, unsigned bytes) {
  char error[NOCSTEP_ERROR];
  nocstep_t *n = nocstep_open(file.c_str(), nullptr, 0, error);
  nocstep_message_t m{};
  m.source = from;
  m.destination = to;
  m.bytes = bytes;
  nocstep_statistics_t s{};
  (void)nocstep_send(n, &m);
  (void)nocstep_drain(n);
  nocstep_statistics(n, &s);
  nocstep_close(n);
  return static_cast<std::uint64_t>(s.zero_load_latency);
}

std::string report_of(const std::function<void()> &f) {
  try {
    f();
  } catch (const std::exception &e) {
    return e.what();
  }
  return "";
}

void refused(const std::string &text, const std::string &line) {
  const std::string found = report_of([&] { (void)nocstep::tlm_address_map::parse(text, "m"); });
  check("a map: " + line, found == line, found);
}

void check_maps() {
  const char one[] = "ranges:\n- {base: 0x1000, size: 256, node: 15}\n";
  const auto with = [&](const std::string &line) { return one + ("- " + line + "\n"); };
  refused(with("{base: 0x10ff, size: 4, node: 1}"),
          "m:3:3: base is 0x10ff to 0x1102, of which 0x1000 to 0x10ff is node 15 (m:2:3); it must "
          "be addresses of no other range");
  refused(with("{base: 0, size: 0x1001, node: 1}"),
          "m:3:3: base is 0x0 to 0x1000, of which 0x1000 to 0x10ff is node 15 (m:2:3); it must be "
          "addresses of no other range");
  refused(with("{base: 0, size: 0, node: 1}"), "m:3:3: size is 0; it must be 1 or more");
  refused(with("{base: 0xffffffffffffffff, size: 2, node: 1}"),
          "m:3:3: size is 0x2; it must end within 64 bits behind base and offset");
  refused(with("{base: 0, size: 4}"), "m:3:3: node is missing; it must be in every range");
  refused(with("{base: 0, size: 4, node: 1, nod: 2}"),
          "m:3:31: key is 'nod'; it must be base, size, node or offset, each once");
  refused(with("{base: 0, base: 1, size: 4, node: 1}"),
          "m:3:13: key is 'base', again; it must be base, size, node or offset, each once");
  refused(with("{base: -1, size: 4, node: 1}"),
          "m:3:10: base is '-1'; it must be a number such as 4096, 0x1000 or 4K");
  refused(with("{base: 0, size: 4X, node: 1}"),
          "m:3:19: size is '4X'; it must be a number such as 4096, 0x1000 or 4K");
  refused(with("{base: 0100, size: 4, node: 1}"),
          "m:3:10: base is '0100'; it must be a number such as 4096, 0x1000 or 4K");
  refused("ranges: []\n",
          "m:1:9: ranges is empty; it must be ranges: with items {base: .., size: .., node: ..}");
  refused("rang: []\n", "m:1:1: key is 'rang'; it must be ranges, once");
  check("a map that is not there",
        has(report_of([] { (void)nocstep::tlm_address_map::read("none.yaml"); }), "none.yaml"));
  const std::string empty = file_of("empty.yaml", "");
  check("an empty file has no keys",
        has(report_of([&] { (void)nocstep::tlm_address_map::read(empty); }),
            "empty.yaml: the file has no keys; it must be ranges: with items"),
        report_of([&] { (void)nocstep::tlm_address_map::read(empty); }));
  check("a folder cannot be read",
        has(report_of([] { (void)nocstep::tlm_address_map::read("/"); }), "cannot be read: "));
  const auto map = nocstep::tlm_address_map::parse(kMap);
  check("the last bytes of a range", map.find(0x10fc, 4) != nullptr);
  check("a byte further", map.find(0x10fd, 4) == nullptr && map.find(0x1100, 1) == nullptr);
  check("an empty access, one before",
        map.find(0x1000, 0) == nullptr && map.find(0xfff, 1) == nullptr);
  nocstep::tlm_address_map all;
  all.add({0, UINT64_MAX, 1, 0, ""});
  check("all addresses but the last",
        all.find(0, UINT64_MAX) != nullptr && all.find(UINT64_MAX, 1) == nullptr);
}

// Takes each call of the network down.
struct phases : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<phases> socket;
  std::vector<std::pair<std::string, sc_time>> seen;
  bool slow = false;  // does not end responses by itself
  explicit phases(sc_core::sc_module_name name) : sc_module(name), socket("socket") {
    socket.register_nb_transport_bw(this, &phases::backward);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload &p, tlm::tlm_phase &phase, sc_time &delay) {
    seen.emplace_back(phase.get_name(), sc_core::sc_time_stamp() + delay);
    (void)p;
    return phase == tlm::BEGIN_RESP && !slow ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  }
  std::size_t count(const std::string &phase) const {
    std::size_t n = 0;
    for (const auto &one : seen) {
      n += one.first == phase ? 1 : 0;
    }
    return n;
  }
};

struct bench : sc_core::sc_module {
  std::string file;
  nocstep::tlm_network noc;
  tlm_utils::simple_initiator_socket<bench> socket;
  phases other;
  memory far, near;
  payloads pool;

  bench(sc_core::sc_module_name name, const std::string &scenario,
        const nocstep::tlm_settings &settings)
      : sc_module(name),
        file(scenario),
        noc("noc", scenario, nocstep::tlm_address_map::parse(kMap), settings),
        socket("socket"),
        other("other"),
        far("far", memory::EARLY, 1),
        near("near", memory::EARLY, 1) {
    socket.bind(noc.target_socket[0]);
    other.socket.bind(noc.target_socket[3]);
    noc.initiator_socket[15].bind(far.socket);
    noc.initiator_socket[0].bind(near.socket);
    SC_HAS_PROCESS(bench);
    SC_THREAD(run);
  }

  tlm::tlm_generic_payload *payload(tlm::tlm_command command, std::uint64_t at, unsigned length) {
    tlm::tlm_generic_payload *p = pool.take();
    p->clear_extension(p->get_extension<label>());
    p->set_command(command);
    p->set_address(at);
    p->set_data_length(length);
    p->set_streaming_width(length);
    p->set_byte_enable_length(0);
    p->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return p;
  }

  // Cycles that a blocking transaction takes.
  double take(tlm::tlm_generic_payload *p) {
    sc_time delay = kCycle * 0.25;
    const sc_time begun = sc_core::sc_time_stamp() + delay;
    socket->b_transport(*p, delay);
    wait(delay);
    return (sc_core::sc_time_stamp() - begun) / kCycle;
  }

  void answered(const std::string &what, tlm::tlm_generic_payload *p,
                tlm::tlm_response_status status) {
    const double cycles = take(p);
    check(what + ", in a cycle", p->get_response_status() == status && cycles == 1,
          p->get_response_string());
    p->release();
  }

  void run() {
    blocking();
    errors();
    non_blocking();
    check("all payloads are given back", pool.held == 0, std::to_string(pool.held));
    check("the network is idle, and has passed its checks", noc.idle() && noc.verify(),
          noc.error());
  }

  void blocking() {
    const auto way = [&](unsigned from, unsigned to, unsigned bytes) {
      return static_cast<double>(idle_cycles(file, from, to, bytes));
    };
    wait(100.25 * kCycle);
    // It begins in the middle of a cycle: half of one is left. The memory takes a cycle.
    auto *p = payload(tlm::TLM_WRITE_COMMAND, 0x1010, 32);
    for (unsigned i = 0; i < 32; i++) {
      p->get_data_ptr()[i] = static_cast<unsigned char>(i + 1);
    }
    const double wrote = take(p);
    check("a write takes its packets", wrote == 0.5 + way(0, 15, 40) + 1 + 1 + way(15, 0, 4) + 1,
          std::to_string(wrote));
    check("the initiator's address", p->get_address() == 0x1010 && !p->is_dmi_allowed());
    p->release();
    wait(1000.25 * kCycle);
    p = payload(tlm::TLM_READ_COMMAND, 0x1010, 16);
    const double read = take(p);
    check("a read takes its packets, and has the data",
          read == 0.5 + way(0, 15, 8) + 1 + 1 + way(15, 0, 20) + 1 && p->get_data_ptr()[15] == 16,
          std::to_string(read));
    p->release();
    p = payload(tlm::TLM_WRITE_COMMAND, 0x100000 + 4, 1);
    p->get_data_ptr()[0] = 77;
    (void)take(p);
    check("offset of a range", far.bytes[128 + 4] == 77 && far.bytes[0x10] == 1);
    p->release();
    const sc_time now = sc_core::sc_time_stamp();
    wait(1.25 * kCycle - sc_time::from_value(now.value() % kCycle.value()));
    p = payload(tlm::TLM_WRITE_COMMAND, 0x100, 1);
    const double local = take(p);
    check("its own node takes a cycle each way", local == 0.5 + 1 + 1 + 1, std::to_string(local));
    p->release();
    check("nothing is late", noc.late() == 0);
  }

  void errors() {
    using namespace tlm;
    answered("no such address", payload(TLM_READ_COMMAND, 0x2000, 4), TLM_ADDRESS_ERROR_RESPONSE);
    answered("an access beyond its range", payload(TLM_READ_COMMAND, 0x10fe, 4),
             TLM_ADDRESS_ERROR_RESPONSE);
    answered("no bytes", payload(TLM_READ_COMMAND, 0x1000, 0), TLM_BURST_ERROR_RESPONSE);
    answered("too many flits", payload(TLM_READ_COMMAND, 0x1000, 9 << 20),
             TLM_BURST_ERROR_RESPONSE);
    auto *p = payload(TLM_WRITE_COMMAND, 0x10fc, 8);
    p->set_streaming_width(4);
    for (unsigned i = 0; i < 8; i++) {
      p->get_data_ptr()[i] = static_cast<unsigned char>(i);
    }
    (void)take(p);
    check("a stream that stays in its range", p->is_response_ok() && far.bytes[0xff] == 7,
          p->get_response_string());
    p->release();
    check("refusals are counted", noc.latency(0).refused == 4 && noc.latency(0).transactions == 5);
    p = payload(TLM_READ_COMMAND, 0x1010, 8);
    const sc_time now = sc_core::sc_time_stamp();
    check("debug accesses take no time",
          socket->transport_dbg(*p) == 8 && p->get_data_ptr()[0] == 1 &&
              p->get_address() == 0x1010 && now == sc_core::sc_time_stamp());
    p->set_address(0x2000);
    check("a debug access to nowhere", socket->transport_dbg(*p) == 0);
    p->set_address(0x1010);
    tlm_dmi dmi;
    check("direct memory is refused",
          !socket->get_direct_mem_ptr(*p, dmi) && dmi.is_none_allowed());
    p->release();
  }

  tlm::tlm_sync_enum begin(tlm::tlm_generic_payload *p, sc_time *delay) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    return other.socket->nb_transport_fw(*p, phase, *delay);
  }

  void non_blocking() {
    sc_time delay = sc_core::SC_ZERO_TIME;
    auto *p = payload(tlm::TLM_READ_COMMAND, 0x5000, 4);
    check("no such address, at once",
          begin(p, &delay) == tlm::TLM_COMPLETED && delay == kCycle &&
              p->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    p->release();
    delay = sc_core::SC_ZERO_TIME;
    // One may be outstanding (settings.outstanding): the request of the second ends behind the
    // response of the first.
    p = payload(tlm::TLM_READ_COMMAND, 0x1000, 4);
    auto *q = payload(tlm::TLM_READ_COMMAND, 0x1004, 4);
    check("BEGIN_REQ is accepted", begin(p, &delay) == tlm::TLM_ACCEPTED);
    const std::string second = report_of([&] { (void)begin(q, &delay); });
    check("BEGIN_REQ before END_REQ is a fault", has(second, "BEGIN_REQ before the END_REQ"),
          second);
    wait(3 * kCycle);
    check("END_REQ comes, and no response yet",
          other.count("END_REQ") == 1 && other.seen.size() == 1);
    check("the network holds the payload", p->get_ref_count() == 2);
    const std::string early = report_of([&] {
      tlm::tlm_phase end = tlm::END_RESP;
      (void)other.socket->nb_transport_fw(*p, end, delay);
    });
    check("END_RESP before BEGIN_RESP is a fault", has(early, "END_RESP without"), early);
    check("the next BEGIN_REQ", begin(q, &delay) == tlm::TLM_ACCEPTED);
    wait(3 * kCycle);
    check("waits for the response of the first", other.count("END_REQ") == 1);
    other.slow = true;
    wait(200 * kCycle);
    check("which comes, and then END_REQ not before END_RESP",
          other.count("BEGIN_RESP") == 1 && other.count("END_REQ") == 1);
    tlm::tlm_phase phase = tlm::END_RESP;
    check("END_RESP", other.socket->nb_transport_fw(*p, phase, delay) == tlm::TLM_COMPLETED);
    const std::string twice =
        report_of([&] { (void)other.socket->nb_transport_fw(*p, phase, delay); });
    check("END_RESP twice is a fault", has(twice, "END_RESP without BEGIN_RESP"), twice);
    other.slow = false;
    wait(200 * kCycle);
    check("then the second goes", other.count("END_REQ") == 2 && other.count("BEGIN_RESP") == 2);
    check("the network has let the payloads go",
          p->get_ref_count() == 1 && q->get_ref_count() == 1);
    p->release();
    q->release();
    tlm::tlm_generic_payload alone;
    const std::string bare = report_of([&] { (void)begin(&alone, &delay); });
    check("a payload without a memory manager is a fault", has(bare, "no memory manager"), bare);
    faults();
    // Nothing is under way: the simulation has nothing to do for long.
    const auto deltas = sc_core::sc_delta_count();
    wait(1000000 * kCycle);
    check("an idle network costs nothing", sc_core::sc_delta_count() - deltas < 5);
  }

  // Calls that neither side may make.
  void faults() {
    auto *p = payload(tlm::TLM_READ_COMMAND, 0x1000, 4);
    const auto call = [&](tlm::tlm_phase phase, bool from_target) {
      return report_of([&] {
        sc_time none;
        from_target ? (void)far.socket->nb_transport_bw(*p, phase, none)
                    : (void)other.socket->nb_transport_fw(*p, phase, none);
      });
    };
    check("END_REQ from an initiator", has(call(tlm::END_REQ, false), "from an initiator"));
    check("END_RESP of nothing", has(call(tlm::END_RESP, false), "without BEGIN_RESP"));
    check("BEGIN_REQ from a target", has(call(tlm::BEGIN_REQ, true), "from a target"));
    check("END_REQ of nothing", has(call(tlm::END_REQ, true), "does not have"));
    check("BEGIN_RESP of nothing", has(call(tlm::BEGIN_RESP, true), "does not have"));
    p->release();
  }
};

}  // namespace

int sc_main(int count, char **arguments) {
  const std::string file = file_of("noc.yaml", kScenario);
  if (count > 1) {  // a simulation of its own, which does not begin
    nocstep::tlm_network alone("alone", file, {{0, 16, 7, 0, ""}});
    const std::string why = report_of([] { sc_core::sc_start(); });
    return has(why, "node is 7, whose initiator_socket is not bound") ? 0 : 1;
  }
  check("a range of a node without a target", shell(std::string(arguments[0]) + " unbound") == 0);
  nocstep::tlm_settings settings;
  settings.period = kCycle;
  settings.outstanding = 1;
  check_maps();
  const auto open = [&](const std::vector<std::string> &sets, std::uint32_t node) {
    nocstep::tlm_settings bad = settings;
    bad.sets = sets;
    return report_of([&] {
      nocstep::tlm_network one("refused", file, {{0, 16, node, 0, ""}}, bad);
    });
  };
  const std::string one = open({"router.networks=1"}, 0);
  check("one virtual network is not enough", has(one, "router.networks is 1; it must be 2 or more"),
        one);
  const std::string traffic = open({"workload.traffic=uniform", "workload.load=0.1"}, 0);
  check("a workload of its own is refused", has(traffic, "workload.traffic is not external"),
        traffic);
  const std::string node = open({}, 16);
  check("no such node", has(node, "node is 16; it must be 0 to 15"), node);
  settings.outstanding = 0;
  const std::string none = open({}, 0);
  check("no outstanding requests", has(none, "outstanding is 0; it must be 1 or more"), none);
  settings.outstanding = 1;
  settings.period = sc_core::SC_ZERO_TIME;
  const std::string period = open({}, 0);
  check("no period", has(period, "period is 0"), period);
  settings.period = kCycle;
  bench b("bench", file, settings);
  sc_core::sc_start();
  return checked();
}
