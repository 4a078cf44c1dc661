// wave_file -- the files of a wave, FST and what viewers show first: under temporary names until
// they are whole; see wave_state.h.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lockstep/wave_child.h"
#include "lockstep/wave_content.h"
#include "lockstep/wave_space.h"
#include "lockstep/wave_state.h"

const wave_save_t kWaveSave[WAVE_SAVES] = {{".gtkw", "the save file", &kSaveGtkw},
                                           {".sucl", "the command file", &kSaveSurfer},
                                           {".surf.ron", "the state file", &kSaveSurferState}};

bool wave_fail(noc_error_t *error, const char *path) {
  return noc_fail(error, NOC_ENVIRONMENT, "cannot write waves to %s: %s", path,
                  (errno != 0) ? strerror(errno) : "out of memory");
}

// The files are renamed into place, which would replace a device or a pipe by a file.
static bool check_target(const char *path, noc_error_t *error) {
  struct stat now;
  return stat(path, &now) != 0 || S_ISREG(now.st_mode) ||
         noc_fail(error, NOC_BAD_INPUT, "%s: " SAY_THERE_IS("%s", "the name of a file for waves"),
                  path, S_ISDIR(now.st_mode) ? "a folder" : "a device or a pipe");
}

static char *beside(const char *path, const char *ending) {
  const size_t length = strlen(path);
  const size_t cut = (length > 4 && strcmp(path + length - 4, ".fst") == 0) ? 4 : 0;
  char *text = NULL;
  return (asprintf(&text, "%.*s%s", (int)(length - cut), path, ending) < 0) ? NULL : text;
}

char *wave_save_path(const char *path, unsigned save) {
  return beside(path, kWaveSave[save].ending);
}

// The names of the files, and whether they can be made.
bool wave_name_files(wave_t *w, const char *path, noc_error_t *error) {
  w->path = strdup(path);
  if (w->path == NULL) {
    return wave_fail(error, path);
  }
  if (!check_target(w->path, error)) {
    return false;
  }
  for (unsigned i = 0; i < WAVE_SAVES; i++) {
    w->save_path[i] = wave_save_path(path, i);
    if (w->save_path[i] == NULL) {
      return wave_fail(error, path);
    }
    if (!check_target(w->save_path[i], error)) {
      return false;
    }
  }
  return (temporary_make(&w->owner, path) &&
          asprintf(&w->temporary, "%s.fst", w->owner.name) >= 0) ||
         wave_fail(error, path);
}

static bool write_save(const wave_t *w, const char *path, const save_format_t *format,
                       noc_error_t *error) {
  if (!check_target(path, error)) {
    return false;
  }
  temporary_t t;
  FILE *file = temporary_make(&t, path) ? fdopen(dup(t.fd), "w") : NULL;
  const mode_t mask = umask(0);
  (void)umask(mask);
  bool ok = file != NULL && fchmod(t.fd, 0666 & ~mask) == 0 && content_write(w, format, file);
  if (file != NULL && fclose(file) != 0) {
    ok = false;
  }
  ok = (ok && rename(t.name, path) == 0) || wave_fail(error, path);
  temporary_end(&t);
  return ok;
}

// The writer does not tell about a full disk: the file is whole if it can be read.
static bool complete(const char *path) {
  void *reader = wave_child_whole(path) ? fstReaderOpen(path) : NULL;
  if (reader == NULL) {
    errno = wave_space_limited() ? EFBIG : ENOSPC;  // not what the reader has last asked for
    return false;
  }
  fstReaderClose(reader);
  return true;
}

bool wave_keep(const wave_t *w, noc_error_t *error) {
  // Looked at again: it may have come during the run.
  bool ok =
      check_target(w->path, error) &&
      ((complete(w->temporary) && rename(w->temporary, w->path) == 0) || wave_fail(error, w->path));
  for (unsigned i = 0; i < WAVE_SAVES && ok; i++) {
    ok = write_save(w, w->save_path[i], kWaveSave[i].format, error);
  }
  return ok;
}
