// axes: every element of every register of every shape has its place, and each place one element.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lockstep/axes.h"
#include "router/bundle.h"
#include "unit/shapes.h"

// The element back from its place, the slowest axis first.
static uint32_t element_at(axes_t a, const noc_shape_t *s, axes_place_t p) {
  uint32_t index = p.port + p.slot + p.stage;  // one of them at most
  index = a.by_network ? index * s->networks + p.network : index;
  index = a.by_vc ? index * s->vcs + p.vc : index;
  index = a.by_class ? index * s->classes + p.vc_class : index;
  index = a.by_plane ? index * s->planes + p.plane : index;
  index = a.by_other ? index * s->ports + p.other : index;
  return a.by_word ? index * s->words + p.word : index;
}

static void walk(component_t component, const noc_shape_t *s) {
  bundle_layout_t layout;
  (component == COMPONENT_ROUTER ? bundle_router : bundle_interface)(s, &layout);
  for (unsigned n = 0; n < layout.n_fields; n++) {
    const bundle_field_t *f = &layout.field[n];
    const axes_t a = axes_of(component, f->name);
    // Pins that come in are not named in a mismatch.
    for (uint32_t i = 0; f->kind != FIELD_IN && i < f->count; i++) {
      const axes_place_t p = axes_place(a, s, i);
      if (p.port >= s->ports || (a.by_other && p.other >= s->ports) || p.vc >= s->vcs) {
        fail_msg("%s, %s[%u]: port %u, VC %u", shape_text(s), f->name, i, p.port, p.vc);
      }
      if (element_at(a, s, p) != i) {
        fail_msg("%s, %s[%u] is not at its place", shape_text(s), f->name, i);
      }
    }
  }
}

static void test_all_elements(void **state) {
  (void)state;
  noc_shape_t shapes[MULTICAST_SHAPES + 4];
  shapes_multicast(shapes);
  shapes[MULTICAST_SHAPES] = shape_of((shape_choice_t){5, 4, 8, 64, 1, 3, 2, 2});
  shapes[MULTICAST_SHAPES + 1] = shape_routed(
      (routed_choice_t){{7, 6, 5, 64, 1, 3, 2, 0}, ROUTE_TABLE, 3, .groups = 4, .rows = 9});
  shapes[MULTICAST_SHAPES + 2] = shape_aged(shapes[2], 4);
  shapes[MULTICAST_SHAPES + 3] = shape_aged(shapes[MULTICAST_SHAPES], 8);
  for (unsigned n = 0; n < MULTICAST_SHAPES + 4; n++) {
    walk(COMPONENT_ROUTER, &shapes[n]);
    walk(COMPONENT_INTERFACE, &shapes[n]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_elements)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
