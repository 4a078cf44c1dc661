// irregular -- switch-based irregular networks: generated, or read from a file.
//
// The file has a word and its arguments on each line; '#' begins a comment:
//
//   switch a 8         # name, ports
//   switch b 4
//   host h0 a          # name, switch: on the lowest port that is left
//   host h1 b.3        # or on this port, 0 and up
//   link a b.0         # two ends, the same way; several links between two switches may be
//
// Names are letters, digits, '_' and '-', up to 40. Switches and hosts are numbered as they come;
// a switch comes before what is at it. Ports that are named are given out before the others.

#ifndef NOC_TOPOLOGY_IRREGULAR_H
#define NOC_TOPOLOGY_IRREGULAR_H

#include "topology/family.h"

// Builds the network of the file that the rest of the string names.
bool irregular_read(topology_t *t, topology_reader_t *r);

#endif
