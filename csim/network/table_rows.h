// table_rows -- what the tables of routers hold (docs/microarchitecture.md, section 6.5): a row for
// every router, arrival group and destination, as a configuration port takes it. The arrival groups
// are routing_group().
//
//   table_rows_t rows;
//   bool ok = table_rows_create(&rows, routing, &shape, &error);
//   for (uint32_t node = 0; ok && node < nodes; node++) {
//     ok = table_rows_find(&rows, node, &error);
//     // rows.row[router * shape.groups + group]: {class, candidates}; 0: no packet comes there
//     // rows.first[router]: with lookahead also what an interface there has; 0: none has any
//     // rows.own[router * shape.groups + group]: own rows, where routers copy; 0 as above
//   }
//   table_rows_free(&rows);
//
// The rows hold the route one router further on if the shape has lookahead: section 6.8.

#ifndef NOC_TABLE_ROWS_H
#define NOC_TABLE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"
#include "routing/routing_walk.h"
#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  routing_t *routing;
  const noc_shape_t *shape;
  routing_walk_t walk;
  uint32_t *row;    // of the destination that was found last
  uint32_t *first;  // with lookahead: of interfaces; else NULL
  uint32_t *own;    // with lookahead in routers that copy: the routes there; else NULL
} table_rows_t;

// Routing and shape, which is complete and of a network with this routing, outlive it. False with
// NOC_BAD_INPUT or NOC_ENVIRONMENT; the caller frees in any case.
bool table_rows_create(table_rows_t *t, routing_t *routing, const noc_shape_t *shape,
                       noc_error_t *error);
void table_rows_free(table_rows_t *t);

// The rows towards a destination. False when memory is short, or with NOC_BAD_INPUT where lookahead
// cannot have them: routing_looks_ahead().
bool table_rows_find(table_rows_t *t, uint32_t destination, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
