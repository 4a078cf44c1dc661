// packets -- those that ends have sent into foreign modules: each with all its flits, and where it
// was seen, until it has come out.
//
// A packet is found by its first flit, which has its source and its number. Those that have come
// out last are remembered for a while, so that one that comes again is known.

#ifndef NOC_PACKETS_H
#define NOC_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "shape/packet.h"

// A link that the first flit has moved over.
typedef struct {
  uint32_t link;
  uint8_t vc;
  uint64_t cycle;
} packet_step_t;

typedef struct packet {
  struct packet *chain;            // of equal hashes
  struct packet *older, *younger;  // that are on their way
  uint64_t hash;
  uint64_t since;  // cycle in which its head came to an end
  packet_head_t head;
  uint32_t source, destination;  // nodes
  uint8_t vc;                    // on which it came
  uint32_t flits, have;          // all, and those that came to the end so far
  uint32_t out;                  // that came out
  uint64_t number;               // among those of its source, destination and VC
  uint64_t *payload;             // [flits * words]
  uint64_t *field;               // [fields] of its head
  packet_step_t *way;
  uint32_t steps, room;
  bool arrived;  // all has come out
} packet_t;

typedef struct packets packets_t;

// `fields` of a head; NULL when memory is short.
packets_t *packets_create(const noc_shape_t *shape, unsigned fields);
void packets_free(packets_t *p);
void packets_clear(packets_t *p);

// A new packet, with its head's payload as its first flit; NULL when memory is short.
packet_t *packets_add(packets_t *p, const uint64_t *payload, uint32_t source, uint32_t destination,
                      uint8_t vc);
// The next flit of it.
void packets_extend(packets_t *p, packet_t *packet, const uint64_t *payload);
// The packet that begins so, on its way or arrived; NULL if none does.
packet_t *packets_find(const packets_t *p, const uint64_t *payload);
// The first flits differ in so many bits.
unsigned packets_distance(const packets_t *p, const packet_t *packet, const uint64_t *payload);
// False when memory is short.
bool packets_step(packet_t *packet, packet_step_t step);
void packets_arrive(packets_t *p, packet_t *packet);
// False: one that was sent later, from the same source to the same destination on the same VC of
// every link, has arrived before. Called once a packet, when its way is complete but for the last
// link, on which it is on VC `vc`.
bool packets_in_order(packets_t *p, const packet_t *packet, uint8_t vc);

const packet_t *packets_oldest(const packets_t *p);  // on its way; NULL: none
uint64_t packets_flits(const packets_t *p);          // that came to ends, less those that came out

#endif
