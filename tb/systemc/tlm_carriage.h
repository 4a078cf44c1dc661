// tlm_carriage -- carries what transactions send from node to node, for tlm_network: each request
// and each response is one message of the library, on a virtual network of its own. It knows cycles
// and bytes, and nothing of SystemC.
//
// Requests of one pair of nodes arrive in the order in which they were sent, and so do responses,
// also where a network with several VCs lets one packet pass another: what has come too early
// waits. What a node sends to itself stays out of the network and takes `local` cycles.

#ifndef NOCSTEP_SYSTEMC_TLM_CARRIAGE_H
#define NOCSTEP_SYSTEMC_TLM_CARRIAGE_H

#include <nocstep.h>

#include <cstdint>
#include <deque>
#include <map>
#include <queue>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace nocstep {

class tlm_carriage {
 public:
  struct parcel {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t transaction = 0;  // the caller's own
    bool response = false;
  };

  // The caller opens the network, and closes it afterwards.
  tlm_carriage(nocstep_t *network, std::uint64_t local) : network_(network), local_(local) {
  }

  // Sends in this cycle, or in the current one if that is over. Of what a node sends in one cycle
  // to several nodes, the order is that of the nodes: calls at the same time have none.
  void send(const parcel &p, std::uint64_t bytes, std::uint64_t cycle);

  // Runs the cycles before `edge`, and stops behind the first of them in which something arrives.
  // False: a check has failed, or the library refuses what was sent; nocstep_error() says why.
  bool run(std::uint64_t edge);

  // The current cycle: those before it are over.
  std::uint64_t cycle() const {
    return cycle_;
  }
  bool idle() const {
    return under_way_ == 0;
  }

  // Lets the cycles before `edge` pass, when nothing is under way.
  void pass(std::uint64_t edge) {
    cycle_ = edge > cycle_ ? edge : cycle_;
  }

  bool has_arrived() const {
    return !arrived_.empty();
  }
  // Takes what has arrived, in order; false if nothing is left.
  bool take(parcel *p);

  // Messages that were sent for a cycle that was over, and by how many cycles in sum.
  std::uint64_t late() const {
    return late_;
  }
  std::uint64_t late_cycles() const {
    return late_cycles_;
  }

 private:
  struct flight {
    parcel what;
    std::uint32_t number = 0;  // among those of its pair
  };
  struct pair {
    std::uint32_t sent = 0, given = 0;
    std::map<std::uint32_t, parcel> early;
  };
  struct local_message {
    std::uint64_t edge, order;
    std::uint32_t place;
    bool operator<(const local_message &o) const {  // std::priority_queue has the last in front
      return edge != o.edge ? edge > o.edge : order > o.order;
    }
  };

  // The library gets it when its cycle begins.
  struct message {
    std::uint64_t cycle, order, bytes;
    parcel what;
    std::uint32_t place;
    bool operator<(const message &o) const {
      return std::tie(o.cycle, o.what.from, o.what.response, o.what.to, o.order) <
             std::tie(cycle, what.from, what.response, what.to, order);
    }
  };

  pair &pair_of(const parcel &p);
  bool begin_cycle();
  void arrive(std::uint32_t place);
  bool run_network(std::uint64_t edge);

  nocstep_t *network_;
  std::uint64_t local_;
  std::uint64_t cycle_ = 0;
  std::uint64_t under_way_ = 0, in_network_ = 0;
  std::uint64_t order_ = 0, late_ = 0, late_cycles_ = 0;
  std::vector<flight> flight_;
  std::vector<std::uint32_t> unused_;
  std::unordered_map<std::uint64_t, pair> pairs_;
  std::priority_queue<local_message> locals_;
  std::priority_queue<message> messages_;
  std::deque<parcel> arrived_;
};

}  // namespace nocstep

#endif
