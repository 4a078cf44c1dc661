// rtl_files -- see rtl_files.h. A module lies in the file of its name, as Verilator looks for it,
// and a package too. So a word of the text, outside comments, that is the name of a file makes the
// unit depend on it, and so does a string that names one (`include). A word may be something else
// by chance: then there is a file too many, which does no harm. That there is none too few is seen
// when a plug-in is built, by what Verilator has read (plugin_build.c).

#include "dut/rtl_files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char kLetters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";

// All files that there are.
typedef struct {
  char *path;
  char *name;     // "fifo.sv", in the path
  size_t length;  // of "fifo"
  bool taken;
} candidate_t;

typedef struct {
  candidate_t *candidate;
  size_t count;
  rtl_files_t *files;
  const rtl_replacement_t *replacement;
  bool ok;
} search_t;

static bool add_candidate(search_t *s, const char *home, const char *folder, const char *name) {
  char path[FILES_PATH];
  candidate_t *grown = realloc(s->candidate, (s->count + 1) * sizeof *grown);
  if (grown == NULL) {
    return false;
  }
  s->candidate = grown;
  char *copy = path_print(path, "%s/rtl/%s/%s", home, folder, name) ? strdup(path) : NULL;
  if (copy == NULL) {
    return false;
  }
  char *base = strrchr(copy, '/') + 1;
  s->candidate[s->count++] =
      (candidate_t){.path = copy, .name = base, .length = strcspn(base, ".")};
  return true;
}

static void list_candidates(search_t *s, const char *home, const char *const *folders) {
  char dir[FILES_PATH];
  for (; *folders != NULL; folders++) {
    if (!path_print(dir, "%s/rtl/%s", home, *folders)) {
      s->ok = false;
      return;
    }
    dir_names_t names = dir_names(dir, "");
    s->ok = s->ok && !names.incomplete;
    for (size_t i = 0; i < names.count && s->ok; i++) {
      s->ok = add_candidate(s, home, *folders, names.name[i]);
    }
    dir_names_free(&names);
  }
}

static void take(search_t *s, candidate_t *c);

// A word of the text: the name of a module or package, or, in a string, of a file.
static void see(search_t *s, const char *word, size_t length, bool file) {
  for (size_t i = 0; i < s->count && s->ok; i++) {
    candidate_t *c = &s->candidate[i];
    const size_t whole = file ? strlen(c->name) : c->length;
    if (!c->taken && whole == length && memcmp(c->name, word, length) == 0 &&
        (file || strcmp(c->name + c->length, ".sv") == 0)) {
      take(s, c);
    }
  }
}

static const char *skip_string(search_t *s, const char *at) {
  const size_t length = strcspn(at, "\"\n");
  const char *name = at;
  for (const char *c = at; c < at + length; c++) {
    name = (*c == '/') ? c + 1 : name;
  }
  see(s, name, (size_t)(at + length - name), true);
  return at + length + (at[length] == '"');
}

static void read_text(search_t *s, const char *at) {
  while (*at != '\0' && s->ok) {
    if (at[0] == '/' && at[1] == '/') {
      at += strcspn(at, "\n");
    } else if (at[0] == '/' && at[1] == '*') {
      const char *end = strstr(at + 2, "*/");
      at = end != NULL ? end + 2 : at + strlen(at);
    } else if (*at == '"') {
      at = skip_string(s, at + 1);
    } else if (isalpha((unsigned char)*at) || *at == '_') {
      size_t length = 1;
      while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '$') {
        length++;
      }
      see(s, at, length, false);
      at += length;
    } else {
      at++;
    }
  }
}

static bool is_replaced(const search_t *s, const candidate_t *c) {
  for (size_t i = 0; s->replacement != NULL && i < s->replacement->names; i++) {
    if (strlen(s->replacement->name[i]) == c->length && strcmp(c->name + c->length, ".sv") == 0 &&
        memcmp(s->replacement->name[i], c->name, c->length) == 0) {
      return true;
    }
  }
  return false;
}

