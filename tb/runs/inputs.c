// inputs -- see inputs.h. A file is its device and its number there, so that links are the same,
// for as long as the path that was read leads to it: numbers are given again when a file is gone.

#include "runs/inputs.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/input_watch.h"
#include "base/memory.h"

typedef struct {
  char *path;
  dev_t device;
  ino_t number;
} input_t;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static input_t *input;
static uint32_t inputs, room;

static bool is_same(const input_t *a, const struct stat *b) {
  return a->device == b->st_dev && a->number == b->st_ino;
}

static bool find(const struct stat *file) {
  struct stat now;
  for (uint32_t i = 0; i < inputs; i++) {
    if (is_same(&input[i], file) && stat(input[i].path, &now) == 0 && is_same(&input[i], &now)) {
      return true;
    }
  }
  return false;
}

// Pipes and devices are written in place. Where memory is short, one file less is spared.
static void opened(const char *path) {
  struct stat file;
  if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) {
    return;
  }
  (void)pthread_mutex_lock(&mutex);
  char *copy = find(&file) ? NULL : strdup(path);
  if (copy != NULL && memory_room(&input, &room, inputs + 1, sizeof *input)) {
    input[inputs++] = (input_t){copy, file.st_dev, file.st_ino};
  } else {
    free(copy);
  }
  (void)pthread_mutex_unlock(&mutex);
}

void inputs_watch(void) {
  input_watch(opened);
}

void inputs_forget(const char *path) {
  struct stat file;
  if (stat(path, &file) != 0) {
    return;
  }
  (void)pthread_mutex_lock(&mutex);
  for (uint32_t i = 0; i < inputs; i++) {
    if (is_same(&input[i], &file)) {
      free(input[i].path);
      input[i] = input[--inputs];
      break;
    }
  }
  (void)pthread_mutex_unlock(&mutex);
}

bool inputs_spared(const char *path, noc_error_t *error) {
  struct stat file;
  if (stat(path, &file) != 0) {
    return true;
  }
  (void)pthread_mutex_lock(&mutex);
  const bool read = find(&file);
  (void)pthread_mutex_unlock(&mutex);
  return !read ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s: " SAY_THERE_IS("a file that this command reads", "another one to write"),
                  path);
}
