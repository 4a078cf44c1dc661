// link_rules -- what no neighbour of a router or an interface shows on its links, and no host on
// its side of an interface: a program that clocks parts by their pins (nocstep_parts.h) may, and
// the models trust their pins.
//
//   link_rules_t rules;
//   bool ok = link_rules_create(&rules, config, &error);
//   link_rules_table(&rules, fields);   each cycle, of a router: what is written into its table
//   ok = link_rules_check(&rules, bank, pins, &broken);
//   link_rules_reset(&rules);           no packet is under way
//   link_rules_free(&rules);
//
// Rules   VCs that there are; a first flit where no packet is under way, and only there; no flit
//         for a full buffer; no credit for a buffer that is free; a head that the router has a
//         route for (by table, by source, by lookahead). A network of the host that there is;
//         fields of its first beats as wide as the pins, and lengths that there are.

#ifndef NOC_LINK_RULES_H
#define NOC_LINK_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "network/bank.h"
#include "sim/nocstep_parts.h"

typedef struct {
  const noc_shape_t *shape;
  unsigned ports;
  uint32_t nodes;  // of the network
  uint16_t *open;  // [ports], bit v: a packet is under way
  uint8_t *group;  // [ports * classes] of arrival, of a router with a table, else NULL
  bool *row;       // [groups * table_rows]: there is a route
  uint32_t *left;  // [networks] beats to come of the host's packet
} link_rules_t;

typedef struct {
  const char *pin;
  unsigned index;
  char wrong[128];  // " is 9; it must be 0 to 1"
} link_rules_broken_t;

// False: memory is short, in words.
bool link_rules_create(link_rules_t *l, const bank_config_t *config, noc_error_t *error);
void link_rules_reset(link_rules_t *l);
void link_rules_free(link_rules_t *l);
void link_rules_table(link_rules_t *l, const router_fields_t *f);
// `b`: the bank of this one member, for what its buffers hold. False: a rule is broken.
bool link_rules_check(link_rules_t *l, bank_t *b, const nocstep_pins_t *pins,
                      link_rules_broken_t *broken);

#endif
