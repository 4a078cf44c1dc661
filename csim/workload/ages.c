// ages -- see ages.h.

#include "workload/ages.h"

// Who is delivered in the same cycle is looked at by the numbers of nodes: the last one stays.
static bool is_later(uint64_t end, uint32_t destination, uint64_t other_end,
                     uint32_t other_destination) {
  return end > other_end || (end == other_end && destination >= other_destination);
}

void ages_merge(ages_t *to, ages_t *from) {
  to->passed += from->passed;
  from->passed = 0;
  if (from->any && (!to->any || from->age > to->age ||
                    (from->age == to->age &&
                     is_later(from->end, from->destination, to->end, to->destination)))) {
    to->any = true;
    to->age = from->age;
    to->end = from->end;
    to->source = from->source;
    to->destination = from->destination;
  }
  if (from->stay > to->stay ||
      (from->stay == to->stay &&
       is_later(from->stay_end, from->stay_destination, to->stay_end, to->stay_destination))) {
    to->stay = from->stay;
    to->stay_end = from->stay_end;
    to->stay_source = from->stay_source;
    to->stay_destination = from->stay_destination;
  }
}