static void take(search_t *s, candidate_t *c) {
  const char *path = is_replaced(s, c) ? s->replacement->path : c->path;
  c->taken = true;
  // The replacement stands for all its names, also while its own text is being read.
  if (rtl_files_has(s->files, path) || (path != c->path && s->files->replaced != NULL)) {
    return;
  }
  if (path != c->path && (s->files->replaced = strdup(c->path)) == NULL) {
    s->ok = false;
    return;
  }
  char *text = file_read(path);
  if (text == NULL) {
    s->ok = false;
    return;
  }
  read_text(s, text);
  free(text);
  char *copy = strdup(path);
  if (copy == NULL || s->files->count == RTL_FILES) {
    free(copy);
    s->ok = false;
    return;
  }
  s->files->path[s->files->count++] = copy;
}

bool rtl_files_find(rtl_files_t *files, const char *home, const char *const *folders,
                    const char *folder, const char *unit, const rtl_replacement_t *replacement) {
  search_t s = {.files = files, .replacement = replacement, .ok = true};
  char path[FILES_PATH];
  *files = (rtl_files_t){0};
  list_candidates(&s, home, folders);
  s.ok = s.ok && path_print(path, "%s/rtl/%s/%s.sv", home, folder, unit);
  for (size_t i = 0; i < s.count && s.ok; i++) {
    if (strcmp(s.candidate[i].path, path) == 0) {
      take(&s, &s.candidate[i]);
    }
  }
  for (size_t i = 0; i < s.count; i++) {
    free(s.candidate[i].path);
  }
  free(s.candidate);
  return s.ok && files->count > 0;
}

void rtl_files_free(rtl_files_t *files) {
  for (size_t i = 0; i < files->count; i++) {
    free(files->path[i]);
  }
  free(files->replaced);
  *files = (rtl_files_t){0};
}

// The next word of the text, outside comments and strings; NULL at the end.
static const char *next_word(const char *at, size_t *length) {
  while (*at != '\0') {
    if (at[0] == '/' && at[1] == '/') {
      at += strcspn(at, "\n");
    } else if (at[0] == '/' && at[1] == '*') {
      const char *end = strstr(at + 2, "*/");
      at = end != NULL ? end + 2 : at + strlen(at);
    } else if (*at == '"') {
      at++;
      at += strcspn(at, "\"\n");
      at += *at == '"';
    } else if (isalpha((unsigned char)*at) || *at == '_') {
      *length = strspn(at, kLetters);
      return at;
    } else {
      at++;
    }
  }
  return NULL;
}

static bool word_is(const char *at, size_t length, const char *word) {
  return length == strlen(word) && memcmp(at, word, length) == 0;
}

bool rtl_replacement_read(rtl_replacement_t *r, const char *path) {
  *r = (rtl_replacement_t){.names = 0};
  char *text = realpath(path, r->path) != NULL ? file_read(r->path) : NULL;
  size_t length = 0;
  bool ok = text != NULL;
  for (const char *at = text; ok && (at = next_word(at, &length)) != NULL; at += length) {
    if (!word_is(at, length, "module") && !word_is(at, length, "package")) {
      continue;
    }
    do {
      at = next_word(at + length, &length);
    } while (at != NULL && (word_is(at, length, "automatic") || word_is(at, length, "static")));
    if (at == NULL) {
      break;
    }
    ok = r->names < RTL_REPLACED && length < sizeof r->name[0];
    if (ok) {
      memcpy(r->name[r->names], at, length);
      r->name[r->names++][length] = '\0';
    }
  }
  free(text);
  return ok && r->names > 0;
}

bool rtl_files_has(const rtl_files_t *files, const char *path) {
  for (size_t i = 0; i < files->count; i++) {
    if (strcmp(files->path[i], path) == 0) {
      return true;
    }
  }
  return false;
}
