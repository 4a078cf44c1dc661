// seal -- see seal.h.

#include "dut/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dut/files.h"

enum { CHUNK = 1 << 16, SEAL_TEXT = 512 };

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

// FNV-1a over words of 64 bits, as what is compiled once has 60 MB; `size` up to CHUNK.
static uint64_t sum_chunk(uint64_t sum, unsigned char *chunk, size_t size) {
  const uint64_t prime = 0x100000001b3u;
  memset(chunk + size, 0, sizeof sum);
  for (size_t at = 0; at < size; at += sizeof sum) {
    uint64_t word = 0;
    memcpy(&word, chunk + at, sizeof word);
    sum = (sum ^ word) * prime;
    sum ^= sum >> 32;  // else the high bits of words would reach the high bits only
  }
  return sum;
}

// All of it but at the end of the file, whatever read() gives at a time.
static ssize_t read_chunk(int fd, unsigned char *chunk) {
  size_t filled = 0;
  ssize_t got = 1;
  while (got > 0 && filled < CHUNK) {
    got = read(fd, chunk + filled, CHUNK - filled);
    filled += got > 0 ? (size_t)got : 0;
  }
  return got < 0 ? -1 : (ssize_t)filled;
}

// The seal of a file under a name: one line. False if the file cannot be read.
static bool describe(const char *file, const char *name, char out[SEAL_TEXT]) {
  uint64_t hash = HASH_START;
  size_t size = 0;
  unsigned char *chunk = malloc(CHUNK + sizeof hash);
  const int fd = chunk != NULL ? open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
  ssize_t got = fd >= 0 ? 1 : -1;
  while (got > 0) {
    got = read_chunk(fd, chunk);
    hash = got > 0 ? sum_chunk(hash, chunk, (size_t)got) : hash;
    size += got > 0 ? (size_t)got : 0;
  }
  if (fd >= 0) {
    (void)close(fd);
  }
  free(chunk);
  const int length =
      snprintf(out, SEAL_TEXT, "%016llx %zu %s\n", (unsigned long long)hash, size, name);
  return got == 0 && length > 0 && length < SEAL_TEXT;
}

bool seal_write(const char *made, const char *place) {
  char text[SEAL_TEXT];
  char temp[FILES_PATH];
  char sum[FILES_PATH];
  if (!describe(made, name_of(place), text) || !path_print(temp, "%s.sum", made) ||
      !path_print(sum, "%s.sum", place)) {
    return false;
  }
  FILE *file = fopen(temp, "w");
  bool ok = file != NULL && fputs(text, file) >= 0;
  if (file != NULL && fclose(file) != 0) {
    ok = false;
  }
  return ok && rename(temp, sum) == 0;
}

const char *seal_broken(const char *place) {
  char text[SEAL_TEXT];
  char sum[FILES_PATH];
  struct stat info;
  if (lstat(place, &info) != 0 || !S_ISREG(info.st_mode)) {
    return "is not a file";
  }
  if (info.st_size == 0) {
    return "is empty";
  }
  char *sealed = path_print(sum, "%s.sum", place) ? file_read(sum) : NULL;
  const char *broken = sealed == NULL                           ? "has no checksum"
                       : !describe(place, name_of(place), text) ? "cannot be read"
                       : strcmp(sealed, text) != 0              ? "is not what was built"
                                                                : NULL;
  free(sealed);
  return broken;
}

void seal_remove(const char *place) {
  char sum[FILES_PATH];
  if (path_print(sum, "%s.sum", place)) {
    (void)unlink(sum);
  }
  (void)unlink(place);
}

// ---- Trust

static bool trust(const char *what, const char *path, const char *other, noc_error_t *error) {
  struct stat info;
  const uid_t user = geteuid();
  if (stat(path, &info) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "%s %s: %s", what, path, strerror(errno));
  }
  if (info.st_uid != user && info.st_uid != 0) {
    return noc_fail(error, NOC_ENVIRONMENT,
                    "%s %s: belongs to user %u; it must be your own or of root: %s", what, path,
                    (unsigned)info.st_uid, other);
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT,
                    "%s %s: others may write to it (mode %04o); it must be one that only its owner "
                    "may write to: chmod go-w it, or %s",
                    what, path, (unsigned)info.st_mode & 07777U, other);
  }
  return true;
}

bool trust_folder(const char *folder, noc_error_t *error) {
  return trust("folder of plug-ins", folder, "set NOCSTEP_PLUGINS to another folder", error);
}

bool trust_file(const char *path, noc_error_t *error) {
  return trust("plug-in", path, "remove it, and it is built anew", error);
}
