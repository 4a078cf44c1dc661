// engine -- carries out a plan on all nodes: starts what has all it requires, keeps each node's
// queue of sends, and holds the data that a node has received and must pass on.

#ifndef NOC_ENGINE_H
#define NOC_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "network/error.h"
#include "workload/blocks.h"
#include "workload/plan.h"

typedef struct engine engine_t;

typedef struct {
  const plan_t *plan;  // outlives the engine
  uint64_t seed;
  blocks_t *blocks;       // of a collective: its data, outlives the engine; NULL: data by operation
  unsigned words;         // 64-bit words of a flit
  uint32_t packet_flits;  // messages of more flits go in several packets
  uint64_t *active;       // [nodes / 64]: the engine sets the bit of a node whose queue fills
} engine_config_t;

engine_t *engine_create(const engine_config_t *config, noc_error_t *error);
void engine_free(engine_t *e);

// Completes the computations that end in this cycle; in cycle 0 starts what requires nothing. False
// if a receive has matched a message that is longer.
bool engine_cycle(engine_t *e, uint64_t now, noc_error_t *error);

// The next packet of a node's first send; false if there is none.
typedef struct {
  uint64_t created;      // cycle in which the send had all it required
  uint64_t key;          // of the data the receiver must see
  const uint64_t *data;  // what the node received and passes on; NULL: made from the key
  uint32_t operation;
  uint32_t destination;
  uint16_t flits;
} engine_send_t;
// Before engine_front() of these nodes, base + the bits of the mask: as engine_expect().
void engine_expect_fronts(const engine_t *e, uint32_t base, uint64_t mask);
bool engine_front(const engine_t *e, uint32_t node, engine_send_t *send);
void engine_pop(engine_t *e, uint32_t node, uint64_t now);

// The last beat of a packet of a send is with the interface.
void engine_sent(engine_t *e, uint32_t operation, uint64_t now);

// Packets of these sends arrive next: fetches what that will read into the cache, and changes nothing.
void engine_expect(const engine_t *e, const uint32_t *sends, unsigned count);
// The head of a message arrives: where its data has to be kept, NULL if nobody wants it again.
// *no_memory is set if there is no room.
uint64_t *engine_keep(engine_t *e, uint32_t send, bool *no_memory);

// The same for a message of a reduction.
typedef struct {
  const uint64_t *expected;  // its data; NULL: made from the key
  uint64_t *keep;            // where its data is kept or combined; or NULL
  bool combined;             // by blocks_combine()
} engine_reduction_t;
bool engine_reduction(engine_t *e, uint32_t send, engine_reduction_t *r);  // false: no memory

// A packet of a send has arrived, and its data is right. False: what the node has now combined
// is wrong; only in reductions.
bool engine_arrived(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error);

// What a node keeps of a receive, NULL if nothing: for observers, and to inject faults in tests.
uint64_t *engine_kept(const engine_t *e, uint32_t receive);

// All operations are complete.
bool engine_done(const engine_t *e);
// How many are, and all there are.
uint32_t engine_complete(const engine_t *e);
uint32_t engine_operations(const engine_t *e);
// Some computation is under way.
bool engine_computing(const engine_t *e);
// When nothing moves any more: the receives and messages that wait for each other, in one line.
void engine_fail_stalled(const engine_t *e, noc_error_t *error);
// Messages found with the right data, and all there are.
uint64_t engine_checked(const engine_t *e);
uint64_t engine_expected(const engine_t *e);

#endif
