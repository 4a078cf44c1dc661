// run_follow -- the way of one packet through the network for the save file of waves (--follow):
// kept from the rows that a watch writes (packets/watch.h), whatever else takes them.

#ifndef NOCSTEP_RUN_FOLLOW_H
#define NOCSTEP_RUN_FOLLOW_H

#include "lockstep/wave.h"
#include "packets/packets.h"
#include "runs/cli.h"

typedef struct run_follow run_follow_t;

// False with the error: --follow is given without waves, or is no packet.
bool run_follow_check(const cli_t *cli, noc_error_t *error);

// NULL if memory is short.
run_follow_t *run_follow_create(uint64_t packet);
packet_sink_t run_follow_sink(run_follow_t *f);

// When all rows are there: the way, for waves of these cycles; it stays until `f` is freed. NULL
// with the error: the run has no such packet, or it is not on its way in these cycles.
const wave_way_t *run_follow_way(run_follow_t *f, uint64_t from, uint64_t to, noc_error_t *error);
// NULL is allowed.
void run_follow_free(run_follow_t *f);

#endif
