// axes -- what the elements of a field stand for: ports, virtual channels, virtual networks, words
// of a payload, slots of an XOR or a forwarding unit, stages of an XOR unit. Read from the expressions
// in the state lists, so that reports and waves can say "port 1, VC 2" for element 6.

#ifndef NOC_AXES_H
#define NOC_AXES_H

#include <stdbool.h>
#include <stdint.h>

#include "network/bank.h"

typedef struct {
  bool by_port, by_vc, by_network;  // the index counts these, ports slowest
  bool by_other;                    // a second port: of a branch, of an order at an output VC
  bool by_class, by_plane;          // VC classes of an input port; planes of the worm table
  bool by_slot, by_stage;           // of an XOR unit; slots of a forwarding unit
  bool by_word;                     // words of a payload, fastest
} axes_t;

axes_t axes_of(component_t component, const char *field);

typedef struct {
  // 0 where the field has no such axis
  unsigned port, other, vc, network, vc_class, plane, slot, stage, word;
} axes_place_t;

axes_place_t axes_place(axes_t a, const noc_shape_t *s, uint32_t index);

#endif
