// bank -- all routers, or all interfaces, of one shape, stepped together.
//
// The cycle loop never calls a single component: it steps a bank. What a bank is made of (golden
// models, Verilated RTL, both in lockstep) is behind bank_ops_t.
//
// Pins     The network owns the IN and OUT arrays of all components and hands each bank its slice
//          (router_fields_t / interface_fields_t with the IN and OUT pointers set). step() reads
//          IN, changes the state, writes OUT; it never writes IN. An IN element other than a
//          valid mask is meaningful only where its valid bit is set.
// Time     step() is one rising clock edge of every member.
// Errors   create functions return NULL and fill *error. A step that finds a mismatch returns
//          false and the bank holds a bank_mismatch_t.

#ifndef NOC_BANK_H
#define NOC_BANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "base/profile.h"
#include "shape/bundle.h"
#include "shape/fields.h"
#include "shape/shape.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { COMPONENT_ROUTER, COMPONENT_INTERFACE } component_t;

// Writes "3,2" (a router: coordinates, as topology_router_name) or "17" (an interface: its node)
// into out; returns out. Names are made when they are asked for: a million of them take memory.
char *component_name(const topology_t *t, component_t component, uint32_t id, char *out,
                     size_t size);

typedef struct {
  uint64_t cycle;
  component_t component;
  uint32_t id;                  // router or node number
  const bundle_field_t *field;  // the first field that differs, in list order
  uint32_t index;               // its first element that differs
  uint64_t rtl, golden;
  bool after_reset;  // seen after reset, before the first cycle
} bank_mismatch_t;

// The description of a bank that is to be made.
typedef struct {
  component_t component;
  const topology_t *topology;  // names the members; outlives the bank
  const noc_shape_t *shape;    // outlives the bank
  uint32_t members;
  const uint32_t *ids;           // [members]: router or node numbers; outlives the bank
  router_fields_t router;        // COMPONENT_ROUTER: IN and OUT set, the rest NULL
  interface_fields_t interface;  // COMPONENT_INTERFACE: likewise
  uint64_t seed;                 // random initial values of RTL registers
  profile_t *profile;            // NULL: none; outlives the bank
  bool no_assertions;            // RTL is built without its assertions
  bool skip_idle;                // RTL at rest is not evaluated
} bank_config_t;

typedef struct bank bank_t;
struct wires;

// The flit at the front of a queue: of a router's input (port, vc), or of an interface's injection
// queue (port 0).
typedef struct {
  uint8_t kind;      // KIND_HEAD, ...
  uint8_t port;      // a router, and a head: the output port it wants
  uint8_t vc_class;  // .. and the class of the VC there; shape.classes: any
  const uint8_t
      *port_class;          // of a router that copies, and a head: the class at each port; or NULL
  uint16_t need;            // a head: credits it needs to be let go
  const uint64_t *payload;  // shape.words words
} bank_front_t;

// An input queue of a router as its registers show it after an edge: what the packet at its front
// asks for and has. Of routers that copy packets there is a bit for each branch that is not
// finished, of others one at most.
typedef struct {
  uint16_t count;               // flits in the queue
  uint16_t popped;              // of the front packet, if routers copy
  uint16_t waiting, holding;    // bit o: for output o it waits for a VC, or has one
  uint16_t need;                // credits that its first flit needs
  uint8_t port;                 // of routers that do not copy: the output of the last VC it has won
  bool open;                    // routers that copy: the branches are made
  bool drops;                   // .. and its first header flit goes no further
  uint8_t vc[SHAPE_MAX_PORTS];  // held at an output, or the last that was
  uint8_t vc_class[SHAPE_MAX_PORTS];  // where it waits: the class of the VC; shape.classes: any
  uint16_t read[SHAPE_MAX_PORTS];     // routers that copy: flits that the branch has read
} bank_queue_t;

// The flits that forwarding units have handled since reset, and the packet slots in use. The
// numbers are those of one member, or of all of a bank: BANK_ALL.
typedef struct {
  uint64_t stored;  // written into slots
  uint64_t copied;  // read from them and pushed into injection
  uint64_t used;    // slots that hold a packet, or part of one
} bank_forward_t;
#define BANK_ALL UINT32_MAX

