// shapes -- the shapes that the tests run on.

#ifndef NOC_TEST_SHAPES_H
#define NOC_TEST_SHAPES_H

#include "shape/shape.h"

// The parameters that a test chooses; address, length and message widths are fitted to the flit.
typedef struct {
  unsigned ports, vcs, depth, flit_bits, cut_through, pipeline, networks, dims;
} shape_choice_t;

// A shape with these parameters, with wide fields where the head has room and narrow ones where it
// has not. Stops if there is none.
noc_shape_t shape_of(shape_choice_t choice);
bool shape_possible(shape_choice_t choice, noc_shape_t *shape);

// The same with another routing; 0 in classes, groups and rows stands for 1. `fields`: source, of a
// path.
typedef struct {
  shape_choice_t choice;
  unsigned routing, classes;
  unsigned digit_w, layers_log2;            // units that go by addresses
  unsigned groups, rows, adaptive, fields;  // table; source
} routed_choice_t;

noc_shape_t shape_routed(routed_choice_t choice);

// The same with an XOR unit, or the shape as it is if its head has no room for one. shape_coded()
// stops if it has not.
noc_shape_t shape_with_unit(noc_shape_t shape, unsigned slots, unsigned flits, unsigned overhead,
                            unsigned name_w);
noc_shape_t shape_coded(shape_choice_t choice, unsigned slots, unsigned flits, unsigned overhead,
                        unsigned name_w);

// The same with routers that copy packets, or the shape as it is if its head has no room.
noc_shape_t shape_with_multicast(noc_shape_t shape, unsigned string_bits, unsigned planes,
                                 unsigned sync_copies);

// The same with a forwarding unit: slots, flits of a packet, rows and children of its table, lowest
// bit of the row. Stops if there is none.
typedef struct {
  unsigned slots, flits, rows, children, lsb;
} forward_choice_t;
noc_shape_t shape_forwarding(noc_shape_t shape, forward_choice_t choice);

// The same with ages of so many bits, or the shape as it is if its head has no room. shape_aged()
// stops if it has not.
noc_shape_t shape_with_ages(noc_shape_t shape, unsigned age_bits);
noc_shape_t shape_aged(noc_shape_t shape, unsigned age_bits);

// The same with routers that ask for the switch while VCs are allocated.
noc_shape_t shape_speculative(noc_shape_t shape);

// The same with routers whose switch allocator is a wavefront.
noc_shape_t shape_wavefront(noc_shape_t shape);

// The same with links that are checked, for their ends.
noc_shape_t shape_with_link_check(noc_shape_t shape, link_check_t check);

// The same with routers whose flit memories are read at a clock edge.
noc_shape_t shape_sync_read(noc_shape_t shape);

// Shapes with routes from tables that come a cycle late; the first two are of the quick tier.
enum { SHAPES_LATE = 5 };
void shapes_late(noc_shape_t shapes[SHAPES_LATE]);

// The same with heads that carry the route at the next router, or the shape as it is if its head
// has no room or its routing has no such route. shape_looking() stops then.
noc_shape_t shape_with_lookahead(noc_shape_t shape);
noc_shape_t shape_looking(noc_shape_t shape);

// Shapes with a forwarding unit; the first few are for short runs, some more of them where it is
// counted what the RTL reaches.
enum { FORWARD_QUICK = 2, FORWARD_COUNTED = 3, FORWARD_SHAPES = 10 };
void shapes_forwarding(noc_shape_t shapes[FORWARD_SHAPES]);

// Shapes with multicast: routings, switching, pipelines, strings and planes in turn; likewise.
enum { MULTICAST_QUICK = 2, MULTICAST_COUNTED = 3, MULTICAST_SHAPES = 12 };
void shapes_multicast(noc_shape_t shapes[MULTICAST_SHAPES]);

// Shapes with multicast and ages, likewise.
enum { AGED_MULTICAST_QUICK = 1, AGED_MULTICAST_SHAPES = 6 };
void shapes_aged_multicast(noc_shape_t shapes[AGED_MULTICAST_SHAPES]);

// Shapes with multicast and lookahead, likewise.
enum { LOOKING_MULTICAST_QUICK = 1, LOOKING_MULTICAST_SHAPES = 10 };
void shapes_looking_multicast(noc_shape_t shapes[LOOKING_MULTICAST_SHAPES]);

// Shapes such that every possible pair of values of two parameters occurs in one of them: computed
// greedily. Returns how many; at most `most` are written.
unsigned shapes_pairwise(noc_shape_t *shapes, unsigned most);

// "P5 V4 D8 W64 wormhole pipeline 3 K1 dims 2": static, overwritten by the next call.
const char *shape_text(const noc_shape_t *shape);

#endif
