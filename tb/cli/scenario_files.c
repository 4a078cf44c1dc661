// scenario_files -- see scenario_files.h.

#include "cli/scenario_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool scenario_folder(char folder[PATH_MAX]) {
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0) {
    return false;
  }
  self[length] = '\0';
  *strrchr(self, '/') = '\0';
  char path[PATH_MAX + 32];
  (void)snprintf(path, sizeof path, "%s/../tests/scenarios", self);
  return realpath(path, folder) != NULL;
}

// The path as a user in the current folder would type it.
static const char *shorten(const char *path) {
  char current[PATH_MAX];
  size_t length = getcwd(current, sizeof current) != NULL ? strlen(current) : 0;
  bool inside = length > 1 && strncmp(path, current, length) == 0 && path[length] == '/';
  return inside ? path + length + 1 : path;
}

static int is_scenario(const struct dirent *file) {
  const char *dot = strrchr(file->d_name, '.');
  return dot != NULL && strcmp(dot, ".yaml") == 0;
}

static char *join(const char *folder, const char *name) {
  char *path = NULL;
  const size_t length = strlen(folder);
  const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
  if (asprintf(&path, "%s%s%s", folder, slash, name) < 0) {
    return NULL;
  }
  char *shorter = strdup(shorten(path));
  free(path);
  return shorter;
}

char **scenario_files(const char *folder, size_t *count) {
  struct dirent **found = NULL;
  *count = 0;
  const int n = scandir(folder, &found, is_scenario, alphasort);
  if (n < 0) {
    return NULL;
  }
  char **files = calloc((size_t)n + 1, sizeof *files);
  bool ok = files != NULL;
  for (int i = 0; i < n; i++) {
    if (ok) {
      files[*count] = join(folder, found[i]->d_name);
      ok = files[*count] != NULL;
      *count += ok;
    }
    free(found[i]);
  }
  free(found);
  if (!ok) {
    scenario_files_free(files, *count);
    *count = 0;
    errno = ENOMEM;
    return NULL;
  }
  return files;
}

void scenario_files_free(char **files, size_t count) {
  for (size_t i = 0; files != NULL && i < count; i++) {
    free(files[i]);
  }
  free(files);
}
