// routing_table -- see routing_table.h.

#include "routing/routing_table.h"

#include <stdlib.h>

#include "base/memory.h"

const table_row_t *table_row(const routing_t *r, const table_t *table, uint32_t router,
                             uint32_t group, uint32_t destination) {
  const size_t nodes = r->topology->nodes;
  const size_t at = (size_t)router * table->planes * nodes + destination;
  uint32_t row = table->planes > 1 ? table->row[at + (group + 1) * nodes] : 0;
  if (row == 0) {
    row = table->row[at];
  }
  return row == 0 ? NULL : &table->rows[row - 1];
}

static void table_free(routing_t *r) {
  table_t *table = r->data;
  if (table != NULL) {
    free(table->row);
    free(table->rows);
    free(table->ports);
    free(table->group);
    free(table);
  }
}

static bool table_create(routing_t *r, const char *file, noc_error_t *error) {
  if (file == NULL) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("table without a file", "given a file with routes"));
  }
  table_t *table = calloc(1, sizeof *table);
  r->data = table;
  if (table == NULL) {
    return memory_fail(error, "a routing table");
  }
  r->unit = ROUTE_TABLE;
  text_input_t in;
  if (!routing_check_candidates(r, error) || !text_open(&in, file, error)) {
    return false;
  }
  const bool ok = table_read(r, table, &in) && table_check(r, table, &in);
  text_close(&in);
  return ok;
}

static bool table_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                        route_t *route, noc_error_t *error) {
  (void)error;
  const table_t *table = r->data;
  const table_row_t *row = table_row(r, table, router, group, destination);
  if (row == NULL) {
    route->count = 0;
    return true;
  }
  route->vc_class = row->vc_class;
  route->count = r->adaptive ? row->count : 1;
  for (uint32_t i = 0; i < route->count; i++) {
    route->port[i] = table->ports[row->first + i];
  }
  return true;
}

static uint32_t table_group(const routing_t *r, uint32_t router, uint32_t in_port,
                            unsigned in_class) {
  const table_t *table = r->data;
  const size_t port = (size_t)router * r->topology->ports + in_port;
  return table->group != NULL ? table->group[port * r->classes + in_class] : 0;
}

const routing_code_t kTableRouting = {.can_adapt = true,
                                      .takes_file = true,
                                      .create = table_create,
                                      .free = table_free,
                                      .route = table_route,
                                      .group = table_group};
