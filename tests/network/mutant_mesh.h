// mutant_mesh -- small meshes in lockstep, made of one mutant of the router or the interface.

#ifndef NOC_TEST_MUTANT_MESH_H
#define NOC_TEST_MUTANT_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "shape/shape.h"

// Runs uniform traffic at several loads on `topology`: every router (unit "router") or every
// interface ("network_interface") is RTL with `mutant` picked, in lockstep; the others are golden
// models. The shape is that of the mutation build, normalised (plugin_shape()); the mesh must have
// it, else the program stops. False: a comparison noticed the mutant.
bool mutant_mesh_run(const char *unit, const noc_shape_t *shape, const char *topology,
                     uint32_t mutant);

#endif
