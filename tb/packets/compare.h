// compare -- two event databases side by side: where the runs part first, and which packets and
// links differ.
//
// Packets of both are paired by source, destination and virtual network, in the order of their
// creation, and their hops in the order of their arrival.

#ifndef NOCSTEP_COMPARE_H
#define NOCSTEP_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { COMPARE_LIST = 10, COMPARE_NAME = 64 };

// The difference in the earliest cycle: of a time of a packet or hop, or of where it went.
typedef struct {
  bool found;
  uint64_t cycle;             // the earlier of both values
  char what[24];              // "granted", "tail_delivered", "route", "packet"
  char router[COMPARE_NAME];  // "": at no router
  uint64_t source, destination;
  uint64_t packet_a, packet_b;  // UINT64_MAX: there is none
  uint64_t a, b;                // the values
} compare_first_t;

typedef struct {
  uint64_t a, b;  // numbers of the packet in both
  uint64_t source, destination;
  uint64_t latency_a, latency_b;
} compare_packet_t;

typedef struct {
  char router[COMPARE_NAME];
  uint64_t port;
  uint64_t flits_a, flits_b;
} compare_link_t;

typedef struct {
  compare_first_t first;
  uint64_t pairs, only_a, only_b;         // packets
  uint64_t slower, faster;                // in B
  double mean_a, mean_b;                  // latency of the pairs that both deliver
  compare_packet_t packet[COMPARE_LIST];  // those that differ most, slower ones first
  size_t packets;
  compare_link_t link[COMPARE_LIST];  // whose flits differ most
  size_t links;
  uint64_t links_differ;
} compare_t;

// False with the error if one of them cannot be read.
bool compare_events(const char *a, const char *b, compare_t *c, noc_error_t *error);
// Nothing differs.
bool compare_equal(const compare_t *c);

#endif
