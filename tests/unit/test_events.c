// test_events -- what is told of a component from made-up pins and registers: what is on one pin
// alone, the beats of a packet that an interface is to forward, inputs that compete for an output,
// and the file that a register belongs to.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/coverage.h"
#include "lockstep/events.h"
#include "lockstep/unit_of.h"
#include "shape/packet.h"
#include "unit/shapes.h"

static const shape_choice_t kChoice = {5, 4, 8, 64, 0, 3, 1, 2};

// Arrays of zeros for all fields of one member, one pointer a field.
typedef struct {
  bundle_layout_t layout;
  void *array[BUNDLE_MAX_FIELDS];
} fields_t;

static fields_t *make_fields(component_t component, const noc_shape_t *shape) {
  fields_t *f = calloc(1, sizeof *f);
  assert_non_null(f);
  (component == COMPONENT_ROUTER ? bundle_router : bundle_interface)(shape, &f->layout);
  for (unsigned i = 0; i < f->layout.n_fields; i++) {
    f->array[i] = calloc(f->layout.field[i].count + 1, f->layout.field[i].element_size);
    assert_non_null(f->array[i]);
  }
  return f;
}

static void free_fields(fields_t *f) {
  for (unsigned i = 0; i < f->layout.n_fields; i++) {
    free(f->array[i]);
  }
  free(f);
}

// A packet is told as one at its first beat, however many have gone before; a beat that the
// interface does not take is none.
static void beats_to_forward(void **state) {
  (void)state;
  enum { FLITS = 3, PACKETS = 3 };
  const forward_choice_t choice = {.slots = 4, .flits = 8, .rows = 4, .children = 2, .lsb = 1};
  const noc_shape_t shape = shape_forwarding(shape_of(kChoice), choice);
  fields_t *f = make_fields(COMPONENT_INTERFACE, &shape);
  bank_config_t config = {.component = COMPONENT_INTERFACE, .shape = &shape, .members = 1};
  memcpy(&config.interface, f->array, sizeof config.interface);
  events_t *e = events_create(&config);
  assert_non_null(e);
  config.interface.forward_valid[0] = 1;
  config.interface.forward_flits[0] = FLITS;
  for (unsigned t = 0; t < 2 * FLITS * PACKETS; t++) {
    config.interface.forward_ready[0] = t % 2;
    events_cycle(e, t);
  }
  event_t last[EVENTS_KEPT];
  assert_int_equal(events_last(e, 0, last), FLITS * PACKETS);
  for (unsigned i = 0; i < FLITS * PACKETS; i++) {
    assert_int_equal(last[i].kind, EVENT_FORWARD);
    assert_int_equal(last[i].cycle, 2 * i + 1);
    assert_int_equal(last[i].flit, i % FLITS == 0 ? KIND_HEAD : KIND_BODY);
  }
  events_free(e);
  free_fields(f);
}

// The element 0 of a field, which is a small number.
static void set_field(fields_t *f, const char *name, uint8_t value) {
  for (unsigned i = 0; i < f->layout.n_fields; i++) {
    if (strcmp(f->layout.field[i].name, name) == 0) {
      memcpy(f->array[i], &value, sizeof value);
      return;
    }
  }
  fail_msg("no %s", name);
}

// Whatever comes or goes alone in a cycle is told, and in a cycle in which nothing does nothing is.
static void one_pin_of_an_interface(void **state) {
  (void)state;
  static const struct {
    const char *valid, *ready;
    event_kind_t kind;
  } kPins[] = {
      {"in_valid", NULL, EVENT_FLIT_IN},        {"credit_in_valid", NULL, EVENT_CREDIT_IN},
      {"out_valid", NULL, EVENT_FLIT_OUT},      {"credit_out_valid", NULL, EVENT_CREDIT_OUT},
      {"host_valid", "host_ready", EVENT_BEAT}, {"del_valid", "del_ready", EVENT_DELIVERY},
  };
  const noc_shape_t shape = shape_of(kChoice);
  fields_t *f = make_fields(COMPONENT_INTERFACE, &shape);
  bank_config_t config = {.component = COMPONENT_INTERFACE, .shape = &shape, .members = 1};
  memcpy(&config.interface, f->array, sizeof config.interface);
  events_t *e = events_create(&config);
  assert_non_null(e);
  for (unsigned i = 0; i < sizeof kPins / sizeof kPins[0]; i++) {
    event_t last[EVENTS_KEPT];
    for (unsigned off = 0; off < 2; off++) {
      set_field(f, kPins[i].valid, off == 0);
      if (kPins[i].ready != NULL) {
        set_field(f, kPins[i].ready, off == 0);
      }
      events_cycle(e, 10 * i + off);
    }
    assert_int_equal(events_last(e, 0, last), i + 1);
    assert_int_equal(last[i].kind, kPins[i].kind);
    assert_int_equal(last[i].cycle, 10 * i);
  }
  events_free(e);
  free_fields(f);
}

// Two inputs compete, whatever VCs they are in; one that has no flits does not compete.
static void inputs_compete(void **state) {
  (void)state;
  const noc_shape_t shape = shape_of(kChoice);
  for (unsigned vc = 0; vc < 16; vc++) {
    for (unsigned flits = 0; flits < 4; flits++) {
      fields_t *f = make_fields(COMPONENT_ROUTER, &shape);
      router_fields_t r;
      coverage_t c = {0};
      memcpy(&r, f->array, sizeof r);
      coverage_start(&c, COMPONENT_ROUTER, &shape);
      for (unsigned i = 0; i < 2; i++) {
        const unsigned port = 1 + 2 * i;
        const unsigned v = vc >> 2 * i & 3u;
        r.in_active[port] = (uint16_t)(1u << v);
        r.in_count[port * shape.vcs + v] = flits >> i & 1u;
        r.in_out_port[port * shape.vcs + v] = 2;
      }
      coverage_routers(&c, &shape, &r, 1);
      assert_int_equal(c.count[COVERAGE_output_shared], flits == 3);
      free_fields(f);
    }
  }
}

// Units of several files.
static void files_of_units(void **state) {
  (void)state;
  static const struct {
    const char *field, *unit, *source;
  } kFields[] = {
      {"f_copy_busy", "network_interface.forward_unit", "rtl/ni/forward_sender.sv"},
      {"f_used", "network_interface.forward_unit", "rtl/ni/forward_arrival.sv"},
      {"f_receive_count", "network_interface.forward_unit", "rtl/ni/forward_rings.sv"},
      {"inj_count", "network_interface.injection", "rtl/ni/injection.sv"},
  };
  const forward_choice_t choice = {.slots = 4, .flits = 8, .rows = 4, .children = 2, .lsb = 1};
  const noc_shape_t shape = shape_forwarding(shape_of(kChoice), choice);
  bundle_layout_t layout;
  bundle_interface(&shape, &layout);
  unsigned found = 0;
  for (unsigned i = 0; i < layout.n_fields; i++) {
    for (size_t k = 0; k < sizeof kFields / sizeof kFields[0]; k++) {
      if (strcmp(layout.field[i].name, kFields[k].field) == 0) {
        const unit_t unit = unit_of(COMPONENT_INTERFACE, &shape, &layout.field[i]);
        assert_string_equal(unit.name, kFields[k].unit);
        assert_string_equal(unit.source, kFields[k].source);
        found++;
      }
    }
  }
  assert_int_equal(found, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beats_to_forward),
      cmocka_unit_test(one_pin_of_an_interface),
      cmocka_unit_test(inputs_compete),
      cmocka_unit_test(files_of_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
