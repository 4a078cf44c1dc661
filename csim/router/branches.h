// branches -- what the golden models of a router that copies packets work on beside
// router/router_view.h: where each branch of the packets at the fronts stands, the worms being
// decoded, the worm table. docs/microarchitecture.md, section 15. Part of router_view.h.
//
//   q = in * vcs + v            per input VC: vc[q]; of its branch to port o: [q * ports + o]
//
// Masks over the VCs of an input are in port_t.input, see BRANCH_*; out_port and out_vc of
// input_vc_t are not used. The words inputs_waiting: inputs with a branch that waits or a packet at
// a front whose branches are not made.

#ifndef NOC_BRANCHES_H
#define NOC_BRANCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Lowest bits of the masks in port_t.input: those of routers that do not copy have other meanings
// but for INPUT_FILLED.
enum {
  BRANCH_OPEN = 0,      // br_open
  BRANCH_READY = 32,    // derived: VC v has a branch that may read, or may have a flit to drop
  BRANCH_WAITING = 48,  // derived: a branch of VC v waits
};

// The task of a packet here, at the slot of its head: written once, when all that decides it is in.
typedef struct {
  uint16_t ports, need;
  uint8_t group, flags;  // ENTRY_*
} branch_entry_t;

enum { ENTRY_STRING = 1, ENTRY_UP = 2, ENTRY_DROP = 4 };

// Values of w_type.
enum { WORM_NONE = 0, WORM_TREE = 1, WORM_PATH = 2 };

typedef struct {
  // The packet at the front.
  uint16_t wait, active;  // br_wait, br_active
  uint16_t popped;        // in_popped
  uint8_t drop, cut;      // br_drop, br_string
  uint8_t group;          // br_group
  // Derived: credits that a branch needs for the first flit; of active branches, those whose output
  // VC has the credits that their next flit needs, and those whose next flit has not come yet.
  uint16_t front_need, credited, starved;
  uint16_t ports;  // of the front packet's entry, whose place may go to another
  // The worm that comes in: w_*.
  uint8_t worm, word, worm_group, rest;
  uint16_t slot, need;
} branch_vc_t;

typedef struct {
  bool on;    // routers copy packets; if not, nothing below exists
  bool sync;  // SyncCopies
  uint32_t planes, string_words;
  uint32_t headers_lsb;
  uint32_t pair_ports_lsb, pair_class_lsb, pair_w, flit_bits;  // of a path worm's header flit
  branch_vc_t *vc;
  uint16_t *read;         // br_read, [q * ports + o]
  uint8_t *out_vc;        // br_vc, likewise
  uint16_t *hit;          // w_hit, [q * planes + p]
  uint32_t *age;          // w_age, [q]; with ages only, else NULL
  branch_entry_t *entry;  // [in * slots + slot]; with ages router_view_t.age is part of it
  uint8_t *entry_class;   // [(in * slots + slot) * ports + o]; NULL with one class
  // The worm table: memory without a reset.
  uint64_t *reach;  // [((((m * groups + g) * planes + p) * string_words + j) * ports + o) * words]
  uint16_t *up;     // [m * groups + g]
  uint8_t *up_class;     // likewise
  uint8_t *plane_class;  // [m * planes + p]
  uint64_t *st_read;     // words, one a group: inputs that read
  int64_t *copied;       // [in]: of packets that are finished; see branch_copied()
} worm_view_t;

#ifdef __cplusplus
}
#endif

#endif
