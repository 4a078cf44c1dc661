// drawing_hosts -- where the hosts of a topology stand in a picture: small boxes around their
// routers, where links, other routers and other hosts leave room.

#ifndef NOC_DRAWING_HOSTS_H
#define NOC_DRAWING_HOSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/placing.h"
#include "base/error.h"

// A box. A host whose packets leave the network at another router than they enter has two.
typedef struct {
  uint32_t router;
  uint32_t node;   // the first, if it stands for several
  uint32_t hosts;  // of a router with more than DRAWING_HOSTS_APART, it stands for all
  bool sends, receives;
  point_t at;  // its middle, in units
} drawing_host_t;

typedef struct {
  drawing_host_t *host;
  size_t count;
  bool numbered;  // they are wide enough for numbers, of `letters` letters
  unsigned letters;
  double width, height;  // of a box, in units
} drawing_hosts_t;

enum {
  DRAWING_HOSTS_APART = 20,    // more of a router are one box
  DRAWING_HOSTS_NUMBERED = 8,  // more of a router have no numbers
  DRAWING_HOSTS_DRAWN = 4096   // more are not drawn
};

// A letter in units, with `numbers`; else they are small squares. False when memory is short. The
// caller frees in any case.
bool drawing_hosts_create(drawing_hosts_t *h, const placing_t *p, bool numbers, double letter,
                          noc_error_t *error);
void drawing_hosts_free(drawing_hosts_t *h);

// The text in a box, if it has one: "3", "3 in", "24 hosts".
void drawing_host_text(const drawing_host_t *host, char *out, size_t size);

#endif
