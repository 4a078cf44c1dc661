// ftr -- the rows of the watch as transactions of an FTR file (packets/ftr_file.h), with messages
// and the whole of a plan beside them. docs/events.md says which streams, generators, attributes
// and relations there are.

#ifndef NOCSTEP_FTR_H
#define NOCSTEP_FTR_H

#include <stdio.h>

#include "base/error.h"
#include "network/network.h"
#include "packets/packets.h"
#include "plan/plan.h"

typedef struct ftr ftr_t;

// The file says this of the run.
typedef struct {
  const char *version, *scenario;  // of nocstep; its YAML
  const char *workload;            // "allgather", "plan", ..; NULL without a plan
  const char *scheme;              // of a collective; or NULL
} ftr_about_t;

// A cycle is a nanosecond. `out`, the network, the plan (NULL: none) and the texts outlive it.
// Memory grows by 4 bytes a packet, and by a message of the plan. NULL when memory is short.
ftr_t *ftr_create(FILE *out, const ftr_about_t *about, const network_t *n, const plan_t *plan);
packet_sink_t ftr_sink(ftr_t *f);
// The number of the error that has ended it; 0: none has.
int ftr_code(const ftr_t *f);
// Writes what is left, with the result of the run; frees it. False with an error number.
bool ftr_close(ftr_t *f, const char *result, uint64_t cycles, int *code);

// The kind of a transaction: the low bits of its number, above which stands that of the packet or
// hop, or of the operation of the plan.
typedef enum {
  FTR_PACKET,
  FTR_SOURCE_QUEUE,
  FTR_INTERFACE,
  FTR_EJECTION,
  FTR_TAIL,
  FTR_MESSAGE,
  FTR_RUN,
  FTR_PLAN,
  FTR_HOP,
  FTR_ROUTE,
  FTR_QUEUE,
  FTR_VC,
  FTR_SWITCH,
  FTR_LINK,
  FTR_KINDS
} ftr_kind_t;
enum { FTR_KIND_BITS = 4 };

// The first cycle behind all that is known of a packet or hop.
uint64_t ftr_packet_end(const packet_row_t *r);
uint64_t ftr_hop_end(const hop_row_t *r);

#endif
