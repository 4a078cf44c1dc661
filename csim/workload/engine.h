// engine -- carries out a plan on all nodes: starts what has all it requires, keeps each node's
// queue of sends, and holds the data that a node has received and must pass on.

#ifndef NOC_ENGINE_H
#define NOC_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "collective/blocks.h"
#include "plan/plan.h"

typedef struct engine engine_t;

typedef struct {
  const plan_t *plan;  // outlives the engine
  uint64_t seed;
  blocks_t *blocks;  // of a collective: its data, outlives the engine; NULL: data by operation
  unsigned words;    // 64-bit words of a flit
  // The data bits of a word, and in head flits of each word, which outlives the engine; of plans
  // with joins.
  uint64_t word_mask;
  const uint64_t *head_mask;
  uint32_t packet_flits;  // messages of more flits go in several packets
  // Queues of sends a node; 0 stands for 1. Several, as many as there are steps or more: the sends
  // of step k are in queue k.
  unsigned queues;
  // No send of a step starts before all operations of the steps before it are complete, in the
  // whole network.
  bool sequential;
  // The data of a message is drawn for its tag, the same for all with this tag; else for the
  // operation. Without `blocks`.
  bool data_by_tag;
  // Operations of some nodes alone, first .. end-1 (there may be none), are carried out here, and
  // those of others in other processes; else all are.
  bool part;
  uint32_t first_node, end_node;
  struct multicast_log *log;  // told of every message that arrives, as that of a receive; or NULL
  uint64_t *active;           // [nodes / 64]: the engine sets the bit of a node whose queue fills
} engine_config_t;

engine_t *engine_create(const engine_config_t *config, noc_error_t *error);
void engine_free(engine_t *e);
void engine_checkpoint(engine_t *e, checkpoint_t *c);

// Where the data lies that an engine keeps, or expects of a reduction: as numbers, which mean the
// same in the process that reads a checkpoint. Made behind engine_checkpoint(), and of no use once
// the engine has kept more. False when memory is short.
typedef struct {
  uint64_t *first;
  uint32_t number;
} engine_slab_t;
typedef struct {
  const blocks_t *blocks;  // of a reduction; or NULL
  uint64_t **slab;         // [slabs], by number
  engine_slab_t *sorted;   // .. and by address
  uint32_t slabs;
  size_t words;  // of a slab
} engine_places_t;
bool engine_places_create(const engine_t *e, engine_places_t *places);
void engine_places_free(engine_places_t *places);
// `data` is where a pointer to words lies: it becomes their number, of as many bytes, and that the
// pointer again; NULL is 0.
void engine_places_hide(const engine_places_t *places, void *data);
void engine_places_show(const engine_places_t *places, void *data);

// Completes the computations that end in this cycle; in cycle 0 starts what requires nothing. False
// if a receive has matched a message that is longer.
bool engine_cycle(engine_t *e, uint64_t now, noc_error_t *error);

// Passes the barriers between sequential steps that are reached. Once a cycle, when all has
// completed that does before hosts send.
void engine_pass_barriers(engine_t *e, uint64_t now);

// The next packet of a send.
typedef struct {
  uint64_t created;      // cycle in which the send had all it required
  uint64_t key;          // of its data
  const uint64_t *data;  // what the node received and passes on; NULL: made from the key
  uint32_t operation;
  uint32_t first;        // flit of its message, of the packet's first
  uint32_t destination;  // kPlanNone: it is a multicast, to those of its copies
  uint16_t flits;
  uint8_t queue;
} engine_send_t;
// Called before engine_front() of these nodes, base + the bits of the mask: does what
// engine_expect() does.
void engine_expect_fronts(const engine_t *e, uint32_t base, uint64_t mask);
// The next packet of a node's first send, with one queue a node; false if there is none.
bool engine_front(const engine_t *e, uint32_t node, engine_send_t *send);
// The next packet of the send that has been ready for longest, with several queues, among those in
// the mask `free`. *queued: there is a send in some queue.
bool engine_oldest_front(const engine_t *e, uint32_t node, uint32_t free, engine_send_t *send,
                         bool *queued);
// No operation is released in this cycle or later; those that nothing has released never start.
void engine_stop(engine_t *e);
void engine_pop(engine_t *e, uint32_t node, unsigned queue, uint64_t now);
// engine_pop_message() takes all packets of the send; engine_packet() makes one of them, that
// begins with this flit of the message, as often as one likes.
void engine_pop_message(engine_t *e, uint32_t node, unsigned queue, uint64_t now);
void engine_packet(const engine_t *e, uint32_t operation, uint32_t first, engine_send_t *send);

// The last beat of a packet of a send or multicast is with the interface.
void engine_sent(engine_t *e, uint32_t operation, uint64_t now);

// Packets of these sends arrive next: fetches what that will read into the cache, and changes
// nothing.
void engine_expect(const engine_t *e, const uint32_t *sends, unsigned count);
// The head of a message arrives: where its data has to be kept, NULL if nobody wants it again.
// *no_memory is set if there is no room.
uint64_t *engine_keep(engine_t *e, uint32_t send, bool *no_memory);

// The key of that packet of a collective's send which begins with this flit of its message.
uint64_t engine_block_key(const engine_t *e, uint32_t send, uint32_t first);

