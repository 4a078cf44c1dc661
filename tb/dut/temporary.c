// temporary -- see temporary.h.

#include "dut/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  BASE = 200,  // bytes of the result's name that are kept; a name has up to 255
  TRIES = 100
};

static int folder_length(const char *place) {
  const char *slash = strrchr(place, '/');
  return slash != NULL ? (int)(slash + 1 - place) : 0;
}

// Removes a file, whose name begins with that of the owner's, unless there is an owner. An owner's
// file that is not there has been removed as the last: the owner is gone.
static void sweep_one(int folder, const char *file, const char *owner) {
  const int fd = openat(folder, owner, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  // Somebody who has made the file and not yet locked it sees that it is gone.
  if (fd < 0 ? errno == ENOENT : flock(fd, LOCK_EX | LOCK_NB) == 0) {
    (void)unlinkat(folder, file, 0);
  }
  if (fd >= 0) {
    (void)close(fd);
  }
}

static void sweep(const char *place) {
  char name[PATH_MAX];
  const int folder = folder_length(place);
  (void)snprintf(name, sizeof name, "%.*s", folder, place);
  DIR *dir = opendir(folder > 0 ? name : ".");
  if (dir == NULL) {
    return;
  }
  for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
    const char *suffix = strstr(entry->d_name, TEMPORARY_SUFFIX);
    if (suffix != NULL) {
      (void)snprintf(name, sizeof name, "%.*s" TEMPORARY_SUFFIX, (int)(suffix - entry->d_name),
                     entry->d_name);
      sweep_one(dirfd(dir), entry->d_name, name);
    }
  }
  (void)closedir(dir);
}

// A new file that is locked. One that another run has taken for left behind, between the two steps,
// has no name any more: tried again.
static bool try_to_make(temporary_t *t, const char *place) {
  struct stat now;
  const int folder = folder_length(place);
  const int length = snprintf(t->name, sizeof t->name, "%.*s%.*s.XXXXXX" TEMPORARY_SUFFIX, folder,
                              place, (int)BASE, place + folder);
  if (length < 0 || (size_t)length >= sizeof t->name) {
    errno = ENAMETOOLONG;
    return false;
  }
  t->fd = mkostemps(t->name, (int)strlen(TEMPORARY_SUFFIX), O_CLOEXEC);
  if (t->fd < 0) {
    return false;
  }
  int locked = 0;
  do {
    locked = flock(t->fd, LOCK_EX);
  } while (locked != 0 && errno == EINTR);
  // Where there are no locks nobody removes it either.
  if (fstat(t->fd, &now) == 0 && now.st_nlink > 0) {
    return true;
  }
  (void)close(t->fd);
  t->fd = -1;
  errno = EAGAIN;
  return false;
}

bool temporary_make(temporary_t *t, const char *place) {
  t->fd = -1;
  sweep(place);
  for (unsigned i = 0; i < TRIES; i++) {
    if (try_to_make(t, place)) {
      return true;
    }
    if (errno != EAGAIN) {
      break;
    }
  }
  return false;
}

void temporary_end(temporary_t *t) {
  if (t->fd >= 0) {
    (void)unlink(t->name);
    (void)close(t->fd);
    t->fd = -1;
  }
}
