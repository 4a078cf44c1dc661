// network -- a whole network as one SystemC module: golden models, the RTL, or both in lockstep, as
// run.router of its scenario says. docs/systemc.md.
//
//   nocstep::network mesh("mesh", "mesh.yaml", {"run.router=lockstep"});
//   sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
//   mesh.clock(clock);
//
// Every rising edge of the clock is one cycle of the network. A check that fails ends the
// simulation: sc_stop(), and an SC_ERROR of the type nocstep::failed_check with the line of the
// error, which names the register after a mismatch. A scenario that cannot be opened is an SC_ERROR
// of the type nocstep::bad_scenario; then the constructor throws std::runtime_error, if the report
// has not thrown. A message that cannot be sent is one of the type nocstep::bad_message.

#ifndef NOCSTEP_SYSTEMC_NETWORK_H
#define NOCSTEP_SYSTEMC_NETWORK_H

#include <nocstep.h>

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "channel.h"
#include "open.h"

namespace nocstep {

class network : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;
  // Processes write to these and read from them, one a node, with `workload: {traffic:
  // external}`. Every other workload runs by itself.
  sc_core::sc_vector<channel> node;

  // The scenario is a file; `sets` are put over it in order, each "router.vcs=2". A channel has
  // `places` (1 or more) for messages that wait, and as many for deliveries.
  network(sc_core::sc_module_name name, const std::string &file,
          const std::vector<std::string> &sets = {}, std::size_t places = 16);
  ~network() override;
  network(const network &) = delete;
  network &operator=(const network &) = delete;

  std::uint32_t nodes() const;
  // The cycle that the next edge runs.
  std::uint64_t cycle() const;
  nocstep_statistics_t statistics();
  // The result until now: nocstep_json().
  std::string json();

  // The run is over: a workload of its own has come to its end, or a check has failed.
  bool over() const;
  // .. by a failed check, of which this is the line; "" if none has failed.
  std::string error() const;
  const sc_core::sc_event &ended() const;

  // The network itself, for the other functions of nocstep.h, but those that step it.
  nocstep_t *handle();

 protected:
  // When all that was written has been delivered, makes the last checks.
  void end_of_simulation() override;

 private:
  friend class channel;
  void wake(channel &c);
  void edge();
  void send();
  void look();
  void end();
  void fail(const char *type, const std::string &line);
  static void delivered(void *self, const delivery *d);

  nocstep_t *network_;
  std::vector<channel *> awake_;  // those that have something for the network, or back from it
  std::uint64_t sent_ = 0, delivered_ = 0;
  bool over_ = false;
  sc_core::sc_event ended_;
};

}  // namespace nocstep

#endif
