// ages -- the oldest packet of a run, and who passes it. A packet's age is the cycles since it was
// created, source queue included. What a delivery costs is two comparisons; packets on their way
// are looked at now and then.

#ifndef NOC_AGES_H
#define NOC_AGES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  // The oldest packet that has been delivered.
  uint64_t age;
  uint64_t end;                  // cycle of its delivery
  uint32_t source, destination;  // nodes
  bool any;
  // The oldest packet on its way when last looked, and how many that were created behind it have
  // been delivered since that was first seen.
  bool watched;
  uint64_t created;
  uint32_t watched_source;
  uint64_t passed;
  // The delivered packet that was in the network longest since its first beat was offered, with
  // ages in heads.
  uint64_t stay, stay_end;
  uint32_t stay_source, stay_destination;
} ages_t;

static inline void ages_delivered(ages_t *a, uint64_t created, uint64_t age, uint32_t source,
                                  uint32_t destination) {
  a->passed += created > a->created;
  if (age >= a->age) {
    a->any = true;
    a->age = age;
    a->end = created + age;
    a->source = source;
    a->destination = destination;
  }
}

static inline void ages_stayed(ages_t *a, uint64_t stay, uint64_t now, uint32_t source,
                               uint32_t destination) {
  if (stay >= a->stay) {
    a->stay = stay;
    a->stay_end = now;
    a->stay_source = source;
    a->stay_destination = destination;
  }
}

// Adds what hosts of other nodes have seen, whose deliveries of one cycle come before or behind
// those of `to` as the numbers of the nodes say. Begins what has passed the watched packet anew.
void ages_merge(ages_t *to, ages_t *from);

#endif
