// scheme -- the table of schemes, and what is asked of all of them; see scheme.h.

#include "collective/scheme.h"

#include <string.h>

#include "base/name_list.h"

static const scheme_t *const kSchemes[] = {
#define SCHEME(scheme) &scheme,
#include "collective/scheme_list.def"
#undef SCHEME
};

enum { N_SCHEMES = sizeof kSchemes / sizeof kSchemes[0] };

const scheme_t *scheme_at(size_t i) {
  return i < N_SCHEMES ? kSchemes[i] : NULL;
}

const scheme_t *scheme_find(const char *name) {
  for (size_t i = 0; i < N_SCHEMES; i++) {
    if (strcmp(kSchemes[i]->name, name) == 0) {
      return kSchemes[i];
    }
  }
  return NULL;
}

bool scheme_takes(const scheme_t *s, const char *key) {
  for (const char *const *own = s->keys; own != NULL && *own != NULL; own++) {
    if (strcmp(*own, key) == 0) {
      return true;
    }
  }
  return false;
}

scenario_word_t scheme_word(size_t i) {
  const scheme_t *s = scheme_at(i);
  return s != NULL ? (scenario_word_t){s->name, s->meaning} : (scenario_word_t){NULL, NULL};
}

scenario_word_t scheme_multicast_word(size_t i) {
  for (size_t k = 0; k < N_SCHEMES; k++) {
    const scheme_t *s = kSchemes[k];
    if (s->multicast.add != NULL && i-- == 0) {
      return (scenario_word_t){s->name, s->multicast.meaning};
    }
  }
  return (scenario_word_t){NULL, NULL};
}

char *scheme_names(bool (*which)(const scheme_t *s), const char *conjunction,
                   char out[SCHEME_NAMES]) {
  const char *name[N_SCHEMES];
  size_t names = 0;
  for (size_t i = 0; i < N_SCHEMES; i++) {
    if (which(kSchemes[i])) {
      name[names++] = kSchemes[i]->name;
    }
  }
  return name_list(name, names, conjunction, out, SCHEME_NAMES);
}
