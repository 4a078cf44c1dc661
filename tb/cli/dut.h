// dut -- `nocstep dut`: what is found in somebody else's module, as text and as JSON.

#ifndef NOCSTEP_DUT_H
#define NOCSTEP_DUT_H

#include <jansson.h>
#include <stdio.h>

#include "foreign/model_load.h"
#include "topology/topology.h"

typedef struct {
  const foreign_t *foreign;
  const map_t *map;
  const topology_t *topology;
  const foreign_module_t *module;  // the first, of which the pins are shown
  resolve_owners_t owners;
  unsigned models;
} dut_t;

// The roles of a run of pins' bits that have the same: text such as "input.flit of L, E", or "".
enum { DUT_ROLES = 400 };
const char *dut_roles(const dut_t *d, uint32_t pin, char out[DUT_ROLES]);

void dut_print(const dut_t *d, FILE *out);
// The pins alone, for a map that does not fit them.
void dut_print_pins(const foreign_api_t *api, FILE *out);
bool dut_json(const dut_t *d, FILE *out);

const char *dut_way_back(const foreign_t *f);
const char *dut_vc_code(const foreign_t *f);

#endif
