// output -- result files that are complete or absent; see output.h.

#include "runs/output.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dut/files.h"
#include "dut/temporary.h"
#include "runs/cli.h"
#include "runs/inputs.h"
#include "runs/json_memory.h"
#include "runs/process.h"
#include "runs/ranks.h"

struct output {
  char *path;   // as given, for messages
  char *real;   // behind symbolic links; NULL: written in place
  mode_t mode;  // of the new file
  FILE *stream;
  int code;    // of the first write that failed; 0: none did
  char *text;  // all that was written, while there is no temporary file
  size_t length;
  size_t room;
  temporary_t large;  // takes the text instead, from the beginning or behind KEPT bytes; fd -1: not
};

// The bytes of a result that are kept in memory: the list of the links of a wafer is 300 MB.
enum { KEPT = 1 << 20 };

// SIGINT and SIGTERM wait until release_signals(), so that neither finds a file or a folder made
// that the program does not yet know of, or no longer does.
static void hold_signals(sigset_t *before) {
  const sigset_t ending = process_ending_signals();
  (void)sigprocmask(SIG_BLOCK, &ending, before);
}

// Leaves errno as it is.
static void release_signals(const sigset_t *before) {
  const int code = errno;
  (void)sigprocmask(SIG_SETMASK, before, NULL);
  errno = code;
}

static bool fail(const char *path, int code, noc_error_t *error) {
  bool environment = code == ENOSPC || code == EDQUOT || code == EIO || code == ENOMEM ||
                     code == EMFILE || code == ENFILE || code == EFBIG || code == EBADF ||
                     code == EPIPE;
  return noc_fail(error, environment ? NOC_ENVIRONMENT : NOC_BAD_INPUT, "%s: cannot be written: %s",
                  strcmp(path, "-") == 0 ? "standard output" : path, strerror(code));
}

// Folders of options, the last ones. Those that this program has made are taken away again if it is
// interrupted before it puts something there.
enum { FOLDERS = 2 };
static struct {
  char path[PATH_MAX];  // "": none
  bool made;
} asked_folder[FOLDERS];

// The folder of an option may be gone when a file is put there: another run that had made it was
// refused, and took it away while nothing was in it.
static bool make_folder_again(const char *file) {
  for (size_t i = 0; i < FOLDERS; i++) {
    const size_t length = strlen(asked_folder[i].path);
    if (length > 0 && strncmp(file, asked_folder[i].path, length) == 0 && file[length] == '/') {
      return mkdir(asked_folder[i].path, 0777) == 0 || errno == EEXIST;
    }
  }
  return false;
}

// A temporary file beside this one; else errno says why not.
static bool make_beside(temporary_t *t, const char *real) {
  enum { TRIES = 100 };  // others may come and go between the two steps
  bool ok = temporary_make(t, real);
  for (unsigned i = 0; i < TRIES && !ok && errno == ENOENT && make_folder_again(real); i++) {
    ok = temporary_make(t, real);
  }
  return ok;
}

// True when a file can be made beside this one; else errno says why not.
static bool can_make_file(const char *real) {
  temporary_t probe;
  sigset_t before;
  hold_signals(&before);
  const bool ok = make_beside(&probe, real);
  if (ok) {
    temporary_end(&probe);
  }
  release_signals(&before);
  return ok;
}

// Finds out what is at the path and whether a file can be made there.
static bool prepare(output_t *out, noc_error_t *error) {
  if (strcmp(out->path, "-") == 0 || !ranks_writes()) {
    return true;
  }
  struct stat now;
  bool exists = stat(out->path, &now) == 0;
  if (exists && S_ISDIR(now.st_mode)) {
    return fail(out->path, EISDIR, error);
  }
  if (exists && access(out->path, W_OK) != 0) {
    return fail(out->path, errno, error);
  }
  if (exists && !S_ISREG(now.st_mode)) {
    return true;  // a device or a pipe, not to be replaced by a file
  }
  if (!inputs_spared(out->path, error)) {
    return false;
  }
  mode_t mask = umask(0);
  (void)umask(mask);
  out->mode = exists ? now.st_mode & 07777 : 0666 & ~mask;
  out->real = exists ? realpath(out->path, NULL) : strdup(out->path);
  if (out->real == NULL) {
    return fail(out->path, errno, error);
  }
  return can_make_file(out->real) || fail(out->path, errno, error);
}

