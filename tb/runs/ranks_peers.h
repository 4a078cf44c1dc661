// ranks_peers -- the ranks of mpirun as the processes that step one network together
// (base/peers.h). In a command that splits a network the process that mpirun has started speaks MPI
// itself, and forks nothing: a message a cycle does not wait for a courier (runs/ranks_courier.h).

#ifndef NOCSTEP_RANKS_PEERS_H
#define NOCSTEP_RANKS_PEERS_H

#include <stdbool.h>

#include "base/peers.h"

// Made by ranks_begin(); NULL when memory is short.
peers_t *ranks_peers_create(unsigned rank, unsigned count);
// The last that a rank does: waits for the others, and frees all.
void ranks_peers_end(peers_t *p);

#endif
