// ref -- the golden models of router and interface over the arrays of a bank, without the bank
// around them: what the golden bank, the lockstep bank and the unit tests all call.

#ifndef NOC_REF_H
#define NOC_REF_H

#include <stddef.h>
#include <stdint.h>

#include "network/bank.h"

#ifdef __cplusplus
extern "C" {
#endif

// A set of golden routers or interfaces. All memory is one block, but for the IN and OUT arrays,
// which come from the config: a copy of the block and of the OUT arrays is a snapshot. WIRE arrays
// are there, and recorded, only if `record` is set (lockstep and waves need them).
typedef struct ref ref_t;

// Bytes of the block that ref_create() allocates; of the config only component, shape and members
// are read.
size_t ref_bytes(const bank_config_t *config, bool record);
ref_t *ref_create(const bank_config_t *config, bool record, noc_error_t *error);
void ref_free(ref_t *r);
void ref_reset(ref_t *r);
// One clock edge goes by these wires from now on (network/wires.h); NULL, as in the beginning: by
// the pins.

void ref_connect(ref_t *r, struct wires *wires);
// One clock edge of every member.
void ref_step(ref_t *r);
// The same in parts, which different threads may step at the same time: of members first .. end-1.
// A part begins and ends at a multiple of ref_part(), or behind the last member. ref_part() is 0
// where all members have to be stepped together.
uint32_t ref_part(const ref_t *r);
void ref_step_part(ref_t *r, uint32_t first, uint32_t end);
// Bits, 64 members a word, with `record`: members that had something to do at the last edge.
// Compared elements of the others are as they were, but for the WIRE and OUT elements of members
// that had something to do at the edge before it. NULL: it cannot tell.
const uint64_t *ref_touched(const ref_t *r);
// The compared words of a member (needs `record` for the WIRE part, else 0 there).
void ref_state(const ref_t *r, uint32_t member, uint32_t *words);
size_t ref_snapshot_size(const ref_t *r);
void ref_save(const ref_t *r, void *to);
void ref_restore(ref_t *r, const void *from);
// The block of a snapshot in a checkpoint.
void ref_checkpoint(ref_t *r, checkpoint_t *c);
// The arrays, over all members, up to date after every reset, step and restore. Read only. With
// `record` only (interfaces: without it, no WIRE).
const router_fields_t *ref_router_fields(const ref_t *r);
const interface_fields_t *ref_interface_fields(const ref_t *r);
// Flits in the member's queues, in a router in the registers between allocation and crossbar
// (st_*), in an interface those of a slot still to be sent; not those that its OUT registers show.
uint32_t ref_flits_inside(const ref_t *r, uint32_t member);
// Flits that a router has made by copying since reset, less the header
// flits that it has dropped: by what packets were to do and how far
// they are, not by what was seen on links. 0 if it does not copy.
int64_t ref_copied(const ref_t *r, uint32_t member);
// The speculation of a router since reset, which has some.
bank_speculation_t ref_speculation(const ref_t *r, uint32_t member);
// Flits made by exclusive or in an interface since reset.
uint64_t ref_xor_flits(const ref_t *r, uint32_t member);
bank_forward_t ref_forwarded(const ref_t *r, uint32_t member);
bool ref_needs_slot(const ref_t *r, uint32_t member, unsigned vc);
// Free slots that the member counts downstream of (port, vc), and flits in its own buffer there.
// An interface has one port.
uint32_t ref_credits(const ref_t *r, uint32_t member, unsigned port, unsigned vc);
uint32_t ref_occupied(const ref_t *r, uint32_t member, unsigned port, unsigned vc);
// The flit at the front of a router's input queue or an interface's injection queue (port 0); false
// if it is empty.
bool ref_front(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_front_t *front);
// The head of the newest packet in a router's queue; false if it has gone on, and of interfaces.
bool ref_newest(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_front_t *head);
// Late routes without lookahead: the output port for the head that came to an input port in the
// last cycle.
uint32_t ref_late_port(const ref_t *r, uint32_t member, unsigned port);
// The flits of a router between switch grant and link, as in bank.h.
uint32_t ref_crossing(const ref_t *r, uint32_t member, uint8_t *to, uint8_t *vc);
// An input queue of a router, and the owned VCs of an output, as in bank.h.
void ref_queue(const ref_t *r, uint32_t member, unsigned port, unsigned vc, bank_queue_t *queue);
uint32_t ref_owned(const ref_t *r, uint32_t member, unsigned port);
// The head in a slot of a router's input buffer; NULL: another flit was written there last.
const uint64_t *ref_head(const ref_t *r, uint32_t member, unsigned port, unsigned slot);

#ifdef __cplusplus
}
#endif

#endif
