// check -- holds a schedule that was read against the network and the collective that it is for. It
// knows topologies and files, and nothing of bounds, searches or formulas.

#ifndef NOC_SCHEDULE_CHECK_H
#define NOC_SCHEDULE_CHECK_H

#include "schedule/schedule_file.h"
#include "topology/topology.h"

// A schedule that cannot be one of this network (a node or a link that is not there, a router
// twice) is NOC_BAD_INPUT; one that does not do what it says, or has two messages in one place, is
// NOC_CHECK_FAILED. Either with file and line. With `conflicts` messages of a step may be in one
// place.
bool schedule_check(const topology_t *t, const schedule_read_t *r, const char *path, bool conflicts,
                    noc_error_t *error);

#endif
