// coding_host -- the host's side of an XOR coding unit for the stimuli: gives out slots, plans
// which operands will be in them (names, length, data), and gives commands that keep the rules of
// docs/microarchitecture.md, section 13. It knows what every slot will hold without looking into
// either model, and checks every word that the unit writes as a result.
//
//   coding_command()   a command for this cycle, if there is one
//   coding_packet()    a packet for a slot that waits for one, or will
//   coding_lend()      a slot whose operand may be sent
//   coding_observe()   learns from the unit's events, checks its results

#ifndef NOC_TEST_CODING_HOST_H
#define NOC_TEST_CODING_HOST_H

#include "unit/stimulus.h"

enum { CODING_SLOTS = 24, CODING_FLITS = 64 };

typedef struct {
  unsigned n;  // names: 1 raw, 2 coded; 0: no operand
  uint32_t name[2];
  unsigned flits;
} operand_t;

typedef enum { SLOT_IDLE, SLOT_OPEN, SLOT_MADE, SLOT_LOADED, SLOT_VALUE } slot_status_t;

// A slot: its status, and the operand that it holds or is to hold.
typedef struct {
  uint16_t slot;
  slot_status_t status;
  bool promised;     // a packet is on its way, but the slot is not opened yet
  bool expects;      // open, and no packet has been sent
  bool lent;         // is being sent
  unsigned users;    // exclusive ors to be made of it
  unsigned a, b;     // SLOT_MADE: its operands, as indexes; a is the slot itself if in place
  operand_t packet;  // in place: the first operand
  operand_t operand;
  uint64_t packet_data[CODING_FLITS][SHAPE_MAX_WORDS];
  uint64_t data[CODING_FLITS][SHAPE_MAX_WORDS];
} coding_slot_t;

typedef struct coding_host {
  unsigned slots, names, longest;  // in use; the longest operand
  uint32_t name[6];
  unsigned loading;    // index of the slot being loaded, plus 1; 0: none
  unsigned load_pos;   // of the next flit
  unsigned lent;       // index of the slot being sent, plus 1
  bool lent_once;      // in this cycle only
  unsigned completed;  // results so far
  unsigned common;     // the length that most operands have
  coding_slot_t slot[CODING_SLOTS];
} coding_host_t;

// Numbers of the fields in the unit's list.
typedef struct {
  unsigned cmd_valid, cmd_op, cmd_slot, cmd_a, cmd_b, cmd_deliver, cmd_name, cmd_flits, cmd_data;
  unsigned fill_valid, fill_slot, done_valid, done_slot;
  unsigned xr_wr_en, xr_wr_slot, xr_wr_pos, xr_wr_tag, xr_wr_data;
} coding_fields_t;

// As members of an enum F_<name>.
#define CODING_FIELDS                                                                            \
  {                                                                                              \
    F_cmd_valid, F_cmd_op, F_cmd_slot, F_cmd_a, F_cmd_b, F_cmd_deliver, F_cmd_name, F_cmd_flits, \
        F_cmd_data, F_fill_valid, F_fill_slot, F_done_valid, F_done_slot, F_xr_wr_en,            \
        F_xr_wr_slot, F_xr_wr_pos, F_xr_wr_tag, F_xr_wr_data                                     \
  }

void coding_reset(stimulus_t *st, coding_host_t *h);

// Sets the command pins of this cycle. Returns whether it is a load.
bool coding_command(stimulus_t *st, coding_host_t *h, uint32_t *in, const coding_fields_t *f);

// A packet to a slot, at most `most` flits long: fills in type, slot, operands and length of the
// head; false if no slot wants one.
// coding_payload() gives its flits (head fields as they are in *head).
bool coding_packet(stimulus_t *st, coding_host_t *h, unsigned most, packet_head_t *head);
void coding_payload(stimulus_t *st, const coding_host_t *h, const packet_head_t *head, unsigned pos,
                    uint64_t *payload);

// A slot to be sent, of `most` flits or fewer; 0 if there is none. Its length in *flits. The caller
// says when it is accepted (`more` than one flit: it is lent until it comes back) and when it is
// sent. Before the command of the cycle, which must not be for this slot.
unsigned coding_lend(stimulus_t *st, coding_host_t *h, unsigned most, unsigned *flits);
void coding_lent(coding_host_t *h, unsigned slot, bool more);
void coding_returned(coding_host_t *h);

bool coding_observe(stimulus_t *st, coding_host_t *h, const uint32_t *state,
                    const coding_fields_t *f);

// The operand that a slot holds now, NULL if others may not use it.
const operand_t *coding_operand(const coding_host_t *h, unsigned slot);
uint64_t coding_tag(const noc_shape_t *s, const operand_t *operand);

#endif
