// wave_child -- see wave_child.h.

#include "lockstep/wave_child.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fstapi.h"

enum {
  MEMORY = 4,   // GiB that the reader may take
  SECONDS = 60  // of the processor, and one more for each MiB of the file
};

bool wave_child_whole(const char *path) {
  enum { LENGTH = 8, LEAST = LENGTH + 1 };
  struct stat status;
  const off_t size = stat(path, &status) == 0 ? status.st_size : 0;
  unsigned char head[LEAST];
  FILE *file = fopen(path, "r");
  off_t at = 0;
  bool whole = file != NULL;
  while (whole && at < size) {
    uint64_t length = 0;
    whole = fseeko(file, at, SEEK_SET) == 0 && fread(head, 1, LEAST, file) == LEAST &&
            (at == 0) == (head[0] == FST_BL_HDR) && head[0] != FST_BL_SKIP;
    for (unsigned i = 1; i < LEAST && whole; i++) {
      length = length << 8 | head[i];
    }
    whole = whole && length >= LENGTH && length < (uint64_t)(size - at);
    at += whole ? 1 + (off_t)length : 0;
  }
  if (file != NULL) {
    (void)fclose(file);
  }
  return whole && size > 0;
}

static bool refuse(const char *path, noc_error_t *error) {
  return noc_fail(error, NOC_BAD_INPUT,
                  "%.300s: the file" SAY_IS("no whole FST file", "waves of nocstep"), path);
}

static void limit(int resource, rlim_t most) {
  (void)setrlimit(resource, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

static bool read_file(const char *path, int out, wave_child_read_t *read, void *context,
                      noc_error_t *error) {
  // fstapi looks for files of its own beside one that breaks off.
  void *fst = fstReaderOpen(path);
  if (fst == NULL) {
    return refuse(path, error);
  }
  return read(fst, out, context, error);
}

static _Noreturn void child(const wave_child_t *c, int out, wave_child_read_t *read, void *context,
                            pid_t parent, off_t size) {
  static const int kOwn[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE};
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A signal ends this process and does nothing else, whatever the program does on it.
  for (size_t i = 0; i < sizeof kOwn / sizeof kOwn[0]; i++) {
    (void)signal(kOwn[i], SIG_DFL);
  }
  limit(RLIMIT_CPU, SECONDS + (rlim_t)(size >> 20));
  limit(RLIMIT_CORE, 0);
#ifndef __SANITIZE_ADDRESS__  // which maps more than any limit
  limit(RLIMIT_AS, (rlim_t)MEMORY << 30);
#endif
  // It says what it finds on standard error; a line of ours does so.
  const bool ok = getppid() == parent && freopen("/dev/null", "w", stderr) != NULL &&
                  read_file(c->path, out, read, context, c->told);
  _exit(ok ? 0 : 1);
}

bool wave_child_start(wave_child_t *c, const char *path, int out, wave_child_read_t *read,
                      void *context, noc_error_t *error) {
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
    return noc_fail(error, NOC_BAD_INPUT, "%.300s: " SAY_THERE_IS("no such file", "waves"), path);
  }
  if (!wave_child_whole(path)) {
    return refuse(path, error);
  }
  *c = (wave_child_t){.path = path};
  c->told = mmap(NULL, sizeof *c->told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (c->told == MAP_FAILED) {
    return noc_fail(error, NOC_ENVIRONMENT, "no memory for a reader of waves");
  }
  (void)fflush(NULL);
  const pid_t parent = getpid();
  c->pid = fork();
  if (c->pid == 0) {
    child(c, out, read, context, parent, status.st_size);
  }
  if (c->pid < 0) {
    (void)munmap(c->told, sizeof *c->told);
    return noc_fail(error, NOC_ENVIRONMENT, "no process for a reader of waves");
  }
  return true;
}

bool wave_child_end(wave_child_t *c, noc_error_t *error) {
  int ended = -1;
  const bool ok = waitpid(c->pid, &ended, 0) == c->pid && ended == 0;
  if (!ok) {
    *error = *c->told;
    if (error->status == NOC_OK) {
      (void)noc_fail(error, NOC_BAD_INPUT,
                     "%.300s: the file" SAY_IS("damaged: its reader has ended", "a whole FST file"),
                     c->path);
    }
  }
  (void)munmap(c->told, sizeof *c->told);
  return ok;
}

void wave_child_stop(wave_child_t *c) {
  noc_error_t ignored;
  (void)kill(c->pid, SIGKILL);
  (void)wave_child_end(c, &ignored);
}
