// tags -- the words of a scenario's `tags:`, divided by commas or blanks.
//
//   char tag[TAG_TEXT];
//   for (size_t at = 0; tags_next(s->tags, &at, tag);) use(tag);

#ifndef NOCSTEP_TAGS_H
#define NOCSTEP_TAGS_H

#include <stdbool.h>
#include <stddef.h>

enum { TAG_TEXT = 64 };

// The next word into `tag`, cut where it is too long; false behind the last. NULL has no words.
bool tags_next(const char *tags, size_t *at, char tag[TAG_TEXT]);
bool tags_have(const char *tags, const char *tag);

#endif
