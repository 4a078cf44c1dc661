// replay -- starts the packets of a trace: each in its cycle, or when those that it waits for have
// been delivered; keeps the queue of every node.

#ifndef NOC_REPLAY_H
#define NOC_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"
#include "workload/source.h"
#include "workload/trace.h"

typedef struct replay replay_t;

// The trace outlives the replay; `active` has a bit a node, set when its queue fills. Packets of
// nodes whose hosts are in other processes are not started.
replay_t *replay_create(const trace_t *trace, const network_t *n, uint64_t seed, uint64_t *active,
                        noc_error_t *error);

// Frees the replay when it is freed.
source_t replay_source(replay_t *r);

#endif
