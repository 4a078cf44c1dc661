// permutation -- see permutation.h.

#include "workload/permutation.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text_input.h"

// `taken` has a byte a node, zero.
static bool read_all(text_input_t *t, uint32_t wanted, uint32_t nodes, uint32_t *image,
                     uint8_t *taken) {
  for (uint32_t count = 0;; count++) {
    text_skip_lines(t);
    if (t->c == TEXT_END) {
      return !t->failed &&
             (count == wanted ||
              text_fail(t, t->here, SAY_THERE_IS("the end of the file after %u node%s", "%u nodes"),
                        count, count == 1 ? "" : "s", wanted));
    }
    uint64_t node = 0;
    if (!text_word(t, "")) {
      return false;
    }
    if (count == wanted) {
      return text_fail(t, t->word_at, SAY_THERE_IS("'%.40s' after %u nodes", "%u nodes"), t->word,
                       count, wanted);
    }
    if (!text_number(t, "", 0, nodes - 1, &node)) {
      return false;
    }
    if (taken[node] != 0) {
      return text_fail(t, t->word_at, SAY_THERE_IS("node %s a second time", "each node once"),
                       t->word);
    }
    taken[node] = 1;
    image[count] = (uint32_t)node;
  }
}

bool node_list_read(const char *path, uint32_t count, uint32_t nodes, uint32_t *image,
                    noc_error_t *error) {
  text_input_t t;
  uint8_t *taken = calloc(nodes, sizeof *taken);
  if (taken == NULL) {
    return memory_fail(error, "a permutation");
  }
  bool ok = text_open(&t, path, error);
  if (ok) {
    ok = read_all(&t, count, nodes, image, taken);
    text_close(&t);
  }
  free(taken);
  return ok;
}

bool permutation_read(const char *path, uint32_t nodes, uint32_t *image, noc_error_t *error) {
  return node_list_read(path, nodes, nodes, image, error);
}