// Counts of speculative requests for the switch since reset: slots of outputs that a packet got
// before it had an output VC, and slots that stayed idle since it won none.
typedef struct {
  uint64_t granted, wasted;
} bank_speculation_t;

// A rule of links and packets that a foreign router has broken: one of somebody else, which has no
// golden model (docs/bring-your-own-router.md).
enum { BANK_RULE_TEXT = 800 };
typedef struct {
  const char *name;  // "overflow"; NULL: none is broken
  noc_status_t status;
  uint64_t cycle;
  uint32_t router;
  uint32_t port, vc;  // UINT32_MAX: of none
  char text[BANK_RULE_TEXT];
} bank_rule_t;

// A pin of such a router, or an element of one, as it is at rest in a cycle.
typedef struct {
  const char *name;
  uint32_t bits;
  uint32_t element, elements;  // one of so many
  uint64_t *value;             // [(bits + 63) / 64]
} bank_pin_t;

// The functions of a bank of such routers, into which nobody can look.
typedef struct {
  const bank_rule_t *(*broken)(const bank_t *b);  // NULL: none
  void (*explain)(const bank_t *b, FILE *out);    // what was seen before
  // Who waits for whom where nothing will ever move again, as far as links show it; true: the chain
  // closes. A packet that has got lost breaks a rule.
  bool (*waiting)(bank_t *b, FILE *out);
  // Nothing is on its way any more; false: a rule is broken all the same.
  bool (*drained)(bank_t *b);
  // The pins of a member, whose values are kept from the first call on; NULL: none, or memory is
  // short.
  const bank_pin_t *(*pins)(bank_t *b, uint32_t member, uint32_t *count);
  // Where the head of a packet was seen last, by the address of its source and its number: at the
  // input of a router. False: in none.
  bool (*find_head)(bank_t *b, uint32_t source, uint32_t message, uint32_t *router, unsigned *port,
                    unsigned *vc);
} bank_foreign_t;

typedef struct {
  const char *name;  // "ref", "rtl", "lockstep"
  void (*reset)(bank_t *b);
  bool (*step)(bank_t *b, uint64_t cycle);
  // The compared words (WIRE, OUT, REG) of a member, after a step. `rtl` picks the side in a
  // lockstep bank. words has layout.state_words.
  void (*state)(bank_t *b, uint32_t member, bool rtl, uint32_t *words);
  // Snapshot of all members, for checkpoints; NULL where a bank cannot.
  size_t (*snapshot_size)(const bank_t *b);
  void (*save)(const bank_t *b, void *to);
  void (*restore)(bank_t *b, const void *from);
  // The same in a checkpoint that another process reads, of members whose OUT arrays are those of
  // the checkpoint; NULL where a bank cannot.
  void (*checkpoint)(bank_t *b, checkpoint_t *c);
  void (*free)(bank_t *b);
  // A step of members first .. end-1, beside other parts that other threads step; none can find a
  // mismatch. NULL where it cannot. Parts begin and end at multiples of bank->part.
  void (*step_part)(bank_t *b, uint32_t first, uint32_t end);
  // From now on the bank reads and writes wires (network/wires.h), whose slots from 0 on are its
  // members, in the place of link pins; NULL: pins again. NULL where it cannot.
  void (*connect)(bank_t *b, struct wires *wires);
} bank_ops_t;

