// wave_read -- the inputs of a router from waves of ours, as a stimulus: what `nocstep replay
// --from` runs. A process of its own reads the file, since the reader ends the program on a damaged
// one.

#ifndef NOC_WAVE_READ_H
#define NOC_WAVE_READ_H

#include "lockstep/inputs.h"

// The scope is that of a router, "noc.router_3,2" or "noc.router_3_2", or of an interface alone.
// False with one line:
// NOC_BAD_INPUT for a file that is no whole FST, waves of another version of nocstep, a scope that
// is not there or has no inputs, waves that do not begin at reset, and routers with tables, whose
// loading no wave has.
bool wave_read(const char *path, const char *scope, inputs_t *s, noc_error_t *error);

#endif
