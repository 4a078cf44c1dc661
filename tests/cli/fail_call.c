// fail_call -- preloaded into a program: one of its calls to the C library fails, as at the end of
// memory, of the disk or of what a user may have.
//
//   FAIL_CALL=KIND   `memory` (malloc and the like) or `file` (those that open, make, read or write
//                    files and folders, and fork, pipe, mmap, threads)
//   FAIL_AT=N        the N-th call of the kind fails, from 1 on; 0: none
//   FAIL_SITES=FILE  at its end the program leaves there the places in it that calls of the kind
//                    have come from: a line each, the number of the first call and a hash of the
//                    functions of the program that have led there
//   FAIL_IN=NAME     only calls of programs with this name count, not those of what they start
//
// Calls of libraries that end the program when there is no memory do not count (kStrict): igraph
// does so here and there, and all of C++.

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { NONE, MEMORY, FILES };
static int kind = NONE;
static unsigned long fail_at, calls;

// The places that calls have come from, where they are wanted, in a table with open addresses.
enum { PLACES = 1 << 14, DEPTH = 32, FUNCTIONS = 6 };
static struct {
  uint64_t hash;
  unsigned long first;
} place[PLACES];
static bool wanted;
static uintptr_t program_start, program_end;

// The first that is told of is the program itself.
static int find_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  program_start = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    program_end = end > program_end ? end : program_end;
  }
  return 1;
}

static void note_place(unsigned long call) {
  void *frame[DEPTH];
  const int frames = backtrace(frame, DEPTH);
  uint64_t hash = 14695981039346656037U;
  int functions = 0;
  for (int i = 0; i < frames && functions < FUNCTIONS; i++) {
    const uintptr_t at = (uintptr_t)frame[i];
    if (at >= program_start && at < program_end) {
      hash = (hash ^ (at - program_start)) * 1099511628211U;
      functions++;
    }
  }
  for (size_t at = hash % PLACES, tries = 0; tries < PLACES; at = (at + 1) % PLACES, tries++) {
    if (place[at].first == 0) {
      place[at].hash = hash;
      place[at].first = call;
    }
    if (place[at].hash == hash) {
      return;
    }
  }
}

// Only after all constructors: what the loader does is not the program's.
__attribute__((constructor)) static void begin(void) {
  const char *call = getenv("FAIL_CALL");
  const char *in = getenv("FAIL_IN");
  const char *at = getenv("FAIL_AT");
  if (call == NULL || (in != NULL && strcmp(in, program_invocation_short_name) != 0)) {
    return;
  }
  void *frame[1];
  (void)backtrace(frame, 1);  // it loads a library when it is called first
  (void)dl_iterate_phdr(find_program, NULL);
  wanted = getenv("FAIL_SITES") != NULL;
  fail_at = at != NULL ? strtoul(at, NULL, 10) : 0;
  kind = strcmp(call, "memory") == 0 ? MEMORY : FILES;
}

// From now on no call fails and none is counted; for tests/coverage/exit.h.
void fail_call_stop(void) {
  kind = NONE;
}

__attribute__((destructor)) static void end(void) {
  const char *path = wanted ? getenv("FAIL_SITES") : NULL;
  fail_call_stop();
  FILE *out = path != NULL ? fopen(path, "w") : NULL;
  for (size_t i = 0; out != NULL && i < PLACES; i++) {
    if (place[i].first != 0) {
      fprintf(out, "%lu %" PRIx64 "\n", place[i].first, place[i].hash);
    }
  }
  if (out != NULL) {
    fclose(out);
  }
}

static const char *const kStrict[] = {"igraph",   "Clp",    "Coin",     "stdc++",   "gomp",
                                      "blas",     "lapack", "glpk",     "arpack",   "libgmp",
                                      "ld-linux", "libgcc", "gfortran", "/plugins/"};

static bool is_strict(const void *caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0 || info.dli_fname == NULL) {
    return true;
  }
  for (size_t i = 0; i < sizeof kStrict / sizeof *kStrict; i++) {
    if (strstr(info.dli_fname, kStrict[i]) != NULL) {
      return true;
    }
  }
  return false;
}

// `caller` is where the call returns to.
__attribute__((noinline)) static bool fails_for(const void *caller, int of, int error) {
  static __thread bool within;
  if (kind != of || within || is_strict(caller)) {
    return false;
  }
  const unsigned long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  if (wanted) {
    within = true;
    note_place(call);
    within = false;
  }
  if (call != fail_at) {
    return false;
  }
  errno = error;
  return true;
}

