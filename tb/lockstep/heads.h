// heads -- the heads in the buffers of Verilated routers, whose memories cannot be read: kept
// beside them, from what comes in. Functions may be called with NULL, where nothing is kept.

#ifndef NOCSTEP_HEADS_H
#define NOCSTEP_HEADS_H

#include <stddef.h>
#include <stdint.h>

#include "network/bank.h"

typedef struct heads heads_t;

// For all members of a bank of routers, whose pins outlive this; NULL when memory is short.
heads_t *heads_create(const bank_config_t *config);
void heads_free(heads_t *h);

void heads_reset(heads_t *h);
// Before a clock edge: a member takes the flits on its input pins.
void heads_arrive(heads_t *h, uint32_t member);
// As bank_t.head.
const uint64_t *heads_find(const heads_t *h, uint32_t member, unsigned port, unsigned slot);

size_t heads_snapshot_size(const heads_t *h);
void heads_save(const heads_t *h, void *to);
void heads_restore(heads_t *h, const void *from);
void heads_checkpoint(heads_t *h, checkpoint_t *c);

#endif