static output_t *create(const char *path, noc_error_t *error) {
  output_t *out = calloc(1, sizeof *out);
  if (out == NULL || (out->path = strdup(path)) == NULL) {
    fail(path, ENOMEM, error);
    free(out);
    return NULL;
  }
  out->large.fd = -1;
  return out;
}

// The temporary file takes what was written so far, and what follows.
static bool spill(output_t *out) {
  sigset_t before;
  hold_signals(&before);
  const bool ok = make_beside(&out->large, out->real);
  release_signals(&before);
  if (!ok || (out->length > 0 && !write_all(out->large.fd, out->text, out->length))) {
    return false;
  }
  free(out->text);
  out->text = NULL;
  out->length = out->room = 0;
  return true;
}

static bool keep_text(output_t *out, const char *bytes, size_t count) {
  if (out->text == NULL || out->length + count > out->room) {
    const size_t room = 2 * (out->length + count);
    char *text = realloc(out->text, room);
    if (text == NULL) {
      return false;
    }
    out->text = text;
    out->room = room;
  }
  (void)memcpy(out->text + out->length, bytes, count);
  out->length += count;
  return true;
}

static bool take(output_t *out, const char *bytes, size_t count) {
  if (!ranks_writes()) {
    return true;
  }
  if (out->large.fd < 0 && out->real != NULL && out->length + count > KEPT && !spill(out)) {
    return false;
  }
  return out->large.fd >= 0 ? write_all(out->large.fd, bytes, count) : keep_text(out, bytes, count);
}

// fopencookie's: 0 is a failure.
static ssize_t write_result(void *cookie, const char *bytes, size_t count) {
  output_t *out = cookie;
  if (take(out, bytes, count)) {
    return (ssize_t)count;
  }
  out->code = out->code != 0 ? out->code : errno;
  return 0;
}

output_t *output_open(const char *path, noc_error_t *error) {
  output_t *out = create(path, error);
  if (out == NULL) {
    return NULL;
  }
  out->stream = fopencookie(out, "wb", (cookie_io_functions_t){.write = write_result});
  if (out->stream == NULL) {
    fail(path, ENOMEM, error);
  }
  if (out->stream == NULL || !prepare(out, error)) {
    output_discard(out);
    return NULL;
  }
  return out;
}

output_t *output_open_large(const char *path, noc_error_t *error) {
  output_t *out = create(path, error);
  if (out == NULL) {
    return NULL;
  }
  if (!prepare(out, error)) {
    output_discard(out);
    return NULL;
  }
  if (!make_beside(&out->large, out->real) ||
      (out->stream = fdopen(dup(out->large.fd), "wb")) == NULL) {
    fail(path, errno, error);
    output_discard(out);
    return NULL;
  }
  return out;
}

bool output_fail(const output_t *out, int code, noc_error_t *error) {
  return fail(out->path, code, error);
}

bool output_check(const char *path, noc_error_t *error) {
  struct stat now;
  if (strcmp(path, "-") == 0) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "-: " SAY_THERE_IS("standard output", "the name of a file"));
  }
  if (stat(path, &now) == 0 && !S_ISREG(now.st_mode) && !S_ISDIR(now.st_mode)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("a device or a pipe", "the name of a file"), path);
  }
  output_t out = {.path = (char *)path};
  const bool ok = prepare(&out, error);
  free(out.real);
  return ok;
}

static void on_signal(int number) {
  static const char kLine[] = "interrupted before the run\n";
  (void)number;
  for (size_t i = 0; i < FOLDERS; i++) {
    if (asked_folder[i].made) {
      (void)rmdir(asked_folder[i].path);
    }
  }
  (void)!write(STDERR_FILENO, kLine, sizeof kLine - 1);
  _exit(NOC_INTERRUPTED);
}

void output_guard(bool on) {
  static struct sigaction old[2];
  const struct sigaction action = {.sa_handler = on_signal};
  (void)sigaction(SIGINT, on ? &action : &old[0], on ? &old[0] : NULL);
  (void)sigaction(SIGTERM, on ? &action : &old[1], on ? &old[1] : NULL);
}

