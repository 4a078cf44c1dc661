// input_watch -- see input_watch.h.

#include "base/input_watch.h"

#include <stddef.h>

static void (*watcher)(const char *path);

void input_watch(void (*opened)(const char *path)) {
  watcher = opened;
}

void input_opened(const char *path) {
  if (watcher != NULL) {
    watcher(path);
  }
}
