// tags -- see tags.h.

#include "cli/tags.h"

#include <stdio.h>
#include <string.h>

static const char kBetween[] = ", \t\n";

bool tags_next(const char *tags, size_t *at, char tag[TAG_TEXT]) {
  if (tags == NULL) {
    return false;
  }
  const char *word = tags + *at;
  word += strspn(word, kBetween);
  const size_t length = strcspn(word, kBetween);
  (void)snprintf(tag, TAG_TEXT, "%.*s", (int)(length < TAG_TEXT ? length : TAG_TEXT), word);
  *at = (size_t)(word - tags) + length;
  return length > 0;
}

bool tags_have(const char *tags, const char *tag) {
  char word[TAG_TEXT];
  for (size_t at = 0; tags_next(tags, &at, word);) {
    if (strcmp(word, tag) == 0) {
      return true;
    }
  }
  return false;
}
