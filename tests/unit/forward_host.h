// forward_host -- the host's side of a forwarding unit for the stimuli: writes child tables, hands
// over packets to multicast, and knows which packets may come: those whose row has been written.
//
//   forward_pins()    the pins of this cycle
//   forward_packet()  a packet from the network that is to be forwarded

#ifndef NOC_TEST_FORWARD_HOST_H
#define NOC_TEST_FORWARD_HOST_H

#include "unit/stimulus.h"

enum { FORWARD_ROWS = 6 };

typedef struct forward_host {
  unsigned rows;                   // in use
  uint32_t row[FORWARD_ROWS];      // of all there are, the last included
  uint64_t written[FORWARD_ROWS];  // bit i: child i, since the last reset
  unsigned left;                   // beats to come of the packet that is handed over
  bool ready;                      // as last seen
  uint16_t receive, send;          // t_nr, t_ns: constant from reset to reset
} forward_host_t;

// Numbers of the fields in the unit's list.
typedef struct {
  unsigned wr, wr_index, wr_data, valid, network, message, flits, age, data, receive, send;
} forward_fields_t;

// As members of an enum F_<name>.
#define FORWARD_FIELDS                                                                        \
  {                                                                                           \
    F_forward_wr, F_forward_wr_index, F_forward_wr_data, F_forward_valid, F_forward_network,  \
        F_forward_message, F_forward_flits, F_forward_age, F_forward_data, F_forward_receive, \
        F_forward_send                                                                        \
  }

// `all`: as if all rows had been written.
void forward_reset(stimulus_t *st, forward_host_t *h, bool all);

// Sets the pins of this cycle. Returns whether a beat is accepted.
bool forward_pins(stimulus_t *st, forward_host_t *h, uint32_t *in, const forward_fields_t *f);

// Makes *head that of a packet to forward; false if no row can have one.
bool forward_packet(stimulus_t *st, const forward_host_t *h, packet_head_t *head);

#endif
