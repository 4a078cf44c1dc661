// tasks -- what the packets in the buffers of Verilated routers are to do there: kept beside them,
// from what their memory ports show, for who follows packets (bank_t.queue).

#ifndef NOCSTEP_TASKS_H
#define NOCSTEP_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "network/bank.h"

typedef struct tasks tasks_t;

// For all members of a bank of routers, which outlives this; NULL when memory is short.
tasks_t *tasks_create(const bank_t *b);
void tasks_free(tasks_t *t);

// After a clock edge: the state words of a member.
void tasks_arrive(tasks_t *t, uint32_t member, const uint32_t *words);
// As bank_t.queue and bank_t.owned.
void tasks_queue(const tasks_t *t, uint32_t member, const uint32_t *words, unsigned port,
                 unsigned vc, bank_queue_t *queue);
uint32_t tasks_owned(const tasks_t *t, const uint32_t *words, unsigned port);

#endif
