// kept_results -- see kept_results.h. A file has a head, which says what it is of and how many
// bytes follow, and the bytes; it is named after a hash of the way and the texts.

#include "papers/kept_results.h"

#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "dut/files.h"
#include "dut/kept.h"
#include "dut/seal.h"
#include "runs/process.h"

typedef struct {
  uint64_t of;       // hash of what it is of, and by which program
  uint64_t content;  // hash of the bytes behind
} head_t;

// The file, and the hash that its head must have.
static bool find_file(const char *way, char *const *text, size_t count, char path[FILES_PATH],
                      uint64_t *of) {
  char dir[FILES_PATH];
  char folder[FILES_PATH];
  noc_error_t error = {0};
  uint64_t hash = hash_text(HASH_START, way);
  for (size_t i = 0; i < count; i++) {
    hash = hash_text(hash_bytes(hash, &i, sizeof i), text[i] != NULL ? text[i] : "");
  }
  *of = hash_program(hash, "/proc/self/exe");
  return kept_dir(dir, &error) && path_print(folder, "%s/results", dir) && dir_make(folder) &&
         path_print(path, "%s/%016" PRIx64, folder, hash);
}

bool kept_result_read(const char *way, char *const *text, size_t count, void *record, size_t size) {
  char path[FILES_PATH];
  char bytes[size + 1];
  head_t head = {0};
  noc_error_t error = {0};
  uint64_t of = 0;
  if (!find_file(way, text, count, path, &of) || !path_exists(path) || !trust_file(path, &error)) {
    return false;
  }
  FILE *in = fopen(path, "rb");
  const bool ok = in != NULL && fread(&head, sizeof head, 1, in) == 1 &&
                  fread(bytes, 1, size + 1, in) == size && head.of == of &&
                  head.content == hash_bytes(HASH_START, bytes, size);
  if (in != NULL) {
    (void)fclose(in);
  }
  if (ok) {
    memcpy(record, bytes, size);
  }
  return ok;
}

void kept_result_write(const char *way, char *const *text, size_t count, const void *record,
                       size_t size) {
  char path[FILES_PATH];
  char fresh[FILES_PATH];
  head_t head = {.content = hash_bytes(HASH_START, record, size)};
  if (!find_file(way, text, count, path, &head.of) ||
      !path_print(fresh, "%s.%ld", path, (long)getpid())) {
    return;
  }
  // A worker that is told to end does so behind this: it leaves no part of a file.
  const sigset_t ending = process_ending_signals();
  sigset_t before;
  (void)sigprocmask(SIG_BLOCK, &ending, &before);
  FILE *out = fopen(fresh, "wb");
  bool ok = out != NULL && fwrite(&head, sizeof head, 1, out) == 1 &&
            fwrite(record, 1, size, out) == size;
  ok = out != NULL && fclose(out) == 0 && ok;
  if (!ok || rename(fresh, path) != 0) {
    (void)remove(fresh);
  }
  (void)sigprocmask(SIG_SETMASK, &before, NULL);
}
