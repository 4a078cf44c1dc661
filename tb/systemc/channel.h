// channel -- the end of a network at a node, for SystemC processes: messages are written into it
// and deliveries read from it, as with two sc_fifo. Ports of the kinds that an sc_fifo has bind to
// it.
//
//   sc_core::sc_fifo_out<nocstep::message> to_network;     to_network(mesh.node[3]);
//   sc_core::sc_fifo_in<nocstep::delivery> from_network;   from_network(mesh.node[3]);
//
// A message that is written enters the queue of its node at the next rising edge, and keeps its
// place here until its last packet is the next that the interface takes; when there is no place,
// write() waits. Deliveries can be read after the edge of the cycle in which the node takes the
// last flit. A node with as many deliveries that nobody has read as there are places takes nothing
// more: they wait in the network.
//
// As with sc_fifo, others see in the next delta cycle what a process does, so the results do not
// depend on the order of processes.

#ifndef NOCSTEP_SYSTEMC_CHANNEL_H
#define NOCSTEP_SYSTEMC_CHANNEL_H

#include <nocstep.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <systemc>

namespace nocstep {

// Its length is in flits, or in bytes, which are rounded up to flits; the other is 0.
struct message {
  std::uint32_t destination = 0;
  std::uint32_t flits = 0;
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;  // the caller's own; comes back with the delivery
};

using delivery = nocstep_delivery_t;

class network;

class channel : public sc_core::sc_prim_channel,
                public sc_core::sc_fifo_out_if<message>,
                public sc_core::sc_fifo_in_if<delivery> {
 public:
  channel(const char *name, network *owner, std::uint32_t node, std::size_t places);

  void write(const message &m) override;
  bool nb_write(const message &m) override;
  int num_free() const override;
  // A place has become free.
  const sc_core::sc_event &data_read_event() const override;

  void read(delivery &d) override;
  delivery read() override;
  bool nb_read(delivery &d) override;
  int num_available() const override;
  const sc_core::sc_event &data_written_event() const override;

  const char *kind() const override;

 protected:
  void update() override;

 private:
  // The network's side, in its edge.
  friend class network;
  bool take(message &m);
  void deliver(const delivery &d);
  bool accepts() const;
  // How many messages wait in the network; false: nothing is left to look after.
  bool look(std::size_t waiting);

  network *owner_;
  std::uint32_t node_;
  std::size_t places_;
  std::deque<message> written_;   // of which the network sees the first
  std::size_t seen_ = 0;          // .. so many
  std::size_t waiting_ = 0;       // in the network
  std::size_t used_ = 0;          // places, as those who write see them
  std::deque<delivery> arrived_;  // of which those who read see the first
  std::size_t readable_ = 0;      // .. so many
  std::size_t unread_ = 0;        // as the network sees them
  bool awake_ = false;            // in the network's list
  sc_core::sc_event place_, delivery_;
};

}  // namespace nocstep

#endif