// The same for a message of a reduction.
typedef struct {
  const uint64_t *expected;  // its data; NULL: made from the key
  uint64_t *keep;            // where its data is kept or combined; or NULL
  bool combined;             // by blocks_combine()
} engine_reduction_t;
bool engine_reduction(engine_t *e, uint32_t send, engine_reduction_t *r);  // false: no memory

// The same for plans with coding, by the first flit of the packet in its message.
typedef struct {
  uint64_t key;    // of its data, unless
  uint32_t join;   // this is not kPlanNone: joined data, of which each part has a key
  uint64_t *keep;  // where its data is kept; or NULL
} engine_incoming_t;
bool engine_incoming(engine_t *e, uint32_t send, uint32_t first, engine_incoming_t *in);
// The key of what stands at this flit of joined data, and the number of the flit in that part.
uint64_t engine_part_key(const engine_t *e, uint32_t join, uint32_t flit, unsigned *in_part);
// The key of data that began as this block, or send of one packet.
uint64_t engine_origin_key(const engine_t *e, uint32_t origin);
// A buffer for what an item brings, the same for all its packets; NULL if nobody wants it again, or
// *no_memory.
uint64_t *engine_keep_item(engine_t *e, uint32_t item, bool *no_memory);
// An exclusive or is made, and if it is raw its data is right.
void engine_made(engine_t *e, uint32_t made, uint64_t now);

// A packet of a send, or of a copy, has arrived, and its data is right: true if it is the last of
// its message.
bool engine_packet_arrived(engine_t *e, uint32_t send);
// The message has arrived then. False: what the node has now combined is wrong; only in reductions.
bool engine_message_arrived(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error);

// The data that a node keeps of a receive, NULL if none: for observers, and to inject faults in
// tests.
uint64_t *engine_kept(const engine_t *e, uint32_t receive);

// When a step of a plan with steps was under way: sequential ones from the barrier, in the end to
// the last operation. The others begin in cycle 0.
typedef struct {
  uint64_t start, end;  // cycles
} engine_step_t;
engine_step_t engine_step(const engine_t *e, unsigned step);

// All operations are complete.
bool engine_done(const engine_t *e);
// How many operations are complete, and how many there are.
uint32_t engine_complete(const engine_t *e);
uint32_t engine_operations(const engine_t *e);
// Some computation is under way, or an operation is yet to be released.
bool engine_computing(const engine_t *e);
// The cycle of the next of these; UINT64_MAX without any.
uint64_t engine_next(const engine_t *e);
// When nothing moves any more: the receives and messages that wait for each other, here or, added
// in the order of their nodes, in all processes; and all of it in one line.
enum { ENGINE_SHOWN = 4 };
typedef struct {
  uint32_t count;
  uint32_t operation[ENGINE_SHOWN];  // the first of them
} engine_unmatched_t;
typedef struct {
  engine_unmatched_t receives, messages;
} engine_stalled_t;
engine_stalled_t engine_stalled(const engine_t *e);
void engine_stalled_add(engine_stalled_t *to, const engine_stalled_t *from);
void engine_fail_stalled(const engine_t *e, const engine_stalled_t *stalled, noc_error_t *error);

// --- the operations of other nodes in other processes: engine_peers.c
//
// A plan can be shared out if an operation waits for its own node and for messages alone, and all
// that a node does in a cycle depends on nothing else.
bool engine_can_part(const plan_t *plan);
// Counts what is done, here or by others; engine_done() and what is asked for below include both.
typedef struct {
  uint64_t complete, checked;  // operations, messages
  uint64_t found;              // blocks of a collective
  uint64_t entered;            // nodes, a barrier
  uint64_t computing;          // whether some computation is under way
} engine_counts_t;
engine_counts_t engine_counts(const engine_t *e);
void engine_note_others(engine_t *e, const engine_counts_t *others);
// The latest end of a computation under way, or of some of them; 0 without any.
uint64_t engine_computes_until(const engine_t *e);
// Finds what a message must carry that passes on data combined here: it goes with it to its
// destination. Words; 0: the destination knows it.
size_t engine_expectation(const engine_t *e, uint32_t send, const uint64_t **words);
// The same words where they have come, and how many there are. False when memory is short.
size_t engine_expected_words(const engine_t *e, uint32_t send);
bool engine_keep_expectation(engine_t *e, uint32_t send, const uint64_t *words);
// Sequential steps: there is a barrier to reach; the operations of the step before it that are not
// complete here. It is reached when there are none anywhere, and passed then in all processes.
bool engine_has_barrier(const engine_t *e);
uint32_t engine_step_left(const engine_t *e);
void engine_pass_barrier(engine_t *e, uint64_t now);
// The run is over: what others have seen of a step.
void engine_note_step(engine_t *e, unsigned step, const engine_step_t *other);
// Flits of the sends in a node's queues, or of some of them.
uint64_t engine_queued(const engine_t *e, uint32_t node);
// A message of a node of ours has arrived at one of another process.
bool engine_arrived_elsewhere(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error);

// Flits of the longest packet.
unsigned engine_packet_flits(const engine_t *e);
// Messages found with the right data, and all there are.
uint64_t engine_checked(const engine_t *e);
uint64_t engine_expected(const engine_t *e);

#endif
