// watch_rows -- what the watch is made of, and its rows on their way to the sinks; see
// watch_state.h. What a packet takes is used again when it has gone, so that memory does not grow
// with the run.

#include <stdlib.h>
#include <string.h>

#include "packets/watch_state.h"

enum { BLOCK = 64 };  // entries that are taken at once

struct watch_block {
  struct watch_block *next;
  uint64_t unused;  // keeps what follows aligned to 16 bytes
};

const char *hop_wait_name(hop_wait_t wait) {
  static const char *const kNames[HOP_WAITS] = {
      [HOP_QUEUE] = "queue", [HOP_ROUTE] = "route",   [HOP_VC] = "vc",         [HOP_TURN] = "turn",
      [HOP_ROOM] = "room",   [HOP_SWITCH] = "switch", [HOP_CREDIT] = "credit", [HOP_FLIT] = "flit",
  };
  return kNames[wait];
}

const char *packet_type_name(unsigned type) {
  static const char *const kNames[] = {
      [PACKET_UNICAST] = "unicast",
      [PACKET_CODED] = "coded",
      [PACKET_SOURCE_ROUTED] = "source",
      [PACKET_PATH_WORM] = "path-worm",
      [PACKET_TREE_WORM] = "tree-worm",
      [PACKET_FORWARDED] = "forwarded",
      [PACKET_FORWARDED_LAST] = "forwarded-last",
  };
  return type < sizeof kNames / sizeof *kNames ? kNames[type] : "unknown";
}

void *watch_array(watch_t *w, size_t count, size_t size) {
  struct watch_block *block = calloc(1, sizeof *block + count * size);
  if (block == NULL) {
    w->no_memory = true;
    w->failed = true;
    return NULL;
  }
  block->next = w->block;
  w->block = block;
  return block + 1;
}

void watch_free_blocks(watch_t *w) {
  while (w->block != NULL) {
    struct watch_block *next = w->block->next;
    free(w->block);
    w->block = next;
  }
}

// A pool of entries that are linked by their member `next`.
#define POOL(type, name)                                    \
  type *watch_new_##name(watch_t *w) {                      \
    if (w->unused_##name == NULL) {                         \
      type *block = watch_array(w, BLOCK, sizeof *block);   \
      for (size_t i = 0; block != NULL && i < BLOCK; i++) { \
        block[i].next = w->unused_##name;                   \
        w->unused_##name = &block[i];                       \
      }                                                     \
    }                                                       \
    type *entry = w->unused_##name;                         \
    w->unused_##name = entry != NULL ? entry->next : NULL;  \
    return entry;                                           \
  }                                                         \
  static void drop_##name(watch_t *w, type *entry) {        \
    entry->next = w->unused_##name;                         \
    w->unused_##name = entry;                               \
  }
POOL(flow_t, flow)
POOL(hop_t, hop)
POOL(token_t, token)
POOL(visit_t, visit)
POOL(landing_t, landing)
#undef POOL

void watch_drop_token(watch_t *w, token_t *token) {
  drop_token(w, token);
}
void watch_drop_visit(watch_t *w, visit_t *visit) {
  drop_visit(w, visit);
}
void watch_drop_landing(watch_t *w, landing_t *landing) {
  drop_landing(w, landing);
}

void watch_wait(watch_t *w, hop_t *hop, hop_wait_t reason, uint64_t who, uint64_t cycle) {
  hop->row.wait[reason]++;
  for (uint32_t i = hop->waits; i-- > 0;) {
    wait_row_t *wait = &hop->wait[i];
    if (wait->reason == reason && wait->for_packet == who) {
      wait->cycles++;
      return;
    }
  }
  if (hop->waits == hop->room) {
    const uint32_t room = hop->room > 0 ? 2 * hop->room : 4;
    wait_row_t *more = watch_array(w, room, sizeof *more);
    if (more == NULL) {
      return;
    }
    if (hop->waits > 0) {
      memcpy(more, hop->wait, hop->waits * sizeof *more);
    }
    hop->wait = more;
    hop->room = room;
  }
  hop->wait[hop->waits++] = (wait_row_t){reason, who, cycle, 1};
}

void watch_write_hop(watch_t *w, hop_t *hop) {
  for (size_t i = 0; i < w->config.sinks && !hop->written; i++) {
    const packet_sink_t *sink = &w->config.sink[i];
    w->failed = !sink->hop(sink->context, &hop->row, hop->wait, hop->waits) || w->failed;
  }
  hop->written = true;
}

static void write_complete(watch_t *w, hop_t *hop) {
  if (hop->left && hop->row.onward != kNever) {
    watch_write_hop(w, hop);
    drop_hop(w, hop);
  }
}

void watch_hop_left(watch_t *w, hop_t *hop) {
  hop->left = true;
  write_complete(w, hop);
}

void watch_hop_onward(watch_t *w, hop_t *hop, uint64_t cycle) {
  hop->row.onward = cycle;
  write_complete(w, hop);
}

void watch_write_packet(watch_t *w, const packet_row_t *row) {
  for (size_t i = 0; i < w->config.sinks; i++) {
    const packet_sink_t *sink = &w->config.sink[i];
    w->failed = !sink->packet(sink->context, row) || w->failed;
  }
}

void watch_leave(watch_t *w, flow_t *flow) {
  flow->places--;
  if (flow->places > 0) {
    return;
  }
  // All copies of a worm have come; a packet to one node has had its row with its tail.
  if (flow->recorded) {
    w->recorded--;
    if (flow->row.copies > 0) {
      watch_write_packet(w, &flow->row);
    }
  }
  drop_flow(w, flow);
}
