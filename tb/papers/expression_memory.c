// expression_memory -- memory that lives as long as the expressions of a file; see expression.h.

#include <stdlib.h>
#include <string.h>

#include "papers/expression.h"

struct block {
  block_t *next;
  max_align_t bytes[];
};

void *expressions_take(expressions_t *all, size_t count, size_t size) {
  block_t *block = calloc(1, sizeof *block + count * size);
  if (block == NULL) {
    (void)noc_fail(all->error, NOC_ENVIRONMENT, "%s: out of memory", all->file);
    return NULL;
  }
  block->next = all->block;
  all->block = block;
  return block->bytes;
}

char *expressions_copy(expressions_t *all, const char *text, size_t length) {
  char *own = expressions_take(all, length + 1, 1);
  if (own != NULL) {
    memcpy(own, text, length);
  }
  return own;
}

void expressions_free(expressions_t *all) {
  while (all->block != NULL) {
    block_t *next = all->block->next;
    free(all->block);
    all->block = next;
  }
}
