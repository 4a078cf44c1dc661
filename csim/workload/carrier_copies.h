// carrier_copies -- what the carriers of packets to several nodes share: which copies of a packet
// have arrived.

#ifndef NOC_CARRIER_COPIES_H
#define NOC_CARRIER_COPIES_H

#include "workload/workload_state.h"

// For prepare(): no copy has arrived.
bool copies_prepare(workload_t *w, const front_t *front, flight_t *flight, noc_error_t *error);

#endif
