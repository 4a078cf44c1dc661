// nearest -- the known name that a mistyped one probably meant, and the list of the known names.
//
//   nearest_t n = nearest_start("vc");
//   for (each known name) nearest_offer(&n, name);
//   noc_fail(e, NOC_BAD_INPUT, SAY_THERE_IS("'vc'%s", "one of %s"), nearest_hint(&n), n.names);
//   // there is 'vc' (nearest: 'vcs'); there must be one of vcs, depth

#ifndef NOC_NEAREST_H
#define NOC_NEAREST_H

enum { NEAREST_NAMES = 512, NEAREST_HINT = 64 };

typedef struct {
  const char *word;
  const char *best;           // NULL while no offered name is near enough
  unsigned distance;          // of `best`, in edits
  char names[NEAREST_NAMES];  // all offered names, "a, b, c"
  char hint[NEAREST_HINT];
} nearest_t;

nearest_t nearest_start(const char *word);
void nearest_offer(nearest_t *n, const char *name);

// " (nearest: 'vcs')", or "" when nothing offered is near.
const char *nearest_hint(nearest_t *n);

// Edits (insert, delete, replace, swap of neighbours) that turn one word into the other; case
// does not count.
unsigned edit_distance(const char *a, const char *b);

#endif
