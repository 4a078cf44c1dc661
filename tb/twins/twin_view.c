// twin_view -- see twin_view.h.

#include "twins/twin_view.h"

#include <string.h>

#include "multicast/multicast_router.h"
#include "shape/member_arrays.h"

#define IN   ARENA_ONE
#define WIRE ARENA_SKIP
#define OUT  ARENA_ONE
#define REG  ARENA_SKIP
static void take_pins(const noc_shape_t *s, router_fields_t *f, arena_t *arena) {
#include "shape/router_state.def"
}

void twin_view_place(const noc_shape_t *s, router_view_t *view, router_tables_t *tables,
                     arena_t *arena) {
  router_view_shape(view, tables, s, 1, true);
  multicast_shape(view, s);
  take_pins(s, &view->f, arena);
  unsigned char *block = arena_take(arena, router_place(view, s, NULL), 1);
  (void)router_place(view, s, block);
}

void twin_read(const noc_shape_t *s, const registered_read_t *port, kept_read_t *kept) {
  const size_t bytes = port->words * sizeof *kept->word;
  const uint64_t *at = port->payload + (port->enable ? port->slot * port->words : 0);
  if (!s->sync_read) {
    if (port->enable) {
      memcpy(port->shown, at, bytes);
    }
    return;
  }
  if (kept->reading != 0) {
    memcpy(port->shown, kept->word, bytes);
  }
  if (port->enable) {
    memcpy(kept->word, at, bytes);
  }
  kept->reading = port->enable;
}
