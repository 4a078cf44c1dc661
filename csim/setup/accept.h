// accept -- which of what arrives hosts take, as a scenario says it.
//
//   0.7         in a cycle drawn with this probability, for each node and virtual network by itself
//   0.5,1       the same with a share of its own for each virtual network
//   protocol    requests only while the node has room for their replies

#ifndef NOC_ACCEPT_H
#define NOC_ACCEPT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ACCEPT_NETWORKS = 16 };

typedef struct {
  char *text;  // as written, but for blanks and brackets; NULL: hosts take everything
  bool protocol;
  bool listed;      // a share for each network; else the only one is that of all
  unsigned shares;  // 0 with protocol
  double share[ACCEPT_NETWORKS];
} accept_t;

// The texts that accept_parse() accepts, for errors.
extern const char kAcceptAccepted[];

typedef enum { ACCEPT_OK, ACCEPT_REFUSED, ACCEPT_NO_MEMORY } accept_result_t;

// Reads a text; a list may be in brackets. Frees what was there before, which may be zero.
accept_result_t accept_parse(const char *text, accept_t *accept);
void accept_free(accept_t *accept);

// The share of a network: 1 with protocol and without a text.
static inline double accept_share(const accept_t *accept, unsigned network) {
  return accept->shares == 0 ? 1 : accept->share[accept->listed ? network : 0];
}

// Some network has a share of 0.
bool accept_has_zero(const accept_t *accept);

#ifdef __cplusplus
}
#endif

#endif
