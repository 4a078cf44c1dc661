// socket_peers -- processes that step a network together, over sockets: what mpirun and MPI are for
// the command (base/peers.h), for tests.

#ifndef NOC_TEST_SOCKET_PEERS_H
#define NOC_TEST_SOCKET_PEERS_H

#include "base/peers.h"

enum { SOCKET_PEERS_MAX = 8 };

// Makes `count` processes of this one, of which the caller is rank 0. In the others `work` is
// called, and they end with what it returns as their status.
typedef int (*socket_peers_work_t)(peers_t *p, void *context);
void socket_peers_begin(peers_t *p, unsigned count, socket_peers_work_t work, void *context);
// Waits for the others. Returns how many have not ended with status 0.
unsigned socket_peers_end(peers_t *p);

#endif
