// workload_packet -- a packet that is on its way, for those who follow it; see workload.h.

#include "workload/workload_state.h"

bool workload_packet(const workload_t *w, uint32_t source, uint32_t message,
                     workload_packet_t *packet) {
  const flight_t *flight = workload_flight(w, source, message);
  if (flight == NULL) {
    return false;
  }
  const bool copies = kCarriers[flight->carrier]->copies;
  *packet = (workload_packet_t){
      .created = flight->created,
      .destination = copies ? UINT32_MAX : flight->destination,
      .copies = copies ? w->plan->op[flight->operation].peer : 1,
      .operation = flight->operation,
      .answer =
          w->by_stream && w->classes != NULL && classes_answering(w->classes, flight->operation),
  };
  return true;
}
