// nearest -- names by edit distance; see nearest.h.

#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// Longer words are cut: no name is that long, and the table below stays on the stack.
enum { MAX_WORD = 40 };

static unsigned least(unsigned a, unsigned b, unsigned c) {
  unsigned ab = a < b ? a : b;
  return ab < c ? ab : c;
}

static bool same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

unsigned edit_distance(const char *a, const char *b) {
  size_t rows = strnlen(a, MAX_WORD);
  size_t columns = strnlen(b, MAX_WORD);
  // d[i][j]: edits from the first i letters of a to the first j of b.
  unsigned d[MAX_WORD + 1][MAX_WORD + 1];
  for (size_t i = 0; i <= rows; i++) {
    for (size_t j = 0; j <= columns; j++) {
      if (i == 0 || j == 0) {
        d[i][j] = (unsigned)(i + j);
        continue;
      }
      unsigned replace = d[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
      d[i][j] = least(d[i - 1][j] + 1, d[i][j - 1] + 1, replace);
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1, d[i][j]);
      }
    }
  }
  return d[rows][columns];
}

nearest_t nearest_start(const char *word) {
  // A third of the letters may be wrong; beyond that a hint would be a guess.
  return (nearest_t){.word = word, .distance = (unsigned)strnlen(word, MAX_WORD) / 3 + 2};
}

// The word is the beginning of the name, and long enough to mean it.
static bool begins(const char *word, const char *name) {
  const size_t length = strlen(word);
  return length >= 3 && strncasecmp(word, name, length) == 0;
}

void nearest_offer(nearest_t *n, const char *name) {
  size_t used = strlen(n->names);
  (void)snprintf(n->names + used, sizeof n->names - used, "%s%s", used > 0 ? ", " : "", name);
  unsigned distance = edit_distance(n->word, name);
  distance = distance > 1 && begins(n->word, name) ? 1 : distance;
  if (distance < n->distance && distance < strlen(name)) {
    n->best = name;
    n->distance = distance;
  }
}

const char *nearest_hint(nearest_t *n) {
  n->hint[0] = '\0';
  if (n->best != NULL) {
    (void)snprintf(n->hint, sizeof n->hint, " (nearest: '%s')", n->best);
  }
  return n->hint;
}
