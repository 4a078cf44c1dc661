// bank_state -- what a bank of foreign modules is made of; shared by the files of tb/foreign that
// step it (bank_foreign.c, pins.c, ends.c, watch.c) and tell of it (explain.c, waiting.c), private
// to them.

#ifndef NOC_FOREIGN_BANK_STATE_H
#define NOC_FOREIGN_BANK_STATE_H

#include "foreign/bank_foreign.h"
#include "foreign/packets.h"
#include "foreign/rules.h"
#include "network/bank.h"
#include "shape/packet.h"

enum { LINK_LAST = 8, FOREIGN_PASSES = 1000 };

static const uint32_t kNone = UINT32_MAX;
static const uint16_t kNowhere = UINT16_MAX;  // a port that is none

// A flit as the pins show it.
typedef struct {
  bool valid;
  bool head, tail;
  uint8_t vc;
  rule_t wrong;   // RULE_VC, RULE_KIND: it is none; else RULE_KEPT
  uint32_t code;  // of kind or VC, then
} shown_t;

// A flit that was on a link lately, for reports.
typedef struct {
  uint64_t cycle;
  uint8_t vc;
  bool head, tail, moved;
  uint32_t position;       // in its packet
  const packet_t *packet;  // NULL: not known; only compared, never followed
  uint32_t source, destination, message;
  uint64_t payload;  // lowest word
} link_last_t;

typedef struct {
  bool open;          // between a head and its tail
  uint32_t position;  // flits of the packet that have moved
  packet_t *packet;   // once it is known
  uint32_t credits;
  bool waiting;     // a flit was valid and not ready ..
  uint64_t digest;  // .. with these bits
  uint64_t *field;  // [fields] that its header flits have shown
} link_vc_t;

// One direction of one port.
typedef struct {
  uint32_t from, to;            // modules; kNone: an end, or nothing
  uint16_t from_port, to_port;  // places in `ports`
  uint32_t end;                 // kNone: between modules, or leads nowhere
  const foreign_link_t *pins;   // of the sender, or of the receiver if an end sends
  const foreign_api_t *api;
  void *instance;
  // The pins show this in this cycle.
  shown_t flit;
  bool moves;
  uint64_t ready;                 // a bit for each VC; ready or on
  uint32_t off[FOREIGN_MAX_VCS];  // cycles that it has been off, this one included
  link_vc_t vc[FOREIGN_MAX_VCS];
  uint64_t last_moved;  // cycle
  link_last_t last[LINK_LAST];
  uint32_t lasts;  // in all
} link_t;

// A flit in the buffer of an end.
typedef struct {
  packet_t *packet;
  uint32_t index;  // of its flits
  uint8_t kind;
} end_flit_t;

typedef struct {
  end_flit_t *flit;  // [depth]
  uint32_t first, count, depth;
} end_queue_t;

typedef struct {
  uint32_t module;
  uint16_t port;     // place in `ports`
  uint32_t node;     // kNone: a golden router is behind it
  uint32_t in, out;  // links towards the module and from it; kNone: none
  // Where nocstep's flits come from and go to: pins of a member of the bank; kNone: none.
  uint32_t in_member, out_member;
  uint8_t in_port, out_port;
  // Towards the module.
  end_queue_t *to;                    // [vcs]
  packet_t *coming[FOREIGN_MAX_VCS];  // whose flits come from nocstep
  unsigned headers[FOREIGN_MAX_VCS];  // header flits that have gone before the front
  int shown;                          // VC of the flit on the pins; -1: none
  unsigned turn;                      // VC that was shown last
  // From it.
  end_queue_t *from;                  // [vcs]
  uint32_t due[FOREIGN_MAX_VCS];      // credits to give back
  uint64_t back;                      // what the way back shows: a bit for each VC
  uint32_t credits[FOREIGN_MAX_VCS];  // of nocstep
  unsigned out_turn, credit_turn;
} end_t;

// Bits that are copied from an output to an input.
typedef struct {
  const uint8_t *from;
  uint8_t *to;
  uint32_t bytes;  // whole storage, if the same bits stand at the same place and nothing else does
  foreign_bits_t from_bits, to_bits;
  uint32_t from_module, to_module;
  uint32_t link;
} wire_t;

