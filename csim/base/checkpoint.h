// checkpoint -- the state of a simulation as a file, from which it goes on later, in another
// process.
//
// A module has one function that lists what it has to keep, which writes and reads alike:
//
//   void traffic_checkpoint(traffic_t *t, checkpoint_t *c) {
//     CHECKPOINT_ARRAY(c, t->next, t->config.nodes);
//     CHECKPOINT(c, t->stop);
//   }
//
// All that follows from the scenario alone is left out: a checkpoint is read into a simulation that
// is built from the same scenario, whatever that has done since. Parts that follow from others
// are made again after reading, where checkpoint_reads() says so.
//
// The file is the magic, then the entries in the order of the calls, then a CRC-32 of all that. An
// entry has its name, the number of its elements and their size, which must be those of the reader:
// a module that lists something else than the writer's did is found by name. Elements are plain
// bytes without pointers, as this machine has them.
//
// Errors   After the first one the calls do nothing: nothing is written, and what is read stays as
//          it was. checkpoint_end() tells it.

#ifndef NOC_CHECKPOINT_H
#define NOC_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct checkpoint checkpoint_t;

enum { CHECKPOINT_NAME = 48 };  // bytes of an entry's name, the 0 behind it included

// --- for modules

bool checkpoint_reads(const checkpoint_t *c);
bool checkpoint_failed(const checkpoint_t *c);

// An array of `count` elements.
void checkpoint_array(checkpoint_t *c, const char *name, void *array, size_t count, size_t size);
#define CHECKPOINT_ARRAY(c, array, n) checkpoint_array(c, #array, array, n, sizeof *(array))

// A variable, or a member.
#define CHECKPOINT(c, value)          checkpoint_array(c, #value, &(value), 1, sizeof(value))

// An array whose elements do not lie together: the pieces that follow have `count` in sum.
void checkpoint_begin(checkpoint_t *c, const char *name, size_t count, size_t size);
void checkpoint_piece(checkpoint_t *c, void *elements, size_t count);

// An array that grows: `list` is the address of the pointer to it, as of memory_room(). *room and
// *count are kept as well.
void checkpoint_list(checkpoint_t *c, const char *name, void *list, uint32_t *room, uint32_t *count,
                     size_t size);
#define CHECKPOINT_LIST(c, list, room, count) \
  checkpoint_list(c, #list, &(list), &(room), &(count), sizeof *(list))

// Nothing more can be read: there is no memory for `what`.
void checkpoint_no_memory(checkpoint_t *c, const char *what);
// .. for this reason, which follows the name of the file.
void checkpoint_refuse(checkpoint_t *c, const char *why);

// --- for who has the file

// Writes to a stream, from its beginning. NULL when memory is short.
checkpoint_t *checkpoint_write(FILE *to);
// Reads all of a stream that can be read twice, and goes back to its beginning. NULL with
// NOC_BAD_INPUT: "there is ..; there must be .." for what is no checkpoint, or damaged.
checkpoint_t *checkpoint_read(FILE *from, noc_error_t *error);
// The last call: frees *c, not the stream, which is flushed. False with the first error:
// NOC_BAD_INPUT with a text as above for entries that are not the reader's.
bool checkpoint_end(checkpoint_t *c, noc_error_t *error);

// For tests: an entry of this name is skipped when it is read; and who is told the name of each.
void checkpoint_leave_out(checkpoint_t *c, const char *name);
void checkpoint_tell(checkpoint_t *c, void (*entry)(void *context, const char *name),
                     void *context);

#ifdef __cplusplus
}
#endif

#endif
