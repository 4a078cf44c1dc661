// carrier_copies -- what the carriers of packets to several nodes share: which copies of a packet
// have arrived. What such a carrier keeps begins with a copies_due_t.

#ifndef NOC_CARRIER_COPIES_H
#define NOC_CARRIER_COPIES_H

#include "workload/copies_due.h"
#include "workload/scoreboard.h"

// For prepare(): no copy has arrived.
bool carrier_copies_prepare(workload_t *w, const front_t *front, flight_t *flight,
                            noc_error_t *error);

// For head(): it is for this node, and the first one here.
bool carrier_copies_head(const seen_t *s, const flight_t *flight, incoming_t *in);

// For arrived(): notes that the copy has, the packet being on its way until the last has; counts it
// and hands it over.
bool carrier_copies_arrived(const seen_t *s, const incoming_t *in, flight_t *flight);
bool carrier_copies_delivered(const seen_t *s, const incoming_t *in, const flight_t *flight,
                              way_t way);

// For guest() and taken(): each process has the copies to its own nodes, that of the source all.
bool carrier_copies_guest(workload_t *w, flight_t *flight);
bool carrier_copies_taken(workload_t *w, const flight_t *flight, uint32_t node);

// For due().
uint32_t carrier_copies_due(const workload_t *w, const flight_t *flight);

#endif