typedef struct {
  const foreign_module_t *map;
  void *instance;
  bool dirty;
  uint32_t first_wire, wires;  // that its outputs drive
  bank_pin_t *pin;             // kept for waves; NULL: nobody has asked
  uint32_t pins;
} module_t;

typedef struct {
  bank_t bank;
  foreign_context_t context;
  const foreign_t *map;
  const noc_shape_t *shape;
  const topology_t *topology;
  uint32_t modules;
  module_t *module;
  uint32_t *member_of;  // [routers]: the member of this bank, and its module; kNone: golden
  uint16_t *place_of;   // [ports of nocstep's router]: place in `ports`; kNowhere: none
  uint32_t links, ends;
  link_t *link;
  end_t *end;
  uint32_t wires;
  wire_t *wire;
  uint64_t *scratch;  // words of the widest flit, twice
  packets_t *packets;
  bool routes;     // the map's formulas ask for the way of a packet
  uint16_t *way;   // [routers + 1]: places in `ports` of a packet's outputs
  uint32_t steps;  // in it
  bool alone;      // nocstep's side is left out
  bool sent;       // an end has sent something
  uint64_t cycle;
  uint64_t moved;  // flits over links, each looked at
  bank_rule_t broken;
  const link_t *broken_link;  // NULL: of none
  const packet_t *broken_packet;
} foreign_bank_t;

static inline foreign_bank_t *foreign_bank(const bank_t *b) {
  return (foreign_bank_t *)b;
}

// bank_foreign.c: one cycle, without what nocstep is shown of ends.
bool foreign_cycle(foreign_bank_t *b);

// pins.c: how modules are joined, and their pins come to rest.
bool pins_join(foreign_bank_t *b, noc_error_t *error);
void pins_reset(foreign_bank_t *b);
// The clock falls, and all pins come to rest; false: they do not, and the rule is broken.
bool pins_settle(foreign_bank_t *b);
void pins_rise(foreign_bank_t *b);

// ends.c: between nocstep's flits and those of modules.
bool ends_create(foreign_bank_t *b, noc_error_t *error);
void ends_free(foreign_bank_t *b);
void ends_reset(foreign_bank_t *b);
void ends_drive(foreign_bank_t *b);                  // shows their registers on the pins
bool ends_take(foreign_bank_t *b);                   // works out the next
void ends_show(foreign_bank_t *b);                   // shows nocstep theirs
void ends_receive(foreign_bank_t *b, link_t *link);  // a flit that has moved to an end

// watch.c: what links show, and the rules. Each is false if one is broken.
bool watch_links(foreign_bank_t *b);
bool watch_assertions(foreign_bank_t *b);
bool watch_drained(foreign_bank_t *b);
void watch_reset(foreign_bank_t *b);

// explain.c: breaks a rule; returns false. The text is printf-like.
bool explain_break(foreign_bank_t *b, rule_t rule, const link_t *link, bool by_receiver,
                   unsigned vc, const packet_t *packet, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
char *explain_link(const foreign_bank_t *b, const link_t *link, char *out, size_t size);
char *explain_packet(const foreign_bank_t *b, const packet_t *packet, char *out, size_t size);
void explain(const foreign_bank_t *b, FILE *out);

// waiting.c: who waits for whom. True: the chain closes. A packet that has got lost breaks a rule.
bool waiting_print(foreign_bank_t *b, FILE *out);

// record.c: pins as they are at rest, for waves.
const bank_pin_t *record_pins(foreign_bank_t *b, uint32_t module, uint32_t *count);
void record_keep(foreign_bank_t *b);
void record_free(foreign_bank_t *b);

// ways.c: ways of packets and what formulas know.
uint32_t ways_node(const foreign_bank_t *b, uint32_t address);  // kNone: none
// The ports (of nocstep) that a packet may leave a router by that it entered by `in_port`; 0: none.
uint32_t ways_ports(const foreign_bank_t *b, uint32_t router, unsigned in_port, uint32_t node);
// Works out the fields of a packet's head. False: one has no room for its value.
bool ways_fields(foreign_bank_t *b, const end_t *end, packet_t *packet);
// The nocstep port of a place in `ports` of a module, and the router that it is of.
uint32_t ways_router(const foreign_bank_t *b, uint32_t module, unsigned port, uint32_t *router);

#endif