// Common head of every bank; the implementation's struct starts with it.
struct bank {
  const bank_ops_t *ops;
  bank_config_t config;
  bundle_layout_t layout;
  bool has_rtl, has_ref;
  uint32_t part;                  // see ops->step_part; 0: all members are stepped together
  bank_mismatch_t mismatch;       // valid after step() has returned false
  uint64_t comparisons;           // component-cycles compared so far
  uint64_t rested;                // component-cycles of RTL at rest, which were not evaluated
  const bank_foreign_t *foreign;  // NULL unless its members are foreign
  struct ref *golden;             // the golden side, where bank_look_golden() has set what follows
  // Flits buffered in member m's queues and pipeline registers, and those still to be sent of a
  // slot (golden view; RTL banks count from their state words): for the conservation check. May be
  // slow.
  uint32_t (*flits_inside)(bank_t *b, uint32_t member);
  // Flits that router m has made by copying since reset, less the header flits it has dropped, by
  // what its packets were to do. NULL for interfaces, and where a bank cannot look.
  int64_t (*copied)(bank_t *b, uint32_t member);
  // The speculation of router m; NULL for interfaces, and without it.
  bank_speculation_t (*speculation)(bank_t *b, uint32_t member);
  // Flits made by exclusive or in member m's XOR unit since reset; NULL for routers.
  uint64_t (*xor_flits)(bank_t *b, uint32_t member);
  // The numbers of the forwarding unit of member m, or of all: BANK_ALL; NULL for routers.
  bank_forward_t (*forwarded)(bank_t *b, uint32_t member);
  // Free slots the member believes to have downstream of (port, vc): for the credit check.
  uint32_t (*credits)(bank_t *b, uint32_t member, unsigned port, unsigned vc);
  // Flits in the member's own buffer of (port, vc).
  uint32_t (*occupied)(bank_t *b, uint32_t member, unsigned port, unsigned vc);
  // False if that queue is empty. NULL where a bank cannot look into its memories.
  bool (*front)(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_front_t *front);
  // Ejection queue vc of an interface waits: the head at its front is to be kept, and no packet
  // slot is free. NULL for routers and where a bank cannot look.
  bool (*needs_slot)(bank_t *b, uint32_t member, unsigned vc);
  // The head in buffer slot `slot` (VC * depth + position) of a router's input port, or NULL if
  // another flit was written there last. NULL for interfaces.
  const uint64_t *(*head)(bank_t *b, uint32_t member, unsigned port, unsigned slot);
  // The flits of a router between switch grant and link: a mask of ports, and of each the output
  // port and its VC. NULL for interfaces and where registers alone say it.
  uint32_t (*crossing)(bank_t *b, uint32_t member, uint8_t *to, uint8_t *vc);
  // For who follows packets through routers: from the first call of follow() on, before the first
  // cycle, queue() shows an input queue of a member, and owned() the VCs of an output that belong
  // to packets, a bit each. False when memory is short. NULL where a bank cannot look.
  bool (*follow)(bank_t *b);
  void (*queue)(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_queue_t *queue);
  uint32_t (*owned)(bank_t *b, uint32_t member, unsigned port);
  // The head of the newest packet in a router's queue: kind and payload. False if it has gone on.
  bool (*newest)(bank_t *b, uint32_t member, unsigned port, unsigned vc, bank_front_t *head);
};

// The functions of a bank with a golden side, which look into that: network/ref.h.
void bank_look_golden(bank_t *b, struct ref *golden);

// The part of a profile that the golden models of these members are, and the one that a cycle of
// the bank begins with.
static inline profile_part_t bank_golden_part(const bank_t *b) {
  return b->config.component == COMPONENT_ROUTER ? PROFILE_ROUTERS : PROFILE_INTERFACES;
}
static inline profile_part_t bank_profile_part(const bank_t *b) {
  return b->has_rtl ? PROFILE_RTL : bank_golden_part(b);
}

// The golden bank; and one that shows its memory ports too, which those of a run do not.
bank_t *bank_ref_create(const bank_config_t *config, noc_error_t *error);
bank_t *bank_ref_recording(const bank_config_t *config, noc_error_t *error);

// Makes any bank: the network gets one of these from the program, so that csim does not depend on
// the co-simulation. `kind`: "ref", "rtl", "lockstep", "tops", "gates".
typedef bank_t *(*bank_factory_t)(const char *kind, const bank_config_t *config, void *context,
                                  noc_error_t *error);
bank_t *bank_factory_ref(const char *kind, const bank_config_t *config, void *context,
                         noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
