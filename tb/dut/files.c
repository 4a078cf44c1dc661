// files -- see files.h.

#include "dut/files.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_print(char out[FILES_PATH], const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(out, FILES_PATH, format, arguments);
  va_end(arguments);
  if (length < 0 || length >= FILES_PATH) {
    out[0] = '\0';
    return false;
  }
  return true;
}

bool path_exists(const char *path) {
  return access(path, F_OK) == 0;
}

bool path_program(const char *name, char out[FILES_PATH]) {
  if (strchr(name, '/') != NULL) {
    return access(name, X_OK) == 0 && path_print(out, "%s", name);
  }
  const char *list = getenv("PATH");
  char candidate[FILES_PATH];
  while (list != NULL && *list != '\0') {
    const size_t length = strcspn(list, ":");
    if (path_print(candidate, "%.*s/%s", (int)length, list, name) && access(candidate, X_OK) == 0) {
      return realpath(candidate, out) != NULL;
    }
    list += length + (list[length] == ':');
  }
  return false;
}

bool dir_make(const char *path) {
  char part[FILES_PATH];
  if (!path_print(part, "%s", path)) {
    return false;
  }
  for (char *c = part + 1; *c != '\0'; c++) {
    if (*c == '/') {
      *c = '\0';
      if (mkdir(part, 0755) != 0 && errno != EEXIST) {
        return false;
      }
      *c = '/';
    }
  }
  return (mkdir(part, 0755) == 0 || errno == EEXIST) && access(part, W_OK | X_OK) == 0;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place) {
  (void)info;
  (void)type;
  (void)place;
  return remove(path);
}

void dir_remove(const char *path) {
  enum { OPEN_DIRECTORIES = 16 };
  (void)nftw(path, remove_entry, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

dir_names_t dir_names(const char *path, const char *suffix) {
  dir_names_t names = {0};
  DIR *dir = opendir(path);
  if (dir == NULL) {
    names.incomplete = errno != ENOENT && errno != ENOTDIR;
    return names;
  }
  const size_t tail = strlen(suffix);
  for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
    const size_t length = strlen(entry->d_name);
    if (entry->d_name[0] == '.' || length < tail ||
        strcmp(entry->d_name + length - tail, suffix) != 0) {
      continue;
    }
    char **grown = realloc(names.name, (names.count + 1) * sizeof *grown);
    char *copy = strdup(entry->d_name);
    if (grown != NULL) {
      names.name = grown;
    }
    if (grown == NULL || copy == NULL) {
      names.incomplete = true;
      free(copy);
      break;
    }
    names.name[names.count++] = copy;
  }
  (void)closedir(dir);
  if (names.count > 0) {
    qsort(names.name, names.count, sizeof *names.name, by_name);
  }
  return names;
}

void dir_names_free(dir_names_t *names) {
  for (size_t i = 0; i < names->count; i++) {
    free(names->name[i]);
  }
  free(names->name);
  *names = (dir_names_t){0};
}

char *file_read(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return NULL;
  }
  char *text = NULL;
  size_t size = 0;
  size_t used = 0;
  for (;;) {
    if (size - used < 2) {
      size = 2 * size + 4096;
      char *grown = realloc(text, size);
      if (grown == NULL) {
        break;
      }
      text = grown;
    }
    const size_t got = fread(text + used, 1, size - used - 1, file);
    if (got == 0) {
      (void)fclose(file);
      text[used] = '\0';
      return text;
    }
    used += got;
  }
  (void)fclose(file);
  free(text);
  return NULL;
}

bool write_all(int fd, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    const ssize_t written = write(fd, at, length);
    if (written < 0 && errno != EINTR) {
      return false;
    }
    if (written > 0) {
      at += written;
      length -= (size_t)written;
    }
  }
  return true;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  const uint64_t prime = 0x100000001b3u;
  const unsigned char *b = bytes;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ b[i]) * prime;
  }
  return hash;
}

uint64_t hash_text(uint64_t hash, const char *text) {
  return hash_bytes(hash, text, strlen(text) + 1);
}

uint64_t hash_list(uint64_t hash, const char *const *list) {
  for (; *list != NULL; list++) {
    hash = hash_text(hash, *list);
  }
  return hash;
}

uint64_t hash_file(uint64_t hash, const char *path) {
  char *text = file_read(path);
  hash = hash_text(hash, (text != NULL) ? text : "");
  free(text);
  return hash;
}

uint64_t hash_program(uint64_t hash, const char *name) {
  char path[FILES_PATH];
  struct stat info;
  hash = hash_text(hash, name);
  if (path_program(name, path) && stat(path, &info) == 0) {
    hash = hash_text(hash, path);
    hash = hash_bytes(hash, &info.st_size, sizeof info.st_size);
    hash = hash_bytes(hash, &info.st_mtim.tv_sec, sizeof info.st_mtim.tv_sec);
  }
  return hash;
}