bool output_folder(const char *option, const char *folder, bool *made, noc_error_t *error) {
  static unsigned next;
  sigset_t before;
  hold_signals(&before);
  *made = folder != NULL && ranks_writes() && mkdir(folder, 0777) == 0;
  const int code = errno;
  if (folder != NULL && ranks_writes()) {
    (void)snprintf(asked_folder[next % FOLDERS].path, PATH_MAX, "%s", folder);
    asked_folder[next++ % FOLDERS].made = *made;
  }
  errno = code;
  release_signals(&before);
  return folder == NULL || *made || !ranks_writes() || errno == EEXIST ||
         noc_fail(error, NOC_BAD_INPUT, "%s: '%.200s' cannot be made: %s", option, folder,
                  strerror(errno));
}

void output_folder_discard(const char *folder, bool made) {
  if (made) {
    (void)rmdir(folder);
  }
}

bool output_is_stdout(const char *path) {
  return path != NULL && strcmp(path, "-") == 0;
}

// The path without links and dots, of its folder where the file is not there yet; NULL if that is
// not there either.
static char *canonical(const char *path) {
  char *whole = realpath(path, NULL);
  if (whole != NULL) {
    return whole;
  }
  const char *slash = strrchr(path, '/');
  char *folder = slash != NULL ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
  char *real = folder != NULL ? realpath(folder, NULL) : NULL;
  if (real != NULL && asprintf(&whole, "%s/%s", real, slash != NULL ? slash + 1 : path) < 0) {
    whole = NULL;
  }
  free(folder);
  free(real);
  return whole;
}

bool output_same(const char *a, const char *b) {
  char *real_a = canonical(a);
  char *real_b = canonical(b);
  const bool same = real_a != NULL && real_b != NULL && strcmp(real_a, real_b) == 0;
  free(real_a);
  free(real_b);
  return same;
}

FILE *output_stream(output_t *out) {
  return out->stream;
}

static bool write_in_place(const output_t *out) {
  if (strcmp(out->path, "-") == 0) {
    return fflush(stdout) == 0 && write_all(STDOUT_FILENO, out->text, out->length);
  }
  FILE *file = fopen(out->path, "wb");
  bool ok = file != NULL && write_all(fileno(file), out->text, out->length);
  int code = errno;
  if (file != NULL && fclose(file) != 0 && ok) {
    return false;
  }
  errno = code;
  return ok;
}

// Some file systems tell only when a file is closed that it could not be written.
static bool close_copy(int fd) {
  const int copy = dup(fd);
  return copy >= 0 && close(copy) == 0;
}

// The temporary file, with all that was written, in the place of the result.
static bool put_in_place(output_t *out) {
  sigset_t before;
  hold_signals(&before);
  const bool ok = (out->large.fd >= 0 || spill(out)) && fchmod(out->large.fd, out->mode) == 0 &&
                  close_copy(out->large.fd) && rename(out->large.name, out->real) == 0;
  const int code = errno;
  temporary_end(&out->large);
  errno = code;
  release_signals(&before);
  return ok;
}

bool output_commit(output_t *out, noc_error_t *error) {
  errno = 0;
  // A write that failed while others behind it did not is no failure of fclose().
  bool ok = ferror(out->stream) == 0;
  ok = fclose(out->stream) == 0 && ok && out->code == 0;
  out->stream = NULL;
  if (ok && json_memory_failed()) {
    out->code = ENOMEM;
    ok = false;
  }
  // It may have been read since the result was begun.
  if (ok && ranks_writes() && out->real != NULL && !inputs_spared(out->path, error)) {
    output_discard(out);
    return false;
  }
  if (ok && ranks_writes()) {
    ok = out->real != NULL ? put_in_place(out) : write_in_place(out);
  }
  if (!ok) {
    const int code = out->code != 0 ? out->code : errno;
    fail(out->path, code != 0 ? code : EIO, error);
  }
  output_discard(out);
  return ok;
}

bool output_commit_json(output_t *out, json_t *root, noc_error_t *error) {
  if (root == NULL) {
    output_discard(out);
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the result");
  }
  (void)json_dumpf(root, out->stream, JSON_INDENT(2));
  (void)fputc('\n', out->stream);
  json_decref(root);
  return output_commit(out, error);
}

void output_discard(output_t *out) {
  if (out == NULL) {
    return;
  }
  if (out->stream != NULL) {
    (void)fclose(out->stream);
  }
  temporary_end(&out->large);
  free(out->text);
  free(out->real);
  free(out->path);
  free(out);
}