void *malloc(size_t size) {
  return fails_for(__builtin_return_address(0), MEMORY, ENOMEM) ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  return fails_for(__builtin_return_address(0), MEMORY, ENOMEM) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  return fails_for(__builtin_return_address(0), MEMORY, ENOMEM) ? NULL : __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return fails_for(__builtin_return_address(0), MEMORY, ENOMEM) ? NULL
                                                                : __libc_memalign(alignment, size);
}
int posix_memalign(void **to, size_t alignment, size_t size) {
  if (fails_for(__builtin_return_address(0), MEMORY, ENOMEM)) {
    return ENOMEM;
  }
  *to = __libc_memalign(alignment, size);
  return *to != NULL ? 0 : ENOMEM;
}

// The function of the C library itself.
#define REAL(name)                 \
  __typeof__(&(name)) real = NULL; \
  *(void **)&real = dlsym(RTLD_NEXT, #name)

// A function that returns `failure`, with `error` in errno, if this call is the one that fails.
#define CALL(type, name, failure, error, parameters, arguments)                               \
  type name parameters {                                                                      \
    REAL(name);                                                                               \
    return fails_for(__builtin_return_address(0), FILES, error) ? (failure) : real arguments; \
  }

int open(const char *path, int flags, ...) {
  REAL(open);
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return fails_for(__builtin_return_address(0), FILES, EMFILE) ? -1 : real(path, flags, mode);
}

CALL(FILE *, fopen, NULL, EACCES, (const char *path, const char *mode), (path, mode))
CALL(FILE *, fdopen, NULL, ENOMEM, (int file, const char *mode), (file, mode))
CALL(FILE *, fopencookie, NULL, ENOMEM,
     (void *cookie, const char *mode, cookie_io_functions_t does), (cookie, mode, does))
CALL(FILE *, fmemopen, NULL, ENOMEM, (void *text, size_t size, const char *mode),
     (text, size, mode))
CALL(int, mkstemp, -1, EACCES, (char *name), (name))
CALL(char *, mkdtemp, NULL, EACCES, (char *name), (name))
CALL(int, mkdir, -1, EACCES, (const char *path, mode_t mode), (path, mode))
CALL(int, rename, -1, EACCES, (const char *from, const char *to), (from, to))
CALL(DIR *, opendir, NULL, EACCES, (const char *path), (path))
CALL(ssize_t, readlink, -1, EACCES, (const char *path, char *to, size_t size), (path, to, size))
CALL(ssize_t, write, -1, ENOSPC, (int file, const void *data, size_t size), (file, data, size))
CALL(int, fsync, -1, EIO, (int file), (file))
CALL(ssize_t, read, -1, EIO, (int file, void *data, size_t size), (file, data, size))
CALL(ssize_t, pread, -1, EIO, (int file, void *data, size_t size, off_t at), (file, data, size, at))
CALL(int, dup, -1, EMFILE, (int file), (file))
CALL(int, dup2, -1, EMFILE, (int from, int to), (from, to))
CALL(int, flock, -1, ENOLCK, (int file, int operation), (file, operation))
CALL(int, pipe, -1, EMFILE, (int ends[2]), (ends))
CALL(int, pipe2, -1, EMFILE, (int ends[2], int flags), (ends, flags))
CALL(void *, mmap, MAP_FAILED, ENOMEM,
     (void *at, size_t size, int protection, int flags, int file, off_t offset),
     (at, size, protection, flags, file, offset))
CALL(pid_t, fork, -1, EAGAIN, (void), ())

// A stream remembers that a write has failed (ferror()); the flag is glibc's own. A stream into
// memory fails when there is none, by nothing else.
static bool fails_to_write(FILE *file, const void *caller) {
  const bool failed = fileno(file) >= 0 && fails_for(caller, FILES, ENOSPC);
  file->_flags |= failed ? 0x20 : 0;
  return failed;
}
size_t fwrite(const void *data, size_t size, size_t count, FILE *file) {
  REAL(fwrite);
  return fails_to_write(file, __builtin_return_address(0)) ? 0 : real(data, size, count, file);
}
int fputs(const char *text, FILE *file) {
  REAL(fputs);
  return fails_to_write(file, __builtin_return_address(0)) ? EOF : real(text, file);
}

// They write what is in the buffer all the same.
int fflush(FILE *file) {
  REAL(fflush);
  const int result = real(file);
  return fails_for(__builtin_return_address(0), FILES, ENOSPC) ? EOF : result;
}
int fclose(FILE *file) {
  REAL(fclose);
  const int result = real(file);
  return fails_for(__builtin_return_address(0), FILES, ENOSPC) ? EOF : result;
}

// These return the number of the error.
int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
  REAL(posix_spawnp);
  return fails_for(__builtin_return_address(0), FILES, EAGAIN)
             ? EAGAIN
             : real(child, file, actions, attributes, arguments, environment);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  REAL(pthread_create);
  return fails_for(__builtin_return_address(0), FILES, EAGAIN)
             ? EAGAIN
             : real(thread, attributes, start, argument);
}
