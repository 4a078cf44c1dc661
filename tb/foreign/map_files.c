// map_files -- the files and folders that a map names, found; see map.h.

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "foreign/map.h"

enum { MOST = 4096 };

// The folder of the map so that glob() takes it as it is.
static void quote_folder(const char *folder, char *out, size_t size) {
  size_t used = 0;
  for (; *folder != '\0' && used + 2 < size; folder++) {
    if (strchr("*?[\\", *folder) != NULL) {
      out[used++] = '\\';
    }
    out[used++] = *folder;
  }
  out[used] = '\0';
}

// A path, or with `pattern` a pattern, as of the folder that nocstep runs in.
static const char *path_of(map_t *m, const char *text, bool pattern, noc_error_t *error) {
  char path[PATH_MAX];
  char quoted[PATH_MAX];
  quote_folder(m->folder, quoted, sizeof quoted);
  const bool here = text[0] == '/' || strcmp(m->folder, ".") == 0;
  const int length = here
                         ? snprintf(path, sizeof path, "%s", text)
                         : snprintf(path, sizeof path, "%s/%s", pattern ? quoted : m->folder, text);
  return map_copy(m, path, length < (int)sizeof path ? (size_t)length : 0, error);
}

static bool has_text(const map_texts_t *texts, const char *text) {
  for (size_t i = 0; i < texts->count; i++) {
    if (strcmp(texts->item[i], text) == 0) {
      return true;
    }
  }
  return false;
}

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// Takes what a pattern has found, sorted by bytes, wherever the user lives.
static bool take(map_t *m, map_place_t at, const glob_t *found, map_texts_t *out,
                 noc_error_t *error) {
  qsort(found->gl_pathv, found->gl_pathc, sizeof *found->gl_pathv, by_bytes);
  for (size_t i = 0; i < found->gl_pathc; i++) {
    struct stat info;
    const char *path = found->gl_pathv[i];
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
      return map_fail(m, at, "sources", "files that are there", error, "'%.200s', which is no file",
                      path);
    }
    if (has_text(out, path)) {
      continue;
    }
    if (out->count == MOST) {
      return map_fail(m, at, "sources", "up to 4096 files", error, "more");
    }
    out->item[out->count] = map_copy(m, path, strlen(path), error);
    if (out->item[out->count++] == NULL) {
      return false;
    }
  }
  return true;
}

static bool find_sources(map_t *m, noc_error_t *error) {
  const map_texts_t pattern = m->sources;
  m->sources = (map_texts_t){.item = map_take(m, MOST, sizeof *m->sources.item, error)};
  bool ok = m->sources.item != NULL;
  for (size_t i = 0; i < pattern.count && ok; i++) {
    glob_t found;
    const char *path = path_of(m, pattern.item[i], true, error);
    if (path == NULL) {
      return false;
    }
    const int none = glob(path, GLOB_NOSORT, NULL, &found);
    if (none == GLOB_NOSPACE) {
      return memory_fail(error, "names of files");
    }
    if (none != 0) {
      return map_fail(m, pattern.at[i], "sources", "files that are there", error,
                      "'%.200s', which is no file", path);
    }
    ok = take(m, pattern.at[i], &found, &m->sources, error);
    globfree(&found);
  }
  return ok;
}

static bool find_folders(map_t *m, noc_error_t *error) {
  for (size_t i = 0; i < m->include.count; i++) {
    struct stat info;
    const char *path = path_of(m, m->include.item[i], false, error);
    if (path == NULL) {
      return false;
    }
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
      return map_fail(m, m->include.at[i], "include", "folders that are there", error,
                      "'%.200s', which is no folder", path);
    }
    m->include.item[i] = path;
  }
  return true;
}

bool map_find_files(map_t *m, noc_error_t *error) {
  return find_sources(m, error) && find_folders(m, error);
}
