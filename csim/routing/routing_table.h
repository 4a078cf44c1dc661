// routing_table -- routes from a file. docs/routing.md has the format:
//
//   classes 2          # VC classes, 1 without this line
//   groups 2           # arrival groups, 1 without this line
//   group 3 1 1        # router 3, input port 1: what comes in there is of group 1, else 0
//   group 3 2/0 1      # the same for VCs of class 0 only
//   route 3 17: 4,5 0  # at router 3 to node 17: by port 4 or 5, in class 0; without a class any
//   route 3/1 17: 5    # the same for group 1; routes without a group are for all that have none

#ifndef NOC_TOPOLOGY_ROUTING_TABLE_H
#define NOC_TOPOLOGY_ROUTING_TABLE_H

#include "base/text_input.h"
#include "routing/routing_code.h"

enum { TABLE_CLASSES = 16, TABLE_GROUPS = 16 };  // most

typedef struct {
  text_place_t place;
  unsigned vc_class;
  uint32_t first, count;  // of `ports`
} table_row_t;

typedef struct {
  uint32_t planes;  // tables of rows: that for all groups, and if there are several one for each
  uint32_t *row;    // [(router * planes + plane) * nodes + destination]: 1 + index of a row, 0 none
  table_row_t *rows;
  uint32_t n_rows, rows_room;
  uint32_t *ports;  // ascending in each row
  uint32_t n_ports, ports_room;
  uint8_t *group;  // [(router * ports + port) * classes + class]; NULL with one group
} table_t;

// Reads a file that is open into the routing (classes, groups) and its table.
bool table_read(routing_t *r, table_t *table, text_input_t *in);

// Every state that a packet can be in has a route, and none leads back to itself.
bool table_check(routing_t *r, const table_t *table, const text_input_t *in);

// The row for a state; NULL where there is none.
const table_row_t *table_row(const routing_t *r, const table_t *table, uint32_t router,
                             uint32_t group, uint32_t destination);

#endif
